//! The bytes of a file, as text.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::limits;

/// The text of a file, without a leading byte order mark. Nothing, and an error, where it has none.
pub(crate) fn read_text(path: &Path, diagnostics: &mut Diagnostics) -> Option<String> {
    match read_bytes(path) {
        Ok(bytes) => text_of(path, bytes, diagnostics),
        Err(error) => {
            diagnostics.push(Diagnostic::without_place(format!("cannot read `{}`: {error}", path.display())));
            None
        }
    }
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err("it is a folder".to_owned());
    }
    let mut bytes = Vec::new();
    file.take(limits::FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > limits::FILE_BYTES {
        return Err(format!("it is larger than {} bytes", limits::FILE_BYTES));
    }
    Ok(bytes)
}

fn text_of(path: &Path, bytes: Vec<u8>, diagnostics: &mut Diagnostics) -> Option<String> {
    match String::from_utf8(bytes) {
        Ok(text) => Some(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }),
        Err(error) => {
            report_not_utf8(path, error.as_bytes(), error.utf8_error().valid_up_to(), diagnostics);
            None
        }
    }
}

/// Shows the line up to the first byte that is no text.
fn report_not_utf8(path: &Path, bytes: &[u8], valid_up_to: usize, diagnostics: &mut Diagnostics) {
    let text = String::from_utf8_lossy(bytes);
    let start = diagnostics.sources.add(path.display().to_string(), &text);
    // Replacement characters come after everything that is valid, so that the offset is the same in both.
    let place = start + valid_up_to..start + valid_up_to + 1;
    diagnostics.push(
        Diagnostic::error(&place, "the file is not UTF-8 text")
            .label(format!("byte {valid_up_to} is 0x{:02x}", bytes[valid_up_to]))
            .help("save it as UTF-8; a scenario file is TOML, and a trace is comma-separated text"),
    );
}
