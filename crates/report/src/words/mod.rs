//! Answers in words: a few sentences that say what decides a scenario.
//!
//! 1. [`findings()`] looks at the outcomes and names what it found, each with the numbers that show it.
//! 2. `english` and `turkish` put one finding into one sentence.
//!
//! A sentence says nothing that its finding does not hold, and a finding holds nothing that the outcomes do not say.
//! Turkish sentences are built so that no ending hangs on an inserted number or name: which ending would be right
//! depends on how it is read aloud.

mod english;
mod findings;
mod turkish;

pub use findings::{Finding, Measure, Reason, Refusals, Standing, Topic, findings, same_answers};

use crate::answers::Answers;
use crate::grid::on_one_line;
use crate::language::Language;
use crate::markdown;
use crate::views::terms::say;

/// What there is to say about one scenario, or about the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// What it is about.
    pub title: String,
    /// One for each finding, each ended with a full stop.
    pub sentences: Vec<String>,
}

/// The passages of a study, in reading order: its scenarios, then the file as a whole. Needs the cells of
/// [`crate::answers::cells_for_words`].
pub fn passages(answers: &Answers<'_>, language: Language) -> Vec<Passage> {
    findings(answers)
        .into_iter()
        .map(|topic| Passage {
            title: on_one_line(&match language {
                Language::English => english::title(say(topic.label, language)),
                Language::Turkish => turkish::title(say(topic.label, language)),
            }),
            sentences: topic
                .findings
                .iter()
                .map(|finding| match language {
                    Language::English => english::sentence(finding),
                    Language::Turkish => turkish::sentence(finding),
                })
                .map(|sentence| on_one_line(&sentence))
                .collect(),
        })
        .collect()
}

/// Passages as plain text: the title, an empty line, and a line for each sentence.
pub fn text(passages: &[Passage]) -> String {
    let parts: Vec<String> =
        passages.iter().map(|passage| format!("{}\n\n{}\n", passage.title, passage.sentences.join("\n"))).collect();
    parts.join("\n")
}

/// Passages as Markdown: the title in bold, and a paragraph.
pub fn markdown(passages: &[Passage]) -> String {
    let parts: Vec<String> = passages
        .iter()
        .map(|passage| {
            let paragraph = passage.sentences.join(" ");
            format!("**{}**\n\n{}\n", markdown::escape(&passage.title), markdown::escape(&paragraph))
        })
        .collect();
    parts.join("\n")
}

/// The most that one sentence lists.
const MOST_LISTED: usize = 8;

/// Parts one after another, as a language joins the last two; what is beyond the most is counted.
fn listed(parts: &[String], and: &str, more: impl Fn(usize) -> String) -> String {
    if parts.len() > MOST_LISTED {
        let shown = MOST_LISTED - 1;
        return format!("{} {and} {}", parts[..shown].join(", "), more(parts.len() - shown));
    }
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} {and} {last}", before.join(", ")),
    }
}
