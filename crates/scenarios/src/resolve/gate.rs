//! `[gate]`, with its settings and scenarios.

use std::num::NonZeroU64;

use arrivals::Decimal;
use toml::Spanned;

use super::check::Check;
use super::offer::TraceLength;
use super::timeline::{self, Overridable, Overrides};
use super::{AboutSoFar, Found, PartPlaces, Places, SettingPlaces, Size};
use super::{check_run_units, offer, study, unknown_word, unzip};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;
use crate::study::{Bound, Flow, GateInForce, GateModel, GateSetting, InForceKey, Model, Named, Setting};
use crate::wire;

pub(super) fn resolve(
    gate: Spanned<wire::Gate>,
    settings: Vec<Spanned<wire::Setting>>,
    scenarios: Vec<Spanned<wire::Scenario>>,
    about: AboutSoFar,
    mut places: Places,
    check: &mut Check<'_>,
) -> Option<Found> {
    let span = check.header_of(&gate.span());
    let gate = gate.into_inner();
    let capacity = check.required(gate.capacity, &span, "capacity", "capacity = 700");
    places.system = capacity.as_ref().map_or(span.clone(), wire::Number::span);
    let capacity = capacity.and_then(|number| check.whole(&number, "`capacity`", 0, limits::WHOLE)).unwrap_or(0);
    let flows = flows(gate.flow.unwrap_or_default(), &span, check);
    let settings_given = settings.len();
    let settings = unzip(self::settings(settings, &span, check));
    let longest = flows.iter().map(|flow| flow.offer.trace_length()).max().unwrap_or(TraceLength::NoTrace);
    let known_rounds = about.rounds(longest, &span, check);
    if let Some(rounds) = known_rounds {
        flows.iter().for_each(|flow| flow.offer.check_length(rounds, check));
        let size = Size {
            rounds,
            parts: flows.len(),
            cells: settings_given.max(1) * scenarios.len(),
            replications: about.runs_a_cell(),
        };
        size.check(&span, "flows", check);
    }
    let rounds = known_rounds.unwrap_or(limits::ROUNDS);
    let model = Unfinished { capacity, flows: &flows };
    let scenarios = unzip(timeline::resolve(&model, scenarios, rounds, &span, check));
    let ((settings, setting_places), (scenarios, scenario_places)) = (settings?, scenarios?);
    for (index, flow) in flows.iter().enumerate() {
        let rates = scenarios.iter().flat_map(|scenario| &scenario.timeline).map(|part| part.in_force.rates[index]);
        let largest = rates.chain([flow.rate]).max().unwrap_or(Decimal::ZERO);
        flow.offer.check_mean(largest, &flow.places.rate, check);
        let most = flow.offer.most_a_round(largest) * u128::from(flow.cost.get()) * flows.len() as u128;
        check_run_units(&flow.places.rate, most, rounds, "units", check);
    }
    let (flows, parts) = flows.into_iter().map(FlowSoFar::finish).unzip();
    places = Places { parts, settings: setting_places, scenarios: scenario_places, ..places };
    Some(study(about.finish(rounds)?, Model::Gate(GateModel { capacity, flows, settings, scenarios }), places))
}

/// A flow whose trace has not been held against the length of the run yet. Where it was wrong, something harmless
/// stands in its place.
struct FlowSoFar {
    /// Nothing where its name is missing or wrong.
    named: Option<Named>,
    places: PartPlaces,
    rate: Decimal,
    cost: NonZeroU64,
    class: u32,
    offer: offer::OfferSoFar,
}

impl FlowSoFar {
    fn name(&self) -> Option<&str> {
        self.named.as_ref().map(|named| named.name.as_str())
    }

    fn finish(self) -> (Flow, PartPlaces) {
        let FlowSoFar { named, places, rate, cost, class, offer } = self;
        (Flow { named: named.unwrap_or_else(Named::unknown), rate, cost, class, offer: offer.offer }, places)
    }
}

fn flows(flows: Vec<Spanned<wire::Flow>>, gate: &Span, check: &mut Check<'_>) -> Vec<FlowSoFar> {
    if flows.is_empty() {
        let example = "[[gate.flow]]` with `name`, `rate`, `cost` and `class";
        check.required(None::<()>, gate, "[[gate.flow]]", example);
        return Vec::new();
    }
    if !check.count_of(gate, "flows", flows.len(), limits::FLOWS) {
        return Vec::new();
    }
    check.unique(flows.iter().filter_map(|flow| {
        let name = flow.get_ref().name.as_ref()?;
        Some((name.get_ref().as_str(), name.span()))
    }));
    flows.into_iter().map(|flow| self::flow(flow, check)).collect()
}

