//! Variants side by side give what each gives alone, and a turned number is the number written into the file.
//!
//! For random systems a grid is answered in one go, and every row of it again from a file of its own, in which the
//! row's numbers stand written, through the one-run path.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use scenarios::study::{Model, Study};
use scenarios::what_if::{Axis, Grid, Measure};
use scenarios::{Resolved, load};

/// A file with a hole for each number, `{path}`, and what the holes are filled with.
struct Template {
    text: String,
    numbers: Vec<(&'static str, String)>,
}

impl Template {
    fn filled(&self, turned: &[(&str, String)]) -> String {
        let mut text = self.text.clone();
        for (path, written) in &self.numbers {
            let value = turned.iter().find(|(turned, _)| turned == path).map_or(written, |(_, value)| value);
            text = text.replace(&format!("{{{path}}}"), value);
        }
        text
    }
}

fn study(folder: &Path, text: &str) -> Study {
    let path = folder.join("random.toml");
    fs::write(&path, text).unwrap();
    match load(&path) {
        (Some(Resolved::Study(study)), _) => *study,
        (_, diagnostics) => panic!("{}\n{text}", diagnostics.render(false)),
    }
}

/// Answers the grid of all axes, and each row alone.
fn check(template: &Template, axes: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let whole = study(folder.path(), &template.filled(&[]));
    // Only one scenario of the gate says this rate itself, and as a scenario's number it is that one's.
    let says_rate = axes.iter().any(|axis| axis.starts_with("rate.b")).then_some("phased");
    let whole = whole.only(says_rate, None).unwrap();
    let read =
        |text: &&str| Axis::from_option(&whole, "axis", text).unwrap_or_else(|error| panic!("{}", error.render(false)));
    let axes: Vec<Axis> = axes.iter().map(read).collect();
    for side_by_side in [true, false] {
        let wanted = |measure: &&Measure| !side_by_side || is_in_lanes(&whole, measure.name());
        let measures: Vec<Measure> = Measure::all(&whole).iter().filter(wanted).cloned().collect();
        let grid = Grid::new(&whole, axes.clone(), measures.clone()).unwrap();
        let answered = grid.answer(0..grid.rows()).unwrap();
        // One by one it is the same code on both sides, and only the turning of numbers is held against the file.
        for (index, values) in answered.rows().step_by(if side_by_side { 1 } else { 7 }) {
            let row = grid.row(index).unwrap();
            let turned = grid.axes().iter().zip(&row.values);
            let turned: Vec<(&str, String)> =
                turned.map(|(axis, value)| (axis.path.as_str(), value.to_string())).collect();
            let text = template.filled(&turned);
            let (scenario, setting) = whole.names(row.cell);
            let alone = study(folder.path(), &text).only(Some(scenario), Some(setting)).unwrap();
            let outcome = alone.run(alone.cells().next().unwrap()).unwrap();
            for (measure, value) in measures.iter().zip(values) {
                assert_eq!(*value, measure.of(&outcome), "{} of {row:?} in\n{text}", measure.name());
            }
        }
    }
}

/// A chain's kernel knows no ages at all, and a gate's only the largest.
fn is_in_lanes(study: &Study, name: &str) -> bool {
    let is_chain = matches!(study.model, Model::Chain(_));
    let has_age = is_chain && ["max-age", "oldest-waiting"].contains(&name);
    !(has_age || name.starts_with("age-") || name == "time-to-recover")
}

const GATE: &str = r#"
rounds = {rounds}
[gate]
capacity = {gate.capacity}
[[gate.flow]]
name = "a"
rate = {flow.a.rate}
cost = {flow.a.cost}
class = {flow.a.class}
swing = [{flow.a.swing.1}, 0.5, 1.75]
[[gate.flow]]
name = "b"
rate = {flow.b.rate}
cost = {flow.b.cost}
class = 2
[[setting]]
name = "none"
[[setting]]
name = "both"
throttle = { ceiling = {throttle.ceiling} }
shed = { bound = {shed.bound} }
[[setting]]
name = "units"
shed = { bound-units = {shed.bound-units} }
[[scenario]]
name = "plain"
[[scenario]]
name = "phased"
rate = { b = {rate.b} }
[[scenario.phase]]
from = {phase.1.from}
to = {phase.1.to}
capacity = {phase.1.capacity}
"#;

const CHAIN: &str = r#"
rounds = {rounds}
[chain.source]
name = "s"
rate = {source.rate}
swing = [{source.swing.1}, 1, 0.25]
[[chain.stage]]
name = "x"
buffer = {stage.x.buffer}
rate = {stage.x.rate}
[[chain.stage]]
name = "y"
buffer = {stage.y.buffer}
rate = {stage.y.rate}
[[chain.stage]]
name = "z"
buffer = {stage.z.buffer}
rate = {stage.z.rate}
[[setting]]
name = "free"
unbounded = true
[[setting]]
name = "signal"
depth = {depth}
[[scenario]]
name = "slow"
rate = { z = {rate.z} }
[[scenario.phase]]
from = {phase.1.from}
to = {phase.1.to}
rate = { s = {phase.1.rate.s} }
"#;

/// Full lanes and half-empty ones, and queues that grow beyond what a lane remembers.
const GATE_AXES: &[&[&str]] = &[
    &["gate.capacity=0..38/2"],
    &["gate.capacity=3..21/3", "shed.bound=0..2.5/0.5"],
    &["throttle.ceiling=0.5..1.5/0.25", "shed.bound=0..4/0.75"],
    &["shed.bound-units=0..60/3"],
    &["flow.a.cost=1..4", "gate.capacity=5..20/3"],
    &["flow.a.class=1..3", "rounds=60..64/2"],
    &["flow.b.rate=0..3/0.5", "gate.capacity=4,9,2,14"],
    &["phase.1.capacity=0..20", "phase.1.to=25..30/5"],
    &["flow.a.swing.1=0..4/0.5", "phase.1.from=1..25/12"],
    &["rate.b=0..4/0.25", "flow.b.cost=3,1"],
];

const CHAIN_AXES: &[&[&str]] = &[
    &["stage.x.buffer=0..40/2"],
    &["depth=0..3", "stage.y.buffer=0..24/4"],
    &["rate.z=0..12", "stage.z.buffer=1..9/4"],
    &["source.rate=1..4/0.75", "stage.y.rate=0..8/2"],
    &["phase.1.rate.s=0..20/5", "depth=3,1,2,0"],
    &["source.swing.1=0..3/0.5", "phase.1.to=25..60/7", "rounds=60..62"],
];

/// Every number of a template: its path, and what it may be, in hundredths where it need not be whole.
fn numbers(paths: &'static [(&'static str, u32, u32, bool)]) -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let each: Vec<_> = paths
        .iter()
        .map(|&(path, least, most, is_whole)| {
            if is_whole {
                (least..=most).prop_map(move |number| (path, number.to_string())).boxed()
            } else {
                let hundredths = least * 100..=most * 100;
                let written = |number: u32| format!("{}.{:02}", number / 100, number % 100);
                hundredths.prop_map(move |number| (path, written(number))).boxed()
            }
        })
        .collect();
    each
}

