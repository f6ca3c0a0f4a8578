//! What is legal, but hardly meant: warnings about a study that has nothing wrong with it.
//!
//! They need no run. Each says the figures that raise the doubt, and, where there is one, the figure that would settle
//! it.

use arrivals::{AfterLast, Arithmetic, Decimal};

use super::{PartPlaces, Places, SettingPlaces};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::limits;
use crate::source::Span;
use crate::study::{
    About, Bound, ChainInForce, ChainModel, Flow, GateInForce, GateModel, GateSetting, InForce, Model, Offer, Pattern,
    Scenario, Setting, Study,
};

/// Adds what is doubtful about a study.
pub(super) fn look_over(study: &Study, places: &Places, diagnostics: &mut Diagnostics) {
    let about = &study.about;
    match &study.model {
        Model::Gate(gate) => {
            let offers: Vec<&Offer> = gate.flows.iter().map(|flow| &flow.offer).collect();
            of_the_file(about, &offers, places, diagnostics);
            of_the_reference(about, gate, places, diagnostics);
            of_the_flows(gate, about, places, diagnostics);
            of_the_capacity(gate, about, places, diagnostics);
            of_the_gates_settings(gate, about, places, diagnostics);
            of_the_costs(gate, about, places, diagnostics);
            twins(&gate.settings, places, diagnostics);
            of_the_scenarios(&gate.scenarios, &gate.as_written(), about, places, gate_is_worse, diagnostics);
        }
        Model::Chain(chain) => {
            of_the_file(about, &[&chain.source.offer], places, diagnostics);
            of_the_source(chain, about, places, diagnostics);
            twins(&chain.settings, places, diagnostics);
            of_the_scenarios(&chain.scenarios, &chain.as_written(), about, places, chain_is_worse, diagnostics);
        }
    }
}

/// Repetitions that would all be the same.
fn of_the_file(about: &About, offers: &[&Offer], places: &Places, diagnostics: &mut Diagnostics) {
    let is_random = offers.iter().any(|offer| matches!(offer.pattern, Pattern::Poisson { .. }));
    if let (Some(replications), Some(place), false) = (about.replications, &places.replications, is_random) {
        diagnostics.push(
            Diagnostic::warning(place, "`replications` has no effect")
                .label(format!("all {replications} would be the same: no arrivals are random"))
                .help("leave it out, or say `arrivals = { poisson = { seed = 7 } }`"),
        );
    }
}

/// Figures that nothing of the system answers to.
fn of_the_reference(about: &About, gate: &GateModel, places: &Places, diagnostics: &mut Diagnostics) {
    let reference = &about.reference;
    if let (Some(place), true) = (&places.peak_rate, reference.protected_classes.is_empty()) {
        diagnostics.push(
            Diagnostic::warning(place, "`peak-rate` has no effect alone")
                .label("what is served at the peak is counted over the protected classes")
                .help("say which they are: `protected-classes = [1]`"),
        );
    }
    for (class, place) in reference.protected_classes.iter().zip(&places.protected_classes) {
        if gate.flows.iter().all(|flow| flow.class != *class) {
            diagnostics.push(
                Diagnostic::warning(place, format!("no flow is of class {class}"))
                    .label("this protects nothing")
                    .help("leave it out, or give a flow this class"),
            );
        }
    }
}

/// Flows that never offer anything.
fn of_the_flows(gate: &GateModel, about: &About, places: &Places, diagnostics: &mut Diagnostics) {
    for (index, (flow, part)) in gate.flows.iter().zip(&places.parts).enumerate() {
        let mut segments = gate.scenarios.iter().flat_map(|scenario| &scenario.timeline);
        let is_silent = match &flow.offer.pattern {
            Pattern::Recorded { .. } => mean_offered(flow.rate, &flow.offer, false, about).0 == 0,
            _ => segments.all(|segment| {
                let (rate, steady) = (segment.in_force.rates[index], segment.in_force.steady);
                mean_offered(rate, &flow.offer, steady, about).0 == 0
            }),
        };
        if is_silent {
            diagnostics.push(
                Diagnostic::warning(&part.rate, format!("the flow `{}` has no effect", flow.named.name))
                    .label("nothing is ever offered of it")
                    .help("give it a `rate` above 0 here or in a scenario, or leave the flow out"),
            );
        }
    }
}

