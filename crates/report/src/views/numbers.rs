//! Exact figures that several views share.

use scenarios::outcome::{Course, FlowOutcome, GateOutcome};
use scenarios::study::{
    About, AfterLast, ChainInForce, ChainModel, Decimal, GateInForce, GateModel, Offer, Pattern, Scenario, Segment,
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

/// Items that an offer brings in a round on average over the rounds of a stretch, at a rate. A trace or a swing brings
/// more in some rounds than in others, and a phase may be all of them.
fn average_over<F>(offer: &Offer, rate: Decimal, steady: bool, stretch: &Segment<F>) -> Option<Ratio> {
    let rounds = u64::from(stretch.to - stretch.from) + 1;
    if let Pattern::Recorded { counts, then } = &offer.pattern {
        let count_of = |round: u32| {
            let place = round as usize - 1;
            match then {
                AfterLast::Nothing => counts.get(place).copied().unwrap_or(0),
                AfterLast::Repeat => counts.get(place % counts.len().max(1)).copied().unwrap_or(0),
            }
        };
        let sum: u128 = (stretch.from..=stretch.to).map(|round| u128::from(count_of(round))).sum();
        return Ratio::new(i128::try_from(sum).ok()?, i128::from(rounds));
    }
    if steady || offer.swing.is_empty() {
        return exact(rate);
    }
    let length = offer.swing.len();
    let sum_of = |first: usize, count: usize| {
        let multipliers = offer.swing.iter().cycle().skip(first).take(count);
        multipliers.into_iter().try_fold(Ratio::ZERO, |sum, multiplier| sum.checked_add(exact(*multiplier)?))
    };
    let (cycles, rest) = (rounds / length as u64, (rounds % length as u64) as usize);
    let whole_cycles = sum_of(0, length)?.checked_mul(whole(cycles)?)?;
    let sum = whole_cycles.checked_add(sum_of((stretch.from as usize - 1) % length, rest)?)?;
    exact(rate)?.checked_mul(sum)?.checked_div(whole(rounds)?)
}

/// Units that a gate's flows ask for in a round on average, as it is written.
pub(crate) fn usual_demand(model: &GateModel) -> Option<Ratio> {
    model.flows.iter().try_fold(Ratio::ZERO, |sum, flow| {
        let requests = average(&flow.offer, flow.rate, false)?;
        sum.checked_add(requests.checked_mul(whole(flow.cost.get())?)?)
    })
}

/// Units that a gate's flows ask for in a round on average, over the rounds of a stretch.
pub(crate) fn units_demanded(model: &GateModel, stretch: &Segment<GateInForce>) -> Option<Ratio> {
    model.flows.iter().zip(&stretch.in_force.rates).try_fold(Ratio::ZERO, |sum, (flow, rate)| {
        let requests = average_over(&flow.offer, *rate, stretch.in_force.steady, stretch)?;
        sum.checked_add(requests.checked_mul(whole(flow.cost.get())?)?)
    })
}

/// Items that a chain's source produces in a round on average, over the rounds of a stretch.
pub(crate) fn items_produced(model: &ChainModel, stretch: &Segment<ChainInForce>) -> Option<Ratio> {
    average_over(&model.source.offer, stretch.in_force.source_rate, stretch.in_force.steady, stretch)
}

/// Items that the slowest stage moves in a round.
pub(crate) fn slowest_stage(in_force: &ChainInForce) -> u64 {
    in_force.stage_rates.iter().copied().min().unwrap_or(0)
}

/// Demand less capacity, in units a round.
pub(crate) fn gate_deficit(model: &GateModel, stretch: &Segment<GateInForce>) -> Option<Ratio> {
    units_demanded(model, stretch)?.checked_sub(whole(stretch.in_force.capacity)?)
}

/// What is produced in a round beyond what the slowest stage moves.
pub(crate) fn chain_deficit(model: &ChainModel, stretch: &Segment<ChainInForce>) -> Option<Ratio> {
    items_produced(model, stretch)?.checked_sub(whole(slowest_stage(&stretch.in_force))?)
}

/// The stretch of a scenario with the largest deficit; the first of equals.
pub(crate) fn worst_stretch<F>(scenario: &Scenario<F>, deficit: impl Fn(&Segment<F>) -> Option<Ratio>) -> &Segment<F> {
    let mut worst = (deficit(&scenario.timeline[0]), &scenario.timeline[0]);
    for stretch in &scenario.timeline[1..] {
        let deficit = deficit(stretch);
        if deficit > worst.0 {
            worst = (deficit, stretch);
        }
    }
    worst.1
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

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(from: u32, to: u32) -> Segment<()> {
        Segment { from, to, in_force: () }
    }

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).expect("a number")
    }

    fn shown(offer: &Offer, rate: &str, from: u32, to: u32) -> String {
        let average = average_over(offer, decimal(rate), false, &stretch(from, to)).expect("an average");
        average.rounded(2).to_string()
    }

    #[test]
    fn a_phase_shorter_than_the_swing_has_the_average_of_its_own_rounds() {
        let swing = ["0.6", "0.6", "0.6", "2.2"].map(decimal).to_vec();
        let offer = Offer { swing, pattern: Pattern::Even };
        assert_eq!(shown(&offer, "100", 4, 4), "220.00");
        assert_eq!(shown(&offer, "100", 1, 3), "60.00");
        // Two cycles from the middle of one: the mean again. One round more, and its peak is in it.
        assert_eq!(shown(&offer, "100", 3, 10), "100.00");
        assert_eq!(shown(&offer, "100", 4, 8), "124.00");
    }

    #[test]
    fn a_phase_of_a_trace_has_the_average_of_what_arrives_in_it() {
        let recorded =
            |then| Offer { swing: Vec::new(), pattern: Pattern::Recorded { counts: [10, 20, 90].into(), then } };
        assert_eq!(shown(&recorded(AfterLast::Nothing), "40", 2, 3), "55.00");
        assert_eq!(shown(&recorded(AfterLast::Nothing), "40", 3, 5), "30.00");
        assert_eq!(shown(&recorded(AfterLast::Repeat), "40", 3, 5), "40.00");
    }
}
