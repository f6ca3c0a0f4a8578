//! An admission gate, one round at a time: it throttles, it sheds, and it serves one first-in, first-out queue.
//!
//! The model is the one of the lesson *Throttling and load shedding* ("Kısıtlama ve Yük Boşaltma"), in whole numbers.
//! The life of a gate:
//!
//! 1. [`Gate::new`] takes the flows, and settles the order of entry: by class, equal classes in file order.
//! 2. [`Gate::round`] is called once a round, with what each flow offers and what is in force. In this order:
//!    - **offer**: the flow's requests are counted;
//!    - **throttle**: what is above the flow's ceiling is refused, and no ceiling is carried over;
//!    - **shed**: flow by flow in the order of entry, a request enters while the waiting units and its cost stay
//!      within the bound, and is refused otherwise. What waits is never thrown out;
//!    - **serve**: while the head of the queue costs no more than what is left of the capacity, it leaves. A head that
//!      does not fit blocks all behind it.
//! 3. [`Gate::totals`] has each flow's counts since round 1, and [`Gate::waiting`] what is still in the queue.
//!
//! Whoever drives the gate decides what is offered and what is in force, so that replayed traces, failure phases,
//! clients that retry and watchers all stay outside.
//!
//! Requests of a flow that enter in one round are one run of the queue, and the runs of a round are one batch of it. As
//! costs are per flow, this gives exactly the answer of going request by request (`tests/request_by_request.rs` does),
//! and its cost does not grow with the rate.
//!
//! # Range
//!
//! Nothing here fails. A gate answers exactly for up to [`Gate::MAX_ROUNDS`] rounds, while no flow's counts exceed
//! `u64::MAX` over the run. A driver that checks for 10^18 units and 10^7 rounds in total is far inside. Beyond it:
//!
//! - the queue holds `u64::MAX` units at most, whatever the bound; what does not fit is shed;
//! - counts of requests wrap around, and still agree with each other;
//! - rounds and ages that are told as `u32` begin again at 0.
//!
//! Absent on purpose: fractions, floating-point numbers, clocks, input and output, and dependencies. A round allocates
//! only while the queue reaches back over more rounds than it ever did.
#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

extern crate alloc;

mod gate;
mod queue;

pub use gate::Gate;

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
    /// Units waiting at the end.
    pub waiting_units: u64,
    /// Requests waiting at the end.
    pub waiting_requests: u64,
    /// Requests refused above their flows' ceilings.
    pub throttled_requests: u64,
    /// Requests refused because the queue was at its bound.
    pub shed_requests: u64,
    /// Units served.
    pub served_units: u64,
    /// Units of the budget that a head too large for the rest of it let go to waste; 0 in a round that ends without a
    /// queue.
    pub stranded_units: u64,
    /// The largest age at completion in this round; 0 where nothing was served.
    pub oldest_served_rounds: u64,
    /// Rounds that the oldest waiting request has waited; 0 where none waits.
    pub oldest_waiting_rounds: u64,
}

/// Requests of one flow that were served in a round at one age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// The flow's place in file order.
    pub flow: u32,
    /// This round minus the round of entry: 0 where a request is served at once.
    pub age_rounds: u32,
    /// Requests.
    pub count: u64,
}

/// A flow's counts since round 1, in requests. Each is counted where it happens and none is worked out from others, so
/// that `offered = throttled + shed + admitted`, and that `admitted − served` wait, are checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowTotals {
    /// Arrived at the gate.
    pub offered: u64,
    /// Refused above the flow's ceiling.
    pub throttled: u64,
    /// Refused because the queue was at its bound.
    pub shed: u64,
    /// Let in.
    pub admitted: u64,
    /// Left the queue.
    pub served: u64,
}
