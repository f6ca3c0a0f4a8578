//! How runs go over time: peaks and recovery, ages, what was served on time, and what of the error budget is burned.

use scenarios::Way;
use scenarios::outcome::{Ages, Course};
use scenarios::study::{About, Scenario, Text};

use super::numbers::{exact, minutes_burned, percent, whole};
use super::terms::{self, say};
use crate::answers::Answers;
use crate::language::{Label, Language};
use crate::table::{Column, Table, Value};

/// One cell, as both models have it.
struct Run<'a> {
    setting: &'a Text,
    course: &'a Course,
    max_age_rounds: u64,
    /// What is completed, by flow; a chain has one, its source.
    flows: Vec<FlowAges<'a>>,
    /// Whether a part can be lost on the way.
    can_lose: bool,
}

struct FlowAges<'a> {
    label: &'a Text,
    offered: u64,
    ages: &'a Ages,
}

/// The tables about time that the file asks for: a scenario with phases has a timeline, and a reference with
/// `late-after` makes some answers late.
pub(super) fn tables(answers: &Answers<'_>, language: Language) -> Vec<Table> {
    let mut tables = Vec::new();
    for_each_scenario(answers, &mut |view, runs| {
        tables.extend(view.timeline(runs, language));
        if view.has_own_table
            && let Some(late_after) = view.about.reference.late_after_rounds
        {
            tables.push(view.goodput(runs, late_after, language));
            tables.push(view.budget(runs, late_after, language));
        }
    });
    tables
}

/// The ages of every scenario that has a table of its own.
pub(super) fn ages(answers: &Answers<'_>, language: Language) -> Vec<Table> {
    let mut tables = Vec::new();
    for_each_scenario(answers, &mut |view, runs| {
        if view.has_own_table {
            tables.push(view.ages(runs, language));
        }
    });
    tables
}

/// What is asked of a scenario, whatever its model.
struct View<'a> {
    about: &'a About,
    name: &'a str,
    label: &'a Text,
    phases: Vec<(u32, u32)>,
    has_own_table: bool,
    /// Minutes a month that a cell burns.
    burned: &'a dyn Fn(&Course) -> Value,
}

