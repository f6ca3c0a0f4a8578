//! From a file on disk to a [`Document`], in these steps:
//!
//! 1. [`file`]: the bytes are a text (UTF-8, of bearable size; a leading byte order mark is dropped);
//! 2. [`tree`]: the text is TOML, and every place is moved into the source map;
//! 3. [`extends`]: the files it extends are read the same way and merged beneath it;
//! 4. [`shape`] and [`document`]: the merged tree becomes wire types; what does not fit is reported and cut out, so that the rest is
//!    still looked at.

mod document;
mod extends;
mod file;
mod shape;
mod tree;

use std::path::Path;

use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::wire::Document;

pub(crate) use document::Cuts;
pub(crate) use file::{TRACE, read_text};

/// A file as it was read, before anything is known to be right.
pub(crate) struct Read {
    pub(crate) document: Document,
    /// Where the file's own keys are.
    pub(crate) span: Span,
    /// Whether it says nothing at all.
    pub(crate) is_empty: bool,
    /// What was taken out of it because it did not fit.
    pub(crate) cuts: Cuts,
}

/// Reads a file and all that it extends.
pub(crate) fn read(path: &Path, diagnostics: &mut Diagnostics) -> Option<Read> {
    let text = read_text(path, file::SCENARIO_FILE, None, diagnostics)?;
    read_str(path, &text, diagnostics)
}

/// Reads a text as if it stood in a file at `path`, and all that it extends.
pub(crate) fn read_str(path: &Path, text: &str, diagnostics: &mut Diagnostics) -> Option<Read> {
    extends::read_beneath(path, text, &mut Vec::new(), None, diagnostics)
}
