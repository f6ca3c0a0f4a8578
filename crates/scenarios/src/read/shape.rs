//! Which keys of a file hold a table and which hold several.
//!
//! serde would also take a struct's fields from an array, in their order: `throttle = [1.2]`. Here a table is a table,
//! and `[setting]` for `[[setting]]` is told apart from any other mistake.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::document::{Cuts, kind_of};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Span;

/// The tables that may stand below a table.
struct Shape {
    /// Keys that hold one table: `[gate]`, `throttle = { … }`.
    one: &'static [(&'static str, &'static Shape)],
    /// Keys that hold several: `[[setting]]`.
    several: &'static [(&'static str, &'static Shape)],
}

const LEAF: Shape = Shape { one: &[], several: &[] };
const ARRIVALS: Shape = Shape { one: &[("poisson", &LEAF)], several: &[] };
const OFFERS: Shape = Shape { one: &[("arrivals", &ARRIVALS)], several: &[] };
const GATE: Shape = Shape { one: &[], several: &[("flow", &OFFERS)] };
const CHAIN: Shape = Shape { one: &[("source", &OFFERS)], several: &[("stage", &LEAF)] };
const SETTING: Shape = Shape { one: &[("throttle", &LEAF), ("shed", &LEAF)], several: &[] };
const SCENARIO: Shape = Shape { one: &[], several: &[("phase", &LEAF)] };
const FILE: Shape = Shape {
    one: &[("reference", &LEAF), ("gate", &GATE), ("chain", &CHAIN)],
    several: &[("setting", &SETTING), ("scenario", &SCENARIO)],
};

/// Reports and cuts out every key whose value is no table, or one table instead of several, or the other way round.
pub(super) fn check(tree: &mut Spanned<DeTable<'_>>, cuts: &mut Cuts, diagnostics: &mut Diagnostics) {
    let span = tree.span();
    Walk { cuts, diagnostics }.table(&FILE, "", tree.get_mut(), &span);
}

struct Walk<'a> {
    cuts: &'a mut Cuts,
    diagnostics: &'a mut Diagnostics,
}

impl Walk<'_> {
    /// `path` is how the headers of the tables below begin: empty, or `gate.`.
    fn table(&mut self, shape: &Shape, path: &str, table: &mut DeTable<'_>, span: &Span) {
        for (key, below) in shape.one {
            let Some(value) = table.get_mut(*key) else { continue };
            let value_span = value.span();
            match value.get_mut() {
                DeValue::Table(inner) => self.table(below, &format!("{path}{key}."), inner, &value_span),
                other => {
                    let help = match other {
                        DeValue::Array(items) if items.iter().all(|item| item.get_ref().is_table()) => {
                            format!("write `[{path}{key}]`, with one pair of brackets")
                        }
                        _ => format!("write `[{path}{key}]`, or `{key} = {{ … }}`"),
                    };
                    let found = format!("this is {}", kind_of(other));
                    self.report(&value_span, format!("`{key}` must be one table"), found, help);
                    self.cut(table, key, span);
                }
            }
        }
        for (key, below) in shape.several {
            let Some(value) = table.get_mut(*key) else { continue };
            let value_span = value.span();
            let help = format!("write `[[{path}{key}]]`, with two pairs of brackets, above each of them");
            match value.get_mut() {
                DeValue::Array(items) => {
                    let mut others = Vec::new();
                    for item in items.iter_mut() {
                        let item_span = item.span();
                        match item.get_mut() {
                            DeValue::Table(inner) => self.table(below, &format!("{path}{key}."), inner, &item_span),
                            other => others.push((item_span, kind_of(other))),
                        }
                    }
                    if !others.is_empty() {
                        for (item_span, found) in others.into_iter().take(10) {
                            let message = format!("every `{key}` must be a table");
                            self.report(&item_span, message, format!("this is {found}"), help.clone());
                        }
                        self.cut(table, key, span);
                    }
                }
                other => {
                    let found = match other {
                        DeValue::Table(_) => "this is a single table".to_owned(),
                        other => format!("this is {}", kind_of(other)),
                    };
                    self.report(&value_span, format!("there may be several of `{key}`"), found, help);
                    self.cut(table, key, span);
                }
            }
        }
    }

    fn report(&mut self, place: &Span, message: String, label: String, help: String) {
        self.diagnostics.push(Diagnostic::error(place, message).label(label).help(help));
    }

    fn cut(&mut self, table: &mut DeTable<'_>, key: &str, span: &Span) {
        table.remove(key);
        self.cuts.push(span.clone());
    }
}