fn for_each_scenario(answers: &Answers<'_>, visit: &mut dyn FnMut(&View<'_>, &[Run<'_>])) {
    match answers {
        Answers::Gate(answers) => {
            let model = answers.model;
            for (index, scenario) in model.scenarios.iter().enumerate() {
                let settings = model.settings.iter().enumerate();
                let runs: Vec<Run<'_>> = settings
                    .filter_map(|(setting, named)| Some((named, answers.get(index, setting, Way::AsWritten)?)))
                    .map(|(setting, outcome)| Run {
                        setting: &setting.named.label,
                        course: &outcome.course,
                        max_age_rounds: outcome.max_age_rounds,
                        flows: model
                            .flows
                            .iter()
                            .zip(&outcome.flows)
                            .map(|(flow, counts)| FlowAges {
                                label: &flow.named.label,
                                offered: counts.offered,
                                ages: &counts.ages,
                            })
                            .collect(),
                        can_lose: false,
                    })
                    .collect();
                visit_scenario(answers.about, scenario, &runs, visit);
            }
        }
        Answers::Chain(answers) => {
            let model = answers.model;
            for (index, scenario) in model.scenarios.iter().enumerate() {
                let settings = model.settings.iter().enumerate();
                let runs: Vec<Run<'_>> = settings
                    .filter_map(|(setting, named)| Some((named, answers.get(index, setting, Way::AsWritten)?)))
                    .map(|(setting, outcome)| Run {
                        setting: &setting.named.label,
                        course: &outcome.course,
                        max_age_rounds: outcome.max_age_rounds,
                        flows: vec![FlowAges {
                            label: &model.source.named.label,
                            offered: outcome.produced,
                            ages: &outcome.ages,
                        }],
                        can_lose: true,
                    })
                    .collect();
                visit_scenario(answers.about, scenario, &runs, visit);
            }
        }
    }
}

fn visit_scenario<F>(
    about: &About,
    scenario: &Scenario<F>,
    runs: &[Run<'_>],
    visit: &mut dyn FnMut(&View<'_>, &[Run<'_>]),
) {
    let view = View {
        about,
        name: &scenario.named.name,
        label: &scenario.named.label,
        phases: scenario.phases.iter().map(|phase| (phase.from, phase.to)).collect(),
        has_own_table: super::has_own_table(scenario),
        burned: &|course| Value::number(minutes_burned(about, scenario, course), 2),
    };
    visit(&view, runs);
}

impl View<'_> {
    fn table(&self, name: &str, title: Label, columns: Vec<Column>, language: Language) -> Table {
        let title = format!("{}: {}", title.get(language), say(self.label, language));
        Table::new(format!("{}/{}.{name}", self.about.file, self.name), title, columns)
    }

    fn timeline(&self, runs: &[Run<'_>], language: Language) -> Option<Table> {
        if self.phases.is_empty() {
            return None;
        }
        let mut columns = vec![
            Column::text("setting", terms::SETTING.get(language), 16),
            Column::number("peak-end-backlog", terms::PEAK_END_BACKLOG.get(language), 16),
            Column::number("in-round", terms::IN_ROUND.get(language), 8),
            Column::number("max-age", terms::MAX_AGE.get(language), 12),
            Column::number("time-to-recover", terms::TIME_TO_RECOVER.get(language), 18),
            Column::number("refused-by-part", terms::REFUSED_BY_PART.get(language), 27),
        ];
        let can_lose = runs.iter().any(|run| run.can_lose);
        if can_lose {
            columns.push(Column::number("lost-by-part", terms::LOST_BY_PART.get(language), 24));
        }
        let mut table = self.table("timeline", terms::TIMELINE, columns, language);
        for run in runs {
            let Some(phases) = &run.course.phases else { continue };
            let not_within = || Value::text(terms::NOT_WITHIN_THE_RUN.get(language));
            let recovered = phases.time_to_recover_rounds;
            let mut row = vec![
                Value::text(say(run.setting, language)),
                Value::Count(run.course.peak_end_backlog),
                Value::Count(u64::from(run.course.peak_end_round)),
                Value::Count(run.max_age_rounds),
                recovered.map_or_else(not_within, |rounds| Value::Count(u64::from(rounds))),
                Value::Joined(phases.refused.to_vec()),
            ];
            if can_lose {
                row.push(Value::Joined(phases.lost.to_vec()));
            }
            table.push(row);
        }
        let phases: Vec<String> = self.phases.iter().take(8).map(|(from, to)| format!("{from}–{to}")).collect();
        let more =
            if self.phases.len() > phases.len() { format!(" … ({})", self.phases.len()) } else { String::new() };
        let run = format!("{} {}", self.about.rounds, terms::ROUNDS.get(language));
        table.notes.push(format!("{run}; {}: {}{more}.", terms::PHASES.get(language), phases.join(", ")));
        table.notes.push(format!("{}.", terms::RECOVERY_DEFINED.get(language)));
        Some(table)
    }

    fn ages(&self, runs: &[Run<'_>], language: Language) -> Table {
        let columns = vec![
            Column::text("setting", terms::SETTING.get(language), 16),
            Column::text("flow", terms::FLOW.get(language), 16),
            Column::number("served", terms::SERVED.get(language), 9),
            Column::number("p50", "p50", 7),
            Column::number("p95", "p95", 7),
            Column::number("p99", "p99", 7),
            Column::number("max", terms::LARGEST.get(language), 8),
        ];
        let mut table = self.table("ages", terms::AGES, columns, language);
        for run in runs {
            for flow in &run.flows {
                let age = |age: Option<u64>| age.map_or(Value::Missing, Value::Count);
                table.push(vec![
                    Value::text(say(run.setting, language)),
                    Value::text(say(flow.label, language)),
                    Value::Count(flow.ages.count()),
                    age(flow.ages.percentile(50)),
                    age(flow.ages.percentile(95)),
                    age(flow.ages.percentile(99)),
                    age(flow.ages.max()),
                ]);
            }
        }
        table
    }

    fn goodput(&self, runs: &[Run<'_>], late_after: u32, language: Language) -> Table {
        let columns = vec![
            Column::text("setting", terms::SETTING.get(language), 16),
            Column::text("flow", terms::FLOW.get(language), 16),
            Column::number("offered", terms::OFFERED.get(language), 9),
            Column::number("on-time", terms::SERVED_ON_TIME.get(language), 9),
            Column::number("share-of-offered", terms::SHARE_OF_OFFERED.get(language), 13),
        ];
        let mut table = self.table("goodput", terms::GOODPUT, columns, language);
        for run in runs {
            for flow in &run.flows {
                let on_time = flow.ages.at_most(late_after);
                table.push(vec![
                    Value::text(say(run.setting, language)),
                    Value::text(say(flow.label, language)),
                    Value::Count(flow.offered),
                    Value::Count(on_time),
                    Value::number(percent(whole(on_time), whole(flow.offered)), 2),
                ]);
            }
        }
        table.notes.push(format!("{}.", with_rounds(terms::GOODPUT_DEFINED.get(language), late_after)));
        table
    }

    fn budget(&self, runs: &[Run<'_>], late_after: u32, language: Language) -> Table {
        let columns = vec![
            Column::text("setting", terms::SETTING.get(language), 16),
            Column::number("late-rounds", terms::LATE_ROUNDS.get(language), 11),
            Column::number("share-of-rounds", terms::SHARE_OF_ROUNDS.get(language), 12),
            Column::number("burned", terms::BURNED.get(language), 22),
            Column::number("share-of-budget", terms::SHARE_OF_BUDGET.get(language), 21),
        ];
        let mut table = self.table("budget", terms::BUDGET, columns, language);
        let budget = self.about.reference.fault_minutes_per_month.and_then(exact);
        for run in runs {
            let Some(late_rounds) = run.course.late_rounds else { continue };
            let late = u64::from(late_rounds);
            let burned = (self.burned)(run.course);
            let share = match &burned {
                Value::Number { exact, .. } => Value::number(percent(Some(*exact), budget), 1),
                _ => Value::Missing,
            };
            table.push(vec![
                Value::text(say(run.setting, language)),
                Value::Count(late),
                Value::number(percent(whole(late), whole(u64::from(self.about.rounds))), 2),
                burned,
                share,
            ]);
        }
        table.notes.push(format!("{}.", with_rounds(terms::LATE_ROUND_DEFINED.get(language), late_after)));
        let burned = if self.phases.is_empty() { terms::BURNED_BY_SHARE } else { terms::BURNED_OVER_TIME };
        table.notes.push(format!("{}.", burned.get(language)));
        table
    }
}

/// A sentence with its number of rounds.
fn with_rounds(sentence: &str, rounds: u32) -> String {
    sentence.replace("{}", &rounds.to_string())
}
