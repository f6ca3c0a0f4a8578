//! Exact figures that several views share.

use scenarios::outcome::{Course, FlowOutcome, GateOutcome};
use scenarios::study::{
    About, ChainInForce, ChainModel, Decimal, GateInForce, GateModel, Offer, Pattern, Scenario, Segment,
};

use crate::ratio::Ratio;

/// A whole number as a ratio.
pub(crate) fn whole(number: u64) -> Option<Ratio> {
    Ratio::new(i128::from(number), 1)
}

/// A decimal as a ratio.
pub(crate) fn exact(decimal: Decimal) -> Option<Ratio> {
    Ratio::new(i128::from(decimal.mantissa()), 10i128.checked_pow(u32::from(decimal.scale()))?)
}

/// Part of a whole, in hundredths.
pub(crate) fn percent(part: Option<Ratio>, of: Option<Ratio>) -> Option<Ratio> {
    part?.checked_div(of?)?.checked_mul(whole(100)?)
}

/// A whole count over another.
pub(crate) fn over(part: u64, of: u64) -> Option<Ratio> {
    whole(part)?.checked_div(whole(of)?)
}

/// Items that an offer brings in a round on average, at a rate.
pub(crate) fn average(offer: &Offer, rate: Decimal, steady: bool) -> Option<Ratio> {
    if let Pattern::Recorded { counts, .. } = &offer.pattern {
        let sum: u128 = counts.iter().map(|count| u128::from(*count)).sum();
        return Ratio::new(i128::try_from(sum).ok()?, i128::try_from(counts.len()).ok()?);
    }
    if steady || offer.swing.is_empty() {
        return exact(rate);
    }
    let sum = offer.swing.iter().try_fold(Ratio::ZERO, |sum, multiplier| sum.checked_add(exact(*multiplier)?))?;
    exact(rate)?.checked_mul(sum)?.checked_div(whole(offer.swing.len() as u64)?)
}

/// Units that a gate's flows ask for in a round on average.
pub(crate) fn units_demanded(model: &GateModel, in_force: &GateInForce) -> Option<Ratio> {
    model.flows.iter().zip(&in_force.rates).try_fold(Ratio::ZERO, |sum, (flow, rate)| {
        let requests = average(&flow.offer, *rate, in_force.steady)?;
        sum.checked_add(requests.checked_mul(whole(flow.cost.get())?)?)
    })
}

/// Items that a chain's source produces in a round on average.
pub(crate) fn items_produced(model: &ChainModel, in_force: &ChainInForce) -> Option<Ratio> {
    average(&model.source.offer, in_force.source_rate, in_force.steady)
}

/// Items that the slowest stage moves in a round.
pub(crate) fn slowest_stage(in_force: &ChainInForce) -> u64 {
    in_force.stage_rates.iter().copied().min().unwrap_or(0)
}

/// Demand less capacity, in units a round.
pub(crate) fn gate_deficit(model: &GateModel, in_force: &GateInForce) -> Option<Ratio> {
    units_demanded(model, in_force)?.checked_sub(whole(in_force.capacity)?)
}

/// What is produced in a round beyond what the slowest stage moves.
pub(crate) fn chain_deficit(model: &ChainModel, in_force: &ChainInForce) -> Option<Ratio> {
    items_produced(model, in_force)?.checked_sub(whole(slowest_stage(in_force))?)
}

/// The stretch of a scenario with the largest deficit; the first of equals.
pub(crate) fn worst_stretch<F>(scenario: &Scenario<F>, deficit: impl Fn(&F) -> Option<Ratio>) -> &Segment<F> {
    let mut worst = &scenario.timeline[0];
    for stretch in &scenario.timeline {
        if deficit(&stretch.in_force) > deficit(&worst.in_force) {
            worst = stretch;
        }
    }
    worst
}

/// Minutes of a month that a scenario takes.
pub(crate) fn minutes_a_month<F>(scenario: &Scenario<F>) -> Option<Ratio> {
    exact(scenario.minutes?)?.checked_mul(exact(scenario.per_month?)?)
}

/// Minutes of error budget a month that a cell burns: its late rounds in minutes × how often the scenario comes in a
/// month, where the run shows the failure from before to after (it has phases); and otherwise the share of its rounds
/// that are late × the minutes of a month that the scenario takes. Nothing where the file does not say enough.
pub(crate) fn minutes_burned<F>(about: &About, scenario: &Scenario<F>, course: &Course) -> Option<Ratio> {
    let late = whole(u64::from(course.late_rounds?))?;
    if scenario.phases.is_empty() {
        return late.checked_div(whole(u64::from(about.rounds))?)?.checked_mul(minutes_a_month(scenario)?);
    }
    let minutes = late.checked_mul(exact(about.round_seconds)?)?.checked_div(whole(60)?)?;
    minutes.checked_mul(exact(scenario.per_month?)?)
}

/// A count over a gate's flows of the reference's protected classes.
pub(crate) fn protected(
    about: &About,
    model: &GateModel,
    outcome: &GateOutcome,
    count: impl Fn(&FlowOutcome) -> u64,
) -> u64 {
    let classes = &about.reference.protected_classes;
    let flows = model.flows.iter().zip(&outcome.flows);
    flows.filter(|(flow, _)| classes.contains(&flow.class)).map(|(_, counts)| count(counts)).sum()
}

/// What so many requests in a run are of the reference's peak.
pub(crate) fn share_of_peak(about: &About, requests: u64) -> Option<Ratio> {
    whole(requests)?.checked_div(seconds(about)?)?.checked_div(exact(about.reference.peak_rate?)?)
}

/// Seconds that a run stands for.
pub(crate) fn seconds(about: &About) -> Option<Ratio> {
    exact(about.round_seconds)?.checked_mul(whole(u64::from(about.rounds))?)
}

/// A swing as readers see it: its multipliers, or how many there are.
pub(crate) fn swing_text(swing: &[Decimal]) -> String {
    if swing.is_empty() {
        return "1".to_owned();
    }
    let shown: Vec<String> = swing.iter().take(8).map(Decimal::to_string).collect();
    let rest = if swing.len() > 8 { format!(" … ({})", swing.len()) } else { String::new() };
    format!("{}{rest}", shown.join(" "))
}
