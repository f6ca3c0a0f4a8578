//! The books of the lessons' cells, and Little's law among them.

use rayon::prelude::*;
use scenarios::outcome::{LittlesLaw, Outcome};
use scenarios::study::Study;

use super::{Section, markdown};
use crate::console::Failure;
use crate::lab;

/// Little's law in every cell of the lessons' files, in requests or items.
///
/// # Errors
///
/// Where a run's books do not add up.
pub fn section(studies: &[Study]) -> Result<Section, Failure> {
    let mut problems = Vec::new();
    let mut rows = Vec::new();
    for study in studies.iter().filter(|study| study.about.lesson.is_some()) {
        for (name, law) in laws(study)? {
            if !law.holds() {
                problems
                    .push(format!("{name}: {} is not {} + {}", law.waiting_sum, law.age_sum, law.still_waiting_sum));
            }
            let counts = [law.waiting_sum, law.age_sum, law.still_waiting_sum].map(markdown::grouped);
            rows.push([vec![name], counts.to_vec()].concat());
        }
    }
    let table = markdown::table(
        &["cell", "waiting at the end of each round, summed", "ages of what left", "rounds seen by what still waits"],
        1,
        &rows,
    );
    let markdown = format!(
        "## Identities that every run has to keep\n\n\
         The books are closed at the end of every run, in release builds too, and a run whose books do not add up has no \
         answer: the tool stops, names the cell, and writes a scenario file that holds this one cell, to repeat it with.\n\n\
         - Gate, by flow: offered = admitted + throttled + shed; admitted = served + waiting; served = sum over its ages.\n\
         - Gate, by round: units served ≤ capacity in force; after entry, units waiting ≤ the bound or what had waited.\n\
         - Chain: produced = completed + refused + lost + waiting; by stage, what entered = passed on + lost at the next \
         + waiting; no buffer above its bound; no round completes more than the last stage's rate.\n\
         - Little's law, as whole numbers: what waits at the end of each round, summed over the rounds, is the ages of all \
         that left the system and, for each that still waits, R − entry + 1. In requests, and again in units.\n\
         - A run of R rounds is the beginning of a run of R + 1 (a property test).\n\n\
         Little's law in the lessons' cells, in requests or items. The first count is the sum of the other two.\n\n{table}"
    );
    Ok(Section::new(&markdown, problems))
}

fn laws(study: &Study) -> Result<Vec<(String, LittlesLaw)>, Failure> {
    let cells: Vec<_> = study.cells().collect();
    let outcomes: Vec<Outcome> = cells.par_iter().map(|cell| lab::run(study, *cell)).collect::<Result<_, _>>()?;
    let named = cells.iter().zip(outcomes).map(|(cell, outcome)| {
        let (scenario, setting) = study.names(*cell);
        let law = match outcome {
            Outcome::Gate(outcome) => outcome.little[0],
            Outcome::Chain(outcome) => outcome.little,
        };
        (format!("{}/{scenario}/{setting}", study.about.file), law)
    });
    Ok(named.collect())
}
