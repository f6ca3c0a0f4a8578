//! Tables as CSV in the long form: a header once, then a line for each value.
//!
//! Tables have different columns, and a CSV file has one header; so each line says `table,row,column,value`. The row
//! is its number within the table, from 1; the column is its key. A missing value is empty. Titles, headers and notes
//! are for people and stay out, so that the answer is the same in every language where the values are. One call makes
//! it wide again: in pandas, `data.pivot(index=["table", "row"], columns="column", values="value")`.

use std::io::{self, Write};

use crate::table::{Table, Value};

/// Writes the tables.
///
/// # Errors
///
/// Where the writer fails.
pub fn write(tables: &[Table], out: impl Write) -> io::Result<()> {
    write_records(tables, out).map_err(|error| match error.into_kind() {
        // Its kind matters: whoever prints tells a closed pipe from a full disk.
        ::csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    })
}

fn write_records(tables: &[Table], out: impl Write) -> Result<(), ::csv::Error> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["table", "row", "column", "value"])?;
    for table in tables {
        for (row, number) in table.rows.iter().zip(1_usize..) {
            for (column, value) in table.cells(row) {
                let shown = match value {
                    Value::Missing => String::new(),
                    present => present.to_string(),
                };
                writer.write_record([&table.name, &number.to_string(), &column.key, &shown])?;
            }
        }
    }
    writer.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::awkward;

    #[test]
    fn awkward_values_are_quoted() {
        let mut out = Vec::new();
        write(&[awkward()], &mut out).expect("a vector takes everything");
        let expected = "\
table,row,column,value
kısıt-ölçümü,1,setting,yük boşaltma
kısıt-ölçümü,1,admitted,58331
kısıt-ölçümü,1,change,-22.78
kısıt-ölçümü,1,lost,0/15630/300
kısıt-ölçümü,2,setting,\"a|b
İkinci satır\"
kısıt-ölçümü,2,admitted,7
kısıt-ölçümü,2,change,0.13
kısıt-ölçümü,2,lost,
kısıt-ölçümü,3,setting,\"\"\"hiçbiri\"\", ışık\"
kısıt-ölçümü,3,admitted,
kısıt-ölçümü,3,change,
kısıt-ölçümü,3,lost,
";
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
    }

    #[test]
    fn values_are_read_back() {
        let mut out = Vec::new();
        write(&[awkward(), awkward()], &mut out).expect("a vector takes everything");
        let mut reader = ::csv::Reader::from_reader(out.as_slice());
        let records: Vec<::csv::StringRecord> =
            reader.records().collect::<Result<_, _>>().expect("every line has four fields");
        assert_eq!(records.len(), 24);
        assert_eq!(&records[4][3], "a|b\nİkinci satır");
    }

    #[test]
    fn no_table_is_a_header() {
        let mut out = Vec::new();
        write(&[], &mut out).expect("a vector takes everything");
        assert_eq!(out, b"table,row,column,value\n");
    }

    #[test]
    fn a_failing_writer_keeps_its_reason() {
        struct ClosedPipe;
        impl Write for ClosedPipe {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let long = vec![awkward(); 1000];
        for tables in [&long[..1], &long] {
            let error = write(tables, ClosedPipe).expect_err("a closed pipe");
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        }
    }
}
