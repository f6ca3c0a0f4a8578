use crate::{Arithmetic, Decimal, swing::SwingPosition};
use alloc::vec::Vec;

/// A known rate times a swing, in whole items; the fraction is carried to the next round.
///
/// This is the source of both lessons: each round adds `rate × multiplier` to a carry, and the whole part of the
/// carry arrives.
#[derive(Clone, Debug)]
pub struct RateStream {
    swing: SwingPosition,
    carry: Carry,
}

/// What is carried, and what each entry of the swing adds to it.
#[derive(Clone, Debug)]
enum Carry {
    Exact { carry_e18: u64, steps: Vec<ExactStep> },
    Double { carry: f64, steps: Vec<DoubleStep> },
}

/// `rate × multiplier`, exactly: two factors with nine decimal places each have a product with eighteen.
#[derive(Clone, Copy, Debug)]
struct ExactStep {
    whole: u64,
    /// In units of 10^-18; below [`Decimal::E18`].
    fraction_e18: u64,
}

/// `rate × multiplier`, rounded once to the nearest double.
#[derive(Clone, Copy, Debug)]
struct DoubleStep {
    product: f64,
    /// The whole part of `product`, as both kinds of number.
    whole: u64,
    whole_double: f64,
}

impl RateStream {
    /// `rate` in items per round, `swing` the cycle of multipliers. An empty `swing` means none (every multiplier is
    /// 1).
    pub fn new(arithmetic: Arithmetic, rate: Decimal, swing: &[Decimal]) -> RateStream {
        let carry = match arithmetic {
            Arithmetic::Exact => Carry::Exact { carry_e18: 0, steps: Vec::new() },
            Arithmetic::Double => Carry::Double { carry: 0.0, steps: Vec::new() },
        };
        let mut stream = RateStream { swing: SwingPosition::new(swing.len()), carry };
        stream.change_rate(rate, swing);
        stream
    }

    /// From the next round on, another rate and another swing. The carry stays, and so does the place in the cycle,
    /// which goes by the number of the round.
    pub fn change_rate(&mut self, rate: Decimal, swing: &[Decimal]) {
        let swing = if swing.is_empty() { &[Decimal::ONE] } else { swing };
        self.swing.change_length(swing.len());
        match &mut self.carry {
            Carry::Exact { steps, .. } => {
                steps.clear();
                steps.extend(swing.iter().map(|&by| ExactStep::new(rate, by)));
            }
            Carry::Double { steps, .. } => {
                steps.clear();
                steps.extend(swing.iter().map(|&by| DoubleStep::new(rate, by)));
            }
        }
    }

    /// Whole items that arrive in the next round. At most 10^18 + 1.
    #[inline]
    pub fn next_round(&mut self) -> u64 {
        let entry = self.swing.advance();
        match &mut self.carry {
            Carry::Exact { carry_e18, steps } => steps.get(entry).map_or(0, |step| step.take_whole(carry_e18)),
            Carry::Double { carry, steps } => steps.get(entry).map_or(0, |step| step.take_whole(carry)),
        }
    }
}

impl ExactStep {
    fn new(rate: Decimal, multiplier: Decimal) -> ExactStep {
        let product = rate.product_e18(multiplier);
        let one = u128::from(Decimal::E18);
        // Both parts are at most 10^18.
        ExactStep {
            whole: u64::try_from(product / one).unwrap_or(u64::MAX),
            fraction_e18: u64::try_from(product % one).unwrap_or(0),
        }
    }

    #[inline]
    fn take_whole(&self, carry_e18: &mut u64) -> u64 {
        // Two fractions below 10^18 each: the sum fits, and holds at most one whole item.
        let sum = *carry_e18 + self.fraction_e18;
        let carries = sum >= Decimal::E18;
        *carry_e18 = if carries { sum - Decimal::E18 } else { sum };
        self.whole + u64::from(carries)
    }
}

impl DoubleStep {
    fn new(rate: Decimal, multiplier: Decimal) -> DoubleStep {
        let product = rate.to_double() * multiplier.to_double();
        // Finite and at most 10^18, so the cast only cuts the fraction off.
        let whole = product as u64;
        DoubleStep { product, whole, whole_double: whole as f64 }
    }

    /// The lesson takes items one by one while the carry holds a whole one. Each of those subtractions is exact, and
    /// so are these: the sum is the only operation that rounds.
    ///
    /// One comparison is enough. The carry and the product's fraction are below 1 each, by a step of their doubles at
    /// least, so that even a sum rounded up stays below `whole + 2`.
    #[inline]
    fn take_whole(&self, carry: &mut f64) -> u64 {
        let above = (*carry + self.product) - self.whole_double;
        let carries = above >= 1.0;
        *carry = if carries { above - 1.0 } else { above };
        self.whole + u64::from(carries)
    }
}

#[cfg(test)]
mod tests {
    use super::RateStream;
    use crate::{Arithmetic, Decimal};
    use alloc::vec::Vec;
    use proptest::prelude::*;

    const TRACKING: &[&str] = &["0.85", "0.85", "0.85", "1.45"];
    const CARRIER: &[&str] = &["0.6", "0.6", "0.6", "2.2"];

    fn decimals(texts: &[&str]) -> Vec<Decimal> {
        texts.iter().map(|text| Decimal::parse(text).unwrap()).collect()
    }

    fn stream(arithmetic: Arithmetic, rate: &str, swing: &[&str]) -> RateStream {
        RateStream::new(arithmetic, Decimal::parse(rate).unwrap(), &decimals(swing))
    }