/// More demand than capacity on a day without faults.
fn of_the_capacity(gate: &GateModel, about: &About, places: &Places, diagnostics: &mut Diagnostics) {
    let as_written = gate.as_written();
    if !gate.scenarios.iter().any(|scenario| scenario.is_fault_free(&as_written)) {
        return;
    }
    let of_flow = |flow: &Flow| mean_offered(flow.rate, &flow.offer, false, about).times(flow.cost.get());
    let demand = gate.flows.iter().map(of_flow).fold(Nano(0), |sum, next| Nano(sum.0 + next.0));
    if demand > Nano::of(gate.capacity) {
        diagnostics.push(
            Diagnostic::warning(&places.system, "the gate is overloaded on a fault-free day")
                .label(format!("{} units of work are offered in a round, on average", demand.rounded_up()))
                .help("a backlog grows in every scenario, whatever is lost in it; check `rate`, `cost` and `swing`"),
        );
    }
}

/// Ceilings that refuse what they are not meant to refuse.
fn of_the_gates_settings(gate: &GateModel, about: &About, places: &Places, diagnostics: &mut Diagnostics) {
    let mut told: Vec<Decimal> = Vec::new();
    for (setting, SettingPlaces { ceiling, .. }) in gate.settings.iter().zip(&places.settings) {
        let (Some(factor), Some(place)) = (setting.kind.ceiling, ceiling) else { continue };
        // The same factor in another setting means the same.
        if told.contains(&factor) {
            continue;
        }
        told.push(factor);
        for flow in gate.flows.iter().filter(|flow| flow.rate > Decimal::ZERO) {
            of_the_ceiling(factor, flow, about, place, diagnostics);
        }
    }
}

fn of_the_ceiling(factor: Decimal, flow: &Flow, about: &About, place: &Span, diagnostics: &mut Diagnostics) {
    let name = &flow.named.name;
    let ceiling = about.arithmetic.floor_product(factor, flow.rate);
    let mean = mean_offered(flow.rate, &flow.offer, false, about);
    let exact = Nano::product(factor, flow.rate);
    if mean.0 == 0 || mean <= Nano::of(ceiling) {
        return;
    }
    let message = match ceiling {
        0 => format!("this ceiling refuses every request of `{name}`"),
        _ if mean > exact => format!("this ceiling is below what `{name}` offers on average"),
        _ => format!("this ceiling cuts `{name}`, which is under it on average"),
    };
    let label = format!(
        "{factor} × {} is {}: no more than {ceiling} may pass in a round, and {} come on average",
        flow.rate,
        exact.rounded_up(),
        mean.rounded_up()
    );
    let mut diagnostic = Diagnostic::warning(place, message).label(label);
    if let Some(enough) = smallest_factor(flow.rate, mean, about.arithmetic) {
        diagnostic = diagnostic.help(format!("the smallest factor that lets the average through is {enough}"));
    }
    diagnostics.push(diagnostic);
}

/// The smallest factor of at most three decimal places whose ceiling is no less than a mean.
fn smallest_factor(rate: Decimal, mean: Nano, arithmetic: Arithmetic) -> Option<Decimal> {
    let wanted = u64::try_from(mean.0.div_ceil(Nano::ONE)).ok()?;
    let thousandths = (u128::from(wanted) * 1_000 * Nano::ONE).div_ceil(Nano::of_decimal(rate).0.max(1));
    // A product of doubles may be a hair below the exact one: then the next factor is enough.
    (thousandths..thousandths + 3).find_map(|thousandths| {
        let factor = Decimal::parse(&format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)).ok()?;
        let is_enough =
            factor <= Decimal::from_whole(limits::FACTOR)? && arithmetic.floor_product(factor, rate) >= wanted;
        is_enough.then_some(factor)
    })
}

