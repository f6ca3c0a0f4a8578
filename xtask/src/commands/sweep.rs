//! `cargo xtask sweep`: a system under every combination of other numbers.

use std::io::{self, IsTerminal};
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use report::sweeps::{Form, HeatMap, Layout};
use scenarios::study::{Model, Study};
use scenarios::what_if::{Answered, Axis, Grid, Measure};
use scenarios::{Diagnostics, Violation};

use crate::console::{self, Failure};
use crate::lab;

/// What `sweep` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask sweep scenarios/ay13.toml --scenario ay13b --setting both \\
      --vary capacity=400..700/5 --vary throttle.ceiling=1.0..1.6/0.05 --measure shed.tracking,max-age
  cargo xtask sweep scenarios/ay11.toml --vary stage.ingress.buffer=100..400 --format csv > buffers.csv
  cargo xtask sweep scenarios/ay11.toml             the sweeps that the file asks for itself

The last axis runs fastest. docs/sweeps.md has every path and measure, and how to spread a sweep over machines.")]
pub struct Args {
    /// Scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A number of the file by its path, and its values: PATH=FIRST..LAST/STEP, or PATH=A,B,C. Once for each axis.
    #[arg(long, value_name = "AXIS")]
    pub vary: Vec<String>,
    /// Only the scenario of this name.
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// Only the setting of this name.
    #[arg(long, value_name = "NAME")]
    pub setting: Option<String>,
    /// Counts to show, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub measure: Vec<String>,
    /// Form of the answer; `json` is JSON Lines, an object for each row.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: SweepFormat,
    /// Answer the K-th of N parts of the grid only. The parts one after another are the whole.
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Leave the header out, as for every part but the first.
    #[arg(long)]
    pub no_header: bool,
}

/// Forms of a sweep's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SweepFormat {
    /// Columns for people; a grid of two axes gets a picture.
    Table,
    /// A line for each row.
    Csv,
    /// JSON Lines.
    Json,
}

impl SweepFormat {
    fn form(self) -> Form {
        match self {
            SweepFormat::Table => Form::Table,
            SweepFormat::Csv => Form::Csv,
            SweepFormat::Json => Form::Json,
        }
    }
}

/// The K-th of N parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parsed = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err("a part is K/N, with K from 1 to N, as in 3/8".to_owned()),
        }
    }
}

impl Shard {
    /// Contiguous parts whose lengths differ by one row at most.
    fn rows(self, rows: u64) -> Range<u64> {
        let cut = |part: u64| (u128::from(rows) * u128::from(part) / u128::from(self.of)) as u64;
        cut(self.number - 1)..cut(self.number)
    }
}

/// Runs the sweep of the command line, or those of the file.
///
/// # Errors
///
/// [`Failure::Input`] or [`Failure::Diagnosed`] where the file, a name or an axis is wrong; [`Failure::Output`] where
/// the answer cannot be written; [`Failure::Check`] where it was interrupted.
pub fn run(args: &Args) -> Result<(), Failure> {
    let study = lab::load_study(&args.file)?;
    let interrupted = interrupted()?;
    if !args.vary.is_empty() {
        let study = only(study, args.scenario.as_deref(), args.setting.as_deref())?;
        let axes = args.vary.iter().map(|text| Axis::from_option(&study, "--vary", text).map_err(diagnosed));
        let axes: Vec<Axis> = axes.collect::<Result<_, _>>()?;
        let measures =
            args.measure.iter().map(|text| Measure::from_option(&study, "--measure", text).map_err(diagnosed));
        let mut measures: Vec<Measure> = measures.collect::<Result<_, _>>()?;
        if measures.is_empty() {
            measures = Measure::usual(&study);
        }
        let grid = Grid::new(&study, axes, measures).map_err(Failure::Input)?;
        return write(&grid, args, &interrupted);
    }
    if study.sweeps.is_empty() {
        return Err(Failure::Input(format!(
            "say what to vary, as in `--vary capacity=400..700/5`: `{}` has no [[sweep]]",
            args.file.display()
        )));
    }
    if !args.measure.is_empty() || args.scenario.is_some() || args.setting.is_some() || args.shard.is_some() {
        return Err(Failure::Input("--measure, --scenario, --setting and --shard go with --vary".to_owned()));
    }
    for sweep in &study.sweeps {
        let study = only(study.clone(), sweep.scenario.as_deref(), sweep.setting.as_deref())?;
        let grid = Grid::new(&study, sweep.axes.clone(), sweep.measures.clone()).map_err(Failure::Input)?;
        write(&grid, args, &interrupted)?;
    }
    Ok(())
}

