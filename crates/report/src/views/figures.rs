//! What of a study has a name of its own, model by model.

use scenarios::outcome::{Ages, ChainOutcome, Course, FlowOutcome, GateOutcome};
use scenarios::study::{About, Scenario};

use super::gate::checks_a_request;
use super::numbers::{
    chain_deficit, exact, gate_deficit, items_produced, minutes_a_month, minutes_burned, over, percent, protected,
    share_of_peak, slowest_stage, units_demanded, usual_demand, whole, worst_stretch,
};
use super::terms;
use crate::answers::{Answers, ModelAnswers};
use crate::figures::{Collector, Figure, Unit, ways};
use crate::language::Label;
use crate::table::Value;

use scenarios::study::{ChainModel, GateModel};

const ROUND_SECONDS: Label = Label::new("seconds a round", "saniye/tur");
const PEAK_RATE: Label = Label::new("peak", "tepe");
const FAULT_MINUTES: Label = Label::new("fault budget", "arıza payı");
const LATE_AFTER: Label = Label::new("late after", "geç sayılma sınırı");
const KNOWN_RATE: Label = Label::new("known rate", "bilinen hız");
const DEMAND: Label = Label::new("demand", "talep");
const CAPACITY: Label = Label::new("capacity", "kapasite");
const DEFICIT: Label = Label::new("deficit", "açık");
const PRODUCED: Label = Label::new("produced", "üretilen");
const SLOWEST: Label = Label::new("slowest stage", "en yavaş halka");
const REFUSED: Label = Label::new("refused", "reddedilen");
const ADMITTED_SHARE: Label = Label::new("protected and admitted", "korunanın karşılananı");
const BURNED: Label = Label::new("budget burned", "harcanan bütçe");
const LATE_ROUNDS: Label = Label::new("late rounds", "geç tur");
const TIME_TO_RECOVER: Label = Label::new("time to recover", "toparlanma süresi");
const PEAK_END_BACKLOG: Label = Label::new("peak end backlog", "tur sonu en büyük biriken");
const PEAK_END_ROUND: Label = Label::new("its round", "hangi turda");

/// Every figure of a study, exact.
pub(super) fn figures(answers: &Answers<'_>) -> Vec<Figure> {
    let mut figures = Vec::new();
    match answers {
        Answers::Gate(answers) => gate(answers, &mut figures),
        Answers::Chain(answers) => chain(answers, &mut figures),
    }
    figures
}

fn of_file(into: &mut Collector<'_>, about: &About) {
    let reference = &about.reference;
    into.count("rounds", terms::ROUNDS, Unit::Rounds, u64::from(about.rounds));
    into.decimal("round-seconds", ROUND_SECONDS, Unit::Seconds, Some(about.round_seconds));
    into.decimal("peak-rate", PEAK_RATE, Unit::RequestsASecond, reference.peak_rate);
    into.decimal("fault-minutes-a-month", FAULT_MINUTES, Unit::MinutesAMonth, reference.fault_minutes_per_month);
    if let Some(rounds) = reference.late_after_rounds {
        into.count("late-after", LATE_AFTER, Unit::Rounds, u64::from(rounds));
    }
}

fn of_scenario<F>(into: &mut Collector<'_>, about: &About, scenario: &Scenario<F>) {
    into.decimal("minutes", terms::MINUTES, Unit::Minutes, scenario.minutes);
    into.decimal("per-month", terms::PER_MONTH, Unit::TimesAMonth, scenario.per_month);
    let places =
        scenario.minutes.map_or(0, |minutes| minutes.scale()) + scenario.per_month.map_or(0, |times| times.scale());
    let minutes = minutes_a_month(scenario);
    into.number("minutes-a-month", terms::MINUTES_A_MONTH, Unit::MinutesAMonth, minutes, places);
    let budget = about.reference.fault_minutes_per_month.and_then(exact);
    into.number("percent-of-budget", terms::SHARE_OF_BUDGET, Unit::Percent, percent(minutes, budget), 1);
}

