//! The checks that every part of a file shares: numbers, names, texts, and what must be there.

use std::collections::BTreeMap;

use arrivals::{Decimal, DecimalError};
use toml::Spanned;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::limits;
use crate::read::Cuts;
use crate::source::Span;
use crate::study::{Named, Text};
use crate::wire::{self, Number};

/// Collects what is wrong while a document is resolved. A check that fails reports and gives nothing; what it would
/// have given is then missing, but is not reported a second time.
pub(super) struct Check<'d> {
    pub(super) diagnostics: &'d mut Diagnostics,
    /// Keys that were there, but could not be read, are not missing.
    pub(super) cuts: Cuts,
    /// Where the file's own keys are.
    pub(super) top: Span,
    /// Tables that lack something, each with the keys and an example of each.
    missing: Vec<Missing>,
}

/// What one table lacks.
struct Missing {
    table: Span,
    keys: Vec<String>,
    examples: Vec<String>,
}

impl<'d> Check<'d> {
    pub(super) fn new(read_cuts: Cuts, top: Span, diagnostics: &'d mut Diagnostics) -> Check<'d> {
        Check { diagnostics, cuts: read_cuts, top, missing: Vec::new() }
    }

    /// Reports what was found to be missing, each table once.
    pub(super) fn report_missing(&mut self) {
        for Missing { table, keys, examples } in std::mem::take(&mut self.missing) {
            let is_or_are = if keys.len() == 1 { "is" } else { "are" };
            self.error(
                Diagnostic::error(&table, format!("{} {is_or_are} missing", in_words(&keys)))
                    .label("in this table")
                    .help(format!("write, for example, {}", in_words(&examples))),
            );
        }
    }

    pub(super) fn error(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// What a table must have. What it lacks is reported by [`Check::report_missing`].
    pub(super) fn required<T>(&mut self, value: Option<T>, table: &Span, key: &str, example: &str) -> Option<T> {
        if value.is_none() && !self.cuts.were_in(table) {
            let (key, example) = (format!("`{key}`"), format!("`{example}`"));
            match self.missing.last_mut() {
                Some(missing) if missing.table == *table => {
                    missing.keys.push(key);
                    missing.examples.push(example);
                }
                _ => self.missing.push(Missing { table: table.clone(), keys: vec![key], examples: vec![example] }),
            }
        }
        value
    }

    /// The whole header of a table that is named only as a part of one: of `[chain.source]`, where `[chain]` stands
    /// nowhere.
    pub(super) fn header_of(&self, table: &Span) -> Span {
        let line = self.diagnostics.sources.line_of(table);
        let text = self.diagnostics.sources.slice(&line).split('#').next().unwrap_or_default();
        let (header, before) = (text.trim(), text.len() - text.trim_start().len());
        if header.starts_with('[') && header.ends_with(']') {
            line.start + before..line.start + before + header.len()
        } else {
            table.clone()
        }
    }

    /// What the file must have beside the system that stands at a place.
    pub(super) fn required_at_top<T>(
        &mut self,
        value: Option<T>,
        system: &Span,
        what: &str,
        label: &str,
        help: &str,
    ) -> Option<T> {
        if value.is_none() && !self.cuts.were_in(&self.top) {
            self.error(Diagnostic::error(system, format!("{what} is missing")).label(label).help(help));
        }
        value
    }

    /// A number of zero or more, at most `most`.
    pub(super) fn decimal(&mut self, number: &Number, what: &str, most: u64) -> Option<Decimal> {
        let span = number.span();
        let text = self.diagnostics.sources.slice(&span).to_owned();
        match Decimal::parse(&text) {
            Ok(decimal) if is_at_most(decimal, most) => Some(decimal),
            Ok(_) | Err(DecimalError::TooLarge) => {
                self.error(too_large(&span, what, most));
                None
            }
            Err(error) => {
                self.error(not_a_decimal(&span, what, error));
                None
            }
        }
    }

    /// A whole number within bounds, both included. `700.0` is one.
    pub(super) fn whole(&mut self, number: &Number, what: &str, least: u64, most: u64) -> Option<u64> {
        let decimal = self.decimal(number, what, most)?;
        let span = number.span();
        let Some(whole) = decimal.to_whole() else {
            self.error(
                Diagnostic::error(&span, format!("{what} must be a whole number"))
                    .label("this has a fraction")
                    .help("choose a finer unit, so that nothing is lost: 700.5 in units of a tenth is 7005"),
            );
            return None;
        };
        if whole < least {
            self.error(Diagnostic::error(&span, format!("{what} is too small")).label(format!("at least {least}")));
            return None;
        }
        Some(whole)
    }

    /// The same, where it fits a `u32` because `most` does.
    pub(super) fn small(&mut self, number: &Number, what: &str, least: u32, most: u32) -> Option<u32> {
        let whole = self.whole(number, what, u64::from(least), u64::from(most))?;
        u32::try_from(whole).ok()
    }

    /// Name, label and reason of a part of the system, a setting or a scenario.
    pub(super) fn named(
        &mut self,
        table: &Span,
        what: &str,
        name: Option<Spanned<String>>,
        label: Option<&Spanned<wire::Text>>,
        because: Option<&Spanned<wire::Text>>,
    ) -> Option<Named> {
        let label = label.and_then(|label| self.text(label));
        let because = because.and_then(|because| self.text(because));
        let name = self.required(name, table, "name", &format!("name = \"{what}\""))?;
        let span = name.span();
        let name = self.name(&span, name.into_inner())?;
        let label = label.unwrap_or_else(|| Text { en: name.clone(), tr: name.clone() });
        Some(Named { name, label, because })
    }

    /// A name that can stand in a path, a command and a table.
    pub(super) fn name(&mut self, span: &Span, name: String) -> Option<String> {
        let fits = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
        let complaint = if name.is_empty() {
            "a name must not be empty".to_owned()
        } else if name.chars().count() > limits::NAME {
            format!("a name may have at most {} characters", limits::NAME)
        } else if !name.chars().all(fits) || name.starts_with('.') {
            "a name is made of letters, digits, `-`, `_` and `.`, and does not start with `.`".to_owned()
        } else {
            return Some(name);
        };
        let help = "names stand in file names and commands; what readers see is the `label`";
        self.error(Diagnostic::error(span, complaint).help(help));
        None
    }

    /// A text in both languages; the one that is missing is taken from the other.
    pub(super) fn text(&mut self, text: &Spanned<wire::Text>) -> Option<Text> {
        match text.get_ref() {
            wire::Text::Plain(plain) => Some(Text { en: plain.clone(), tr: plain.clone() }),
            wire::Text::ByLanguage { en: Some(en), tr } => {
                Some(Text { en: en.clone(), tr: tr.clone().unwrap_or_else(|| en.clone()) })
            }
            wire::Text::ByLanguage { en: None, tr: Some(tr) } => Some(Text { en: tr.clone(), tr: tr.clone() }),
            wire::Text::ByLanguage { en: None, tr: None } => {
                self.error(
                    Diagnostic::error(&text.span(), "this text is in no language")
                        .help("write { en = \"…\", tr = \"…\" }, or one of the two"),
                );
                None
            }
        }
    }

    /// Reports every second use of a name.
    pub(super) fn unique<'n>(&mut self, names: impl IntoIterator<Item = (&'n str, Span)>) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for (name, span) in names {
            match seen.get(name) {
                Some(first) => self.error(
                    Diagnostic::error(&span, format!("the name `{name}` is used twice"))
                        .label("used again here")
                        .context(first, "first used here")
                        .help("give each a name of its own"),
                ),
                None => {
                    seen.insert(name, span);
                }
            }
        }
    }

    /// A list that is neither empty nor too long.
    pub(super) fn count_of(&mut self, span: &Span, what: &str, count: usize, most: usize) -> bool {
        let fits = (1..=most).contains(&count);
        if !fits {
            let message =
                if count == 0 { format!("there are no {what}") } else { format!("there are too many {what}") };
            self.error(
                Diagnostic::error(span, message).label(format!("{count} of them; there may be from 1 to {most}")),
            );
        }
        fits
    }
}

