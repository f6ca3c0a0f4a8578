//! What is wrong, or doubtful, in a file: said once, with its place, its cause and what to write instead.
//!
//! Every step of reading pushes into one [`Diagnostics`], so that a file's errors come all at once. Rendering is the
//! last thing that happens to them, and it happens here.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use std::path::Path;

use crate::source::{SourceMap, Span};
use crate::study::Doubt;

/// Whether a study can be answered in spite of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The study has no answer.
    Error,
    /// The study is answered, but the input is doubtful.
    Warning,
}

/// One thing to say about one place.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where, if it is anywhere in a file that could be read.
    pub span: Option<Span>,
    /// What stands under the caret.
    pub label: String,
    /// A second place that explains the first, with what to say there.
    pub context: Option<(Span, String)>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub(crate) fn error(span: &Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span: Some(span.clone()),
            label: String::new(),
            context: None,
            help: None,
        }
    }

    /// A warning at a place.
    pub(crate) fn warning(span: &Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// An error about a file that has no place in it, as when it cannot be read.
    pub(crate) fn without_place(message: impl Into<String>) -> Diagnostic {
        Diagnostic { span: None, ..Diagnostic::error(&(0..0), message) }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    pub(crate) fn context(mut self, span: &Span, label: impl Into<String>) -> Diagnostic {
        self.context = Some((span.clone(), label.into()));
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

/// A doubt about a study that is answered all the same, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning<'a> {
    /// What is doubtful, in one line.
    pub message: &'a str,
    /// Why, in the words that stand under the caret; may be empty.
    pub label: &'a str,
    /// File as it was asked for, line and column, counted from 1, in characters.
    pub place: Option<(&'a str, usize, usize)>,
    /// What to write instead.
    pub help: Option<&'a str>,
}

impl Warning<'_> {
    /// The same, kept with the study: the file's name stands for its path, so that no answer depends on folders.
    pub(crate) fn to_doubt(self) -> Doubt {
        let place = self.place.map(|(path, line, column)| {
            let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
            format!("{name}:{line}:{column}")
        });
        let message =
            if self.label.is_empty() { self.message.to_owned() } else { format!("{}: {}", self.message, self.label) };
        Doubt { message, place, help: self.help.map(str::to_owned) }
    }
}

/// All that reading a study had to say, with the texts that the places are in.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// The files that were read.
    pub sources: SourceMap,
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Most errors that are worth reading at once.
    const SHOWN: usize = 50;

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Forgets the warnings.
    pub(crate) fn keep_errors(&mut self) {
        self.list.retain(|diagnostic| diagnostic.severity == Severity::Error);
    }

    /// Whether the study has no answer.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Everything that was said, in the order in which it was found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// What is doubtful, in the order in which it is read.
    pub fn warnings(&self) -> impl Iterator<Item = Warning<'_>> {
        self.in_reading_order().into_iter().filter(|diagnostic| diagnostic.severity == Severity::Warning).map(
            |diagnostic| Warning {
                message: &diagnostic.message,
                label: &diagnostic.label,
                place: diagnostic.span.as_ref().and_then(|span| self.place(span)),
                help: diagnostic.help.as_deref(),
            },
        )
    }

    /// `file:line:column` of a place, counted from 1, in characters.
    pub fn place(&self, span: &Span) -> Option<(&str, usize, usize)> {
        let (path, text, local) = self.sources.locate(span)?;
        let before = &text[..local.start];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Some((path, line, column))
    }

    /// Everything that was said, as a reader wants it: the line itself with a caret, and what to write instead.
    /// `styled` adds terminal colours.
    pub fn render(&self, styled: bool) -> String {
        self.render_each(styled).into_iter().map(|text| text + "\n\n").collect()
    }

    /// The same, one text for each thing that was said, with a last one that counts what is too much to read at once.
    pub fn render_each(&self, styled: bool) -> Vec<String> {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let shown = self.in_reading_order().into_iter().take(Self::SHOWN);
        let mut texts: Vec<String> = shown.map(|diagnostic| renderer.render(&self.report(diagnostic))).collect();
        if self.list.len() > Self::SHOWN {
            texts.push(format!("… and {} more", self.list.len() - Self::SHOWN));
        }
        texts
    }

    /// By place; what has no place comes first, and equal places keep the order in which they were found.
    fn in_reading_order(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<&Diagnostic> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| diagnostic.span.as_ref().map(|span| span.start));
        list
    }

    fn report<'a>(&'a self, diagnostic: &'a Diagnostic) -> Vec<Group<'a>> {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(&diagnostic.message));
        if let Some((path, text, span)) = diagnostic.span.as_ref().and_then(|span| self.sources.locate(span)) {
            let caret = AnnotationKind::Primary.span(span).label(&diagnostic.label);
            let mut snippet = Snippet::source(text).path(path).annotation(caret);
            let mut elsewhere = None;
            if let Some((context, label)) = &diagnostic.context
                && let Some((context_path, context_text, context_span)) = self.sources.locate(context)
            {
                let note = AnnotationKind::Context.span(context_span).label(label);
                if context_path == path {
                    snippet = snippet.annotation(note);
                } else {
                    elsewhere = Some(Snippet::source(context_text).path(context_path).annotation(note));
                }
            }
            group = group.element(snippet);
            if let Some(elsewhere) = elsewhere {
                group = group.element(elsewhere);
            }
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help));
        }
        vec![group]
    }
}
