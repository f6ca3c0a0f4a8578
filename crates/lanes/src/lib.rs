//! Many variants of one system side by side: the same rounds as `gate-core` and `backpressure-core`, in lanes.
//!
//! Variants that share their arrivals go through the rounds together, [`LANES`] at a time. Every number of a lane's
//! state is one place of an array, and each step is a short loop over such an array, which the compiler turns into
//! vector instructions. What it may use is found out when the program runs (`dispatch`).
//!
//! The cores are the ones that say what a round is. A lane has to give their counts to the last one, and a property
//! test holds it to that over random systems (`crates/scenarios/tests/lanes.rs`). What a lane cannot hold it says:
//!
//! - numbers are 32 bits: whoever calls keeps a run within [`MOST_UNITS`];
//! - a gate's lane remembers its last [`WINDOW`] rounds. Where something waits for longer than that, its counts are
//!   marked as not [`held`](GateCounts::held), and the variant has to be run alone;
//! - a chain's lane knows no ages.
//!
//! Why a crate: the cores are free of it, and `unsafe_code` is allowed in one module of it and nowhere else.
// A step reads and writes one place of several arrays: by index that is one plain loop, which vectorises.
#![allow(clippy::needless_range_loop)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod chain;
mod dispatch;
mod gate;

pub use chain::{Chain, ChainCounts, ChainStretch};
pub use dispatch::{instructions, run_chain, run_gate};
pub use gate::{Gate, GateCounts, GateStretch, WINDOW};

/// Variants that go side by side.
pub const LANES: usize = 32;

/// A number for each lane.
pub type Lane = [u32; LANES];

/// Units (a gate) or items (a chain) that may arrive over a whole run, capacity in a round, a bound, a rate.
pub const MOST_UNITS: u32 = (1 << 31) - 1;

/// What is the same in every lane.
const fn splat(number: u32) -> Lane {
    [number; LANES]
}

/// Combines two lanes place by place.
#[inline(always)]
fn map2(a: &Lane, b: &Lane, f: impl Fn(u32, u32) -> u32) -> Lane {
    let mut out = splat(0);
    for lane in 0..LANES {
        out[lane] = f(a[lane], b[lane]);
    }
    out
}
