//! A second model of the gate, written from the rules and not from the crate: one request at a time, slow and obvious.
//! Both answer thousands of random gates, and every output of every round has to agree.
#![allow(clippy::unwrap_used)]

use core::num::NonZeroU64;
use gate_core::{Flow, FlowTotals, Gate, Limits, Round, Served};
use proptest::prelude::*;
use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Request {
    flow: usize,
    entered: u32,
}

struct RequestByRequest {
    flows: Vec<Flow>,
    queue: VecDeque<Request>,
    totals: Vec<FlowTotals>,
    round: u32,
}

impl RequestByRequest {
    fn new(flows: &[Flow]) -> RequestByRequest {
        RequestByRequest {
            flows: flows.to_vec(),
            queue: VecDeque::new(),
            totals: vec![FlowTotals::default(); flows.len()],
            round: 0,
        }
    }

    fn cost(&self, flow: usize) -> u64 {
        self.flows[flow].cost.get()
    }

    fn waiting_units(&self) -> u64 {
        self.queue.iter().map(|request| self.cost(request.flow)).sum()
    }

    /// Returns what the round did, and each request that was served with its age.
    fn round(&mut self, offered: &[u64], limits: Limits) -> (Round, Vec<(usize, u32)>) {
        self.round += 1;
        let (mut throttled, mut shed) = (0, 0);
        let mut passed = Vec::new();
        for (flow, &count) in offered.iter().enumerate() {
            let mut left = self.flows[flow].ceiling;
            for _ in 0..count {
                self.totals[flow].offered += 1;
                if left == Some(0) {
                    self.totals[flow].throttled += 1;
                    throttled += 1;
                    continue;
                }
                left = left.map(|left| left - 1);
                passed.push(flow);
            }
        }
        // Stable, so that equal classes stay in file order.
        passed.sort_by_key(|&flow| self.flows[flow].class);
        for flow in passed {
            if limits.bound.is_some_and(|bound| self.waiting_units() + self.cost(flow) > bound) {
                self.totals[flow].shed += 1;
                shed += 1;
                continue;
            }
            self.totals[flow].admitted += 1;
            self.queue.push_back(Request { flow, entered: self.round });
        }
        let peak_units = self.waiting_units();
        let mut budget = limits.capacity;
        let mut served = Vec::new();
        while let Some(&head) = self.queue.front() {
            if self.cost(head.flow) > budget {
                break;
            }
            budget -= self.cost(head.flow);
            let age = self.round - head.entered;
            let totals = &mut self.totals[head.flow];
            totals.served += 1;
            served.push((head.flow, age));
            self.queue.pop_front();
        }
        let round = Round {
            peak_units,
            waiting_units: self.waiting_units(),
            waiting_requests: self.queue.len() as u64,
            throttled_requests: throttled,
            shed_requests: shed,
            served_units: limits.capacity - budget,
            stranded_units: if self.queue.is_empty() { 0 } else { budget },
            oldest_served_rounds: served.iter().map(|&(_, age)| u64::from(age)).max().unwrap_or(0),
            oldest_waiting_rounds: self.queue.front().map_or(0, |head| u64::from(self.round - head.entered)),
        };
        (round, served)
    }
}

#[derive(Clone, Debug)]
struct System {
    flows: Vec<Flow>,
    rounds: Vec<(Vec<u64>, Limits)>,
}

fn any_flow() -> impl Strategy<Value = Flow> {
    let cost = prop_oneof![2 => Just(1), 2 => 1_u64..8, 1 => 1_u64..=70];
    (cost, 1_u32..4, prop::option::of(0_u64..12)).prop_map(|(cost, class, ceiling)| Flow {
        cost: NonZeroU64::new(cost).unwrap(),
        class,
        ceiling,
    })
}

/// Quiet rounds, ordinary ones and bursts.
fn any_offered(flows: usize) -> impl Strategy<Value = Vec<u64>> {
    let count = prop_oneof![2 => Just(0), 6 => 0_u64..10, 1 => 20_u64..40];
    prop::collection::vec(count, flows)
}

/// Capacities and bounds that change by round, as when one of them falls below what already waits.
fn any_limits() -> impl Strategy<Value = Limits> {
    let capacity = prop_oneof![1 => Just(0), 3 => 0_u64..60, 3 => 0_u64..300];
    let bound = prop_oneof![2 => Just(None), 1 => Just(Some(0)), 4 => (0_u64..400).prop_map(Some)];
    (capacity, bound).prop_map(|(capacity, bound)| Limits { capacity, bound })
}

fn any_system() -> impl Strategy<Value = System> {
    prop::collection::vec(any_flow(), 1..=5).prop_flat_map(|flows| {
        let rounds = prop::collection::vec(any_offered(flows.len()), 1..10);
        // Limits that stay in force for a while, one round long at times.
        prop::collection::vec((any_limits(), rounds), 1..6).prop_map(move |phases| System {
            flows: flows.clone(),
            rounds: phases
                .into_iter()
                .flat_map(|(limits, rounds)| rounds.into_iter().map(move |offered| (offered, limits)))
                .collect(),
        })
    })
}

fn check(system: &System) {
    let mut gate = Gate::new(&system.flows);
    let mut model = RequestByRequest::new(&system.flows);
    for (offered, limits) in &system.rounds {
        let mut served = Vec::new();
        let seen = gate.round_watched(offered, *limits, |Served { flow, age_rounds, count }| {
            assert!(count > 0);
            served.extend((0..count).map(|_| (flow as usize, age_rounds)));
        });
        let (expected, expected_served) = model.round(offered, *limits);
        assert_eq!(seen, expected, "round {}", model.round);
        assert_eq!(served, expected_served, "round {}", model.round);
        assert_eq!(gate.totals().collect::<Vec<_>>(), model.totals, "round {}", model.round);
        let mut waiting = VecDeque::new();
        for (flow, entered, count) in gate.waiting() {
            let flow = flow as usize;
            waiting.extend((0..count).map(|_| Request { flow, entered }));
        }
        assert_eq!(waiting, model.queue, "round {}", model.round);
        check_conservation(&gate, seen);
    }
}

fn check_conservation(gate: &Gate, round: Round) {
    let mut admitted_and_not_served = 0;
    for (place, flow) in gate.totals().enumerate() {
        assert_eq!(flow.offered, flow.throttled + flow.shed + flow.admitted);
        let runs = gate.waiting().filter(|&(flow, ..)| flow as usize == place);
        let waiting: u64 = runs.map(|(.., count)| count).sum();
        assert_eq!(flow.admitted, flow.served + waiting);
        admitted_and_not_served += flow.admitted - flow.served;
    }
    assert_eq!(admitted_and_not_served, round.waiting_requests);
    assert_eq!(round.peak_units, round.waiting_units + round.served_units);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn run_by_run_and_request_by_request_agree(system in any_system()) {
        check(&system);
    }

    /// What a gate did up to a round does not depend on how long it goes on.
    #[test]
    fn a_shorter_run_is_the_beginning_of_a_longer_one(system in any_system()) {
        let outcomes = |rounds: usize| {
            let mut gate = Gate::new(&system.flows);
            let seen: Vec<Round> = system.rounds[..rounds]
                .iter()
                .map(|(offered, limits)| gate.round(offered, *limits))
                .collect();
            (seen, gate.totals().collect::<Vec<_>>())
        };
        let length = system.rounds.len();
        let (longer, _) = outcomes(length);
        let (shorter, _) = outcomes(length - 1);
        prop_assert_eq!(&longer[..length - 1], &shorter[..]);
        prop_assert_eq!(outcomes(length), outcomes(length));
    }
}