fn gate(answers: &ModelAnswers<'_, GateModel, GateOutcome>, figures: &mut Vec<Figure>) {
    let (about, model) = (answers.about, answers.model);
    let file = &about.file;
    let mut into = Collector::new(figures, file);
    of_file(&mut into, about);
    into.count("capacity", CAPACITY, Unit::WorkUnitsARound, model.capacity);
    let demand = usual_demand(model);
    into.number("demand", DEMAND, Unit::WorkUnitsARound, demand, 2);
    let capacity = whole(model.capacity);
    into.number("demand-percent", terms::SHARE_OF_CAPACITY, Unit::Percent, percent(demand, capacity), 1);
    let mut flows = Collector::new(figures, format!("{file}/flow"));
    for flow in &model.flows {
        let mut into = flows.part(&flow.named);
        into.decimal("rate", KNOWN_RATE, Unit::RequestsARound, Some(flow.rate));
        into.count("cost", terms::COST, Unit::WorkUnitsARequest, flow.cost.get());
        into.count("class", terms::CLASS, Unit::Class, u64::from(flow.class));
        let demand = exact(flow.rate).and_then(|rate| rate.checked_mul(whole(flow.cost.get())?));
        into.number("demand", DEMAND, Unit::WorkUnitsARound, demand, 2);
    }
    for (index, scenario) in model.scenarios.iter().enumerate() {
        let mut into = Collector::new(figures, format!("{file}/{}", scenario.named.name));
        let worst = worst_stretch(scenario, |stretch| gate_deficit(model, stretch));
        into.number("demand", DEMAND, Unit::WorkUnitsARound, units_demanded(model, worst), 2);
        into.count("capacity", CAPACITY, Unit::WorkUnitsARound, worst.in_force.capacity);
        into.number("deficit", DEFICIT, Unit::WorkUnitsARound, gate_deficit(model, worst), 2);
        of_scenario(&mut into, about, scenario);
        let mut flows = Collector::new(figures, format!("{file}/{}", scenario.named.name));
        for (flow, rate) in model.flows.iter().zip(&worst.in_force.rates) {
            let mut into = flows.part(&flow.named);
            into.decimal("rate", terms::RATE, Unit::RequestsARound, Some(*rate));
            let demand = exact(*rate).and_then(|rate| rate.checked_mul(whole(flow.cost.get())?));
            into.number("demand", DEMAND, Unit::WorkUnitsARound, demand, 2);
        }
        for (place, setting) in model.settings.iter().enumerate() {
            for (way, suffix) in ways(about.arithmetic) {
                let Some(outcome) = answers.get(index, place, way) else { continue };
                let cell = format!("{file}/{}/{}{suffix}", scenario.named.name, setting.named.name);
                let mut into = Collector::new(figures, cell);
                gate_cell(&mut into, about, model, scenario, outcome);
                into.count("checks", terms::CHECKS_A_REQUEST, Unit::ChecksARequest, checks_a_request(setting.kind));
                for (flow, counts) in model.flows.iter().zip(&outcome.flows) {
                    let mut into = into.part(&flow.named);
                    let ceiling = setting.kind.ceiling.and_then(|factor| exact(flow.rate)?.checked_mul(exact(factor)?));
                    into.number("ceiling", terms::CEILING, Unit::RequestsARound, ceiling, 2);
                    flow_counts(&mut into, about, counts);
                    let share = over(counts.refused(), counts.offered);
                    let known_rate = exact(flow.rate).and_then(|rate| rate.checked_div(exact(about.round_seconds)?));
                    let a_second = share.and_then(|share| share.checked_mul(known_rate?));
                    into.number("refused-a-second", terms::REFUSED_A_SECOND, Unit::RequestsASecond, a_second, 2);
                    ages(&mut into, &counts.ages);
                }
            }
        }
    }
}

