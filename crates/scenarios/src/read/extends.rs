//! `extends`: from a file down to the one that extends nothing.
//!
//! Each file is read, the ones above it are laid over it, and the next one down is read. The texts stay on the stack
//! until the lowest file is reached, where the merged tree becomes a document.

use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Read, document, read_text, tree};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::limits;
use crate::source::Span;

/// Reads what `text` extends, and makes a document of it all. `above` is the merged tree of the files that extend this
/// one, and `chain` are their paths, the first file first.
pub(crate) fn read_beneath<'a>(
    path: &Path,
    text: &'a str,
    chain: &mut Vec<PathBuf>,
    above: Option<Spanned<DeTable<'a>>>,
    diagnostics: &mut Diagnostics,
) -> Option<Read> {
    let mut tree = tree::parse(path.display().to_string(), text, diagnostics)?;
    let extended = take_extends(tree.get_mut());
    let merged = match above {
        Some(above) => {
            // Whose tables a file rebuilds is its own affair: one that starts from a lesson's system is no lesson.
            tree.get_mut().remove("lesson");
            tree::lay_over(tree, above)
        }
        None => tree,
    };
    let Some((name, span)) = extended else {
        return Some(document::from_tree(merged, diagnostics));
    };
    chain.push(identity(path));
    let next = path.parent().unwrap_or(Path::new("")).join(&name);
    check_chain(&next, &span, chain, diagnostics)?;
    let next_text = read_extended(&next, &span, diagnostics)?;
    read_beneath(&next, &next_text, chain, Some(merged), diagnostics)
}

/// The name that a file extends. A value that is no name stays where it is, to be reported as one of the wrong type.
fn take_extends(table: &mut DeTable<'_>) -> Option<(String, Span)> {
    let value = table.get("extends")?;
    let DeValue::String(name) = value.get_ref() else { return None };
    let found = (name.clone().into_owned(), value.span());
    table.remove("extends");
    Some(found)
}

fn check_chain(next: &Path, span: &Span, chain: &[PathBuf], diagnostics: &mut Diagnostics) -> Option<()> {
    let identity = identity(next);
    let message = if chain.contains(&identity) {
        let mut names: Vec<String> = chain.iter().chain([&identity]).map(|path| file_name(path)).collect();
        let start = names.iter().position(|name| *name == file_name(&identity)).unwrap_or(0);
        names.drain(..start);
        format!("`extends` goes in a circle: {}", names.join(" → "))
    } else if chain.len() > limits::EXTENDS_DEPTH {
        format!("more than {} files extend one another", limits::EXTENDS_DEPTH)
    } else {
        return Some(());
    };
    diagnostics.push(
        Diagnostic::error(span, message)
            .label("this file is on the way already")
            .help("a file may extend only one that does not lead back to it"),
    );
    None
}

fn read_extended(path: &Path, span: &Span, diagnostics: &mut Diagnostics) -> Option<String> {
    if !path.is_file() {
        let mut diagnostic = Diagnostic::error(span, format!("there is no file `{}`", path.display()))
            .label("`extends` is looked up beside the file that says it");
        if let Some(near) = nearest_neighbour(path) {
            diagnostic = diagnostic.help(format!("did you mean \"{near}\"?"));
        }
        diagnostics.push(diagnostic);
        return None;
    }
    read_text(path, diagnostics)
}

/// The scenario file in the same folder whose name is nearest.
fn nearest_neighbour(path: &Path) -> Option<String> {
    let wanted = file_name(path);
    let mut names: Vec<String> = path
        .parent()?
        .read_dir()
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    names.sort();
    crate::names::nearest(&wanted, names.iter().map(String::as_str)).map(str::to_owned)
}

/// What makes two paths the same file.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
