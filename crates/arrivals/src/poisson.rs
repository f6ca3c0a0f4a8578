use crate::{Decimal, decimal::nearest_double, generator::Xoshiro256PlusPlus, swing::SwingPosition};
use alloc::{sync::Arc, vec::Vec};

/// Independent Poisson counts around rate times swing, pinned by a seed: the same counts on every platform, for ever.
///
/// A round draws one 64-bit number, also where its mean is 0, so that the streams of two scenarios stay aligned: the
/// same round has the same luck. The number is looked up in a table of the distribution function, made once for each
/// distinct mean (see [`PoissonStream::new`]), so that, with the same luck, a larger mean gives no smaller count.
#[derive(Clone, Debug)]
pub struct PoissonStream {
    generator: Xoshiro256PlusPlus,
    swing: SwingPosition,
    /// One per entry of the swing; entries with equal means share theirs.
    tables: Vec<Arc<Table>>,
}

impl PoissonStream {
    /// The largest mean of one round (rate × multiplier), in items. A larger one counts as this.
    pub const MAX_MEAN: u64 = 1_000_000;

    /// `rate` in items per round, `swing` the cycle of multipliers; an empty one means none.
    ///
    /// Takes time and memory in proportion to the square root of the largest mean: some 170 kB for a million.
    pub fn new(seed: u64, rate: Decimal, swing: &[Decimal]) -> PoissonStream {
        let mut stream = PoissonStream {
            generator: Xoshiro256PlusPlus::from_seed(seed),
            swing: SwingPosition::new(swing.len()),
            tables: Vec::new(),
        };
        stream.change_rate(rate, swing);
        stream
    }

    /// From the next round on, another rate and another swing. The generator goes on, and so does the place in the
    /// cycle, which goes by the number of the round.
    pub fn change_rate(&mut self, rate: Decimal, swing: &[Decimal]) {
        let swing = if swing.is_empty() { &[Decimal::ONE] } else { swing };
        self.swing.change_length(swing.len());
        let mut tables: Vec<Arc<Table>> = Vec::with_capacity(swing.len());
        for &multiplier in swing {
            let limit = u128::from(Self::MAX_MEAN) * u128::from(Decimal::E18);
            let mean_e18 = rate.product_e18(multiplier).min(limit);
            let known = tables.iter().chain(&self.tables);
            let table = known.into_iter().find(|table| table.mean_e18 == mean_e18);
            let table = table.map_or_else(|| Arc::new(Table::new(mean_e18)), Arc::clone);
            tables.push(table);
        }
        self.tables = tables;
    }

    /// Whole items that arrive in the next round.
    #[inline]
    pub fn next_round(&mut self) -> u64 {
        let luck = self.generator.next_u64();
        let entry = self.swing.advance();
        self.tables.get(entry).map_or(0, |table| table.count_at(luck))
    }
}

/// The distribution function of one mean, in units of 2^-64.
#[derive(Debug)]
struct Table {
    /// The mean in units of 10^-18 items.
    mean_e18: u128,
    /// The count of the first threshold.
    lowest: u64,
    /// `thresholds[i]`: how many of the 2^64 numbers give at most `lowest + i`. Never falls. The last count that can
    /// come needs no threshold.
    thresholds: Vec<u64>,
    /// For each value of a number's highest bits: where in `thresholds` its search may begin.
    guide: Vec<u32>,
    guide_shift: u32,
}

impl Table {
    fn new(mean_e18: u128) -> Table {
        let (lowest, shares) = shares(mean_e18);
        let mut sum = 0_u64;
        let mut thresholds: Vec<u64> = Vec::with_capacity(shares.len());
        // Every share is 1 or more and all together are 2^64, so without the last the sum fits.
        for &share in shares.split_last().map_or(&[][..], |(_, before)| before) {
            sum = sum.saturating_add(share);
            thresholds.push(sum);
        }
        let guide_bits = (thresholds.len() + 1).next_power_of_two().ilog2().max(1);
        let guide_shift = 64 - guide_bits;
        let guide = (0..1_u64 << guide_bits)
            .map(|bucket| {
                let first = bucket << guide_shift;
                let place = thresholds.partition_point(|&threshold| threshold <= first);
                // A table has some 21,000 entries at most.
                u32::try_from(place).unwrap_or(0)
            })
            .collect();
        Table { mean_e18, lowest, thresholds, guide, guide_shift }
    }

