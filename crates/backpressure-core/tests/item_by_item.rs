//! A second model of the chain, written from the rules and not from the crate: one item at a time, slow and obvious.
//! Both answer thousands of random chains, and every output of every round has to agree.
#![allow(clippy::unwrap_used)]

use backpressure_core::{Chain, Completed, Round, StageTotals, Totals};
use proptest::prelude::*;
use std::collections::VecDeque;

/// Each buffer holds the rounds in which its items were produced.
struct ItemByItem {
    buffers: Vec<VecDeque<u32>>,
    bounds: Vec<Option<u64>>,
    depth: usize,
    round: u32,
    totals: Totals,
    stages: Vec<StageTotals>,
}

impl ItemByItem {
    fn new(bounds: &[Option<u64>], depth: usize) -> ItemByItem {
        ItemByItem {
            buffers: vec![VecDeque::new(); bounds.len()],
            bounds: bounds.to_vec(),
            depth,
            round: 0,
            totals: Totals::default(),
            stages: vec![StageTotals::default(); bounds.len()],
        }
    }

    fn has_room(&self, stage: usize) -> bool {
        self.bounds[stage].is_none_or(|bound| (self.buffers[stage].len() as u64) < bound)
    }

    /// Returns what the round did, and the age of each completed item.
    fn round(&mut self, produced: u64, rates: &[u64]) -> (Round, Vec<u32>) {
        self.round += 1;
        let n = self.buffers.len();
        let (mut ages, mut refused, mut lost) = (Vec::new(), 0, 0);
        for i in (0..n).rev() {
            for _ in 0..rates[i] {
                if self.buffers[i].is_empty() {
                    break;
                }
                if i == n - 1 {
                    ages.push(self.round - self.buffers[i].pop_front().unwrap());
                    self.stages[i].passed += 1;
                } else if self.has_room(i + 1) {
                    let item = self.buffers[i].pop_front().unwrap();
                    self.buffers[i + 1].push_back(item);
                    self.stages[i].passed += 1;
                } else if self.depth + 1 + i >= n {
                    self.stages[i].stalled_rounds += 1;
                    break;
                } else {
                    let produced = self.buffers[i].pop_front().unwrap();
                    self.totals.lost_age_sum += u128::from(self.round - produced);
                    self.stages[i + 1].lost += 1;
                    lost += 1;
                }
            }
        }
        for _ in 0..produced {
            self.totals.produced += 1;
            if self.has_room(0) {
                self.buffers[0].push_back(self.round);
            } else if self.depth >= n {
                refused += 1;
            } else {
                self.stages[0].lost += 1;
                lost += 1;
            }
        }
        self.totals.completed += ages.len() as u64;
        self.totals.refused += refused;
        let oldest = self.buffers.iter().flatten().min();
        let round = Round {
            completed: ages.len() as u64,
            refused,
            lost,
            waiting: self.buffers.iter().map(|buffer| buffer.len() as u64).sum(),
            oldest_completed_rounds: ages.iter().copied().max().map_or(0, u64::from),
            oldest_waiting_rounds: oldest.map_or(0, |&produced| u64::from(self.round - produced)),
        };
        (round, ages)
    }
}

#[derive(Clone, Debug)]
struct System {
    bounds: Vec<Option<u64>>,
    depth: usize,
    /// What is produced, and the rates of the stages.
    rounds: Vec<(u64, Vec<u64>)>,
}

fn count(most: u64) -> impl Strategy<Value = u64> {
    prop_oneof![2 => Just(0), 6 => 0..=most, 1 => 0..=(4 * most)]
}

fn any_system() -> impl Strategy<Value = System> {
    (1_usize..=5).prop_flat_map(|stages| {
        let bound = prop_oneof![1 => Just(None), 6 => (0_u64..30).prop_map(Some)];
        let rates = prop::collection::vec(count(12), stages);
        // Rates that stay in force for a while, and rates that change in every round.
        let phase = (rates, 1_usize..12, prop::collection::vec(count(12), 12));
        (prop::collection::vec(bound, stages), 0..=stages + 1, prop::collection::vec(phase, 1..6)).prop_map(
            |(bounds, depth, phases)| System {
                bounds,
                depth,
                rounds: phases
                    .into_iter()
                    .flat_map(|(rates, length, produced)| {
                        let rounds = produced.into_iter().take(length);
                        rounds.map(move |produced| (produced, rates.clone()))
                    })
                    .collect(),
            },
        )
    })
}

fn check(system: &System) {
    let mut chain = Chain::new(&system.bounds, system.depth);
    let mut model = ItemByItem::new(&system.bounds, system.depth);
    for (produced, rates) in &system.rounds {
        let mut ages = Vec::new();
        let seen = chain.round_watched(*produced, rates, |Completed { age_rounds, count }| {
            assert!(count > 0);
            ages.extend((0..count).map(|_| age_rounds));
        });
        let (expected, expected_ages) = model.round(*produced, rates);
        assert_eq!(seen, expected, "round {}", model.round);
        assert_eq!(ages, expected_ages, "round {}", model.round);
        assert_eq!(chain.totals(), model.totals, "round {}", model.round);
        assert_eq!(chain.stages(), model.stages, "round {}", model.round);
        let mut waiting = vec![VecDeque::new(); model.buffers.len()];
        for (stage, round, count) in chain.waiting() {
            waiting[stage as usize].extend((0..count).map(|_| round));
        }
        assert_eq!(waiting, model.buffers, "round {}", model.round);
        let items: Vec<u64> = chain.waiting_items().collect();
        let expected: Vec<u64> = model.buffers.iter().map(|b| b.len() as u64).collect();
        assert_eq!(items, expected, "round {}", model.round);
        check_conservation(&chain, seen.waiting);
    }
}

fn check_conservation(chain: &Chain, waiting: u64) {
    let totals = chain.totals();
    let lost: u64 = chain.stages().iter().map(|stage| stage.lost).sum();
    assert_eq!(totals.produced, totals.completed + totals.refused + lost + waiting);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn run_by_run_and_item_by_item_agree(system in any_system()) {
        check(&system);
    }

    /// What a chain did up to a round does not depend on how long it goes on.
    #[test]
    fn a_shorter_run_is_the_beginning_of_a_longer_one(system in any_system()) {
        let outcomes = |rounds: usize| {
            let mut chain = Chain::new(&system.bounds, system.depth);
            let seen: Vec<Round> = system.rounds[..rounds]
                .iter()
                .map(|(produced, rates)| chain.round(*produced, rates))
                .collect();
            (seen, chain.totals(), chain.stages().to_vec())
        };
        let length = system.rounds.len();
        let (longer, ..) = outcomes(length);
        let (shorter, ..) = outcomes(length - 1);
        prop_assert_eq!(&longer[..length - 1], &shorter[..]);
        prop_assert_eq!(outcomes(length), outcomes(length));
    }
}
