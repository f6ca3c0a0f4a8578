//! `cargo xtask figures`: every figure's name, value and unit, so that an author can find it.

use std::path::PathBuf;

use clap::ValueEnum;
use report::answers::cells_for_tables;
use report::figures::{self, Figure};
use report::language::Language;
use report::text;

use crate::console::{self, Failure};
use crate::lab;

/// What `figures` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask figures                                 every figure of every shipped file
  cargo xtask figures --of ay13/ay13b/shed-only       those whose names begin so
  cargo xtask figures my.toml --format csv

In a Markdown text, `<!-- lab:figure NAME -->…<!-- /lab -->` asks for one: see `cargo xtask embed --help`.")]
pub struct Args {
    /// Scenario files; without any, all that are shipped.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Only figures whose names begin so.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub of: String,
    /// How the figures are shown.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: Form,
}

/// How figures are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// For a terminal.
    Table,
    /// An array of objects: name, value, unit.
    Json,
    /// A line for each: name, value, unit.
    Csv,
}

/// Prints the figures.
///
/// # Errors
///
/// [`Failure::Input`] or [`Failure::Diagnosed`] where a file is wrong, or no figure's name begins so;
/// [`Failure::Output`] where the figures cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let studies = lab::load_files_or_shipped(&args.files)?;
    let answers = lab::answer(&studies, cells_for_tables)?;
    let mut listed: Vec<Figure> = answers.iter().flat_map(figures::figures).collect();
    if listed.iter().all(|figure| !figure.name.starts_with(&args.of)) {
        return Err(Failure::Input(format!("no figure's name begins with `{}`", args.of)));
    }
    listed.retain(|figure| figure.name.starts_with(&args.of));
    console::data(|out| match args.format {
        Form::Table => out.write_all(text::render(&[figures::table(&listed, Language::English)]).as_bytes()),
        Form::Json => figures::write_json(&listed, out),
        Form::Csv => figures::write_csv(&listed, out),
    })
}
