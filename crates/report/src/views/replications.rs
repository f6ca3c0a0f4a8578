//! What many seeds say of a cell's counts.

use scenarios::Way;
use scenarios::study::Named;

use super::terms::{self, say};
use crate::answers::{Answers, ModelAnswers};
use crate::language::Language;
use crate::replications::{Count, Replicated};
use crate::table::{Column, Table, Value};

/// A table for each scenario that was repeated.
pub(super) fn tables(answers: &Answers<'_>, language: Language) -> Vec<Table> {
    match answers {
        Answers::Gate(answers) => {
            let model = answers.model;
            let scenarios: Vec<&Named> = model.scenarios.iter().map(|scenario| &scenario.named).collect();
            let settings: Vec<&Named> = model.settings.iter().map(|setting| &setting.named).collect();
            let parts: Vec<&Named> = model.flows.iter().map(|flow| &flow.named).collect();
            of_model(answers, &scenarios, &settings, &parts, language)
        }
        Answers::Chain(answers) => {
            let model = answers.model;
            let scenarios: Vec<&Named> = model.scenarios.iter().map(|scenario| &scenario.named).collect();
            let settings: Vec<&Named> = model.settings.iter().map(|setting| &setting.named).collect();
            let parts: Vec<&Named> = model.stages.iter().map(|stage| &stage.named).collect();
            of_model(answers, &scenarios, &settings, &parts, language)
        }
    }
}

fn of_model<M, O>(
    answers: &ModelAnswers<'_, M, O>,
    scenarios: &[&Named],
    settings: &[&Named],
    parts: &[&Named],
    language: Language,
) -> Vec<Table> {
    let mut tables = Vec::new();
    for (scenario, named) in scenarios.iter().enumerate() {
        let mut table = Table::new(
            format!("{}/{}.replications", answers.about.file, named.name),
            format!("{}: {}", terms::REPLICATIONS.get(language), say(&named.label, language)),
            vec![
                Column::text("setting", terms::SETTING.get(language), 16),
                Column::text("count", terms::COUNT.get(language), 32),
                Column::number("mean", terms::MEAN.get(language), 12),
                Column::number("low", terms::LOW.get(language), 12),
                Column::number("high", terms::HIGH.get(language), 12),
            ],
        );
        let mut runs = 0;
        for (setting, named) in settings.iter().enumerate() {
            let Some(replicated) = answers.replicated(scenario, setting) else { continue };
            debug_assert!(answers.get(scenario, setting, Way::AsWritten).is_some());
            runs = replicated.runs;
            push(&mut table, say(&named.label, language), replicated, parts, language);
        }
        table.notes.push(format!("{}: {runs}.", terms::RUNS.get(language)));
        table.notes.push(format!("{}.", terms::REPLICATIONS_DEFINED.get(language)));
        tables.push(table);
    }
    tables
}

fn push(table: &mut Table, setting: &str, replicated: &Replicated, parts: &[&Named], language: Language) {
    for (count, estimate) in &replicated.counts {
        if estimate.mean.is_none() {
            continue;
        }
        table.push(vec![
            Value::text(setting),
            Value::text(count_name(count, parts, language)),
            Value::number(estimate.mean, 2),
            Value::number(estimate.low(), 2),
            Value::number(estimate.high(), 2),
        ]);
    }
}

fn count_name(count: &Count, parts: &[&Named], language: Language) -> String {
    let term = count.label.get(language);
    match count.part.and_then(|part| parts.get(part)) {
        Some(part) => format!("{}: {term}", say(&part.label, language)),
        None => term.to_owned(),
    }
}
