//! `[chain]`, with its settings and scenarios.

use arrivals::Decimal;
use toml::Spanned;

use super::check::Check;
use super::timeline::{self, Overridable, Overrides};
use super::{AboutSoFar, Resolved, Size, check_run_units, offer, study, unknown_word};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;
use crate::study::{ChainInForce, ChainModel, ChainSetting, Model, Named, Pattern, Setting, Source, Stage};
use crate::wire;

pub(super) fn resolve(
    chain: Spanned<wire::Chain>,
    settings: Vec<Spanned<wire::Setting>>,
    scenarios: Vec<Spanned<wire::Scenario>>,
    about: AboutSoFar,
    check: &mut Check<'_>,
) -> Option<Resolved> {
    let span = chain.span();
    let chain = chain.into_inner();
    let stages_given = chain.stage.as_ref().map_or(0, Vec::len);
    let source = check.required(chain.source, &span, "[chain.source]", "[chain.source]` with `name` and `rate");
    let source = source.and_then(|source| self::source(source, &about, check));
    let stages = stages(chain.stage.unwrap_or_default(), &span, check);
    let settings_given = settings.len();
    let settings = self::settings(settings, &span, stages_given, check);
    let longest = source.as_ref().and_then(|source| source.offer.trace_length());
    let rounds = about.rounds(longest, &span, check)?;
    let (source, stages) = (source?, stages?);
    source.offer.check_length(rounds, check);
    unique_names(&source, &stages, check);
    let size = Size {
        rounds,
        parts: stages.len(),
        cells: settings_given.max(1) * scenarios.len(),
        replications: about.runs_a_cell(),
    };
    size.check(&span, "stages", check);
    let model = Unfinished { source: &source, stages: &stages };
    let scenarios = timeline::resolve(&model, scenarios, rounds, &span, check);
    let (settings, scenarios) = (settings?, scenarios?);
    let rates = scenarios.iter().flat_map(|scenario| &scenario.timeline).map(|part| part.in_force.source_rate);
    let rates: Vec<Decimal> = rates.chain([source.rate]).collect();
    rates.iter().for_each(|rate| source.offer.check_mean(*rate, &source.span, check));
    let most = rates.iter().map(|rate| source.offer.most_a_round(*rate)).max().unwrap_or(0);
    check_run_units(&source.span, most, rounds, "items", check);
    let source = Source { named: source.named, rate: source.rate, offer: source.offer.offer };
    let stages = stages.into_iter().map(|(stage, _)| stage).collect();
    Some(study(about.finish(rounds)?, Model::Chain(ChainModel { source, stages, settings, scenarios })))
}

/// A source whose trace has not been held against the length of the run yet.
struct SourceSoFar {
    named: Named,
    span: Span,
    rate: Decimal,
    offer: offer::OfferSoFar,
}

fn source(source: Spanned<wire::Source>, about: &AboutSoFar, check: &mut Check<'_>) -> Option<SourceSoFar> {
    let span = source.span();
    let wire::Source { name, label, because, rate, swing, arrivals } = source.into_inner();
    let named = check.named(&span, "carrier", name, label.as_ref(), because.as_ref());
    let offer = offer::resolve(swing, arrivals, &about.folder, check);
    let is_recorded = offer.as_ref().is_some_and(|offer| matches!(offer.offer.pattern, Pattern::Recorded { .. }));
    // A chain makes no ceiling from its source's rate, so that recorded counts say all there is to say.
    let rate = match rate {
        Some(rate) => check.decimal(&rate, "`rate`", limits::WHOLE),
        None if is_recorded || offer.is_none() => Decimal::from_whole(0),
        None => check.required(None, &span, "rate", "rate = 97.22"),
    };
    Some(SourceSoFar { named: named?, span, rate: rate?, offer: offer? })
}

fn stages(stages: Vec<Spanned<wire::Stage>>, chain: &Span, check: &mut Check<'_>) -> Option<Vec<(Stage, Span)>> {
    if stages.is_empty() {
        check.required(None::<()>, chain, "[[chain.stage]]", "[[chain.stage]]` with `name`, `buffer` and `rate");
        return None;
    }
    if !check.count_of(chain, "stages", stages.len(), limits::FLOWS) {
        return None;
    }
    let resolved: Vec<Option<(Stage, Span)>> = stages.into_iter().map(|stage| self::stage(stage, check)).collect();
    resolved.into_iter().collect()
}

