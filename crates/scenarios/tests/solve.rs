//! Break-even searches: the thresholds of the lessons, and what is not monotone.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use scenarios::study::Study;
use scenarios::what_if::{Condition, Solved, Stretch, Target, solve};
use scenarios::{Resolved, load};

fn study(path: &Path) -> Study {
    match load(path) {
        (Some(Resolved::Study(study)), _) => *study,
        (_, diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(name)
}

fn search(path: &Path, scenario: &str, setting: &str, find: &str, such_that: &str) -> Solved {
    let study = study(path).only(Some(scenario), Some(setting)).unwrap();
    let target = Target::from_option(&study, "--find", find).unwrap();
    let condition = Condition::from_option(&study, "--such-that", such_that).unwrap();
    solve(&study, &target, &condition, &mut |_, _| true).unwrap().unwrap().unwrap()
}

/// The threshold, and the count just short of it.
fn check(file: &str, setting: &str, find: &str, such_that: &str, threshold: u64, short: u64) {
    let solved = search(&shipped(file), "fault-free", setting, find, such_that);
    let proof: Vec<_> =
        solved.proof.iter().map(|(value, counts, holds)| (value.to_whole().unwrap(), counts[0], *holds)).collect();
    assert_eq!(proof, [(threshold - 1, Some(short), false), (threshold, Some(0), true)], "{find} in {file}");
    assert_eq!(solved.first, solved.from_here_on);
    assert_eq!(solved.islands, []);
}

#[test]
fn thresholds_of_the_lessons() {
    check("ay11.toml", "to-the-boundary", "smallest stage.ingress.buffer", "refused == 0", 214, 264);
    check("ay12.toml", "shed-only", "smallest capacity", "shed.tracking == 0", 574, 506);
    check("ay12.toml", "shed-only", "smallest capacity", "shed.batch == 0", 604, 4);
}

/// Costs 2 and 7, capacity 19: with bound 20 instead of 19 the first class is served less.
#[test]
fn islands_are_told_from_what_holds_from_there_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("islands.toml");
    let text = r#"
        rounds = 3
        [gate]
        capacity = 19
        [[gate.flow]]
        name = "first"
        rate = 5
        cost = 2
        class = 1
        arrivals = { counts = [3, 8, 3] }
        [[gate.flow]]
        name = "second"
        rate = 5
        cost = 7
        class = 2
        arrivals = { counts = [3, 0, 8] }
        [[setting]]
        name = "shed"
        shed = { bound-units = 19 }
        [[scenario]]
        name = "day"
    "#;
    std::fs::write(&path, text).unwrap();
    let served = |bound: u64| {
        let solved = search(
            &path,
            "day",
            "shed",
            &format!("smallest shed.bound-units in {bound}..{bound}"),
            "served.first >= 0",
        );
        solved.proof[0].1[0].unwrap()
    };
    let by_bound: Vec<u64> = (10..=40).map(served).collect();
    assert!(by_bound[10] < by_bound[9], "a larger bound serves the first class less: {by_bound:?}");

    let such_that = format!("served.first >= {}", by_bound[9]);
    let solved = search(&path, "day", "shed", "smallest shed.bound-units in 10..40", &such_that);
    let holds: Vec<bool> = by_bound.iter().map(|count| *count >= by_bound[9]).collect();
    let first = holds.iter().position(|holds| *holds).map(|place| place as u64 + 10);
    assert_eq!(solved.first.and_then(|value| value.to_whole()), first);
    let from_here_on = 40 + 1 - holds.iter().rev().take_while(|holds| **holds).count() as u64;
    assert_eq!(solved.from_here_on.and_then(|value| value.to_whole()), (from_here_on <= 40).then_some(from_here_on));
    let inside: u64 = solved.islands.iter().map(length).sum();
    let before = holds[..from_here_on as usize - 10].iter().filter(|holds| **holds).count();
    assert_eq!(inside, before as u64, "{:?}", solved.islands);
    assert!(!solved.islands.is_empty());
}

fn length(stretch: &Stretch) -> u64 {
    stretch.last.to_whole().unwrap() - stretch.first.to_whole().unwrap() + 1
}

/// From the other side, what is first and what holds from there on are found in falling order.
#[test]
fn the_largest_is_looked_for_from_above() {
    let solved =
        search(&shipped("ay11.toml"), "fault-free", "to-the-boundary", "largest stage.ingress.buffer", "refused > 0");
    assert_eq!(solved.first.and_then(|value| value.to_whole()), Some(213));
    assert_eq!(solved.from_here_on, solved.first);
}

#[test]
fn nothing_holds() {
    let solved = search(&shipped("ay12.toml"), "fault-free", "none", "smallest capacity in 0..20", "shed.tracking > 0");
    assert_eq!((solved.first, solved.from_here_on), (None, None));
    assert_eq!(solved.proof, []);
}
