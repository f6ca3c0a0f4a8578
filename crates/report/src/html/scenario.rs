//! A page for each scenario: all its settings side by side, on the same scales.

use maud::{Markup, html};
use scenarios::Way;
use scenarios::outcome::{ChainOutcome, GateOutcome};
use scenarios::record::{Buckets, ChainRecord, GateRecord, Record, Series};
use scenarios::study::{ChainModel, GateModel, Named};

use super::overview::{self, Row};
use super::plot::{Curve, Look, Plot};
use super::system::Said;
use super::verdict::Verdict;
use super::{Page, Recorded, anchor, flow, words};
use crate::answers::Answers;
use crate::table::Table;
use crate::views::{self, ChangedStretch};

/// The pages of a study's scenarios, in file order.
pub(super) fn pages(page: &Page, study: &Recorded<'_>, said: &Said<'_>, tables: &[Table]) -> Markup {
    let answers = study.answers;
    let rows = overview::rows(page, answers);
    let names: Vec<&str> = rows.iter().map(|row| row.named.name.as_str()).collect();
    let settings = rows.first().map_or(0, |row| row.cells.len());
    html! {
        @for (index, row) in rows.iter().enumerate() {
            @let own: Vec<&Table> = tables.iter().filter(|table| scenario_of(table, &names) == Some(index)).collect();
            @let records = study.records.get(index * settings..(index + 1) * settings).unwrap_or_default();
            (scenario_page(page, answers, index, row, records, said, &own))
        }
    }
}

/// The scenario that a table is of: named `file/scenario`, with a dot and more where there are several. A scenario's
/// name may have dots itself, so the longest that fits has it.
fn scenario_of(table: &Table, names: &[&str]) -> Option<usize> {
    let (_, rest) = table.name.split_once('/')?;
    let fits = |name: &str| rest.strip_prefix(name).is_some_and(|more| more.is_empty() || more.starts_with('.'));
    let fitting = names.iter().enumerate().filter(|(_, name)| fits(name));
    fitting.max_by_key(|(_, name)| name.len()).map(|(index, _)| index)
}

fn scenario_page(
    page: &Page,
    answers: &Answers<'_>,
    index: usize,
    row: &Row<'_>,
    records: &[Record],
    said: &Said<'_>,
    tables: &[&Table],
) -> Markup {
    let file = answers.about().file.as_str();
    let name = row.named.name.as_str();
    let changes = views::changes(answers, index, page.language);
    let buckets = records.first().map(Record::buckets);
    html! {
        section.page.scenario id=(anchor(&[file, name])) {
            nav.crumbs {
                a href="#" { "← " (page.say(words::BACK)) }
                " / "
                a href={ "#" (file) } { (page.text(&answers.about().title)) }
            }
            h1 { (page.text(&row.named.label)) }
            @if let Some(because) = &row.named.because {
                p.lead { (page.text(because)) }
            }
            (facts(page, answers, row, &changes))
            nav.settings aria-label=(page.say(words::SETTINGS)) {
                @for (named, verdict) in &row.cells {
                    a class=(verdict.standing.class()) href={ "#" (anchor(&[file, name, &named.name])) } {
                        (verdict.standing.symbol()) " " (page.text(&named.label))
                        @if verdict.is_best { " " span.best aria-hidden="true" { "★" } }
                    }
                }
            }
            h2 { (page.say(words::PICTURES)) }
            @if let Some(buckets) = buckets {
                (cursor(page, buckets))
            }
            div.cards style={ "--parts: " (parts(answers)) } {
                (cards(page, answers, index, row, records, &changes))
            }
            @if let Some(sentences) = said.of(&row.named.label) {
                h2 { (page.say(words::IN_WORDS)) }
                div.words { @for sentence in sentences { p { (sentence) } } }
            }
            @if !tables.is_empty() {
                h2 { (page.say(words::TABLES)) }
                div.tables {
                    @for table in tables { (page.table(table)) }
                }
            }
        }
    }
}