    fn check(rate: &str, swing: &[&str], rounds: usize, exact: u64, double: u64) {
        for (arithmetic, expected) in [(Arithmetic::Exact, exact), (Arithmetic::Double, double)] {
            let mut stream = stream(arithmetic, rate, swing);
            let total: u64 = (0..rounds).map(|_| stream.next_round()).sum();
            assert_eq!(total, expected, "{rate} x {swing:?}, {rounds} rounds, {arithmetic:?}");
        }
    }

    #[test]
    fn totals_of_the_lessons() {
        check("97.22", &[], 600, 58_332, 58_331);
        check("416.67", TRACKING, 600, 250_002, 250_002);
        check("1.5", &[], 600, 900, 900);
        check("4.5", &[], 600, 2_700, 2_700);
        check("97.22", CARRIER, 1_200, 116_664, 116_663);
    }

    #[test]
    fn totals_of_awkward_decimals() {
        check("0.1", &[], 100, 10, 9);
        check("2.718", &[], 1_000, 2_718, 2_717);
        check("1.15", &[], 100, 115, 114);
        check("0", &["5"], 100, 0, 0);
        check("0.000000001", &["0.000000001"], 100, 0, 0);
    }

    #[test]
    fn a_tenth_arrives_in_every_tenth_round() {
        let mut stream = stream(Arithmetic::Exact, "0.1", &[]);
        let rounds: Vec<u32> = (1..=100).filter(|_| stream.next_round() == 1).collect();
        assert_eq!(rounds, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    }

    #[test]
    fn the_largest_rate_is_exact() {
        let mut stream = stream(Arithmetic::Exact, "999999999.999999999", &["999999999.999999999"]);
        // (10^9 - 10^-9)^2 = 10^18 - 2 + 10^-18
        for _ in 0..3 {
            assert_eq!(stream.next_round(), 999_999_999_999_999_998);
        }
    }

    #[test]
    fn a_change_keeps_the_carry_and_the_place_in_the_cycle() {
        let mut stream = stream(Arithmetic::Exact, "0.75", &["1", "2"]);
        assert_eq!([stream.next_round(), stream.next_round(), stream.next_round()], [0, 2, 1]);
        // Nothing is carried after 0.75 + 1.5 + 0.75. Round 4 is entry 3 mod 3 of the new cycle.
        stream.change_rate(Decimal::parse("1.5").unwrap(), &decimals(&["1", "3", "5"]));
        assert_eq!([stream.next_round(), stream.next_round(), stream.next_round()], [1, 5, 7]);
        // 13.5 so far; half an item is carried over into a rate without swing.
        stream.change_rate(Decimal::parse("0.5").unwrap(), &[]);
        assert_eq!([stream.next_round(), stream.next_round()], [1, 0]);
    }

    fn any_decimal() -> impl Strategy<Value = Decimal> {
        (0_u64..2_000_000_000, 0_usize..10).prop_map(|(digits, places)| {
            let text = alloc::format!("{digits}e-{places}");
            Decimal::parse(&text).unwrap_or(Decimal::ONE)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

        /// After every round the total is the floor of the sum of the products.
        #[test]
        fn exact_is_the_floor_of_the_sum(
            rate in any_decimal(), swing in prop::collection::vec(any_decimal(), 0..6),
        ) {
            let mut stream = RateStream::new(Arithmetic::Exact, rate, &swing);
            let (mut total, mut sum_e18) = (0_u128, 0_u128);
            for round in 0..100 {
                let by = swing.get(round % swing.len().max(1)).copied().unwrap_or(Decimal::ONE);
                sum_e18 += rate.product_e18(by);
                total += u128::from(stream.next_round());
                prop_assert_eq!(total, sum_e18 / 1_000_000_000_000_000_000);
            }
        }

        /// The lesson's loop: the carry grows by a product, and gives its items one by one.
        #[test]
        fn double_is_the_loop_of_the_lesson(
            rate in 0_u64..200_000, places in 0_usize..5,
            swing in prop::collection::vec(0_u64..300, 1..6),
        ) {
            let rate = Decimal::parse(&alloc::format!("{rate}e-{places}")).unwrap();
            let swing: Vec<Decimal> =
                swing.iter().map(|by| Decimal::parse(&alloc::format!("{by}e-2")).unwrap()).collect();
            prop_assume!(rate.to_double() < 2_000.0);
            let mut stream = RateStream::new(Arithmetic::Double, rate, &swing);
            let mut carry = 0.0;
            for round in 0..200 {
                carry += rate.to_double() * swing[round % swing.len()].to_double();
                let mut count = 0;
                while carry >= 1.0 {
                    carry -= 1.0;
                    count += 1;
                }
                prop_assert_eq!(stream.next_round(), count);
            }
        }

        /// The same where the loop would take for ever: a floor, and a difference.
        #[test]
        fn double_is_a_floor_at_any_size(
            rate in any_decimal(), swing in prop::collection::vec(any_decimal(), 1..6),
        ) {
            let mut stream = RateStream::new(Arithmetic::Double, rate, &swing);
            let mut carry = 0.0;
            for round in 0..200 {
                carry += rate.to_double() * swing[round % swing.len()].to_double();
                let count = carry as u64;
                carry -= count as f64;
                prop_assert!((0.0..1.0).contains(&carry));
                prop_assert_eq!(stream.next_round(), count);
            }
        }
    }
}
