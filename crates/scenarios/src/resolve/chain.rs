//! `[chain]`, with its settings and scenarios.

use arrivals::Decimal;
use toml::Spanned;

use super::check::Check;
use super::offer::TraceLength;
use super::timeline::{self, Overridable, Overrides};
use super::{AboutSoFar, Found, PartPlaces, Places, SettingPlaces, Size};
use super::{check_run_units, counted, offer, study, unknown_word, unzip};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;
use crate::study::{ChainInForce, ChainModel, ChainSetting, InForceKey, Model, Named, Setting, Source, Stage};
use crate::wire;

pub(super) fn resolve(
    chain: Spanned<wire::Chain>,
    settings: Vec<Spanned<wire::Setting>>,
    scenarios: Vec<Spanned<wire::Scenario>>,
    about: AboutSoFar,
    mut places: Places,
    check: &mut Check<'_>,
) -> Option<Found> {
    let span = check.header_of(&chain.span());
    let chain = chain.into_inner();
    let stages_given = chain.stage.as_ref().map_or(0, Vec::len);
    let source = check.required(chain.source, &span, "[chain.source]", "[chain.source]` with `name` and `rate");
    let source = source.map(|source| self::source(source, check));
    let stages = stages(chain.stage.unwrap_or_default(), &span, check);
    if let Some(source) = &source {
        unique_names(source, &stages, check);
    }
    let settings_given = settings.len();
    let settings = unzip(self::settings(settings, &span, stages_given, check));
    let longest = source.as_ref().map_or(TraceLength::NoTrace, |source| source.offer.trace_length());
    let known_rounds = about.rounds(longest, &span, check);
    if let Some(rounds) = known_rounds {
        source.iter().for_each(|source| source.offer.check_length(rounds, check));
        let size = Size {
            rounds,
            parts: stages.len(),
            cells: settings_given.max(1) * scenarios.len(),
            replications: about.runs_a_cell(),
        };
        size.check(&span, "stages", check);
    }
    let rounds = known_rounds.unwrap_or(limits::ROUNDS);
    let model = Unfinished { source: source.as_ref(), stages: &stages };
    let scenarios = unzip(timeline::resolve(&model, scenarios, rounds, &span, check));
    let (source, (settings, setting_places), (scenarios, scenario_places)) = (source?, settings?, scenarios?);
    let rates = scenarios.iter().flat_map(|scenario| &scenario.timeline).map(|part| part.in_force.source_rate);
    let largest = rates.chain([source.rate]).max().unwrap_or(Decimal::ZERO);
    source.offer.check_mean(largest, &source.place, check);
    check_run_units(&source.place, source.offer.most_a_round(largest), rounds, "items", check);
    let named = source.named.unwrap_or_else(Named::unknown);
    let model_source = Source { named, rate: source.rate, offer: source.offer.offer };
    let (stages, parts) = stages.into_iter().map(StageSoFar::finish).unzip();
    places = Places { system: source.place, parts, settings: setting_places, scenarios: scenario_places, ..places };
    let model = ChainModel { source: model_source, stages, settings, scenarios };
    Some(study(about.finish(rounds)?, Model::Chain(model), places))
}

/// A source whose trace has not been held against the length of the run yet. Where it was wrong, something harmless
/// stands in its place.
struct SourceSoFar {
    /// Nothing where its name is missing or wrong.
    named: Option<Named>,
    name_place: Span,
    /// Its rate, or its table where it has none.
    place: Span,
    rate: Decimal,
    offer: offer::OfferSoFar,
}

fn source(source: Spanned<wire::Source>, check: &mut Check<'_>) -> SourceSoFar {
    let span = source.span();
    let wire::Source { name, label, because, rate, swing, arrivals } = source.into_inner();
    let name_place = name.as_ref().map_or(span.clone(), Spanned::span);
    let named = check.named(&span, "carrier", name, label.as_ref(), because.as_ref());
    // A chain makes no ceiling from its source's rate, so that recorded counts say all there is to say.
    let is_recorded = arrivals.as_ref().is_some_and(|arrivals| arrivals.get_ref().poisson.is_none());
    let offer = offer::resolve(swing, arrivals, check);
    let rate = match rate {
        None if is_recorded => None,
        rate => check.required(rate, &span, "rate", "rate = 97.22"),
    };
    let place = rate.as_ref().map_or(span, wire::Number::span);
    let rate = rate.and_then(|rate| check.decimal(&rate, "`rate`", limits::WHOLE));
    SourceSoFar { named, name_place, place, rate: rate.unwrap_or(Decimal::ZERO), offer }
}

