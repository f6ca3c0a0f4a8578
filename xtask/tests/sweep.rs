//! The parts of a sweep one after another are the sweep, also where GNU parallel runs them.

use std::io::Write;
use std::process::{Command, Output};

use xtask::lab;

const AXES: [&str; 4] = ["--vary", "capacity=500..530/10", "--vary", "shed.bound=1.0..1.4/0.1"];

fn sweep(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("sweep").arg(lab::scenarios_folder().join("ay13.toml")).args(AXES).args(arguments);
    command
}

fn answer(command: &mut Command) -> Vec<u8> {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    stdout
}

#[test]
fn parts_one_after_another_are_the_whole() {
    for format in ["csv", "json", "table"] {
        let whole = answer(&mut sweep(&["--format", format]));
        let mut parts = Vec::new();
        for number in 1..=7 {
            let shard = format!("{number}/7");
            let mut part = sweep(&["--format", format, "--shard", &shard]);
            if number > 1 {
                part.arg("--no-header");
            }
            parts.extend(answer(&mut part));
        }
        let (whole, parts) = (String::from_utf8_lossy(&whole), String::from_utf8_lossy(&parts));
        // The picture needs the whole grid, and stands below it.
        assert!(whole.starts_with(&*parts), "{format}:\n{whole}\n{parts}");
        assert!(format == "table" || whole == parts, "{format}");
        assert!(parts.lines().count() > 200, "{format}");
    }
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let [one, many] = ["1", "5"].map(|threads| answer(sweep(&["--format", "csv"]).env("RAYON_NUM_THREADS", threads)));
    assert!(one == many);
}

#[test]
fn gnu_parallel_runs_the_parts() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|version| version.stdout.starts_with(b"GNU parallel")) {
        // Said aloud, so that nobody takes it for tested.
        let _ = writeln!(std::io::stderr(), "skipped: GNU parallel is not installed (apt-get install parallel)");
        return;
    }
    let whole = answer(&mut sweep(&["--format", "csv"]));
    let mut parts = answer(&mut sweep(&["--format", "csv", "--shard", "1/4"]));
    let file = lab::scenarios_folder().join("ay13.toml");
    let mut parallel = Command::new("parallel");
    parallel.args(["--keep-order", env!("CARGO_BIN_EXE_xtask"), "sweep"]).arg(file).args(AXES);
    parallel.args(["--format", "csv", "--no-header", "--shard", "{}/4", ":::", "2", "3", "4"]);
    parts.extend(answer(&mut parallel));
    assert!(whole == parts, "{}", String::from_utf8_lossy(&parts));
}

#[test]
fn wrong_input_exits_with_two_and_says_where() {
    for (axis, said) in [
        ("capcity=1..3", "did you mean `capacity`?"),
        ("capacity=1..x", "`x` is not a number"),
        ("capacity=1..2/0.5", "`capacity` is a whole number, and 1.5 is none"),
        ("throttle.ceiling=0..2000000", "`throttle.ceiling` is from 0 to 1000000"),
        ("phase.1.to=5", "there is no number `phase.1.to`"),
        ("rounds=1..100000000", "`rounds` is from 1 to 10000000"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let file = lab::scenarios_folder().join("ay13.toml");
        let output = command.arg("sweep").arg(file).args(["--vary", axis]).output().expect("the program starts");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{axis}: {text}");
        assert!(text.contains(said) && output.stdout.is_empty(), "{axis}: {text}");
    }
}