    /// The smallest count whose threshold is above `luck`.
    #[inline]
    fn count_at(&self, luck: u64) -> u64 {
        let bucket = (luck >> self.guide_shift) as usize;
        let start = self.guide.get(bucket).map_or(0, |&start| start as usize);
        let above = self.thresholds.get(start..).unwrap_or(&[]);
        let steps = above.iter().take_while(|&&threshold| threshold <= luck);
        self.lowest + start as u64 + steps.count() as u64
    }
}

/// The lowest count that can come, and for it and each one after it the share of the 2^64 numbers that give it: the
/// Poisson probabilities in units of 2^-64, rounded down.
///
/// No exponential function: the weights are relative to the one of the mode, which is set to 1, and each follows from
/// its neighbour by `w(k + 1) = w(k) × mean / (k + 1)`. They are cut where they fall below 2^-80, which is less than a
/// share of one. What rounding leaves of the 2^64 goes to the mode.
fn shares(mean_e18: u128) -> (u64, Vec<u64>) {
    const CUT: f64 = 1.0 / (1_u128 << 80) as f64;
    const ALL: u128 = 1 << 64;
    const UNIT: f64 = (1_u128 << 100) as f64;
    // At most MAX_MEAN.
    let mode = (mean_e18 / u128::from(Decimal::E18)) as u64;
    let mean = nearest_double(mean_e18, 18);

    let mut weights = Vec::new();
    let (mut lowest, mut weight) = (mode, 1.0_f64);
    while lowest > 0 {
        weight = weight * lowest as f64 / mean;
        if weight < CUT {
            break;
        }
        weights.push(weight);
        lowest -= 1;
    }
    weights.reverse();
    let mode_place = weights.len();
    let (mut highest, mut weight) = (mode, 1.0_f64);
    while weight >= CUT {
        weights.push(weight);
        highest += 1;
        weight = weight * mean / highest as f64;
    }

    // Summed as whole numbers: some 20,000 rounded sums would leave the mode, which takes the rest, too much of it.
    let total: u128 = weights.iter().map(|weight| (weight * UNIT) as u128).sum();
    let total = total as f64 / UNIT;
    // Each is below 2^64, except that of a mode which is alone; and the mode's is set below.
    let mut shares: Vec<u64> = weights.iter().map(|weight| (weight / total * ALL as f64) as u64).collect();
    if let Some(mode_share) = shares.get_mut(mode_place) {
        *mode_share = 0;
    }
    let others: u128 = shares.iter().map(|&share| u128::from(share)).sum();
    if let Some(mode_share) = shares.get_mut(mode_place) {
        *mode_share = u64::try_from(ALL - others).unwrap_or(u64::MAX);
    }

    // Shares fall on both sides of the mode, so what is less than one of the 2^64 stands at the ends.
    let cut_below = shares.iter().take_while(|&&share| share == 0).count();
    shares.drain(..cut_below);
    while shares.last() == Some(&0) {
        shares.pop();
    }
    (lowest + cut_below as u64, shares)
}

#[cfg(test)]
mod tests {
    use super::{PoissonStream, shares};
    use crate::Decimal;
    use alloc::vec::Vec;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    fn stream(mean: &str) -> PoissonStream {
        PoissonStream::new(1, decimal(mean), &[])
    }

    fn first_counts(mean: &str) -> Vec<u64> {
        let mut stream = stream(mean);
        (0..16).map(|_| stream.next_round()).collect()
    }