fn flow(flow: Spanned<wire::Flow>, check: &mut Check<'_>) -> FlowSoFar {
    let span = flow.span();
    let wire::Flow { name, label, because, rate, cost, class, swing, arrivals } = flow.into_inner();
    let named = check.named(&span, "tracking", name, label.as_ref(), because.as_ref());
    let is_recorded = arrivals.as_ref().is_some_and(|arrivals| arrivals.get_ref().poisson.is_none());
    // Ceilings are made from it, also where arrivals are recorded.
    let example = if is_recorded { "rate = 416.67  # its usual rate, for ceilings" } else { "rate = 416.67" };
    let rate = check.required(rate, &span, "rate", example);
    let cost = check.required(cost, &span, "cost", "cost = 1");
    let place_of = |number: Option<&wire::Number>| number.map_or(span.clone(), wire::Number::span);
    let places = PartPlaces { rate: place_of(rate.as_ref()), cost: place_of(cost.as_ref()) };
    let rate = rate.and_then(|number| check.decimal(&number, "`rate`", limits::WHOLE));
    let cost = cost.and_then(|number| check.whole(&number, "`cost`", 1, limits::WHOLE));
    let class = check.required(class, &span, "class", "class = 1");
    let class = class.and_then(|number| check.small(&number, "`class`", 1, limits::CLASS));
    FlowSoFar {
        named,
        places,
        rate: rate.unwrap_or(Decimal::ZERO),
        cost: cost.and_then(NonZeroU64::new).unwrap_or(NonZeroU64::MIN),
        class: class.unwrap_or(1),
        offer: offer::resolve(swing, arrivals, check),
    }
}

fn settings(
    settings: Vec<Spanned<wire::Setting>>,
    gate: &Span,
    check: &mut Check<'_>,
) -> Option<Vec<(Setting<GateSetting>, SettingPlaces)>> {
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
        wire::Shed { bound: Some(multiple), bound_units: Some(units) } => {
            check.error(
                Diagnostic::error(&units.span(), "the bound is said twice")
                    .label("once in units")
                    .context(&multiple.span(), "and once as a multiple of the capacity")
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

    fn keys(&self, overrides: &Overrides) -> Vec<InForceKey> {
        let names = overrides.rate.iter().flat_map(|rates| rates.get_ref().keys());
        let flow =
            |name: &Spanned<String>| self.flows.iter().position(|flow| flow.name() == Some(name.get_ref().as_str()));
        let capacity = overrides.capacity.iter().map(|_| InForceKey::Capacity);
        capacity.chain(names.filter_map(flow).map(InForceKey::FlowRate)).collect()
    }

    fn overridden(&self, before: &GateInForce, overrides: Overrides, check: &mut Check<'_>) -> GateInForce {
        let mut after = before.clone();
        let Overrides { capacity, rate, steady, in_phase } = overrides;
        if let Some(number) = capacity
            && let Some(capacity) = check.whole(&number, "`capacity`", 0, limits::WHOLE)
        {
            if capacity == before.capacity && !in_phase {
                super::warn_unchanged(&number.span(), "capacity", check);
            }
            after.capacity = capacity;
        }
        for (name, number) in rate.map(Spanned::into_inner).unwrap_or_default() {
            let Some(index) = self.flows.iter().position(|flow| flow.name() == Some(name.get_ref())) else {
                // A flow whose own name is wrong may be the one that is meant.
                if self.flows.iter().all(|flow| flow.named.is_some()) && !self.flows.is_empty() {
                    let known: Vec<&str> = self.flows.iter().filter_map(FlowSoFar::name).collect();
                    unknown_word(&name.span(), "flow", name.get_ref(), &known, check);
                }
                continue;
            };
            let Some(rate) = check.decimal(&number, "a rate", limits::WHOLE) else { continue };
            if self.flows[index].offer.is_recorded() {
                super::warn_recorded(&name.span(), name.get_ref(), check);
            } else if rate == before.rates[index] && !in_phase {
                super::warn_unchanged(&number.span(), "rate", check);
            }
            after.rates[index] = rate;
        }
        if let Some(steady) = steady {
            let has_swing = self.flows.iter().any(|flow| !flow.offer.offer.swing.is_empty());
            super::warn_steady(&steady, has_swing, check);
            after.steady = *steady.get_ref();
        }
        after
    }
}
