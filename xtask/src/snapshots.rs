//! Holds answers against snapshots that people review. It knows nothing of what the answers say.
//!
//! 1. Refuse to run where insta was told to let everything pass (`environment`).
//! 2. Compare every answer with its snapshot, on one thread, and have insta leave a pending `.snap.new` beside each
//!    one that differs. insta stops at the first failed assert, so each is caught.
//! 3. Look for snapshots without an answer: insta sees no stale files.
//! 4. Say everything in one go, with the lines that changed (`difference`).
//!
//! The verdict is this module's own: where insta is content and the texts differ, the check still fails.

mod difference;
mod environment;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use crate::console::Failure;
pub use difference::LineChange;

/// A snapshot that there should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Where it lies below the snapshots' folder, without `.snap`: `ay13/ay13b/both`.
    pub path: String,
    /// What it should say.
    pub body: String,
}

/// What a check found. `Display` is the whole report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many answers were compared.
    pub compared: usize,
    /// Everything that is not as it should be: answers in the order given, then stale files by name.
    pub findings: Vec<Finding>,
    /// Whether `.snap.new` files were left for review. Nothing is written under `CI`.
    pub is_pending: bool,
}

/// One thing that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The snapshot's path below the snapshots' folder, without `.snap`.
    pub path: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The answer says something else.
    Changed(Vec<LineChange>),
    /// There is an answer and no snapshot.
    Missing,
    /// There is a snapshot, perhaps a pending one, and no answer.
    Stale,
    /// The snapshot cannot be read, or insta could not do its part.
    Broken(String),
}

/// What [`accept`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Snapshots that were written, new ones among them.
    pub written: usize,
    /// Snapshots without an answer that were removed.
    pub removed: usize,
}

/// Why nothing was checked, or not all was accepted.
#[derive(Debug)]
pub enum SnapshotError {
    /// A variable of the environment would make the check worthless.
    Environment(String),
    /// An item's path cannot be a snapshot's, or two items share one.
    Path(String),
    /// A file could not be read, written or removed.
    File(PathBuf, String),
}

