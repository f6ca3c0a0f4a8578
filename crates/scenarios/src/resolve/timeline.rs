//! A scenario and its phases, as stretches of rounds in which nothing changes.

use toml::Spanned;

use super::ScenarioPlaces;
use super::check::Check;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;
use crate::study::{InForceKey, Phase, Said, SaidByScenario, Scenario, stretches};
use crate::wire::{self, Number, Rates};

/// The keys with which a scenario or a phase changes the system.
pub(super) struct Overrides {
    pub(super) capacity: Option<Number>,
    pub(super) rate: Option<Spanned<Rates>>,
    pub(super) steady: Option<Spanned<bool>>,
    /// Whether they are a phase's: one that repeats what is in force anyway is pointed out as a whole.
    pub(super) in_phase: bool,
}

/// A model's way of taking overrides: what was in force before, and what is in force with them.
pub(super) trait Overridable {
    type InForce: Clone + PartialEq;

    /// What the system is without any scenario.
    fn as_written(&self) -> Self::InForce;

    /// The keys that overrides say. Names that there are not are left out.
    fn keys(&self, overrides: &Overrides) -> Vec<InForceKey>;

    /// What is in force once the overrides are laid over `before`. One that is wrong is reported, and changes nothing.
    fn overridden(&self, before: &Self::InForce, overrides: Overrides, check: &mut Check<'_>) -> Self::InForce;
}

/// Resolves every scenario of a file.
pub(super) fn resolve<M: Overridable>(
    model: &M,
    scenarios: Vec<Spanned<wire::Scenario>>,
    rounds: u32,
    system: &Span,
    check: &mut Check<'_>,
) -> Option<Vec<(Scenario<M::InForce>, ScenarioPlaces)>> {
    if scenarios.is_empty() {
        check.required_at_top(
            None::<()>,
            system,
            "`[[scenario]]`",
            "this needs at least one scenario to be run in",
            "write, for example, `[[scenario]]` and below it `name = \"fault-free\"`",
        );
        return None;
    }
    let last = scenarios[scenarios.len() - 1].span();
    if !check.count_of(&last, "scenarios", scenarios.len(), limits::SCENARIOS) {
        return None;
    }
    check.unique(scenarios.iter().filter_map(|scenario| {
        let name = scenario.get_ref().name.as_ref()?;
        Some((name.get_ref().as_str(), name.span()))
    }));
    let resolved: Vec<Option<_>> = scenarios
        .into_iter()
        .map(|scenario| {
            let span = scenario.span();
            let last_to = scenario.get_ref().phase.as_ref().and_then(|phases| phases.last());
            let last_to = last_to.and_then(|phase| phase.get_ref().to.as_ref()).map(Number::span);
            let resolved = one(model, scenario.into_inner(), &span, rounds, check)?;
            Some((resolved, ScenarioPlaces { table: span, last_to }))
        })
        .collect();
    resolved.into_iter().collect()
}

fn one<M: Overridable>(
    model: &M,
    scenario: wire::Scenario,
    span: &Span,
    rounds: u32,
    check: &mut Check<'_>,
) -> Option<Scenario<M::InForce>> {
    let wire::Scenario { name, label, because, group, minutes, per_month, capacity, rate, steady, phase } = scenario;
    let named = check.named(span, "node-lost", name, label.as_ref(), because.as_ref());
    let group = group.map(|group| check.name(&group.span(), group.into_inner()));
    let minutes = minutes.map(|number| check.decimal(&number, "`minutes`", limits::DURATION));
    let per_month = per_month.map(|number| check.decimal(&number, "`per-month`", limits::DURATION));
    let overrides = Overrides { capacity, rate, steady, in_phase: false };
    let keys = model.keys(&overrides);
    let whole_run = model.overridden(&model.as_written(), overrides, check);
    let phases = phases(model, &whole_run, phase.unwrap_or_default(), rounds, check)?;
    let whole_run = Said { in_force: whole_run, keys };
    let laid_out = phases.iter().map(|(phase, said)| (phase, &said.in_force));
    let timeline = stretches(&whole_run.in_force, laid_out, rounds);
    let (phases, said_in_phases) = phases.into_iter().unzip();
    Some(Scenario {
        named: named?,
        group: group.map_or(Some(None), |group| group.map(Some))?,
        minutes: minutes.map_or(Some(None), |minutes| minutes.map(Some))?,
        per_month: per_month.map_or(Some(None), |per_month| per_month.map(Some))?,
        timeline,
        phases,
        said: SaidByScenario { whole_run, phases: said_in_phases },
    })
}

/// The phases in order, each with what is in force in it.
fn phases<M: Overridable>(
    model: &M,
    whole_run: &M::InForce,
    phases: Vec<Spanned<wire::Phase>>,
    rounds: u32,
    check: &mut Check<'_>,
) -> Option<Vec<(Phase, Said<M::InForce>)>> {
    if let Some(last) = phases.last()
        && !check.count_of(&last.span(), "phases", phases.len(), limits::PHASES)
    {
        return None;
    }
    let mut resolved = Vec::new();
    let mut before: Option<(u32, Span)> = None;
    let mut is_complete = true;
    for phase in phases {
        let span = phase.span();
        let wire::Phase { from, to, label, because, capacity, rate, steady } = phase.into_inner();
        let label = label.and_then(|label| check.text(&label));
        let because = because.and_then(|because| check.text(&because));
        let stretch = stretch(&span, from, to, rounds, &mut before, check);
        let overrides = Overrides { capacity, rate, steady, in_phase: true };
        let keys = model.keys(&overrides);
        let in_force = model.overridden(whole_run, overrides, check);
        if in_force == *whole_run {
            check.diagnostics.push(
                Diagnostic::warning(&span, "this phase changes nothing")
                    .help("say what is different in it: `capacity`, `rate` or `steady`"),
            );
        }
        match stretch {
            Some((from, to)) => resolved.push((Phase { from, to, label, because }, Said { in_force, keys })),
            None => is_complete = false,
        }
    }
    is_complete.then_some(resolved)
}

/// First and last round of a phase, both after the phase before it.
fn stretch(
    span: &Span,
    from: Option<Number>,
    to: Option<Number>,
    rounds: u32,
    before: &mut Option<(u32, Span)>,
    check: &mut Check<'_>,
) -> Option<(u32, u32)> {
    let from = check.required(from, span, "from", "from = 121");
    let to = check.required(to, span, "to", "to = 600");
    let (from_number, to_number) = (from?, to?);
    let from = check.small(&from_number, "`from`", 1, limits::ROUNDS);
    let to = check.small(&to_number, "`to`", 1, limits::ROUNDS);
    let (from, to) = (from?, to?);
    if to > rounds {
        check.error(
            Diagnostic::error(&to_number.span(), "the phase goes on after the run has ended")
                .label(format!("the run has {rounds} rounds"))
                .help("give the run more `rounds`, or end the phase earlier"),
        );
        return None;
    }
    if from > to {
        check.error(
            Diagnostic::error(&from_number.span(), "the phase ends before it begins")
                .label(format!("from {from}"))
                .context(&to_number.span(), format!("to {to}"))
                .help("both rounds are included: a phase of one round has `from` equal to `to`"),
        );
        return None;
    }
    if let Some((end, end_span)) = &*before
        && from <= *end
    {
        check.error(
            Diagnostic::error(&from_number.span(), "phases must not overlap, and go forward in time")
                .label(format!("begins in round {from}"))
                .context(end_span, format!("the phase before ends with round {end}"))
                .help(format!("begin it in round {} or later, or write the earlier phase first", end + 1)),
        );
        return None;
    }
    *before = Some((to, to_number.span()));
    Some((from, to))
}