/// A stage that may be wrong: then something harmless stands in its place.
struct StageSoFar {
    /// Nothing where its name is missing or wrong.
    named: Option<Named>,
    name_place: Span,
    place: Span,
    buffer: u64,
    rate: u64,
}

impl StageSoFar {
    fn name(&self) -> Option<&str> {
        self.named.as_ref().map(|named| named.name.as_str())
    }

    fn finish(self) -> (Stage, PartPlaces) {
        let StageSoFar { named, name_place: _, place, buffer, rate } = self;
        let places = PartPlaces { rate: place.clone(), cost: place };
        (Stage { named: named.unwrap_or_else(Named::unknown), buffer, rate }, places)
    }
}

fn stages(stages: Vec<Spanned<wire::Stage>>, chain: &Span, check: &mut Check<'_>) -> Vec<StageSoFar> {
    if stages.is_empty() {
        check.required(None::<()>, chain, "[[chain.stage]]", "[[chain.stage]]` with `name`, `buffer` and `rate");
        return Vec::new();
    }
    if !check.count_of(chain, "stages", stages.len(), limits::FLOWS) {
        return Vec::new();
    }
    stages.into_iter().map(|stage| self::stage(stage, check)).collect()
}

fn stage(stage: Spanned<wire::Stage>, check: &mut Check<'_>) -> StageSoFar {
    let span = stage.span();
    let wire::Stage { name, label, because, buffer, rate } = stage.into_inner();
    let name_place = name.as_ref().map_or(span.clone(), Spanned::span);
    let named = check.named(&span, "log", name, label.as_ref(), because.as_ref());
    let buffer = check.required(buffer, &span, "buffer", "buffer = 200");
    let buffer = buffer.and_then(|number| check.whole(&number, "`buffer`", 0, limits::WHOLE));
    let rate = check.required(rate, &span, "rate", "rate = 250");
    let place = rate.as_ref().map_or(span, wire::Number::span);
    let rate = rate.and_then(|number| check.whole(&number, "`rate`", 0, limits::WHOLE));
    StageSoFar { named, name_place, place, buffer: buffer.unwrap_or(0), rate: rate.unwrap_or(0) }
}

/// A scenario names source and stages alike, so that no two of them may share a name.
fn unique_names(source: &SourceSoFar, stages: &[StageSoFar], check: &mut Check<'_>) {
    let source_name = source.named.as_ref().map(|named| (named.name.as_str(), source.name_place.clone()));
    let names = stages.iter().filter_map(|stage| Some((stage.name()?, stage.name_place.clone())));
    check.unique(source_name.into_iter().chain(names));
}

fn settings(
    settings: Vec<Spanned<wire::Setting>>,
    chain: &Span,
    stages: usize,
    check: &mut Check<'_>,
) -> Option<Vec<(Setting<ChainSetting>, SettingPlaces)>> {
    super::settings(settings, chain, check, |setting, check| {
        let throttle = setting.throttle.as_ref().map(Spanned::span);
        let shed = setting.shed.as_ref().map(Spanned::span);
        for (span, key) in [(throttle, "throttle"), (shed, "shed")] {
            if let Some(span) = span {
                let message = format!("`{key}` belongs to a gate's setting");
                check.error(
                    Diagnostic::error(&span, message)
                        .label("this file describes a chain")
                        .help("a chain's setting has `depth = 3` or `unbounded = true`"),
                );
            }
        }
        let unbounded = setting.unbounded.as_ref().is_some_and(|unbounded| *unbounded.get_ref());
        let depth = match &setting.depth {
            None => Some(0),
            Some(depth) => self::depth(depth, stages, unbounded, check),
        };
        Some(ChainSetting { depth: depth?, unbounded })
    })
}

