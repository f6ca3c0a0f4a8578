//! The figures that a snapshot's text says, each under a name of its own, and those that differ between two texts.
//!
//! A table is read by its rule: the dashes below a header say where every column begins and ends. A figure is then named
//! by the labels that its row begins with and by its column's header. What stands outside a table is a labelled value,
//! or a line of words. So a figure is found again where rows were added above it or columns became wider.

use std::collections::{BTreeMap, BTreeSet};

/// A figure that differs. A side is empty where there is no such figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is: `event: served`.
    pub figure: String,
    /// What it was.
    pub old: Option<String>,
    /// What it is now.
    pub new: Option<String>,
}

/// What a change of words is listed under.
const WORDS: &str = "words";

/// Every figure that differs, in the order of the new text; those that are gone come last.
pub fn changes(old: &str, new: &str) -> Vec<Change> {
    let (old, new) = (Figures::read(old), Figures::read(new));
    let mut changes = Vec::new();
    for (figure, value) in &new.named {
        let before = old.get(figure);
        if before != Some(value.as_str()) {
            let old = before.map(str::to_owned);
            changes.push(Change { figure: figure.clone(), old, new: Some(value.clone()) });
        }
    }
    for (figure, value) in &old.named {
        if new.get(figure).is_none() {
            changes.push(Change { figure: figure.clone(), old: Some(value.clone()), new: None });
        }
    }
    changes.extend(changed_words(&old.words, &new.words));
    changes
}

/// Lines of words that only one text has, beside each other in the order in which they stand.
fn changed_words(old: &[String], new: &[String]) -> Vec<Change> {
    let only_in = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|line| !those.contains(line)).cloned().collect()
    };
    let mut gone = only_in(old, new).into_iter();
    let mut come = only_in(new, old).into_iter();
    std::iter::from_fn(|| match (gone.next(), come.next()) {
        (None, None) => None,
        (old, new) => Some(Change { figure: WORDS.to_owned(), old, new }),
    })
    .collect()
}

/// A text's figures.
#[derive(Debug, Default)]
struct Figures {
    /// Name and value, in the order of the text. Names are unique.
    named: Vec<(String, String)>,
    index: BTreeMap<String, usize>,
    words: Vec<String>,
}

impl Figures {
    fn read(text: &str) -> Figures {
        let mut figures = Figures::default();
        let lines: Vec<&str> = text.lines().collect();
        let mut columns: Option<Columns> = None;
        for (index, line) in lines.iter().enumerate() {
            let next_is_rule = lines.get(index + 1).is_some_and(|next| is_rule(next));
            if line.trim().is_empty() {
                columns = None;
            } else if next_is_rule && columns.is_none() {
                // A header: it is read together with its rule.
            } else if is_rule(line) && index > 0 {
                columns = Some(Columns::read(lines[index - 1], line));
            } else if let Some(columns) = &columns {
                figures.add_row(columns, line);
            } else {
                figures.add_line(line);
            }
        }
        figures
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.index.get(name).map(|index| self.named[*index].1.as_str())
    }

    /// The values of a row; its name is made of the labels that it begins with.
    fn add_row(&mut self, columns: &Columns, line: &str) {
        let cells = columns.cells(line);
        let [_, .., _] = cells[..] else {
            return self.words.push(line.trim().to_owned());
        };
        let is_label = |(index, cell): &(usize, &String)| columns.is_label(*index).unwrap_or(!looks_like_number(cell));
        let labels = cells.iter().enumerate().take_while(is_label).count().clamp(1, cells.len() - 1);
        let label = cells[..labels].join(" / ");
        for (header, cell) in columns.headers.iter().zip(&cells).skip(labels) {
            let name = if cells.len() == labels + 1 { label.clone() } else { format!("{label}: {header}") };
            self.add(name, cell.clone());
        }
    }

    /// `label    value`, or words.
    fn add_line(&mut self, line: &str) {
        match line.trim().split_once("  ") {
            Some((label, value)) => self.add(label.to_owned(), value.trim().to_owned()),
            None => self.words.push(line.trim().to_owned()),
        }
    }

    fn add(&mut self, name: String, value: String) {
        let mut unique = name.clone();
        let mut number = 1;
        while self.index.contains_key(&unique) {
            number += 1;
            unique = format!("{name} ({number})");
        }
        self.index.insert(unique.clone(), self.named.len());
        self.named.push((unique, value));
    }
}

/// Where a table's columns are, in characters, and what stands above them.
#[derive(Debug)]
struct Columns {
    ranges: Vec<(usize, usize)>,
    headers: Vec<String>,
    /// Whether each header begins where its column does.
    lefts: Vec<bool>,
}

impl Columns {
    fn read(header: &str, rule: &str) -> Columns {
        let mut ranges = Vec::new();
        let mut begin = None;
        for (place, character) in rule.chars().chain([' ']).enumerate() {
            match (character, begin) {
                ('─', None) => begin = Some(place),
                ('─', Some(_)) | (_, None) => {}
                (_, Some(from)) => {
                    ranges.push((from, place));
                    begin = None;
                }
            }
        }
        let headers = cut(header, &ranges);
        let lefts =
            ranges.iter().map(|(from, _)| header.chars().nth(*from).is_some_and(|first| first != ' ')).collect();
        Columns { ranges, headers, lefts }
    }

