//! The report: one HTML file that a browser opens from disk, with every picture drawn already.
//!
//! 1. Whoever runs the cells records each of them as [`bucket_rounds`] says, so that a picture has about as many steps
//!    as it has pixels, and no peak is hidden however long the run is.
//! 2. `verdict` says of every cell how it went, and which setting of a scenario is best.
//! 3. `overview` is the first screen: a matrix of scenarios and settings.
//! 4. `scenario` is a page for each scenario, with all its settings side by side on the same scales: curves (`plot`), and
//!    for a chain the chain itself (`flow`), then words and tables.
//! 5. `system` is a page for each file: what it describes, and the tables that go across its scenarios.
//!
//! The pages are sections of one document. A few lines of JavaScript show one at a time and read exact values off the
//! pictures; without it, and on paper, everything is there, one page after another. Nothing is fetched.

mod flow;
mod overview;
mod plot;
mod scenario;
mod system;
mod verdict;
mod words;

use std::num::NonZeroU32;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use scenarios::record::Record;
use scenarios::study::{Model, Study};

use crate::answers::Answers;
use crate::language::Language;
use crate::table::{Align, Table, Value};
use crate::views;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Steps that a picture has where a run is long enough.
const STEPS: u32 = 180;

/// A study with its answers and the records of its cells.
#[derive(Clone, Debug)]
pub struct Recorded<'a> {
    /// The answers that the tables and words are made from.
    pub answers: &'a Answers<'a>,
    /// The record of every cell as written, in file order: scenario, then setting.
    pub records: Vec<Record>,
}

/// Rounds that a step of a study's pictures stands for.
pub fn bucket_rounds(study: &Study) -> NonZeroU32 {
    rounds_a_step(study, STEPS)
}

/// Rounds that a step stands for where there may be so many steps. Where a step is several rounds, and a swing is short,
/// it is whole cycles of it: otherwise the two would beat against each other and draw waves that are not there.
pub(crate) fn rounds_a_step(study: &Study, steps: u32) -> NonZeroU32 {
    let wanted = study.about.rounds.div_ceil(steps.max(1)).max(1);
    let swings: Vec<usize> = match &study.model {
        Model::Gate(model) => model.flows.iter().map(|flow| flow.offer.swing.len()).collect(),
        Model::Chain(model) => vec![model.source.offer.swing.len()],
    };
    let cycle = swings.into_iter().filter_map(|length| u32::try_from(length).ok()).max().unwrap_or(0);
    let is_short = (2..=4 * wanted).contains(&cycle);
    let width = if wanted > 1 && is_short { wanted.next_multiple_of(cycle) } else { wanted };
    NonZeroU32::new(width).unwrap_or(NonZeroU32::MIN)
}

/// The whole document.
pub fn render(studies: &[Recorded<'_>], language: Language) -> String {
    let page = Page { language };
    let title = page.say(words::TITLE);
    let document = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                // An icon of its own, so that no browser asks for one.
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body data-title=(title) data-round=(page.say(words::ROUND))
                data-mean=(page.say(words::MEAN)) {
                (verdict::symbols())
                a.skip href="#main" { (page.say(words::SKIP)) }
                header {
                    a.brand href="#" { (mark()) span { (title) } }
                    span.slogan { (page.say(words::SLOGAN)) }
                }
                main id="main" tabindex="-1" {
                    (overview::page(&page, studies))
                    @for study in studies {
                        (pages(&page, study))
                    }
                }
                footer { p { (page.say(words::FOOTER)) } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    document.into_string()
}

/// A study's own page, and those of its scenarios.
fn pages(page: &Page, study: &Recorded<'_>) -> Markup {
    let said = system::Said::new(study.answers, page);
    let mut tables = views::tables(study.answers, page.language);
    tables.extend(views::ages(study.answers, page.language));
    html! {
        (system::page(page, study, &said, &tables))
        (scenario::pages(page, study, &said, &tables))
    }
}

/// The lab's mark: a load that goes over a bound.
fn mark() -> Markup {
    html! {
        svg.mark viewBox="0 0 24 24" aria-hidden="true" focusable="false" {
            path d="M2 20h4v-6h4v-4h4v-7h4v9h4v8z" fill="currentColor" opacity=".3" {}
            path d="M1 10h22" stroke="currentColor" stroke-width="2" stroke-dasharray="3 2" fill="none" {}
        }
    }
}

/// What every page needs to know.
struct Page {
    language: Language,
}

impl Page {
    fn say(&self, label: crate::language::Label) -> &'static str {
        label.get(self.language)
    }

    fn text<'t>(&self, text: &'t scenarios::study::Text) -> &'t str {
        crate::views::terms::say(text, self.language)
    }

    /// Above which age work is late.
    fn older_than(&self, rounds: u64) -> String {
        match rounds {
            1 => self.say(words::OLDER_THAN_ONE).to_owned(),
            _ => self.say(words::OLDER_THAN).replace("{}", &rounds.to_string()),
        }
    }

    /// A table as the text forms have it: the same digits. Wide ones scroll by themselves, with the keyboard too.
    fn table(&self, table: &Table) -> Markup {
        html! {
            figure.table {
                figcaption { (table.title) }
                div.scroll tabindex="0" role="region" aria-label=(table.title) {
                    table {
                        thead {
                            tr {
                                @for column in &table.columns {
                                    th scope="col" class=[is_number(column.align)] { (column.header) }
                                }
                            }
                        }
                        tbody {
                            @for row in &table.rows {
                                tr {
                                    @for (index, (column, value)) in table.cells(row).enumerate() {
                                        @if index == 0 && column.align == Align::Left {
                                            th scope="row" { (shown(value)) }
                                        } @else {
                                            td class=[is_number(column.align)] { (shown(value)) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                @for note in &table.notes {
                    p.note { (note) }
                }
            }
        }
    }
}

fn is_number(align: Align) -> Option<&'static str> {
    (align == Align::Right).then_some("number")
}

fn shown(value: &Value) -> String {
    value.to_string()
}

/// Where a page is found: the names as they are, since they are made for paths.
fn anchor(parts: &[&str]) -> String {
    parts.join("/")
}
