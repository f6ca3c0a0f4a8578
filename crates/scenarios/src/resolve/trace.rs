//! A column of counts in a CSV file: arrivals that were seen in reality.

use std::path::Path;

use arrivals::{Decimal, DecimalError};
use csv::{ReaderBuilder, StringRecord};

use super::check::Check;
use super::{counted, what_there_is};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::names;
use crate::read::{TRACE, read_text};
use crate::source::Span;

/// The counts of a column, one for each row below the header. `asked` is the place of the file's name, and `column`
/// the name of the column with its place.
pub(super) fn counts(path: &Path, asked: &Span, column: (&str, &Span), check: &mut Check<'_>) -> Option<Vec<u64>> {
    let text = read_text(path, TRACE, Some(asked), check.diagnostics)?;
    let start = check.diagnostics.sources.add(path, &text);
    let mut reader = ReaderBuilder::new().flexible(true).has_headers(false).from_reader(text.as_bytes());
    let mut header: Option<(usize, usize)> = None;
    let mut counts = Vec::new();
    let mut record = StringRecord::new();
    let mut complaints = 0;
    loop {
        let begins = start + reader.position().byte() as usize;
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                check.error(Diagnostic::error(
                    &(begins..begins + 1),
                    format!("this is not comma-separated text: {error}"),
                ));
                return None;
            }
        }
        let row = Row { text: &text, start, begins, record: &record };
        match header {
            None => header = Some((row.find_column(column, asked, check)?, record.len())),
            Some((index, width)) => match row.count(index, width, check) {
                Some(count) => counts.push(count),
                None => complaints += 1,
            },
        }
        if complaints == MOST_COMPLAINTS {
            break;
        }
    }
    if counts.len() > limits::ROUNDS as usize {
        check.error(
            Diagnostic::error(asked, format!("the trace has more than {} rows", limits::ROUNDS))
                .help("a row is a round: add rows up, and let a round stand for more seconds"),
        );
        return None;
    }
    if counts.is_empty() && complaints == 0 {
        let message = if header.is_none() { "the trace is empty" } else { "the trace has no rows below its header" };
        check.error(Diagnostic::error(asked, message).help("a row is a round, with what arrived in it"));
    }
    (complaints == 0 && !counts.is_empty()).then_some(counts)
}

/// Bad rows of one trace that are reported.
const MOST_COMPLAINTS: usize = 10;

/// One line of a trace, with where it stands.
struct Row<'a> {
    text: &'a str,
    start: usize,
    /// Where the reader stood before it: blank lines before the row are still to be passed.
    begins: usize,
    record: &'a StringRecord,
}

impl Row<'_> {
    /// Where the named column is.
    fn find_column(&self, column: (&str, &Span), asked: &Span, check: &mut Check<'_>) -> Option<usize> {
        let (name, span) = column;
        let found = self.record.iter().position(|header| header.trim() == name);
        if found.is_none() {
            if self.record.iter().all(|header| Decimal::parse(header.trim()).is_ok()) {
                check.error(
                    Diagnostic::error(&self.place(0), "the trace has no header")
                        .label("its first line is all numbers")
                        .context(asked, "asked for here")
                        .help("name the columns in the first line, as in `minute,count`"),
                );
            } else {
                let known: Vec<&str> = self.record.iter().map(str::trim).collect();
                let help = match names::nearest(name, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => what_there_is(&known),
                };
                check.error(
                    Diagnostic::error(span, format!("there is no column `{name}`"))
                        .context(&self.whole(), "the header of the trace")
                        .help(help),
                );
            }
        }
        found
    }

    /// The count in a column.
    fn count(&self, index: usize, width: usize, check: &mut Check<'_>) -> Option<u64> {
        if self.record.len() != width {
            check.error(
                Diagnostic::error(&self.whole(), "this row does not have as many cells as the header")
                    .label(format!("{} instead of {width}", counted(self.record.len(), "cell"))),
            );
            return None;
        }
        let cell = self.record.get(index).unwrap_or_default().trim();
        let (complaint, help) = match Decimal::parse(cell) {
            Ok(decimal) => match decimal.to_whole() {
                Some(count) if count <= limits::WHOLE => return Some(count),
                Some(_) => ("a count is too large", "choose a coarser unit, or shorter rounds"),
                None => ("a count must be a whole number", "count in a finer unit, or round all of the column"),
            },
            Err(_) if cell.is_empty() => {
                ("a count is missing", "write 0 where nothing arrived, and mend the gap where it is not known")
            }
            Err(DecimalError::Negative) => {
                ("a count must not be negative", "every row is a round, with what arrived in it")
            }
            Err(DecimalError::TooLarge) => ("a count is too large", "choose a coarser unit, or shorter rounds"),
            Err(DecimalError::TooManyDecimalPlaces) => {
                ("a count must be a whole number", "count in a finer unit, or round all of the column")
            }
            Err(DecimalError::NotANumber) => ("this is not a count", "every row is a round, with what arrived in it"),
        };
        check.error(Diagnostic::error(&self.place(index), complaint).help(help));
        None
    }

    /// The place of the whole row, or of its first line.
    fn whole(&self) -> Span {
        let (skipped, line) = self.line();
        let begins = self.begins + skipped;
        begins..begins + line.len()
    }

    /// The row's first line, after so many bytes of blank lines.
    fn line(&self) -> (usize, &str) {
        let local = self.begins - self.start;
        let rest = &self.text[local.min(self.text.len())..];
        let skipped = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        (skipped, rest[skipped..].lines().next().unwrap_or_default())
    }

    /// The place of a cell, found by counting commas outside quotes.
    fn place(&self, index: usize) -> Span {
        let (skipped, line) = self.line();
        let mut quoted = false;
        let mut commas = 0;
        let mut from = 0;
        let mut to = line.len();
        for (offset, byte) in line.bytes().enumerate() {
            match byte {
                b'"' => quoted = !quoted,
                b',' if !quoted && commas == index => {
                    to = offset;
                    break;
                }
                b',' if !quoted => {
                    commas += 1;
                    from = offset + 1;
                }
                _ => {}
            }
        }
        let begins = self.begins + skipped;
        begins + from.min(to)..begins + to
    }
}
