//! A gate's run.

use arrivals::{Arithmetic, Arrivals, Decimal};
use gate_core::{Flow, Gate, Limits, Round};

use super::books::{self, Violation};
use super::course::{CourseSoFar, FirstRounds, RoundEnd};
use super::offer::{self, Draw};
use crate::outcome::{Ages, AgesByFlow, FlowOutcome, GateOutcome, LittlesLaw};
use crate::study::{About, Bound, GateInForce, GateModel, GateSetting, Scenario};

/// Runs one scenario under one setting, and tells `watch` how each round ended.
pub(super) fn run(
    about: &About,
    model: &GateModel,
    scenario: &Scenario<GateInForce>,
    setting: GateSetting,
    replication: u32,
    mut watch: impl FnMut(u32, &Gate, Limits, &Round),
) -> Result<GateOutcome, Violation> {
    let mut run = Run::start(about, model, scenario, setting, replication);
    for (index, stretch) in scenario.timeline.iter().enumerate() {
        if index > 0 {
            run.change_offers(&stretch.in_force);
        }
        let limits = run.limits(&stretch.in_force);
        for round in stretch.from..=stretch.to {
            let end = run.round(round, limits)?;
            watch(round, &run.gate, limits, &end);
        }
        run.course.stretch_ended(stretch.to, run.refused(), 0);
    }
    run.finish()
}

/// Units that may wait while a capacity is in force.
pub(crate) fn bound_in_units(bound: Bound, capacity: u64, arithmetic: Arithmetic) -> u64 {
    match bound {
        Bound::Units(units) => units,
        Bound::OfCapacity(multiple) => match Decimal::from_whole(capacity) {
            Some(capacity) => arithmetic.floor_product(multiple, capacity),
            None => u64::MAX,
        },
    }
}

struct Run<'a> {
    about: &'a About,
    model: &'a GateModel,
    setting: GateSetting,
    gate: Gate,
    arrivals: Vec<Arrivals>,
    /// This round's arrivals, and all so far, by flow.
    offered: Vec<u64>,
    offered_in_all: Vec<u64>,
    ages: AgesByFlow,
    course: CourseSoFar,
    first_throttled: FirstRounds,
    first_shed: FirstRounds,
    waiting_units: u64,
    oldest_waiting_rounds: u64,
    max_age_rounds: u64,
    peak_units: u64,
    stranded_units: u64,
    capacity_units: u64,
    waiting_units_sum: u128,
    waiting_requests_sum: u128,
}

