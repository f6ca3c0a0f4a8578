//! `cargo xtask diff`: every figure that changed since a revision, old → new.
//!
//! What was is what the snapshots of that revision say: the answers that were reviewed with it, by the program and from
//! the scenario files of their day. What is now is answered anew from the working tree, whether it is committed or not.
//! So a change of the program shows as much as a change of a file.
//!
//! Every cell is compared, and every table in English: the other languages' tables say the same figures.

use std::collections::{BTreeMap, BTreeSet};

use report::format::Format;
use report::table::{Column, Table, Value};
use report::{markdown, text};

use crate::cli::format_parser;
use crate::commands::check;
use crate::console::{self, Failure};
use crate::figures;
use crate::revision::{Revision, RevisionError};
use crate::snapshots::Expected;

/// What `diff` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask diff                               what this branch changes, uncommitted changes included
  cargo xtask diff HEAD                          what is not committed yet
  cargo xtask diff v1.0 --format markdown        ready for a pull request's comment

The old side is what the snapshots of that revision say; the new side is answered now. The working tree is not touched.")]
pub struct Args {
    /// The revision to compare with [default: the merge base with `main`, or with `origin/main`]
    #[arg(value_name = "REV")]
    pub revision: Option<String>,
    /// Form of the answer.
    #[arg(long, value_name = "FORMAT", default_value_t = Format::Table, value_parser = format_parser())]
    pub format: Format,
}

/// Characters of a comment that a pull request takes, with room for a few words around the table. Counted in bytes,
/// which are never fewer.
const COMMENT_BYTES: usize = 65_000;

/// Characters of one value: a sentence that changed is recognised by its beginning.
const VALUE_CHARACTERS: usize = 120;

/// Prints what changed.
///
/// # Errors
///
/// [`Failure::Input`] where the revision cannot be read; [`Failure::Diagnosed`] where a scenario file is wrong;
/// [`Failure::Output`] where the answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let revision = Revision::find(&check::snapshots_root(), args.revision.as_deref())?;
    let old = recorded(&revision)?;
    let changes = compare(&old, &check::expected_snapshots()?);
    let said = render(&changes, &format!("Changes since {}", revision.short_name()), args.format)?;
    console::data(|out| out.write_all(&said))
}

/// The answers that a revision's snapshots say.
///
/// # Errors
///
/// Where git cannot read them.
pub fn recorded(revision: &Revision) -> Result<Vec<Expected>, RevisionError> {
    let mut recorded = Vec::new();
    for (path, text) in revision.files(".")? {
        if let Some(path) = path.strip_suffix(".snap") {
            recorded.push(Expected { path: path.to_owned(), body: body_of(&text).to_owned() });
        }
    }
    Ok(recorded)
}

/// A snapshot without insta's head.
fn body_of(snapshot: &str) -> &str {
    let body = snapshot.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    body.map_or(snapshot, |(_, body)| body)
}

/// A figure, or a whole answer, that is different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell, as `ay13/ay13b/both`, or the table, as `table ay13.failures`.
    pub answer: String,
    /// What of it.
    pub figure: String,
    /// What it was.
    pub old: String,
    /// What it is.
    pub new: String,
}

/// What differs: cells first, then tables, by name; an answer that only one side has is one change.
pub fn compare(old: &[Expected], new: &[Expected]) -> Vec<Change> {
    let (old, new) = (by_answer(old), by_answer(new));
    let names: BTreeSet<_> = old.keys().chain(new.keys()).collect();
    let mut changes = Vec::new();
    for name in names {
        let answer = name.shown();
        let whole = |old: &str, new: &str| Change {
            answer: answer.clone(),
            figure: "(all)".to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        };
        match (old.get(name), new.get(name)) {
            (None, _) => changes.push(whole(Value::MISSING, "added")),
            (_, None) => changes.push(whole("removed", Value::MISSING)),
            (Some(old), Some(new)) => changes.extend(figures::changes(old, new).into_iter().map(|change| Change {
                answer: answer.clone(),
                figure: change.figure,
                old: shortened(change.old),
                new: shortened(change.new),
            })),
        }
    }
    changes
}

/// What an answer is called; cells come before tables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Cell(String),
    Table(String),
}

impl Name {
    fn shown(&self) -> String {
        match self {
            Name::Cell(name) => name.clone(),
            Name::Table(name) => format!("table {name}"),
        }
    }
}

fn by_answer(answers: &[Expected]) -> BTreeMap<Name, &str> {
    let named = answers.iter().filter_map(|Expected { path, body }| {
        let cell = path.strip_prefix("cells/").map(|name| Name::Cell(name.to_owned()));
        let name = cell.or_else(|| path.strip_prefix("tables/en/").map(|name| Name::Table(name.to_owned())))?;
        Some((name, body.as_str()))
    });
    named.collect()
}

fn shortened(value: Option<String>) -> String {
    let Some(value) = value else { return Value::MISSING.to_owned() };
    match value.char_indices().nth(VALUE_CHARACTERS) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value,
    }
}

/// The changes in one table, or a line that says that there are none. Markdown is cut to what a comment takes.
///
/// # Errors
///
/// [`Failure::Output`] where the form cannot be written.
pub fn render(changes: &[Change], title: &str, format: Format) -> Result<Vec<u8>, Failure> {
    let said = match format {
        Format::Table | Format::Markdown if changes.is_empty() => format!("{title}: nothing changed.\n").into_bytes(),
        Format::Table => text::render(&[table(changes, changes.len(), title)]).into_bytes(),
        Format::Markdown => cut_to_comment(changes, title).into_bytes(),
        Format::Csv | Format::Json => {
            let mut said = Vec::new();
            format.write(&[table(changes, changes.len(), title)], &mut said).map_err(Failure::Output)?;
            said
        }
    };
    Ok(said)
}

/// As many changes as a comment takes.
fn cut_to_comment(changes: &[Change], title: &str) -> String {
    let drawn = |shown: usize| markdown::render(&[table(changes, shown, title)]);
    let whole = drawn(changes.len());
    if whole.len() <= COMMENT_BYTES {
        return whole;
    }
    // The most that fit: more rows never make a shorter text.
    let (mut fits, mut too_many) = (0, changes.len());
    while too_many - fits > 1 {
        let middle = fits + (too_many - fits) / 2;
        if drawn(middle).len() <= COMMENT_BYTES { fits = middle } else { too_many = middle }
    }
    drawn(fits)
}

/// The first `shown` changes.
fn table(changes: &[Change], shown: usize, title: &str) -> Table {
    let columns = vec![
        Column::text("answer", "answer", 0),
        Column::text("figure", "figure", 0),
        Column::number("old", "old", 0),
        Column::number("new", "new", 0),
    ];
    let mut table = Table::new("changes", title, columns);
    for Change { answer, figure, old, new } in &changes[..shown] {
        table.push(vec![Value::text(answer), Value::text(figure), Value::text(old), Value::text(new)]);
    }
    if changes.is_empty() {
        return table;
    }
    let answers: BTreeSet<&str> = changes.iter().map(|change| change.answer.as_str()).collect();
    table.notes.push(format!("{} in {}.", counted(changes.len(), "change"), counted(answers.len(), "answer")));
    if shown < changes.len() {
        let left_out = changes.len() - shown;
        table.notes.push(format!("{left_out} more are left out here: `cargo xtask diff` shows them all."));
    }
    table
}

fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

impl From<RevisionError> for Failure {
    fn from(error: RevisionError) -> Failure {
        Failure::Input(error.to_string())
    }
}