/// Requests that are larger than what is ever served, or than what may ever wait.
fn of_the_costs(gate: &GateModel, about: &About, places: &Places, diagnostics: &mut Diagnostics) {
    let largest_of = |scenario: &Scenario<GateInForce>| {
        scenario.timeline.iter().map(|segment| segment.in_force.capacity).max().unwrap_or(0)
    };
    let largest = gate.scenarios.iter().map(largest_of).max().unwrap_or(0);
    for (flow, PartPlaces { cost: place, .. }) in gate.flows.iter().zip(&places.parts) {
        let (name, cost) = (&flow.named.name, flow.cost.get());
        if cost > largest {
            diagnostics.push(
                Diagnostic::warning(place, format!("a request of `{name}` is never served"))
                    .label(format!("it costs {cost}, and no round has more than {largest} units of capacity"))
                    .help("once admitted, it blocks all behind it for good; lower its `cost` or raise the `capacity`"),
            );
            continue;
        }
        for (scenario, scenario_places) in gate.scenarios.iter().zip(&places.scenarios) {
            let largest = largest_of(scenario);
            // Nothing at all is served at capacity 0, as was surely meant.
            if largest > 0 && cost > largest {
                diagnostics.push(
                    Diagnostic::warning(
                        &scenario_places.table,
                        format!("a request of `{name}` is never served in this scenario"),
                    )
                    .label(format!("it costs {cost}, and no round has more than {largest} units of capacity"))
                    .help("once admitted, it blocks all behind it for good"),
                );
            }
        }
        for (setting, setting_places) in gate.settings.iter().zip(&places.settings) {
            let bound = largest_bound(setting, largest, about.arithmetic);
            if let (Some(bound), Some(place)) = (bound, &setting_places.bound)
                && cost > bound
            {
                diagnostics.push(
                    Diagnostic::warning(place, format!("this bound sheds every request of `{name}`"))
                        .label(format!("the bound is {bound} units at most, and such a request costs {cost}"))
                        .help(format!("a bound of {cost} units lets it in when nothing else waits")),
                );
            }
        }
    }
}

fn largest_bound(setting: &Setting<GateSetting>, largest_capacity: u64, arithmetic: Arithmetic) -> Option<u64> {
    match setting.kind.bound? {
        Bound::Units(units) => Some(units),
        Bound::OfCapacity(multiple) => Some(arithmetic.floor_product(multiple, Decimal::from_whole(largest_capacity)?)),
    }
}

/// A source that never produces, or produces more than the slowest stage moves.
fn of_the_source(chain: &ChainModel, about: &About, places: &Places, diagnostics: &mut Diagnostics) {
    let source = &chain.source;
    let mean_at = |rate: Decimal, steady: bool| mean_offered(rate, &source.offer, steady, about);
    let mut segments = chain.scenarios.iter().flat_map(|scenario| &scenario.timeline);
    if segments.all(|segment| mean_at(segment.in_force.source_rate, segment.in_force.steady).0 == 0) {
        diagnostics.push(
            Diagnostic::warning(&places.system, format!("the source `{}` has no effect", source.named.name))
                .label("it never produces anything")
                .help("give it a `rate` above 0"),
        );
        return;
    }
    let as_written = chain.as_written();
    let slowest = chain.stages.iter().zip(&places.parts).min_by_key(|(stage, _)| stage.rate);
    if let Some((slowest, part)) = slowest
        && chain.scenarios.iter().any(|scenario| scenario.is_fault_free(&as_written))
    {
        let mean = mean_at(source.rate, false);
        if mean > Nano::of(slowest.rate) {
            diagnostics.push(
                Diagnostic::warning(&part.rate, "the chain is overloaded on a fault-free day")
                    .label(format!("`{}` produces {} a round, on average", source.named.name, mean.rounded_up()))
                    .help("a backlog grows in every scenario, whatever is slowed down in it; check the rates"),
            );
        }
    }
}

/// Settings that switch the same mechanisms on.
fn twins<K: PartialEq>(settings: &[Setting<K>], places: &Places, diagnostics: &mut Diagnostics) {
    for (index, (setting, place)) in settings.iter().zip(&places.settings).enumerate() {
        let first = settings[..index].iter().zip(&places.settings).find(|(earlier, _)| earlier.kind == setting.kind);
        if let Some((first, first_place)) = first {
            diagnostics.push(
                Diagnostic::warning(
                    &place.table,
                    format!("the setting `{}` has no effect of its own", setting.named.name),
                )
                .label("it switches the same mechanisms on")
                .context(&first_place.table, format!("as `{}` does", first.named.name))
                .help("leave one of the two out"),
            );
        }
    }
}