impl Report {
    /// Whether every snapshot is as it should be.
    pub fn passed(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Compares every answer with its snapshot below `root`.
///
/// # Errors
///
/// Where the environment makes a check worthless, a path is unfit, or the folder cannot be read. A difference is no
/// error: it is in the report.
pub fn check(root: &Path, expected: &[Expected]) -> Result<Report, SnapshotError> {
    environment::refuse_worthless_check(environment::variable).map_err(SnapshotError::Environment)?;
    check_paths(expected)?;
    let root = absolute(root)?;
    let mut findings = compare_all(&root, expected);
    let is_pending = findings.iter().any(|finding| pending_file(&root, &finding.path).exists());
    findings.extend(stale_paths(&root, expected)?.into_iter().map(|path| Finding { path, problem: Problem::Stale }));
    Ok(Report { compared: expected.len(), findings, is_pending })
}

/// Makes the snapshots below `root` what the answers are: writes what differs, removes what has no answer.
///
/// # Errors
///
/// As [`check`]; also where insta was told to write nothing, and where a file cannot be written or removed.
pub fn accept(root: &Path, expected: &[Expected]) -> Result<Accepted, SnapshotError> {
    environment::refuse_futile_accept(environment::variable).map_err(SnapshotError::Environment)?;
    let report = check(root, expected)?;
    let root = absolute(root)?;
    let mut accepted = Accepted { written: 0, removed: 0 };
    for finding in &report.findings {
        match finding.problem {
            Problem::Stale => {
                remove(&snapshot_file(&root, &finding.path))?;
                remove(&pending_file(&root, &finding.path))?;
                accepted.removed += 1;
            }
            Problem::Changed(_) | Problem::Missing | Problem::Broken(_) => {
                accept_pending(&root, &finding.path)?;
                accepted.written += 1;
            }
        }
    }
    Ok(accepted)
}

/// Asserts each item in turn, with panics of this thread silenced, and collects what differs.
fn compare_all(root: &Path, expected: &[Expected]) -> Vec<Finding> {
    let _silence = PanicSilence::on_this_thread();
    expected
        .iter()
        .filter_map(|item| {
            let problem = compare(root, item)?;
            let path = item.path.clone();
            Some(Finding { path, problem })
        })
        .collect()
}

fn compare(root: &Path, item: &Expected) -> Option<Problem> {
    let file = snapshot_file(root, &item.path);
    // Read before insta sees it: insta may write.
    let old = read_snapshot(&file);
    let asserted = panic::catch_unwind(AssertUnwindSafe(|| assert_with_insta(&file, &item.body)));
    let new = normalize(&item.body);
    match (old, asserted) {
        (Ok(Some(old)), Ok(())) if old == new => None,
        (Ok(Some(old)), Err(payload)) if old == new => Some(Problem::Broken(message(&*payload))),
        (Ok(Some(old)), _) => Some(Problem::Changed(difference::changed_lines(&old, &new))),
        (Ok(None), _) => Some(Problem::Missing),
        (Err(reason), _) => Some(Problem::Broken(reason)),
    }
}

/// insta's part: passes, or leaves a pending file where it may write, and panics.
fn assert_with_insta(file: &Path, body: &str) {
    let (Some(folder), Some(name)) = (file.parent(), file.file_stem()) else {
        return;
    };
    let name = name.to_string_lossy().into_owned();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.remove_snapshot_suffix();
    settings.remove_input_file();
    settings.remove_description();
    settings.remove_info();
    settings.bind(|| insta::assert_snapshot!(name, body));
}

/// A snapshot's text with insta's own normalisation; `None` where there is no file.
fn read_snapshot(file: &Path) -> Result<Option<String>, String> {
    if !file.exists() {
        return Ok(None);
    }
    let snapshot = insta::Snapshot::from_file(file).map_err(|error| error.to_string())?;
    match snapshot.as_text() {
        Some(text) => Ok(Some(text.to_string())),
        None => Err("it is a binary snapshot".to_owned()),
    }
}

/// What insta does to a text before it compares: no white space at the end, and LF line ends.
fn normalize(body: &str) -> String {
    body.trim_end().replace("\r\n", "\n")
}

/// Does for one pending file what `cargo insta accept` does.
fn accept_pending(root: &Path, path: &str) -> Result<(), SnapshotError> {
    let pending = pending_file(root, path);
    let failed = |error: &dyn fmt::Display| SnapshotError::File(pending.clone(), error.to_string());
    let snapshot = insta::Snapshot::from_file(&pending).map_err(|error| failed(&error))?;
    snapshot.save(&snapshot_file(root, path)).map_err(|error| failed(&error))?;
    remove(&pending)
}

/// Snapshots and pending ones below `root` that no item names, sorted.
fn stale_paths(root: &Path, expected: &[Expected]) -> Result<BTreeSet<String>, SnapshotError> {
    let known: BTreeSet<&str> = expected.iter().map(|item| item.path.as_str()).collect();
    let mut found = BTreeSet::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |error: io::Error| SnapshotError::File(folder.clone(), error.to_string());
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(failed)?,
        };
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(path);
            } else if let Some(name) = item_path(root, &path) {
                found.insert(name);
            }
        }
    }
    found.retain(|path| !known.contains(path.as_str()));
    Ok(found)
}

/// The path that an item would have for this file, where it is a snapshot or a pending one.
fn item_path(root: &Path, file: &Path) -> Option<String> {
    let below = file.strip_prefix(root).ok()?;
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    let joined = parts.join("/");
    let name = joined.strip_suffix(".new").unwrap_or(&joined);
    name.strip_suffix(".snap").map(str::to_owned)
}

/// Refuses paths that insta or a file system would turn into others, or that `cargo insta review` would not find.
fn check_paths(expected: &[Expected]) -> Result<(), SnapshotError> {
    let mut seen = BTreeSet::new();
    for Expected { path, .. } in expected {
        if !path.split('/').all(is_plain_part) {
            return Err(SnapshotError::Path(format!(
                "`{path}` cannot be a snapshot's path: its parts are made of a-z, 0-9, `-`, `_` and `.`, begin with a \
                 letter or a digit, and are not `target`"
            )));
        }
        if !seen.insert(path) {
            return Err(SnapshotError::Path(format!("two answers share the snapshot `{path}`")));
        }
    }
    Ok(())
}

