//! `cargo xtask diff` against repositories of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use report::format::Format;
use tempfile::TempDir;
use xtask::commands::diff::{self, Change};
use xtask::revision::Revision;
use xtask::snapshots::Expected;

const HEAD: &str = "---\nsource: xtask/src/snapshots.rs\n---\n";

/// A repository with a folder of snapshots, not at its top.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn new() -> Repository {
        let repository = Repository { folder: TempDir::new().expect("a temporary folder") };
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn snapshots(&self) -> PathBuf {
        self.path().join("lab/snapshots")
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = git(self.path(), arguments);
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    fn record(&self, path: &str, body: &str) {
        let file = self.snapshots().join(format!("{path}.snap"));
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, format!("{HEAD}{body}")).expect("writable");
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "a commit"]);
    }

    fn since(&self, revision: Option<&str>, now: &[Expected]) -> Result<Vec<Change>, String> {
        changes_since(&self.snapshots(), revision, now)
    }
}

fn changes_since(folder: &Path, revision: Option<&str>, now: &[Expected]) -> Result<Vec<Change>, String> {
    let revision = Revision::find(folder, revision).map_err(|error| error.to_string())?;
    let old = diff::recorded(&revision).map_err(|error| error.to_string())?;
    Ok(diff::compare(&old, now))
}

