//! The machine-readable answer: an object for each cell. Keys that stand here stay; more may join them.

use std::io::{self, Write};

use scenarios::outcome::{ChainOutcome, Course, GateOutcome};
use scenarios::study::{About, Arithmetic};
use serde::Serialize;

use crate::answers::Answers;

/// A cell with its outcome, as it is written for machines.
#[derive(Debug, Serialize)]
struct CellAnswer<'a> {
    file: &'a str,
    model: &'static str,
    scenario: &'a str,
    setting: &'a str,
    arithmetic: &'static str,
    rounds: u32,
    #[serde(flatten)]
    counts: Counts<'a>,
    peak_end_backlog: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_to_recover: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    late_rounds: Option<u32>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Counts<'a> {
    Gate {
        flows: Vec<FlowAnswer<'a>>,
        max_age: u64,
        backlog: u64,
        oldest_waiting: u64,
        peak_backlog: u64,
        stranded: u64,
    },
    Chain {
        produced: u64,
        completed: u64,
        refused: u64,
        lost: &'a [u64],
        stalled: &'a [u64],
        max_age: u64,
        backlog: u64,
        oldest_waiting: u64,
        peak_backlog: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        completed_on_time: Option<u64>,
        age_p50: Option<u64>,
        age_p95: Option<u64>,
        age_p99: Option<u64>,
    },
}

#[derive(Debug, Serialize)]
struct FlowAnswer<'a> {
    name: &'a str,
    offered: u64,
    admitted: u64,
    throttled: u64,
    shed: u64,
    served: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    served_on_time: Option<u64>,
    age_p50: Option<u64>,
    age_p95: Option<u64>,
    age_p99: Option<u64>,
}

/// Writes one array with an object for each cell, a line each, in file order: scenario, then setting.
///
/// # Errors
///
/// Where the writer fails.
pub fn write_json(answers: &[Answers<'_>], mut out: impl Write) -> io::Result<()> {
    out.write_all(b"[")?;
    for (index, answer) in answers.iter().flat_map(cell_answers).enumerate() {
        out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut out, &answer)?;
    }
    out.write_all(b"\n]\n")
}

fn cell_answers<'a>(answers: &'a Answers<'_>) -> Vec<CellAnswer<'a>> {
    match answers {
        Answers::Gate(answers) => answers
            .as_written()
            .map(|(cell, outcome)| {
                let scenario = &answers.model.scenarios[cell.scenario].named.name;
                let setting = &answers.model.settings[cell.setting].named.name;
                let names = answers.model.flows.iter().map(|flow| flow.named.name.as_str());
                let counts = of_gate(names, outcome, answers.about);
                cell_answer(answers.about, "gate", scenario, setting, counts, &outcome.course)
            })
            .collect(),
        Answers::Chain(answers) => answers
            .as_written()
            .map(|(cell, outcome)| {
                let scenario = &answers.model.scenarios[cell.scenario].named.name;
                let setting = &answers.model.settings[cell.setting].named.name;
                let counts = of_chain(outcome, answers.about);
                cell_answer(answers.about, "chain", scenario, setting, counts, &outcome.course)
            })
            .collect(),
    }
}

fn cell_answer<'a>(
    about: &'a About,
    model: &'static str,
    scenario: &'a str,
    setting: &'a str,
    counts: Counts<'a>,
    course: &Course,
) -> CellAnswer<'a> {
    CellAnswer {
        file: &about.file,
        model,
        scenario,
        setting,
        arithmetic: arithmetic_name(about.arithmetic),
        rounds: about.rounds,
        counts,
        peak_end_backlog: course.peak_end_backlog,
        time_to_recover: course.phases.map(|phases| phases.time_to_recover_rounds),
        late_rounds: course.late_rounds,
    }
}

fn of_gate<'a>(names: impl Iterator<Item = &'a str>, outcome: &GateOutcome, about: &About) -> Counts<'a> {
    let late_after = about.reference.late_after_rounds;
    let flows = names.zip(&outcome.flows).map(|(name, flow)| FlowAnswer {
        name,
        offered: flow.offered,
        admitted: flow.admitted,
        throttled: flow.throttled,
        shed: flow.shed,
        served: flow.served,
        served_on_time: late_after.map(|rounds| flow.ages.at_most(rounds)),
        age_p50: flow.ages.percentile(50),
        age_p95: flow.ages.percentile(95),
        age_p99: flow.ages.percentile(99),
    });
    Counts::Gate {
        flows: flows.collect(),
        max_age: outcome.max_age_rounds,
        backlog: outcome.backlog_units,
        oldest_waiting: outcome.oldest_waiting_rounds,
        peak_backlog: outcome.peak_backlog_units,
        stranded: outcome.stranded_units,
    }
}

fn of_chain<'a>(outcome: &'a ChainOutcome, about: &About) -> Counts<'a> {
    Counts::Chain {
        produced: outcome.produced,
        completed: outcome.completed,
        refused: outcome.refused,
        lost: &outcome.lost,
        stalled: &outcome.stalled_rounds,
        max_age: outcome.max_age_rounds,
        backlog: outcome.backlog,
        oldest_waiting: outcome.oldest_waiting_rounds,
        peak_backlog: outcome.peak_backlog,
        completed_on_time: about.reference.late_after_rounds.map(|rounds| outcome.ages.at_most(rounds)),
        age_p50: outcome.ages.percentile(50),
        age_p95: outcome.ages.percentile(95),
        age_p99: outcome.ages.percentile(99),
    }
}

/// An arithmetic's name, as files and answers use it.
pub(crate) fn arithmetic_name(arithmetic: Arithmetic) -> &'static str {
    match arithmetic {
        Arithmetic::Exact => "exact",
        Arithmetic::Double => "double",
    }
}
