//! Both systems once more, request by request: slow, obvious, and written apart from what it is held against.
//!
//! A second opinion is worth something only where it shares nothing with the first. So this crate has its own
//! description of a system ([`System`], decimals as the text that a file would say), its own arithmetic, its own
//! arrivals, ceilings, bounds and phases, and queues that hold one entry for every single request. It knows neither
//! the cores nor `arrivals`; of `scenarios` it knows the outcome, to compare with, and nothing else.
//!
//! 1. [`random::system`] makes a system out of a row of numbers (chance, or a shrinking property test).
//! 2. [`System::files`] says it as a scenario file, which the lab reads as any other.
//! 3. [`count`] works it out here, cell by cell, and [`counted`] reads what the lab has worked out.
//! 4. [`Counts::differences`] names every count that is not the same.
//!
//! The tests of this crate and `cargo xtask verify` are all that uses it.

#![forbid(unsafe_code)]

mod arrivals;
mod chain;
mod compare;
mod counts;
mod course;
mod gate;
mod number;
pub mod random;
mod system;
mod text;

pub use compare::counted;
pub use counts::Counts;
pub use number::Arithmetic;
pub use system::{
    Bound, Chain, ChainSetting, Changes, Flow, Gate, GateSetting, Model, Offer, Phase, Recorded, Scenario, Stage,
    System,
};

/// What a cell of a system comes to: scenario and setting by their places.
pub fn count(system: &System, scenario: usize, setting: usize) -> Counts {
    match &system.model {
        Model::Gate(gate) => gate::count(system, gate, &system.scenarios[scenario], &gate.settings[setting]),
        Model::Chain(chain) => chain::count(system, chain, &system.scenarios[scenario], &chain.settings[setting]),
    }
}
