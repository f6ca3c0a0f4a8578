//! The round loop: whoever is stepped from outside is stepped here.
//!
//! For every stretch of a scenario's timeline the arrivals are set to what is in force, and then round after round
//! arrivals are drawn, the core takes its step, and what happened is entered in the books. The books are closed at the
//! end of every run, in release builds too: a run whose counts do not add up has no outcome.

mod books;
mod chain;
mod course;
mod gate;
pub(crate) mod offer;

use std::borrow::Cow;
use std::num::NonZeroU32;

use crate::outcome::Outcome;
use crate::record::{Buckets, ChainRecorder, GateRecorder, Record};
use crate::study::{About, InForce, Model, Scenario, Study};
use arrivals::Arithmetic;

pub use books::Violation;
pub(crate) use gate::bound_in_units;

/// One run of a study: which scenario under which setting, and in what way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Index of the scenario.
    pub scenario: usize,
    /// Index of the setting.
    pub setting: usize,
    /// In what way.
    pub way: Way,
}

/// In what way a cell is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As the file says.
    AsWritten,
    /// In the arithmetic that the file does not say.
    OtherArithmetic,
    /// With the swing off.
    WithoutSwing,
    /// The system as it is written, whatever the scenario changes: a fault-free day.
    FaultFree,
    /// As the file says, with the seeds of a replication. Replication 0 has the seeds that are written.
    Replication(u32),
}

/// The arithmetic that is not this one.
pub fn other_arithmetic(arithmetic: Arithmetic) -> Arithmetic {
    match arithmetic {
        Arithmetic::Exact => Arithmetic::Double,
        Arithmetic::Double => Arithmetic::Exact,
    }
}

impl Study {
    /// Every cell as written, in file order: scenario, then setting.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (scenarios, settings) = self.shape();
        (0..scenarios)
            .flat_map(move |scenario| (0..settings).map(move |setting| Cell { scenario, setting, way: Way::AsWritten }))
    }

    /// How many scenarios and settings there are.
    pub fn shape(&self) -> (usize, usize) {
        match &self.model {
            Model::Gate(gate) => (gate.scenarios.len(), gate.settings.len()),
            Model::Chain(chain) => (chain.scenarios.len(), chain.settings.len()),
        }
    }

    /// Names of a cell's scenario and setting.
    pub fn names(&self, cell: Cell) -> (&str, &str) {
        match &self.model {
            Model::Gate(gate) => (&gate.scenarios[cell.scenario].named.name, &gate.settings[cell.setting].named.name),
            Model::Chain(chain) => {
                (&chain.scenarios[cell.scenario].named.name, &chain.settings[cell.setting].named.name)
            }
        }
    }

    /// Runs a cell.
    ///
    /// # Errors
    ///
    /// Where the run's books do not add up: a fault of this program, never of the file.
    pub fn run(&self, cell: Cell) -> Result<Outcome, Violation> {
        let about = match cell.way {
            Way::OtherArithmetic => {
                &About { arithmetic: other_arithmetic(self.about.arithmetic), ..self.about.clone() }
            }
            _ => &self.about,
        };
        let replication = match cell.way {
            Way::Replication(replication) => replication,
            _ => 0,
        };
        let outcome = match &self.model {
            Model::Gate(model) => {
                let scenario = in_way(&model.scenarios[cell.scenario], cell.way, || model.as_written());
                let setting = model.settings[cell.setting].kind;
                gate::run(about, model, &scenario, setting, replication, |_, _, _, _| {}).map(Outcome::Gate)
            }
            Model::Chain(model) => {
                let scenario = in_way(&model.scenarios[cell.scenario], cell.way, || model.as_written());
                let setting = model.settings[cell.setting].kind;
                chain::run(about, model, &scenario, setting, replication, |_, _, _, _| {}).map(Outcome::Chain)
            }
        };
        outcome.map_err(|violation| self.in_cell(cell, violation))
    }

    /// Runs a scenario under a setting as the file says, and takes down what happens over its rounds, `width` of them
    /// in a bucket.
    ///
    /// # Errors
    ///
    /// As [`Study::run`].
    pub fn record(&self, scenario: usize, setting: usize, width: NonZeroU32) -> Result<Record, Violation> {
        let about = &self.about;
        let buckets = Buckets { rounds: about.rounds, width };
        let record = match &self.model {
            Model::Gate(model) => {
                let kind = model.settings[setting].kind;
                let mut recorder = GateRecorder::new(buckets, model.flows.len(), kind.bound.is_some());
                gate::run(about, model, &model.scenarios[scenario], kind, 0, |round, gate, limits, end| {
                    recorder.round_ended(round, gate, limits, end);
                })
                .map(|_| Record::Gate(recorder.finish()))
            }
            Model::Chain(model) => {
                let kind = model.settings[setting].kind;
                let mut recorder = ChainRecorder::new(buckets, model.stages.len());
                chain::run(about, model, &model.scenarios[scenario], kind, 0, |round, chain, produced, end| {
                    recorder.round_ended(round, chain, produced, end);
                })
                .map(|_| Record::Chain(recorder.finish()))
            }
        };
        record.map_err(|violation| self.in_cell(Cell { scenario, setting, way: Way::AsWritten }, violation))
    }

    fn in_cell(&self, cell: Cell, violation: Violation) -> Violation {
        let (scenario, setting) = self.names(cell);
        violation.in_cell(&self.about.file, scenario, setting)
    }
}

