//! What the lab has worked out, under the names of this crate.

use scenarios::outcome::{Ages, ChainOutcome, Course, GateOutcome, LittlesLaw, Outcome};

use crate::Counts;
use crate::course::Little;

/// The counts of an outcome.
pub fn counted(outcome: &Outcome) -> Counts {
    let mut counts = Counts::default();
    match outcome {
        Outcome::Gate(gate) => of_gate(&mut counts, gate),
        Outcome::Chain(chain) => of_chain(&mut counts, chain),
    }
    counts
}

fn of_gate(counts: &mut Counts, gate: &GateOutcome) {
    for (place, flow) in gate.flows.iter().enumerate() {
        let of = format!("flow {}", place + 1);
        counts.add(format!("{of}: offered"), flow.offered);
        counts.add(format!("{of}: admitted"), flow.admitted);
        counts.add(format!("{of}: throttled"), flow.throttled);
        counts.add(format!("{of}: shed"), flow.shed);
        counts.add(format!("{of}: served"), flow.served);
        ages(counts, &of, &flow.ages);
    }
    counts.add("largest age", gate.max_age_rounds);
    counts.add("backlog", gate.backlog_units);
    counts.add("oldest waiting", gate.oldest_waiting_rounds);
    counts.add("peak after entry", gate.peak_backlog_units);
    counts.add("stranded", gate.stranded_units);
    counts.add("capacity of all rounds", gate.capacity_units);
    course(counts, &gate.course);
    let [requests, units] = &gate.little;
    little(requests).add(counts, "requests");
    little(units).add(counts, "units");
}

fn of_chain(counts: &mut Counts, chain: &ChainOutcome) {
    counts.add("produced", chain.produced);
    counts.add("completed", chain.completed);
    counts.add("refused", chain.refused);
    for (stage, (lost, stalled)) in chain.lost.iter().zip(&chain.stalled_rounds).enumerate() {
        counts.add(format!("stage {}: lost", stage + 1), *lost);
        counts.add(format!("stage {}: stalled", stage + 1), *stalled);
    }
    ages(counts, "completed", &chain.ages);
    counts.add("largest age", chain.max_age_rounds);
    counts.add("backlog", chain.backlog);
    counts.add("oldest waiting", chain.oldest_waiting_rounds);
    course(counts, &chain.course);
    little(&chain.little).add(counts, "items");
}

fn ages(counts: &mut Counts, of: &str, ages: &Ages) {
    for percent in [50, 95, 99] {
        counts.add_option(format!("{of}: p{percent} age"), ages.percentile(percent));
    }
    counts.add(format!("{of}: ages"), ages.count());
    // Every age exceeds each smaller one once.
    let all = ages.count();
    let sum: u128 = (0..).map(|age| u128::from(all - ages.at_most(age))).take_while(|above| *above > 0).sum();
    counts.add(format!("{of}: sum of ages"), sum);
}

fn course(counts: &mut Counts, course: &Course) {
    counts.add("peak backlog at the end of a round", course.peak_end_backlog);
    counts.add("first round of that peak", course.peak_end_round);
    counts.add_option("late rounds", course.late_rounds);
    let Some(around) = &course.phases else { return };
    for (place, when) in ["before", "during", "after"].iter().enumerate() {
        counts.add(format!("refused {when}"), around.refused[place]);
        counts.add(format!("lost {when}"), around.lost[place]);
    }
    counts.add_option("rounds to recover", around.time_to_recover_rounds);
}

fn little(law: &LittlesLaw) -> Little {
    Little { waiting_sum: law.waiting_sum, age_sum: law.age_sum, still_waiting_sum: law.still_waiting_sum }
}
