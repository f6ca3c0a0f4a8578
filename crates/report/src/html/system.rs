//! A page for each file: what it describes, and the tables that go across its scenarios.

use maud::{Markup, html};

use scenarios::study::Text;

use super::{Page, Recorded, words};
use crate::answers::Answers;
use crate::table::Table;
use crate::words::{findings, passages};

pub(super) fn page(page: &Page, study: &Recorded<'_>, said: &Said<'_>, tables: &[Table]) -> Markup {
    let about = study.answers.about();
    html! {
        section.page id=(about.file) {
            nav.crumbs { a href="#" { "← " (page.say(words::BACK)) } }
            h1 { (page.text(&about.title)) }
            p.about { code { (about.file) ".toml" } " · " (about.rounds) " " (page.say(words::ROUNDS)) }
            @if let Some(sentences) = said.of(&about.title) {
                div.words { @for sentence in sentences { p { (sentence) } } }
            }
            div.tables {
                @for table in tables.iter().filter(|table| !is_of_a_scenario(table)) {
                    (page.table(table))
                }
            }
        }
    }
}

/// Tables of one scenario are named `file/scenario`, with a dot and more where there are several.
fn is_of_a_scenario(table: &Table) -> bool {
    table.name.contains('/')
}

/// The sentences about a study, each topic's with the label that it is about.
pub(super) struct Said<'a> {
    topics: Vec<(&'a Text, Vec<String>)>,
}

impl<'a> Said<'a> {
    pub(super) fn new(answers: &'a Answers<'_>, page: &Page) -> Said<'a> {
        let labels = findings(answers).into_iter().map(|topic| topic.label);
        let sentences = passages(answers, page.language).into_iter().map(|passage| passage.sentences);
        Said { topics: labels.zip(sentences).collect() }
    }

    /// The sentences about what a label names.
    pub(super) fn of(&self, label: &Text) -> Option<&[String]> {
        let topic = self.topics.iter().find(|(about, _)| std::ptr::eq(*about, label));
        topic.map(|(_, sentences)| sentences.as_slice())
    }
}