/// A scenario as a way changes it.
fn in_way<F: InForce>(scenario: &Scenario<F>, way: Way, as_written: impl Fn() -> F) -> Cow<'_, Scenario<F>> {
    match way {
        Way::AsWritten | Way::OtherArithmetic | Way::Replication(_) => Cow::Borrowed(scenario),
        Way::WithoutSwing => Cow::Owned(scenario.without_swing()),
        Way::FaultFree => Cow::Owned(scenario.without_fault(as_written())),
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Way, books};
    use crate::Resolved;
    use crate::study::Study;

    pub(super) const GATE: &str = "rounds = 9\n[gate]\ncapacity = 2\n[[gate.flow]]\nname = \"flow\"\nrate = 3\ncost = 1\n\
        class = 1\n[[setting]]\nname = \"none\"\n[[scenario]]\nname = \"day\"\n";
    pub(super) const CHAIN: &str = "rounds = 9\n[chain.source]\nname = \"source\"\nrate = 3\n[[chain.stage]]\n\
        name = \"stage\"\nbuffer = 5\nrate = 2\n[[setting]]\nname = \"none\"\ndepth = 0\n[[scenario]]\nname = \"day\"\n";

    /// A scenario file, read.
    pub(super) fn study(text: &str) -> Study {
        let folder = tempfile::tempdir().expect("there are temporary folders");
        let path = folder.path().join("system.toml");
        std::fs::write(&path, text).expect("a temporary folder can be written to");
        match crate::load(&path) {
            (Some(Resolved::Study(study)), _) => *study,
            (_, diagnostics) => panic!("{}", diagnostics.render(false)),
        }
    }

    #[test]
    fn a_violation_names_the_cell_and_by_how_much() {
        let violation = books::balance("served", 3, 4).expect_err("3 is not 4");
        let study = study(GATE);
        let (scenario, setting) = study.names(Cell { scenario: 0, setting: 0, way: Way::AsWritten });
        let violation = violation.in_cell(&study.about.file, scenario, setting);
        assert_eq!(violation.to_string(), "the books of system/day/none do not add up: served: 3 is not 4");
        let violation = books::at_most("units served", 7, 3, 2).expect_err("3 is more than 2");
        assert_eq!(violation.what, "units served in round 7: 3 is more than 2");
    }
}
