//! The machine-readable answer: an object for each cell. Keys that stand here stay; more may join them.

use std::borrow::Cow;
use std::io::{self, Write};

use scenarios::outcome::{ChainOutcome, Course, GateOutcome};
use scenarios::study::{About, Arithmetic, Scenario};
use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::answers::Answers;
use crate::ratio::Ratio;
use crate::replications::{Count, Estimate, Replicated};
use crate::views::numbers::minutes_burned;
use crate::words;

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
    peak_end_round: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_to_recover: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_by_part: Option<[u64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost_by_part: Option<[u64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    late_rounds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget_minutes_per_month: Option<Digits>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replications: Option<Repeated<'a>>,
    /// What is doubtful about the file, the same in each of its cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<WarningAnswer<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct WarningAnswer<'a> {
    message: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

/// A number in the digits of the tables, with two places.
#[derive(Debug)]
struct Digits(Ratio);

impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.rounded(2).to_string()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// `{"n": 200, "flows": [{"name": "event", "offered": {"mean": …}}], "max_age": {"mean": …}}`: every count where it
/// stands in the cell itself. Counts by stage are arrays.
#[derive(Debug)]
struct Repeated<'a> {
    replicated: &'a Replicated,
    /// Names of the flows; a chain has none, and its parts are stages.
    flows: Vec<&'a str>,
}

impl Serialize for Repeated<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = &self.replicated.counts;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("n", &self.replicated.runs)?;
        if !self.flows.is_empty() {
            let flows = self.flows.iter().enumerate().map(|(flow, name)| RepeatedFlow { name, flow, counts });
            map.serialize_entry("flows", &flows.collect::<Vec<_>>())?;
        }
        let mut written: Vec<&str> = Vec::new();
        for (count, estimate) in counts {
            match count.part {
                None if estimate.mean.is_some() => map.serialize_entry(count.key, &Interval(*estimate))?,
                Some(_) if self.flows.is_empty() && !written.contains(&count.key) => {
                    written.push(count.key);
                    let by_stage = counts.iter().filter(|(other, _)| other.key == count.key);
                    map.serialize_entry(count.key, &by_stage.map(|(_, e)| Interval(*e)).collect::<Vec<_>>())?;
                }
                _ => {}
            }
        }
        map.end()
    }
}

struct RepeatedFlow<'a> {
    name: &'a str,
    flow: usize,
    counts: &'a [(Count, Estimate)],
}

impl Serialize for RepeatedFlow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name)?;
        for (count, estimate) in self.counts.iter().filter(|(count, _)| count.part == Some(self.flow)) {
            map.serialize_entry(count.key, &Interval(*estimate))?;
        }
        map.end()
    }
}

/// A mean with its interval; `null` where there is none.
struct Interval(Estimate);

impl Serialize for Interval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("mean", &self.0.mean.map(Digits))?;
        map.serialize_entry("low", &self.0.low().map(Digits))?;
        map.serialize_entry("high", &self.0.high().map(Digits))?;
        map.end()
    }
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
    let cells = answers.iter().flat_map(|answers| {
        let warnings = warnings(answers);
        cell_answers(answers).into_iter().map(move |cell| CellAnswer { warnings: warnings.clone(), ..cell })
    });
    for (index, answer) in cells.enumerate() {
        out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut out, &answer)?;
    }
    out.write_all(b"\n]\n")
}

/// What is doubtful about a file: what its text shows, and what its answers show.
fn warnings<'a>(answers: &'a Answers<'_>) -> Vec<WarningAnswer<'a>> {
    let of_text = answers.about().doubts.iter().map(|doubt| WarningAnswer {
        message: Cow::Borrowed(&doubt.message),
        place: doubt.place.as_deref(),
        help: doubt.help.as_deref(),
    });
    let of_answers = words::same_answers(answers).into_iter().map(|settings| WarningAnswer {
        message: Cow::Owned(format!("`{}` give the same answers in every scenario", settings.join("`, `"))),
        place: None,
        help: None,
    });
    of_text.chain(of_answers).collect()
}

fn cell_answers<'a>(answers: &'a Answers<'_>) -> Vec<CellAnswer<'a>> {
    match answers {
        Answers::Gate(answers) => answers
            .as_written()
            .map(|(cell, outcome)| {
                let scenario = &answers.model.scenarios[cell.scenario];
                let names = || answers.model.flows.iter().map(|flow| flow.named.name.as_str());
                let counts = of_gate(names(), outcome, answers.about);
                let replicated = answers.replicated(cell.scenario, cell.setting);
                CellAnswer {
                    setting: &answers.model.settings[cell.setting].named.name,
                    replications: replicated.map(|replicated| Repeated { replicated, flows: names().collect() }),
                    ..cell_answer(answers.about, "gate", scenario, counts, &outcome.course)
                }
            })
            .collect(),
        Answers::Chain(answers) => answers
            .as_written()
            .map(|(cell, outcome)| {
                let scenario = &answers.model.scenarios[cell.scenario];
                let counts = of_chain(outcome, answers.about);
                let replicated = answers.replicated(cell.scenario, cell.setting);
                CellAnswer {
                    setting: &answers.model.settings[cell.setting].named.name,
                    replications: replicated.map(|replicated| Repeated { replicated, flows: Vec::new() }),
                    ..cell_answer(answers.about, "chain", scenario, counts, &outcome.course)
                }
            })
            .collect(),
    }
}

/// What both models say of a cell; its setting and replications are still to be filled in.
fn cell_answer<'a, F>(
    about: &'a About,
    model: &'static str,
    scenario: &'a Scenario<F>,
    counts: Counts<'a>,
    course: &Course,
) -> CellAnswer<'a> {
    CellAnswer {
        file: &about.file,
        model,
        scenario: &scenario.named.name,
        setting: "",
        arithmetic: arithmetic_name(about.arithmetic),
        rounds: about.rounds,
        counts,
        peak_end_backlog: course.peak_end_backlog,
        peak_end_round: course.peak_end_round,
        time_to_recover: course.phases.map(|phases| phases.time_to_recover_rounds),
        refused_by_part: course.phases.map(|phases| phases.refused),
        lost_by_part: course.phases.map(|phases| phases.lost),
        late_rounds: course.late_rounds,
        budget_minutes_per_month: minutes_burned(about, scenario, course).map(Digits),
        replications: None,
        warnings: Vec::new(),
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
