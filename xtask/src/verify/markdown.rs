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
    use super::{grouped, table};

    #[test]
    fn a_table_is_markdown() {
        let rows = [vec!["a".to_owned(), "1".to_owned()]];
        assert_eq!(table(&["name", "count"], 1, &rows), "| name | count |\n| --- | ---: |\n| a | 1 |\n");
    }

    #[test]
    fn thousands_stand_apart() {
        let shown: Vec<String> = [0, 12, 999, 1_000, 1_234_567].map(grouped).to_vec();
        assert_eq!(shown, ["0", "12", "999", "1,000", "1,234,567"]);
    }
}
