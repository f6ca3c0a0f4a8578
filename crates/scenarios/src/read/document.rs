//! A merged tree as wire types.
//!
//! serde stops at the first thing that does not fit. Here that thing is reported, cut out of the tree, and the rest is
//! tried again, so that one run of the tool shows every such error of a file.

use serde::Deserialize as _;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, Error};

use super::Read;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::names;
use crate::source::Span;
use crate::wire::Document;

/// Errors of this kind that are looked for in one file.
const MOST_ERRORS: usize = 30;

/// The document that a tree says, without what does not fit.
pub(crate) fn from_tree(mut tree: Spanned<DeTable<'_>>, diagnostics: &mut Diagnostics) -> Read {
    for _ in 0..MOST_ERRORS {
        let error = match Document::deserialize(Deserializer::from(tree.clone())) {
            Ok(document) => return Read { document, incomplete: diagnostics.has_errors() },
            Err(error) => error,
        };
        let span = error.span().unwrap_or_else(|| tree.span());
        report(&error, &span, diagnostics);
        if !cut_out(tree.get_mut(), &span) {
            break;
        }
    }
    Read { document: Document::default(), incomplete: true }
}

fn report(error: &Error, span: &Span, diagnostics: &mut Diagnostics) {
    let message = error.message();
    let diagnostic = match unknown_key(message) {
        Some((key, known)) => {
            let diagnostic = Diagnostic::error(span, format!("there is no key `{key}` here"));
            let diagnostic = match home_of(key) {
                Some(home) if !known.contains(&key) => diagnostic.label(format!("it belongs to {home}")),
                _ => diagnostic,
            };
            match names::nearest(key, known.iter().copied()) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic.help(format!("what can stand here: {}", known.join(", "))),
            }
        }
        None => Diagnostic::error(span, message.replace('\n', "; ")),
    };
    diagnostics.push(diagnostic);
}

/// serde's words for a key that a table does not have, taken apart.
fn unknown_key(message: &str) -> Option<(&str, Vec<&str>)> {
    let rest = message.strip_prefix("unknown field `")?;
    let (key, rest) = rest.split_once('`')?;
    let known = rest.split('`').skip(1).step_by(2).collect();
    Some((key, known))
}

/// Where a key that stands in the wrong table belongs.
fn home_of(key: &str) -> Option<&'static str> {
    Some(match key {
        "capacity" => "[gate], a gate's [[scenario]] or its [[scenario.phase]]",
        "cost" | "class" => "[[gate.flow]]",
        "buffer" => "[[chain.stage]]",
        "swing" | "arrivals" => "[[gate.flow]] or [chain.source]",
        "depth" | "unbounded" => "a chain's [[setting]]",
        "throttle" | "shed" => "a gate's [[setting]]",
        "ceiling" => "throttle = { … }",
        "bound" | "bound-units" => "shed = { … }",
        "rounds" | "round-seconds" | "arithmetic" | "extends" | "lesson" | "replications" => {
            "the top of the file, before the first [table]"
        }
        "peak-rate" | "protected-classes" | "fault-minutes-per-month" | "late-after" => "[reference]",
        "minutes" | "per-month" | "group" => "[[scenario]]",
        "from" | "to" => "[[scenario.phase]]",
        "csv" | "counts" | "column" | "then" | "poisson" => "arrivals = { … }",
        "seed" => "arrivals = { poisson = { … } }",
        _ => return None,
    })
}

/// Removes the innermost entry of a table whose key or value holds the place. False where there is none.
fn cut_out(table: &mut DeTable<'_>, span: &Span) -> bool {
    let holds = |outer: Span| outer.start <= span.start && span.end <= outer.end;
    let mut victim = None;
    for (key, value) in table.iter_mut() {
        if holds(value.span()) || in_tables_of(value.get_ref(), span) {
            if cut_out_of(value.get_mut(), span) {
                return true;
            }
            victim = Some(key.clone());
        } else if holds(key.span()) {
            victim = Some(key.clone());
        }
    }
    victim.is_some_and(|key| table.remove(&key).is_some())
}

fn cut_out_of(value: &mut DeValue<'_>, span: &Span) -> bool {
    match value {
        DeValue::Table(table) => cut_out(table, span),
        DeValue::Array(array) => array.iter_mut().any(|item| cut_out_of(item.get_mut(), span)),
        _ => false,
    }
}

/// Whether a place is inside a table that is spread over the file, whose own span is only its header.
fn in_tables_of(value: &DeValue<'_>, span: &Span) -> bool {
    let holds = |outer: Span| outer.start <= span.start && span.end <= outer.end;
    match value {
        DeValue::Table(table) => table
            .iter()
            .any(|(key, value)| holds(key.span()) || holds(value.span()) || in_tables_of(value.get_ref(), span)),
        DeValue::Array(array) => array.iter().any(|item| holds(item.span()) || in_tables_of(item.get_ref(), span)),
        _ => false,
    }
}
