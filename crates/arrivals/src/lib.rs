//! How many items arrive in each round.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

mod arithmetic;
mod counts;
mod decimal;
mod poisson;
mod rate;

pub use arithmetic::Arithmetic;
pub use counts::{AfterLast, CountReplay};
pub use decimal::{Decimal, DecimalError};
pub use poisson::PoissonStream;
pub use rate::RateStream;

/// Where a flow's or a source's arrivals come from. Every call of `next_round` is one round, from round 1 on.
#[derive(Clone, Debug)]
pub enum Arrivals {
    /// A known rate times a swing; the fraction is carried.
    Rate(RateStream),
    /// Counts seen in reality.
    Counts(CountReplay),
    /// Independent Poisson counts around rate times swing.
    Poisson(PoissonStream),
}

impl Arrivals {
    /// Whole items that arrive in the next round.
    pub fn next_round(&mut self) -> u64 { todo!() }
    /// From the next round on, items arrive at another rate, perhaps without the swing. The fraction carried so far
    /// stays, and so does the place in the swing's cycle (it goes by the round). Recorded counts do not change.
    pub fn change_rate(&mut self, rate: Decimal, swing: &[Decimal]) { todo!() }
}
