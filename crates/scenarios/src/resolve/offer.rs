//! Where arrivals come from: a swing, recorded counts, or chance.

use std::sync::Arc;

use arrivals::{AfterLast, Decimal, PoissonStream};
use toml::Spanned;

use super::check::Check;
use super::{counted, trace, unknown_word};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;
use crate::study::{Offer, Pattern};
use crate::wire::{self, Number};

/// What a flow or a source says of its arrivals.
pub(super) struct OfferSoFar {
    pub(super) offer: Offer,
    /// Where recorded counts stand, and whether something follows them.
    recorded: Option<Recorded>,
    /// Whether it says where arrivals come from, and is wrong there: nobody knows how long its trace is.
    is_wrong: bool,
}

struct Recorded {
    span: Span,
    length: usize,
    then_is_said: bool,
}

/// How long a run is that ends with its longest trace. The greatest of several is that of all of them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TraceLength {
    /// Nothing is recorded.
    NoTrace,
    /// So many counts are.
    Rounds(usize),
    /// A trace is wrong, which has been reported.
    Unknown,
}

/// Resolves `swing` and `arrivals`. Traces are looked up beside the file that names them.
pub(super) fn resolve(
    swing: Option<Spanned<Vec<Number>>>,
    arrivals: Option<Spanned<wire::Arrivals>>,
    check: &mut Check<'_>,
) -> OfferSoFar {
    let swing_span = swing.as_ref().map(Spanned::span);
    let swing = swing.map(|swing| multipliers(&swing, check));
    let found = arrivals.map(|arrivals| {
        let span = arrivals.span();
        pattern(&span, arrivals.into_inner(), check)
    });
    let is_wrong = found.as_ref().is_some_and(Option::is_none);
    let (pattern, recorded) = found.flatten().unwrap_or((Pattern::Even, None));
    let swing = swing.flatten().unwrap_or_default();
    if let (Some(recorded), Some(swing_span)) = (&recorded, &swing_span) {
        check.diagnostics.push(
            Diagnostic::warning(swing_span, "this swing has no effect")
                .label("recorded counts are taken as they are")
                .context(&recorded.span, "the counts"),
        );
    }
    OfferSoFar { offer: Offer { swing, pattern }, recorded, is_wrong }
}

impl OfferSoFar {
    /// Whether recorded counts are offered, whatever the rate.
    pub(super) fn is_recorded(&self) -> bool {
        self.recorded.is_some()
    }

    /// Rounds that recorded counts cover.
    pub(super) fn trace_length(&self) -> TraceLength {
        match &self.recorded {
            _ if self.is_wrong => TraceLength::Unknown,
            Some(recorded) => TraceLength::Rounds(recorded.length),
            None => TraceLength::NoTrace,
        }
    }

    /// Reports a trace that ends before the run does and does not say what follows, or goes on after it.
    pub(super) fn check_length(&self, rounds: u32, check: &mut Check<'_>) {
        let Some(recorded) = &self.recorded else { return };
        let rounds = rounds as usize;
        if recorded.length < rounds && !recorded.then_is_said {
            check.error(
                Diagnostic::error(&recorded.span, "the trace is shorter than the run")
                    .label(format!("{} for {}", counted(recorded.length, "count"), counted(rounds, "round")))
                    .help("say what follows: `then = \"repeat\"` or `then = \"nothing\"`"),
            );
        } else if recorded.length > rounds {
            check.diagnostics.push(
                Diagnostic::warning(&recorded.span, "the trace is longer than the run")
                    .label(format!("{} counts, of which only the first {rounds} come", recorded.length))
                    .help("leave `rounds` out to replay all of it"),
            );
        }
    }

    /// The most items that a round can bring at a rate; what a whole run is bounded by.
    pub(super) fn most_a_round(&self, rate: Decimal) -> u128 {
        self.offer.most_a_round(rate)
    }

