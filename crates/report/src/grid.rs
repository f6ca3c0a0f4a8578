//! What text and Markdown share: cells as strings, column widths, and tabled behind one call.

use tabled::builder::Builder;
use tabled::grid::config::ColoredConfig;
use tabled::grid::dimension::CompleteDimension;
use tabled::grid::records::vec_records::{Text, VecRecords};
use tabled::grid::util::string::get_string_width;
use tabled::settings::object::Columns;
use tabled::settings::{Alignment, Padding, TableOption};

use crate::table::{Align, Table};

/// A table's cells as strings, the header first.
pub(crate) struct Grid {
    rows: Vec<Vec<String>>,
    widths: Vec<usize>,
    aligns: Vec<Align>,
}

impl Grid {
    /// Every cell as a form shows it, and the header wide enough for its column's least width.
    pub(crate) fn new(table: &Table, show: impl Fn(&str) -> String) -> Grid {
        let header: Vec<String> =
            table.columns.iter().map(|column| pad(&show(&column.header), column.width, column.align)).collect();
        let values = table.rows.iter().map(|row| table.cells(row).map(|(_, value)| show(&value.to_string())).collect());
        let rows: Vec<Vec<String>> = std::iter::once(header).chain(values).collect();
        let widths = (0..table.columns.len()).map(|index| widest(&rows, index)).collect();
        Grid { rows, widths, aligns: table.columns.iter().map(|column| column.align).collect() }
    }

    /// Puts a line below the header, made for each column from its width and side.
    pub(crate) fn insert_rule(&mut self, rule: impl Fn(usize, Align) -> String) {
        let line = self.widths.iter().zip(&self.aligns).map(|(&width, &align)| rule(width, align)).collect();
        self.rows.insert(1, line);
    }

    /// The lines of the grid, each ended; nothing where there is no column.
    pub(crate) fn draw<S>(self, style: S, padding: Padding) -> String
    where
        S: TableOption<VecRecords<Text<String>>, ColoredConfig, CompleteDimension>,
    {
        if self.aligns.is_empty() {
            return String::new();
        }
        let mut drawing = Builder::from(self.rows).build();
        drawing.with(style).with(padding);
        for (index, align) in self.aligns.iter().enumerate() {
            let side = match align {
                Align::Left => Alignment::left(),
                Align::Right => Alignment::right(),
            };
            drawing.modify(Columns::one(index), side);
        }
        let mut lines = String::new();
        for line in drawing.to_string().lines() {
            lines.push_str(line.trim_end());
            lines.push('\n');
        }
        lines
    }
}

/// One line: every run of white space, line breaks among them, becomes one space, so that a row stays a line.
pub(crate) fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

fn widest(rows: &[Vec<String>], index: usize) -> usize {
    rows.iter().map(|row| get_string_width(&row[index])).max().unwrap_or(0)
}

/// Columns of a terminal that a text takes.
pub(crate) fn display_width(text: &str) -> usize {
    get_string_width(text)
}

/// Pads by display width; `format!` would count characters.
pub(crate) fn pad(text: &str, width: usize, align: Align) -> String {
    let space = " ".repeat(width.saturating_sub(get_string_width(text)));
    match align {
        Align::Left => format!("{text}{space}"),
        Align::Right => format!("{space}{text}"),
    }
}
