//! A system, as plain as it can be said.

use crate::Arithmetic;

/// A system with its settings and scenarios. Names come from places: `flow-1`, `stage-2`, `setting-1`, `scenario-1`;
/// a chain's source is `source`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// Rounds of every run.
    pub rounds: u32,
    /// How fractions are counted.
    pub arithmetic: Arithmetic,
    /// Rounds of age above which an answer is late.
    pub late_after: Option<u32>,
    /// Gate or chain.
    pub model: Model,
    /// What may be different.
    pub scenarios: Vec<Scenario>,
}

/// One of the two models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// An admission gate.
    Gate(Gate),
    /// A chain of bounded buffers.
    Chain(Chain),
}

/// An admission gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Units served in a round.
    pub capacity: u64,
    /// Flows, in file order.
    pub flows: Vec<Flow>,
    /// Settings, in file order.
    pub settings: Vec<GateSetting>,
}

/// A flow of a gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// Requests a round; ceilings are made from it.
    pub rate: String,
    /// Units of a request.
    pub cost: u64,
    /// 1 is protected longest.
    pub class: u32,
    /// How its requests come.
    pub offer: Offer,
}

/// How arrivals come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Multipliers of the rate, round after round.
    pub swing: Vec<String>,
    /// Counts instead of rate × swing.
    pub recorded: Option<Recorded>,
}

/// Counts that were seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// A count for each round.
    pub counts: Vec<u64>,
    /// Whether they begin again after the last; nothing arrives otherwise.
    pub repeat: bool,
    /// Whether the scenario file has them in a CSV file beside it.
    pub in_csv: bool,
}

/// A setting of a gate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GateSetting {
    /// Ceiling factor.
    pub ceiling: Option<String>,
    /// Bound of the queue.
    pub bound: Option<Bound>,
}

/// Bound of a gate's queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// × the capacity in force.
    OfCapacity(String),
    /// Units.
    Units(u64),
}

/// A chain of bounded buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Items a round.
    pub rate: String,
    /// How they come.
    pub offer: Offer,
    /// Source side first.
    pub stages: Vec<Stage>,
    /// Settings, in file order.
    pub settings: Vec<ChainSetting>,
}

/// A stage of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Items that its buffer holds.
    pub buffer: u64,
    /// Items that it moves in a round.
    pub rate: u64,
}

/// A setting of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainSetting {
    /// Links back that the "full" signal is obeyed.
    pub depth: usize,
    /// Whether buffers have no bound.
    pub unbounded: bool,
}

/// What is different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// From the first round to the last.
    pub changes: Changes,
    /// For some rounds on top of that, in order.
    pub phases: Vec<Phase>,
}

/// Rounds with changes of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// First round.
    pub from: u32,
    /// Last round.
    pub to: u32,
    /// What is different in them.
    pub changes: Changes,
}

/// Figures that replace those of the system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Of a gate.
    pub capacity: Option<u64>,
    /// By place: a gate's flows, or a chain's source followed by its stages.
    pub rates: Vec<(usize, String)>,
    /// Swing off.
    pub steady: Option<bool>,
}

impl Scenario {
    /// The changes of the whole run, and after them those of the phase that a round is in.
    fn in_round(&self, round: u32) -> impl Iterator<Item = &Changes> {
        let phase = self.phases.iter().find(|phase| phase.from <= round && round <= phase.to);
        std::iter::once(&self.changes).chain(phase.map(|phase| &phase.changes))
    }

    pub(crate) fn capacity(&self, round: u32, written: u64) -> u64 {
        self.in_round(round).filter_map(|changes| changes.capacity).last().unwrap_or(written)
    }

    pub(crate) fn rate<'a>(&'a self, round: u32, place: usize, written: &'a str) -> &'a str {
        let of_place = |changes: &'a Changes| changes.rates.iter().filter(move |(at, _)| *at == place);
        self.in_round(round).flat_map(of_place).last().map_or(written, |(_, rate)| rate)
    }

    pub(crate) fn is_steady(&self, round: u32) -> bool {
        self.in_round(round).filter_map(|changes| changes.steady).last().unwrap_or(false)
    }
}
