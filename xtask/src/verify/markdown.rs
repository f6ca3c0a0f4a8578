//! Markdown, as far as the page needs it.

use std::fmt::Display;

/// A table whose columns after the first `texts` line up on the right.
pub fn table(headers: &[&str], texts: usize, rows: &[Vec<String>]) -> String {
    let rules = (0..headers.len()).map(|place| if place < texts { "---" } else { "---:" });
    let mut lines = vec![line(headers), line(&rules.collect::<Vec<_>>())];
    lines.extend(rows.iter().map(|row| line(row)));
    lines.concat()
}

fn line<T: Display>(cells: &[T]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!(" {cell} |")).collect();
    format!("|{}\n", cells.concat())
}

/// Columns of a line, for people who read the source of a page.
const WIDTH: usize = 120;

/// The same text with long lines broken between words. Rows of tables stay whole.
pub fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with('|') || line.starts_with('#') {
            lines.push(line.to_owned());
            continue;
        }
        let indent = if line.starts_with("- ") { "  " } else { "" };
        let mut current = String::new();
        for word in line.split(' ') {
            if !current.trim().is_empty() && current.chars().count() + 1 + word.chars().count() > WIDTH {
                lines.push(std::mem::replace(&mut current, indent.to_owned()));
                current.push_str(word);
            } else {
                if !current.is_empty() {
                    current.push(' ');
                }
                current.push_str(word);
            }
        }
        lines.push(current);
    }
    lines.join("\n")
}

/// A count with its thousands apart.
pub fn grouped(count: u128) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::{grouped, table, wrapped};

    #[test]
    fn a_table_is_markdown() {
        let rows = [vec!["a".to_owned(), "1".to_owned()]];
        assert_eq!(table(&["name", "count"], 1, &rows), "| name | count |\n| --- | ---: |\n| a | 1 |\n");
    }

    #[test]
    fn long_lines_are_broken_and_rows_are_not() {
        let words = ["word"; 40].join(" ");
        let item = wrapped(&format!("- {words}"));
        let lines: Vec<&str> = item.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].len() <= 120 && lines[1].starts_with("  word"), "{lines:?}");
        assert_eq!(lines.concat().matches("word").count(), 40);
        let row = format!("| {words} |");
        assert_eq!(wrapped(&row), row);
    }

    #[test]
    fn thousands_stand_apart() {
        let shown: Vec<String> = [0, 12, 999, 1_000, 1_234_567].map(grouped).to_vec();
        assert_eq!(shown, ["0", "12", "999", "1,000", "1,234,567"]);
    }
}