fn gate_cell<F>(
    into: &mut Collector<'_>,
    about: &About,
    model: &GateModel,
    scenario: &Scenario<F>,
    outcome: &GateOutcome,
) {
    let sum = |count: fn(&FlowOutcome) -> u64| outcome.flows.iter().map(count).sum::<u64>();
    into.count("offered", terms::OFFERED, Unit::Requests, sum(|flow| flow.offered));
    into.count("admitted", terms::ADMITTED, Unit::Requests, sum(|flow| flow.admitted));
    into.count("served", terms::SERVED, Unit::Requests, sum(|flow| flow.served));
    into.count("throttled", terms::THROTTLED, Unit::Requests, sum(|flow| flow.throttled));
    into.count("shed", terms::SHED, Unit::Requests, sum(|flow| flow.shed));
    into.count("refused", terms::REFUSED_IN_ALL, Unit::Requests, outcome.refused());
    let a_round = over(outcome.refused(), u64::from(about.rounds));
    into.number("refused-a-round", terms::REFUSED_A_ROUND, Unit::RequestsARound, a_round, 2);
    let admitted = protected(about, model, outcome, |flow| flow.admitted);
    let offered = protected(about, model, outcome, |flow| flow.offered);
    if !about.reference.protected_classes.is_empty() {
        let a_round = over(admitted, u64::from(about.rounds));
        into.number("protected-a-round", terms::PROTECTED_A_ROUND, Unit::RequestsARound, a_round, 2);
        into.number("protected-share", terms::SHARE_OF_PEAK, Unit::Share, share_of_peak(about, admitted), 4);
        let admitted_percent = percent(whole(admitted), whole(offered));
        into.number("protected-percent", ADMITTED_SHARE, Unit::Percent, admitted_percent, 2);
    }
    into.count("max-age", terms::MAX_AGE, Unit::Rounds, outcome.max_age_rounds);
    into.count("backlog", terms::BACKLOG, Unit::WorkUnits, outcome.backlog_units);
    into.count("oldest-waiting", terms::OLDEST_WAITING, Unit::Rounds, outcome.oldest_waiting_rounds);
    into.count("peak-backlog", terms::PEAK_BACKLOG, Unit::WorkUnits, outcome.peak_backlog_units);
    course(into, about, scenario, &outcome.course, Unit::WorkUnits);
    into.count("stranded", terms::STRANDED, Unit::WorkUnits, outcome.stranded_units);
    let stranded = percent(whole(outcome.stranded_units), whole(outcome.capacity_units));
    into.number("stranded-percent", terms::SHARE_OF_CAPACITY, Unit::Percent, stranded, 2);
}

fn flow_counts(into: &mut Collector<'_>, about: &About, counts: &FlowOutcome) {
    into.count("offered", terms::OFFERED, Unit::Requests, counts.offered);
    into.count("admitted", terms::ADMITTED, Unit::Requests, counts.admitted);
    into.count("served", terms::SERVED, Unit::Requests, counts.served);
    into.count("throttled", terms::THROTTLED, Unit::Requests, counts.throttled);
    into.count("shed", terms::SHED, Unit::Requests, counts.shed);
    into.count("refused", REFUSED, Unit::Requests, counts.refused());
    let refused = percent(whole(counts.refused()), whole(counts.offered));
    into.number("refused-percent", terms::REFUSED_SHARE, Unit::Percent, refused, 2);
    let a_round = over(counts.refused(), u64::from(about.rounds));
    into.number("refused-a-round", terms::REFUSED_A_ROUND, Unit::RequestsARound, a_round, 2);
}