/// Parts of a card, so that the same parts of all cards lie in one line: its head, its pictures, and their axis.
fn parts(answers: &Answers<'_>) -> usize {
    match answers {
        Answers::Gate(answers) => answers.model.flows.len() + 4,
        Answers::Chain(answers) => answers.model.stages.len() + 6,
    }
}

/// What is different, and when work is late.
fn facts(page: &Page, answers: &Answers<'_>, row: &Row<'_>, changes: &[ChangedStretch]) -> Markup {
    let is_said = answers.about().reference.late_after_rounds.is_some();
    html! {
        dl.facts {
            div {
                dt { (page.say(words::CHANGES)) }
                dd {
                    @if changes.is_empty() {
                        (page.say(words::NOTHING))
                    }
                    @for stretch in changes {
                        span.change {
                            (stretch.words) " — "
                            @if stretch.is_whole_run {
                                (page.say(words::WHOLE_RUN))
                            } @else {
                                span.shade-swatch aria-hidden="true" {}
                                (page.say(words::ROUND)) " " (stretch.from) "–" (stretch.to)
                                ", " (page.say(words::SHADED))
                            }
                        }
                        " "
                    }
                }
            }
            div {
                dt { (page.say(words::LATE_TERM)) }
                dd {
                    (page.older_than(row.late_after))
                    " (" (page.say(if is_said { words::LATE_SAID } else { words::LATE_ASSUMED })) ")"
                }
            }
        }
    }
}

/// Moves the cursor of every picture of the page.
fn cursor(page: &Page, buckets: Buckets) -> Markup {
    let width = buckets.width.get();
    let help = match width {
        1 => page.say(words::CURSOR_HELP_ONE).to_owned(),
        _ => page.say(words::CURSOR_HELP).replace("{}", &width.to_string()),
    };
    html! {
        div.cursor-control {
            label {
                span { (page.say(words::CURSOR)) }
                input type="range" min="0" max=(buckets.count().saturating_sub(1)) value="0" step="1"
                    data-rounds=(buckets.rounds) data-width=(width) {}
                output { "–" }
            }
            p.note { (help) " " (page.say(words::SAME_SCALE)) "." }
        }
    }
}

fn cards(
    page: &Page,
    answers: &Answers<'_>,
    index: usize,
    row: &Row<'_>,
    records: &[Record],
    changes: &[ChangedStretch],
) -> Markup {
    let shaded: Vec<(u32, u32)> =
        changes.iter().filter(|stretch| !stretch.is_whole_run).map(|stretch| (stretch.from, stretch.to)).collect();
    let file = &answers.about().file;
    let card = |place: usize, pictures: Markup| {
        let (named, verdict) = &row.cells[place];
        card(page, &anchor(&[file, &row.named.name, &named.name]), named, verdict, pictures)
    };
    match answers {
        Answers::Gate(answers) => {
            let records: Vec<&GateRecord> = records.iter().filter_map(Record::as_gate).collect();
            let scale = GateScale::of(&records);
            html! {
                @for (place, record) in records.iter().enumerate().take(row.cells.len()) {
                    @if let Some(outcome) = answers.get(index, place, Way::AsWritten) {
                        (card(place, gate_pictures(page, answers.model, outcome, record, &scale, &shaded)))
                    }
                }
            }
        }
        Answers::Chain(answers) => {
            let records: Vec<&ChainRecord> = records.iter().filter_map(Record::as_chain).collect();
            let scale = ChainScale::of(answers.model, &records, |place| answers.model.settings[place].kind.unbounded);
            html! {
                @for (place, record) in records.iter().enumerate().take(row.cells.len()) {
                    @if let Some(outcome) = answers.get(index, place, Way::AsWritten) {
                        (card(place, chain_pictures(page, answers.model, place, outcome, record, &scale, &shaded)))
                    }
                }
            }
        }
    }
}

fn card(page: &Page, anchor: &str, named: &Named, verdict: &Verdict, pictures: Markup) -> Markup {
    let (number, name) = verdict.headline(page);
    html! {
        article class={ "card " (verdict.standing.class()) } id=(anchor) tabindex="-1" {
            header {
                h3 { a href={ "#" (anchor) } { (page.text(&named.label)) } }
                p.verdict {
                    (verdict.badge(page))
                    @if verdict.is_best {
                        " " span.best title=(page.say(words::BEST)) { "★ " (page.say(words::BEST_SHORT)) }
                    }
                }
                p.headline { (number) " " small { (name) } }
                dl.numbers {
                    @for (name, number) in verdict.numbers(page) {
                        div { dt { (name) } dd { (number) } }
                    }
                }
            }
            (pictures)
        }
    }
}

