//! Many runs of a cell, each with seeds of its own: the mean of every count, and how sure it is.
//!
//! Sums are whole numbers, so that they do not depend on the order of the runs, and the interval's root is one of a
//! whole number too.

use scenarios::outcome::{ChainOutcome, Course, GateOutcome, Outcome};
use scenarios::study::{About, Model, Study};

use crate::language::Label;
use crate::ratio::Ratio;
use crate::views::terms;

/// Which of a cell's counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its key in the machine-readable answer.
    pub key: &'static str,
    /// Its name for readers.
    pub(crate) label: Label,
    /// The flow or stage that it belongs to, by its place in the file; nothing where it is the whole run's.
    pub part: Option<usize>,
}

/// What the runs of one cell came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replicated {
    /// Runs.
    pub runs: u32,
    /// Each count with its estimate, in the order of the machine-readable answer.
    pub counts: Vec<(Count, Estimate)>,
}

/// A count's mean over the runs that have it, and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The mean; nothing where no run has the count, as where none recovered.
    pub mean: Option<Ratio>,
    /// 1.96 standard errors of the mean, to the nearest hundredth: the mean lies within so much of the true one with
    /// 95 %, as far as its distribution is normal. Nothing where fewer than two runs have the count.
    pub half_width: Option<Ratio>,
}

impl Estimate {
    /// From the values of the runs.
    fn of(values: impl Iterator<Item = u64> + Clone) -> Estimate {
        let Some(origin) = values.clone().next() else { return Estimate { mean: None, half_width: None } };
        // Deviations from one of the values: squares of the values themselves could be too large to sum.
        let (mut runs, mut sum, mut squares) = (0i128, 0i128, Some(0u128));
        for value in values {
            let deviation = i128::from(value) - i128::from(origin);
            runs += 1;
            sum += deviation;
            squares = squares.and_then(|squares| squares.checked_add(deviation.unsigned_abs().checked_pow(2)?));
        }
        let mean = Ratio::new(sum, runs).and_then(|deviation| deviation.checked_add(Ratio::from(origin)));
        let half_width = squares.and_then(|squares| half_width(runs.unsigned_abs(), sum.unsigned_abs(), squares));
        Estimate { mean, half_width }
    }

    /// The interval's lower end.
    pub fn low(self) -> Option<Ratio> {
        self.mean?.checked_sub(self.half_width?)
    }

    /// The interval's upper end.
    pub fn high(self) -> Option<Ratio> {
        self.mean?.checked_add(self.half_width?)
    }
}

/// 1.96 × √(s² / n) in hundredths, where s² = (n Σd² − (Σd)²) / (n (n − 1)).
fn half_width(runs: u128, sum: u128, squares: u128) -> Option<Ratio> {
    let spread = runs.checked_mul(squares)?.checked_sub(sum.checked_pow(2)?)?;
    let divisor = runs.checked_pow(2)?.checked_mul(runs.checked_sub(1)?)?;
    // Twice the root, so that its last bit rounds to the nearest.
    let twice = spread.checked_mul(4 * 196 * 196)?.checked_div(divisor)?.isqrt();
    Ratio::new(i128::try_from(twice.div_ceil(2)).ok()?, 100)
}

impl Replicated {
    /// From the counts of the runs, as [`counts`] gives them, in any order.
    pub fn new(study: &Study, runs: &[Vec<Option<u64>>]) -> Replicated {
        let counts = names(study).into_iter().enumerate().map(|(index, count)| {
            let values = runs.iter().filter_map(move |run| run.get(index).copied().flatten());
            (count, Estimate::of(values))
        });
        Replicated { runs: u32::try_from(runs.len()).unwrap_or(u32::MAX), counts: counts.collect() }
    }

    /// A count's estimate, by key and part.
    pub fn get(&self, key: &str, part: Option<usize>) -> Option<Estimate> {
        let is_wanted = |(count, _): &&(Count, Estimate)| (count.key, count.part) == (key, part);
        self.counts.iter().find(is_wanted).map(|(_, estimate)| *estimate)
    }
}

/// The counts of one run, as many and in the same order for every run of a study.
pub fn counts(study: &Study, outcome: &Outcome) -> Vec<Option<u64>> {
    match outcome {
        Outcome::Gate(outcome) => gate_counts(&study.about, outcome),
        Outcome::Chain(outcome) => chain_counts(&study.about, outcome),
    }
}