fn chain(answers: &ModelAnswers<'_, ChainModel, ChainOutcome>, figures: &mut Vec<Figure>) {
    let (about, model) = (answers.about, answers.model);
    let file = &about.file;
    let mut into = Collector::new(figures, file);
    of_file(&mut into, about);
    into.decimal("source-rate", terms::RATE, Unit::ItemsARound, Some(model.source.rate));
    let mut stages = Collector::new(figures, format!("{file}/stage"));
    for stage in &model.stages {
        let mut into = stages.part(&stage.named);
        into.count("buffer", terms::BUFFER, Unit::Items, stage.buffer);
        into.count("rate", terms::RATE, Unit::ItemsARound, stage.rate);
    }
    for (index, scenario) in model.scenarios.iter().enumerate() {
        let mut into = Collector::new(figures, format!("{file}/{}", scenario.named.name));
        let worst = worst_stretch(scenario, |stretch| chain_deficit(model, stretch));
        into.number("produced-a-round", PRODUCED, Unit::ItemsARound, items_produced(model, worst), 2);
        into.count("slowest", SLOWEST, Unit::ItemsARound, slowest_stage(&worst.in_force));
        into.number("deficit", DEFICIT, Unit::ItemsARound, chain_deficit(model, worst), 2);
        of_scenario(&mut into, about, scenario);
        // What the signal is worth: lost where there is none, by refused where it reaches the boundary.
        let of = |depth: usize, count: fn(&ChainOutcome) -> u64| {
            let is_it = |kind: scenarios::study::ChainSetting| kind.depth == depth && !kind.unbounded;
            let setting = model.settings.iter().position(|setting| is_it(setting.kind))?;
            Some(count(answers.get(index, setting, scenarios::Way::AsWritten)?))
        };
        let lost = of(0, ChainOutcome::lost_in_all);
        let refused = of(model.stages.len(), |outcome| outcome.refused);
        let ratio = lost.and_then(|lost| over(lost, refused?));
        into.number("lost-over-refused", terms::LOST_OVER_REFUSED, Unit::Factor, ratio, 3);
        for (place, setting) in model.settings.iter().enumerate() {
            for (way, suffix) in ways(about.arithmetic) {
                let Some(outcome) = answers.get(index, place, way) else { continue };
                let cell = format!("{file}/{}/{}{suffix}", scenario.named.name, setting.named.name);
                let mut into = Collector::new(figures, cell);
                chain_cell(&mut into, about, scenario, outcome);
                let links = if setting.kind.unbounded { 0 } else { setting.kind.depth as u64 };
                let checks = exact(model.source.rate)
                    .and_then(|rate| rate.checked_div(exact(about.round_seconds)?)?.checked_mul(whole(links)?));
                into.number("checks-a-second", terms::CHECKS_A_SECOND, Unit::ChecksASecond, checks, 2);
                for (index, stage) in model.stages.iter().enumerate() {
                    let mut into = into.part(&stage.named);
                    into.count("lost", terms::LOST, Unit::Items, outcome.lost[index]);
                    into.count("stalled", terms::STALLED, Unit::Rounds, outcome.stalled_rounds[index]);
                }
            }
        }
    }
}

fn chain_cell<F>(into: &mut Collector<'_>, about: &About, scenario: &Scenario<F>, outcome: &ChainOutcome) {
    into.count("produced", terms::PRODUCED, Unit::Items, outcome.produced);
    into.count("completed", terms::COMPLETED, Unit::Items, outcome.completed);
    into.count("refused", terms::REFUSED, Unit::Items, outcome.refused);
    let refused = percent(whole(outcome.refused), whole(outcome.produced));
    into.number("refused-percent", terms::REFUSED_SHARE, Unit::Percent, refused, 2);
    into.count("lost", terms::LOST, Unit::Items, outcome.lost_in_all());
    into.count("max-age", terms::CHAIN_MAX_AGE, Unit::Rounds, outcome.max_age_rounds);
    ages(into, &outcome.ages);
    into.count("backlog", terms::BACKLOG, Unit::Items, outcome.backlog);
    into.count("oldest-waiting", terms::OLDEST_WAITING, Unit::Rounds, outcome.oldest_waiting_rounds);
    course(into, about, scenario, &outcome.course, Unit::Items);
}

fn ages(into: &mut Collector<'_>, ages: &Ages) {
    for (name, label, percent) in [
        ("age-p50", Label::new("age p50", "yaş p50"), 50),
        ("age-p95", Label::new("age p95", "yaş p95"), 95),
        ("age-p99", Label::new("age p99", "yaş p99"), 99),
    ] {
        if let Some(rounds) = ages.percentile(percent) {
            into.count(name, label, Unit::Rounds, rounds);
        }
    }
}

fn course<F>(into: &mut Collector<'_>, about: &About, scenario: &Scenario<F>, course: &Course, unit: Unit) {
    into.count("peak-end-backlog", PEAK_END_BACKLOG, unit, course.peak_end_backlog);
    into.count("peak-end-round", PEAK_END_ROUND, Unit::Rounds, u64::from(course.peak_end_round));
    if let Some(phases) = &course.phases {
        let rounds = phases.time_to_recover_rounds.map_or(Value::Missing, |rounds| Value::Count(u64::from(rounds)));
        into.push("time-to-recover", TIME_TO_RECOVER, Unit::Rounds, rounds);
    }
    if let Some(late) = course.late_rounds {
        into.count("late-rounds", LATE_ROUNDS, Unit::Rounds, u64::from(late));
    }
    into.number("minutes-burned", BURNED, Unit::MinutesAMonth, minutes_burned(about, scenario, course), 2);
}
