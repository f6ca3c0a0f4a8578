//! The lab against the second model: random systems, written as scenario files, read by the loader, run cell by cell.

mod lab;

use proptest::prelude::*;
use second_model::random::{self, Choices};
use second_model::{System, count, counted};

fn differences(system: &System) -> Vec<String> {
    let study = lab::study(system);
    let mut differences = Vec::new();
    for cell in study.cells() {
        let outcome = study.run(cell).expect("the books add up");
        let ours = count(system, cell.scenario, cell.setting);
        let place = format!("scenario {}, setting {}", cell.scenario + 1, cell.setting + 1);
        differences.extend(ours.differences(&counted(&outcome)).into_iter().map(|line| format!("{place}: {line}")));
    }
    differences
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn both_models_count_the_same(numbers in prop::collection::vec(any::<u64>(), 0..160)) {
        let system = random::system(&mut Choices::new(numbers.into_iter()));
        let differences = differences(&system);
        prop_assert!(differences.is_empty(), "second model, lab:\n{}\n{:#?}", differences.join("\n"), system.files());
    }
}

/// A comparison of systems in which nothing happens would prove nothing.
#[test]
fn random_systems_reach_every_count() {
    let mut not_zero = std::collections::BTreeMap::new();
    let mut missing = std::collections::BTreeMap::new();
    for seed in 0..2_000 {
        let system = random::system(&mut Choices::new(random::numbers(seed)));
        for (name, value) in count(&system, 0, 0).iter() {
            // Of the first flow or stage, and of the last stage, as of all.
            let name = name.rsplit_once(": ").map_or(name, |(_, what)| what).to_owned();
            *not_zero.entry(name.clone()).or_insert(0) += usize::from(value.is_some_and(|value| value > 0));
            *missing.entry(name).or_insert(0) += usize::from(value.is_none());
        }
    }
    for (name, systems) in &not_zero {
        assert!(*systems >= 50, "{name} is above 0 in {systems} counts only");
    }
    for name in ["p99 age", "late rounds", "rounds to recover"] {
        assert!(missing[name] >= 50, "{name} is there in nearly every system");
    }
    assert!(not_zero.contains_key("still waiting") && not_zero.len() >= 30, "{not_zero:?}");
}