/// `a`, `b` and `c`.
pub(super) fn in_words(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// Whether a decimal is no larger than a whole number.
fn is_at_most(decimal: Decimal, most: u64) -> bool {
    u128::from(decimal.mantissa()) <= u128::from(most) * 10u128.pow(u32::from(decimal.scale()))
}

fn too_large(span: &Span, what: &str, most: u64) -> Diagnostic {
    let diagnostic = Diagnostic::error(span, format!("{what} is too large")).label(format!("at most {most}"));
    match most {
        limits::WHOLE if what != "a seed" => diagnostic.help("choose a coarser unit, or a shorter round"),
        _ if what == "`rounds`" => diagnostic.help("let a round stand for more seconds"),
        _ => diagnostic,
    }
}

fn not_a_decimal(span: &Span, what: &str, error: DecimalError) -> Diagnostic {
    match error {
        DecimalError::Negative => Diagnostic::error(span, format!("{what} must not be negative")).label("below 0"),
        DecimalError::TooManyDecimalPlaces => Diagnostic::error(span, format!("{what} has too many decimal places"))
            .label(format!("at most {}", Decimal::MAX_SCALE))
            .help("round it, or choose a finer unit"),
        DecimalError::NotANumber | DecimalError::TooLarge => {
            Diagnostic::error(span, format!("{what} must be a number that can be counted with"))
                .label("`nan` and `inf` are not")
        }
    }
}
