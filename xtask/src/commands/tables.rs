//! `cargo xtask tables`: the tables of the lessons, rebuilt.

use std::path::PathBuf;

use report::answers::cells_for_tables;
use report::table::Table;
use report::views;
use scenarios::study::Study;

use crate::cli::Presentation;
use crate::console::{self, Failure};
use crate::lab;

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
/// [`Failure::Input`] or [`Failure::Diagnosed`] where a file is wrong; [`Failure::Output`] where the tables cannot be
/// written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let studies = if args.files.is_empty() { lesson_studies()? } else { lab::load_studies(&args.files)? };
    let answers = lab::answer(&studies, cells_for_tables)?;
    let mut tables: Vec<Table> = Vec::new();
    for answers in &answers {
        let mut all = views::tables(answers, args.presentation.lang);
        if answers.about().lesson.is_none() {
            // The lessons print no ages by flow.
            all.extend(views::ages(answers, args.presentation.lang));
        }
        for table in all {
            if is_new(&table, &tables) {
                tables.push(table);
            }
        }
    }
    console::data(|out| args.presentation.format.write(&tables, out))
}

/// The shipped files that belong to a lesson, lesson by lesson. Their names are in the course's order.
fn lesson_studies() -> Result<Vec<Study>, Failure> {
    let mut studies = lab::load_folder(&lab::scenarios_folder())?;
    studies.retain(|study| study.about.lesson.is_some());
    let mut lessons: Vec<String> = Vec::new();
    for lesson in studies.iter().filter_map(|study| study.about.lesson.clone()) {
        if !lessons.contains(&lesson) {
            lessons.push(lesson);
        }
    }
    let place = |study: &Study| lessons.iter().position(|lesson| Some(lesson) == study.about.lesson.as_ref());
    studies.sort_by_key(place);
    Ok(studies)
}

/// Whether a table says what none before it does: files that extend one system all describe it.
fn is_new(table: &Table, before: &[Table]) -> bool {
    !before.iter().any(|earlier| earlier.columns == table.columns && earlier.rows == table.rows)
}
