//! `cargo xtask verify`: is what the lab answers right? See `docs/trust.md`, which this writes.

use std::fs;

use similar::{ChangeTag, TextDiff};

use crate::console::{self, Failure};
use crate::lab;
use crate::verify::{Section, mutants, page};

/// What `verify` takes.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask verify            theory, a second model, identities; and is docs/trust.md up to date?
  cargo xtask verify --write    the same, and writes docs/trust.md
  cargo xtask verify --mutants  tests every mutant of the cores (needs cargo-mutants; about an hour)")]
pub struct Args {
    /// Write `docs/trust.md` instead of holding it against what was found.
    #[arg(long)]
    pub write: bool,
    /// Compare fewer random systems, and build nothing.
    #[arg(long, conflicts_with = "write")]
    pub quick: bool,
    /// Test every mutant of the cores; with `--write`, keep the counts for the page.
    #[arg(long, conflicts_with = "quick")]
    pub mutants: bool,
}

/// Verifies.
///
/// # Errors
///
/// [`Failure::Check`] where anything disagrees, or the page is not up to date; [`Failure::Input`] where something that
/// is needed is not there.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.mutants {
        mutants::run(args.write)?;
        if !args.write {
            return Ok(());
        }
    }
    let shipped = lab::load_folder(&lab::scenarios_folder())?;
    let fast = page::fast_sections(&shipped)?;
    let long = page::long_sections(&shipped, args.quick)?;
    let mut problems: Vec<String> =
        fast.iter().chain(&long).flat_map(|section| section.problems.iter().cloned()).collect();
    if args.write {
        write(&page::page(&fast, &long))?;
    } else if args.quick {
        problems.extend(missing(&fast)?);
    } else {
        problems.extend(differences(&page::page(&fast, &long))?);
    }
    if problems.is_empty() {
        console::note(if args.write { "All agrees; docs/trust.md is written." } else { "All agrees." });
        Ok(())
    } else {
        Err(Failure::Check(problems.join("\n")))
    }
}

fn write(text: &str) -> Result<(), Failure> {
    let path = page::path();
    fs::write(&path, text).map_err(|error| Failure::Input(format!("cannot write `{}`: {error}", path.display())))
}

fn read() -> Result<String, Failure> {
    let path = page::path();
    fs::read_to_string(&path).map_err(|error| Failure::Input(format!("cannot read `{}`: {error}", path.display())))
}

/// The lines of the page that are not what they should be: old, then new.
fn differences(wanted: &str) -> Result<Vec<String>, Failure> {
    let page = read()?;
    let difference = TextDiff::from_lines(page.as_str(), wanted);
    let mut lines: Vec<String> = Vec::new();
    for change in difference.iter_all_changes() {
        let mark = match change.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Delete => "old",
            ChangeTag::Insert => "new",
        };
        lines.push(format!("  {mark}: {}", change.value().trim_end()));
    }
    if !lines.is_empty() {
        lines.insert(0, "docs/trust.md is not up to date; `cargo xtask verify --write` makes it so:".to_owned());
    }
    Ok(lines)
}

/// The fast sections that the page does not have as they are.
///
/// # Errors
///
/// [`Failure::Input`] where the page cannot be read.
pub fn missing(sections: &[Section]) -> Result<Vec<String>, Failure> {
    let page = read()?;
    let absent = sections.iter().filter(|section| !page.contains(section.markdown.trim_end()));
    let heading = |section: &Section| section.markdown.lines().next().unwrap_or_default().to_owned();
    let complaint = |section| {
        format!("docs/trust.md is not up to date in `{}`; `cargo xtask verify --write` makes it so", heading(section))
    };
    Ok(absent.map(complaint).collect())
}