/// git without the configuration of whoever runs the tests.
fn git(folder: &Path, arguments: &[&str]) -> Output {
    Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=Someone", "-c", "user.email=someone@example.org", "-c", "commit.gpgSign=false"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", folder.join("no-such-file"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("GIT_DIR")
        .output()
        .expect("git is there")
}

fn cell(served: &str) -> String {
    format!("count        value\n───────  ─────────\nserved   {served:>9}\nshed             0\n")
}

fn answer(path: &str, body: &str) -> Expected {
    Expected { path: path.to_owned(), body: body.to_owned() }
}

fn said(changes: &[Change]) -> Vec<String> {
    changes
        .iter()
        .map(|change| format!("{} {}: {} → {}", change.answer, change.figure, change.old, change.new))
        .collect()
}

#[test]
fn changed_added_and_removed_answers_are_named_cells_first() {
    let repository = Repository::new();
    repository.record("cells/a/day/none", &cell("1"));
    repository.record("cells/a/day/gone", &cell("1"));
    repository.record("tables/en/a.cost", &cell("5"));
    repository.record("tables/tr/a.cost", &cell("5"));
    repository.commit();
    let now = [
        answer("tables/en/a.cost", &cell("6")),
        answer("tables/tr/a.cost", &cell("6")),
        answer("cells/a/day/none", &cell("2")),
        answer("cells/a/day/both", &cell("2")),
    ];
    let changes = repository.since(Some("HEAD"), &now).expect("a revision");
    let expected = [
        "a/day/both (all): – → added",
        "a/day/gone (all): removed → –",
        "a/day/none served: 1 → 2",
        "table a.cost served: 5 → 6",
    ];
    assert_eq!(said(&changes), expected);
}

#[test]
fn the_merge_base_with_main_is_the_default_and_the_working_tree_is_left_alone() {
    let repository = Repository::new();
    repository.record("cells/a/day/none", &cell("1"));
    repository.commit();
    repository.git(&["checkout", "--quiet", "-b", "topic"]);
    repository.record("cells/a/day/none", &cell("2"));
    repository.commit();
    repository.git(&["checkout", "--quiet", "main"]);
    repository.record("cells/a/day/none", &cell("3"));
    repository.commit();
    repository.git(&["checkout", "--quiet", "topic"]);
    repository.record("cells/a/day/none", &cell("uncommitted"));
    fs::write(repository.path().join("untracked"), "x").expect("writable");
    let before = repository.git(&["status", "--porcelain=v2", "--branch"]);

    let changes = repository.since(None, &[answer("cells/a/day/none", &cell("9"))]).expect("a revision");
    assert_eq!(said(&changes), ["a/day/none served: 1 → 9"]);
    let same = repository.since(None, &[answer("cells/a/day/none", &cell("1"))]).expect("a revision");
    assert_eq!(said(&same), [""; 0]);
    assert_eq!(repository.git(&["status", "--porcelain=v2", "--branch"]), before);
}

#[test]
fn a_clone_without_a_branch_main_compares_with_that_of_its_origin() {
    let origin = Repository::new();
    origin.record("cells/a/day/none", &cell("1"));
    origin.commit();
    let clone = TempDir::new().expect("a temporary folder");
    let url = origin.path().to_str().expect("text");
    assert!(git(clone.path(), &["clone", "--quiet", url, "here"]).status.success());
    let here = clone.path().join("here");
    assert!(git(&here, &["checkout", "--quiet", "-b", "topic"]).status.success());
    assert!(git(&here, &["branch", "--quiet", "-D", "main"]).status.success());
    let changes = changes_since(&here.join("lab/snapshots"), None, &[answer("cells/a/day/none", &cell("2"))]);
    assert_eq!(said(&changes.expect("a revision")), ["a/day/none served: 1 → 2"]);
}

#[test]
fn what_is_missing_is_said() {
    let repository = Repository::new();
    repository.record("cells/a/day/none", &cell("1"));
    let error = repository.since(None, &[]).expect_err("nothing is committed");
    assert_eq!(error, "there is no commit yet to compare with");
    repository.commit();
    for name in ["no-such-branch", "--help", ""] {
        let error = repository.since(Some(name), &[]).expect_err("no such revision");
        assert_eq!(error, format!("there is no revision `{name}` in this clone"));
    }
    repository.commit();
    let clone = TempDir::new().expect("a temporary folder");
    let url = format!("file://{}", repository.path().to_str().expect("text"));
    assert!(git(clone.path(), &["clone", "--quiet", "--depth=1", &url, "here"]).status.success());
    let error = changes_since(&clone.path().join("here/lab/snapshots"), Some("HEAD~1"), &[]).expect_err("cut off");
    assert!(error.starts_with("there is no revision `HEAD~1` in this clone; it is a shallow clone, "), "{error}");
    assert!(error.contains("`git fetch --unshallow`"), "{error}");
}

#[test]
fn names_and_texts_beyond_ascii_are_read() {
    let repository = Repository::new();
    repository.record("cells/a/gün/ikisi birden", &cell("1").replace("served", "işlenen"));
    repository.commit();
    let now = [answer("cells/a/gün/ikisi birden", &cell("2").replace("served", "işlenen"))];
    let changes = repository.since(Some("HEAD"), &now).expect("a revision");
    assert_eq!(said(&changes), ["a/gün/ikisi birden işlenen: 1 → 2"]);
}

fn many(count: usize) -> Vec<Change> {
    let change = |number: usize| Change {
        answer: format!("file/scenario-{}/setting", number / 5),
        figure: "tracking query: served".to_owned(),
        old: number.to_string(),
        new: (number + 1).to_string(),
    };
    (0..count).map(change).collect()
}

fn rendered(changes: &[Change], format: Format) -> String {
    let said = diff::render(changes, "Changes since 0123456789ab", format).expect("a vector takes everything");
    String::from_utf8(said).expect("UTF-8")
}

#[test]
fn nothing_changed_is_said() {
    for format in [Format::Table, Format::Markdown] {
        assert_eq!(rendered(&[], format), "Changes since 0123456789ab: nothing changed.\n");
    }
    let json: serde_json::Value = serde_json::from_str(&rendered(&[], Format::Json)).expect("JSON");
    assert_eq!(json[0]["rows"].as_array().map(Vec::len), Some(0), "{json}");
}

#[test]
fn markdown_fits_in_a_comment_and_says_what_was_left_out() {
    let small = rendered(&many(3), Format::Markdown);
    assert!(small.contains("\n3 changes in 1 answer.\n"), "{small}");
    assert!(!small.contains("left out"), "{small}");

    let large = rendered(&many(20_000), Format::Markdown);
    assert!(large.len() <= 65_536, "{}", large.len());
    assert!(large.len() > 60_000, "as much as fits: {}", large.len());
    let rows = large.lines().filter(|line| line.starts_with("| file")).count();
    assert!(large.contains("\n20000 changes in 4000 answers.\n"), "{}", &large[large.len() - 300..]);
    assert!(large.contains(&format!("{} more are left out here", 20_000 - rows)), "{}", &large[large.len() - 300..]);

    let table = rendered(&many(20_000), Format::Table);
    assert_eq!(table.lines().filter(|line| line.starts_with("file")).count(), 20_000, "only comments are cut");
}
