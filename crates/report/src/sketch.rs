//! Runs over their rounds as a few lines of text: what waits and what is refused, a column for each step.
//!
//! All settings of a scenario have the same scale, so that a setting that bounds its queue looks as flat as it is. A
//! column shows the largest backlog of its rounds, and how many were refused or lost in them: no peak is hidden, and
//! what is not 0 is not blank. The line above marks the rounds in which the scenario changes something.

use std::fmt::Write as _;
use std::num::NonZeroU32;

use scenarios::record::{Buckets, Record, Series};
use scenarios::study::{Model, Study};

use crate::answers::Answers;
use crate::grid::pad;
use crate::html::rounds_a_step;
use crate::language::{Label, Language};
use crate::table::Align;
use crate::views::terms::{self, say};
use crate::views::{self, ChangedStretch};

/// Columns of a sketch where a run is long enough.
const COLUMNS: u32 = 60;

/// The characters that a sketch is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Unicode's blocks.
    Blocks,
    /// ASCII, where a terminal has nothing else.
    Ascii,
}

impl Glyphs {
    /// From least to most; what is 0 is blank.
    const fn levels(self) -> [char; 8] {
        match self {
            Glyphs::Blocks => ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
            Glyphs::Ascii => ['.', ':', '-', '=', '+', '*', '%', '#'],
        }
    }

    /// A column in which nothing is different, and one in which something is.
    const fn marks(self) -> [char; 2] {
        match self {
            Glyphs::Blocks => ['─', '━'],
            Glyphs::Ascii => ['.', '^'],
        }
    }

    const fn times(self) -> &'static str {
        match self {
            Glyphs::Blocks => "–",
            Glyphs::Ascii => "-",
        }
    }
}

/// Rounds that a column of a study's sketches stands for.
pub fn bucket_rounds(study: &Study) -> NonZeroU32 {
    rounds_a_step(study, COLUMNS)
}

/// The sketches of a study's scenarios, an empty line between two of them. The records are those of every cell as
/// written, in file order.
pub fn sketches(
    study: &Study,
    answers: &Answers<'_>,
    records: &[Record],
    language: Language,
    glyphs: Glyphs,
) -> String {
    let (_, settings) = study.shape();
    let scenarios = records.chunks(settings.max(1)).enumerate();
    let drawn: Vec<String> = scenarios
        .map(|(scenario, records)| Sketch { study, answers, records, language, glyphs }.of_scenario(scenario))
        .collect();
    drawn.join("\n")
}

struct Sketch<'a> {
    study: &'a Study,
    answers: &'a Answers<'a>,
    /// Of one scenario, setting by setting.
    records: &'a [Record],
    language: Language,
    glyphs: Glyphs,
}

/// A line of a setting.
struct Line {
    name: Label,
    columns: Vec<u128>,
    /// What the largest column, or all of them, come to.
    said: String,
}

