//! What a cell's run came to: counts, all of them whole.

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Of a gate.
    Gate(GateOutcome),
    /// Of a chain.
    Chain(ChainOutcome),
}

/// What a gate's run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateOutcome {
    /// Counts by flow, in file order.
    pub flows: Vec<FlowOutcome>,
    /// Largest age at completion, in rounds.
    pub max_age_rounds: u64,
    /// Units waiting at the end.
    pub backlog_units: u64,
    /// Rounds that the oldest request still waiting has waited.
    pub oldest_waiting_rounds: u64,
    /// Most units waiting after entry and before service.
    pub peak_backlog_units: u64,
    /// Units of capacity that went to waste behind a head that did not fit.
    pub stranded_units: u64,
    /// Units of capacity over all rounds.
    pub capacity_units: u64,
    /// How the run went over time.
    pub course: Course,
    /// Both sides of Little's law, in requests and in units.
    pub little: [LittlesLaw; 2],
}

/// A flow's counts, in requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowOutcome {
    /// Arrived at the gate.
    pub offered: u64,
    /// Let in.
    pub admitted: u64,
    /// Refused above the ceiling.
    pub throttled: u64,
    /// Refused because the queue was at its bound.
    pub shed: u64,
    /// Served.
    pub served: u64,
    /// Ages of what was served.
    pub ages: Ages,
    /// The first round in which the ceiling refused some.
    pub first_throttled_round: Option<u32>,
    /// The first round in which the bound refused some.
    pub first_shed_round: Option<u32>,
}

impl FlowOutcome {
    /// Refused by either mechanism.
    pub fn refused(&self) -> u64 {
        self.throttled + self.shed
    }

    /// The first round in which either mechanism refused some.
    pub fn first_refused_round(&self) -> Option<u32> {
        [self.first_throttled_round, self.first_shed_round].into_iter().flatten().min()
    }
}

impl GateOutcome {
    /// Refused by either mechanism, over all flows.
    pub fn refused(&self) -> u64 {
        self.flows.iter().map(FlowOutcome::refused).sum()
    }
}

/// What a chain's run came to, in items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainOutcome {
    /// Produced by the source.
    pub produced: u64,
    /// Completed by the last stage.
    pub completed: u64,
    /// Never accepted: the sender knows.
    pub refused: u64,
    /// Accepted, then dropped at the entry of a stage.
    pub lost: Vec<u64>,
    /// The first round in which the boundary refused some.
    pub first_refused_round: Option<u32>,
    /// By stage, the first round in which some were lost at its entry.
    pub first_lost_rounds: Vec<Option<u32>>,
    /// Rounds in which a stage with work stood still for a full successor.
    pub stalled_rounds: Vec<u64>,
    /// Largest age at completion, in rounds.
    pub max_age_rounds: u64,
    /// Waiting at the end.
    pub backlog: u64,
    /// Rounds that the oldest item still waiting has waited.
    pub oldest_waiting_rounds: u64,
    /// Most items waiting at the end of a round.
    pub peak_backlog: u64,
    /// Ages of what was completed.
    pub ages: Ages,
    /// How the run went over time.
    pub course: Course,
    /// Both sides of Little's law, in items.
    pub little: LittlesLaw,
}

impl ChainOutcome {
    /// Accepted, then dropped, over all stages.
    pub fn lost_in_all(&self) -> u64 {
        self.lost.iter().sum()
    }
}

/// How many were completed at each age: the index is the age in rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ages(Vec<u64>);

impl Ages {
    #[inline]
    pub(crate) fn add(&mut self, age_rounds: u32, count: u64) {
        match self.0.get_mut(age_rounds as usize) {
            Some(counted) => *counted += count,
            None => self.add_older(age_rounds, count),
        }
    }

    /// Adds an age above all so far.
    #[cold]
    fn add_older(&mut self, age_rounds: u32, count: u64) {
        self.0.resize(age_rounds as usize, 0);
        self.0.push(count);
    }

    /// How many were completed.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Sum of their ages.
    pub fn sum(&self) -> u128 {
        (0u128..).zip(&self.0).map(|(age_rounds, count)| age_rounds * u128::from(*count)).sum()
    }

