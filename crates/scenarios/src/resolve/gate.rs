//! `[gate]`, with its settings and scenarios.

use std::num::NonZeroU64;

use arrivals::Decimal;
use toml::Spanned;

use super::check::Check;
use super::timeline::{self, Overridable, Overrides};
use super::{AboutSoFar, Resolved, Size, check_run_units, offer, study, unknown_word};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;
use crate::study::{Bound, Flow, GateInForce, GateModel, GateSetting, Model, Pattern, Setting};
use crate::wire;

pub(super) fn resolve(
    gate: Spanned<wire::Gate>,
    settings: Vec<Spanned<wire::Setting>>,
    scenarios: Vec<Spanned<wire::Scenario>>,
    about: AboutSoFar,
    check: &mut Check<'_>,
) -> Option<Resolved> {
    let span = gate.span();
    let gate = gate.into_inner();
    let capacity = check.required(gate.capacity, &span, "capacity", "capacity = 700");
    let capacity = capacity.and_then(|number| check.whole(&number, "`capacity`", 0, limits::WHOLE));
    let flows = flows(gate.flow.unwrap_or_default(), &span, &about, check);
    let settings_given = settings.len();
    let settings = self::settings(settings, &span, check);
    let longest = flows.as_ref().and_then(|flows| flows.iter().filter_map(|flow| flow.offer.trace_length()).max());
    let rounds = about.rounds(longest, &span, check)?;
    let flows = flows?;
    for flow in &flows {
        flow.offer.check_length(rounds, check);
    }
    let size = Size {
        rounds,
        parts: flows.len(),
        cells: settings_given.max(1) * scenarios.len(),
        replications: about.runs_a_cell(),
    };
    size.check(&span, "flows", check);
    let model = Unfinished { capacity: capacity.unwrap_or(0), flows: &flows };
    let scenarios = timeline::resolve(&model, scenarios, rounds, &span, check);
    let (capacity, settings, scenarios) = (capacity?, settings?, scenarios?);
    for (index, flow) in flows.iter().enumerate() {
        let rates = scenarios.iter().flat_map(|scenario| &scenario.timeline).map(|part| part.in_force.rates[index]);
        let rates: Vec<Decimal> = rates.chain([flow.rate]).collect();
        rates.iter().for_each(|rate| flow.offer.check_mean(*rate, &flow.span, check));
        let most = rates.iter().map(|rate| flow.offer.most_a_round(*rate)).max().unwrap_or(0);
        check_run_units(&flow.span, most * u128::from(flow.cost.get()) * flows.len() as u128, rounds, "units", check);
    }
    let flows = flows.into_iter().map(FlowSoFar::finish).collect();
    Some(study(about.finish(rounds)?, Model::Gate(GateModel { capacity, flows, settings, scenarios })))
}

/// A flow whose trace has not been held against the length of the run yet.
struct FlowSoFar {
    named: crate::study::Named,
    span: Span,
    rate: Decimal,
    cost: NonZeroU64,
    class: u32,
    offer: offer::OfferSoFar,
}

impl FlowSoFar {
    fn finish(self) -> Flow {
        let FlowSoFar { named, span: _, rate, cost, class, offer } = self;
        Flow { named, rate, cost, class, offer: offer.offer }
    }
}

fn flows(
    flows: Vec<Spanned<wire::Flow>>,
    gate: &Span,
    about: &AboutSoFar,
    check: &mut Check<'_>,
) -> Option<Vec<FlowSoFar>> {
    if flows.is_empty() {
        let example = "[[gate.flow]]` with `name`, `rate`, `cost` and `class";
        check.required(None::<()>, gate, "[[gate.flow]]", example);
        return None;
    }
    if !check.count_of(gate, "flows", flows.len(), limits::FLOWS) {
        return None;
    }
    check.unique(flows.iter().filter_map(|flow| {
        let name = flow.get_ref().name.as_ref()?;
        Some((name.get_ref().as_str(), name.span()))
    }));
    let resolved: Vec<Option<FlowSoFar>> = flows.into_iter().map(|flow| self::flow(flow, about, check)).collect();
    resolved.into_iter().collect()
}

fn flow(flow: Spanned<wire::Flow>, about: &AboutSoFar, check: &mut Check<'_>) -> Option<FlowSoFar> {
    let span = flow.span();
    let wire::Flow { name, label, because, rate, cost, class, swing, arrivals } = flow.into_inner();
    let named = check.named(&span, "tracking", name, label.as_ref(), because.as_ref());
    let rate = check.required(rate, &span, "rate", "rate = 416.67");
    let rate = rate.and_then(|number| check.decimal(&number, "`rate`", limits::WHOLE));
    let cost = check.required(cost, &span, "cost", "cost = 1");
    let cost = cost.and_then(|number| check.whole(&number, "`cost`", 1, limits::WHOLE));
    let class = check.required(class, &span, "class", "class = 1");
    let class = class.and_then(|number| check.small(&number, "`class`", 1, limits::CLASS));
    let offer = offer::resolve(swing, arrivals, &about.folder, check);
    Some(FlowSoFar { named: named?, span, rate: rate?, cost: NonZeroU64::new(cost?)?, class: class?, offer: offer? })
}

