//! Relations that hold for any system, tried on random ones. Those that only sound right are in `docs/trust.md`.

mod lab;

use proptest::prelude::*;
use second_model::random::{self, Choices};
use second_model::{
    Arithmetic, Bound, Chain, ChainSetting, Changes, Flow, Gate, GateSetting, Model, Offer, Recorded, Scenario, Stage,
    System,
};

/// What a random system is made of.
fn numbers() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(any::<u64>(), 0..160)
}

fn random_gate(numbers: Vec<u64>) -> (System, Gate) {
    let system = random::of_kind(&mut Choices::new(numbers.into_iter()), random::Kind::Gate);
    let Model::Gate(gate) = system.model.clone() else { panic!("a gate was asked for") };
    (system, gate)
}

fn random_chain(numbers: Vec<u64>) -> (System, Chain) {
    let system = random::of_kind(&mut Choices::new(numbers.into_iter()), random::Kind::Chain);
    let Model::Chain(chain) = system.model.clone() else { panic!("a chain was asked for") };
    (system, chain)
}

fn with_gate(system: &System, gate: Gate) -> System {
    System { model: Model::Gate(gate), ..system.clone() }
}

fn with_depth(system: &System, chain: &Chain, depth: usize) -> System {
    let setting = ChainSetting { depth, unbounded: false };
    System { model: Model::Chain(Chain { settings: vec![setting], ..chain.clone() }), ..system.clone() }
}

