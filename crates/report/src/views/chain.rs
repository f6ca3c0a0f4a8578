//! What a chain's answers say.

use scenarios::Way;
use scenarios::outcome::ChainOutcome;
use scenarios::study::{ChainInForce, ChainModel, Scenario, Segment};

use super::numbers::{
    chain_deficit, exact, items_produced, over, percent, slowest_stage, swing_text, whole, worst_stretch,
};
use super::terms::{self, say};
use crate::answers::ModelAnswers;
use crate::language::{Label, Language};
use crate::table::{Column, Table, Value};

type ChainAnswers<'a> = ModelAnswers<'a, ChainModel, ChainOutcome>;

/// Every table of a chain, in reading order.
pub(super) fn tables(answers: &ChainAnswers<'_>, language: Language) -> Vec<Table> {
    let view = View { answers, language };
    let scenarios = &answers.model.scenarios;
    let mut tables = vec![view.system()];
    let own = (0..scenarios.len()).filter(|scenario| super::has_own_table(&scenarios[*scenario]));
    tables.extend(own.map(|scenario| view.scenario(scenario)));
    tables.push(view.failures());
    tables.extend(view.fault_free().map(|scenario| view.fault_free_cost(scenario)));
    tables.extend(super::groups(scenarios).into_iter().map(|(name, members)| view.group(name, &members)));
    tables
}

/// A scenario's label, what it changes and how many rounds it has.
pub(super) fn scenario_title(answers: &ChainAnswers<'_>, scenario: usize, language: Language) -> String {
    View { answers, language }.scenario_title(&answers.model.scenarios[scenario])
}

/// What a scenario changes and when.
pub(super) fn changed_stretches(
    answers: &ChainAnswers<'_>,
    scenario: usize,
    language: Language,
) -> Vec<super::ChangedStretch> {
    let as_written = answers.model.as_written();
    let view = View { answers, language };
    super::changed_stretches(&answers.model.scenarios[scenario], |in_force| view.changes(&as_written, in_force))
}

struct View<'a> {
    answers: &'a ChainAnswers<'a>,
    language: Language,
}