fn stage(stage: Spanned<wire::Stage>, check: &mut Check<'_>) -> Option<(Stage, Span)> {
    let span = stage.span();
    let wire::Stage { name, label, because, buffer, rate } = stage.into_inner();
    let named = check.named(&span, "log", name, label.as_ref(), because.as_ref());
    let buffer = check.required(buffer, &span, "buffer", "buffer = 200");
    let buffer = buffer.and_then(|number| check.whole(&number, "`buffer`", 0, limits::WHOLE));
    let rate = check.required(rate, &span, "rate", "rate = 250");
    let rate = rate.and_then(|number| check.whole(&number, "`rate`", 0, limits::WHOLE));
    Some((Stage { named: named?, buffer: buffer?, rate: rate? }, span))
}

/// A scenario names source and stages alike, so that no two of them may share a name.
fn unique_names(source: &SourceSoFar, stages: &[(Stage, Span)], check: &mut Check<'_>) {
    let names = stages.iter().map(|(stage, span)| (stage.named.name.as_str(), span.clone()));
    check.unique([(source.named.name.as_str(), source.span.clone())].into_iter().chain(names));
}

fn settings(
    settings: Vec<Spanned<wire::Setting>>,
    chain: &Span,
    stages: usize,
    check: &mut Check<'_>,
) -> Option<Vec<Setting<ChainSetting>>> {
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
                .label(format!("the chain has {stages} stages"))
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
    source: &'a SourceSoFar,
    stages: &'a [(Stage, Span)],
}

impl Overridable for Unfinished<'_> {
    type InForce = ChainInForce;

    fn as_written(&self) -> ChainInForce {
        let stage_rates = self.stages.iter().map(|(stage, _)| stage.rate).collect();
        ChainInForce { source_rate: self.source.rate, stage_rates, steady: false }
    }

    fn overridden(&self, before: &ChainInForce, overrides: Overrides, check: &mut Check<'_>) -> Option<ChainInForce> {
        let mut after = before.clone();
        let Overrides { capacity, rate, steady } = overrides;
        let mut is_right = true;
        if let Some(capacity) = capacity {
            check.error(
                Diagnostic::error(&capacity.span(), "`capacity` belongs to a gate")
                    .label("this file describes a chain")
                    .help("change the rate of a stage: `rate = { projection = 60 }`"),
            );
            is_right = false;
        }
        for (name, rate) in rate.map(Spanned::into_inner).unwrap_or_default() {
            is_right &= self.override_rate(&mut after, &name, &rate, check).is_some();
        }
        if let Some(steady) = steady {
            super::warn_steady(&steady, !self.source.offer.offer.swing.is_empty(), check);
            after.steady = *steady.get_ref();
        }
        is_right.then_some(after)
    }
}

impl Unfinished<'_> {
    fn override_rate(
        &self,
        after: &mut ChainInForce,
        name: &Spanned<String>,
        rate: &wire::Number,
        check: &mut Check<'_>,
    ) -> Option<()> {
        if *name.get_ref() == self.source.named.name {
            if matches!(self.source.offer.offer.pattern, Pattern::Recorded { .. }) {
                super::warn_recorded(&name.span(), name.get_ref(), check);
            }
            after.source_rate = check.decimal(rate, "a rate", limits::WHOLE)?;
        } else if let Some(index) = self.stages.iter().position(|(stage, _)| stage.named.name == *name.get_ref()) {
            after.stage_rates[index] = check.whole(rate, "a stage's rate", 0, limits::WHOLE)?;
        } else {
            let stages = self.stages.iter().map(|(stage, _)| stage.named.name.as_str());
            let known: Vec<&str> = [self.source.named.name.as_str()].into_iter().chain(stages).collect();
            unknown_word(&name.span(), "stage or source", name.get_ref(), &known, check);
            return None;
        }
        Some(())
    }
}
