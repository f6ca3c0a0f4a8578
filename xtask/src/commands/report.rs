//! `cargo xtask report`: everything in one HTML file, with pictures.

use std::fs;
use std::path::PathBuf;

use report::answers::{cells_for_tables, cells_for_words};
use report::html::{self, Recorded};
use report::language::Language;

use crate::cli::language_parser;
use crate::console::{self, Failure};
use crate::lab;

/// What `report` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file needs nothing else: a browser opens it from disk, with or without a network.

Examples:
  cargo xtask report                            every shipped file, in English, to target/report.html
  cargo xtask report my.toml -o my.html --lang tr")]
pub struct Args {
    /// Scenario files; without any, all that are shipped.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where the report is written.
    #[arg(short, long, value_name = "PATH", default_value = "target/report.html")]
    pub output: PathBuf,
    /// Language of the report.
    #[arg(long, value_name = "LANG", default_value_t = Language::English, value_parser = language_parser())]
    pub lang: Language,
}

/// Writes the report.
///
/// # Errors
///
/// [`Failure::Input`] or [`Failure::Diagnosed`] where a file is wrong; [`Failure::Output`] where the report cannot be
/// written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut studies = lab::load_files_or_shipped(&args.files)?;
    if args.files.is_empty() {
        // As a reader looks for them, and not by the whole name, where `ay11-timeline.toml` comes before `ay11.toml`.
        studies.sort_by(|one, other| one.about.file.cmp(&other.about.file));
    }
    let answers = lab::answer(&studies, |study| [cells_for_tables(study), cells_for_words(study)].concat())?;
    let records = lab::record(&studies, html::bucket_rounds)?;
    let recorded: Vec<Recorded<'_>> =
        answers.iter().zip(records).map(|(answers, records)| Recorded { answers, records }).collect();
    let document = html::render(&recorded, args.lang);
    if let Some(folder) = args.output.parent() {
        fs::create_dir_all(folder).map_err(Failure::Output)?;
    }
    fs::write(&args.output, document).map_err(Failure::Output)?;
    console::note(format_args!("{}", args.output.display()));
    Ok(())
}
