//! A study with the outcomes of its cells: what every view reads.
//!
//! Whoever runs the cells asks [`cells_for_tables`] which are wanted, runs them in any order, and hands the outcomes
//! back in the order of the list.

use scenarios::outcome::{ChainOutcome, GateOutcome, Outcome};
use scenarios::study::{About, ChainModel, GateModel, Model, Study};
use scenarios::{Cell, Way};

use crate::replications::Replicated;

/// A study with its outcomes, by model.
#[derive(Clone, Debug)]
pub enum Answers<'a> {
    /// Of a gate.
    Gate(ModelAnswers<'a, GateModel, GateOutcome>),
    /// Of a chain.
    Chain(ModelAnswers<'a, ChainModel, ChainOutcome>),
}

/// One model with its outcomes.
#[derive(Clone, Debug)]
pub struct ModelAnswers<'a, M, O> {
    /// What the file says of itself.
    pub about: &'a About,
    /// The system, its settings and its scenarios.
    pub model: &'a M,
    outcomes: Vec<(Cell, O)>,
    replications: Vec<(Cell, Replicated)>,
}

impl<M, O> ModelAnswers<'_, M, O> {
    /// The outcome of a scenario under a setting, run in one way, if it was asked for.
    pub fn get(&self, scenario: usize, setting: usize, way: Way) -> Option<&O> {
        let wanted = Cell { scenario, setting, way };
        let index = self.outcomes.binary_search_by_key(&order(wanted), |(cell, _)| order(*cell)).ok()?;
        Some(&self.outcomes[index].1)
    }

    /// What the replications of a scenario under a setting came to, where it was repeated.
    pub fn replicated(&self, scenario: usize, setting: usize) -> Option<&Replicated> {
        let place = |(cell, _): &(Cell, Replicated)| (cell.scenario, cell.setting);
        let index = self.replications.binary_search_by_key(&(scenario, setting), place).ok()?;
        Some(&self.replications[index].1)
    }

    /// The outcomes of cells as the file says, in file order.
    pub fn as_written(&self) -> impl Iterator<Item = (Cell, &O)> {
        self.outcomes.iter().filter(|(cell, _)| cell.way == Way::AsWritten).map(|(cell, outcome)| (*cell, outcome))
    }
}

/// Ways first, so that each way's cells are together and in file order.
fn order(cell: Cell) -> (u64, usize, usize) {
    let way = match cell.way {
        Way::AsWritten => 0,
        Way::OtherArithmetic => 1,
        Way::WithoutSwing => 2,
        Way::FaultFree => 3,
        Way::Replication(replication) => 4 + u64::from(replication),
    };
    (way, cell.scenario, cell.setting)
}

/// The cells that a study's tables are made from: all of them as written and in the other arithmetic, and those of a
/// fault-free day without the swing.
pub fn cells_for_tables(study: &Study) -> Vec<Cell> {
    let fault_free: Vec<bool> = match &study.model {
        Model::Gate(model) => {
            let as_written = model.as_written();
            model.scenarios.iter().map(|scenario| scenario.is_fault_free(&as_written)).collect()
        }
        Model::Chain(model) => {
            let as_written = model.as_written();
            model.scenarios.iter().map(|scenario| scenario.is_fault_free(&as_written)).collect()
        }
    };
    let in_way = |way| study.cells().map(move |cell| Cell { way, ..cell });
    in_way(Way::AsWritten)
        .chain(in_way(Way::OtherArithmetic))
        .chain(in_way(Way::WithoutSwing).filter(|cell| fault_free[cell.scenario]))
        .collect()
}

/// The further cells that [`crate::words`] are made from: a fault-free day under every setting, whether the file lists
/// one or not.
pub fn cells_for_words(study: &Study) -> Vec<Cell> {
    study.cells().filter(|cell| cell.scenario == 0).map(|cell| Cell { way: Way::FaultFree, ..cell }).collect()
}

impl<'a> Answers<'a> {
    /// Puts outcomes beside their cells. Outcomes of the other model are left out; a study gives none.
    pub fn new(study: &'a Study, outcomes: impl IntoIterator<Item = (Cell, Outcome)>) -> Answers<'a> {
        let about = &study.about;
        let mut of_gate = Vec::new();
        let mut of_chain = Vec::new();
        for (cell, outcome) in outcomes {
            match outcome {
                Outcome::Gate(outcome) => of_gate.push((cell, outcome)),
                Outcome::Chain(outcome) => of_chain.push((cell, outcome)),
            }
        }
        of_gate.sort_by_key(|(cell, _)| order(*cell));
        of_chain.sort_by_key(|(cell, _)| order(*cell));
        match &study.model {
            Model::Gate(model) => {
                Answers::Gate(ModelAnswers { about, model, outcomes: of_gate, replications: Vec::new() })
            }
            Model::Chain(model) => {
                Answers::Chain(ModelAnswers { about, model, outcomes: of_chain, replications: Vec::new() })
            }
        }
    }

    /// The same answers with what the replications of cells came to.
    pub fn with_replications(mut self, mut replicated: Vec<(Cell, Replicated)>) -> Answers<'a> {
        replicated.sort_by_key(|(cell, _)| (cell.scenario, cell.setting));
        match &mut self {
            Answers::Gate(answers) => answers.replications = replicated,
            Answers::Chain(answers) => answers.replications = replicated,
        }
        self
    }

    /// What the file says of itself.
    pub fn about(&self) -> &'a About {
        match self {
            Answers::Gate(answers) => answers.about,
            Answers::Chain(answers) => answers.about,
        }
    }
}
