//! From what a file says to what is run: every check and every message.
//!
//! A document is resolved in the order in which it is written: what it says of itself, what results are held against,
//! the system, the settings, the scenarios. A part that is wrong is reported and left out, and the rest is still
//! checked, with something harmless in its place; a study comes out only where nothing was wrong. Such a study is looked
//! over once more for what is legal but doubtful.

mod chain;
mod check;
mod doubts;
mod gate;
mod offer;
mod questions;
mod reference;
mod timeline;
mod trace;

use std::path::Path;

use arrivals::{Arithmetic, Decimal};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::limits;
use crate::names;
use crate::read::Read;
use crate::source::Span;
use crate::study::{About, Model, Reference, Setting, Study, Text};
use crate::wire::{self, Document, Number};
use check::Check;
use offer::TraceLength;
use toml::Spanned;

/// What a file turned out to be.
#[derive(Clone, Debug)]
pub enum Resolved {
    /// A system with settings and scenarios.
    Study(Box<Study>),
    /// Figures only, for other files to extend: it has no system, no setting and no scenario.
    Fragment,
}

/// Checks all that a file says. Nothing comes out where an error was reported.
pub(crate) fn resolve(path: &Path, read: Read, diagnostics: &mut Diagnostics) -> Option<Resolved> {
    let Read { document, span, is_empty, cuts } = read;
    let mut check = Check::new(cuts, span, diagnostics);
    if is_empty {
        check.error(
            Diagnostic::error(&(0..0), "this file says nothing")
                .help("describe a system in [gate] or [chain], with at least one [[setting]] and one [[scenario]]"),
        );
    }
    let mut document = document;
    let (sweeps, solves) = (document.sweep.take(), document.solve.take());
    let mut resolved = document_of(path, document, &mut check);
    questions::resolve(resolved.as_mut(), sweeps.unwrap_or_default(), solves.unwrap_or_default(), &mut check);
    check.report_missing();
    if diagnostics.has_errors() {
        // What was doubtful may only have seemed so for what is wrong.
        diagnostics.keep_errors();
        return None;
    }
    match resolved? {
        Found::Study(mut study, places) => {
            doubts::look_over(&study, &places, diagnostics);
            study.about.doubts = diagnostics.warnings().map(|warning| warning.to_doubt()).collect();
            Some(Resolved::Study(study))
        }
        Found::Fragment => Some(Resolved::Fragment),
    }
}

/// What a file turned out to be, before it is known whether all of it is right.
enum Found {
    Study(Box<Study>, Box<Places>),
    Fragment,
}

/// Where the parts of a study stand, for what is said of them once all is known.
#[derive(Default)]
struct Places {
    replications: Option<Span>,
    peak_rate: Option<Span>,
    protected_classes: Vec<Span>,
    /// A gate's capacity, or a chain's source.
    system: Span,
    /// Flows or stages.
    parts: Vec<PartPlaces>,
    settings: Vec<SettingPlaces>,
    scenarios: Vec<ScenarioPlaces>,
}

/// Where a flow's or a stage's figures stand.
struct PartPlaces {
    rate: Span,
    /// A flow's cost.
    cost: Span,
}

/// Where a setting and its figures stand.
struct SettingPlaces {
    table: Span,
    ceiling: Option<Span>,
    bound: Option<Span>,
}

/// Where a scenario stands, and the last round of its last phase.
struct ScenarioPlaces {
    table: Span,
    last_to: Option<Span>,
}

fn document_of(path: &Path, document: Document, check: &mut Check<'_>) -> Option<Found> {
    let reference = document.reference.as_ref().map(Spanned::get_ref);
    let places = Places {
        replications: document.replications.as_ref().map(Number::span),
        peak_rate: reference.and_then(|reference| reference.peak_rate.as_ref()).map(Number::span),
        protected_classes: reference
            .and_then(|reference| reference.protected_classes.as_ref())
            .map(|classes| classes.iter().map(Number::span).collect())
            .unwrap_or_default(),
        ..Places::default()
    };
    let about = AboutSoFar {
        file: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        title: document.title.as_ref().and_then(|title| check.text(title)),
        lesson: document.lesson.and_then(|lesson| check.name(&lesson.span(), lesson.into_inner())),
        rounds: document.rounds.as_ref().map(|number| check.small(number, "`rounds`", 1, limits::ROUNDS)),
        round_seconds: document.round_seconds.as_ref().map(|seconds| round_seconds_of(seconds, check)),
        arithmetic: document.arithmetic.map(|word| arithmetic_of(&word.span(), word.get_ref(), check)),
        replications: document
            .replications
            .as_ref()
            .map(|number| check.small(number, "`replications`", 2, limits::REPLICATIONS)),
        reference: document.reference.map(|reference| reference::resolve(reference.into_inner(), check)),
    };
    let settings = document.setting.unwrap_or_default();
    let scenarios = document.scenario.unwrap_or_default();
    match (document.gate, document.chain) {
        (Some(gate), None) => gate::resolve(gate, settings, scenarios, about, places, check),
        (None, Some(chain)) => chain::resolve(chain, settings, scenarios, about, places, check),
        (Some(gate), Some(chain)) => {
            check.error(
                Diagnostic::error(
                    &check.header_of(&chain.span()),
                    "a file describes one system: a [gate] or a [chain]",
                )
                .label("the chain")
                .context(&check.header_of(&gate.span()), "the gate")
                .help("put one of them into a file of its own"),
            );
            None
        }
        (None, None) if settings.is_empty() && scenarios.is_empty() => Some(Found::Fragment),
        (None, None) => {
            if !check.cuts.were_in(&check.top) {
                let span = settings.first().map(toml::Spanned::span).or(scenarios.first().map(toml::Spanned::span));
                check.error(
                    Diagnostic::error(&span.unwrap_or(0..0), "there is no system: neither [gate] nor [chain]")
                        .label("this needs a system to stand on")
                        .help("describe one in [gate] or [chain], or extend a file that does"),
                );
            }
            None
        }
    }
}

