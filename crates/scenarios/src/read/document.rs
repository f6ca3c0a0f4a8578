//! A merged tree as wire types.
//!
//! serde stops at the first thing that does not fit. Here that thing is reported, cut out of the tree, and the rest is
//! tried again, so that one run of the tool shows every such error of a file.

use arrivals::Decimal;
use serde::Deserialize as _;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, Error};

use super::{Read, shape};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::names;
use crate::source::Span;
use crate::wire::Document;

/// Errors of this kind that are looked for in one file.
const MOST_ERRORS: usize = 30;

/// The tables from which something was cut out, so that a key that is missing there may be one that was mistaken.
#[derive(Debug, Default)]
pub(crate) struct Cuts {
    tables: Vec<Span>,
    /// Whether nothing at all is left of the document.
    everything: bool,
}

impl Cuts {
    pub(super) fn push(&mut self, table: Span) {
        self.tables.push(table);
    }

    /// Whether a table may once have had more keys than it has now.
    pub(crate) fn were_in(&self, table: &Span) -> bool {
        self.everything || self.tables.contains(table)
    }
}

/// The document that a tree says, without what does not fit.
pub(crate) fn from_tree(mut tree: Spanned<DeTable<'_>>, diagnostics: &mut Diagnostics) -> Read {
    let span = tree.span();
    let is_empty = tree.get_ref().is_empty();
    let mut cuts = Cuts::default();
    shape::check(&mut tree, &mut cuts, diagnostics);
    for _ in 0..MOST_ERRORS {
        let error = match Document::deserialize(Deserializer::from(tree.clone())) {
            Ok(document) => return Read { document, span, is_empty, cuts },
            Err(error) => error,
        };
        let place = error.span().unwrap_or_else(|| span.clone());
        let entry = Entry::holding(&place, &span, tree.get_ref());
        report(&error, &place, entry.as_ref(), diagnostics);
        match entry.map(|entry| entry.table) {
            Some(table) if cut_out(tree.get_mut(), &place) => cuts.push(table),
            _ => break,
        }
    }
    cuts.everything = true;
    Read { document: Document::default(), span, is_empty, cuts }
}

/// The innermost entry of a table that holds a place.
struct Entry<'t, 'i> {
    /// Where the table is.
    table: Span,
    key: &'t str,
    value: &'t Spanned<DeValue<'i>>,
}

impl<'t, 'i> Entry<'t, 'i> {
    fn holding(place: &Span, table_span: &Span, table: &'t DeTable<'i>) -> Option<Entry<'t, 'i>> {
        let (key, value) = table.iter().find(|(key, value)| {
            holds(&key.span(), place) || holds(&value.span(), place) || in_tables_of(value.get_ref(), place)
        })?;
        let deeper = Entry::within(place, &value.span(), value.get_ref());
        Some(deeper.unwrap_or(Entry { table: table_span.clone(), key: key.get_ref(), value }))
    }

    fn within(place: &Span, span: &Span, value: &'t DeValue<'i>) -> Option<Entry<'t, 'i>> {
        match value {
            DeValue::Table(table) => Entry::holding(place, span, table),
            DeValue::Array(items) => items.iter().find_map(|item| Entry::within(place, &item.span(), item.get_ref())),
            _ => None,
        }
    }
}

fn report(error: &Error, place: &Span, entry: Option<&Entry<'_, '_>>, diagnostics: &mut Diagnostics) {
    let message = error.message();
    let diagnostic = if let Some((key, known)) = unknown_key(message) {
        no_such_key(key, &known, place)
    } else if let (Some((_, expected)), Some(entry)) = (message.split_once(", expected "), entry) {
        wrong_type(entry, expected, place)
    } else {
        Diagnostic::error(place, message.replace('\n', "; "))
    };
    diagnostics.push(diagnostic);
}

fn no_such_key(key: &str, known: &[&str], place: &Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(place, format!("there is no key `{key}` here"));
    let all = || format!("what can stand here: {}", known.join(", "));
    match (home_of(key), names::nearest(key, known.iter().copied())) {
        (Some(home), _) => diagnostic.label(format!("it belongs to {home}")).help(all()),
        (None, Some(near)) => diagnostic.help(format!("did you mean `{near}`?")),
        (None, None) => diagnostic.help(all()),
    }
}

fn wrong_type(entry: &Entry<'_, '_>, expected: &str, place: &Span) -> Diagnostic {
    let key = entry.key;
    let (found, subject) = match entry.value.get_ref() {
        DeValue::Array(items) if entry.value.span() != *place => {
            let item = items.iter().find(|item| holds(&item.span(), place));
            (item.map_or(entry.value.get_ref(), Spanned::get_ref), format!("every entry of `{key}`"))
        }
        found => (found, format!("`{key}`")),
    };
    let wanted = match expected {
        "a boolean" => "`true` or `false`",
        "a map" => "a table",
        "a sequence" => "an array",
        other => other,
    };
    let diagnostic =
        Diagnostic::error(place, format!("{subject} must be {wanted}")).label(format!("this is {}", kind_of(found)));
    match (expected, found) {
        ("a number", DeValue::String(text)) if Decimal::parse(text).is_ok() => {
            diagnostic.help(format!("write it without quotes: {text}"))
        }
        ("a boolean", DeValue::String(text)) if matches!(text.as_ref(), "true" | "false") => {
            diagnostic.help(format!("write it without quotes: {text}"))
        }
        ("a string", DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_)) => {
            diagnostic.help("put it in quotes")
        }
        ("a sequence", _) => diagnostic.help(format!("put it in brackets: `{key} = [ … ]`")),
        ("a map", _) if key == "rate" => diagnostic.help("say whose rate it is, as in `rate = { batch = 4.5 }`"),
        _ => diagnostic,
    }
}

/// What a value is, with its article.
pub(super) fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date or a time",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}

fn holds(outer: &Span, inner: &Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
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
        "rate" => "[[gate.flow]], [chain.source], [[chain.stage]], [[scenario]] or [[scenario.phase]]",
        "steady" => "[[scenario]] or [[scenario.phase]]",
        "flow" => "[gate]: write [[gate.flow]]",
        "stage" => "[chain]: write [[chain.stage]]",
        "source" => "[chain]: write [chain.source]",
        "phase" => "[[scenario]]: write [[scenario.phase]]",
        "setting" | "scenario" | "gate" | "chain" | "reference" => "the top level of the file",
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
    let mut victim = None;
    for (key, value) in table.iter_mut() {
        if holds(&value.span(), span) || in_tables_of(value.get_ref(), span) {
            if cut_out_of(value.get_mut(), span) {
                return true;
            }
            victim = Some(key.clone());
        } else if holds(&key.span(), span) {
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
    match value {
        DeValue::Table(table) => table.iter().any(|(key, value)| {
            holds(&key.span(), span) || holds(&value.span(), span) || in_tables_of(value.get_ref(), span)
        }),
        DeValue::Array(array) => {
            array.iter().any(|item| holds(&item.span(), span) || in_tables_of(item.get_ref(), span))
        }
        _ => false,
    }
}
