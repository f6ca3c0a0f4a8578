//! A chain, item by item.

use std::collections::VecDeque;

use crate::arrivals::Arrivals;
use crate::counts::add_ages;
use crate::course::{Little, Record, add_course};
use crate::{Chain, ChainSetting, Counts, Scenario, System};

pub(crate) fn count(system: &System, chain: &Chain, scenario: &Scenario, setting: &ChainSetting) -> Counts {
    let stages = chain.stages.len();
    let mut arrivals = Arrivals::new(system.arithmetic, &chain.offer, scenario, 0, &chain.rate);
    // An item is the round of its production.
    let mut buffers: Vec<VecDeque<u32>> = vec![VecDeque::new(); stages];
    let (mut produced, mut refused, mut all_ages, mut lost_ages) = (0_u64, 0_u64, Vec::new(), Vec::new());
    let (mut lost, mut stalled) = (vec![0_u64; stages], vec![0_u64; stages]);
    let mut records = Vec::new();
    let has_room =
        |buffer: &VecDeque<u32>, stage: usize| setting.unbounded || (buffer.len() as u64) < chain.stages[stage].buffer;

    for round in 1..=system.rounds {
        let mut record = Record::default();
        // Stages move from the last to the first.
        for stage in (0..stages).rev() {
            let obeys = setting.depth + stage + 1 >= stages;
            let written = chain.stages[stage].rate.to_string();
            let rate: u64 = scenario.rate(round, stage + 1, &written).parse().expect("a stage's rate is whole");
            for _ in 0..rate {
                let Some(item) = buffers[stage].front().copied() else { break };
                if stage == stages - 1 {
                    all_ages.push(round - item);
                    record.completed_ages.push(round - item);
                } else if has_room(&buffers[stage + 1], stage + 1) {
                    buffers[stage + 1].push_back(item);
                } else if obeys {
                    stalled[stage] += 1;
                    break;
                } else {
                    lost[stage + 1] += 1;
                    record.lost += 1;
                    lost_ages.push(round - item);
                }
                buffers[stage].pop_front();
            }
        }
        // The source produces.
        for _ in 0..arrivals.in_round(round) {
            produced += 1;
            if has_room(&buffers[0], 0) {
                buffers[0].push_back(round);
            } else if setting.depth == stages {
                refused += 1;
                record.refused += 1;
            } else {
                lost[0] += 1;
                record.lost += 1;
            }
        }
        record.waiting_ages = buffers.iter().flatten().map(|item| round - item).collect();
        record.backlog = record.waiting_ages.len() as u64;
        records.push(record);
    }

    let mut counts = Counts::default();
    counts.add("produced", produced);
    counts.add("completed", all_ages.len() as u64);
    counts.add("refused", refused);
    for (stage, (lost, stalled)) in lost.iter().zip(&stalled).enumerate() {
        counts.add(format!("stage {}: lost", stage + 1), *lost);
        counts.add(format!("stage {}: stalled", stage + 1), *stalled);
    }
    add_ages(&mut counts, "completed", &all_ages);
    let waiting: Vec<u32> = buffers.iter().flatten().copied().collect();
    counts.add("largest age", all_ages.iter().max().copied().unwrap_or(0));
    counts.add("backlog", waiting.len() as u64);
    counts.add("oldest waiting", waiting.iter().map(|item| system.rounds - item).max().unwrap_or(0));
    add_course(&mut counts, system, scenario, &records);
    Little {
        waiting_sum: records.iter().map(|record| u128::from(record.backlog)).sum(),
        age_sum: all_ages.iter().chain(&lost_ages).map(|age| u128::from(*age)).sum(),
        still_waiting_sum: waiting.iter().map(|item| u128::from(system.rounds - item + 1)).sum(),
    }
    .add(&mut counts, "items");
    counts
}
