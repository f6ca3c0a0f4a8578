//! `cargo bench`: what a round, a cell, a sweep, a file and the whole program cost. `docs/benchmarks.md` has figures.
//!
//! Benchmarks whose name ends in `rounds` count rounds as items, so that one over their "item/s" is the time of a
//! round, and those that end in `variants` count variants × rounds.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use divan::Bencher;
use divan::counter::ItemsCount;
use report::answers::cells_for_tables;
use report::language::Language;
use report::views;
use scenarios::study::{Model, Study};
use scenarios::what_if::{Axis, Grid, Measure};
use scenarios::{Cell, Resolved, Way};
use xtask::lab;

fn main() {
    divan::main();
}

fn shipped(name: &str) -> Study {
    let path = lab::scenarios_folder().join(name);
    lab::load_study(&path).expect("a shipped file is right")
}

fn read(path: &Path) -> Study {
    match scenarios::load(path) {
        (Some(Resolved::Study(study)), _) => *study,
        (_, diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}

fn only(study: Study, scenario: &str, setting: &str) -> Study {
    study.only(Some(scenario), Some(setting)).expect("the file has both")
}

const FIRST: Cell = Cell { scenario: 0, setting: 0, way: Way::AsWritten };

fn run_first(bencher: Bencher<'_, '_>, study: Study) {
    let rounds = study.about.rounds;
    bencher.counter(ItemsCount::new(rounds)).bench_local(|| black_box(&study).run(FIRST));
}

#[divan::bench(args = ["none", "throttle-only", "shed-only", "both"])]
fn cell_gate_ay13b_rounds(bencher: Bencher<'_, '_>, setting: &str) {
    run_first(bencher, only(shipped("ay13.toml"), "ay13b", setting));
}

#[divan::bench(args = ["unbounded", "no-signal", "one-link", "two-links", "to-the-boundary"])]
fn cell_chain_ay11_rounds(bencher: Bencher<'_, '_>, setting: &str) {
    run_first(bencher, only(shipped("ay11.toml"), "ay11", setting));
}

/// The same cell with every rate, capacity and so every count so many times larger: the time should stay.
#[divan::bench(args = [1, 10, 100, 1000])]
fn scaling_rate_gate_rounds(bencher: Bencher<'_, '_>, times: u64) {
    run_first(bencher, only(gate_file(times, 600, 3), "node-lost", "both"));
}

/// More rounds: the time of a round should stay.
#[divan::bench(args = [600, 6_000, 60_000, 600_000])]
fn scaling_length_gate_rounds(bencher: Bencher<'_, '_>, rounds: u32) {
    run_first(bencher, only(gate_file(1, rounds, 3), "node-lost", "both"));
}

/// More flows that share the same demand.
#[divan::bench(args = [1, 3, 10, 30])]
fn scaling_flows_gate_rounds(bencher: Bencher<'_, '_>, flows: u64) {
    run_first(bencher, only(gate_file(1, 600, flows), "node-lost", "both"));
}

/// One thread, one piece of a sweep: 4096 variants of AY13b side by side.
#[divan::bench]
fn sweep_gate_ay13b_variants(bencher: Bencher<'_, '_>) {
    let study = only(shipped("ay13.toml"), "ay13b", "both");
    let axes = ["capacity=400..1000/10", "throttle.ceiling=1.0..1.63/0.01", "shed.bound=1.0..2.5/0.1"];
    sweep(bencher, &study, &axes, &["shed.tracking", "throttled", "max-age"]);
}

/// The same of the chain, without ages.
#[divan::bench]
fn sweep_chain_ay11_variants(bencher: Bencher<'_, '_>) {
    let study = only(shipped("ay11.toml"), "ay11", "to-the-boundary");
    let axes = ["stage.ingress.buffer=100..480/20", "rate.projection=40..90", "depth=0..3"];
    sweep(bencher, &study, &axes, &["refused", "lost"]);
}

/// The same with ages, which go one by one.
#[divan::bench]
fn sweep_chain_with_ages_variants(bencher: Bencher<'_, '_>) {
    let study = only(shipped("ay11.toml"), "ay11", "to-the-boundary");
    let axes = ["stage.ingress.buffer=100..480/20", "rate.projection=40..90", "depth=0..3"];
    sweep(bencher, &study, &axes, &["refused", "max-age"]);
}

fn sweep(bencher: Bencher<'_, '_>, study: &Study, axes: &[&str], measures: &[&str]) {
    let axes = axes.iter().map(|text| Axis::from_option(study, "--vary", text).expect("a sound axis")).collect();
    let measures: Vec<Measure> =
        measures.iter().map(|text| Measure::from_option(study, "--measure", text).expect("a measure")).collect();
    let grid = Grid::new(study, axes, measures).expect("a sound grid");
    let rows = grid.rows().min(4096);
    bencher
        .counter(ItemsCount::new(rows * u64::from(study.about.rounds)))
        .bench_local(|| black_box(&grid).answer(0..rows));
}

/// Reading and checking a file of a thousand scenarios.
#[divan::bench]
fn load_1000_scenarios(bencher: Bencher<'_, '_>) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("thousand.toml");
    let mut text = gate_text(1, 600, 3);
    for number in 0..1000 {
        text.push_str(&format!("\n[[scenario]]\nname = \"lost-{number}\"\ncapacity = {}\n", 100 + number));
    }
    fs::write(&path, text).expect("the target folder can be written");
    bencher.bench_local(|| read(black_box(&path)));
}

/// Every table of the lessons, without the program around it.
#[divan::bench]
fn tables_in_process(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| {
        let studies = lab::load_folder(&lab::scenarios_folder()).expect("shipped files are right");
        let answers = lab::answer(&studies, cells_for_tables).expect("the books add up");
        answers.iter().map(|answers| views::tables(answers, Language::English).len()).sum::<usize>()
    });
}

/// Every table of the lessons, from the start of the program to its end.
#[divan::bench]
fn tables_whole_process(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| {
        let status = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("tables").stdout(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()));
    });
}

fn gate_file(times: u64, rounds: u32, flows: u64) -> Study {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("gate-{times}-{rounds}-{flows}.toml"));
    fs::write(&path, gate_text(times, rounds, flows)).expect("the target folder can be written");
    let study = read(&path);
    assert!(matches!(study.model, Model::Gate(_)));
    study
}

/// A gate like AY13b's: a steady flow, a swinging one, and a costly one, again and again.
fn gate_text(times: u64, rounds: u32, flows: u64) -> String {
    let mut text = format!("rounds = {rounds}\narithmetic = \"double\"\n[gate]\ncapacity = {}\n", 700 * times);
    for flow in 0..flows {
        let share = flows.div_ceil(3);
        let (rate, cost, swing) = match flow % 3 {
            0 => (9722 * times / share, 1, "[1]"),
            1 => (41667 * times / share, 1, "[0.85, 0.85, 0.85, 1.45]"),
            _ => (150 * times / share, 60, "[1]"),
        };
        text.push_str(&format!(
            "[[gate.flow]]\nname = \"flow-{flow}\"\nrate = {}.{:02}\ncost = {cost}\nclass = {}\nswing = {swing}\n",
            rate / 100,
            rate % 100,
            flow + 1,
        ));
    }
    text.push_str("[[setting]]\nname = \"both\"\nthrottle = { ceiling = 1.2 }\nshed = { bound = 2.0 }\n");
    text.push_str(&format!("[[scenario]]\nname = \"node-lost\"\ncapacity = {}\n", 525 * times));
    text
}
