//! The lines that changed between two texts, said as a reviewer would: which row, which number, from what to what.

use std::fmt;

use similar::{Algorithm, DiffOp};

/// A line that is different now. `Display` is one indented line, or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineChange {
    /// The same row says something else.
    Row {
        /// What the row begins with.
        label: String,
        /// The cells that changed.
        cells: Vec<CellChange>,
    },
    /// The line is gone.
    Removed(String),
    /// The line is new.
    Added(String),
}

/// A cell that is different now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The column's header, where the row stands below one.
    pub column: Option<String>,
    /// What it said.
    pub old: String,
    /// What it says.
    pub new: String,
}

/// Every changed line, in order.
pub(super) fn changed_lines(old: &str, new: &str) -> Vec<LineChange> {
    let old: Vec<&str> = old.lines().collect();
    let new: Vec<&str> = new.lines().collect();
    let mut changes = Vec::new();
    for operation in similar::capture_diff_slices(Algorithm::Myers, &old, &new) {
        if matches!(operation, DiffOp::Equal { .. }) {
            continue;
        }
        let gone = operation.old_range();
        let mut come = operation.new_range();
        for old_line in &old[gone] {
            let row = come.clone().next().and_then(|index| row_change(old_line, &new, index));
            match row {
                Some(row) => {
                    come.next();
                    changes.push(row);
                }
                None => changes.push(LineChange::Removed((*old_line).to_owned())),
            }
        }
        changes.extend(new[come].iter().map(|line| LineChange::Added((*line).to_owned())));
    }
    changes
}

/// The change of a row, where both lines have the same label and as many cells.
fn row_change(old_line: &str, new: &[&str], index: usize) -> Option<LineChange> {
    let old_cells = cells(old_line);
    let new_cells = cells(new[index]);
    let label = *old_cells.first()?;
    if old_cells.len() != new_cells.len() || new_cells.first() != Some(&label) {
        return None;
    }
    let header = header_above(new, index).filter(|header| header.len() == new_cells.len());
    let changed: Vec<CellChange> = old_cells
        .iter()
        .zip(&new_cells)
        .enumerate()
        .filter(|(_, (old, new))| old != new)
        .map(|(column, (old, new))| CellChange {
            column: header.as_ref().map(|header| header[column].to_owned()),
            old: (*old).to_owned(),
            new: (*new).to_owned(),
        })
        .collect();
    // Where only the space between cells moved, the lines themselves say it.
    (!changed.is_empty()).then(|| LineChange::Row { label: label.to_owned(), cells: changed })
}

/// A line's cells: apart by two spaces or a bar; or a `label: value`.
fn cells(line: &str) -> Vec<&str> {
    let cells: Vec<&str> = line
        .split(['|', '│'])
        .flat_map(|part| part.split("  "))
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .collect();
    match cells[..] {
        [only] => match only.split_once(": ") {
            Some((label, value)) => vec![label, value],
            None => cells,
        },
        _ => cells,
    }
}

/// The header cells of the table that a line stands in: those above the nearest rule, with no empty line between.
fn header_above<'a>(lines: &[&'a str], index: usize) -> Option<Vec<&'a str>> {
    let rule =
        lines[..index].iter().rposition(|line| line.is_empty() || line.chars().all(|c| matches!(c, '─' | ' ')))?;
    if lines[rule].is_empty() {
        return None;
    }
    lines[..rule].last().map(|header| cells(header))
}

impl fmt::Display for LineChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineChange::Row { label, cells } => {
                let cells: Vec<String> = cells.iter().map(CellChange::to_string).collect();
                writeln!(f, "    {label}: {}", cells.join(", "))
            }
            LineChange::Removed(line) => writeln!(f, "  - {line}"),
            LineChange::Added(line) => writeln!(f, "  + {line}"),
        }
    }
}

impl fmt::Display for CellChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(column) = &self.column {
            write!(f, "{column} ")?;
        }
        write!(f, "{} → {}", self.old, self.new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &str) {
        let said: String = changed_lines(old, new).iter().map(LineChange::to_string).collect();
        assert_eq!(said, expected);
    }

    #[test]
    fn a_row_says_its_label_its_column_and_both_numbers() {
        check(
            "Başlık\n\nayar   karşılanan    pay\n─────  ──────────  ─────\nnone        58331   0.93\nboth        50000   0.80\n",
            "Başlık\n\nayar   karşılanan    pay\n─────  ──────────  ─────\nnone        58332   0.93\nboth        50001   0.81\n",
            "    none: karşılanan 58331 → 58332\n    both: karşılanan 50000 → 50001, pay 0.80 → 0.81\n",
        );
    }

    #[test]
    fn a_row_without_a_header_says_the_numbers() {
        check("a  1  2\n", "a  1  3\n", "    a: 2 → 3\n");
        check("backlog: 7\n", "backlog: 8\n", "    backlog: 7 → 8\n");
        check("| a | 1 |\n", "| a | 2 |\n", "    a: 1 → 2\n");
    }

    #[test]
    fn a_header_ends_at_an_empty_line() {
        check("x  y\n─  ─\n1  2\n\nnote: old\n", "x  y\n─  ─\n1  2\n\nnote: new\n", "    note: old → new\n");
    }

    #[test]
    fn other_lines_are_said_as_they_are() {
        check("one\ntwo\n", "one\nthree\nfour\n", "  - two\n  + three\n  + four\n");
        check("a  1\nb  2\n", "b  2\n", "  - a  1\n");
        check("a  1\n", "a  1  2\n", "  - a  1\n  + a  1  2\n");
        check("a  1\n", "a   1\n", "  - a  1\n  + a   1\n");
    }

    #[test]
    fn equal_texts_have_no_change() {
        check("a\nb\n", "a\nb\n", "");
    }
}