/// What a file says of itself, before the traces have had their say on its length.
struct AboutSoFar {
    file: String,
    title: Option<Text>,
    lesson: Option<String>,
    rounds: Option<Option<u32>>,
    round_seconds: Option<Option<Decimal>>,
    arithmetic: Option<Option<Arithmetic>>,
    replications: Option<Option<u32>>,
    reference: Option<Option<Reference>>,
}

impl AboutSoFar {
    /// Rounds of every run: what the file says, or else the length of its longest trace.
    fn rounds(&self, longest_trace: TraceLength, system: &Span, check: &mut Check<'_>) -> Option<u32> {
        let rounds = match (self.rounds, longest_trace) {
            (Some(rounds), _) => return rounds,
            (None, TraceLength::Unknown) => return None,
            (None, TraceLength::Rounds(length)) => u32::try_from(length).ok(),
            (None, TraceLength::NoTrace) => None,
        };
        check.required_at_top(
            rounds,
            system,
            "`rounds`",
            "this needs to know how long a run is",
            "write, for example, `rounds = 600` at the top of the file, before the first [table]",
        )
    }

    /// Seeds that each cell is run with.
    fn runs_a_cell(&self) -> u32 {
        self.replications.flatten().unwrap_or(1)
    }

    fn finish(self, rounds: u32) -> Option<About> {
        Some(About {
            title: self.title.unwrap_or_else(|| Text { en: self.file.clone(), tr: self.file.clone() }),
            file: self.file,
            lesson: self.lesson,
            rounds,
            round_seconds: self.round_seconds.unwrap_or(Some(Decimal::ONE))?,
            arithmetic: self.arithmetic.unwrap_or(Some(Arithmetic::Exact))?,
            replications: match self.replications {
                Some(replications) => Some(replications?),
                None => None,
            },
            reference: self.reference.unwrap_or_default().unwrap_or_default(),
            // They are known once the study is whole.
            doubts: Vec::new(),
        })
    }
}

fn study(about: About, model: Model, places: Places) -> Found {
    Found::Study(Box::new(Study { about, model, sweeps: Vec::new(), solves: Vec::new() }), Box::new(places))
}

/// Takes what was found apart from where it stands.
fn unzip<T, P>(found: Option<Vec<(T, P)>>) -> Option<(Vec<T>, Vec<P>)> {
    found.map(|found| found.into_iter().unzip())
}

fn round_seconds_of(number: &Number, check: &mut Check<'_>) -> Option<Decimal> {
    let seconds = check.decimal(number, "`round-seconds`", limits::DURATION)?;
    if seconds.mantissa() == 0 {
        check
            .error(Diagnostic::error(&number.span(), "`round-seconds` must be more than 0").help("leave it out for 1"));
        return None;
    }
    Some(seconds)
}

fn arithmetic_of(span: &Span, word: &str, check: &mut Check<'_>) -> Option<Arithmetic> {
    match word {
        "exact" => Some(Arithmetic::Exact),
        "double" => Some(Arithmetic::Double),
        _ => {
            unknown_word(span, "arithmetic", word, &["exact", "double"], check);
            None
        }
    }
}

/// A word that is none of those that can stand in its place.
fn unknown_word(span: &Span, what: &str, word: &str, known: &[&str], check: &mut Check<'_>) {
    let help = match names::nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => what_there_is(known),
    };
    check.error(Diagnostic::error(span, format!("there is no {what} `{word}`")).help(help));
}

/// The names that something has, for a reader who wrote one that it does not have.
fn what_there_is(known: &[&str]) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in known.iter().map(|name| format!("`{name}`")) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.len() {
        0 => "there is none here".to_owned(),
        1 => format!("there is only {}", names[0]),
        _ => format!("there are {}", check::in_words(&names)),
    }
}

