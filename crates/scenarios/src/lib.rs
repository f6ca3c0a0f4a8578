//! From a TOML file to cells, and from a cell to its outcome.

mod diagnostic;
pub mod format;
mod limits;
mod names;
pub mod outcome;
mod read;
pub mod record;
#[cfg(test)]
mod reference_page;
mod resolve;
mod run;
mod source;
pub mod study;
pub mod what_if;
mod wire;

pub use diagnostic::{Diagnostic, Diagnostics, Severity, Warning};
pub use names::nearest;
pub use resolve::Resolved;
pub use run::{Cell, Violation, Way, other_arithmetic};
pub use source::{SourceMap, Span};

use std::path::Path;

/// Reads and checks a file, and all that it extends.
///
/// What is wrong or doubtful is in the [`Diagnostics`]; where any of it is an error, nothing else comes out.
pub fn load(path: &Path) -> (Option<Resolved>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let resolved = read::read(path, &mut diagnostics).and_then(|read| resolve::resolve(path, read, &mut diagnostics));
    (resolved, diagnostics)
}

/// Reads and checks a text as [`load`] would if it stood in a file at `path`. What the text extends, and its traces,
/// are looked up on disk, beside that path.
pub fn load_str(path: &Path, text: &str) -> (Option<Resolved>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let resolved =
        read::read_str(path, text, &mut diagnostics).and_then(|read| resolve::resolve(path, read, &mut diagnostics));
    (resolved, diagnostics)
}
