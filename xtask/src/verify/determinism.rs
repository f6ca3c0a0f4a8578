//! The same bytes, however the cells are run.

use std::process::Command;

use report::answers::{Answers, cells_for_tables};
use report::cells;
use report::language::Language;
use report::{text, views};
use scenarios::study::Study;

use super::{Section, markdown};
use crate::console::Failure;
use crate::lab;

/// All answers of the shipped files: JSON of every cell, and every table in both languages.
fn bytes(answers: &[Answers<'_>]) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    cells::write_json(answers, &mut bytes).map_err(Failure::Output)?;
    for answers in answers {
        for language in Language::ALL {
            bytes.extend(text::render(&views::tables(answers, language)).into_bytes());
        }
    }
    Ok(bytes)
}

/// All cells, one after the other, from the last of the last file to the first of the first.
fn in_reversed_order(studies: &[Study]) -> Result<Vec<u8>, Failure> {
    let mut answers = Vec::new();
    for study in studies.iter().rev() {
        let cells = cells_for_tables(study).into_iter().rev();
        let outcomes = cells.map(|cell| Ok((cell, lab::run(study, cell)?)));
        let answered = Answers::new(study, outcomes.collect::<Result<Vec<_>, Failure>>()?);
        answers.push(answered.with_replications(lab::replicate(study)?));
    }
    answers.reverse();
    bytes(&answers)
}

fn on_threads(threads: usize, studies: &[Study]) -> Result<Vec<u8>, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::Input(format!("no threads: {error}")))?
        .install(|| bytes(&lab::answer(studies, cells_for_tables)?))
}

/// One thread, many, the cells in reversed order, and another build.
///
/// # Errors
///
/// Where a run's books do not add up, or the debug build cannot be run.
pub fn section(studies: &[Study], with_debug_build: bool) -> Result<Section, Failure> {
    let alone = on_threads(1, studies)?;
    let cells: usize = studies.iter().map(|study| study.cells().count()).sum();
    let mut problems = Vec::new();
    if on_threads(16, studies)? != alone {
        problems.push("sixteen threads give other bytes than one".to_owned());
    }
    if in_reversed_order(studies)? != alone {
        problems.push("the reversed order gives other bytes".to_owned());
    }
    if with_debug_build && debug_build_bytes(studies)? != json(studies)? {
        problems.push("a debug build gives other bytes than a release build".to_owned());
    }
    let markdown = format!(
        "## The same bytes\n\n\
         The {} cells of the shipped files, as JSON and as tables in both languages: {} bytes, the same on one thread and \
         on sixteen, in file order and in reversed order; the cells as JSON also from a debug build. Sums are of \
         whole numbers, cells are put in file order before anything reads them, and no result depends on locale, time \
         zone, environment or path.\n",
        cells,
        markdown::grouped(alone.len() as u128),
    );
    Ok(Section::new(&markdown, problems))
}

fn json(studies: &[Study]) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    cells::write_json(&lab::answer(studies, |study| study.cells().collect())?, &mut bytes).map_err(Failure::Output)?;
    Ok(bytes)
}

fn debug_build_bytes(studies: &[Study]) -> Result<Vec<u8>, Failure> {
    let folder = lab::scenarios_folder();
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(lab::root()).args(["run", "--quiet", "--package", "xtask", "--", "run", "--format", "json"]);
    command.args(studies.iter().map(|study| folder.join(format!("{}.toml", study.about.file))));
    let output = command.output();
    let output = output.map_err(|error| Failure::Input(format!("cannot run cargo: {error}")))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(Failure::Input(format!("the debug build fails:\n{}", String::from_utf8_lossy(&output.stderr))))
    }
}
