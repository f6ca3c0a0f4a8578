//! Every count that differs between the two arithmetics.

use scenarios::Way;
use scenarios::outcome::{ChainOutcome, GateOutcome};
use scenarios::study::{Arithmetic, ChainModel, GateModel};

use super::terms::{self, say};
use crate::answers::Answers;
use crate::language::Language;
use crate::ratio::Ratio;
use crate::table::{Column, Table, Value};

/// A row for each count of each cell that is one number in `double` and another in `exact`.
pub(super) fn differences(answers: &Answers<'_>, language: Language) -> Table {
    let about = answers.about();
    let mut table = Table::new(
        format!("{}.arithmetic", about.file),
        terms::ARITHMETIC.get(language),
        vec![
            Column::text("scenario", terms::SCENARIO.get(language), 14),
            Column::text("setting", terms::SETTING.get(language), 16),
            Column::text("count", terms::COUNT.get(language), 24),
            Column::number("double", terms::DOUBLE.get(language), 9),
            Column::number("exact", terms::EXACT.get(language), 9),
            Column::number("difference", terms::DIFFERENCE.get(language), 10),
        ],
    );
    let is_double = about.arithmetic == Arithmetic::Double;
    let mut rows = |scenario: &str, setting: &str, written: Vec<(String, u64)>, other: Vec<(String, u64)>| {
        for ((count, written), (_, other)) in written.into_iter().zip(other).filter(|(a, b)| a.1 != b.1) {
            let (double, exact) = if is_double { (written, other) } else { (other, written) };
            table.push(vec![
                Value::text(scenario),
                Value::text(setting),
                Value::text(count),
                Value::Count(double),
                Value::Count(exact),
                Value::number(Ratio::new(i128::from(double) - i128::from(exact), 1), 0),
            ]);
        }
    };
    match answers {
        Answers::Gate(answers) => {
            for (cell, written) in answers.as_written() {
                let Some(other) = answers.get(cell.scenario, cell.setting, Way::OtherArithmetic) else { continue };
                let scenario = &answers.model.scenarios[cell.scenario].named.name;
                let setting = say(&answers.model.settings[cell.setting].named.label, language);
                let counts = |outcome| gate_counts(answers.model, outcome, language);
                rows(scenario, setting, counts(written), counts(other));
            }
        }
        Answers::Chain(answers) => {
            for (cell, written) in answers.as_written() {
                let Some(other) = answers.get(cell.scenario, cell.setting, Way::OtherArithmetic) else { continue };
                let scenario = &answers.model.scenarios[cell.scenario].named.name;
                let setting = say(&answers.model.settings[cell.setting].named.label, language);
                let counts = |outcome| chain_counts(answers.model, outcome, language);
                rows(scenario, setting, counts(written), counts(other));
            }
        }
    }
    table
}

fn gate_counts(model: &GateModel, outcome: &GateOutcome, language: Language) -> Vec<(String, u64)> {
    let mut counts = Vec::new();
    for (flow, total) in model.flows.iter().zip(&outcome.flows) {
        let label = say(&flow.named.label, language);
        for (term, count) in [
            (terms::OFFERED, total.offered),
            (terms::ADMITTED, total.admitted),
            (terms::SERVED, total.served),
            (terms::THROTTLED, total.throttled),
            (terms::SHED, total.shed),
        ] {
            counts.push((format!("{label}: {}", term.get(language)), count));
        }
    }
    for (term, count) in [
        (terms::MAX_AGE, outcome.max_age_rounds),
        (terms::BACKLOG, outcome.backlog_units),
        (terms::OLDEST_WAITING, outcome.oldest_waiting_rounds),
        (terms::PEAK_BACKLOG, outcome.peak_backlog_units),
        (terms::STRANDED, outcome.stranded_units),
    ] {
        counts.push((term.get(language).to_owned(), count));
    }
    counts
}

fn chain_counts(model: &ChainModel, outcome: &ChainOutcome, language: Language) -> Vec<(String, u64)> {
    let mut counts: Vec<(String, u64)> = [
        (terms::PRODUCED, outcome.produced),
        (terms::COMPLETED, outcome.completed),
        (terms::REFUSED, outcome.refused),
        (terms::CHAIN_MAX_AGE, outcome.max_age_rounds),
        (terms::BACKLOG, outcome.backlog),
        (terms::OLDEST_WAITING, outcome.oldest_waiting_rounds),
        (terms::PEAK_BACKLOG, outcome.peak_backlog),
    ]
    .into_iter()
    .map(|(term, count)| (term.get(language).to_owned(), count))
    .collect();
    for (index, stage) in model.stages.iter().enumerate() {
        let label = say(&stage.named.label, language);
        counts.push((format!("{label}: {}", terms::LOST.get(language)), outcome.lost[index]));
        counts.push((format!("{label}: {}", terms::STALLED.get(language)), outcome.stalled_rounds[index]));
    }
    counts
}