impl<'a> View<'a> {
    fn model(&self) -> &'a ChainModel {
        self.answers.model
    }

    fn table(&self, name: &str, title: impl Into<String>, columns: Vec<Column>) -> Table {
        Table::new(format!("{}{name}", self.answers.about.file), title, columns)
    }

    fn text_column(&self, key: &str, term: Label, width: usize) -> Column {
        Column::text(key, term.get(self.language), width)
    }

    fn number_column(&self, key: &str, term: Label, width: usize) -> Column {
        Column::number(key, term.get(self.language), width)
    }

    fn setting_label(&self, setting: usize) -> Value {
        Value::text(say(&self.model().settings[setting].named.label, self.language))
    }

    fn scenario_label(&self, scenario: usize) -> &'a str {
        say(&self.model().scenarios[scenario].named.label, self.language)
    }

    fn fault_free(&self) -> impl Iterator<Item = usize> + use<'a> {
        let model = self.model();
        let as_written = model.as_written();
        (0..model.scenarios.len()).filter(move |scenario| model.scenarios[*scenario].is_fault_free(&as_written))
    }

    /// Names of the stages in order, for the note below counts with slashes.
    fn stage_order(&self) -> String {
        let labels: Vec<&str> =
            self.model().stages.iter().map(|stage| say(&stage.named.label, self.language)).collect();
        format!("{}: {}.", terms::PER_STAGE.get(self.language), labels.join(" / "))
    }

    /// The stretch of a scenario with the largest deficit.
    fn worst_stretch(&self, scenario: usize) -> &'a Segment<ChainInForce> {
        let model = self.model();
        worst_stretch(&model.scenarios[scenario], |stretch| chain_deficit(model, stretch))
    }

    fn system(&self) -> Table {
        let model = self.model();
        let title = format!("{}: {}", say(&self.answers.about.title, self.language), terms::SYSTEM.get(self.language));
        let mut table = self.table(
            ".system",
            title,
            vec![
                self.text_column("part", terms::PART, 7),
                self.text_column("name", terms::NAME, 16),
                self.number_column("buffer", terms::BUFFER, 7),
                self.number_column("rate", terms::RATE, 8),
                self.text_column("swing", terms::SWING, 15),
            ],
        );
        table.push(vec![
            Value::text(terms::SOURCE.get(self.language)),
            Value::text(say(&model.source.named.label, self.language)),
            Value::Missing,
            Value::number(exact(model.source.rate), 2),
            Value::text(swing_text(&model.source.offer.swing)),
        ]);
        for stage in &model.stages {
            table.push(vec![
                Value::text(terms::STAGE.get(self.language)),
                Value::text(say(&stage.named.label, self.language)),
                Value::Count(stage.buffer),
                Value::Count(stage.rate),
                Value::Missing,
            ]);
        }
        let stages = model.stages.iter().map(|stage| &stage.named);
        for named in [&model.source.named].into_iter().chain(stages) {
            if let Some(because) = &named.because {
                table.notes.push(format!("{}: {}", say(&named.label, self.language), say(because, self.language)));
            }
        }
        table
    }

    fn scenario(&self, scenario: usize) -> Table {
        let described = &self.model().scenarios[scenario];
        let mut table = self.table(
            &format!("/{}", described.named.name),
            self.scenario_title(described),
            vec![
                self.text_column("setting", terms::SETTING, 16),
                self.number_column("completed", terms::COMPLETED, 10),
                self.number_column("refused", terms::REFUSED, 10),
                self.number_column("lost", terms::LOST, 8),
                self.number_column("lost-at", terms::LOST_AT, 17),
                self.number_column("backlog", terms::BACKLOG, 7),
                self.number_column("oldest-waiting", terms::OLDEST_WAITING, 14),
                self.number_column("max-age", terms::CHAIN_MAX_AGE, 9),
            ],
        );
        for setting in 0..self.model().settings.len() {
            let Some(outcome) = self.answers.get(scenario, setting, Way::AsWritten) else { continue };
            table.push(vec![
                self.setting_label(setting),
                Value::Count(outcome.completed),
                Value::Count(outcome.refused),
                Value::Count(outcome.lost_in_all()),
                Value::Joined(outcome.lost.clone()),
                Value::Count(outcome.backlog),
                Value::Count(outcome.oldest_waiting_rounds),
                Value::Count(outcome.max_age_rounds),
            ]);
        }
        table.notes.push(self.stage_order());
        if let Some(because) = &described.named.because {
            table.notes.push(say(because, self.language).to_owned());
        }
        table
    }

    /// The scenario's label, what it changes and how many rounds it has.
    fn scenario_title(&self, scenario: &Scenario<ChainInForce>) -> String {
        let as_written = self.model().as_written();
        super::scenario_title(scenario, self.answers.about, self.language, |in_force| {
            self.changes(&as_written, in_force)
        })
    }

    fn changes(&self, before: &ChainInForce, after: &ChainInForce) -> Vec<String> {
        let model = self.model();
        let mut words = Vec::new();
        if before.source_rate != after.source_rate {
            let label = say(&model.source.named.label, self.language);
            words.push(format!("{label} {} → {}", before.source_rate, after.source_rate));
        }
        for ((stage, before), after) in model.stages.iter().zip(&before.stage_rates).zip(&after.stage_rates) {
            if before != after {
                words.push(format!("{} {before} → {after}", say(&stage.named.label, self.language)));
            }
        }
        if after.steady && !before.steady {
            words.push(terms::STEADY.get(self.language).to_owned());
        }
        words
    }

    /// How hard each failure is, and how much of the month it takes.
    fn failures(&self) -> Table {
        let mut table = self.table(
            ".failures",
            terms::FAILURES.get(self.language),
            vec![
                self.text_column("scenario", terms::SCENARIO, 40),
                self.number_column("produced-a-round", terms::PRODUCED_A_ROUND, 16),
                self.number_column("slowest", terms::SLOWEST, 16),
                self.number_column("deficit", terms::DEFICIT, 15),
                self.number_column("minutes", terms::MINUTES, 7),
                self.number_column("per-month", terms::PER_MONTH, 8),
                self.number_column("minutes-a-month", terms::MINUTES_A_MONTH, 15),
            ],
        );
        let fault_free: Vec<usize> = self.fault_free().collect();
        for (index, scenario) in self.model().scenarios.iter().enumerate() {
            if fault_free.contains(&index) || !super::has_own_table(scenario) {
                continue;
            }
            let worst = self.worst_stretch(index);
            let mut row = vec![
                Value::text(self.scenario_label(index)),
                Value::number(items_produced(self.model(), worst), 2),
                Value::Count(slowest_stage(&worst.in_force)),
                Value::number(chain_deficit(self.model(), worst), 2),
            ];
            row.extend(super::durations(scenario));
            table.push(row);
        }
        table
    }

    /// What each setting refuses, loses and holds up although nothing is wrong.
    fn fault_free_cost(&self, scenario: usize) -> Table {
        let model = self.model();
        let mut table = self.table(
            ".fault-free-cost",
            format!("{}: {}", terms::FAULT_FREE_COST.get(self.language), self.scenario_label(scenario)),
            vec![
                self.text_column("setting", terms::SETTING, 16),
                self.number_column("produced", terms::PRODUCED, 9),
                self.number_column("refused", terms::REFUSED, 10),
                self.number_column("refused-percent", terms::REFUSED_SHARE, 9),
                self.number_column("lost", terms::LOST, 8),
                self.number_column("refused-without-swing", terms::STEADY_REFUSED, 22),
                self.number_column("lost-without-swing", terms::STEADY_LOST, 20),
                self.number_column("oldest-waiting", terms::OLDEST_WAITING, 14),
                self.number_column("stalled", terms::STALLED, 14),
                self.number_column("source-stops", terms::SOURCE_STOPS, 20),
                self.number_column("checks-a-second", terms::CHECKS_A_SECOND, 22),
            ],
        );
        for (setting, described) in model.settings.iter().enumerate() {
            let Some(outcome) = self.answers.get(scenario, setting, Way::AsWritten) else { continue };
            let steady = self.answers.get(scenario, setting, Way::WithoutSwing);
            let without_swing =
                |count: fn(&ChainOutcome) -> u64| steady.map_or(Value::Missing, |steady| Value::Count(count(steady)));
            let a_second =
                exact(model.source.rate).and_then(|rate| rate.checked_div(exact(self.answers.about.round_seconds)?));
            let links = if described.kind.unbounded { 0 } else { described.kind.depth as u64 };
            table.push(vec![
                self.setting_label(setting),
                Value::Count(outcome.produced),
                Value::Count(outcome.refused),
                Value::number(percent(whole(outcome.refused), whole(outcome.produced)), 2),
                Value::Count(outcome.lost_in_all()),
                without_swing(|steady| steady.refused),
                without_swing(ChainOutcome::lost_in_all),
                Value::Count(outcome.oldest_waiting_rounds),
                Value::Joined(outcome.stalled_rounds.clone()),
                // Every refused item is one at which the source was told to stop.
                Value::Count(outcome.refused),
                Value::number(a_second.and_then(|rate| rate.checked_mul(whole(links)?)), 2),
            ]);
        }
        table.notes.push(self.stage_order());
        table
    }

    /// Scenarios beside their like: what the signal is worth as the deficit grows.
    fn group(&self, name: &str, members: &[usize]) -> Table {
        let settings = &self.model().settings;
        let find = |wanted: &dyn Fn(usize, bool) -> bool| {
            settings.iter().position(|setting| wanted(setting.kind.depth, setting.kind.unbounded))
        };
        let stages = self.model().stages.len();
        let unbounded = find(&|_, unbounded| unbounded);
        let no_signal = find(&|depth, unbounded| depth == 0 && !unbounded);
        let boundary = find(&|depth, unbounded| depth == stages && !unbounded);
        let title = if name == "sensitivity" { terms::SENSITIVITY.get(self.language) } else { name };
        let mut table = self.table(
            &format!(".{name}"),
            title,
            vec![
                self.text_column("scenario", terms::SCENARIO, 30),
                self.number_column("slowest", terms::SLOWEST, 16),
                self.number_column("deficit", terms::DEFICIT, 15),
                self.number_column("unbounded-backlog", terms::UNBOUNDED_BACKLOG, 18),
                self.number_column("lost-without-signal", terms::LOST_WITHOUT_SIGNAL, 15),
                self.number_column("refused-at-the-boundary", terms::REFUSED_AT_BOUNDARY, 23),
                self.number_column("lost-over-refused", terms::LOST_OVER_REFUSED, 14),
            ],
        );
        for scenario in members {
            let worst = self.worst_stretch(*scenario);
            let count = |setting: Option<usize>, count: fn(&ChainOutcome) -> u64| {
                Some(count(self.answers.get(*scenario, setting?, Way::AsWritten)?))
            };
            let shown = |count: Option<u64>| count.map_or(Value::Missing, Value::Count);
            let lost = count(no_signal, ChainOutcome::lost_in_all);
            let refused = count(boundary, |outcome| outcome.refused);
            table.push(vec![
                Value::text(self.scenario_label(*scenario)),
                Value::Count(slowest_stage(&worst.in_force)),
                Value::number(chain_deficit(self.model(), worst), 2),
                shown(count(unbounded, |outcome| outcome.backlog)),
                shown(lost),
                shown(refused),
                Value::number(lost.and_then(|lost| over(lost, refused?)), 3),
            ]);
        }
        table
    }
}