fn settings(
    settings: Vec<Spanned<wire::Setting>>,
    gate: &Span,
    check: &mut Check<'_>,
) -> Option<Vec<Setting<GateSetting>>> {
    super::settings(settings, gate, check, |setting, check| {
        let depth = setting.depth.as_ref().map(wire::Number::span);
        let unbounded = setting.unbounded.as_ref().map(Spanned::span);
        for (span, key) in [(depth, "depth"), (unbounded, "unbounded")] {
            if let Some(span) = span {
                let message = format!("`{key}` belongs to a chain's setting");
                check.error(
                    Diagnostic::error(&span, message)
                        .label("this file describes a gate")
                        .help("a gate's setting has `throttle = { ceiling = 1.2 }` and `shed = { bound = 2.0 }`"),
                );
            }
        }
        let ceiling = setting.throttle.take().map(|throttle| {
            let span = throttle.span();
            let ceiling =
                check.required(throttle.into_inner().ceiling, &span, "ceiling", "throttle = { ceiling = 1.2 }")?;
            check.decimal(&ceiling, "`ceiling`", limits::FACTOR)
        });
        let bound = setting.shed.take().map(|shed| bound(shed, check));
        Some(GateSetting {
            ceiling: ceiling.map_or(Some(None), |ceiling| ceiling.map(Some))?,
            bound: bound.map_or(Some(None), |bound| bound.map(Some))?,
        })
    })
}

fn bound(shed: Spanned<wire::Shed>, check: &mut Check<'_>) -> Option<Bound> {
    let span = shed.span();
    match shed.into_inner() {
        wire::Shed { bound: Some(multiple), bound_units: None } => {
            check.decimal(&multiple, "`bound`", limits::FACTOR).map(Bound::OfCapacity)
        }
        wire::Shed { bound: None, bound_units: Some(units) } => {
            check.whole(&units, "`bound-units`", 0, limits::WHOLE).map(Bound::Units)
        }
        wire::Shed { bound: Some(_), bound_units: Some(units) } => {
            check.error(
                Diagnostic::error(&units.span(), "a bound is said once")
                    .help("keep `bound` (× capacity in force) or `bound-units` (absolute)"),
            );
            None
        }
        wire::Shed { bound: None, bound_units: None } => {
            check.required(None, &span, "bound", "shed = { bound = 2.0 }` or `shed = { bound-units = 1400 }")
        }
    }
}

/// A gate whose scenarios are being resolved.
struct Unfinished<'a> {
    capacity: u64,
    flows: &'a [FlowSoFar],
}

impl Overridable for Unfinished<'_> {
    type InForce = GateInForce;

    fn as_written(&self) -> GateInForce {
        let rates = self.flows.iter().map(|flow| flow.rate).collect();
        GateInForce { capacity: self.capacity, rates, steady: false }
    }

    fn overridden(&self, before: &GateInForce, overrides: Overrides, check: &mut Check<'_>) -> Option<GateInForce> {
        let mut after = before.clone();
        let Overrides { capacity, rate, steady } = overrides;
        let mut is_right = true;
        if let Some(capacity) = capacity {
            match check.whole(&capacity, "`capacity`", 0, limits::WHOLE) {
                Some(capacity) => after.capacity = capacity,
                None => is_right = false,
            }
        }
        for (name, rate) in rate.map(Spanned::into_inner).unwrap_or_default() {
            let Some(index) = self.flows.iter().position(|flow| flow.named.name == *name.get_ref()) else {
                let known: Vec<&str> = self.flows.iter().map(|flow| flow.named.name.as_str()).collect();
                unknown_word(&name.span(), "flow", name.get_ref(), &known, check);
                is_right = false;
                continue;
            };
            if matches!(self.flows[index].offer.offer.pattern, Pattern::Recorded { .. }) {
                super::warn_recorded(&name.span(), name.get_ref(), check);
            }
            match check.decimal(&rate, "a rate", limits::WHOLE) {
                Some(rate) => after.rates[index] = rate,
                None => is_right = false,
            }
        }
        if let Some(steady) = steady {
            let has_swing = self.flows.iter().any(|flow| !flow.offer.offer.swing.is_empty());
            super::warn_steady(&steady, has_swing, check);
            after.steady = *steady.get_ref();
        }
        is_right.then_some(after)
    }
}
