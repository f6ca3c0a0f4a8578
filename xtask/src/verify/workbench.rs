//! A folder of scenario files that exist only for as long as something is verified with them.

use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use scenarios::outcome::{ChainOutcome, GateOutcome, Outcome};
use scenarios::study::Study;
use scenarios::{Cell, Resolved, Way};

use crate::console::Failure;
use crate::lab;

/// A folder below the repository's `target`, gone when this is dropped.
#[derive(Debug)]
pub struct Workbench {
    folder: PathBuf,
}

/// Workbenches that this process has had.
static MADE: AtomicU64 = AtomicU64::new(0);

impl Workbench {
    /// An empty one.
    ///
    /// # Errors
    ///
    /// [`Failure::Input`] where the folder cannot be made.
    pub fn new() -> Result<Workbench, Failure> {
        let nth = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = lab::target_folder().join("verify").join(format!("{}-{nth}", process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
        Ok(Workbench { folder })
    }

    /// Writes the files into a folder of that name, and reads the first as the loader reads any scenario file.
    ///
    /// # Errors
    ///
    /// [`Failure::Input`] where a file cannot be written; [`Failure::Diagnosed`] where the loader refuses it.
    pub fn study(&self, name: &str, files: &[(String, String)]) -> Result<Study, Failure> {
        let folder = self.folder.join(name);
        std::fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
        for (file, text) in files {
            let path = folder.join(file);
            std::fs::write(&path, text).map_err(|error| unwritable(&path, &error))?;
        }
        let first = files.first().map_or("", |(file, _)| file);
        // Warnings are for people who write files; a random system has phases that change nothing.
        let (resolved, diagnostics) = scenarios::load(&folder.join(first));
        match resolved {
            Some(Resolved::Study(study)) => Ok(*study),
            Some(Resolved::Fragment) => Err(Failure::Input(format!("`{name}` describes no system"))),
            None => Err(Failure::Diagnosed(diagnostics.render(false))),
        }
    }

    /// The outcome of the first cell of a gate.
    ///
    /// # Errors
    ///
    /// As [`Workbench::study`]; [`Failure::Check`] where the books do not add up.
    pub fn gate(&self, name: &str, text: &str) -> Result<GateOutcome, Failure> {
        match self.first_cell(name, text)? {
            Outcome::Gate(outcome) => Ok(outcome),
            Outcome::Chain(_) => Err(Failure::Input(format!("`{name}` is a chain"))),
        }
    }

    /// The outcome of the first cell of a chain.
    ///
    /// # Errors
    ///
    /// As [`Workbench::gate`].
    pub fn chain(&self, name: &str, text: &str) -> Result<ChainOutcome, Failure> {
        match self.first_cell(name, text)? {
            Outcome::Chain(outcome) => Ok(outcome),
            Outcome::Gate(_) => Err(Failure::Input(format!("`{name}` is a gate"))),
        }
    }

    fn first_cell(&self, name: &str, text: &str) -> Result<Outcome, Failure> {
        let study = self.study(name, &[("system.toml".to_owned(), text.to_owned())])?;
        let cell = Cell { scenario: 0, setting: 0, way: Way::AsWritten };
        lab::run(&study, cell)
    }
}

impl Drop for Workbench {
    fn drop(&mut self) {
        // What cannot be removed lies below `target`, and is in nobody's way.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn unwritable(path: &std::path::Path, error: &std::io::Error) -> Failure {
    Failure::Input(format!("cannot write `{}`: {error}", path.display()))
}