/// A number of things, in words: `1 row`, `2 rows`.
fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Keeps what a run may ask of time and memory within bounds, and the sums of a run within their types.
struct Size {
    rounds: u32,
    /// Flows or stages.
    parts: usize,
    cells: usize,
    /// Seeds that each cell is run with.
    replications: u32,
}

impl Size {
    fn check(&self, place: &Span, parts_name: &str, check: &mut Check<'_>) {
        let queue_cells = u64::from(self.rounds) * self.parts as u64;
        if queue_cells > limits::QUEUE_CELLS {
            check.error(
                Diagnostic::error(
                    place,
                    format!("a run of {} rounds with {} {parts_name} is too long", self.rounds, self.parts),
                )
                .label(format!("rounds × {parts_name} may be at most {}", limits::QUEUE_CELLS))
                .help("let a round stand for more seconds"),
            );
        }
        let runs = self.cells as u128 * u128::from(self.replications);
        let work = u128::from(queue_cells) * runs;
        if work > limits::FILE_WORK {
            check.error(
                Diagnostic::error(place, format!("{runs} runs of {} rounds are too many for one file", self.rounds))
                    .label(format!("rounds × {parts_name} × cells × replications may be at most {}", limits::FILE_WORK))
                    .help("split the scenarios over several files that extend one"),
            );
        }
    }
}

/// Reports arrivals that a whole run could not count.
fn check_run_units(place: &Span, most_units_a_round: u128, rounds: u32, what: &str, check: &mut Check<'_>) {
    if most_units_a_round.saturating_mul(u128::from(rounds)) > limits::RUN_UNITS {
        check.error(
            Diagnostic::error(place, format!("more than {} {what} could arrive in one run", limits::RUN_UNITS))
                .help("choose a coarser unit, or fewer rounds"),
        );
    }
}

/// Resolves every setting of a file, each by its model's way of reading mechanisms.
fn settings<K>(
    settings: Vec<Spanned<wire::Setting>>,
    system: &Span,
    check: &mut Check<'_>,
    mechanisms: impl Fn(&mut wire::Setting, &mut Check<'_>) -> Option<K>,
) -> Option<Vec<(Setting<K>, SettingPlaces)>> {
    if settings.is_empty() {
        check.required_at_top(
            None::<()>,
            system,
            "`[[setting]]`",
            "this needs at least one setting to be run under",
            "write, for example, `[[setting]]` and below it `name = \"none\"`",
        );
        return None;
    }
    if !check.count_of(&settings[settings.len() - 1].span(), "settings", settings.len(), limits::SETTINGS) {
        return None;
    }
    check.unique(settings.iter().filter_map(|setting| {
        let name = setting.get_ref().name.as_ref()?;
        Some((name.get_ref().as_str(), name.span()))
    }));
    let resolved: Vec<Option<(Setting<K>, SettingPlaces)>> = settings
        .into_iter()
        .map(|setting| {
            let span = setting.span();
            let mut setting = setting.into_inner();
            let places = SettingPlaces {
                table: span.clone(),
                ceiling: setting
                    .throttle
                    .as_ref()
                    .and_then(|throttle| throttle.get_ref().ceiling.as_ref())
                    .map(Number::span),
                bound: setting
                    .shed
                    .as_ref()
                    .map(Spanned::get_ref)
                    .and_then(|shed| shed.bound.as_ref().or(shed.bound_units.as_ref()).map(Number::span)),
            };
            let (label, because) = (setting.label.take(), setting.because.take());
            let named = check.named(&span, "both", setting.name.take(), label.as_ref(), because.as_ref());
            let kind = mechanisms(&mut setting, check);
            Some((Setting { named: named?, kind: kind? }, places))
        })
        .collect();
    resolved.into_iter().collect()
}

/// A rate that is overridden although recorded counts are offered instead.
fn warn_recorded(span: &Span, name: &str, check: &mut Check<'_>) {
    check.diagnostics.push(
        Diagnostic::warning(span, format!("this rate of `{name}` has no effect"))
            .label("its arrivals are recorded counts, taken as they are"),
    );
}

/// What a scenario says although the system says it already.
fn warn_unchanged(span: &Span, what: &str, check: &mut Check<'_>) {
    check.diagnostics.push(
        Diagnostic::warning(span, format!("this {what} has no effect"))
            .label("the system has the same")
            .help("leave it out"),
    );
}

/// A swing that is switched off where there is none.
fn warn_steady(steady: &Spanned<bool>, has_swing: bool, check: &mut Check<'_>) {
    if *steady.get_ref() && !has_swing {
        check
            .diagnostics
            .push(Diagnostic::warning(&steady.span(), "`steady` has no effect").label("nothing here has a swing"));
    }
}
