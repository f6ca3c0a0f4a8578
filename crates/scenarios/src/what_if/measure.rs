//! The counts that can be asked for, by their names: one list for sweeps and for conditions.

use super::Complaint;
use crate::outcome::{Ages, ChainOutcome, Course, FlowOutcome, GateOutcome, Outcome};
use crate::source::Span;
use crate::study::{Model, Study};

/// A count of an outcome, with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    name: String,
    pub(super) what: What,
}

/// Which count it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Of one flow of a gate, or summed over all.
    Flow(FlowCount, Option<usize>),
    /// Of a gate.
    Stranded,
    /// Of a chain.
    Produced,
    Completed,
    RefusedAtBoundary,
    /// At the entry of a stage, or over all.
    Lost(Option<usize>),
    Stalled(Option<usize>),
    /// Of both.
    MaxAge,
    Backlog,
    OldestWaiting,
    PeakBacklog,
    PeakEndBacklog,
    TimeToRecover,
    LateRounds,
    /// Percentile of the ages at completion: of a flow, or of a chain.
    Age(u64, usize),
    /// Completed at an age of at most so many rounds.
    OnTime(u32, usize),
}

/// What became of a flow's requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlowCount {
    Offered,
    Admitted,
    Throttled,
    Shed,
    Refused,
    Served,
}

const FLOW_COUNTS: [(&str, FlowCount); 6] = [
    ("offered", FlowCount::Offered),
    ("admitted", FlowCount::Admitted),
    ("throttled", FlowCount::Throttled),
    ("shed", FlowCount::Shed),
    ("refused", FlowCount::Refused),
    ("served", FlowCount::Served),
];

const PERCENTILES: [(&str, u64); 3] = [("age-p50", 50), ("age-p95", 95), ("age-p99", 99)];

impl Measure {
    /// Its name, as it was asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is shown where nothing is asked for.
    pub fn usual(study: &Study) -> Vec<Measure> {
        let names: &[&str] = match study.model {
            Model::Gate(_) => &["throttled", "shed", "max-age", "backlog"],
            Model::Chain(_) => &["completed", "refused", "lost", "max-age", "backlog"],
        };
        let known = Measure::all(study);
        names.iter().filter_map(|name| known.iter().find(|measure| measure.name == *name).cloned()).collect()
    }

    /// Every measure that a study has.
    pub fn all(study: &Study) -> Vec<Measure> {
        let mut known: Vec<(String, What)> = Vec::new();
        let late_after = study.about.reference.late_after_rounds;
        match &study.model {
            Model::Gate(gate) => {
                for (name, count) in FLOW_COUNTS {
                    known.push((name.to_owned(), What::Flow(count, None)));
                    for (index, flow) in gate.flows.iter().enumerate() {
                        known.push((format!("{name}.{}", flow.named.name), What::Flow(count, Some(index))));
                    }
                }
                for (index, flow) in gate.flows.iter().enumerate() {
                    let flow = &flow.named.name;
                    known.extend(
                        PERCENTILES.map(|(name, percent)| (format!("{name}.{flow}"), What::Age(percent, index))),
                    );
                    known.extend(late_after.map(|late| (format!("served-on-time.{flow}"), What::OnTime(late, index))));
                }
                known.push(("stranded".to_owned(), What::Stranded));
            }
            Model::Chain(chain) => {
                known.push(("produced".to_owned(), What::Produced));
                known.push(("completed".to_owned(), What::Completed));
                known.push(("refused".to_owned(), What::RefusedAtBoundary));
                known.push(("lost".to_owned(), What::Lost(None)));
                known.push(("stalled".to_owned(), What::Stalled(None)));
                for (index, stage) in chain.stages.iter().enumerate() {
                    known.push((format!("lost.{}", stage.named.name), What::Lost(Some(index))));
                    known.push((format!("stalled.{}", stage.named.name), What::Stalled(Some(index))));
                }
                known.extend(PERCENTILES.map(|(name, percent)| (name.to_owned(), What::Age(percent, 0))));
                known.extend(late_after.map(|late| ("completed-on-time".to_owned(), What::OnTime(late, 0))));
            }
        }
        for (name, what) in [
            ("max-age", What::MaxAge),
            ("backlog", What::Backlog),
            ("oldest-waiting", What::OldestWaiting),
            ("peak-backlog", What::PeakBacklog),
            ("peak-end-backlog", What::PeakEndBacklog),
            ("time-to-recover", What::TimeToRecover),
        ] {
            known.push((name.to_owned(), what));
        }
        known.extend(late_after.map(|_| ("late-rounds".to_owned(), What::LateRounds)));
        known.into_iter().map(|(name, what)| Measure { name, what }).collect()
    }

