//! `cargo xtask check`: every answer against its snapshot, and the project's own texts against the answers. `cargo test`
//! runs the same (`snapshots/check.rs`).

use std::path::{Path, PathBuf};

use report::answers::{cells_for_tables, cells_for_words};
use report::embed::Catalogue;
use report::language::Language;
use report::views::enough;
use report::{text, views, words};
use scenarios::what_if::Grid;

use super::{embed, schema, solve, sweep};
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
    /// Make the snapshots, and what the project's texts say, what the answers are now.
    #[arg(long)]
    pub accept: bool,
}

/// Checks the snapshots and the texts, or accepts the answers as they are.
///
/// # Errors
///
/// [`Failure::Check`] where a snapshot is changed, missing or stale, the schema is not that of the format, or a text is
/// stale; [`Failure::Input`] where the environment would
/// make a check worthless.
pub fn run(args: &Args) -> Result<(), Failure> {
    let expected = expected_snapshots()?;
    let root = snapshots_root();
    if args.accept {
        console::note(snapshots::accept(&root, &expected)?);
        return texts(true);
    }
    let report = snapshots::check(&root, &expected)?;
    let texts = texts(false);
    match (report.passed(), schema::shipped_is_stale(), texts) {
        (true, None, texts) => {
            console::note(report);
            texts
        }
        (_, stale_schema, texts) => {
            let stale_texts = texts.err().map(|failure| failure.to_string());
            let said: Vec<String> = [report.to_string()].into_iter().chain(stale_schema).chain(stale_texts).collect();
            Err(Failure::Check(said.join("\n\n")))
        }
    }
}

/// Holds what the project's own texts say against the answers, or brings them up to date.
fn texts(accept: bool) -> Result<(), Failure> {
    let texts = embed::own_texts()?;
    let studies = lab::load_folder(&lab::scenarios_folder())?;
    let answers = lab::answer(&studies, cells_for_tables)?;
    let embedded = embed::embed_all(&texts, None, &Catalogue::new(&answers))?;
    if accept {
        embed::write_changed(&texts, &embedded)?;
        return Ok(());
    }
    embed::fail_where_stale(&texts, &embedded)?;
    let asked: usize = embedded.iter().map(|embedded| embedded.asked).sum();
    console::note(format_args!("{asked} tables and figures in texts agree."));
    Ok(())
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
