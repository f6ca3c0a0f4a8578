//! How many arrive in a round.

use crate::number::{Arithmetic, E18, billionths, double};
use crate::{Offer, Scenario};

/// Arrivals of one flow or source, from round 1 on.
pub(crate) struct Arrivals<'a> {
    arithmetic: Arithmetic,
    offer: &'a Offer,
    scenario: &'a Scenario,
    place: usize,
    written_rate: &'a str,
    /// Exact: all that should have arrived so far, in units of 10^-18, and what has.
    due_e18: u128,
    arrived: u128,
    /// Double: what is left of an item.
    carry: f64,
}

impl<'a> Arrivals<'a> {
    pub(crate) fn new(
        arithmetic: Arithmetic,
        offer: &'a Offer,
        scenario: &'a Scenario,
        place: usize,
        written_rate: &'a str,
    ) -> Arrivals<'a> {
        Arrivals { arithmetic, offer, scenario, place, written_rate, due_e18: 0, arrived: 0, carry: 0.0 }
    }

    /// Whole items that arrive in a round. Rounds are asked for in order.
    pub(crate) fn in_round(&mut self, round: u32) -> u64 {
        let nth = round as usize - 1;
        if let Some(recorded) = &self.offer.recorded {
            let counts = &recorded.counts;
            let place = if recorded.repeat { nth % counts.len() } else { nth };
            return counts.get(place).copied().unwrap_or(0);
        }
        let rate = self.scenario.rate(round, self.place, self.written_rate);
        let swing = &self.offer.swing;
        let swings = !swing.is_empty() && !self.scenario.is_steady(round);
        let multiplier = if swings { &swing[nth % swing.len()] } else { "1" };
        match self.arithmetic {
            Arithmetic::Exact => {
                self.due_e18 += billionths(rate) * billionths(multiplier);
                let new = self.due_e18 / E18 - self.arrived;
                self.arrived += new;
                u64::try_from(new).expect("a system is small")
            }
            Arithmetic::Double => {
                self.carry += double(rate) * double(multiplier);
                let mut new = 0;
                while self.carry >= 1.0 {
                    self.carry -= 1.0;
                    new += 1;
                }
                new
            }
        }
    }
}
