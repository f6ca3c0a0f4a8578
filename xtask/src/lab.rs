//! Scenario files in, answers out: what every command does first.

use std::num::NonZeroU32;
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
    for loaded in load(paths, |doubt| console::note(doubt))? {
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

/// Reads a file that describes a system. Warnings go to the terminal.
///
/// # Errors
///
/// As [`load_studies`].
pub fn load_study(path: &Path) -> Result<Study, Failure> {
    let studies = load_studies(&[path.to_owned()])?;
    studies.into_iter().next().ok_or_else(|| Failure::Input(format!("`{}` describes no system", path.display())))
}

/// Reads every scenario file of a folder, in the order of their names. Files that are there only to be extended are
/// read, and left out. What is doubtful about them has been looked at by whoever shipped them; `run` says it again.
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
    let studies = load(&paths, |_| {})?.into_iter().filter_map(|loaded| match loaded {
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

fn load(paths: &[PathBuf], say_doubt: impl Fn(&str)) -> Result<Vec<Loaded>, Failure> {
    let mut loaded = Vec::new();
    let mut errors: Vec<String> = Vec::new();
    let mut doubts: Vec<String> = Vec::new();
    let read: Vec<_> = paths.par_iter().map(|path| scenarios::load(path)).collect();
    for (path, (resolved, diagnostics)) in paths.iter().zip(read) {
        match resolved {
            Some(Resolved::Study(study)) => loaded.push(Loaded::Study(study)),
            Some(Resolved::Fragment) => loaded.push(Loaded::Fragment(path.clone())),
            None => {
                // A mistake in a file that several others extend is one mistake.
                for error in diagnostics.render_each(true) {
                    if !errors.contains(&error) {
                        errors.push(error);
                    }
                }
                continue;
            }
        }
        for doubt in diagnostics.render_each(true) {
            // So is a doubt.
            if !doubts.contains(&doubt) {
                say_doubt(&doubt);
                doubts.push(doubt);
            }
        }
    }
    if errors.is_empty() { Ok(loaded) } else { Err(Failure::Diagnosed(errors.join("\n\n"))) }
}

/// Runs the wanted cells of every study, all of them in parallel, and the replications that it asks for. The answers do
/// not depend on the order in which cells are run.
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
///
/// # Errors
///
/// As [`run`].
pub fn replicate(study: &Study) -> Result<Vec<(Cell, Replicated)>, Failure> {
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

/// Records every cell of every study as written, all of them in parallel, cut into buckets of so many rounds.
///
/// # Errors
///
/// [`Failure::Check`] where the books of a run do not add up.
pub fn record(studies: &[Study], bucket_rounds: fn(&Study) -> NonZeroU32) -> Result<Vec<Vec<Record>>, Failure> {
    let of_study = |study: &Study| {
        let width = bucket_rounds(study);
        let cells: Vec<Cell> = study.cells().collect();
        let records = cells.par_iter().map(|cell| study.record(cell.scenario, cell.setting, width));
        records.collect::<Result<Vec<Record>, _>>().map_err(|violation| Failure::Check(violation.to_string()))
    };
    studies.par_iter().map(of_study).collect()
}

/// The folder of the scenario files that are shipped, as seen from the current folder where that is above it, so that
/// messages name short paths.
pub fn scenarios_folder() -> PathBuf {
    let folder = root().join("scenarios");
    let seen = std::env::current_dir().ok().and_then(|here| Some(folder.strip_prefix(here).ok()?.to_owned()));
    seen.unwrap_or(folder)
}

/// The folder for what can be made again.
pub fn target_folder() -> PathBuf {
    root().join("target")
}
