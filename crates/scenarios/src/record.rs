//! A run as pictures show it: what happened over the rounds, reduced while it happens.
//!
//! A run is cut into buckets of equally many rounds (the last may have fewer). Of each quantity a bucket keeps the
//! smallest and the largest value and the sum, so that no peak is hidden however long the run is, and the memory taken
//! depends on the number of buckets only. What a record says is what the run's totals say: the sums over all buckets
//! are the counts of the outcome.

use std::num::NonZeroU32;

/// A run over its rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// Of a gate.
    Gate(GateRecord),
    /// Of a chain.
    Chain(ChainRecord),
}

/// How a run is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buckets {
    /// Rounds of the run.
    pub rounds: u32,
    /// Rounds in a bucket; the last may have fewer.
    pub width: NonZeroU32,
}

/// A gate's run over its rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateRecord {
    /// How the run is cut.
    pub buckets: Buckets,
    /// By flow, in file order.
    pub flows: Vec<FlowRecord>,
    /// Units waiting after entry and before service: what the bound holds down.
    pub peak_units: Series,
    /// Units waiting at the end of a round.
    pub backlog_units: Series,
    /// The bound in force, in units, where the setting sheds.
    pub bound_units: Option<Series>,
    /// The capacity in force, in units.
    pub capacity_units: Series,
    /// Rounds that the oldest request still waiting has waited at the end of a round.
    pub oldest_waiting_rounds: Series,
}

/// A flow's requests, round by round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowRecord {
    /// Arrived.
    pub offered: Series,
    /// Refused above the ceiling.
    pub throttled: Series,
    /// Refused because the queue was at its bound.
    pub shed: Series,
    /// Served.
    pub served: Series,
}

/// A chain's run over its rounds, in items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainRecord {
    /// How the run is cut.
    pub buckets: Buckets,
    /// Came from the source.
    pub produced: Series,
    /// Turned away at the boundary.
    pub refused: Series,
    /// By stage, source side first.
    pub stages: Vec<StageRecord>,
    /// Waiting in all buffers at the end of a round.
    pub backlog: Series,
    /// Rounds that the oldest item still waiting has waited at the end of a round.
    pub oldest_waiting_rounds: Series,
}

/// A stage's items, round by round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageRecord {
    /// Lost at the entry of the stage's buffer.
    pub lost: Series,
    /// Waiting in the stage's buffer at the end of a round.
    pub waiting: Series,
    /// Waiting in it at the end of the run.
    pub last_waiting: u64,
    /// Passed on, or completed by the last stage.
    pub passed: Series,
}

/// One quantity over the buckets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    buckets: Vec<Extremes>,
}

/// A quantity in the rounds of one bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The smallest value of a round.
    pub min: u64,
    /// The largest value of a round.
    pub max: u64,
    /// The sum over the rounds.
    pub sum: u128,
}

impl Record {
    /// How the run is cut.
    pub fn buckets(&self) -> Buckets {
        match self {
            Record::Gate(record) => record.buckets,
            Record::Chain(record) => record.buckets,
        }
    }

    /// The record, where it is a gate's.
    pub fn as_gate(&self) -> Option<&GateRecord> {
        match self {
            Record::Gate(record) => Some(record),
            Record::Chain(_) => None,
        }
    }

    /// The record, where it is a chain's.
    pub fn as_chain(&self) -> Option<&ChainRecord> {
        match self {
            Record::Chain(record) => Some(record),
            Record::Gate(_) => None,
        }
    }
}

impl Buckets {
    /// How many there are.
    pub fn count(self) -> u32 {
        self.rounds.div_ceil(self.width.get())
    }

    /// The first and the last round of a bucket, from 0.
    pub fn rounds_of(self, bucket: u32) -> (u32, u32) {
        let first = bucket.saturating_mul(self.width.get()).saturating_add(1);
        (first, first.saturating_add(self.width.get() - 1).min(self.rounds))
    }

    fn is_first_of_bucket(self, round: u32) -> bool {
        (round - 1).is_multiple_of(self.width.get())
    }
}

impl Series {
    fn with_room(buckets: Buckets) -> Series {
        Series { buckets: Vec::with_capacity(buckets.count() as usize) }
    }

    /// Bucket after bucket.
    pub fn buckets(&self) -> &[Extremes] {
        &self.buckets
    }