/// The upper edges of a gate's pictures: the largest value under any setting.
struct GateScale {
    flows: Vec<u64>,
    backlog: u64,
    age: u64,
}

impl GateScale {
    fn of(records: &[&GateRecord]) -> GateScale {
        let flows = records.first().map_or(0, |record| record.flows.len());
        let largest =
            |series: &dyn Fn(&GateRecord) -> u64| records.iter().map(|record| series(record)).max().unwrap_or(0);
        GateScale {
            flows: (0..flows)
                .map(|flow| {
                    largest(&|record| {
                        let flow = &record.flows[flow];
                        [&flow.offered, &flow.served, &flow.throttled, &flow.shed]
                            .map(Series::max)
                            .into_iter()
                            .max()
                            .unwrap_or(0)
                    })
                })
                .collect(),
            backlog: largest(&|record| record.peak_units.max().max(record.bound_units.as_ref().map_or(0, Series::max))),
            age: largest(&|record| record.oldest_waiting_rounds.max()),
        }
    }
}

fn gate_pictures(
    page: &Page,
    model: &GateModel,
    outcome: &GateOutcome,
    record: &GateRecord,
    scale: &GateScale,
    shaded: &[(u32, u32)],
) -> Markup {
    let buckets = record.buckets;
    let above = page.say(words::ABOVE);
    let curve = |look, name: crate::language::Label, series, total: String| Curve {
        look,
        name: page.say(name),
        series,
        total: Some(total),
    };
    let flows = model.flows.iter().zip(&record.flows).zip(&outcome.flows).zip(&scale.flows);
    let at_most = |series: &Series| format!("{} {}", page.say(words::AT_MOST), series.max());
    let mut backlog = vec![curve(Look::Level, words::WAITING, &record.peak_units, at_most(&record.peak_units))];
    if let Some(bound) = &record.bound_units {
        let (least, most) = (bound.buckets().iter().map(|bucket| bucket.min).min().unwrap_or(0), bound.max());
        let shown = if least == most { most.to_string() } else { format!("{least}–{most}") };
        backlog.push(curve(Look::Bound, words::BOUND, bound, shown));
    }
    html! {
        @for (((flow, record), counts), top) in flows {
            (Plot {
                title: page.text(&flow.named.label).to_owned(),
                unit: page.say(words::REQUESTS_A_ROUND),
                curves: vec![
                    curve(Look::Offered, words::OFFERED, &record.offered, counts.offered.to_string()),
                    curve(Look::Served, words::SERVED, &record.served, counts.served.to_string()),
                    curve(Look::Refused, words::THROTTLED, &record.throttled, counts.throttled.to_string()),
                    curve(Look::Shed, words::SHED, &record.shed, counts.shed.to_string()),
                ],
                top: *top, above, buckets, shaded,
            }.draw())
        }
        (Plot {
            title: page.say(words::BACKLOG_TITLE).to_owned(),
            unit: page.say(words::UNITS),
            curves: backlog,
            top: scale.backlog, above, buckets, shaded,
        }.draw())
        (Plot {
            title: page.say(words::AGE_TITLE).to_owned(),
            unit: page.say(words::ROUNDS),
            curves: vec![
                curve(Look::Level, words::OLDEST, &record.oldest_waiting_rounds, at_most(&record.oldest_waiting_rounds)),
            ],
            top: scale.age, above, buckets, shaded,
        }.draw())
        (axis(page, buckets))
    }
}

/// The upper edges of a chain's pictures. A buffer without a bound would make the others invisible: its stages' pictures
/// end a little above the bounds, and say how far it goes.
struct ChainScale {
    ends: u64,
    stages: Vec<u64>,
    backlog: u64,
    age: u64,
}