/// No capitals, since some file systems take `A` for `a`; no `target`, since `cargo insta` skips such folders.
fn is_plain_part(part: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    part.starts_with(is_plain) && part.chars().all(|c| is_plain(c) || matches!(c, '-' | '_' | '.')) && part != "target"
}

fn snapshot_file(root: &Path, path: &str) -> PathBuf {
    root.join(format!("{path}.snap"))
}

fn pending_file(root: &Path, path: &str) -> PathBuf {
    root.join(format!("{path}.snap.new"))
}

fn absolute(root: &Path) -> Result<PathBuf, SnapshotError> {
    std::path::absolute(root).map_err(|error| SnapshotError::File(root.to_owned(), error.to_string()))
}

fn remove(file: &Path) -> Result<(), SnapshotError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(SnapshotError::File(file.to_owned(), error.to_string()))
        }
        _ => Ok(()),
    }
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("insta panicked").to_owned()
}

type PanicHook = Arc<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

/// While it lives, panics of the thread that made it print nothing; those of others do. Then the hook is as before.
struct PanicSilence {
    previous: PanicHook,
}

impl PanicSilence {
    fn on_this_thread() -> PanicSilence {
        let silenced = thread::current().id();
        let previous: PanicHook = Arc::from(panic::take_hook());
        let others = Arc::clone(&previous);
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() != silenced {
                others(info);
            }
        }));
        PanicSilence { previous }
    }
}

impl Drop for PanicSilence {
    fn drop(&mut self) {
        // A hook cannot be set by a thread that panics; nothing here does.
        if !thread::panicking() {
            let previous = Arc::clone(&self.previous);
            panic::set_hook(Box::new(move |info| previous(info)));
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            write!(f, "{finding}")?;
        }
        if self.passed() {
            let verb = if self.compared == 1 { "agrees" } else { "agree" };
            return write!(f, "{} {verb}.", counted(self.compared));
        }
        let count =
            |wanted: fn(&Problem) -> bool| self.findings.iter().filter(|finding| wanted(&finding.problem)).count();
        let kinds = [
            (count(|p| matches!(p, Problem::Changed(_))), "changed"),
            (count(|p| matches!(p, Problem::Missing)), "missing"),
            (count(|p| matches!(p, Problem::Broken(_))), "broken"),
            (count(|p| matches!(p, Problem::Stale)), "stale"),
        ];
        let said: Vec<String> =
            kinds.iter().filter(|(number, _)| *number > 0).map(|(number, kind)| format!("{number} {kind}")).collect();
        write!(f, "\n{} compared: {}.\n", counted(self.compared), said.join(", "))?;
        if self.is_pending {
            f.write_str(
                "Go through the answers with `cargo insta review`, or take them all, and remove what is stale, with\n",
            )?;
        } else {
            f.write_str("Take the answers as they are now, and remove what is stale, with\n")?;
        }
        f.write_str("`cargo xtask check --accept`.")
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match &self.problem {
            Problem::Changed(lines) => {
                writeln!(f, "{path}: changed")?;
                lines.iter().try_for_each(|line| write!(f, "{line}"))
            }
            Problem::Missing => writeln!(f, "{path}: missing, there is an answer and no snapshot"),
            Problem::Stale => writeln!(f, "{path}: stale, there is a snapshot and no answer"),
            Problem::Broken(reason) => writeln!(f, "{path}: broken, {reason}"),
        }
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} written, {} removed.", counted(self.written), self.removed)
    }
}

fn counted(number: usize) -> String {
    match number {
        1 => "1 snapshot".to_owned(),
        _ => format!("{number} snapshots"),
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::Environment(reason) | SnapshotError::Path(reason) => f.write_str(reason),
            SnapshotError::File(path, reason) => write!(f, "{}: {reason}", path.display()),
        }
    }
}

impl std::error::Error for SnapshotError {}

impl From<SnapshotError> for Failure {
    fn from(error: SnapshotError) -> Failure {
        Failure::Input(error.to_string())
    }
}
