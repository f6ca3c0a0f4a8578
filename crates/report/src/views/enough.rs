//! Break-even searches as tables: where a condition begins to hold, with the rows that prove it.

use scenarios::study::{Decimal, Study};
use scenarios::what_if::{Condition, Direction, NamedSolve, Solved, Stretch, Target};

use super::numbers::exact;
use super::terms::{self, say};
use crate::language::Language;
use crate::table::{Column, Table, Value};

/// "What would have been enough": all searches of a file, a row for each.
pub fn enough(study: &Study, solved: &[(&NamedSolve, Solved)], language: Language) -> Table {
    let head = |label: crate::language::Label| label.get(language).to_owned();
    let mut table = Table::new(
        format!("{}-enough", study.about.file),
        format!("{} — {}", head(terms::ENOUGH), say(&study.about.title, language)),
        vec![
            Column::text("question", head(terms::QUESTION), 36),
            Column::text("scenario", head(terms::SCENARIO), 12),
            Column::text("setting", head(terms::SETTING), 16),
            Column::text("number", head(terms::NUMBER), 22),
            Column::text("such-that", head(terms::CONDITION), 22),
            Column::number("as-written", head(terms::AS_WRITTEN), 8),
            Column::text("not-enough", head(terms::NOT_ENOUGH), 16),
            Column::text("first", head(terms::FIRST_ENOUGH), 16),
            Column::number("from-here-on", head(terms::FROM_HERE_ON), 8),
            Column::number("islands", head(terms::ISLANDS), 4),
        ],
    );
    for (asked, solved) in solved {
        let first = solved.proof.iter().position(|(value, ..)| Some(*value) == solved.first);
        let before = first.and_then(|place| place.checked_sub(1));
        let proof = |place: Option<usize>| {
            place.and_then(|place| solved.proof.get(place)).map_or(Value::Missing, |(value, counts, _)| {
                Value::text(format!("{value} → {}", shown(counts).join(", ")))
            })
        };
        table.push(vec![
            Value::text(say(&asked.named.label, language)),
            Value::text(asked.scenario.as_str()),
            Value::text(asked.setting.as_str()),
            Value::text(in_words(&asked.target, language)),
            Value::text(asked.condition.to_string()),
            decimal(solved.written),
            proof(before),
            proof(first),
            decimal(solved.from_here_on),
            Value::Count(solved.islands.len() as u64),
        ]);
        table.notes.push(format!("{}: {}", say(&asked.named.label, language), range_note(solved, language)));
    }
    table
}

/// One search: the rows that prove its answer.
pub fn proof(study: &Study, target: &Target, condition: &Condition, solved: &Solved, language: Language) -> Table {
    let head = |label: crate::language::Label| label.get(language).to_owned();
    let cell = study.cells().next().map(|cell| study.names(cell));
    let (scenario, setting) = cell.unwrap_or_default();
    let title = format!("{}, {condition} — {scenario}, {setting}", in_words(target, language));
    let mut columns = vec![Column::number("value", target.path.clone(), 10)];
    columns.extend(solved.measures.iter().map(|measure| Column::number(measure.name(), measure.name(), 10)));
    columns.push(Column::text("holds", head(terms::HOLDS), 5));
    columns.push(Column::text("what", "", 18));
    let mut table = Table::new(format!("{}-solve", study.about.file), title, columns);
    for (value, counts, holds) in &solved.proof {
        let mut row = vec![decimal(Some(*value))];
        row.extend(counts.iter().map(|count| count.map_or(Value::Missing, Value::Count)));
        row.push(Value::text(if *holds { terms::YES } else { terms::NO }.get(language)));
        let what = [(solved.first, terms::FIRST_ENOUGH), (solved.from_here_on, terms::FROM_HERE_ON)];
        let what: Vec<&str> =
            what.iter().filter(|(at, _)| *at == Some(*value)).map(|(_, label)| label.get(language)).collect();
        row.push(Value::text(what.join(", ")));
        table.push(row);
    }
    if solved.first.is_none() {
        table.notes.push(format!("{}.", head(terms::NONE_HOLDS)));
    }
    if !solved.islands.is_empty() {
        let islands: Vec<String> = solved.islands.iter().take(MOST_ISLANDS).map(island).collect();
        let more = solved.islands.len().saturating_sub(MOST_ISLANDS);
        let rest = if more > 0 { format!(", … (+{more})") } else { String::new() };
        table.notes.push(format!("{}: {}{rest}", head(terms::ISLAND_NOTE), islands.join(", ")));
    }
    let written = solved.written.map(|value| format!("; {}: {value}", head(terms::AS_WRITTEN))).unwrap_or_default();
    table.notes.push(format!("{}{written}", range_note(solved, language)));
    table
}

/// Islands that are written out.
const MOST_ISLANDS: usize = 12;

fn island(stretch: &Stretch) -> String {
    if stretch.first == stretch.last {
        stretch.first.to_string()
    } else {
        format!("{}–{}", stretch.first, stretch.last)
    }
}

fn in_words(target: &Target, language: Language) -> String {
    let side = match target.direction {
        Direction::Smallest => terms::SMALLEST_VALUE,
        Direction::Largest => terms::LARGEST_VALUE,
    };
    format!("{} {}", side.get(language), target.path)
}

fn range_note(solved: &Solved, language: Language) -> String {
    format!("{} ({})", terms::RANGE_NOTE.get(language), solved.range)
}

fn decimal(value: Option<Decimal>) -> Value {
    value.map_or(Value::Missing, |value| Value::number(exact(value), value.scale()))
}

fn shown(counts: &[Option<u64>]) -> Vec<String> {
    counts.iter().map(|count| count.map_or_else(|| Value::MISSING.to_owned(), |count| count.to_string())).collect()
}
