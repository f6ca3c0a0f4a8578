//! `extends`: from a file down to the one that extends nothing.
//!
//! Each file is read, the ones above it are laid over it, and the next one down is read. The texts stay on the stack
//! until the lowest file is reached, where the merged tree becomes a document.

use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::SCENARIO_FILE;
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
    let mut tree = tree::parse(path, text, diagnostics)?;
    let extended = take_extends(tree.get_mut());
    let merged = match above {
        Some(above) => {
            // Whose tables a file rebuilds is its own affair: one that starts from a lesson's system is no lesson.
            // So is what it asks about its own scenarios.
            for own in ["lesson", "sweep", "solve"] {
                tree.get_mut().remove(own);
            }
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
    let next_text = read_text(&next, SCENARIO_FILE, Some(&span), diagnostics)?;
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
    let diagnostic = if let Some(start) = chain.iter().position(|path| *path == identity) {
        let names: Vec<String> = chain[start..].iter().chain([&identity]).map(|path| file_name(path)).collect();
        Diagnostic::error(span, format!("`extends` goes in a circle: {}", names.join(" → ")))
            .label("this file is on the way already")
            .help("a file may extend only one that does not lead back to it")
    } else if chain.len() > limits::EXTENDS_DEPTH {
        Diagnostic::error(span, format!("more than {} files are extended, one by another", limits::EXTENDS_DEPTH))
            .label("this is one too many")
            .help("bring some of them together")
    } else {
        return Some(());
    };
    diagnostics.push(diagnostic);
    None
}

/// What makes two paths the same file.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