impl ChainScale {
    fn of(model: &ChainModel, records: &[&ChainRecord], is_unbounded: impl Fn(usize) -> bool) -> ChainScale {
        let largest =
            |series: &dyn Fn(&ChainRecord) -> u64| records.iter().map(|record| series(record)).max().unwrap_or(0);
        let stage = |place: usize| {
            let flows = largest(&|record| record.stages[place].passed.max().max(record.stages[place].lost.max()));
            let bounded = records.iter().enumerate().filter(|(setting, _)| !is_unbounded(*setting));
            let level = bounded.map(|(_, record)| record.stages[place].waiting.max()).max().unwrap_or(0);
            let edge = flows.max(level).max(model.stages[place].buffer);
            edge.saturating_add(edge / 8)
        };
        ChainScale {
            ends: largest(&|record| {
                let completed = record.stages.last().map_or(0, |stage| stage.passed.max());
                record.produced.max().max(completed)
            }),
            stages: (0..model.stages.len()).map(stage).collect(),
            backlog: largest(&|record| record.backlog.max()),
            age: largest(&|record| record.oldest_waiting_rounds.max()),
        }
    }
}

fn chain_pictures(
    page: &Page,
    model: &ChainModel,
    setting: usize,
    outcome: &ChainOutcome,
    record: &ChainRecord,
    scale: &ChainScale,
    shaded: &[(u32, u32)],
) -> Markup {
    let buckets = record.buckets;
    let above = page.say(words::ABOVE);
    let kind = model.settings[setting].kind;
    let curve = |look, name: crate::language::Label, series, total: String| Curve {
        look,
        name: page.say(name),
        series,
        total: Some(total),
    };
    let at_most = |series: &Series| format!("{} {}", page.say(words::AT_MOST), series.max());
    let levels: Vec<u64> = record.stages.iter().map(|stage| stage.last_waiting).collect();
    let last = record.stages.last();
    let mut ends = vec![curve(Look::Offered, words::PRODUCED, &record.produced, outcome.produced.to_string())];
    ends.extend(last.map(|stage| curve(Look::Served, words::COMPLETED, &stage.passed, outcome.completed.to_string())));
    ends.push(curve(Look::Refused, words::REFUSED, &record.refused, outcome.refused.to_string()));
    html! {
        (flow::draw(page, model, kind, outcome, &levels))
        (Plot {
            title: page.say(words::SOURCE_TITLE).to_owned(),
            unit: page.say(words::ITEMS_A_ROUND),
            curves: ends,
            top: scale.ends, above, buckets, shaded,
        }.draw())
        @for (place, (stage, record)) in model.stages.iter().zip(&record.stages).enumerate() {
            (Plot {
                title: page.text(&stage.named.label).to_owned(),
                unit: page.say(words::ITEMS),
                curves: vec![
                    curve(Look::Level, words::WAITING, &record.waiting, at_most(&record.waiting)),
                    curve(Look::Served, words::PASSED, &record.passed, record.passed.sum().to_string()),
                    curve(Look::Lost, words::LOST, &record.lost, outcome.lost[place].to_string()),
                ],
                top: scale.stages[place], above, buckets, shaded,
            }.draw())
        }
        (Plot {
            title: page.say(words::BACKLOG_TITLE).to_owned(),
            unit: page.say(words::ITEMS),
            curves: vec![curve(Look::Level, words::WAITING, &record.backlog, at_most(&record.backlog))],
            top: scale.backlog, above, buckets, shaded,
        }.draw())
        (Plot {
            title: page.say(words::AGE_TITLE).to_owned(),
            unit: page.say(words::ROUNDS),
            curves: vec![
                curve(Look::Level, words::OLDEST, &record.oldest_waiting_rounds, at_most(&record.oldest_waiting_rounds)),
            ],
            top: scale.age, above, buckets, shaded,
        }.draw())
        (axis(page, buckets))
    }
}

/// The first and the last round, below the last picture.
fn axis(page: &Page, buckets: Buckets) -> Markup {
    html! {
        p.axis aria-hidden="true" {
            span { "1" } span { (page.say(words::ROUND)) } span { (buckets.rounds) }
        }
    }
}