impl<'a> Run<'a> {
    fn start(
        about: &'a About,
        model: &'a GateModel,
        scenario: &Scenario<GateInForce>,
        setting: GateSetting,
        replication: u32,
    ) -> Run<'a> {
        let arithmetic = about.arithmetic;
        let ceiling_of = |rate: Decimal| setting.ceiling.map(|factor| arithmetic.floor_product(factor, rate));
        let flows: Vec<Flow> = model
            .flows
            .iter()
            .map(|flow| Flow { cost: flow.cost, class: flow.class, ceiling: ceiling_of(flow.rate) })
            .collect();
        let first = &scenario.timeline[0].in_force;
        let offers = model.flows.iter().zip(&first.rates).zip(offer::twins(&model.flows));
        let start = |((flow, rate), twin): ((&crate::study::Flow, &Decimal), u32)| {
            offer::start(&flow.offer, arithmetic, *rate, first.steady, Draw { twin, replication })
        };
        Run {
            about,
            model,
            setting,
            gate: Gate::new(&flows),
            arrivals: offers.map(start).collect(),
            offered: vec![0; flows.len()],
            offered_in_all: vec![0; flows.len()],
            ages: AgesByFlow::new(flows.len()),
            course: CourseSoFar::new(about, &scenario.phases),
            first_throttled: FirstRounds::new(if setting.ceiling.is_some() { flows.len() } else { 0 }),
            first_shed: FirstRounds::new(if setting.bound.is_some() { flows.len() } else { 0 }),
            waiting_units: 0,
            oldest_waiting_rounds: 0,
            max_age_rounds: 0,
            peak_units: 0,
            stranded_units: 0,
            capacity_units: 0,
            waiting_units_sum: 0,
            waiting_requests_sum: 0,
        }
    }

    fn change_offers(&mut self, in_force: &GateInForce) {
        for ((arrivals, flow), rate) in self.arrivals.iter_mut().zip(&self.model.flows).zip(&in_force.rates) {
            offer::change(arrivals, &flow.offer, *rate, in_force.steady);
        }
    }

    fn limits(&self, in_force: &GateInForce) -> Limits {
        let capacity = in_force.capacity;
        let bound = self.setting.bound.map(|bound| bound_in_units(bound, capacity, self.about.arithmetic));
        Limits { capacity, bound }
    }

    #[inline]
    fn round(&mut self, round: u32, limits: Limits) -> Result<Round, Violation> {
        let in_all = self.offered.iter_mut().zip(&mut self.offered_in_all);
        for (arrivals, (offered, in_all)) in self.arrivals.iter_mut().zip(in_all) {
            *offered = arrivals.next_round();
            *in_all += *offered;
        }
        let ages = &mut self.ages;
        let end = self.gate.round_watched(&self.offered, limits, |served| {
            ages.add(served.flow, served.age_rounds, served.count);
        });
        books::at_most("units served", round, end.served_units, limits.capacity)?;
        if let Some(bound) = limits.bound {
            books::at_most("units waiting", round, end.peak_units, bound.max(self.waiting_units))?;
        }
        if end.throttled_requests > 0 {
            self.first_throttled.round_ended(round, self.gate.totals().map(|flow| flow.throttled));
        }
        if end.shed_requests > 0 {
            self.first_shed.round_ended(round, self.gate.totals().map(|flow| flow.shed));
        }
        self.waiting_units = end.waiting_units;
        self.oldest_waiting_rounds = end.oldest_waiting_rounds;
        self.max_age_rounds = self.max_age_rounds.max(end.oldest_served_rounds);
        self.peak_units = self.peak_units.max(end.peak_units);
        self.stranded_units += end.stranded_units;
        self.capacity_units += limits.capacity;
        self.waiting_units_sum += u128::from(end.waiting_units);
        self.waiting_requests_sum += u128::from(end.waiting_requests);
        self.course.round_ended(RoundEnd {
            round,
            backlog: end.waiting_units,
            oldest_waiting_rounds: end.oldest_waiting_rounds,
            oldest_completed_rounds: end.oldest_served_rounds,
        });
        Ok(end)
    }

    fn refused(&self) -> u64 {
        self.gate.totals().map(|flow| flow.throttled + flow.shed).sum()
    }

    fn finish(self) -> Result<GateOutcome, Violation> {
        let ages = self.ages.split();
        let little = self.close_books(&ages)?;
        let refused = self.refused();
        let totals = self.gate.totals();
        let first_of = |rounds: &[Option<u32>], flow: usize| rounds.get(flow).copied().flatten();
        let (first_throttled, first_shed) = (self.first_throttled.finish(), self.first_shed.finish());
        let flows = totals.zip(ages).enumerate().map(|(index, (flow, ages))| FlowOutcome {
            offered: flow.offered,
            admitted: flow.admitted,
            throttled: flow.throttled,
            shed: flow.shed,
            served: flow.served,
            ages,
            first_throttled_round: first_of(&first_throttled, index),
            first_shed_round: first_of(&first_shed, index),
        });
        Ok(GateOutcome {
            flows: flows.collect(),
            max_age_rounds: self.max_age_rounds,
            backlog_units: self.waiting_units,
            oldest_waiting_rounds: self.oldest_waiting_rounds,
            peak_backlog_units: self.peak_units,
            stranded_units: self.stranded_units,
            capacity_units: self.capacity_units,
            course: self.course.finish(self.about.rounds, refused, 0),
            little,
        })
    }

    /// Holds every count against the sum that it must be, and gives both sides of Little's law.
    fn close_books(&self, ages: &[Ages]) -> Result<[LittlesLaw; 2], Violation> {
        let mut waiting = vec![0u64; self.model.flows.len()];
        let mut requests = LittlesLaw { waiting_sum: self.waiting_requests_sum, ..LittlesLaw::default() };
        let mut units = LittlesLaw { waiting_sum: self.waiting_units_sum, ..LittlesLaw::default() };
        for (flow, entered, count) in self.gate.waiting() {
            let flow = flow as usize;
            waiting[flow] += count;
            let ends_seen = u128::from(count) * u128::from(self.about.rounds - entered + 1);
            requests.still_waiting_sum += ends_seen;
            units.still_waiting_sum += ends_seen * u128::from(self.model.flows[flow].cost.get());
        }
        let mut waiting_units = 0u128;
        for (index, flow) in self.gate.totals().enumerate() {
            let name = &self.model.flows[index].named.name;
            let sum = |parts: &[u64]| parts.iter().map(|part| u128::from(*part)).sum::<u128>();
            let offered = u128::from(self.offered_in_all[index]);
            books::balance(format_args!("offered of {name}"), offered, u128::from(flow.offered))?;
            let parts = sum(&[flow.admitted, flow.throttled, flow.shed]);
            books::balance(format_args!("offered of {name}, by what became of it"), offered, parts)?;
            let parts = sum(&[flow.served, waiting[index]]);
            books::balance(format_args!("admitted of {name}"), u128::from(flow.admitted), parts)?;
            let served_by_age = u128::from(ages[index].count());
            books::balance(format_args!("served of {name}, by age"), u128::from(flow.served), served_by_age)?;
            let cost = u128::from(self.model.flows[index].cost.get());
            waiting_units += u128::from(waiting[index]) * cost;
            let age_sum = ages[index].sum();
            requests.age_sum += age_sum;
            units.age_sum += age_sum * cost;
        }
        books::balance("units waiting at the end", u128::from(self.waiting_units), waiting_units)?;
        for (what, law) in [("requests", &requests), ("units", &units)] {
            let parts = law.age_sum + law.still_waiting_sum;
            books::balance(format_args!("Little's law in {what}"), law.waiting_sum, parts)?;
        }
        Ok([requests, units])
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{GATE, study};
    use super::Run;
    use crate::study::{Model, Study};

    /// A run that has been stepped to its end, with one count falsified.
    fn falsified(study: &Study, falsify: impl Fn(&mut Run<'_>)) -> String {
        let Model::Gate(model) = &study.model else { panic!("this is a chain") };
        let scenario = &model.scenarios[0];
        let mut run = Run::start(&study.about, model, scenario, model.settings[0].kind, 0);
        let limits = run.limits(&scenario.timeline[0].in_force);
        for round in 1..=study.about.rounds {
            run.round(round, limits).expect("each round is sound");
        }
        falsify(&mut run);
        run.finish().expect_err("a falsified count must not pass").what
    }

    #[test]
    fn each_of_the_books_notices_one_request_too_many() {
        let study = study(GATE);
        let check = |falsify: &dyn Fn(&mut Run<'_>), expected: &str| {
            let what = falsified(&study, falsify);
            assert!(what.starts_with(expected), "{what}");
        };
        check(&|run| run.offered_in_all[0] += 1, "offered of flow:");
        check(&|run| run.ages.add(0, 0, 1), "served of flow, by age:");
        check(&|run| run.waiting_units += 1, "units waiting at the end:");
        check(&|run| run.waiting_requests_sum += 1, "Little's law in requests:");
        check(&|run| run.waiting_units_sum += 1, "Little's law in units:");
    }
}
