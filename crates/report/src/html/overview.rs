//! The first screen: every scenario under every setting, and how each went.

use maud::{Markup, html};
use scenarios::study::{Named, Scenario};

use super::verdict::{self, Standing, Verdict};
use super::{Page, Recorded, anchor, words};
use crate::answers::Answers;
use crate::views;

pub(super) fn page(page: &Page, studies: &[Recorded<'_>]) -> Markup {
    html! {
        section.page id="overview" {
            h1 { (page.say(words::OVERVIEW)) }
            p.lead { (page.say(words::OVERVIEW_LEAD)) }
            dl.legend {
                @for standing in Standing::ALL {
                    div class=(standing.class()) {
                        dt { (standing.symbol()) " " (page.say(standing.label())) }
                        dd { (page.say(standing.meaning())) }
                    }
                }
                div.star {
                    dt { span.best aria-hidden="true" { "★" } " " (page.say(words::BEST_SHORT)) }
                    dd { (page.say(words::BEST)) }
                }
            }
            @for study in studies {
                (matrix(page, study.answers))
            }
        }
    }
}

/// A scenario's row.
pub(super) struct Row<'a> {
    pub(super) named: &'a Named,
    pub(super) changes: String,
    pub(super) late_after: u64,
    /// One for each setting that was run.
    pub(super) cells: Vec<(&'a Named, Verdict)>,
}

/// The rows of a study, in file order, the best of each marked.
pub(super) fn rows<'a>(page: &Page, answers: &'a Answers<'_>) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = match answers {
        Answers::Gate(answers) => rows_of(&answers.model.scenarios, |index, scenario| {
            let settings = answers.model.settings.iter().enumerate();
            let cells = settings.filter_map(|(place, setting)| {
                let outcome = answers.get(index, place, scenarios::Way::AsWritten)?;
                Some((&setting.named, verdict::of_gate(answers.about, answers.model, scenario, outcome)))
            });
            (cells.collect(), verdict::gate_late_after(answers.about, answers.model, scenario))
        }),
        Answers::Chain(answers) => rows_of(&answers.model.scenarios, |index, scenario| {
            let settings = answers.model.settings.iter().enumerate();
            let cells = settings.filter_map(|(place, setting)| {
                let outcome = answers.get(index, place, scenarios::Way::AsWritten)?;
                Some((&setting.named, verdict::of_chain(answers.about, answers.model, scenario, outcome)))
            });
            (cells.collect(), verdict::chain_late_after(answers.about, answers.model, scenario))
        }),
    };
    for (index, row) in rows.iter_mut().enumerate() {
        let changes = views::changes(answers, index, page.language);
        row.changes = changes.iter().map(|stretch| stretch.with_rounds()).collect::<Vec<_>>().join("; ");
        let mut verdicts: Vec<Verdict> = Vec::new();
        let mut names = Vec::new();
        for (named, verdict) in row.cells.drain(..) {
            names.push(named);
            verdicts.push(verdict);
        }
        verdict::mark_best(&mut verdicts);
        row.cells = names.into_iter().zip(verdicts).collect();
    }
    rows
}

fn rows_of<'a, F>(
    scenarios: &'a [Scenario<F>],
    cells: impl Fn(usize, &'a Scenario<F>) -> (Vec<(&'a Named, Verdict)>, u64),
) -> Vec<Row<'a>> {
    let row = |(index, scenario): (usize, &'a Scenario<F>)| {
        let (cells, late_after) = cells(index, scenario);
        Row { named: &scenario.named, changes: String::new(), late_after, cells }
    };
    scenarios.iter().enumerate().map(row).collect()
}

fn matrix(page: &Page, answers: &Answers<'_>) -> Markup {
    let about = answers.about();
    let rows = rows(page, answers);
    let file = about.file.as_str();
    let title = page.text(&about.title);
    let headings: Vec<&Named> = rows.first().map_or_else(Vec::new, |row| row.cells.iter().map(|cell| cell.0).collect());
    html! {
        div.matrix {
            h2 { a href={ "#" (file) } { (title) } }
            p.about {
                code { (file) } " · " (about.rounds) " " (page.say(words::ROUNDS))
                @if let Some(rounds) = about.reference.late_after_rounds {
                    " · " (page.say(words::LATE_TERM)) ": " (page.older_than(u64::from(rounds)))
                    " (" (page.say(words::LATE_SAID)) ")"
                }
            }
            div.scroll tabindex="0" role="region" aria-label=(title) {
                table.cells style={ "--columns: " (headings.len()) } {
                    thead {
                        tr {
                            th scope="col" { (page.say(words::SCENARIO)) }
                            @for named in headings {
                                th scope="col" { (page.text(&named.label)) }
                            }
                        }
                    }
                    tbody {
                        @for row in &rows {
                            tr {
                                th scope="row" {
                                    a href={ "#" (anchor(&[file, &row.named.name])) } { (page.text(&row.named.label)) }
                                    @if !row.changes.is_empty() {
                                        span.changes { (row.changes) }
                                    }
                                }
                                @for (named, verdict) in &row.cells {
                                    td class=(verdict.standing.class()) {
                                        (cell(page, &anchor(&[file, &row.named.name, &named.name]), named, verdict))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(page: &Page, anchor: &str, setting: &Named, verdict: &Verdict) -> Markup {
    let (number, name) = verdict.headline(page);
    html! {
        a.cell href={ "#" (anchor) } {
            span.top {
                span.setting aria-hidden="true" { (page.text(&setting.label)) }
                (verdict.badge(page))
                @if verdict.is_best {
                    span.best title=(page.say(words::BEST)) { "★" span.hidden { (page.say(words::BEST)) } }
                }
            }
            span.headline { (number) " " small { (name) } }
            span.numbers {
                @for (name, number) in verdict.numbers(page) {
                    span { (name) " " b { (number) } }
                    " "
                }
            }
        }
    }
}
