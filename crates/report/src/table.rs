//! A table for one language, before it takes a form. The renderers ([`crate::text`] and its neighbours) only read it.

use std::fmt;

use crate::ratio::Ratio;

/// A titled grid of values with notes below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Identifies the table in files, CSV and JSON; kebab case, the same in every language.
    pub name: String,
    /// The line above the table.
    pub title: String,
    /// What each column is, from left to right. Keys are unique within a table.
    pub columns: Vec<Column>,
    /// The rows, each with a value for every column.
    pub rows: Vec<Vec<Value>>,
    /// Lines below the table.
    pub notes: Vec<String>,
}

impl Table {
    /// A table without rows and notes yet.
    pub fn new(name: impl Into<String>, title: impl Into<String>, columns: Vec<Column>) -> Table {
        Table { name: name.into(), title: title.into(), columns, rows: Vec::new(), notes: Vec::new() }
    }

    /// Adds a row: a value for every column.
    ///
    /// # Panics
    ///
    /// In debug builds, where the row is shorter or longer than that. In release builds the rest of a shorter row is
    /// missing, and what is beyond the last column is not shown.
    pub fn push(&mut self, row: Vec<Value>) {
        debug_assert_eq!(row.len(), self.columns.len(), "table {}", self.name);
        self.rows.push(row);
    }

    /// The values of a row, one for every column, each with its column.
    pub(crate) fn cells<'a>(&'a self, row: &'a [Value]) -> impl Iterator<Item = (&'a Column, &'a Value)> {
        let values = row.iter().chain(std::iter::repeat(&Value::Missing));
        self.columns.iter().zip(values)
    }
}

/// A column's header and shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Names the column in CSV and JSON; the same in every language.
    pub key: String,
    /// The column's name for people.
    pub header: String,
    /// The side on which its values line up.
    pub align: Align,
    /// The least display width in text and Markdown. With room for the numbers to come, one that grows by a digit
    /// changes its own line only, and not every line of a snapshot.
    pub width: usize,
}

impl Column {
    /// A column of texts, lined up on the left.
    pub fn text(key: impl Into<String>, header: impl Into<String>, width: usize) -> Column {
        Column { key: key.into(), header: header.into(), align: Align::Left, width }
    }

    /// A column of numbers, lined up on the right.
    pub fn number(key: impl Into<String>, header: impl Into<String>, width: usize) -> Column {
        Column { align: Align::Right, ..Column::text(key, header, width) }
    }
}

/// The side on which a column's values line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Texts.
    Left,
    /// Numbers.
    Right,
}

/// A cell of a table. `Display` is what people read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text, taken as it is: what is special to a form is escaped there.
    Text(String),
    /// A whole number.
    Count(u64),
    /// An exact number, rounded when it is shown.
    Number {
        /// The exact value.
        exact: Ratio,
        /// Decimal places to show.
        places: u8,
    },
    /// Counts that belong together, as in `0/15630/300`: one for each stage of a chain.
    Joined(Vec<u64>),
    /// There is no such value here; shown as `–`.
    Missing,
}

impl Value {
    /// What stands for a missing value, for people.
    pub const MISSING: &'static str = "–";

    /// A text.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// A number with so many places; missing where there is none, as after a division by zero.
    pub fn number(exact: Option<Ratio>, places: u8) -> Value {
        match exact {
            Some(exact) => Value::Number { exact, places },
            None => Value::Missing,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Count(count) => write!(f, "{count}"),
            Value::Number { exact, places } => write!(f, "{}", exact.rounded(*places)),
            Value::Joined(counts) => {
                let parts: Vec<String> = counts.iter().map(u64::to_string).collect();
                f.write_str(&parts.join("/"))
            }
            Value::Missing => f.write_str(Value::MISSING),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Everything that a form has to get right, in three rows.
    pub(crate) fn awkward() -> Table {
        let mut table = Table::new(
            "kısıt-ölçümü",
            "Kısıtlama | ölçüm",
            vec![
                Column::text("setting", "ayar", 12),
                Column::number("admitted", "karşılanan", 6),
                Column::number("change", "değişim", 9),
                Column::number("lost", "kaybolan", 12),
            ],
        );
        table.push(vec![
            Value::text("yük boşaltma"),
            Value::Count(58331),
            Value::number(Ratio::new(-2278, 100), 2),
            Value::Joined(vec![0, 15630, 300]),
        ]);
        table.push(vec![
            Value::text("a|b\nİkinci satır"),
            Value::Count(7),
            Value::number(Ratio::new(1, 8), 2),
            Value::Missing,
        ]);
        table.push(vec![
            Value::text("\"hiçbiri\", ışık"),
            Value::Missing,
            Value::number(Ratio::new(1, 0), 2),
            Value::Joined(vec![]),
        ]);
        table.notes.push("Sayılar 600 turluktur.".to_owned());
        table
    }

    #[test]
    fn values_are_shown_for_people() {
        assert_eq!(Value::text("ışık").to_string(), "ışık");
        assert_eq!(Value::Count(58331).to_string(), "58331");
        assert_eq!(Value::number(Ratio::new(-2278, 100), 2).to_string(), "-22.78");
        assert_eq!(Value::Joined(vec![0, 15630, 300]).to_string(), "0/15630/300");
        assert_eq!(Value::number(None, 2), Value::Missing);
        assert_eq!(Value::Missing.to_string(), "–");
    }

    #[test]
    fn a_short_row_is_filled_up() {
        let table = awkward();
        let row = [Value::Count(1)];
        let shown: Vec<String> = table.cells(&row).map(|(_, v)| v.to_string()).collect();
        assert_eq!(shown, ["1", "–", "–", "–"]);
    }
}