    /// Reports a mean that the Poisson generator has no table for.
    pub(super) fn check_mean(&self, rate: Decimal, place: &Span, check: &mut Check<'_>) {
        if self.offer.is_beyond_chance(rate) {
            check.error(
                Diagnostic::error(place, "the mean of a round is too large for Poisson arrivals")
                    .label(format!("rate × swing may be at most {}", PoissonStream::MAX_MEAN))
                    .help("choose a coarser unit: at such rates chance hardly shows"),
            );
        }
    }
}

fn multipliers(swing: &Spanned<Vec<Number>>, check: &mut Check<'_>) -> Option<Vec<Decimal>> {
    if !check.count_of(&swing.span(), "multipliers", swing.get_ref().len(), limits::SWING) {
        return None;
    }
    let multipliers: Vec<Option<Decimal>> =
        swing.get_ref().iter().map(|number| check.decimal(number, "a multiplier", limits::FACTOR)).collect();
    multipliers.into_iter().collect()
}

fn pattern(span: &Span, arrivals: wire::Arrivals, check: &mut Check<'_>) -> Option<(Pattern, Option<Recorded>)> {
    let wire::Arrivals { counts, csv, column, then, poisson } = arrivals;
    let then_is_said = then.is_some();
    if let (Some(column), None) = (&column, &csv) {
        check.error(
            Diagnostic::error(&column.span(), "`column` goes with `csv`")
                .help("name the file too: `csv = \"trace.csv\"`"),
        );
        return None;
    }
    if let (Some(then), Some(_)) = (&then, &poisson) {
        check.error(
            Diagnostic::error(&then.span(), "`then` goes with `counts` or `csv`").label("random arrivals never end"),
        );
        return None;
    }
    let then = then.map(|word| after_last(&word, check)).unwrap_or(Some(AfterLast::Nothing));
    let counts = match (counts, csv, poisson) {
        (Some(counts), None, None) => listed_counts(&counts, check),
        (None, Some(csv), None) => {
            let column = check.required(column, span, "column", "column = \"count\"")?;
            let path = check.diagnostics.sources.folder_of(&csv.span()).join(csv.get_ref());
            trace::counts(&path, &csv.span(), (column.get_ref(), &column.span()), check)
        }
        (None, None, Some(poisson)) => {
            let poisson_span = poisson.span();
            let seed = check.required(poisson.into_inner().seed, &poisson_span, "seed", "poisson = { seed = 7 }")?;
            let seed = check.whole(&seed, "a seed", 0, limits::WHOLE)?;
            return Some((Pattern::Poisson { seed }, None));
        }
        _ => {
            check.error(
                Diagnostic::error(span, "arrivals come from one of `counts`, `csv` and `poisson`")
                    .help("write, for example, `arrivals = { counts = [12, 9, 14], then = \"repeat\" }`"),
            );
            None
        }
    }?;
    let recorded = Recorded { span: span.clone(), length: counts.len(), then_is_said };
    Some((Pattern::Recorded { counts: Arc::from(counts), then: then? }, Some(recorded)))
}

fn listed_counts(counts: &Spanned<Vec<Number>>, check: &mut Check<'_>) -> Option<Vec<u64>> {
    if !check.count_of(&counts.span(), "counts", counts.get_ref().len(), limits::ROUNDS as usize) {
        return None;
    }
    let counts: Vec<Option<u64>> =
        counts.get_ref().iter().map(|number| check.whole(number, "a count", 0, limits::WHOLE)).collect();
    counts.into_iter().collect()
}

fn after_last(word: &Spanned<String>, check: &mut Check<'_>) -> Option<AfterLast> {
    match word.get_ref().as_str() {
        "repeat" => Some(AfterLast::Repeat),
        "nothing" => Some(AfterLast::Nothing),
        other => {
            unknown_word(&word.span(), "way to go on", other, &["repeat", "nothing"], check);
            None
        }
    }
}
