//! `cargo xtask check`: every answer against its snapshot. `cargo test` runs the same (`snapshots/check.rs`).

use std::path::{Path, PathBuf};

use report::answers::{cells_for_tables, cells_for_words};
use report::language::Language;
use report::views::enough;
use report::{text, views, words};
use scenarios::what_if::Grid;

use super::{schema, solve, sweep};
use crate::console::{self, Failure};
use crate::lab;
use crate::snapshots::{self, Expected};

/// What `check` takes.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask check             says every number that moved; a moved snapshot waits for `cargo insta review`
  cargo xtask check --accept    takes the answers as they are now, and removes snapshots without an answer")]
pub struct Args {
    /// Make the snapshots what the answers are now.
    #[arg(long)]
    pub accept: bool,
}

/// Checks the snapshots, or accepts the answers as they are.
///
/// # Errors
///
/// [`Failure::Check`] where a snapshot is changed, missing or stale, or the schema is not that of the format; [`Failure::Input`] where the environment would
/// make a check worthless.
pub fn run(args: &Args) -> Result<(), Failure> {
    let expected = expected_snapshots()?;
    let root = snapshots_root();
    if args.accept {
        console::note(snapshots::accept(&root, &expected)?);
        return Ok(());
    }
    let report = snapshots::check(&root, &expected)?;
    match (report.passed(), schema::shipped_is_stale()) {
        (true, None) => {
            console::note(report);
            Ok(())
        }
        (_, stale_schema) => {
            let said: Vec<String> = [report.to_string()].into_iter().chain(stale_schema).collect();
            Err(Failure::Check(said.join("\n\n")))
        }
    }
}

/// Every snapshot that there should be, with the answer that it should hold: one for each cell of each shipped file,
/// one for each table and for the words of each file in each language, and one for each sweep and for the searches
/// that a file asks for.
///
/// # Errors
///
/// Where a scenario file is wrong, or a run's books do not add up.
pub fn expected_snapshots() -> Result<Vec<Expected>, Failure> {
    let studies = lab::load_folder(&lab::scenarios_folder())?;
    let answers = lab::answer(&studies, |study| [cells_for_tables(study), cells_for_words(study)].concat())?;
    let mut expected = Vec::new();
    for answers in &answers {
        for (name, body) in views::cells(answers) {
            expected.push(Expected { path: format!("cells/{name}"), body });
        }
        for language in Language::ALL {
            for table in views::tables(answers, language).into_iter().chain(views::ages(answers, language)) {
                let path = format!("tables/{language}/{}", table.name);
                expected.push(Expected { path, body: text::render(&[table]) });
            }
            let path = format!("words/{language}/{}", answers.about().file);
            expected.push(Expected { path, body: words::text(&words::passages(answers, language)) });
        }
    }
    for study in &studies {
        for sweep in &study.sweeps {
            let part = sweep::only(study.clone(), sweep.scenario.as_deref(), sweep.setting.as_deref())?;
            let grid = Grid::new(&part, sweep.axes.clone(), sweep.measures.clone()).map_err(Failure::Input)?;
            let body = format!("{}\n\n{}", sweep.named.label.en, sweep::text(&grid)?);
            expected.push(Expected { path: format!("sweeps/{}-{}", study.about.file, sweep.named.name), body });
        }
        let solved = solve::solve_all(study)?;
        for language in Language::ALL.into_iter().filter(|_| !solved.is_empty()) {
            let table = enough::enough(study, &solved, language);
            let path = format!("tables/{language}/{}", table.name);
            expected.push(Expected { path, body: text::render(&[table]) });
        }
    }
    Ok(expected)
}

/// The folder of the snapshots, a package of its own, since `cargo insta review` looks below packages only.
pub fn snapshots_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("snapshots")
}
