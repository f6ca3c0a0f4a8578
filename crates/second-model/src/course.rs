//! What a run looked like over time, worked out afterwards from a full record of its rounds.

use crate::{Counts, Scenario, System};

/// What is remembered of a round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// What waits at the end: units of a gate, items of a chain.
    pub(crate) backlog: u64,
    pub(crate) refused: u64,
    pub(crate) lost: u64,
    /// Ages of what was completed in it.
    pub(crate) completed_ages: Vec<u32>,
    /// Ages of what waits at the end.
    pub(crate) waiting_ages: Vec<u32>,
}

pub(crate) fn add_course(counts: &mut Counts, system: &System, scenario: &Scenario, records: &[Record]) {
    let peak = records.iter().map(|record| record.backlog).max().unwrap_or(0);
    let first_peak = records.iter().position(|record| record.backlog == peak).unwrap_or(0);
    counts.add("peak backlog at the end of a round", peak);
    counts.add("first round of that peak", first_peak as u64 + 1);
    let late_rounds = system.late_after.map(|late_after| {
        let is_late = |record: &&Record| {
            let mut ages = record.completed_ages.iter().chain(&record.waiting_ages);
            ages.any(|age| *age > late_after)
        };
        records.iter().filter(is_late).count() as u64
    });
    counts.add_option("late rounds", late_rounds);

    let (Some(first), Some(last)) = (scenario.phases.first(), scenario.phases.last()) else { return };
    let (before, rest) = records.split_at(first.from as usize - 1);
    let (during, after) = rest.split_at((last.to - first.from) as usize + 1);
    for (when, stretch) in [("before", before), ("during", during), ("after", after)] {
        counts.add(format!("refused {when}"), stretch.iter().map(|record| record.refused).sum::<u64>());
        counts.add(format!("lost {when}"), stretch.iter().map(|record| record.lost).sum::<u64>());
    }
    let level = before.iter().map(|record| record.backlog).max().unwrap_or(0);
    let stays_low_from = |round: u32| records[round as usize - 1..].iter().all(|record| record.backlog <= level);
    let recovered = (last.to..=system.rounds).find(|round| stays_low_from(*round));
    counts.add_option("rounds to recover", recovered.map(|round| round - last.to));
}

/// What waits at the end of each round summed over the rounds, and the same as ages, where `weight` says what a thing
/// that waits counts for.
pub(crate) struct Little {
    pub(crate) waiting_sum: u128,
    pub(crate) age_sum: u128,
    pub(crate) still_waiting_sum: u128,
}

impl Little {
    pub(crate) fn add(&self, counts: &mut Counts, of: &str) {
        counts.add(format!("Little's law in {of}: waiting"), self.waiting_sum);
        counts.add(format!("Little's law in {of}: ages"), self.age_sum);
        counts.add(format!("Little's law in {of}: still waiting"), self.still_waiting_sum);
    }
}
