//! The check engine against folders of its own.
//!
//! insta reads its environment once in a process, and tests share theirs; so each check runs in a child process: this
//! very test binary, asked for `child` only, in an environment that holds nothing of the parent's insta or CI.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use xtask::snapshots::{self, Expected};

/// Names the lab's folder to a child, and what the child is to do.
const LAB: &str = "SNAPSHOT_TEST_LAB";
const ACCEPT: &str = "SNAPSHOT_TEST_ACCEPT";

const TABLE: &str = "Başlık\n\nayar   karşılanan\n─────  ──────────\nnone        58331\nboth        50000\n";

/// Not a test of its own: does what a parent asks, and nothing unasked.
#[test]
#[ignore = "runs in child processes of the other tests"]
fn child() {
    let Some(lab) = std::env::var_os(LAB).map(PathBuf::from) else {
        return;
    };
    let text = fs::read_to_string(lab.join("items.json")).expect("the parent's items");
    let items: Vec<(String, String)> = serde_json::from_str(&text).expect("pairs of texts");
    let expected: Vec<Expected> = items.into_iter().map(|(path, body)| Expected { path, body }).collect();
    let root = lab.join("snapshots");
    let said = if std::env::var_os(ACCEPT).is_some() {
        snapshots::accept(&root, &expected).map(|accepted| format!("accepted: {accepted}"))
    } else {
        snapshots::check(&root, &expected).map(|report| {
            let verdict = if report.passed() { "passed" } else { "failed" };
            format!("{verdict}:\n{report}")
        })
    };
    let said = said.unwrap_or_else(|error| format!("refused: {error}"));
    fs::write(lab.join("said"), said).expect("the lab is writable");
}

/// A folder of snapshots, and children that check it.
struct Lab {
    folder: TempDir,
}

impl Lab {
    fn new() -> Lab {
        Lab { folder: TempDir::new().expect("a temporary folder") }
    }

    /// A lab whose snapshots are these.
    fn holding(items: &[(&str, &str)]) -> Lab {
        let lab = Lab::new();
        let said = lab.accept(items);
        assert!(said.starts_with("accepted: "), "{said}");
        lab
    }

    fn check(&self, items: &[(&str, &str)]) -> String {
        self.child(items, &[])
    }

    fn accept(&self, items: &[(&str, &str)]) -> String {
        self.child(items, &[(ACCEPT, "1")])
    }

    fn child(&self, items: &[(&str, &str)], environment: &[(&str, &str)]) -> String {
        let text = serde_json::to_string(items).expect("texts");
        fs::write(self.folder.path().join("items.json"), text).expect("the lab is writable");
        let mut command = Command::new(std::env::current_exe().expect("this test binary"));
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name == "CI" || name == "TF_BUILD" || name.starts_with("INSTA_") {
                command.env_remove(&*name);
            }
        }
        let output = command
            .args(["--ignored", "--exact", "child", "--nocapture"])
            .env("INSTA_WORKSPACE_ROOT", self.folder.path())
            .env("INSTA_OUTPUT", "none")
            .env(LAB, self.folder.path())
            .envs(environment.iter().copied())
            .output()
            .expect("the child starts");
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{printed}");
        assert!(!printed.contains("panicked"), "a caught panic is silent: {printed}");
        fs::read_to_string(self.folder.path().join("said")).expect("what the child said")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("snapshots").join(name)
    }

    /// Every file below the snapshots' folder, with what is in it.
    fn files(&self) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        collect(&self.file(""), &mut files);
        files.sort();
        files
    }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            let text = fs::read_to_string(&path).expect("a text");
            files.push((path, text));
        }
    }
}

#[test]
fn equal_answers_pass() {
    let items = [("ay13/ay13b/both", TABLE), ("ay13/ay13b/none", "one\n")];
    let lab = Lab::holding(&items);
    assert_eq!(lab.check(&items), "passed:\n2 snapshots agree.");
    assert!(lab.file("ay13/ay13b/both.snap").exists());
}

