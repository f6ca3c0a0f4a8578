//! Tables as plain text: for a terminal, and for snapshots.
//!
//! The title, an empty line, the header, a rule, a line for each row, and the notes. Columns are two spaces apart, no
//! line ends in a space, and widths are display widths, so that Turkish letters line up.

use std::fmt::Write as _;

use tabled::settings::Padding;
use tabled::settings::style::Style;

use crate::grid::{Grid, on_one_line};
use crate::table::Table;

/// The tables as text, an empty line between two of them.
pub fn render(tables: &[Table]) -> String {
    let parts: Vec<String> = tables.iter().map(render_one).collect();
    parts.join("\n")
}

fn render_one(table: &Table) -> String {
    let mut grid = Grid::new(table, on_one_line);
    grid.insert_rule(|width, _| "─".repeat(width));

    let mut text = format!("{}\n\n", on_one_line(&table.title));
    text.push_str(&grid.draw(Style::empty(), Padding::new(0, 2, 0, 0)));
    if !table.notes.is_empty() {
        text.push('\n');
    }
    for note in &table.notes {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", on_one_line(note));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio::Ratio;
    use crate::table::tests::awkward;
    use crate::table::{Column, Value};

    #[test]
    fn awkward_cells_line_up() {
        let expected = "\
Kısıtlama | ölçüm

ayar              karşılanan    değişim      kaybolan
────────────────  ──────────  ─────────  ────────────
yük boşaltma           58331     -22.78   0/15630/300
a|b İkinci satır           7       0.13             –
\"hiçbiri\", ışık            –          –

Sayılar 600 turluktur.
";
        assert_eq!(render(&[awkward()]), expected);
    }

    #[test]
    fn no_line_ends_in_a_space() {
        let mut table = awkward();
        table.columns.rotate_left(1);
        for row in &mut table.rows {
            row.rotate_left(1);
        }
        let text = render(&[table]);
        assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
    }

    #[test]
    fn a_wider_number_changes_its_own_line_only() {
        let with_count = |count| {
            let mut table = Table::new("t", "t", vec![Column::number("n", "n", 8)]);
            table.push(vec![Value::Count(1)]);
            table.push(vec![Value::Count(count)]);
            render(&[table])
        };
        let (old, new) = (with_count(9_999), with_count(10_000_000));
        let changed = old.lines().zip(new.lines()).filter(|(a, b)| a != b).count();
        assert_eq!(changed, 1);
    }

    #[test]
    fn tables_are_an_empty_line_apart() {
        let mut table = Table::new("t", "Başlık", vec![Column::number("share", "pay", 0)]);
        table.push(vec![Value::number(Ratio::of(1, 3), 4)]);
        let expected = "Başlık\n\n   pay\n──────\n0.3333\n";
        assert_eq!(render(&[table.clone(), table]), format!("{expected}\n{expected}"));
    }

    #[test]
    fn a_table_without_columns_or_rows_is_its_title() {
        let empty = Table::new("t", "Başlık", vec![]);
        assert_eq!(render(&[empty]), "Başlık\n\n");
        let no_rows = Table::new("t", "Başlık", vec![Column::text("a", "ayar", 6)]);
        assert_eq!(render(&[no_rows]), "Başlık\n\nayar\n──────\n");
    }
}
