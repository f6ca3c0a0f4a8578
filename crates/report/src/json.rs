//! Tables as JSON: an array of tables, each with its columns and rows.
//!
//! ```json
//! [{"name": "…", "title": "…", "columns": [{"key": "admitted", "header": "admitted"}],
//!   "rows": [{"admitted": 58331}], "notes": []}]
//! ```
//!
//! Keys come in the order of the columns. A number is printed from the digits that the other forms show, so 0.9348 is
//! 0.9348 and no double comes between; counts are whole numbers, joined counts an array, a missing value `null`.

use std::io::{self, Write};

use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::table::{Column, Table, Value};

/// Writes the tables, indented, with a line break at the end.
///
/// # Errors
///
/// Where the writer fails.
pub fn write(tables: &[Table], mut out: impl Write) -> io::Result<()> {
    let documents: Vec<Document<'_>> = tables.iter().map(Document::new).collect();
    serde_json::to_writer_pretty(&mut out, &documents)?;
    writeln!(out)
}

#[derive(Serialize)]
struct Document<'a> {
    name: &'a str,
    title: &'a str,
    columns: Vec<Header<'a>>,
    rows: Vec<Row<'a>>,
    notes: &'a [String],
}

impl<'a> Document<'a> {
    fn new(table: &'a Table) -> Document<'a> {
        Document {
            name: &table.name,
            title: &table.title,
            columns: table.columns.iter().map(Header::new).collect(),
            rows: table.rows.iter().map(|row| Row { table, row }).collect(),
            notes: &table.notes,
        }
    }
}

#[derive(Serialize)]
struct Header<'a> {
    key: &'a str,
    header: &'a str,
}

impl<'a> Header<'a> {
    fn new(column: &'a Column) -> Header<'a> {
        Header { key: &column.key, header: &column.header }
    }
}

struct Row<'a> {
    table: &'a Table,
    row: &'a [Value],
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.table.columns.len()))?;
        for (column, value) in self.table.cells(self.row) {
            map.serialize_entry(&column.key, &Cell(value))?;
        }
        map.end()
    }
}

struct Cell<'a>(&'a Value);

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Text(text) => serializer.serialize_str(text),
            Value::Count(count) => serializer.serialize_u64(*count),
            Value::Number { exact, places } => {
                let digits = exact.rounded(*places).to_string();
                RawValue::from_string(digits).map_err(S::Error::custom)?.serialize(serializer)
            }
            Value::Joined(counts) => counts.serialize(serializer),
            Value::Missing => serializer.serialize_unit(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio::Ratio;
    use crate::table::tests::awkward;

    fn rendered(tables: &[Table]) -> String {
        let mut out = Vec::new();
        write(tables, &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn awkward_values_keep_their_types() {
        let text = rendered(&[awkward()]);
        let parsed: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let expected = serde_json::json!([{
            "name": "kısıt-ölçümü",
            "title": "Kısıtlama | ölçüm",
            "columns": [
                {"key": "setting", "header": "ayar"},
                {"key": "admitted", "header": "karşılanan"},
                {"key": "change", "header": "değişim"},
                {"key": "lost", "header": "kaybolan"},
            ],
            "rows": [
                {"setting": "yük boşaltma", "admitted": 58331, "change": -22.78, "lost": [0, 15630, 300]},
                {"setting": "a|b\nİkinci satır", "admitted": 7, "change": 0.13, "lost": null},
                {"setting": "\"hiçbiri\", ışık", "admitted": null, "change": null, "lost": []},
            ],
            "notes": ["Sayılar 600 turluktur."],
        }]);
        assert_eq!(parsed, expected);
    }

    #[test]
    fn keys_come_in_the_order_of_the_columns() {
        let text = rendered(&[awkward()]);
        let places: Vec<Option<usize>> =
            ["\"name\"", "\"columns\"", "\"rows\"", "\"notes\""].iter().map(|key| text.find(key)).collect();
        assert!(places.is_sorted() && places.iter().all(Option::is_some));
        assert!(text.contains("\"change\": -22.78,\n        \"lost\": [\n"));
    }

    #[test]
    fn digits_are_those_of_the_other_forms() {
        let mut table = Table::new("t", "t", vec![Column::number("n", "n", 0)]);
        let exact = Ratio::new(12_345_678_901_234_567_890_123, 10_000);
        table.push(vec![Value::number(exact, 5)]);
        table.push(vec![Value::number(Ratio::new(1, 10), 4)]);
        let text = rendered(&[table]);
        assert!(text.contains("\"n\": 1234567890123456789.01230\n"), "{text}");
        assert!(text.contains("\"n\": 0.1000\n"), "{text}");
    }

    #[test]
    fn no_table_is_an_empty_array() {
        assert_eq!(rendered(&[]), "[]\n");
    }
}
