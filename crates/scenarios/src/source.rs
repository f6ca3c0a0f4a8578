//! The texts that a study was read from, one after another, so that one number names a place in any of them.
//!
//! Every file that is read gets the next stretch of offsets. A span taken from a parsed file is moved into that stretch
//! once, and from then on needs no note of which file it came from, also when `extends` has merged several files.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// A place in one of the files of a [`SourceMap`], in bytes of the whole map.
pub type Span = Range<usize>;

/// One file that was read.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    /// The path as the user would write it.
    path: String,
    /// Where what it names is looked up.
    folder: PathBuf,
    start: usize,
    end: usize,
}

/// All files that one study was read from.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    text: String,
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Takes a file in and says where its text begins.
    pub(crate) fn add(&mut self, path: &Path, text: &str) -> usize {
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        // Keeps an empty file, and the place after a file's last character, apart from the next file.
        self.text.push('\n');
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        self.files.push(SourceFile { path: path.display().to_string(), folder, start, end });
        start
    }

    /// Bytes of all files.
    pub(crate) fn bytes(&self) -> u64 {
        self.text.len() as u64
    }

    /// The line that a place begins in, without its end.
    pub(crate) fn line_of(&self, span: &Span) -> Span {
        let start = floor_char_boundary(&self.text, span.start);
        let from = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let to = self.text[start..].find('\n').map_or(self.text.len(), |newline| start + newline);
        from..to
    }

    /// The paths of the files, in the order in which they were read, as the user would write them.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str())
    }

    /// The characters at a place.
    pub(crate) fn slice(&self, span: &Span) -> &str {
        self.text.get(span.clone()).unwrap_or_default()
    }

    /// The folder of the file that holds a place.
    pub(crate) fn folder_of(&self, span: &Span) -> &Path {
        self.file_at(span).map_or(Path::new(""), |file| &file.folder)
    }

    fn file_at(&self, span: &Span) -> Option<&SourceFile> {
        let after = self.files.partition_point(|file| file.start <= span.start);
        self.files.get(after.checked_sub(1)?)
    }

    /// The file that holds a place, its text, and the place within it.
    pub(crate) fn locate(&self, span: &Span) -> Option<(&str, &str, Span)> {
        let file = self.file_at(span)?;
        let text = &self.text[file.start..file.end];
        let clamp = |offset: usize| floor_char_boundary(text, offset.saturating_sub(file.start));
        Some((&file.path, text, clamp(span.start)..clamp(span.end)))
    }
}

/// The nearest character boundary at or before an offset.
fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
