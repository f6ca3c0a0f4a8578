//! From a TOML file to cells, and from a cell to its outcome.

mod diagnostic;
mod limits;
mod names;
pub mod outcome;
mod read;
mod resolve;
mod run;
mod source;
pub mod study;
mod wire;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use resolve::Resolved;
pub use run::{Cell, Violation, Way, other_arithmetic};
pub use source::{SourceMap, Span};

use std::path::Path;

/// Reads and checks a file.
pub fn load(path: &Path) -> (Option<Resolved>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let resolved = read::read(path, &mut diagnostics).and_then(|read| resolve::resolve(path, read, &mut diagnostics));
    (resolved, diagnostics)
}