    /// How many were completed at an age of at most `rounds`.
    pub fn at_most(&self, rounds: u32) -> u64 {
        self.0.iter().take(rounds as usize + 1).sum()
    }

    /// The largest age; nothing where none was completed.
    pub fn max(&self) -> Option<u64> {
        self.0.iter().rposition(|count| *count > 0).map(|age| age as u64)
    }

    /// The smallest age that at least `percent` in a hundred did not exceed (nearest rank); nothing where none was
    /// completed.
    pub fn percentile(&self, percent: u64) -> Option<u64> {
        let rank = (u128::from(self.count()) * u128::from(percent)).div_ceil(100).max(1);
        let mut so_far = 0u128;
        self.0
            .iter()
            .position(|count| {
                so_far += u128::from(*count);
                so_far >= rank
            })
            .map(|age| age as u64)
    }
}

/// The ages of several flows while a run goes on. What is served at one age lies side by side, since a queue serves it
/// one after the other.
#[derive(Clone, Debug)]
pub(crate) struct AgesByFlow {
    flows: usize,
    /// How many were completed, by age and then by flow.
    counts: Vec<u64>,
}

impl AgesByFlow {
    /// Nothing completed yet, of so many flows.
    pub(crate) fn new(flows: usize) -> AgesByFlow {
        AgesByFlow { flows, counts: Vec::new() }
    }

    /// Counts what a flow completed at one age.
    #[inline]
    pub(crate) fn add(&mut self, flow: u32, age_rounds: u32, count: u64) {
        match self.counts.get_mut(age_rounds as usize * self.flows + flow as usize) {
            Some(counted) => *counted += count,
            None => self.add_older(flow, age_rounds, count),
        }
    }

    /// Adds an age above all so far.
    #[cold]
    fn add_older(&mut self, flow: u32, age_rounds: u32, count: u64) {
        let start = age_rounds as usize * self.flows;
        self.counts.resize(start + self.flows, 0);
        self.counts[start + flow as usize] += count;
    }

    /// The ages of each flow by itself.
    pub(crate) fn split(&self) -> Vec<Ages> {
        let of_flow = |flow| {
            let mut counts: Vec<u64> = self.counts.iter().skip(flow).step_by(self.flows).copied().collect();
            let oldest = counts.iter().rposition(|count| *count > 0);
            counts.truncate(oldest.map_or(0, |oldest| oldest + 1));
            Ages(counts)
        };
        (0..self.flows).map(of_flow).collect()
    }
}

/// How a run went over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// Most that waited at the end of a round: units of a gate, items of a chain.
    pub peak_end_backlog: u64,
    /// The first round that ended so.
    pub peak_end_round: u32,
    /// Rounds in which something was completed later than the reference's `late-after`, or had waited longer than
    /// that at the end. Nothing where the reference sets no such age.
    pub late_rounds: Option<u32>,
    /// What followed the phases; nothing where the scenario has none.
    pub phases: Option<AroundPhases>,
}

/// What happened before, during and after a scenario's phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AroundPhases {
    /// Rounds from the end of the last phase to the first from which the end-of-round backlog stays at or below its
    /// largest value before the first phase (0, where the first phase starts in round 1). 0 where that was so when the
    /// last phase ended; nothing where it did not come about within the run.
    pub time_to_recover_rounds: Option<u32>,
    /// Refused before the first phase, from its first round to the last round of the last phase, and after that.
    pub refused: [u64; 3],
    /// Lost in the same stretches; a gate loses nothing.
    pub lost: [u64; 3],
}

/// Little's law as an identity of whole numbers: what waits at the end of each round, summed over the rounds, is the
/// ages of all that left (completed, or lost further down a chain), and for each that still waits the rounds whose end
/// it has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LittlesLaw {
    /// Sum over the rounds of what waits at their end.
    pub waiting_sum: u128,
    /// Sum of the ages at completion, or at loss.
    pub age_sum: u128,
    /// Sum over what still waits of the rounds whose end it has seen, the round of entry included.
    pub still_waiting_sum: u128,
}

impl LittlesLaw {
    /// Whether both sides are equal.
    pub fn holds(&self) -> bool {
        self.waiting_sum == self.age_sum + self.still_waiting_sum
    }
}
