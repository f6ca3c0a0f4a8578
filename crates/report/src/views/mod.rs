//! From answers to tables: one view for each question that a reader asks.
//!
//! Which tables a file gets follows from what the file says: a fault-free scenario, a `[reference]`, a group. No view
//! knows a lesson.

mod arithmetic;
mod cell;
mod chain;
pub mod enough;
mod figures;
mod gate;
pub(crate) mod numbers;
mod over_time;
mod replications;
pub(crate) mod terms;

use scenarios::study::{About, Arithmetic, Scenario};

use crate::answers::Answers;
use crate::figures::Figure;
use crate::language::Language;
use crate::table::{Table, Value};
use numbers::{exact, minutes_a_month};
use terms::say;

/// Every table of a study, in reading order.
///
/// A study in doubles shows its figures as a program of doubles prints them: the nearest double of each, which differs
/// from the exact figure in the last place at most, and only where that one is a tie.
pub fn tables(answers: &Answers<'_>, language: Language) -> Vec<Table> {
    let tables = match answers {
        Answers::Gate(answers) => gate::tables(answers, language),
        Answers::Chain(answers) => chain::tables(answers, language),
    };
    let tables: Vec<Table> = tables
        .into_iter()
        .chain(over_time::tables(answers, language))
        .chain(replications::tables(answers, language))
        .chain([arithmetic::differences(answers, language)])
        .collect();
    finished(tables, answers)
}

/// The ages at completion of every flow under every setting: p50, p95, p99 and the largest, exactly.
pub fn ages(answers: &Answers<'_>, language: Language) -> Vec<Table> {
    finished(over_time::ages(answers, language), answers)
}

/// The tables that say something, as their study's arithmetic prints them.
fn finished(mut tables: Vec<Table>, answers: &Answers<'_>) -> Vec<Table> {
    tables.retain(|table| !table.rows.is_empty());
    if answers.about().arithmetic == Arithmetic::Double {
        tables.iter_mut().flat_map(|table| &mut table.rows).flatten().for_each(to_nearest_double);
    }
    tables
}

pub(crate) fn to_nearest_double(value: &mut Value) {
    if let Value::Number { exact, .. } = value {
        *exact = exact.nearest_double();
    }
}

/// Every figure of a study, exact.
pub(crate) fn figures(answers: &Answers<'_>) -> Vec<Figure> {
    figures::figures(answers)
}

/// Every cell of a study as the file says: its name, `file/scenario/setting`, and a text that can be read alone.
pub fn cells(answers: &Answers<'_>) -> Vec<(String, String)> {
    cell::cells(answers)
}

/// Whether a scenario's cells have a table of their own: a point of comparison in a group has none, unless it says how
/// long it lasts and so is a failure in its own right.
pub(crate) fn has_own_table<F>(scenario: &Scenario<F>) -> bool {
    scenario.group.is_none() || scenario.minutes.is_some()
}

/// The groups of a file's scenarios, each with the indices of its members, in the order in which they first appear.
fn groups<F>(scenarios: &[Scenario<F>]) -> Vec<(&str, Vec<usize>)> {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for (index, scenario) in scenarios.iter().enumerate() {
        let Some(name) = &scenario.group else { continue };
        match groups.iter_mut().find(|(known, _)| known == name) {
            Some((_, members)) => members.push(index),
            None => groups.push((name, vec![index])),
        }
    }
    groups
}

/// A scenario's label, what it changes and when, and how many rounds a run has.
fn scenario_title<F>(
    scenario: &Scenario<F>,
    about: &About,
    language: Language,
    changes: impl Fn(&F) -> Vec<String>,
) -> String {
    let mut parts: Vec<String> =
        changed_stretches(scenario, changes).iter().map(|stretch| stretch.with_rounds()).collect();
    parts.push(format!("{} {}", about.rounds, terms::ROUNDS.get(language)));
    format!("{} — {}", say(&scenario.named.label, language), parts.join("; "))
}

/// Rounds in which a scenario changes something, and what, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChangedStretch {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) words: String,
    pub(crate) is_whole_run: bool,
}

impl ChangedStretch {
    /// The words, with the rounds where it is not the whole run.
    pub(crate) fn with_rounds(&self) -> String {
        if self.is_whole_run { self.words.clone() } else { format!("{} ({}–{})", self.words, self.from, self.to) }
    }
}

fn changed_stretches<F>(scenario: &Scenario<F>, changes: impl Fn(&F) -> Vec<String>) -> Vec<ChangedStretch> {
    let is_whole_run = scenario.timeline.len() == 1;
    let changed = scenario.timeline.iter().map(|stretch| (stretch, changes(&stretch.in_force)));
    changed
        .filter(|(_, words)| !words.is_empty())
        .map(|(stretch, words)| ChangedStretch {
            from: stretch.from,
            to: stretch.to,
            words: words.join(", "),
            is_whole_run,
        })
        .collect()
}

/// What a scenario of a study changes and when, in order.
pub(crate) fn changes(answers: &Answers<'_>, scenario: usize, language: Language) -> Vec<ChangedStretch> {
    match answers {
        Answers::Gate(answers) => gate::changed_stretches(answers, scenario, language),
        Answers::Chain(answers) => chain::changed_stretches(answers, scenario, language),
    }
}

/// How long a scenario lasts, how often it happens, and what that makes of a month.
fn durations<F>(scenario: &Scenario<F>) -> [Value; 3] {
    let as_written = |decimal: Option<scenarios::study::Decimal>| {
        decimal.map_or(Value::Missing, |decimal| Value::number(exact(decimal), decimal.scale()))
    };
    let places =
        scenario.minutes.map_or(0, |minutes| minutes.scale()) + scenario.per_month.map_or(0, |times| times.scale());
    [as_written(scenario.minutes), as_written(scenario.per_month), Value::number(minutes_a_month(scenario), places)]
}
