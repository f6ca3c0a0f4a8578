//! Tables as Markdown with tables (GitHub's).
//!
//! The title is a bold line and no heading, so that a table fits at any depth of a document. Numbers carry the `---:`
//! that lines them up on the right, and what Markdown would take for its own is escaped.

use std::fmt::Write as _;

use tabled::settings::Padding;
use tabled::settings::style::Style;

use crate::grid::{Grid, on_one_line};
use crate::table::{Align, Table};

/// The tables as Markdown, an empty line between two of them.
pub fn render(tables: &[Table]) -> String {
    let parts: Vec<String> = tables.iter().map(render_one).collect();
    parts.join("\n")
}

fn render_one(table: &Table) -> String {
    let mut text = format!("**{}**\n\n", escape(&on_one_line(&table.title)));
    text.push_str(&rows(table));
    for note in &table.notes {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}", escape(&on_one_line(note)));
    }
    text
}

/// A table's header, rule and rows, without its title and notes: for a text that says both itself.
pub fn rows(table: &Table) -> String {
    let mut grid = Grid::new(table, escape_cell);
    grid.insert_rule(rule);
    // tabled's own rule has no `:`, so ours stands in for it as a row.
    let style = Style::markdown().remove_horizontals();
    grid.draw(style, Padding::new(1, 1, 0, 0))
}

/// The line below a header cell: three dashes at the least, as some readers of Markdown want.
fn rule(width: usize, align: Align) -> String {
    match align {
        Align::Left => "-".repeat(width.max(3)),
        Align::Right => format!("{}:", "-".repeat(width.max(4) - 1)),
    }
}

/// A cell is one line of Markdown: its line breaks are written out.
fn escape_cell(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| escape(&on_one_line(line))).collect();
    lines.join("<br>")
}

/// Takes their meaning from the characters that would end a cell or begin emphasis, code, a link or HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '|' | '*' | '`' | '[' | '<') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::awkward;
    use crate::table::{Column, Value};

    #[test]
    fn awkward_cells_stay_in_their_cells() {
        let expected = "\
**Kısıtlama \\| ölçüm**

| ayar                 | karşılanan |   değişim |     kaybolan |
| -------------------- | ---------: | --------: | -----------: |
| yük boşaltma         |      58331 |    -22.78 |  0/15630/300 |
| a\\|b<br>İkinci satır |          7 |      0.13 |            – |
| \"hiçbiri\", ışık      |          – |         – |              |

Sayılar 600 turluktur.
";
        assert_eq!(render(&[awkward()]), expected);
    }

    #[test]
    fn narrow_columns_have_a_whole_rule() {
        let mut table = Table::new("t", "t", vec![Column::text("a", "a", 0), Column::number("n", "n", 0)]);
        table.push(vec![Value::text("x"), Value::Count(1)]);
        let expected = "**t**\n\n| a   |    n |\n| --- | ---: |\n| x   |    1 |\n";
        assert_eq!(render(&[table]), expected);
    }

    #[test]
    fn markup_in_a_text_is_text() {
        assert_eq!(escape(r"a\|b"), r"a\\\|b");
        assert_eq!(escape("*<b>* `x` [y](z)"), r"\*\<b>\* \`x\` \[y](z)");
        assert_eq!(escape("max_age × 2"), "max_age × 2");
    }
}
