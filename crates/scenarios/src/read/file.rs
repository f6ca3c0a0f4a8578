//! The bytes of a file, as text.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Span;
use crate::{limits, names};

/// Which files are looked for, and what they may be.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// How such a file's name ends.
    ending: &'static str,
    most_bytes: u64,
    /// What is said under the name of a file that is not there.
    where_looked: &'static str,
    what_it_is: &'static str,
}

/// A scenario file.
pub(crate) const SCENARIO_FILE: Kind = Kind {
    ending: ".toml",
    most_bytes: limits::FILE_BYTES,
    where_looked: "looked up beside the file that says `extends`",
    what_it_is: "a scenario file is TOML",
};

/// A trace.
pub(crate) const TRACE: Kind = Kind {
    ending: ".csv",
    most_bytes: limits::STUDY_BYTES,
    where_looked: "looked up beside the file that names it",
    what_it_is: "a trace is comma-separated text",
};

/// The text of a file, without a leading byte order mark. Nothing, and an error, where it has none. `asked` is the place
/// that names it, if a file does.
pub(crate) fn read_text(
    path: &Path,
    kind: Kind,
    asked: Option<&Span>,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    match read_bytes(path, kind, diagnostics.sources.bytes()) {
        Ok(bytes) => text_of(path, kind, bytes, diagnostics),
        Err(unreadable) => {
            diagnostics.push(unreadable.diagnostic(path, kind, asked));
            None
        }
    }
}

/// Why there are no bytes.
enum Unreadable {
    Missing,
    Folder,
    TooLarge(u64),
    Other(std::io::Error),
}

impl Unreadable {
    fn diagnostic(&self, path: &Path, kind: Kind, asked: Option<&Span>) -> Diagnostic {
        let shown = path.display();
        let message = match self {
            Unreadable::Missing => format!("there is no file `{shown}`"),
            Unreadable::Folder => format!("`{shown}` is a folder"),
            Unreadable::TooLarge(most) => format!("`{shown}` is too large: more than {most} bytes"),
            Unreadable::Other(error) => format!("cannot read `{shown}`: {error}"),
        };
        let diagnostic = match asked {
            Some(asked) => Diagnostic::error(asked, message).label(kind.where_looked),
            None => Diagnostic::without_place(message),
        };
        let near = match self {
            Unreadable::Missing => nearest_neighbour(path, kind),
            _ => None,
        };
        match (self, near) {
            (_, Some(near)) => diagnostic.help(format!("did you mean `{near}`?")),
            (Unreadable::Folder, None) => diagnostic.help("name a file in it"),
            _ => diagnostic,
        }
    }
}

fn read_bytes(path: &Path, kind: Kind, bytes_so_far: u64) -> Result<Vec<u8>, Unreadable> {
    let other = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Unreadable::Missing,
        _ => Unreadable::Other(error),
    };
    // Asked first, because Windows does not open a folder at all.
    if fs::metadata(path).map_err(other)?.is_dir() {
        return Err(Unreadable::Folder);
    }
    let most = kind.most_bytes.min(limits::STUDY_BYTES.saturating_sub(bytes_so_far));
    let mut bytes = Vec::new();
    File::open(path).map_err(other)?.take(most + 1).read_to_end(&mut bytes).map_err(other)?;
    if bytes.len() as u64 > most { Err(Unreadable::TooLarge(most)) } else { Ok(bytes) }
}

/// The file of the same kind in the same folder whose name is nearest.
fn nearest_neighbour(path: &Path, kind: Kind) -> Option<String> {
    let wanted = path.file_name()?.to_string_lossy().into_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut names: Vec<String> = folder
        .read_dir()
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(kind.ending))
        .collect();
    names.sort();
    names::nearest(&wanted, names.iter().map(String::as_str)).map(str::to_owned)
}

fn text_of(path: &Path, kind: Kind, bytes: Vec<u8>, diagnostics: &mut Diagnostics) -> Option<String> {
    match String::from_utf8(bytes) {
        Ok(text) => Some(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }),
        Err(error) => {
            report_not_utf8(path, kind, error.as_bytes(), error.utf8_error().valid_up_to(), diagnostics);
            None
        }
    }
}

/// Shows the line up to the first byte that is no text.
fn report_not_utf8(path: &Path, kind: Kind, bytes: &[u8], valid_up_to: usize, diagnostics: &mut Diagnostics) {
    let text = String::from_utf8_lossy(bytes);
    let start = diagnostics.sources.add(path, &text);
    // Replacement characters come after everything that is valid, so that the offset is the same in both.
    let place = start + valid_up_to..start + valid_up_to + 1;
    diagnostics.push(
        Diagnostic::error(&place, "the file is not UTF-8 text")
            .label(format!("byte {valid_up_to} is 0x{:02x}", bytes[valid_up_to]))
            .help(format!("save it as UTF-8; {}", kind.what_it_is)),
    );
}
