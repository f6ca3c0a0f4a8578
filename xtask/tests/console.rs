//! What the command line does at its edges: exit status, and a reader that goes away.

use std::io::{BufRead, BufReader, ErrorKind};
use std::process::{Command, Stdio};

use xtask::console::{self, Failure};

const CHILD: &str = "CONSOLE_TEST_CHILD";

/// Not a test of its own: writes until its reader is gone, where a parent asks for it.
#[test]
#[ignore = "runs in a child process of another test"]
fn child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let result = console::data(|out| {
        for _ in 0..100_000 {
            writeln!(out, "a line of data")?;
        }
        Ok(())
    });
    match result {
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            console::note("the pipe was closed");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_closed_pipe_is_told_from_other_errors() {
    let mut child = Command::new(std::env::current_exe().expect("this test binary"))
        .args(["--ignored", "--exact", "child", "--nocapture"])
        .env(CHILD, "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the child starts");
    // Not before the data begins: the test harness writes first, and takes a closed pipe badly.
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let seen = stdout.lines().map_while(Result::ok).any(|line| line.contains("a line of data"));
    assert!(seen, "the reader closes the pipe after the first lines");
    let output = child.wait_with_output().expect("the child ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the pipe was closed"), "{said}");
}

fn xtask(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output().expect("xtask starts")
}

#[test]
fn wrong_input_is_two_and_leaves_standard_output_alone() {
    for arguments in [&["run"][..], &["tables", "--lang", "de"], &["mend"], &[]] {
        let output = xtask(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn every_help_has_examples() {
    for arguments in [&["--help"][..], &["tables", "--help"], &["run", "--help"], &["check", "--help"]] {
        let output = xtask(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        let help = String::from_utf8_lossy(&output.stdout);
        assert!(help.contains("Examples:\n  cargo xtask "), "{help}");
    }
}

#[test]
fn a_worthless_check_is_wrong_input_without_colour() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("check")
        .env("INSTA_FORCE_PASS", "1")
        .output()
        .expect("xtask starts");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("error: INSTA_FORCE_PASS=1 "), "{said}");
}
