//! What one works with from day to day: `new`, `watch`, `schema`, `completions`, and how commands end.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.current_dir(folder).args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"] {
        command.env_remove(variable);
    }
    command
}

fn xtask(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("xtask starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn a_new_file_runs_as_it_is_and_without_a_warning() {
    let folder = folder();
    for (name, model) in [("my-service", "--gate"), ("my-pipeline", "--chain")] {
        let output = xtask(folder.path(), &["new", name, model]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(output.stdout.is_empty());
        let file = format!("{name}.toml");
        for next in ["run", "watch"] {
            assert!(
                said.contains(&format!("cargo xtask {next} {file}\n")) || said.contains(&format!("{next} {file}")),
                "{said}"
            );
        }
        let output = xtask(folder.path(), &["run", &file]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "", "{file} says nothing doubtful");
        let tables = text(&output.stdout);
        assert!(tables.contains("Fault-free day") && tables.contains("121–"), "{tables}");
    }
}

#[test]
fn a_new_file_shows_what_its_protection_is_good_for() {
    let folder = folder();
    xtask(folder.path(), &["new", "service", "--gate"]);
    let output = xtask(folder.path(), &["run", "service.toml", "--scenario", "node-lost", "--format", "json"]);
    let cells: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let max_age: Vec<u64> =
        cells.as_array().expect("cells").iter().map(|cell| cell["max_age"].as_u64().expect("an age")).collect();
    let [none, _, shed_only, both] = max_age[..] else { panic!("four settings: {max_age:?}") };
    assert!(none > 10 * shed_only.max(both), "{max_age:?}");
}

#[test]
fn the_lines_that_a_new_file_keeps_back_are_right_too() {
    let folder = folder();
    for (name, model) in [("service", "--gate"), ("pipeline", "--chain")] {
        xtask(folder.path(), &["new", name, model]);
        let file = folder.path().join(format!("{name}.toml"));
        let written = fs::read_to_string(&file).expect("the new file");
        let is_kept_back =
            |line: &&str| ["# arrivals = ", "# rate = ", "# steady = "].iter().any(|key| line.starts_with(key));
        assert!(written.lines().filter(is_kept_back).count() >= 2, "{written}");
        fs::write(folder.path().join(format!("{name}.csv")), "count\n90\n110\n").expect("writable");
        for line in written.lines().filter(is_kept_back) {
            let shown = written.replace(line, &line[2..]);
            fs::write(&file, shown).expect("writable");
            let output = xtask(folder.path(), &["run", &format!("{name}.toml")]);
            assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        }
    }
}

#[test]
fn a_file_that_is_there_is_left_as_it_is() {
    let folder = folder();
    fs::write(folder.path().join("mine.toml"), "mine").expect("writable");
    let output = xtask(folder.path(), &["new", "mine", "--chain"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: `mine.toml` is there already"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.path().join("mine.toml")).expect("the file"), "mine");
}

#[test]
fn a_new_file_needs_a_name_and_one_model() {
    let folder = folder();
    for arguments in
        [&["new", "a"][..], &["new", "--gate"], &["new", "a", "--gate", "--chain"], &["new", "../a", "--gate"]]
    {
        assert_eq!(xtask(folder.path(), arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn commands_end_with_the_status_that_they_promise() {
    let folder = folder();
    fs::write(folder.path().join("wrong.toml"), "rounds = -1\n").expect("writable");
    for (arguments, status) in [
        (&["run", "no-such-file.toml"][..], 2),
        (&["run", "wrong.toml"], 2),
        (&["watch", "no-such-file.toml"], 2),
        (&["diff", "no-such-revision"], 2),
        (&["completions", "no-such-shell"], 2),
        (&["schema", "--output", "no-such-folder/schema.json"], 2),
        (&["schema"], 0),
        (&["completions", "bash"], 0),
        (&["help"], 0),
    ] {
        let output = xtask(folder.path(), arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        assert_eq!(said.is_empty(), status == 0, "{arguments:?}: {said}");
        assert_eq!(output.stdout.is_empty(), status != 0, "{arguments:?}");
    }
}

#[test]
fn every_shell_has_completions_for_every_command() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(&xtask(folder.path(), &["completions", shell]).stdout);
        for command in ["tables", "run", "check", "diff", "new", "watch", "schema", "completions"] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn nothing_is_coloured_without_a_terminal_or_under_no_color() {
    let folder = folder();
    fs::write(folder.path().join("wrong.toml"), "rounds = -1\nround = 2\n").expect("writable");
    let plain = xtask(folder.path(), &["run", "wrong.toml"]);
    assert!(!text(&plain.stderr).contains('\u{1b}'));
    let forced =
        command(folder.path(), &["run", "wrong.toml"]).env("CLICOLOR_FORCE", "1").output().expect("xtask starts");
    assert!(text(&forced.stderr).contains('\u{1b}'), "colour can be asked for, so that the test above can fail");
    let both = command(folder.path(), &["run", "wrong.toml"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output();
    let both = both.expect("xtask starts");
    assert!(!text(&both.stderr).contains('\u{1b}'));
}

/// A child that watches, and the lines that it prints.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Path, file: &str) -> Watching {
        let mut child = command(folder, &["watch", file, "--setting", "none"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("xtask starts");
        let stdout = child.stdout.take().expect("a pipe");
        Watching { child, lines: lines_of(stdout) }
    }

    /// What is printed up to a line that has `wanted` in it. The limit only ends a test that has failed.
    fn until(&self, wanted: &str) -> String {
        let mut seen = String::new();
        while !seen.lines().last().is_some_and(|line| line.contains(wanted)) {
            match self.lines.recv_timeout(Duration::from_secs(60)) {
                Ok(line) => seen.push_str(&format!("{line}\n")),
                Err(error) => panic!("{error} while waiting for `{wanted}` after:\n{seen}"),
            }
        }
        seen
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of(stdout: ChildStdout) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

const WAITING: &str = "Waiting for the next save";
const SYSTEM: &str = "rounds = 10\n[gate]\ncapacity = 5\nflow = [{ name = \"q\", rate = 4, cost = 1, class = 1 }]\n";
const TESTED: &str = "setting = [{ name = \"none\" }]\nscenario = [{ name = \"day\" }]\n";

/// Writes as many editors do: a new file takes the old one's place.
fn replace(folder: &Path, name: &str, text: &str) {
    let new = folder.join(format!("{name}.new~"));
    fs::write(&new, text).expect("writable");
    fs::rename(new, folder.join(name)).expect("a file can be replaced");
}

#[test]
fn watching_says_what_every_save_changed() {
    let folder = folder();
    let path = folder.path();
    let file = |system: &str| format!("{TESTED}{system}");
    fs::write(path.join("a.toml"), file(SYSTEM)).expect("writable");
    let watching = Watching::start(path, "a.toml");
    assert!(watching.until(WAITING).contains("a: the system"), "the first answer is whole");

    fs::write(path.join("a.toml"), file(&SYSTEM.replace("rate = 4", "rate = 5"))).expect("writable");
    let said = watching.until(WAITING);
    assert!(said.contains("offered") && said.contains("40 → 50"), "{said}");

    replace(path, "a.toml", &file(&SYSTEM.replace("rate = 4", "rate = oops")));
    let said = watching.until("the last good answer stands");
    assert!(said.contains("a.toml") && said.contains("oops"), "{said}");

    replace(path, "a.toml", &file(&SYSTEM.replace("rate = 4", "rate = 3")));
    let said = watching.until(WAITING);
    assert!(said.contains("50 → 30"), "held against the last good answer: {said}");

    replace(path, "a.toml", &file(&SYSTEM.replace("rate = 4", "rate = 2")));
    assert!(watching.until(WAITING).contains("30 → 20"), "a file that was replaced is still watched");
}

#[test]
fn watching_sees_what_a_file_extends_and_its_traces() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("below")).expect("writable");
    let traced = "class = 1, arrivals = { csv = \"trace.csv\", column = \"n\", then = \"repeat\" }";
    let system = SYSTEM.replace("rounds = 10\n", "").replace("class = 1", traced);
    fs::write(path.join("below/length.toml"), "rounds = 10\n").expect("writable");
    fs::write(path.join("trace.csv"), "n\n1\n").expect("writable");
    fs::write(path.join("a.toml"), format!("extends = \"below/length.toml\"\n{TESTED}{system}")).expect("writable");
    let watching = Watching::start(path, "a.toml");
    watching.until(WAITING);

    replace(path, "trace.csv", "n\n2\n");
    assert!(watching.until(WAITING).contains("10 → 20"));

    replace(&path.join("below"), "length.toml", "rounds = 20\n");
    assert!(watching.until(WAITING).contains("20 → 40"));
}