/// The rows of a grid and its picture as text: what a snapshot of a file's sweep holds.
///
/// # Errors
///
/// [`Failure::Check`] where the books of a run do not add up.
pub fn text(grid: &Grid<'_>) -> Result<String, Failure> {
    let layout = Layout::new(grid, Form::Table);
    let mut text = Vec::new();
    layout.write_header(&mut text).map_err(Failure::Output)?;
    let answered = grid.answer(0..grid.rows()).map_err(books)?;
    text.extend_from_slice(layout.rows(grid, &answered).as_bytes());
    if layout.has_heat_map(grid) {
        let mut map = HeatMap::default();
        map.add(&answered);
        text.extend_from_slice(map.render(grid).as_bytes());
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

pub(super) fn only(study: Study, scenario: Option<&str>, setting: Option<&str>) -> Result<Study, Failure> {
    study.only(scenario, setting).map_err(|no_such_name| Failure::Input(no_such_name.to_string()))
}

#[allow(clippy::boxed_local)]
pub(super) fn diagnosed(diagnostics: Box<Diagnostics>) -> Failure {
    Failure::Diagnosed(diagnostics.render(true))
}

pub(super) fn books(violation: Violation) -> Failure {
    Failure::Check(violation.to_string())
}

/// Becomes true with the first Ctrl-C. The second ends the program.
pub(super) fn interrupted() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let failed = |error: io::Error| Failure::Input(format!("cannot listen for Ctrl-C: {error}"));
    // In this order: a second signal finds the flag set by the first.
    signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGINT, 130, Arc::clone(&flag))
        .map_err(failed)?;
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&flag)).map_err(failed)?;
    Ok(flag)
}

/// A bar on standard error, where somebody sees it and it does not run into the answer.
pub(super) fn progress(length: u64) -> ProgressBar {
    if !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} rows, {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn write(grid: &Grid<'_>, args: &Args, interrupted: &AtomicBool) -> Result<(), Failure> {
    for reason in grid.left_out() {
        console::note(format_args!("left out: {reason}"));
    }
    let layout = Layout::new(grid, args.format.form());
    let rows = args.shard.map_or(0..grid.rows(), |shard| shard.rows(grid.rows()));
    let mut map = (args.shard.is_none() && layout.has_heat_map(grid)).then(HeatMap::default);
    let bar = progress(rows.end - rows.start);
    let mut done = rows.start;
    let mut violation = None;
    console::data(|out| {
        if !args.no_header {
            layout.write_header(&mut *out)?;
        }
        let rows_at_once = rows_at_once(grid.study());
        // A block is what is answered between two writes: some pieces for every thread.
        let block = rows_at_once * 4 * rayon::current_num_threads() as u64;
        while done < rows.end && !interrupted.load(Ordering::Relaxed) {
            let end = rows.end.min(done + block);
            let pieces: Vec<Range<u64>> = pieces(done..end, rows_at_once).collect();
            let answered: Result<Vec<(Answered, String)>, Violation> = pieces
                .into_par_iter()
                .map(|piece| {
                    let answered = grid.answer(piece)?;
                    let text = layout.rows(grid, &answered);
                    Ok((answered, text))
                })
                .collect();
            let answered = match answered {
                Ok(answered) => answered,
                Err(found) => {
                    violation = Some(found);
                    return Ok(());
                }
            };
            for (answered, text) in answered {
                out.write_all(text.as_bytes())?;
                if let Some(map) = &mut map {
                    map.add(&answered);
                }
            }
            done = end;
            bar.set_position(done - rows.start);
        }
        if let Some(map) = map.take().filter(|_| done == rows.end) {
            out.write_all(map.render(grid).as_bytes())?;
        }
        out.flush()
    })?;
    bar.finish_and_clear();
    if let Some(violation) = violation {
        return Err(books(violation));
    }
    if done < rows.end {
        return Err(Failure::Check(format!(
            "interrupted: {} of {} rows are written, and the answer is valid up to there",
            done - rows.start,
            rows.end - rows.start
        )));
    }
    Ok(())
}

/// Rows that one thread answers in one go: many, so that variants go side by side; few, where a run is long.
fn rows_at_once(study: &Study) -> u64 {
    let parts = match &study.model {
        Model::Gate(gate) => gate.flows.len(),
        Model::Chain(chain) => chain.stages.len(),
    };
    (8_000_000 / (u64::from(study.about.rounds) * parts as u64).max(1)).clamp(1, 4096)
}

fn pieces(rows: Range<u64>, length: u64) -> impl Iterator<Item = Range<u64>> {
    let end = rows.end;
    rows.step_by(usize::try_from(length).unwrap_or(1)).map(move |from| from..end.min(from + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_one_after_another_are_the_whole() {
        for rows in [0, 1, 7, 100, u64::MAX] {
            for of in [1, 2, 3, 8, 101] {
                let mut next = 0;
                for number in 1..=of {
                    let part = Shard { number, of }.rows(rows);
                    assert_eq!(part.start, next, "{rows} rows, {number}/{of}");
                    next = part.end;
                }
                assert_eq!(next, rows);
            }
        }
    }

    #[test]
    fn a_part_is_one_of_the_parts() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        for wrong in ["0/8", "9/8", "3", "3/", "/8", "a/b", "-1/2", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
