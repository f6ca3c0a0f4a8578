//! `cargo xtask tables`: the tables of the lessons, rebuilt.

use std::path::PathBuf;

use crate::cli::Presentation;
use crate::console::Failure;

/// What `tables` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask tables                                every lesson's tables, in English
  cargo xtask tables --lang tr --format markdown    ready to be pasted into a lesson
  cargo xtask tables scenarios/ay11.toml            the tables of one file")]
pub struct Args {
    /// How the tables are shown.
    #[command(flatten)]
    pub presentation: Presentation,
    /// Scenario files; without any, all that belong to a lesson.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Prints the tables.
///
/// # Errors
///
/// Always, for now: the tables are not written yet.
pub fn run(_args: &Args) -> Result<(), Failure> {
    Err(Failure::Input("`tables` is not written yet".to_owned()))
}
