//! Random systems, worked out by the lab and by the second model.

use rayon::prelude::*;
use second_model::random::{self, Choices};
use second_model::{Arithmetic, Model, System, count, counted};

use super::workbench::Workbench;
use super::{Section, markdown};
use crate::console::Failure;
use crate::lab;

/// What was compared of one system.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    gates: u128,
    chains: u128,
    doubles: u128,
    cells: u128,
    counts: u128,
}

impl Compared {
    fn and(self, other: Compared) -> Compared {
        Compared {
            gates: self.gates + other.gates,
            chains: self.chains + other.chains,
            doubles: self.doubles + other.doubles,
            cells: self.cells + other.cells,
            counts: self.counts + other.counts,
        }
    }
}

/// The systems of the first seeds.
///
/// # Errors
///
/// Where the loader refuses a system, or a run's books do not add up.
pub fn section(systems: u64) -> Result<Section, Failure> {
    let workbench = Workbench::new()?;
    let found: Vec<(Compared, Vec<String>)> =
        (1..=systems).into_par_iter().map(|seed| compare(&workbench, seed)).collect::<Result<_, _>>()?;
    let all = found.iter().fold(Compared::default(), |sum, (compared, _)| sum.and(*compared));
    let problems: Vec<String> = found.into_iter().flat_map(|(_, problems)| problems).collect();
    let grouped = markdown::grouped;
    let markdown = format!(
        "## A second model\n\n\
         `crates/second-model` has both systems once more, request by request: its own decimals, arrivals, ceilings, bounds \
         and phases, and a queue with an entry for every single request. It shares no code with what it is held against. \
         Random systems are written as scenario files, read by the loader and run as any other; every count is compared: \
         served, refused and lost, ages and their percentiles, peaks, stranded and stalled rounds, recovery, both sides of \
         Little's law.\n\n\
         {} systems ({} gates, {} chains; {} in `double`), {} cells, {} counts: {} differences.\n",
        grouped(u128::from(systems)),
        grouped(all.gates),
        grouped(all.chains),
        grouped(all.doubles),
        grouped(all.cells),
        grouped(all.counts),
        problems.len(),
    );
    Ok(Section::new(&markdown, problems))
}

fn compare(workbench: &Workbench, seed: u64) -> Result<(Compared, Vec<String>), Failure> {
    let system: System = random::system(&mut Choices::new(random::numbers(seed)));
    let study = workbench.study(&format!("system-{seed}"), &system.files())?;
    let is_gate = matches!(system.model, Model::Gate(_));
    let mut compared = Compared {
        gates: u128::from(is_gate),
        chains: u128::from(!is_gate),
        doubles: u128::from(system.arithmetic == Arithmetic::Double),
        ..Compared::default()
    };
    let mut problems = Vec::new();
    for cell in study.cells() {
        let lab = counted(&lab::run(&study, cell)?);
        let second = count(&system, cell.scenario, cell.setting);
        compared.cells += 1;
        compared.counts += second.len() as u128;
        let place = format!("system of seed {seed}, scenario {}, setting {}", cell.scenario + 1, cell.setting + 1);
        problems.extend(lab.differences(&second).into_iter().map(|line| format!("{place}: lab, second: {line}")));
    }
    Ok((compared, problems))
}