fn check_random(text: &str, is_exact: bool, numbers: Vec<(&'static str, String)>, axes: &[&str]) {
    let arithmetic = if is_exact { "exact" } else { "double" };
    check(&Template { text: format!("arithmetic = \"{arithmetic}\"{text}"), numbers }, axes);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gates_side_by_side_are_gates_alone(
        numbers in numbers(&[
            ("rounds", 60, 90, true), ("gate.capacity", 1, 40, true), ("flow.a.rate", 0, 12, false),
            ("flow.a.cost", 1, 8, true), ("flow.a.class", 1, 3, true), ("flow.a.swing.1", 0, 4, false),
            ("flow.b.rate", 0, 4, false), ("flow.b.cost", 1, 30, true), ("throttle.ceiling", 0, 2, false),
            ("shed.bound", 0, 4, false), ("shed.bound-units", 0, 80, true), ("rate.b", 0, 5, false),
            ("phase.1.from", 1, 25, true), ("phase.1.to", 25, 60, true), ("phase.1.capacity", 0, 40, true),
        ]),
        is_exact in any::<bool>(), axes in 0..GATE_AXES.len(),
    ) {
        check_random(GATE, is_exact, numbers, GATE_AXES[axes]);
    }

    #[test]
    fn chains_side_by_side_are_chains_alone(
        numbers in numbers(&[
            ("rounds", 60, 90, true), ("source.rate", 0, 12, false), ("source.swing.1", 0, 4, false),
            ("stage.x.buffer", 0, 40, true), ("stage.x.rate", 0, 20, true), ("stage.y.buffer", 0, 40, true),
            ("stage.y.rate", 0, 20, true), ("stage.z.buffer", 0, 40, true), ("stage.z.rate", 0, 20, true),
            ("depth", 0, 3, true), ("rate.z", 0, 12, true), ("phase.1.from", 1, 25, true),
            ("phase.1.to", 25, 60, true), ("phase.1.rate.s", 0, 20, false),
        ]),
        is_exact in any::<bool>(), axes in 0..CHAIN_AXES.len(),
    ) {
        check_random(CHAIN, is_exact, numbers, CHAIN_AXES[axes]);
    }
}