    /// The largest value of a round over the whole run.
    pub fn max(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.max).max().unwrap_or(0)
    }

    /// The sum over all rounds.
    pub fn sum(&self) -> u128 {
        self.buckets.iter().map(|bucket| bucket.sum).sum()
    }

    fn push(&mut self, is_first_of_bucket: bool, value: u64) {
        match self.buckets.last_mut() {
            Some(bucket) if !is_first_of_bucket => {
                bucket.min = bucket.min.min(value);
                bucket.max = bucket.max.max(value);
                bucket.sum += u128::from(value);
            }
            _ => self.buckets.push(Extremes { min: value, max: value, sum: u128::from(value) }),
        }
    }
}

/// Takes a gate's run down.
pub(crate) struct GateRecorder {
    record: GateRecord,
    before: Vec<gate_core::FlowTotals>,
}

impl GateRecorder {
    pub(crate) fn new(buckets: Buckets, flows: usize, sheds: bool) -> GateRecorder {
        let series = || Series::with_room(buckets);
        let flow = |_| FlowRecord { offered: series(), throttled: series(), shed: series(), served: series() };
        GateRecorder {
            record: GateRecord {
                buckets,
                flows: (0..flows).map(flow).collect(),
                peak_units: series(),
                backlog_units: series(),
                bound_units: sheds.then(series),
                capacity_units: series(),
                oldest_waiting_rounds: series(),
            },
            before: vec![gate_core::FlowTotals::default(); flows],
        }
    }

    /// Takes the end of a round down.
    pub(crate) fn round_ended(
        &mut self,
        round: u32,
        gate: &gate_core::Gate,
        limits: gate_core::Limits,
        end: &gate_core::Round,
    ) {
        let first = self.record.buckets.is_first_of_bucket(round);
        for ((flow, before), after) in self.record.flows.iter_mut().zip(&mut self.before).zip(gate.totals()) {
            flow.offered.push(first, after.offered - before.offered);
            flow.throttled.push(first, after.throttled - before.throttled);
            flow.shed.push(first, after.shed - before.shed);
            flow.served.push(first, after.served - before.served);
            *before = after;
        }
        self.record.peak_units.push(first, end.peak_units);
        self.record.backlog_units.push(first, end.waiting_units);
        if let (Some(series), Some(bound)) = (&mut self.record.bound_units, limits.bound) {
            series.push(first, bound);
        }
        self.record.capacity_units.push(first, limits.capacity);
        self.record.oldest_waiting_rounds.push(first, end.oldest_waiting_rounds);
    }

    pub(crate) fn finish(self) -> GateRecord {
        self.record
    }
}

/// Takes a chain's run down.
pub(crate) struct ChainRecorder {
    record: ChainRecord,
    before: Vec<backpressure_core::StageTotals>,
}

impl ChainRecorder {
    pub(crate) fn new(buckets: Buckets, stages: usize) -> ChainRecorder {
        let series = || Series::with_room(buckets);
        let stage = |_| StageRecord { lost: series(), waiting: series(), last_waiting: 0, passed: series() };
        ChainRecorder {
            record: ChainRecord {
                buckets,
                produced: series(),
                refused: series(),
                stages: (0..stages).map(stage).collect(),
                backlog: series(),
                oldest_waiting_rounds: series(),
            },
            before: vec![backpressure_core::StageTotals::default(); stages],
        }
    }

    /// Takes the end of a round down.
    pub(crate) fn round_ended(
        &mut self,
        round: u32,
        chain: &backpressure_core::Chain,
        produced: u64,
        end: &backpressure_core::Round,
    ) {
        let first = self.record.buckets.is_first_of_bucket(round);
        self.record.produced.push(first, produced);
        self.record.refused.push(first, end.refused);
        let now = chain.stages().iter().zip(chain.waiting_items());
        for ((stage, before), (after, waiting)) in self.record.stages.iter_mut().zip(&mut self.before).zip(now) {
            stage.lost.push(first, after.lost - before.lost);
            stage.waiting.push(first, waiting);
            stage.last_waiting = waiting;
            stage.passed.push(first, after.passed - before.passed);
            *before = *after;
        }
        self.record.backlog.push(first, end.waiting);
        self.record.oldest_waiting_rounds.push(first, end.oldest_waiting_rounds);
    }

    pub(crate) fn finish(self) -> ChainRecord {
        self.record
    }
}
