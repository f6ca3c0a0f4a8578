//! The books of a run: what came in must have gone somewhere.

use std::fmt;

/// Counts of a run that do not add up: a fault of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which cell, as `file/scenario/setting`.
    pub cell: String,
    /// Which books, and by how much.
    pub what: String,
}

impl Violation {
    pub(super) fn in_cell(self, file: &str, scenario: &str, setting: &str) -> Violation {
        Violation { cell: format!("{file}/{scenario}/{setting}"), ..self }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the books of {} do not add up: {}", self.cell, self.what)
    }
}

impl std::error::Error for Violation {}

/// Holds a count against the sum that it must be.
pub(super) fn balance(what: impl fmt::Display, count: u128, parts: u128) -> Result<(), Violation> {
    if count == parts { Ok(()) } else { violated(format!("{what}: {count} is not {parts}")) }
}

/// Holds a count against what it must not exceed. The words are only put together where it does.
#[inline]
pub(super) fn at_most(what: &'static str, round: u32, count: u64, most: u64) -> Result<(), Violation> {
    if count <= most { Ok(()) } else { violated(format!("{what} in round {round}: {count} is more than {most}")) }
}

#[cold]
fn violated(what: String) -> Result<(), Violation> {
    Err(Violation { cell: String::new(), what })
}