    /// Whether a column holds labels, which line up on the left, or values, which line up on the right. Its header does
    /// not say so where it is as wide as the column.
    fn is_label(&self, index: usize) -> Option<bool> {
        let (from, to) = *self.ranges.get(index)?;
        let is_filled = self.headers[index].chars().count() == to - from;
        if is_filled { None } else { Some(self.lefts[index]) }
    }

    fn cells(&self, line: &str) -> Vec<String> {
        cut(line, &self.ranges)
    }
}

/// A line's cells. The last one has what is left of the line.
fn cut(line: &str, ranges: &[(usize, usize)]) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let last = ranges.len().saturating_sub(1);
    let cell = |(index, (from, to)): (usize, &(usize, usize))| {
        let to = if index == last { characters.len() } else { (*to).min(characters.len()) };
        characters.get(*from..to).unwrap_or_default().iter().collect::<String>().trim().to_owned()
    };
    ranges.iter().enumerate().map(cell).collect()
}

fn is_rule(line: &str) -> bool {
    line.contains('─') && line.chars().all(|character| matches!(character, '─' | ' '))
}

/// Whether a cell is a value and no label: a number, numbers joined by slashes, or the sign for none.
fn looks_like_number(cell: &str) -> bool {
    let is_numeric = |character: char| character.is_ascii_digit() || matches!(character, '.' | '/' | '-' | '–' | '%');
    !cell.is_empty() && cell.chars().all(is_numeric)
}

/// The lines of a text that another text does not have.
pub fn new_lines<'a>(old: &str, new: &'a str) -> BTreeSet<&'a str> {
    let before: BTreeSet<&str> = old.lines().collect();
    new.lines().filter(|line| !line.trim().is_empty() && !before.contains(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &[&str]) {
        let shown = |side: &Option<String>| side.clone().unwrap_or_else(|| "nothing".to_owned());
        let said: Vec<String> = changes(old, new)
            .iter()
            .map(|change| format!("{} | {} → {}", change.figure, shown(&change.old), shown(&change.new)))
            .collect();
        assert_eq!(said, expected);
    }

    const CELL: &str = "\
scenario    a node is lost — capacity 700 → 525; 600 rounds
setting     both: throttle above 1.2 × known rate

By flow

requests       event    tracking
────────  ──────────  ──────────
offered        58331      250002
age p50            1           –

Whole run

count         value
───────  ──────────
max age           1
";

    #[test]
    fn equal_texts_have_no_change() {
        check(CELL, CELL, &[]);
    }

    #[test]
    fn a_figure_is_named_by_its_row_and_its_column() {
        let new = CELL.replace("250002", "250003").replace("           –", "           2");
        check(CELL, &new, &["offered: tracking | 250002 → 250003", "age p50: tracking | – → 2"]);
    }

    #[test]
    fn the_only_value_of_a_row_needs_no_column() {
        check(CELL, &CELL.replace("max age           1", "max age          23"), &["max age | 1 → 23"]);
    }

    #[test]
    fn a_figure_is_found_again_below_a_new_row_and_in_a_wider_column() {
        let new = CELL
            .replace("offered ", "admitted       58331      250002\noffered ")
            .replace("count         value\n───────  ──────────\n", "count       value\n───────  ────────\n")
            .replace("max age           1", "max age         1");
        check(CELL, &new, &["admitted: event | nothing → 58331", "admitted: tracking | nothing → 250002"]);
        check(&new, CELL, &["admitted: event | 58331 → nothing", "admitted: tracking | 250002 → nothing"]);
    }

    #[test]
    fn labels_and_words_change_too() {
        check(
            CELL,
            &CELL.replace("700 → 525", "700 → 520").replace("Whole run", "All rounds"),
            &[
                "scenario | a node is lost — capacity 700 → 525; 600 rounds → a node is lost — capacity 700 → 520; 600 rounds",
                "words | Whole run → All rounds",
            ],
        );
    }

    #[test]
    fn a_row_may_have_several_labels_and_empty_cells() {
        let old = "setting  flow   offered  lost at\n───────  ─────  ───────  ───────\nboth     event        1\nboth     batch        1        2\n";
        let new = "setting  flow   offered  lost at\n───────  ─────  ───────  ───────\nboth     event        1        3\nboth     batch        4        2\n";
        check(old, new, &["both / event: lost at |  → 3", "both / batch: offered | 1 → 4"]);
    }

    #[test]
    fn rows_of_one_name_are_kept_apart() {
        let old = "a  n\n─  ─\nx  1\nx  2\n";
        check(old, "a  n\n─  ─\nx  1\nx  3\n", &["x (2) | 2 → 3"]);
    }

    #[test]
    fn new_lines_are_those_that_were_not_there() {
        assert_eq!(new_lines("a\nb\n", "b\nc\n\n").into_iter().collect::<Vec<_>>(), ["c"]);
    }
}
