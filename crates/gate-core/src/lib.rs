//! An admission gate, one round at a time.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
use core::num::NonZeroU64;

/// What the gate knows of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// Units that one request takes.
    pub cost: NonZeroU64,
    /// 1 is protected longest; equal classes go in file order.
    pub class: u32,
    /// Requests that may pass in one round; `None` where the setting does not throttle.
    pub ceiling: Option<u64>,
}
/// What is in force in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Units served in the round.
    pub capacity: u64,
    /// Units that may wait; `None` where the setting does not shed.
    pub bound: Option<u64>,
}
/// What happened in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Units waiting after entry and before service.
    pub peak_units: u64,
    /// Units and requests waiting at the end.
    pub waiting_units: u64,
    pub waiting_requests: u64,
    /// Units served.
    pub served_units: u64,
    /// Units of the budget that a head too large for the rest of it let go to waste.
    pub stranded_units: u64,
    /// Rounds that the oldest waiting request has waited; 0 where none waits.
    pub oldest_waiting_rounds: u64,
}
/// Requests of one flow that were served in a round at one age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served { pub flow: u32, pub age_rounds: u32, pub count: u64 }
/// A flow's counts since round 1, in requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowTotals {
    pub offered: u64, pub throttled: u64, pub shed: u64, pub admitted: u64, pub served: u64,
    /// Sum of the ages at completion, in request-rounds.
    pub age_sum: u128,
    pub max_age_rounds: u64,
}
#[derive(Clone, Debug)]
pub struct Gate {}
impl Gate {
    /// The largest number of rounds that a gate can be stepped (a round is a `u32` in a run).
    pub fn new(flows: &[Flow]) -> Gate { todo!() }
    /// One round: offer, throttle, shed, serve. `offered` has one count per flow, in file order.
    pub fn round(&mut self, offered: &[u64], limits: Limits) -> Round { self.round_watched(offered, limits, |_| {}) }
    /// The same, telling `on_served` each run (flow, age, count) that leaves the queue.
    pub fn round_watched(&mut self, offered: &[u64], limits: Limits, on_served: impl FnMut(Served)) -> Round { todo!() }
    pub fn totals(&self) -> &[FlowTotals] { todo!() }
    /// What waits, head first: (flow, round of entry, count).
    pub fn waiting(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ { core::iter::empty() }
}
