//! How many items arrive in each round.
//!
//! The cores of this workspace see whole numbers only; this is the one place where fractions live. The life of a
//! stream:
//!
//! 1. **Text becomes a [`Decimal`]**: the digits of a scenario file, exactly as written. Everything that can be wrong
//!    with a number is said here, by [`Decimal::parse`]; nothing after it fails.
//! 2. **A stream is built** from a rate and a swing (a cycle of multipliers, round `t` uses entry
//!    `(t − 1) mod length`), or from counts seen in reality. Products are formed now, not in the rounds.
//! 3. **[`Arrivals::next_round`]** is called once a round and answers with whole items. What is left of a fraction is
//!    carried to the next round.
//! 4. **[`Arrivals::change_rate`]** lets a failure mode begin or end. The carry stays, and so does the place in the
//!    cycle.
//!
//! There are two arithmetics, see [`Arithmetic`]: decimals that stay decimals, and the IEEE doubles of the lessons'
//! own programs (*Backpressure* and *Throttling and load shedding*, whose published figures carry the rounding of
//! their doubles). Both give the same counts on every platform: sums, differences, products, quotients, comparisons
//! and floors only; nothing from a maths library, and no fused multiply-add.
//!
//! Absent on purpose: clocks, input and output, a source of entropy (a seed is an argument), and dependencies.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

extern crate alloc;

mod arithmetic;
mod counts;
mod decimal;
mod generator;
mod poisson;
mod rate;
mod swing;

pub use arithmetic::Arithmetic;
pub use counts::{AfterLast, CountReplay};
pub use decimal::{Decimal, DecimalError};
pub use generator::related_seed;
pub use poisson::PoissonStream;
pub use rate::RateStream;

/// Where a flow's or a source's arrivals come from. Every call of [`next_round`](Arrivals::next_round) is one round,
/// from round 1 on.
// A tag of its own: one that hides in a `Vec`'s capacity takes six instructions to read, in every round of every flow.
#[derive(Clone, Debug)]
#[repr(u8)]
pub enum Arrivals {
    /// A known rate times a swing; the fraction is carried. What both lessons use.
    Rate(RateStream),
    /// Counts seen in reality.
    Counts(CountReplay),
    /// Independent Poisson counts around rate times swing.
    Poisson(PoissonStream),
}

impl Arrivals {
    /// Whole items that arrive in the next round.
    #[inline]
    pub fn next_round(&mut self) -> u64 {
        match self {
            Arrivals::Rate(stream) => stream.next_round(),
            Arrivals::Counts(replay) => replay.next_round(),
            Arrivals::Poisson(stream) => stream.next_round(),
        }
    }

    /// From the next round on, items arrive at another rate (items per round), perhaps with another swing or, where
    /// `swing` is empty, without one. The fraction carried so far stays, and so does the place in the swing's cycle
    /// (it goes by the number of the round, also when the new swing has another length). Recorded counts do not
    /// change.
    pub fn change_rate(&mut self, rate: Decimal, swing: &[Decimal]) {
        match self {
            Arrivals::Rate(stream) => stream.change_rate(rate, swing),
            Arrivals::Counts(_) => {}
            Arrivals::Poisson(stream) => stream.change_rate(rate, swing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AfterLast, Arithmetic, Arrivals, CountReplay, Decimal, PoissonStream, RateStream};
    use alloc::vec::Vec;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    /// Two rounds, then two more at another rate.
    fn check(mut arrivals: Arrivals, before: [u64; 2], after: [u64; 2]) {
        assert_eq!([arrivals.next_round(), arrivals.next_round()], before);
        arrivals.change_rate(decimal("2.5"), &[]);
        assert_eq!([arrivals.next_round(), arrivals.next_round()], after);
    }

    #[test]
    fn each_kind_answers_as_what_it_holds() {
        check(Arrivals::Rate(RateStream::new(Arithmetic::Exact, decimal("5.25"), &[])), [5, 5], [3, 2]);
        let counts: Vec<u64> = [12, 9, 14].into();
        check(Arrivals::Counts(CountReplay::new(counts.into(), AfterLast::Repeat)), [12, 9], [14, 12]);
        let mut alone = PoissonStream::new(7, decimal("30"), &[]);
        let before = [alone.next_round(), alone.next_round()];
        alone.change_rate(decimal("2.5"), &[]);
        let after = [alone.next_round(), alone.next_round()];
        assert!(
            before.iter().all(|count| *count > 10) && after.iter().all(|count| *count < 10),
            "{before:?} {after:?}"
        );
        check(Arrivals::Poisson(PoissonStream::new(7, decimal("30"), &[])), before, after);
    }
}
