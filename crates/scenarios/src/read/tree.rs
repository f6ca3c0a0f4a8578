//! A text as a TOML tree whose places are places of the source map.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Diagnostics};

/// Parses a text. All of its syntax errors are reported, and then there is no tree.
pub(crate) fn parse<'a>(path: &Path, text: &'a str, diagnostics: &mut Diagnostics) -> Option<Spanned<DeTable<'a>>> {
    let start = diagnostics.sources.add(path, text);
    let (tree, mut errors) = DeTable::parse_recoverable(text);
    errors.sort_by_key(|error| error.span().map(|span| span.start));
    let mut line_before = None;
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        // What follows in the same line only follows from it.
        let line = text.get(..span.start).unwrap_or(text).rfind('\n');
        if line_before != Some(line) {
            diagnostics.push(syntax_error(start, text, span, error.message()));
        }
        line_before = Some(line);
    }
    errors.is_empty().then(|| {
        let span = tree.span();
        shifted(span, shifted_table(tree.into_inner(), start), start)
    })
}

fn syntax_error(start: usize, text: &str, span: std::ops::Range<usize>, message: &str) -> Diagnostic {
    let place = span.start + start..span.end + start;
    let rest = text.get(span.start..).unwrap_or_default();
    let error = |message: &str| Diagnostic::error(&place, format!("this is not TOML: {}", message.replace('\n', "; ")));
    if rest.starts_with('\u{feff}') {
        error("a byte order mark stands inside of it")
            .label("only the very start of a file may have one")
            .help("delete it")
    } else if message.contains("recurs") {
        error("it is nested too deep")
    } else if message.starts_with("string values must be quoted") {
        match rest.lines().next().unwrap_or_default().split('#').next().unwrap_or_default().trim() {
            "" => error("the value is missing").label("nothing comes after the `=`"),
            _ => error("this is no value").help("put a text in quotes; a number is written as in 1.5"),
        }
    } else if looks_like_decimal_comma(text, span.start) {
        error(message).help("a decimal point is written `.`, as in 5.5")
    } else {
        error(message)
    }
}

/// Whether the line up to a place ends like `= 5,5`.
fn looks_like_decimal_comma(text: &str, offset: usize) -> bool {
    let line_start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    line.split_once('=').is_some_and(|(_, value)| {
        let mut parts = value.split('#').next().unwrap_or_default().trim().splitn(2, ',');
        let is_digits = |part: Option<&str>| {
            part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        };
        is_digits(parts.next()) && is_digits(parts.next())
    })
}

/// `upper` laid over `lower`: its keys override, tables are merged key by key, and arrays are replaced whole.
pub(crate) fn lay_over<'a>(lower: Spanned<DeTable<'a>>, upper: Spanned<DeTable<'a>>) -> Spanned<DeTable<'a>> {
    let span = upper.span();
    Spanned::new(span, merged(lower.into_inner(), upper.into_inner()))
}

fn merged<'a>(mut lower: DeTable<'a>, upper: DeTable<'a>) -> DeTable<'a> {
    for (key, value) in upper {
        let below = lower.remove_entry(&key).map(|(_, below)| below);
        let span = value.span();
        let value = match (below.map(Spanned::into_inner), value.into_inner()) {
            (Some(DeValue::Table(below)), DeValue::Table(above)) => DeValue::Table(merged(below, above)),
            (_, above) => above,
        };
        lower.insert(key, Spanned::new(span, value));
    }
    lower
}

fn shifted_table(table: DeTable<'_>, by: usize) -> DeTable<'_> {
    table
        .into_iter()
        .map(|(key, value)| (shifted(key.span(), key.into_inner(), by), shifted_value(value, by)))
        .collect()
}

fn shifted_value(value: Spanned<DeValue<'_>>, by: usize) -> Spanned<DeValue<'_>> {
    let span = value.span();
    let value = match value.into_inner() {
        DeValue::Table(table) => DeValue::Table(shifted_table(table, by)),
        DeValue::Array(array) => DeValue::Array(array.into_iter().map(|item| shifted_value(item, by)).collect()),
        scalar => scalar,
    };
    shifted(span, value, by)
}

fn shifted<T>(span: std::ops::Range<usize>, value: T, by: usize) -> Spanned<T> {
    Spanned::new(span.start + by..span.end + by, value)
}
