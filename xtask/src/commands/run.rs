//! `cargo xtask run`: the answers of scenario files, cell by cell.

use std::path::PathBuf;

use crate::cli::Presentation;
use crate::console::Failure;

/// What `run` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask run scenarios/ay13.toml
  cargo xtask run scenarios/ay13.toml --scenario ay13b --setting both
  cargo xtask run scenarios/*.toml --format json")]
pub struct Args {
    /// Scenario files.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Only the scenario of this name.
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// Only the setting of this name.
    #[arg(long, value_name = "NAME")]
    pub setting: Option<String>,
    /// How the answers are shown.
    #[command(flatten)]
    pub presentation: Presentation,
}

/// Prints the answers.
///
/// # Errors
///
/// Always, for now: the answers are not written yet.
pub fn run(_args: &Args) -> Result<(), Failure> {
    Err(Failure::Input("`run` is not written yet".to_owned()))
}