/// Scenarios that stay in failure until the run ends, so that no recovery can be seen, and scenarios that are alike.
fn of_the_scenarios<F: InForce>(
    scenarios: &[Scenario<F>],
    as_written: &F,
    about: &About,
    places: &Places,
    is_worse: fn(&F, &F) -> bool,
    diagnostics: &mut Diagnostics,
) {
    for (index, (scenario, place)) in scenarios.iter().zip(&places.scenarios).enumerate() {
        if let (Some(last), Some(to)) = (scenario.phases.last(), &place.last_to)
            && last.to == about.rounds
            && let [before @ .., last] = scenario.timeline.as_slice()
            && is_worse(&last.in_force, before.last().map_or(as_written, |segment| &segment.in_force))
        {
            diagnostics.push(
                Diagnostic::warning(to, "the run ends in failure")
                    .label("no round is left to recover in")
                    .help("end the phase earlier, or give the run more `rounds`"),
            );
        }
        // Only among the first ones, so that a file of thousands is not held against itself.
        let earlier = &scenarios[..index.min(MOST_COMPARED)];
        let first = earlier.iter().position(|earlier| {
            earlier.timeline == scenario.timeline
                && earlier.minutes == scenario.minutes
                && earlier.group == scenario.group
        });
        if let Some(first) = first {
            diagnostics.push(
                Diagnostic::warning(
                    &place.table,
                    format!("the scenario `{}` has no effect of its own", scenario.named.name),
                )
                .label("it changes the same")
                .context(&places.scenarios[first].table, format!("as `{}` does", scenarios[first].named.name))
                .help("leave one of the two out, or say what is different in it"),
            );
        }
    }
}

/// Scenarios that later ones are held against.
const MOST_COMPARED: usize = 100;

fn gate_is_worse(now: &GateInForce, before: &GateInForce) -> bool {
    now.capacity < before.capacity || now.rates.iter().zip(&before.rates).any(|(now, before)| now > before)
}

fn chain_is_worse(now: &ChainInForce, before: &ChainInForce) -> bool {
    now.source_rate > before.source_rate
        || now.stage_rates.iter().zip(&before.stage_rates).any(|(now, before)| now < before)
}

/// What is offered in a round on average, over a cycle of the swing or over the run's recorded counts.
fn mean_offered(rate: Decimal, offer: &Offer, steady: bool, about: &About) -> Nano {
    match &offer.pattern {
        Pattern::Recorded { counts, then } => {
            let rounds = u128::from(about.rounds);
            let in_all = |counts: &[u64]| counts.iter().map(|count| u128::from(*count)).sum::<u128>();
            let length = counts.len() as u128;
            let items = match then {
                AfterLast::Repeat if length > 0 => {
                    let rest = usize::try_from(rounds % length).unwrap_or(0);
                    in_all(counts) * (rounds / length) + in_all(&counts[..rest])
                }
                AfterLast::Repeat | AfterLast::Nothing => in_all(&counts[..counts.len().min(about.rounds as usize)]),
            };
            Nano(items * Nano::ONE / rounds.max(1))
        }
        Pattern::Even | Pattern::Poisson { .. } if steady || offer.swing.is_empty() => Nano::of_decimal(rate),
        Pattern::Even | Pattern::Poisson { .. } => {
            let swing: u128 = offer.swing.iter().map(|multiplier| Nano::of_decimal(*multiplier).0).sum();
            // At most 10^18 × (10^15 × 10^5): within 128 bits.
            Nano(Nano::of_decimal(rate).0 * swing / (offer.swing.len() as u128 * Nano::ONE))
        }
    }
}

/// Billionths: every decimal of a file is a whole number of them. A mean that is not is rounded down, which raises no
/// false doubt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Nano(u128);

impl Nano {
    const ONE: u128 = 1_000_000_000;

    fn of(whole: u64) -> Nano {
        Nano(u128::from(whole) * Nano::ONE)
    }

    fn of_decimal(decimal: Decimal) -> Nano {
        let places = u32::from(Decimal::MAX_SCALE - decimal.scale());
        Nano(u128::from(decimal.mantissa()) * 10u128.pow(places))
    }

    fn product(one: Decimal, other: Decimal) -> Nano {
        Nano(Nano::of_decimal(one).0 * Nano::of_decimal(other).0 / Nano::ONE)
    }

    fn times(self, factor: u64) -> Nano {
        Nano(self.0 * u128::from(factor))
    }

    /// With at most three decimal places, rounded up, so that what is over a limit also reads so.
    fn rounded_up(self) -> String {
        let thousandths = self.0.div_ceil(1_000_000);
        let text = format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}
