//! Scenario files in, answers out: what every command does first.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use report::answers::Answers;
use report::replications::{Replicated, counts};
use scenarios::outcome::Outcome;
use scenarios::record::Record;
use scenarios::study::Study;
use scenarios::{Cell, Resolved, Way};

use crate::console::{self, Failure};
use crate::repeat;

/// A file that describes a system, or only figures for other files to extend.
enum Loaded {
    Study(Box<Study>),
    Fragment(PathBuf),
}

/// Reads files that each describe a system. Warnings go to the terminal.
///
/// # Errors
///
/// [`Failure::Diagnosed`] with all errors of all files; [`Failure::Input`] where a file describes no system.
pub fn load_studies(paths: &[PathBuf]) -> Result<Vec<Study>, Failure> {
    let mut studies = Vec::new();
    for loaded in load(paths)? {
        match loaded {
            Loaded::Study(study) => studies.push(*study),
            Loaded::Fragment(path) => {
                return Err(Failure::Input(format!(
                    "`{}` has neither [gate] nor [chain]: it is there for other files to extend",
                    path.display()
                )));
            }
        }
    }
    Ok(studies)
}

/// Reads every scenario file of a folder, in the order of their names. Files that are there only to be extended are
/// read, and left out.
///
/// # Errors
///
/// [`Failure::Diagnosed`] with all errors of all files; [`Failure::Input`] where the folder cannot be read.
pub fn load_folder(folder: &Path) -> Result<Vec<Study>, Failure> {
    let unreadable = |error| Failure::Input(format!("cannot read `{}`: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    let studies = load(&paths)?.into_iter().filter_map(|loaded| match loaded {
        Loaded::Study(study) => Some(*study),
        Loaded::Fragment(_) => None,
    });
    Ok(studies.collect())
}

/// Reads files that each describe a system; where none is named, all that are shipped.
///
/// # Errors
///
/// As [`load_studies`] and [`load_folder`].
pub fn load_files_or_shipped(paths: &[PathBuf]) -> Result<Vec<Study>, Failure> {
    if paths.is_empty() { load_folder(&scenarios_folder()) } else { load_studies(paths) }
}

fn load(paths: &[PathBuf]) -> Result<Vec<Loaded>, Failure> {
    let mut loaded = Vec::new();
    let mut errors: Vec<String> = Vec::new();
    for path in paths {
        let (resolved, diagnostics) = scenarios::load(path);
        match resolved {
            Some(Resolved::Study(study)) => loaded.push(Loaded::Study(study)),
            Some(Resolved::Fragment) => loaded.push(Loaded::Fragment(path.clone())),
            None => {
                let text = diagnostics.render(true);
                // A mistake in a file that several others extend is one mistake.
                if !errors.contains(&text) {
                    errors.push(text);
                }
                continue;
            }
        }
        if diagnostics.iter().next().is_some() {
            console::note(diagnostics.render(true).trim_end());
        }
    }
    if errors.is_empty() { Ok(loaded) } else { Err(Failure::Diagnosed(errors.concat())) }
}

/// Runs the wanted cells of every study, all of them in parallel, and the replications that it asks for. The answers do not depend on the order in which
/// cells are run.
///
/// # Errors
///
/// [`Failure::Check`] where the books of a run do not add up.
pub fn answer<'a>(studies: &'a [Study], wanted: impl Fn(&Study) -> Vec<Cell>) -> Result<Vec<Answers<'a>>, Failure> {
    let cells: Vec<(usize, Cell)> = studies
        .iter()
        .enumerate()
        .flat_map(|(index, study)| wanted(study).into_iter().map(move |cell| (index, cell)))
        .collect();
    let outcomes: Vec<_> = cells.par_iter().map(|(index, cell)| run(&studies[*index], *cell)).collect();
    let mut by_study: Vec<Vec<_>> = studies.iter().map(|_| Vec::new()).collect();
    for ((index, cell), outcome) in cells.into_iter().zip(outcomes) {
        by_study[index].push((cell, outcome?));
    }
    let answers = studies.iter().zip(by_study).map(|(study, outcomes)| {
        let answers = Answers::new(study, outcomes);
        Ok(answers.with_replications(replicate(study)?))
    });
    answers.collect()
}

/// Runs every cell of a study with as many seeds as it asks for; none where nothing is left to chance, and every seed
/// would give the same answer.
fn replicate(study: &Study) -> Result<Vec<(Cell, Replicated)>, Failure> {
    let Some(replications) = study.about.replications.filter(|_| study.is_random()) else { return Ok(Vec::new()) };
    let replicated = study.cells().map(|cell| {
        let runs: Vec<_> = (0..replications)
            .into_par_iter()
            .map(|number| run(study, Cell { way: Way::Replication(number), ..cell }))
            .map(|outcome| outcome.map(|outcome| counts(study, &outcome)))
            .collect();
        let runs: Vec<_> = runs.into_iter().collect::<Result<_, _>>()?;
        Ok((cell, Replicated::new(study, &runs)))
    });
    replicated.collect()
}

/// Runs one cell.
///
/// # Errors
///
/// [`Failure::Check`] where the books of the run do not add up: it names the cell, and a file that repeats it.
pub fn run(study: &Study, cell: Cell) -> Result<Outcome, Failure> {
    study.run(cell).map_err(|violation| repeat::failure(study, cell, &violation))
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("")
}

/// Records every cell of every study as written, all of them in parallel, cut as the report's pictures are.
///
/// # Errors
///
/// [`Failure::Check`] where the books of a run do not add up.
pub fn record(studies: &[Study]) -> Result<Vec<Vec<Record>>, Failure> {
    let of_study = |study: &Study| {
        let width = report::html::bucket_rounds(study);
        let cells: Vec<Cell> = study.cells().collect();
        let records = cells.par_iter().map(|cell| study.record(cell.scenario, cell.setting, width));
        records.collect::<Result<Vec<Record>, _>>().map_err(|violation| Failure::Check(violation.to_string()))
    };
    studies.par_iter().map(of_study).collect()
}

/// The folder of the scenario files that are shipped.
pub fn scenarios_folder() -> PathBuf {
    root().join("scenarios")
}

/// The folder for what can be made again.
pub fn target_folder() -> PathBuf {
    root().join("target")
}
