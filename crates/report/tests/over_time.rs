//! Error budgets and replications, against figures worked out by hand and against theory.

use std::fs;
use std::path::{Path, PathBuf};

use report::answers::{Answers, cells_for_tables};
use report::cells;
use report::replications::{Replicated, counts};
use scenarios::study::Study;
use scenarios::{Cell, Resolved, Way};

fn study(path: &Path) -> Study {
    let (resolved, diagnostics) = scenarios::load(path);
    match resolved {
        Some(Resolved::Study(study)) => *study,
        _ => panic!("{}", diagnostics.render(false)),
    }
}

/// The machine-readable answer of a file's only cell.
fn cell_of(name: &str, text: &str) -> serde_json::Value {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.toml"));
    fs::write(&path, text).expect("a writable folder");
    let study = study(&path);
    let cells = cells_for_tables(&study).into_iter().map(|cell| (cell, study.run(cell).expect("the books add up")));
    let mut out = Vec::new();
    cells::write_json(&[Answers::new(&study, cells)], &mut out).expect("a vector takes everything");
    let cells: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    cells[0].clone()
}

/// Two requests come in each of ten rounds of half a minute, and one is served: whatever is served after round 1 has
/// waited, so that nine rounds are late.
fn overloaded(scenario: &str) -> String {
    format!(
        "rounds = 10\nround-seconds = 30\n[reference]\nlate-after = 0\n\
         [gate]\ncapacity = 1\n[[gate.flow]]\nname = \"request\"\nrate = 2\ncost = 1\nclass = 1\n\
         [[setting]]\nname = \"none\"\n[[scenario]]\nname = \"overload\"\n{scenario}"
    )
}

#[test]
fn a_whole_failure_burns_its_late_share() {
    let cell = cell_of("share", &overloaded("minutes = 20\nper-month = 3\n"));
    assert_eq!(cell["late_rounds"], 9);
    // 9 of 10 rounds × 20 minutes × 3.
    assert_eq!(cell["budget_minutes_per_month"], 54.0);
    assert_eq!(cell["refused_by_part"], serde_json::Value::Null);
}

#[test]
fn a_failure_with_a_timeline_burns_its_late_rounds() {
    let cell = cell_of(
        "timeline",
        &overloaded("minutes = 20\nper-month = 3\n[[scenario.phase]]\nfrom = 3\nto = 4\nrate = { request = 4 }\n"),
    );
    assert_eq!(cell["late_rounds"], 9);
    // 9 rounds of half a minute × 3: `minutes` says how long the failure is, and the run shows what follows it too.
    assert_eq!(cell["budget_minutes_per_month"], 13.5);
    assert_eq!(cell["time_to_recover"], serde_json::Value::Null);
    assert_eq!(cell["refused_by_part"], serde_json::json!([0, 0, 0]));
    assert_eq!(cell["peak_end_round"], 10);
}

#[test]
fn without_a_frequency_there_is_no_budget() {
    let cell = cell_of("no-frequency", &overloaded("minutes = 20\n"));
    assert_eq!(cell.get("budget_minutes_per_month"), None);
}

/// A ceiling of 1 lets one request a round pass, so that it refuses E[max(X − 1, 0)] = 1.5 − 1 + e^-1.5 a round of a
/// Poisson count X with mean 1.5: 433.88 in 600 rounds.
#[test]
fn the_mean_of_many_runs_is_that_of_theory() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/ay12-by-chance.toml");
    let study = study(&path);
    assert_eq!(study.about.replications, Some(200));
    let runs: Vec<_> = (0..200)
        .map(|number| Cell { scenario: 0, setting: 1, way: Way::Replication(number) })
        .map(|cell| counts(&study, &study.run(cell).expect("the books add up")))
        .collect();
    let replicated = Replicated::new(&study, &runs);
    let throttled = replicated.get("throttled", Some(2)).expect("a count of the third flow");
    let (low, high) = (throttled.low().expect("an interval"), throttled.high().expect("an interval"));
    let theory = report::ratio::Ratio::new(43_388, 100).expect("a ratio");
    assert!(low < theory && theory < high, "{throttled:?}");
    // The sums are whole numbers: the order of the runs does not matter.
    let backwards: Vec<_> = runs.into_iter().rev().collect();
    assert_eq!(Replicated::new(&study, &backwards), replicated);
}