fn names(study: &Study) -> Vec<Count> {
    let about = &study.about;
    let mut names = Vec::new();
    let mut push = |key: &'static str, label: Label, part: Option<usize>| names.push(Count { key, label, part });
    match &study.model {
        Model::Gate(model) => {
            for flow in 0..model.flows.len() {
                push("offered", terms::OFFERED, Some(flow));
                push("admitted", terms::ADMITTED, Some(flow));
                push("throttled", terms::THROTTLED, Some(flow));
                push("shed", terms::SHED, Some(flow));
                push("served", terms::SERVED, Some(flow));
                if about.reference.late_after_rounds.is_some() {
                    push("served_on_time", terms::SERVED_ON_TIME, Some(flow));
                }
            }
            push("stranded", terms::STRANDED, None);
        }
        Model::Chain(model) => {
            push("produced", terms::PRODUCED, None);
            push("completed", terms::COMPLETED, None);
            if about.reference.late_after_rounds.is_some() {
                push("completed_on_time", terms::SERVED_ON_TIME, None);
            }
            push("refused", terms::REFUSED, None);
            for stage in 0..model.stages.len() {
                push("lost", terms::LOST, Some(stage));
            }
            for stage in 0..model.stages.len() {
                push("stalled", terms::STALLED, Some(stage));
            }
        }
    }
    push("max_age", terms::MAX_AGE, None);
    push("backlog", terms::BACKLOG, None);
    push("oldest_waiting", terms::OLDEST_WAITING, None);
    push("peak_backlog", terms::PEAK_BACKLOG, None);
    push("peak_end_backlog", terms::PEAK_END_BACKLOG, None);
    push("late_rounds", terms::LATE_ROUNDS, None);
    push("recovered", terms::RECOVERED_RUNS, None);
    push("time_to_recover", terms::TIME_TO_RECOVER, None);
    names
}

fn gate_counts(about: &About, outcome: &GateOutcome) -> Vec<Option<u64>> {
    let mut counts = Vec::new();
    for flow in &outcome.flows {
        counts.extend([flow.offered, flow.admitted, flow.throttled, flow.shed, flow.served].map(Some));
        counts.extend(about.reference.late_after_rounds.map(|rounds| Some(flow.ages.at_most(rounds))));
    }
    counts.push(Some(outcome.stranded_units));
    counts.extend([outcome.max_age_rounds, outcome.backlog_units, outcome.oldest_waiting_rounds].map(Some));
    counts.push(Some(outcome.peak_backlog_units));
    counts.extend(course_counts(&outcome.course));
    counts
}

fn chain_counts(about: &About, outcome: &ChainOutcome) -> Vec<Option<u64>> {
    let mut counts = vec![Some(outcome.produced), Some(outcome.completed)];
    counts.extend(about.reference.late_after_rounds.map(|rounds| Some(outcome.ages.at_most(rounds))));
    counts.push(Some(outcome.refused));
    counts.extend(outcome.lost.iter().chain(&outcome.stalled_rounds).copied().map(Some));
    counts.extend([outcome.max_age_rounds, outcome.backlog, outcome.oldest_waiting_rounds].map(Some));
    counts.push(Some(outcome.peak_backlog));
    counts.extend(course_counts(&outcome.course));
    counts
}

/// How often a run recovers is counted beside how long it takes: a run that does not has no time to recover.
fn course_counts(course: &Course) -> [Option<u64>; 4] {
    let recovered = course.phases.map(|phases| phases.time_to_recover_rounds);
    [
        Some(course.peak_end_backlog),
        course.late_rounds.map(u64::from),
        recovered.map(|rounds| u64::from(rounds.is_some())),
        recovered.flatten().map(u64::from),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[u64], mean: &str, half_width: Option<&str>) {
        let estimate = Estimate::of(values.iter().copied());
        assert_eq!(estimate.mean.map(|mean| mean.rounded(4).to_string()).as_deref(), Some(mean));
        assert_eq!(estimate.half_width.map(|half| half.rounded(2).to_string()).as_deref(), half_width);
    }

    #[test]
    fn intervals_are_those_of_the_normal_approximation() {
        check(&[4, 4, 4], "4.0000", Some("0.00"));
        // s² = 1, n = 3: 1.96 / √3 = 1.1316.
        check(&[1, 2, 3], "2.0000", Some("1.13"));
        // s² = 12.5, n = 2: 1.96 × 2.5 = 4.9.
        check(&[100, 105], "102.5000", Some("4.90"));
        check(&[7], "7.0000", None);
        // The largest counts that a run may have: deviations are squared, not values.
        check(&[1_000_000_000_000_000_000, 999_999_999_999_999_998], "999999999999999999.0000", Some("1.96"));
    }

    #[test]
    fn values_too_far_apart_have_a_mean_and_no_interval() {
        let estimate = Estimate::of([0, u64::MAX, u64::MAX].into_iter());
        assert!(estimate.mean.is_some());
        assert_eq!(estimate.half_width, None);
        assert_eq!(estimate.low(), None);
    }

    #[test]
    fn the_order_of_the_runs_does_not_matter() {
        let values = [3, 141, 59, 26, 5, 35];
        let mut backwards = values;
        backwards.reverse();
        assert_eq!(Estimate::of(values.into_iter()), Estimate::of(backwards.into_iter()));
    }
}
