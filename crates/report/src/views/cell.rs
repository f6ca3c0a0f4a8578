//! One cell, so that it can be reviewed alone: what it is, what it changes, and every count.

use scenarios::outcome::{Ages, ChainOutcome, Course, GateOutcome};
use scenarios::study::{About, Bound, ChainModel, ChainSetting, GateModel, GateSetting, Named};

use crate::answers::{Answers, ModelAnswers};
use crate::cells::arithmetic_name;
use crate::language::Language;
use crate::table::{Column, Table, Value};
use crate::text;

/// Every cell of a study as the file says: its name, `file/scenario/setting`, and its text.
pub(super) fn cells(answers: &Answers<'_>) -> Vec<(String, String)> {
    match answers {
        Answers::Gate(answers) => answers
            .as_written()
            .map(|(cell, outcome)| {
                let setting = &answers.model.settings[cell.setting];
                let changes = super::gate::scenario_title(answers, cell.scenario, Language::English);
                let tables = [gate_table(answers.model, outcome), rest_of_gate(outcome)];
                let scenario = &answers.model.scenarios[cell.scenario].named;
                let mechanisms = gate_mechanisms(setting.kind);
                described(answers, scenario, &changes, &setting.named, &mechanisms, &tables)
            })
            .collect(),
        Answers::Chain(answers) => answers
            .as_written()
            .map(|(cell, outcome)| {
                let setting = &answers.model.settings[cell.setting];
                let changes = super::chain::scenario_title(answers, cell.scenario, Language::English);
                let tables = [chain_table(answers.model, outcome), rest_of_chain(outcome)];
                let scenario = &answers.model.scenarios[cell.scenario].named;
                let mechanisms = chain_mechanisms(setting.kind);
                described(answers, scenario, &changes, &setting.named, &mechanisms, &tables)
            })
            .collect(),
    }
}

fn described<M, O>(
    answers: &ModelAnswers<'_, M, O>,
    scenario: &Named,
    changes: &str,
    setting: &Named,
    mechanisms: &str,
    tables: &[Table],
) -> (String, String) {
    let About { file, arithmetic, .. } = answers.about;
    let name = format!("{file}/{}/{}", scenario.name, setting.name);
    let arithmetic = arithmetic_name(*arithmetic);
    let body = format!(
        "scenario    {changes}\nsetting     {}: {mechanisms}\narithmetic  {arithmetic}\n\n{}",
        setting.label.en,
        text::render(tables),
    );
    (name, body)
}

fn gate_mechanisms(setting: GateSetting) -> String {
    let throttle = setting.ceiling.map(|factor| format!("throttle above {factor} × known rate"));
    let shed = setting.bound.map(|bound| match bound {
        Bound::OfCapacity(multiple) => format!("shed above {multiple} × capacity"),
        Bound::Units(units) => format!("shed above {units} units"),
    });
    match (throttle, shed) {
        (None, None) => "no gate".to_owned(),
        (throttle, shed) => throttle.into_iter().chain(shed).collect::<Vec<_>>().join(", "),
    }
}

fn chain_mechanisms(setting: ChainSetting) -> String {
    match setting {
        ChainSetting { unbounded: true, .. } => "buffers without a bound".to_owned(),
        ChainSetting { depth, .. } => format!("signal obeyed {depth} links back"),
    }
}

fn gate_table(model: &GateModel, outcome: &GateOutcome) -> Table {
    let flows = model.flows.iter().map(|flow| Column::number(&flow.named.name, &flow.named.name, 10));
    let columns = [Column::text("count", "requests", 16)].into_iter().chain(flows).collect();
    let mut table = Table::new("flows", "By flow", columns);
    let mut row = |name: &str, count: &dyn Fn(usize) -> Value| {
        let counts = (0..outcome.flows.len()).map(count);
        table.push([Value::text(name)].into_iter().chain(counts).collect());
    };
    row("offered", &|flow| Value::Count(outcome.flows[flow].offered));
    row("admitted", &|flow| Value::Count(outcome.flows[flow].admitted));
    row("throttled", &|flow| Value::Count(outcome.flows[flow].throttled));
    row("shed", &|flow| Value::Count(outcome.flows[flow].shed));
    row("served", &|flow| Value::Count(outcome.flows[flow].served));
    for percent in [50, 95, 99] {
        row(&format!("age p{percent}"), &|flow| percentile(&outcome.flows[flow].ages, percent));
    }
    table
}

fn rest_of_gate(outcome: &GateOutcome) -> Table {
    let mut table = whole_run();
    let mut row = |name: &str, count: u64| table.push(vec![Value::text(name), Value::Count(count)]);
    row("max age", outcome.max_age_rounds);
    row("backlog", outcome.backlog_units);
    row("oldest waiting", outcome.oldest_waiting_rounds);
    row("peak backlog", outcome.peak_backlog_units);
    row("stranded", outcome.stranded_units);
    push_course(&mut table, &outcome.course);
    table
}

fn chain_table(model: &ChainModel, outcome: &ChainOutcome) -> Table {
    let stages = model.stages.iter().map(|stage| Column::number(&stage.named.name, &stage.named.name, 10));
    let columns = [Column::text("count", "by stage", 16)].into_iter().chain(stages).collect();
    let mut table = Table::new("stages", "By stage", columns);
    let counted = |name: &str, counts: &[u64]| {
        [Value::text(name)].into_iter().chain(counts.iter().map(|count| Value::Count(*count))).collect()
    };
    table.push(counted("lost", &outcome.lost));
    table.push(counted("stalled rounds", &outcome.stalled_rounds));
    table
}

fn rest_of_chain(outcome: &ChainOutcome) -> Table {
    let mut table = whole_run();
    let mut row = |name: &str, count: Value| table.push(vec![Value::text(name), count]);
    row("produced", Value::Count(outcome.produced));
    row("completed", Value::Count(outcome.completed));
    row("refused", Value::Count(outcome.refused));
    row("lost", Value::Count(outcome.lost_in_all()));
    row("max age", Value::Count(outcome.max_age_rounds));
    for percent in [50, 95, 99] {
        row(&format!("age p{percent}"), percentile(&outcome.ages, percent));
    }
    row("backlog", Value::Count(outcome.backlog));
    row("oldest waiting", Value::Count(outcome.oldest_waiting_rounds));
    push_course(&mut table, &outcome.course);
    table
}

fn whole_run() -> Table {
    Table::new("run", "Whole run", vec![Column::text("count", "count", 18), Column::number("value", "value", 12)])
}

fn push_course(table: &mut Table, course: &Course) {
    let mut row = |name: &str, count: Value| table.push(vec![Value::text(name), count]);
    row("peak end backlog", Value::Count(course.peak_end_backlog));
    row("in round", Value::Count(u64::from(course.peak_end_round)));
    if let Some(late_rounds) = course.late_rounds {
        row("late rounds", Value::Count(u64::from(late_rounds)));
    }
    if let Some(phases) = &course.phases {
        let recovered = phases.time_to_recover_rounds;
        let not_within = || Value::text("not within the run");
        row("time to recover", recovered.map_or_else(not_within, |rounds| Value::Count(u64::from(rounds))));
        row("refused b/d/a", Value::Joined(phases.refused.to_vec()));
        row("lost b/d/a", Value::Joined(phases.lost.to_vec()));
    }
}

fn percentile(ages: &Ages, percent: u64) -> Value {
    ages.percentile(percent).map_or(Value::Missing, Value::Count)
}