impl Sketch<'_> {
    fn of_scenario(&self, scenario: usize) -> String {
        let settings: Vec<(&str, Vec<Line>)> =
            self.settings().into_iter().zip(self.records.iter().map(|record| self.lines(record))).collect();
        let lines = settings.first().map_or(0, |(_, lines)| lines.len());
        // Of each line the largest column under any setting; counts of refused and lost are of one kind.
        let largest = |line: usize| {
            settings.iter().filter_map(|(_, lines)| lines[line].columns.iter().max()).max().copied().unwrap_or(0)
        };
        let mut tops: Vec<u128> = (0..lines).map(largest).collect();
        if let Some(refusals) = tops.get_mut(1..) {
            let top = refusals.iter().max().copied().unwrap_or(0);
            refusals.fill(top);
        }

        let names: Vec<&str> = settings.iter().map(|(setting, _)| *setting).collect();
        let setting_width = width(names.into_iter());
        let labels = settings.iter().flat_map(|(_, lines)| lines.iter().map(|line| line.name.get(self.language)));
        let line_width = width(labels);

        let changes = views::changes(self.answers, scenario, self.language);
        let mut text = format!("{}\n\n", self.title(scenario, &changes));
        if changes.iter().any(|stretch| !stretch.is_whole_run) {
            let empty = " ".repeat(setting_width + line_width + 4);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{empty}{}", self.marked(&changes));
        }
        for (setting, lines) in &settings {
            for (index, line) in lines.iter().enumerate() {
                let setting = if index == 0 { *setting } else { "" };
                let _ = writeln!(
                    text,
                    "{}  {}  {}  {}",
                    pad(setting, setting_width, Align::Left),
                    pad(line.name.get(self.language), line_width, Align::Left),
                    self.drawn(&line.columns, tops[index]),
                    line.said
                );
            }
        }
        text
    }

    /// The scenario, what it changes, and what a column is.
    fn title(&self, scenario: usize, changes: &[ChangedStretch]) -> String {
        let named = match &self.study.model {
            Model::Gate(model) => &model.scenarios[scenario].named,
            Model::Chain(model) => &model.scenarios[scenario].named,
        };
        let mut title = say(&named.label, self.language).to_owned();
        for stretch in changes {
            let _ = write!(title, "; {}", stretch.with_rounds());
        }
        let buckets = self.records.first().map(Record::buckets);
        if let Some(Buckets { rounds, width }) = buckets {
            let _ = match self.language {
                Language::English if width.get() == 1 => write!(title, " ({rounds} rounds, one a column)"),
                Language::English => write!(title, " ({rounds} rounds, {width} a column)"),
                Language::Turkish => write!(title, " ({rounds} tur, sütun başına {width})"),
            };
        }
        title.split_whitespace().collect::<Vec<_>>().join(" ").replace('–', self.glyphs.times())
    }

    fn settings(&self) -> Vec<&str> {
        match &self.study.model {
            Model::Gate(model) => model.settings.iter().map(|each| say(&each.named.label, self.language)).collect(),
            Model::Chain(model) => model.settings.iter().map(|each| say(&each.named.label, self.language)).collect(),
        }
    }

    fn lines(&self, record: &Record) -> Vec<Line> {
        match record {
            Record::Gate(record) => {
                let refusals: Vec<&Series> =
                    record.flows.iter().flat_map(|flow| [&flow.throttled, &flow.shed]).collect();
                vec![self.level(&record.backlog_units), self.count(terms::REFUSED, &refusals)]
            }
            Record::Chain(record) => {
                let losses: Vec<&Series> = record.stages.iter().map(|stage| &stage.lost).collect();
                vec![
                    self.level(&record.backlog),
                    self.count(terms::REFUSED, &[&record.refused]),
                    self.count(terms::LOST, &losses),
                ]
            }
        }
    }

    fn level(&self, series: &Series) -> Line {
        let columns = series.buckets().iter().map(|bucket| u128::from(bucket.max)).collect();
        let at_most = Label::new("at most", "en çok").get(self.language);
        Line { name: terms::BACKLOG, columns, said: format!("{at_most} {}", series.max()) }
    }

    fn count(&self, name: Label, series: &[&Series]) -> Line {
        let columns = series.iter().map(|series| series.buckets().len()).max().unwrap_or(0);
        let column =
            |index: usize| series.iter().filter_map(|each| each.buckets().get(index)).map(|each| each.sum).sum();
        let in_all: u128 = series.iter().map(|series| series.sum()).sum();
        Line { name, columns: (0..columns).map(column).collect(), said: in_all.to_string() }
    }

    fn drawn(&self, columns: &[u128], top: u128) -> String {
        let levels = self.glyphs.levels();
        let glyph = |value: u128| match value.saturating_mul(levels.len() as u128).div_ceil(top.max(1)) {
            0 => ' ',
            level => levels[usize::try_from(level).unwrap_or(levels.len()).min(levels.len()) - 1],
        };
        columns.iter().map(|value| glyph(*value)).collect()
    }

    /// The columns in which something is different, if only in one of their rounds.
    fn marked(&self, changes: &[ChangedStretch]) -> String {
        let [same, different] = self.glyphs.marks();
        let Some(buckets) = self.records.first().map(Record::buckets) else { return String::new() };
        let is_different = |column: u32| {
            let (first, last) = buckets.rounds_of(column);
            changes.iter().any(|stretch| stretch.from <= last && stretch.to >= first)
        };
        (0..buckets.count()).map(|column| if is_different(column) { different } else { same }).collect()
    }
}

fn width<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    texts.map(crate::grid::display_width).max().unwrap_or(0)
}
