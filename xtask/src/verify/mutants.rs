//! Mutants of the cores: every small change to their code must make a test fail, or change nothing that can be seen.
//!
//! `cargo xtask verify --mutants` makes and tests them with cargo-mutants, which takes the better part of an hour; with
//! `--write` it keeps the counts in `docs/mutants.txt`, where the page takes them from.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{Section, markdown};
use crate::console::{self, Failure};
use crate::lab;

/// Packages whose code is mutated.
const PACKAGES: &[&str] = &["arrivals", "gate-core", "backpressure-core"];

/// Mutants that no test can catch, by file and change without their line, and why.
const EQUIVALENT: &[(&str, &str)] = &[];

/// What a run of cargo-mutants came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    /// Made a test fail, or the tests never end.
    caught: usize,
    /// Could not be built.
    unviable: usize,
    /// Not caught, and listed with a reason.
    equivalent: usize,
}

impl Counts {
    fn to_text(self) -> String {
        format!("caught {}\nunviable {}\nequivalent {}\n", self.caught, self.unviable, self.equivalent)
    }

    fn from_text(text: &str) -> Option<Counts> {
        let of = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|count| count.trim().parse().ok())
        };
        Some(Counts { caught: of("caught")?, unviable: of("unviable")?, equivalent: of("equivalent")? })
    }
}

/// Makes and tests all mutants.
///
/// # Errors
///
/// [`Failure::Check`] where a mutant survives that is not listed, or a listed one does not; [`Failure::Input`] where
/// cargo-mutants is not there or cannot work.
pub fn run(write: bool) -> Result<(), Failure> {
    let root = lab::root();
    let output = lab::target_folder().join("verify-mutants");
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(&root).arg("mutants").arg("--no-shuffle").arg("--output").arg(&output);
    for package in PACKAGES {
        command.args(["--package", package]);
    }
    let status = command.status().map_err(|error| Failure::Input(format!("cannot run cargo: {error}")))?;
    let results = output.join("mutants.out");
    // 2 and 3: mutants were missed, or timed out. All else means that there is no result.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        return Err(Failure::Input("cargo-mutants did not work; `cargo install cargo-mutants` gets it".to_owned()));
    }
    let lines = |name: &str| -> Vec<String> {
        fs::read_to_string(results.join(name)).unwrap_or_default().lines().map(str::to_owned).collect()
    };
    let missed = lines("missed.txt");
    let mut problems: Vec<String> = Vec::new();
    for mutant in &missed {
        if !EQUIVALENT.iter().any(|(known, _)| *known == without_place(mutant)) {
            problems.push(format!("no test fails: {mutant}"));
        }
    }
    for (known, _) in EQUIVALENT {
        if !missed.iter().any(|mutant| without_place(mutant) == *known) {
            problems.push(format!("listed as equivalent, and caught or gone: {known}"));
        }
    }
    if !problems.is_empty() {
        return Err(Failure::Check(problems.join("\n")));
    }
    let counts = Counts {
        caught: lines("caught.txt").len() + lines("timeout.txt").len(),
        unviable: lines("unviable.txt").len(),
        equivalent: missed.len(),
    };
    let path = counts_file();
    if write {
        fs::write(&path, counts.to_text())
            .map_err(|error| Failure::Input(format!("cannot write `{}`: {error}", path.display())))?;
    }
    console::note(format_args!("{} mutants caught, {} equivalent.", counts.caught, counts.equivalent));
    Ok(())
}

fn counts_file() -> PathBuf {
    lab::root().join("docs").join("mutants.txt")
}

/// `crates/a/src/b.rs:12:5: replace + with -` without the place in the file, which moves with every edit.
fn without_place(mutant: &str) -> String {
    let mut parts = mutant.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(_), Some(_), Some(change)) => format!("{file}:{change}"),
        _ => mutant.to_owned(),
    }
}

/// What the last run came to, where its counts have been kept.
///
/// # Errors
///
/// [`Failure::Input`] where its counts cannot be read.
pub fn section() -> Result<Option<Section>, Failure> {
    let path = counts_file();
    if !path.exists() {
        return Ok(None);
    }
    let text = fs::read_to_string(&path)
        .map_err(|error| Failure::Input(format!("cannot read `{}`: {error}", path.display())))?;
    let Some(counts) = Counts::from_text(&text) else {
        return Err(Failure::Input(format!("`{}` has no counts", path.display())));
    };
    let listed: Vec<Vec<String>> =
        EQUIVALENT.iter().map(|(mutant, reason)| vec![format!("`{mutant}`"), (*reason).to_owned()]).collect();
    let listed = match listed.is_empty() {
        true => String::new(),
        false => format!("\n{}", markdown::table(&["equivalent mutant", "why no test can tell"], 2, &listed)),
    };
    let markdown = format!(
        "## Tests of the tests\n\n\
         cargo-mutants changes the code of `{}` in one small place at a time and runs their tests: {} mutants are caught, \
         {} do not build, {} survive and are equivalent (listed with the reason). `cargo xtask verify --mutants` repeats \
         it.\n{listed}",
        PACKAGES.join("`, `"),
        counts.caught,
        counts.unviable,
        counts.equivalent,
    );
    Ok(Some(Section::new(&markdown, Vec::new())))
}

#[cfg(test)]
mod tests {
    use super::{Counts, without_place};

    #[test]
    fn counts_are_read_as_they_are_written() {
        let counts = Counts { caught: 470, unviable: 3, equivalent: 5 };
        assert_eq!(Counts::from_text(&counts.to_text()), Some(counts));
        assert_eq!(Counts::from_text("caught 3\n"), None);
    }

    #[test]
    fn a_mutant_is_known_wherever_it_stands() {
        assert_eq!(
            without_place("crates/a/src/b.rs:12:5: replace + with - in f"),
            "crates/a/src/b.rs: replace + with - in f"
        );
    }
}
