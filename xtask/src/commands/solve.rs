//! `cargo xtask solve`: the number from which on a condition holds.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use report::table::Table;
use report::views::enough;
use scenarios::study::Study;
use scenarios::what_if::{Condition, NamedSolve, Solved, Target, solve};

use super::sweep::{books, diagnosed, interrupted, only, progress};
use crate::cli::Presentation;
use crate::console::{self, Failure};
use crate::lab;

/// What `solve` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask solve scenarios/ay12.toml --setting shed-only --find 'smallest capacity' --such-that 'shed.tracking == 0'
  cargo xtask solve scenarios/ay11.toml --scenario ay11 --setting to-the-boundary \\
      --find 'smallest rate.projection in 60..120' --such-that 'refused <= 1000 and max-age <= 10'
  cargo xtask solve scenarios/ay11.toml             what the file asks itself: what would have been enough

Every value of the range is run; nothing is guessed between two of them. docs/sweeps.md says which range that is.")]
pub struct Args {
    /// Scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// `smallest PATH` or `largest PATH`, and perhaps ` in FIRST..LAST/STEP`.
    #[arg(long, value_name = "TARGET", requires = "such_that")]
    pub find: Option<String>,
    /// What has to hold: `MEASURE == NUMBER`, with ==, !=, <=, >=, <, > and `and`.
    #[arg(long, value_name = "CONDITION", requires = "find")]
    pub such_that: Option<String>,
    /// The scenario of this name; needed where there are several.
    #[arg(long, value_name = "NAME", requires = "find")]
    pub scenario: Option<String>,
    /// The setting of this name; needed where there are several.
    #[arg(long, value_name = "NAME", requires = "find")]
    pub setting: Option<String>,
    /// How the answer is shown.
    #[command(flatten)]
    pub presentation: Presentation,
}

/// Searches.
///
/// # Errors
///
/// [`Failure::Input`] or [`Failure::Diagnosed`] where the file, a name or a text is wrong; [`Failure::Output`] where
/// the answer cannot be written; [`Failure::Check`] where no value holds, or it was interrupted.
pub fn run(args: &Args) -> Result<(), Failure> {
    let study = lab::load_study(&args.file)?;
    let Presentation { lang, format } = args.presentation;
    let (Some(find), Some(such_that)) = (&args.find, &args.such_that) else {
        if study.solves.is_empty() {
            return Err(Failure::Input(format!(
                "say what to find, as in `--find 'smallest capacity' --such-that 'max-age <= 2'`: `{}` has no [[solve]]",
                args.file.display()
            )));
        }
        let table = enough::enough(&study, &solve_all(&study)?, lang);
        return console::data(|out| format.write(&[table], out));
    };
    let target = Target::from_option(&study, "--find", find).map_err(diagnosed)?;
    let condition = Condition::from_option(&study, "--such-that", such_that).map_err(diagnosed)?;
    let study = only(study, args.scenario.as_deref(), args.setting.as_deref())?;
    let solved = search(&study, &target, &condition)?;
    let table: Table = enough::proof(&study, &target, &condition, &solved, lang);
    console::data(|out| format.write(&[table], out))?;
    match solved.first {
        Some(_) => Ok(()),
        None => Err(Failure::Check(format!("no value in {} holds", solved.range))),
    }
}

/// Everything that a file asks for itself.
///
/// # Errors
///
/// [`Failure::Input`] where a search cannot be made; [`Failure::Check`] where the books of a run do not add up.
pub fn solve_all(study: &Study) -> Result<Vec<(&NamedSolve, Solved)>, Failure> {
    let mut solved = Vec::new();
    for asked in &study.solves {
        if let Some(found) = asked.solve(study).map_err(Failure::Input)?.map_err(books)? {
            solved.push((asked, found));
        }
    }
    Ok(solved)
}

fn search(study: &Study, target: &Target, condition: &Condition) -> Result<Solved, Failure> {
    let (scenarios, settings) = study.shape();
    for (count, what) in [(scenarios, "scenario"), (settings, "setting")] {
        if count != 1 {
            return Err(Failure::Input(format!("there are {count} {what}s: choose one with --{what}")));
        }
    }
    let interrupted = interrupted()?;
    let bar = progress(0);
    let mut on_progress = |done: u64, of: u64| {
        bar.set_length(of);
        bar.set_position(done);
        !interrupted.load(Ordering::Relaxed)
    };
    let solved = solve(study, target, condition, &mut on_progress).map_err(Failure::Input)?.map_err(books)?;
    bar.finish_and_clear();
    solved.ok_or_else(|| {
        Failure::Check("interrupted: the range was not run to its end, so there is no answer".to_owned())
    })
}