    #[test]
    fn counts_are_pinned() {
        // Worked out apart from this code: sums of probabilities with 60 digits.
        assert_eq!(first_counts("0.8"), [2, 1, 0, 1, 0, 1, 3, 1, 0, 0, 2, 0, 0, 0, 0, 0]);
        assert_eq!(first_counts("8"), [10, 10, 5, 10, 5, 8, 15, 8, 4, 5, 12, 7, 4, 7, 4, 5]);
        assert_eq!(first_counts("97.22"), [106, 104, 85, 104, 88, 99, 120, 98, 85, 86, 111, 93, 83, 94, 84, 87]);
        assert_eq!(
            first_counts("1000000"),
            [
                1_000_884, 1_000_665, 998_719, 1_000_663, 999_102, 1_000_229, 1_002_223, 1_000_059, 998_699, 998_894,
                1_001_408, 999_597, 998_542, 999_732, 998_656, 998_990
            ]
        );
    }

    /// exp(-mean) mean^k / k!, in units of 2^-64, worked out with 60 digits.
    #[test]
    fn shares_are_the_probabilities() {
        for (mean, count, expected) in [
            ("0.8", 0, 8_288_656_405_975_409_161),
            ("0.8", 1, 6_630_925_124_780_327_329),
            ("0.8", 2, 2_652_370_049_912_130_931),
            ("0.8", 5, 22_633_557_759_250_183),
            ("0.8", 15, 223_015),
            ("8", 0, 6_188_193_243_211_692),
            ("8", 1, 49_505_545_945_693_541),
            ("8", 8, 2_574_917_031_029_342_825),
            ("8", 20, 2_932_506_546_002_879),
            ("8", 40, 10_081),
            ("97.22", 30, 17_898),
            ("97.22", 60, 244_890_730_543_114),
            ("97.22", 97, 746_384_532_887_347_808),
            ("97.22", 98, 740_443_921_299_060_754),
            ("97.22", 150, 2_820_066_124_503),
            ("97.22", 200, 0),
            ("1000", 750, 362),
            ("1000", 1_000, 232_698_507_139_177_578),
            ("1000", 1_200, 1_474_382_371),
            ("1000000", 995_000, 26_925_681_140),
            ("1000000", 999_999, 7_359_185_533_481_815),
            ("1000000", 1_000_000, 7_359_185_533_481_815),
            ("1000000", 1_000_500, 6_492_970_668_112_142),
            ("1000000", 1_004_000, 2_490_177_314_247),
        ] {
            let (lowest, shares) = shares(decimal(mean).product_e18(Decimal::ONE));
            let place = usize::try_from(i128::from(count) - i128::from(lowest));
            let share = place.ok().and_then(|place| shares.get(place).copied()).unwrap_or(0);
            // The recurrence rounds twice a step, and takes at most some 10,000 steps.
            let off = share.abs_diff(expected);
            assert!(off <= 1 + expected / 1_000_000_000_000, "{mean} at {count}: {share}");
        }
    }

    #[test]
    fn shares_sum_to_all_and_leave_no_gap() {
        for mean in ["0", "0.000000001", "0.8", "1", "8", "97.22", "5000.5", "1000000"] {
            let (_, shares) = shares(decimal(mean).product_e18(Decimal::ONE));
            assert!(shares.iter().all(|&share| share > 0), "{mean}");
            if shares.len() > 1 {
                let sum: u128 = shares.iter().map(|&share| u128::from(share)).sum();
                assert_eq!(sum, 1 << 64, "{mean}");
            }
        }
        let tiny = decimal("0.000000001").product_e18(decimal("0.000000001"));
        // A share of 18 for one item: 10^-18 of the 2^64.
        assert_eq!(shares(tiny), (0, [u64::MAX - 17, 18].into()));
        assert_eq!(shares(0), (0, [u64::MAX].into()));
    }

    #[test]
    fn the_table_answers_as_a_search_without_a_guide() {
        for mean in ["0", "0.8", "8", "97.22", "5000.5"] {
            let table = super::Table::new(decimal(mean).product_e18(Decimal::ONE));
            let around = table.thresholds.iter().flat_map(|&t| [t - 1, t, t.saturating_add(1)]);
            for luck in around.chain([0, 1, u64::MAX - 1, u64::MAX]) {
                let place = table.thresholds.partition_point(|&threshold| threshold <= luck);
                assert_eq!(table.count_at(luck), table.lowest + place as u64, "{mean} at {luck}");
            }
        }
    }