    /// Finds a name that stands at `at`.
    pub(crate) fn read(study: &Study, name: &str, at: Span) -> Result<Measure, Complaint> {
        let known = Measure::all(study);
        match known.iter().find(|measure| measure.name == name) {
            Some(measure) => Ok(measure.clone()),
            None => Err(Complaint::unknown(at, "measure", name, known.iter().map(Measure::name))),
        }
    }

    /// What it comes to; nothing where there is no such count, as a recovery that did not come about.
    pub fn of(&self, outcome: &Outcome) -> Option<u64> {
        match outcome {
            Outcome::Gate(outcome) => self.of_gate(outcome),
            Outcome::Chain(outcome) => self.of_chain(outcome),
        }
    }

    fn of_gate(&self, outcome: &GateOutcome) -> Option<u64> {
        let ages = |flow: usize| outcome.flows.get(flow).map(|flow| &flow.ages);
        Some(match self.what {
            What::Flow(count, Some(flow)) => count.of(outcome.flows.get(flow)?),
            What::Flow(count, None) => outcome.flows.iter().map(|flow| count.of(flow)).sum(),
            What::Stranded => outcome.stranded_units,
            What::MaxAge => outcome.max_age_rounds,
            What::Backlog => outcome.backlog_units,
            What::OldestWaiting => outcome.oldest_waiting_rounds,
            What::PeakBacklog => outcome.peak_backlog_units,
            What::PeakEndBacklog | What::TimeToRecover | What::LateRounds => return self.of_course(&outcome.course),
            What::Age(percent, flow) => return ages(flow)?.percentile(percent),
            What::OnTime(rounds, flow) => ages(flow)?.at_most(rounds),
            What::Produced | What::Completed | What::RefusedAtBoundary | What::Lost(_) | What::Stalled(_) => {
                return None;
            }
        })
    }

    fn of_chain(&self, outcome: &ChainOutcome) -> Option<u64> {
        let ages: &Ages = &outcome.ages;
        Some(match self.what {
            What::Produced => outcome.produced,
            What::Completed => outcome.completed,
            What::RefusedAtBoundary => outcome.refused,
            What::Lost(None) => outcome.lost_in_all(),
            What::Lost(Some(stage)) => *outcome.lost.get(stage)?,
            What::Stalled(None) => outcome.stalled_rounds.iter().sum(),
            What::Stalled(Some(stage)) => *outcome.stalled_rounds.get(stage)?,
            What::MaxAge => outcome.max_age_rounds,
            What::Backlog => outcome.backlog,
            What::OldestWaiting => outcome.oldest_waiting_rounds,
            What::PeakBacklog => outcome.peak_backlog,
            What::PeakEndBacklog | What::TimeToRecover | What::LateRounds => return self.of_course(&outcome.course),
            What::Age(percent, _) => return ages.percentile(percent),
            What::OnTime(rounds, _) => ages.at_most(rounds),
            What::Flow(..) | What::Stranded => return None,
        })
    }

    fn of_course(&self, course: &Course) -> Option<u64> {
        match self.what {
            What::PeakEndBacklog => Some(course.peak_end_backlog),
            What::TimeToRecover => course.phases?.time_to_recover_rounds.map(u64::from),
            What::LateRounds => course.late_rounds.map(u64::from),
            _ => None,
        }
    }
}

impl FlowCount {
    fn of(self, flow: &FlowOutcome) -> u64 {
        match self {
            FlowCount::Offered => flow.offered,
            FlowCount::Admitted => flow.admitted,
            FlowCount::Throttled => flow.throttled,
            FlowCount::Shed => flow.shed,
            FlowCount::Refused => flow.refused(),
            FlowCount::Served => flow.served,
        }
    }
}
