//! A chain of bounded buffers, one round at a time.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

/// What happened in one round, in items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub completed: u64,
    pub refused: u64,
    /// Over all stages.
    pub lost: u64,
    /// Items in all buffers at the end.
    pub waiting: u64,
    pub oldest_waiting_rounds: u64,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed { pub age_rounds: u32, pub count: u64 }
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTotals {
    /// Items taken from this stage's buffer and passed on (or completed).
    pub passed: u64,
    /// Items lost at the entry of this stage's buffer.
    pub lost: u64,
    /// Rounds in which the stage had work and stood still for a full successor.
    pub stalled_rounds: u64,
}
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub produced: u64, pub completed: u64, pub refused: u64,
    /// Sum of the ages at completion, in item-rounds.
    pub age_sum: u128,
    pub max_age_rounds: u64,
}
#[derive(Clone, Debug)]
pub struct Chain {}
impl Chain {
    /// `buffers`: the bound of each stage's buffer, source side first; `None` is unbounded. `depth`: links back that obey.
    pub fn new(buffers: &[Option<u64>], depth: usize) -> Chain { todo!() }
    pub fn round(&mut self, produced: u64, rates: &[u64]) -> Round { self.round_watched(produced, rates, |_| {}) }
    pub fn round_watched(&mut self, produced: u64, rates: &[u64], on_completed: impl FnMut(Completed)) -> Round { todo!() }
    pub fn totals(&self) -> Totals { todo!() }
    pub fn stages(&self) -> &[StageTotals] { todo!() }
    /// Items in each stage's buffer, source side first.
    pub fn waiting_items(&self) -> impl Iterator<Item = u64> + '_ { core::iter::empty() }
    /// What waits in each stage: (stage, round of production, count), head first.
    pub fn waiting(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ { core::iter::empty() }
}
