//! Where the lessons' sentences and their tables part.

use scenarios::outcome::{GateOutcome, Outcome};
use scenarios::study::Study;
use scenarios::{Cell, Way};

use super::Section;
use crate::console::Failure;
use crate::lab;

/// The sentences, with the counts that qualify them.
///
/// # Errors
///
/// Where a cell is not there, or a run's books do not add up.
pub fn section(studies: &[Study]) -> Result<Section, Failure> {
    let gate = Gate { studies };
    let steady = gate.run("fault-free", "throttle-only", Way::WithoutSwing)?;
    let shed_only = gate.run("ay13b", "shed-only", Way::AsWritten)?;
    let both = gate.run("ay13b", "both", Way::AsWritten)?;
    let none = gate.run("ay13a", "none", Way::AsWritten)?;
    let [.., tracking, batch] = &steady.flows[..] else { return Err(no_flows()) };
    let [.., admitted_batch] = &none.flows[..] else { return Err(no_flows()) };
    let protected = |outcome: &GateOutcome| -> u64 { outcome.flows.iter().take(2).map(|flow| flow.served).sum() };
    let markdown = format!(
        "## Where the lessons' sentences and their tables part\n\n\
         The tables are right; three sentences around them say more than the tables do.\n\n\
         - **With the swing off, the ceiling refuses nothing.** True of tracking queries ({} throttled), which is the flow \
         that the line is about. The batch flow still loses {} of its {} requests: its ceiling lets one whole \
         request through in a round, and nothing is carried over.\n\
         - **Both mechanisms together give the best result in AY13b.** By the counts they do not: shedding alone refuses \
         {} requests, both refuse {}; of classes 1 and 2 shedding alone serves {}, both serve {}. With both, the gate \
         refuses at ceilings what the queue would have had room for.\n\
         - **Admitted is not served.** In AY13a without a gate {} batch requests are admitted, and {} are served by the end \
         of the run; the rest is the backlog of {} units, or stands among it.\n",
        tracking.throttled,
        batch.throttled,
        batch.offered,
        shed_only.refused(),
        both.refused(),
        protected(&shed_only),
        protected(&both),
        admitted_batch.admitted,
        admitted_batch.served,
        none.backlog_units,
    );
    let mut problems = Vec::new();
    if tracking.throttled > 0 || batch.throttled == 0 {
        problems.push("with the swing off, it is no longer the batch flow alone that is throttled".to_owned());
    }
    if both.refused() <= shed_only.refused() || protected(&both) >= protected(&shed_only) {
        problems.push("in AY13b both mechanisms together no longer do worse than shedding alone".to_owned());
    }
    if admitted_batch.served >= admitted_batch.admitted {
        problems.push("in AY13a all that is admitted is served".to_owned());
    }
    Ok(Section::new(&markdown, problems))
}

struct Gate<'a> {
    studies: &'a [Study],
}

impl Gate<'_> {
    fn run(&self, scenario: &str, setting: &str, way: Way) -> Result<GateOutcome, Failure> {
        for study in self.studies.iter().filter(|study| ["ay12", "ay13"].contains(&study.about.file.as_str())) {
            for cell in study.cells() {
                if study.names(cell) == (scenario, setting)
                    && let Outcome::Gate(outcome) = lab::run(study, Cell { way, ..cell })?
                {
                    return Ok(outcome);
                }
            }
        }
        Err(Failure::Input(format!("the shipped files have no cell {scenario}/{setting}")))
    }
}

fn no_flows() -> Failure {
    Failure::Input("the shipped gate has other flows than the lesson's".to_owned())
}