#[test]
fn a_snapshot_holds_its_answer_and_nothing_that_moves() {
    let lab = Lab::holding(&[("ay13/ay13b/both", TABLE)]);
    let text = fs::read_to_string(lab.file("ay13/ay13b/both.snap")).expect("the snapshot");
    let body = text.strip_prefix("---\nsource: xtask/src/snapshots.rs\n---\n").expect("insta's source line alone");
    assert_eq!(body, TABLE);
}

#[test]
fn a_changed_answer_says_old_and_new() {
    let lab = Lab::holding(&[("ay13/ay13b/both", TABLE)]);
    let new = TABLE.replace("58331", "58332");
    let said = lab.check(&[("ay13/ay13b/both", &new)]);
    let expected = "\
failed:
ay13/ay13b/both: changed
    none: karşılanan 58331 → 58332

1 snapshot compared: 1 changed.
Go through the answers with `cargo insta review`, or take them all, and remove what is stale, with
`cargo xtask check --accept`.";
    assert_eq!(said, expected);
    assert!(lab.file("ay13/ay13b/both.snap.new").exists());
}

#[test]
fn everything_is_said_in_one_go() {
    let lab = Lab::holding(&[("a/one", "x  1\n"), ("a/two", "x  1\n"), ("a/old", "x\n")]);
    let said = lab.check(&[("a/one", "x  2\n"), ("a/two", "x  3\n"), ("b/new", "x\n")]);
    for part in [
        "a/one: changed\n    x: 1 → 2\n",
        "a/two: changed\n    x: 1 → 3\n",
        "b/new: missing, ",
        "a/old: stale, ",
        "3 snapshots compared: 2 changed, 1 missing, 1 stale.\n",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

#[test]
fn a_missing_snapshot_fails_and_waits_for_review() {
    let lab = Lab::new();
    let said = lab.check(&[("a/one", "x\n")]);
    assert!(said.starts_with("failed:\na/one: missing, "), "{said}");
    assert!(lab.file("a/one.snap.new").exists());
    assert!(!lab.file("a/one.snap").exists());
}

#[test]
fn a_stale_snapshot_fails_until_it_is_accepted_away() {
    let lab = Lab::holding(&[("a/one", "x\n"), ("b/two", "x\n")]);
    fs::write(lab.file("b/three.snap.new"), "---\n---\nx\n").expect("a pending file");
    fs::write(lab.file("b/notes.md"), "not a snapshot\n").expect("another file");
    let items = [("a/one", "x\n")];
    let said = lab.check(&items);
    assert!(said.contains("b/two: stale, ") && said.contains("b/three: stale, "), "{said}");

    assert_eq!(lab.accept(&items), "accepted: 0 snapshots written, 2 removed.");
    assert_eq!(lab.check(&items), "passed:\n1 snapshot agrees.");
    assert!(lab.file("b/notes.md").exists());
}

#[test]
fn accepted_answers_pass_and_leave_nothing_pending() {
    let lab = Lab::holding(&[("a/one", "x  1\n"), ("a/same", "y\n")]);
    let items = [("a/one", "x  2\n"), ("a/same", "y\n"), ("b/new", "z\n")];
    assert!(lab.check(&items).starts_with("failed:"));
    assert_eq!(lab.accept(&items), "accepted: 2 snapshots written, 0 removed.");
    assert_eq!(lab.check(&items), "passed:\n3 snapshots agree.");
    let names: Vec<PathBuf> = lab.files().into_iter().map(|(path, _)| path).collect();
    let expected = ["a/one.snap", "a/same.snap", "b/new.snap"].map(|name| lab.file(name));
    assert_eq!(names, expected);
}

#[test]
fn an_answer_that_is_right_again_takes_its_pending_file_away() {
    let lab = Lab::holding(&[("a/one", "x  1\n")]);
    assert!(lab.check(&[("a/one", "x  2\n")]).starts_with("failed:"));
    assert!(lab.check(&[("a/one", "x  1\n")]).starts_with("passed:"));
    assert!(!lab.file("a/one.snap.new").exists());
}

#[test]
fn nothing_is_written_under_ci() {
    let lab = Lab::holding(&[("a/one", "x  1\n"), ("a/old", "x\n")]);
    let before = lab.files();
    let items = [("a/one", "x  2\n"), ("a/new", "x\n")];
    let said = lab.child(&items, &[("CI", "true")]);
    assert!(said.contains("2 snapshots compared: 1 changed, 1 missing, 1 stale."), "{said}");
    assert!(!said.contains("cargo insta review"), "nothing is pending: {said}");
    let said = lab.child(&items, &[("CI", "true"), (ACCEPT, "1")]);
    assert!(said.starts_with("refused: CI is set"), "{said}");
    assert_eq!(lab.files(), before);
}

#[test]
fn an_environment_that_passes_everything_is_refused() {
    let lab = Lab::holding(&[("a/one", "x  1\n")]);
    let before = lab.files();
    let items = [("a/one", "x  2\n")];
    for (name, value) in [
        ("INSTA_FORCE_PASS", "1"),
        ("INSTA_UPDATE", "always"),
        ("INSTA_UPDATE", "unseen"),
        ("INSTA_UPDATE", "force"),
        ("INSTA_FORCE_UPDATE", "1"),
    ] {
        let said = lab.child(&items, &[(name, value)]);
        assert!(said.starts_with(&format!("refused: {name}={value} ")), "{said}");
        let said = lab.child(&items, &[(name, value), (ACCEPT, "1")]);
        assert!(said.starts_with(&format!("refused: {name}={value} ")), "{said}");
    }
    assert_eq!(lab.files(), before);
}

#[test]
fn a_configured_pass_does_not_pass_either() {
    let lab = Lab::holding(&[("a/one", "x  1\n")]);
    let configuration = "behavior:\n  force_pass: true\n";
    fs::write(lab.folder.path().join("insta.yaml"), configuration).expect("a configuration");
    let said = lab.check(&[("a/one", "x  2\n")]);
    assert!(said.starts_with("failed:\na/one: changed\n    x: 1 → 2\n"), "{said}");
}

#[test]
fn line_ends_of_a_checkout_do_not_matter() {
    let lab = Lab::holding(&[("a/one", TABLE)]);
    let file = lab.file("a/one.snap");
    let text = fs::read_to_string(&file).expect("the snapshot");
    fs::write(&file, text.replace('\n', "\r\n")).expect("the snapshot is writable");
    assert_eq!(lab.check(&[("a/one", TABLE)]), "passed:\n1 snapshot agrees.");
}

#[test]
fn a_broken_snapshot_fails_and_can_be_accepted() {
    let lab = Lab::holding(&[("a/one", "x\n")]);
    fs::write(lab.file("a/one.snap"), "---\n<<<<<<< ours: [\n---\nx\n").expect("writable");
    let items = [("a/one", "x\n")];
    let said = lab.check(&items);
    assert!(said.starts_with("failed:\na/one: "), "{said}");
    assert_eq!(lab.accept(&items), "accepted: 1 snapshot written, 0 removed.");
    assert!(lab.check(&items).starts_with("passed:"));
}

#[test]
fn unfit_paths_are_refused() {
    let lab = Lab::new();
    for path in ["", "a//b", "../a", "/a", "a/../b", "A/b", "a b", "a\\b", ".a", "a/target/b", "a/"] {
        let said = lab.check(&[(path, "x\n")]);
        assert!(said.starts_with(&format!("refused: `{path}` cannot be ")), "{said}");
    }
    let said = lab.check(&[("a/b", "x\n"), ("a/b", "y\n")]);
    assert_eq!(said, "refused: two answers share the snapshot `a/b`");
}