fn depth(number: &wire::Number, stages: usize, unbounded: bool, check: &mut Check<'_>) -> Option<usize> {
    let depth = check.whole(number, "`depth`", 0, limits::WHOLE)?;
    let depth = usize::try_from(depth).ok()?;
    if depth > stages && stages > 0 {
        check.error(
            Diagnostic::error(&number.span(), "the signal cannot travel beyond the chain")
                .label(format!("the chain has {}", counted(stages, "stage")))
                .help(format!("`depth = {stages}` reaches the boundary, where the source is refused")),
        );
        return None;
    }
    if unbounded && depth > 0 {
        check.diagnostics.push(
            Diagnostic::warning(&number.span(), "this depth has no effect")
                .label("an unbounded buffer is never full")
                .help("leave `depth` or `unbounded` out"),
        );
    }
    Some(depth)
}

/// A chain whose scenarios are being resolved.
struct Unfinished<'a> {
    /// Nothing where there is none.
    source: Option<&'a SourceSoFar>,
    stages: &'a [StageSoFar],
}

impl Overridable for Unfinished<'_> {
    type InForce = ChainInForce;

    fn as_written(&self) -> ChainInForce {
        let stage_rates = self.stages.iter().map(|stage| stage.rate).collect();
        let source_rate = self.source.map_or(Decimal::ZERO, |source| source.rate);
        ChainInForce { source_rate, stage_rates, steady: false }
    }

    fn keys(&self, overrides: &Overrides) -> Vec<InForceKey> {
        let names = overrides.rate.iter().flat_map(|rates| rates.get_ref().keys());
        let key = |name: &Spanned<String>| {
            if self
                .source
                .is_some_and(|source| source.named.as_ref().is_some_and(|named| named.name == *name.get_ref()))
            {
                return Some(InForceKey::SourceRate);
            }
            let stage = self.stages.iter().position(|stage| stage.name() == Some(name.get_ref().as_str()));
            stage.map(InForceKey::StageRate)
        };
        names.filter_map(key).collect()
    }

    fn overridden(&self, before: &ChainInForce, overrides: Overrides, check: &mut Check<'_>) -> ChainInForce {
        let mut after = before.clone();
        let Overrides { capacity, rate, steady, in_phase } = overrides;
        if let Some(capacity) = capacity {
            check.error(
                Diagnostic::error(&capacity.span(), "`capacity` belongs to a gate")
                    .label("this file describes a chain")
                    .help("change the rate of a stage: `rate = { projection = 60 }`"),
            );
        }
        for (name, rate) in rate.map(Spanned::into_inner).unwrap_or_default() {
            let is_changed = self.override_rate(&mut after, &name, &rate, check);
            if is_changed == Some(false) && !in_phase {
                super::warn_unchanged(&rate.span(), "rate", check);
            }
        }
        if let Some(steady) = steady {
            let has_swing = self.source.is_some_and(|source| !source.offer.offer.swing.is_empty());
            super::warn_steady(&steady, has_swing, check);
            after.steady = *steady.get_ref();
        }
        after
    }
}

impl Unfinished<'_> {
    /// Whether the rate is another one now. Nothing where that was told already.
    fn override_rate(
        &self,
        after: &mut ChainInForce,
        name: &Spanned<String>,
        number: &wire::Number,
        check: &mut Check<'_>,
    ) -> Option<bool> {
        let source_name = self.source.and_then(|source| source.named.as_ref()).map(|named| named.name.as_str());
        if source_name == Some(name.get_ref()) {
            let rate = check.decimal(number, "a rate", limits::WHOLE)?;
            let before = std::mem::replace(&mut after.source_rate, rate);
            if self.source.is_some_and(|source| source.offer.is_recorded()) {
                super::warn_recorded(&name.span(), name.get_ref(), check);
                return None;
            }
            Some(before != rate)
        } else if let Some(index) = self.stages.iter().position(|stage| stage.name() == Some(name.get_ref())) {
            let rate = check.whole(number, "a stage's rate", 0, limits::WHOLE)?;
            Some(std::mem::replace(&mut after.stage_rates[index], rate) != rate)
        } else {
            let stages = self.stages.iter().map(StageSoFar::name);
            let known: Option<Vec<&str>> = [source_name].into_iter().chain(stages).collect();
            // Where a name is missing or wrong, it may be the one that is meant.
            if let Some(known) = known
                && !self.stages.is_empty()
            {
                unknown_word(&name.span(), "stage or source", name.get_ref(), &known, check);
            }
            None
        }
    }
}
