//! A chain of bounded buffers, one round at a time: how far back the signal "my successor is full" is obeyed decides
//! where work piles up, and whether it is refused or lost.
//!
//! The model is the one of the lesson *Backpressure* ("Geri Basınç"), in whole numbers. The life of a chain:
//!
//! 1. [`Chain::new`] takes each stage's bound and the depth of the signal.
//! 2. [`Chain::round`] is called once a round, with what the source produces and each stage's rate. In this order:
//!    - **stages move, from the last to the first**, so that no item passes two stages in a round. Each takes up to its
//!      rate from the head of its buffer. The last completes what it takes; any other pushes it into the next buffer
//!      while there is room. Without room, a stage that obeys the signal stops for this round (it is *stalled*), and
//!      one that does not goes on taking, and what it takes is *lost* at the next stage's entry;
//!    - **the source produces**: items enter the first buffer while there is room, and the others are *refused* where
//!      the signal reaches the boundary, and *lost* at the first stage where it does not.
//! 3. [`Chain::totals`] and [`Chain::stages`] have the counts since round 1, and [`Chain::waiting`] what is still in
//!    the buffers.
//!
//! Of `n` stages, stage `i` (from 0) obeys where `depth ≥ n − 1 − i`, and the boundary where `depth ≥ n`. The last
//! stage has no successor, and nothing to obey.
//!
//! Items produced in one round are alike, so the chain only counts how many of them stand in which stage. This gives
//! exactly the answer of going item by item (`tests/item_by_item.rs` does), and its cost does not grow with the rate.
//!
//! # Range
//!
//! Nothing here fails. A chain answers exactly for up to [`Chain::MAX_ROUNDS`] rounds, while no more than `u64::MAX`
//! items are produced over the run. A driver that checks for 10^18 items and 10^7 rounds in total is far inside. Beyond
//! it:
//!
//! - a buffer holds `u64::MAX` items at most, also where it is unbounded; it is full then;
//! - counts of items wrap around, and still agree with each other; the items that wait stop at `u64::MAX`;
//! - rounds and ages that are told as `u32` begin again at 0.
//!
//! Absent on purpose: fractions, floating-point numbers, clocks, input and output, and dependencies. A round allocates
//! only while the oldest item that waits is older than any was before.
#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

extern crate alloc;

mod chain;
mod rounds;

pub use chain::Chain;

/// What happened in one round, in items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Items that the last stage completed.
    pub completed: u64,
    /// Items that the boundary refused: never accepted, so the sender knows, and can send again.
    pub refused: u64,
    /// Items lost, over all stages: accepted, then dropped, so nobody will send them again.
    pub lost: u64,
    /// Items in all buffers at the end.
    pub waiting: u64,
    /// The largest age at completion in this round; 0 where nothing was completed.
    pub oldest_completed_rounds: u64,
    /// Rounds that the oldest waiting item has waited since its production; 0 where none waits.
    pub oldest_waiting_rounds: u64,
}

/// Items that were completed in a round at one age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    /// This round minus the round of production.
    pub age_rounds: u32,
    /// Items.
    pub count: u64,
}

/// A stage's counts since round 1. Each is counted where it happens and none is worked out from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTotals {
    /// Items taken from this stage's buffer and passed on (or completed).
    pub passed: u64,
    /// Items lost at the entry of this stage's buffer.
    pub lost: u64,
    /// Rounds in which the stage had work and stood still for a full successor, at once or after a part of its work.
    pub stalled_rounds: u64,
}

/// The chain's counts since round 1, in items. Each is counted where it happens, so that
/// `produced = completed + refused + lost + waiting` is a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Came from the source.
    pub produced: u64,
    /// Left the last stage.
    pub completed: u64,
    /// Turned away at the boundary.
    pub refused: u64,
    /// Sum of the ages at loss of what was lost inside the chain, in item-rounds. What is lost at the first stage's
    /// entry has no age.
    pub lost_age_sum: u128,
}