    /// Mean and variance of a Poisson count are equal; the estimates' own errors follow from its fourth moment.
    #[test]
    fn mean_and_variance_are_within_five_sigma() {
        const DRAWS: u32 = 100_000;
        for text in ["0.001", "0.8", "8", "97.22", "416.67", "1000000"] {
            let mut stream = stream(text);
            let mean = decimal(text).to_double();
            let counts: Vec<f64> = (0..DRAWS).map(|_| stream.next_round() as f64 - mean).collect();
            let n = f64::from(DRAWS);
            let bias = counts.iter().sum::<f64>() / n;
            let variance = counts.iter().map(|count| count * count).sum::<f64>() / n;
            // Squares, as `core` has no roots.
            assert!(bias * bias <= 25.0 * mean / n, "{text}: mean is off by {bias}");
            let off = variance - mean;
            let variance_of_square = mean + 2.0 * mean * mean;
            assert!(off * off <= 25.0 * variance_of_square / n, "{text}: variance is {variance}");
        }
    }

    /// Pearson's statistic over the counts that are expected 20 times or more.
    #[test]
    fn frequencies_are_within_five_sigma() {
        const DRAWS: u32 = 100_000;
        for text in ["0.8", "8", "97.22"] {
            let (lowest, shares) = shares(decimal(text).product_e18(Decimal::ONE));
            let mut seen = alloc::vec![0_u32; shares.len()];
            let mut stream = stream(text);
            for _ in 0..DRAWS {
                seen[(stream.next_round() - lowest) as usize] += 1;
            }
            let (mut statistic, mut cells) = (0.0, 0.0);
            for (&share, &count) in shares.iter().zip(&seen) {
                let expected = f64::from(DRAWS) * (share as f64 / (1_u128 << 64) as f64);
                if expected >= 20.0 {
                    let off = f64::from(count) - expected;
                    statistic += off * off / expected;
                    cells += 1.0;
                }
            }
            let off: f64 = statistic - cells;
            assert!(off * off <= 25.0 * 2.0 * cells, "{text}: {statistic} over {cells} cells");
        }
    }

    #[test]
    fn a_round_draws_once_whatever_its_mean() {
        let (on, off) = (decimal("8"), decimal("0"));
        let mut steady = PoissonStream::new(7, on, &[]);
        let mut swinging = PoissonStream::new(7, on, &[off, Decimal::ONE]);
        for round in 0..100 {
            let expected = steady.next_round();
            let seen = swinging.next_round();
            assert_eq!(seen, if round % 2 == 0 { 0 } else { expected });
        }
        swinging.change_rate(on, &[]);
        assert_eq!(swinging.next_round(), steady.next_round());
    }

    #[test]
    fn with_the_same_luck_a_larger_mean_gives_no_fewer() {
        let mut streams: Vec<PoissonStream> = ["0", "0.8", "0.9", "8", "97.22", "97.23", "1000000"].map(stream).into();
        for _ in 0..1_000 {
            let counts: Vec<u64> = streams.iter_mut().map(PoissonStream::next_round).collect();
            assert!(counts.is_sorted(), "{counts:?}");
        }
    }

    #[test]
    fn a_mean_that_is_too_large_counts_as_the_largest() {
        let mut largest = stream("1000000");
        let mut larger = PoissonStream::new(1, decimal("1000000000"), &[decimal("1000000000")]);
        assert_eq!(larger.next_round(), largest.next_round());
    }

    #[test]
    fn equal_means_share_a_table() {
        let swing = ["1", "2", "1.0", "2"].map(decimal);
        let mut stream = PoissonStream::new(1, decimal("8"), &swing);
        let addresses = |stream: &PoissonStream| -> Vec<*const super::Table> {
            stream.tables.iter().map(alloc::sync::Arc::as_ptr).collect()
        };
        let first = addresses(&stream);
        assert_eq!((first[0], first[1]), (first[2], first[3]));
        assert_ne!(first[0], first[1]);
        stream.change_rate(decimal("16"), &[]);
        assert_eq!(addresses(&stream), [first[1]]);
    }
}
