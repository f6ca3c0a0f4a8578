//! Runs one kernel for a number of rounds and does nothing else: what `.ci/instructions` counts the instructions of.
//!
//! `rounds KERNEL ROUNDS`; without arguments the names of the kernels. The difference between two lengths is the cost
//! of the rounds alone.

use std::io::{self, Write};
use std::process::ExitCode;

use scenarios::study::{Model, Scenario, Study};
use scenarios::what_if::{Axis, Grid, Measure};
use scenarios::{Cell, Way};
use xtask::lab;

/// An axis, and the measure that is asked for.
type Varied = (&'static str, &'static str);

/// Name, file, scenario, setting, and what is varied side by side where anything is.
const KERNELS: [(&str, &str, &str, &str, Option<Varied>); 8] = [
    ("cell-gate-none", "ay13.toml", "ay13a", "none", None),
    ("cell-gate-throttle-only", "ay13.toml", "ay13a", "throttle-only", None),
    ("cell-gate-shed-only", "ay13.toml", "ay13b", "shed-only", None),
    ("cell-gate-both", "ay13.toml", "ay13b", "both", None),
    ("cell-chain-no-signal", "ay11.toml", "ay11", "no-signal", None),
    ("cell-chain-to-the-boundary", "ay11.toml", "ay11", "to-the-boundary", None),
    ("lanes-gate", "ay13.toml", "ay13b", "both", Some(("capacity=500..531", "shed.tracking"))),
    ("lanes-chain", "ay11.toml", "ay11", "to-the-boundary", Some(("stage.ingress.buffer=200..231", "refused"))),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = io::stdout().lock();
    let written = match arguments.as_slice() {
        [] => KERNELS.iter().try_for_each(|kernel| writeln!(out, "{}", kernel.0)),
        [name, rounds] => match run(name, rounds) {
            Some(checksum) => writeln!(out, "{checksum}"),
            None => return ExitCode::from(2),
        },
        _ => return ExitCode::from(2),
    };
    if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(name: &str, rounds: &str) -> Option<u64> {
    let rounds: u32 = rounds.parse().ok()?;
    let (_, file, scenario, setting, varied) = *KERNELS.iter().find(|kernel| kernel.0 == name)?;
    let study = lab::load_study(&lab::scenarios_folder().join(file)).ok()?;
    let mut study = study.only(Some(scenario), Some(setting)).ok()?;
    lengthen(&mut study, rounds);
    let Some((axis, measure)) = varied else {
        let outcome = study.run(Cell { scenario: 0, setting: 0, way: Way::AsWritten }).ok()?;
        return Measure::usual(&study).first()?.of(&outcome);
    };
    let axis = Axis::from_option(&study, "axis", axis).ok()?;
    let measure = Measure::from_option(&study, "measure", measure).ok()?;
    let grid = Grid::new(&study, vec![axis], vec![measure]).ok()?;
    let answered = grid.answer(0..grid.rows()).ok()?;
    Some(answered.rows().filter_map(|(_, values)| values.first().copied().flatten()).sum())
}

fn lengthen(study: &mut Study, rounds: u32) {
    fn last<F>(scenarios: &mut [Scenario<F>], rounds: u32) {
        for stretch in scenarios.iter_mut().filter_map(|scenario| scenario.timeline.last_mut()) {
            stretch.to = rounds;
        }
    }
    study.about.rounds = rounds;
    match &mut study.model {
        Model::Gate(gate) => last(&mut gate.scenarios, rounds),
        Model::Chain(chain) => last(&mut chain.scenarios, rounds),
    }
}