/// The gate under one setting.
fn under(system: &System, gate: &Gate, setting: GateSetting) -> System {
    with_gate(system, Gate { settings: vec![setting], ..gate.clone() })
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_gate_of_unit_cost_is_a_chain_of_one_stage(
        counts in prop::collection::vec(0_u64..40, 1..60), capacity in 0_u64..20, bound in 0_u64..60,
    ) {
        let rounds = counts.len() as u32;
        let offer = Offer { swing: vec![], recorded: Some(Recorded { counts, repeat: false, in_csv: false }) };
        let scenarios = vec![Scenario::default()];
        let flow = Flow { rate: "1".to_owned(), cost: 1, class: 1, offer: offer.clone() };
        let shed = GateSetting { ceiling: None, bound: Some(Bound::Units(bound)) };
        let gate = Gate { capacity, flows: vec![flow], settings: vec![shed] };
        let stage = Stage { buffer: bound, rate: capacity };
        let to_the_boundary = ChainSetting { depth: 1, unbounded: false };
        let chain = Chain { rate: "1".to_owned(), offer, stages: vec![stage], settings: vec![to_the_boundary] };
        let system = |model| {
            System { rounds, arithmetic: Arithmetic::Exact, late_after: None, model, scenarios: scenarios.clone() }
        };
        let gate = lab::gate(&system(Model::Gate(gate)));
        let chain = lab::chain(&system(Model::Chain(chain)));
        prop_assert_eq!(gate.flows[0].shed, chain.refused);
        // The gate serves in the round of entry, the chain's stage moves in the next.
        prop_assert_eq!(gate.flows[0].served, chain.completed + capacity.min(chain.backlog));
    }

    #[test]
    fn what_depth_refuses_is_what_one_link_less_loses_at_the_entry(numbers in numbers()) {
        let (system, chain) = random_chain(numbers);
        let stages = chain.stages.len();
        let full = lab::chain(&with_depth(&system, &chain, stages));
        let one_less = lab::chain(&with_depth(&system, &chain, stages - 1));
        prop_assert_eq!(full.refused, one_less.lost[0]);
        prop_assert_eq!(full.completed, one_less.completed);
        prop_assert_eq!(full.lost_in_all(), 0);
    }

    #[test]
    fn nothing_is_lost_behind_the_signal_and_depth_completes_no_less(numbers in numbers()) {
        let (system, chain) = random_chain(numbers);
        let stages = chain.stages.len();
        let mut completed_before = 0;
        for depth in 0..=stages {
            let outcome = lab::chain(&with_depth(&system, &chain, depth));
            prop_assert!(outcome.lost[stages - depth..].iter().all(|lost| *lost == 0), "{:?}", outcome.lost);
            prop_assert!(outcome.completed >= completed_before, "depth {}", depth);
            completed_before = outcome.completed;
        }
    }

    #[test]
    fn costs_capacity_and_bound_may_share_a_factor(numbers in numbers(), factor in 2_u64..50) {
        let (mut system, mut gate) = random_gate(numbers);
        for setting in &mut gate.settings {
            // A multiple of the capacity is cut to whole units, and those do not scale.
            if let Some(Bound::OfCapacity(_)) = setting.bound {
                setting.bound = Some(Bound::Units(2 * gate.capacity));
            }
        }
        let before = lab::gate(&with_gate(&system, gate.clone()));
        gate.capacity *= factor;
        gate.flows.iter_mut().for_each(|flow| flow.cost *= factor);
        for setting in &mut gate.settings {
            if let Some(Bound::Units(units)) = &mut setting.bound {
                *units *= factor;
            }
        }
        let all_changes = |scenario: &mut Scenario, change: &dyn Fn(&mut Changes)| {
            change(&mut scenario.changes);
            scenario.phases.iter_mut().for_each(|phase| change(&mut phase.changes));
        };
        for scenario in &mut system.scenarios {
            all_changes(scenario, &|changes| changes.capacity = changes.capacity.map(|capacity| capacity * factor));
        }
        let after = lab::gate(&with_gate(&system, gate));
        prop_assert_eq!(&after.flows, &before.flows);
        prop_assert_eq!(after.backlog_units, before.backlog_units * factor);
        prop_assert_eq!(after.peak_backlog_units, before.peak_backlog_units * factor);
        prop_assert_eq!(after.stranded_units, before.stranded_units * factor);
        prop_assert_eq!(after.little[0], before.little[0]);
    }

    #[test]
    fn only_the_order_of_classes_matters(numbers in numbers()) {
        let (system, mut gate) = random_gate(numbers);
        let before = lab::gate(&with_gate(&system, gate.clone()));
        gate.flows.iter_mut().for_each(|flow| flow.class = 7 * flow.class + 3);
        prop_assert_eq!(lab::gate(&with_gate(&system, gate)), before);
    }

    #[test]
    fn a_ceiling_beyond_all_arrivals_is_none(numbers in numbers()) {
        let (system, mut gate) = random_gate(numbers);
        // A flow that is known to offer nothing has a ceiling of nothing, whatever the factor.
        gate.flows.iter_mut().for_each(|flow| flow.rate = "1".to_owned());
        let bound = gate.settings[0].bound.clone();
        let off = under(&system, &gate, GateSetting { ceiling: None, bound: bound.clone() });
        let far = under(&system, &gate, GateSetting { ceiling: Some("1000000".to_owned()), bound });
        prop_assert_eq!(lab::gate(&far), lab::gate(&off));
    }

    #[test]
    fn a_bound_beyond_all_arrivals_is_none(numbers in numbers()) {
        let (system, gate) = random_gate(numbers);
        let ceiling = gate.settings[0].ceiling.clone();
        let off = under(&system, &gate, GateSetting { ceiling: ceiling.clone(), bound: None });
        let far = under(&system, &gate, GateSetting { ceiling, bound: Some(Bound::Units(1_000_000_000)) });
        prop_assert_eq!(lab::gate(&far), lab::gate(&off));
    }

    #[test]
    fn without_a_gate_more_capacity_serves_no_less_of_unit_cost(numbers in numbers()) {
        let (mut system, mut gate) = random_gate(numbers);
        gate.flows.iter_mut().for_each(|flow| flow.cost = 1);
        let served = |system: &System, gate: &Gate| -> u64 {
            let outcome = lab::gate(&under(system, gate, GateSetting::default()));
            outcome.flows.iter().map(|flow| flow.served).sum()
        };
        let before = served(&system, &gate);
        gate.capacity += 1;
        for scenario in &mut system.scenarios {
            let phases = scenario.phases.iter_mut().map(|phase| &mut phase.changes);
            for changes in phases.chain([&mut scenario.changes]) {
                changes.capacity = changes.capacity.map(|capacity| capacity + 1);
            }
        }
        prop_assert!(served(&system, &gate) >= before);
    }

    /// A round adds its own end to the sum of what waits, and no more: so all before it was as in the shorter run.
    #[test]
    fn a_run_is_the_beginning_of_a_longer_one(numbers in numbers()) {
        let mut system = random::system(&mut Choices::new(numbers.into_iter()));
        system.scenarios.iter_mut().for_each(|scenario| scenario.phases.clear());
        let figures = |rounds| match lab::first_cell(&System { rounds, ..system.clone() }) {
            scenarios::outcome::Outcome::Gate(gate) => {
                let counts = gate.flows.iter().flat_map(|flow| [flow.offered, flow.throttled, flow.shed, flow.served]);
                (gate.little[1].waiting_sum, gate.backlog_units, gate.course.peak_end_backlog, counts.collect::<Vec<_>>())
            }
            scenarios::outcome::Outcome::Chain(chain) => {
                let counts = [chain.produced, chain.refused, chain.completed].into_iter().chain(chain.lost);
                (chain.little.waiting_sum, chain.backlog, chain.course.peak_end_backlog, counts.collect())
            }
        };
        let mut before = figures(1);
        for rounds in 2..=system.rounds.min(12) {
            let after = figures(rounds);
            prop_assert_eq!(after.0, before.0 + u128::from(after.1));
            prop_assert_eq!(after.2, before.2.max(after.1));
            prop_assert!(after.3.iter().zip(&before.3).all(|(after, before)| after >= before));
            before = after;
        }
    }
}
