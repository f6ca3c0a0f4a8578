//! What can be said of a run without running it.

use super::workbench::Workbench;
use super::{Section, markdown};
use crate::console::Failure;

/// One flow of unit cost above capacity: hundredths of a request a round, capacity, rounds.
const OVERLOADS: &[(u64, u64, u64)] =
    &[(8_500, 60, 600), (9_722, 90, 1_200), (150, 1, 1_000), (301, 3, 777), (41_667, 400, 599)];
/// Overload for some rounds, then relief: hundredths of a request a round, for how many rounds, hundredths of a request
/// after that, and the capacity.
const DRAINS: &[(u64, u64, u64, u64)] =
    &[(4_000, 60, 0, 10), (4_000, 60, 800, 10), (9_722, 300, 5_050, 60), (1_234, 77, 999, 10)];
/// Capacity and the cost of every request, with more offered than can be served.
const COSTS: &[(u64, u64)] = &[(700, 60), (525, 60), (10, 3), (59, 60), (100, 7)];

/// Every closed form beside the lab's counts.
///
/// # Errors
///
/// Where a system is not read or run.
pub fn section() -> Result<Section, Failure> {
    let workbench = Workbench::new()?;
    let (mut rows, mut problems) = (Vec::new(), Vec::new());
    let mut compare = |system: String, figure: &str, formula: String, expected: u64, counted: Option<u64>| {
        let shown = counted.map_or("–".to_owned(), |count| count.to_string());
        if counted != Some(expected) {
            problems.push(format!("{system}, {figure}: {formula} = {expected}, counted {shown}"));
        }
        rows.push(vec![system, figure.to_owned(), formula, expected.to_string(), shown]);
    };
    for (place, &(hundredths, capacity, rounds)) in OVERLOADS.iter().enumerate() {
        let text = gate(&rate(hundredths), capacity, 1, rounds, "");
        let outcome = workbench.gate(&format!("overload-{place}"), &text)?;
        let system = format!("λ {}, capacity {capacity}, {rounds} rounds", rate(hundredths));
        let backlog = hundredths * rounds / 100 - capacity * rounds;
        compare(system.clone(), "backlog", "⌊λR⌋ − cR".to_owned(), backlog, Some(outcome.backlog_units));
        let oldest = rounds - ((capacity * rounds + 1) * 100).div_ceil(hundredths);
        let formula = "R − ⌈(cR + 1)/λ⌉".to_owned();
        compare(system, "oldest waiting", formula, oldest, Some(outcome.oldest_waiting_rounds));
    }
    for (place, &(above, rounds, below, capacity)) in DRAINS.iter().enumerate() {
        let relief = format!("\n[[scenario.phase]]\nfrom = 1\nto = {rounds}\nrate = {{ flow = {} }}\n", rate(above));
        let text = gate(&rate(below), capacity, 1, rounds + 20_000, &relief);
        let outcome = workbench.gate(&format!("drain-{place}"), &text)?;
        let system = format!("λ {} for {rounds} rounds, then {}; capacity {capacity}", rate(above), rate(below));
        let drain = ((above - capacity * 100) * rounds - 100) / (capacity * 100 - below) + 1;
        let counted = outcome.course.phases.and_then(|phases| phases.time_to_recover_rounds);
        let formula = "⌊((λ − c)R − 1)/(c − λ′)⌋ + 1".to_owned();
        compare(system, "rounds to drain", formula, drain, counted.map(u64::from));
    }
    for (place, &(capacity, cost)) in COSTS.iter().enumerate() {
        let text = gate("50", capacity, cost, 100, "");
        let outcome = workbench.gate(&format!("cost-{place}"), &text)?;
        let system = format!("capacity {capacity}, every request costs {cost}");
        let served = outcome.flows[0].served * cost;
        compare(
            system,
            "units served in 100 rounds",
            "100⌊c/k⌋k".to_owned(),
            100 * (capacity / cost) * cost,
            Some(served),
        );
    }
    let table = markdown::table(&["system", "figure", "closed form", "worked out", "counted"], 3, &rows);
    let markdown = format!(
        "## Deterministic closed forms\n\n\
         Some answers need no simulation. λ is the rate, c the capacity, R the rounds, k the cost of a request; λ′ the rate \
         after an overload. Rates are exact decimals.\n\n{table}\n{} of {} are equal.\n",
        rows.len() - problems.len(),
        rows.len()
    );
    Ok(Section::new(&markdown, problems))
}

fn rate(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn gate(rate: &str, capacity: u64, cost: u64, rounds: u64, scenario: &str) -> String {
    format!(
        "rounds = {rounds}\n[gate]\ncapacity = {capacity}\n[[gate.flow]]\nname = \"flow\"\nrate = {rate}\n\
         cost = {cost}\nclass = 1\n[[setting]]\nname = \"none\"\n[[scenario]]\nname = \"scenario\"\n{scenario}"
    )
}
