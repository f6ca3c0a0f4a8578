//! The timelines against figures worked out by another program, a round at a time, from the same rules.

use std::path::{Path, PathBuf};

use scenarios::Resolved;
use scenarios::outcome::{ChainOutcome, Course, GateOutcome, Outcome};
use scenarios::study::Study;

fn shipped(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(file)
}

fn study(file: &str) -> Study {
    let (resolved, diagnostics) = scenarios::load(&shipped(file));
    match resolved {
        Some(Resolved::Study(study)) => *study,
        _ => panic!("{}", diagnostics.render(false)),
    }
}

fn outcomes(study: &Study) -> Vec<(String, Outcome)> {
    let cells = study.cells();
    cells.map(|cell| (study.names(cell).1.to_owned(), study.run(cell).expect("the books add up"))).collect()
}

fn course(outcome: &Outcome) -> &Course {
    match outcome {
        Outcome::Gate(GateOutcome { course, .. }) | Outcome::Chain(ChainOutcome { course, .. }) => course,
    }
}

/// Setting, rounds to recover, peak end-of-round backlog, max age.
type Expected = (&'static str, Option<u32>, u64, u64);

fn check(file: &str, expected: &[Expected]) {
    let outcomes = outcomes(&study(file));
    let seen: Vec<_> = outcomes
        .iter()
        .map(|(setting, outcome)| {
            let max_age = match outcome {
                Outcome::Gate(gate) => gate.max_age_rounds,
                Outcome::Chain(chain) => chain.max_age_rounds,
            };
            let course = course(outcome);
            let recovered = course.phases.expect("the scenario has a phase").time_to_recover_rounds;
            (setting.as_str(), recovered, course.peak_end_backlog, max_age)
        })
        .collect();
    assert_eq!(seen, expected, "{file}");
}

#[test]
fn a_lost_node_and_its_return() {
    check(
        "ay13b-timeline.toml",
        &[
            ("none", Some(410), 39_321, 65),
            ("throttle-only", Some(83), 12_474, 23),
            ("shed-only", Some(5), 525, 1),
            ("both", Some(3), 525, 1),
        ],
    );
}

#[test]
fn a_batch_that_triples_and_ends() {
    check(
        "ay13a-timeline.toml",
        &[
            ("none", Some(1_649), 156_898, 226),
            ("throttle-only", Some(0), 0, 0),
            ("shed-only", Some(5), 700, 1),
            ("both", Some(0), 0, 0),
        ],
    );
}

#[test]
fn a_slow_consumer_and_what_follows() {
    check(
        "ay11-timeline.toml",
        &[
            ("unbounded", Some(1_961), 45_027, 463),
            ("no-signal", Some(1), 355, 4),
            ("one-link", Some(1), 445, 6),
            ("two-links", Some(9), 450, 8),
            ("to-the-boundary", Some(9), 450, 8),
        ],
    );
}

/// What is refused and lost before, during and after adds up to what is refused and lost in all.
#[test]
fn nothing_falls_between_the_parts() {
    for file in ["ay11-timeline.toml", "ay13a-timeline.toml", "ay13b-timeline.toml"] {
        for (setting, outcome) in outcomes(&study(file)) {
            let (refused, lost) = match &outcome {
                Outcome::Gate(gate) => (gate.refused(), 0),
                Outcome::Chain(chain) => (chain.refused, chain.lost_in_all()),
            };
            let phases = course(&outcome).phases.expect("the scenario has a phase");
            assert_eq!(phases.refused.iter().sum::<u64>(), refused, "{file} {setting}");
            assert_eq!(phases.lost.iter().sum::<u64>(), lost, "{file} {setting}");
        }
    }
}

/// A file that starts from a lesson's system is no lesson's file, unless it says so itself.
#[test]
fn a_timeline_is_no_lesson() {
    assert_eq!(study("ay13b-timeline.toml").about.lesson, None);
    assert_eq!(study("ay13.toml").about.lesson.as_deref(), Some("throttling-and-load-shedding"));
}
