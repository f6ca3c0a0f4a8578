//! The forms that tables take, by the names they have on the command line.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use crate::table::Table;
use crate::{csv, json, markdown, text};

/// A form of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Plain text, `table`.
    #[default]
    Table,
    /// Markdown, `markdown`.
    Markdown,
    /// CSV, a line for each value, `csv`.
    Csv,
    /// JSON, `json`.
    Json,
}

impl Format {
    /// Every form, in the order in which help texts list them.
    pub const ALL: [Format; 4] = [Format::Table, Format::Markdown, Format::Csv, Format::Json];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Markdown => "markdown",
            Format::Csv => "csv",
            Format::Json => "json",
        }
    }

    /// Writes the tables in this form.
    ///
    /// # Errors
    ///
    /// Where the writer fails.
    pub fn write(self, tables: &[Table], mut out: impl Write) -> io::Result<()> {
        match self {
            Format::Table => out.write_all(text::render(tables).as_bytes()),
            Format::Markdown => out.write_all(markdown::render(tables).as_bytes()),
            Format::Csv => csv::write(tables, out),
            Format::Json => json::write(tables, out),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// A name that no form has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Format::ALL.map(Format::name).join(", ");
        write!(f, "unknown format `{}`: use one of {names}", self.0)
    }
}

impl std::error::Error for UnknownFormat {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::awkward;

    #[test]
    fn names_are_read_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        let error = "xml".parse::<Format>().expect_err("an unknown form");
        assert_eq!(error.to_string(), "unknown format `xml`: use one of table, markdown, csv, json");
    }

    #[test]
    fn every_form_begins_as_it_should() {
        let beginnings = ["Kısıtlama |", "**Kısıtlama \\|", "table,row,", "[\n  {"];
        for (format, beginning) in Format::ALL.into_iter().zip(beginnings) {
            let mut out = Vec::new();
            format.write(&[awkward()], &mut out).expect("a vector takes everything");
            let text = String::from_utf8(out).expect("UTF-8");
            assert!(text.starts_with(beginning), "{format}: {text}");
            assert!(text.ends_with('\n'), "{format}: {text}");
        }
    }
}
