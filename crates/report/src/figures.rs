//! Every figure of a study under a name of its own, so that a text can ask for it.
//!
//! A name is a path: `file/figure` for the system, `file/flow/FLOW/figure` or `file/stage/STAGE/figure` for its parts,
//! `file/scenario/figure` for what a scenario changes, `file/scenario/setting/figure` for a cell, and
//! `file/scenario/setting/FLOW/figure` for one flow or stage of it. A setting with `@` is the same cell run in another
//! way: `@exact` or `@double` in the arithmetic that the file does not say, `@no-swing` with the swing off.

use std::io::{self, Write};

use scenarios::study::{Arithmetic, Decimal, Named, Text};
use scenarios::{Way, other_arithmetic};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::answers::Answers;
use crate::cells::arithmetic_name;
use crate::language::{Label, Language};
use crate::ratio::Ratio;
use crate::table::{Column, Table, Value};
use crate::views;

/// One number, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// `ay13/ay13b/shed-only/protected-share`; the same in every language, and unique.
    pub name: String,
    /// The flow or stage that it is of, where it is not of the whole.
    pub part: Option<Text>,
    /// What it is, for people.
    pub label: Label,
    /// What it comes to, with the places that are shown; missing where it did not come about within the run.
    pub value: Value,
    /// What it counts.
    pub unit: Unit,
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Requests at a gate.
    Requests,
    /// Units of work at a gate.
    WorkUnits,
    /// Items of a chain.
    Items,
    /// Rounds.
    Rounds,
    /// Seconds.
    Seconds,
    /// Part of one.
    Share,
    /// Part of a hundred.
    Percent,
    /// One number by another of its kind.
    Factor,
    /// A class of flows, 1 protected longest.
    Class,
    /// Minutes.
    Minutes,
    /// Minutes of a month.
    MinutesAMonth,
    /// Times in a month.
    TimesAMonth,
    /// Requests in a round.
    RequestsARound,
    /// Requests in a second.
    RequestsASecond,
    /// Units of work in a round.
    WorkUnitsARound,
    /// Units of work that one request takes.
    WorkUnitsARequest,
    /// Items in a round.
    ItemsARound,
    /// Checks of one request.
    ChecksARequest,
    /// Checks in a second.
    ChecksASecond,
}

impl Unit {
    /// Its name for people.
    pub const fn label(self) -> Label {
        match self {
            Unit::Requests => Label::new("requests", "istek"),
            Unit::WorkUnits => Label::new("units", "birim"),
            Unit::Items => Label::new("items", "olay"),
            Unit::Rounds => Label::new("rounds", "tur"),
            Unit::Seconds => Label::new("seconds", "saniye"),
            Unit::Share => Label::new("share", "oran"),
            Unit::Percent => Label::new("%", "%"),
            Unit::Factor => Label::new("×", "×"),
            Unit::Class => Label::new("class", "sınıf"),
            Unit::Minutes => Label::new("minutes", "dakika"),
            Unit::MinutesAMonth => Label::new("minutes/month", "dakika/ay"),
            Unit::TimesAMonth => Label::new("times/month", "kez/ay"),
            Unit::RequestsARound => Label::new("requests/round", "istek/tur"),
            Unit::RequestsASecond => Label::new("requests/s", "istek/s"),
            Unit::WorkUnitsARound => Label::new("units/round", "birim/tur"),
            Unit::WorkUnitsARequest => Label::new("units/request", "birim/istek"),
            Unit::ItemsARound => Label::new("items/round", "olay/tur"),
            Unit::ChecksARequest => Label::new("checks/request", "denetim/istek"),
            Unit::ChecksASecond => Label::new("checks/s", "denetim/s"),
        }
    }
}

/// Every figure of a study, those of the system first, then scenario by scenario and setting by setting.
///
/// As in the tables, a study in doubles shows the nearest double of each.
pub fn figures(answers: &Answers<'_>) -> Vec<Figure> {
    let mut figures = views::figures(answers);
    if answers.about().arithmetic == Arithmetic::Double {
        figures.iter_mut().for_each(|figure| views::to_nearest_double(&mut figure.value));
    }
    figures
}

/// The ways of a cell that have figures, each with what it adds to the setting's name.
pub(crate) fn ways(arithmetic: Arithmetic) -> [(Way, String); 3] {
    [
        (Way::AsWritten, String::new()),
        (Way::OtherArithmetic, format!("@{}", arithmetic_name(other_arithmetic(arithmetic)))),
        (Way::WithoutSwing, "@no-swing".to_owned()),
    ]
}

/// Collects the figures that share the beginning of their names.
pub(crate) struct Collector<'f> {
    figures: &'f mut Vec<Figure>,
    prefix: String,
    part: Option<Text>,
}

impl<'f> Collector<'f> {
    pub(crate) fn new(figures: &'f mut Vec<Figure>, prefix: impl Into<String>) -> Collector<'f> {
        Collector { figures, prefix: prefix.into(), part: None }
    }

    /// Collects figures whose names begin so and go on with a part's.
    pub(crate) fn part(&mut self, named: &Named) -> Collector<'_> {
        Collector {
            figures: self.figures,
            prefix: format!("{}/{}", self.prefix, named.name),
            part: Some(named.label.clone()),
        }
    }

    pub(crate) fn count(&mut self, name: &str, label: Label, unit: Unit, count: u64) {
        self.push(name, label, unit, Value::Count(count));
    }

    /// Nothing where there is no such number.
    pub(crate) fn number(&mut self, name: &str, label: Label, unit: Unit, exact: Option<Ratio>, places: u8) {
        if exact.is_some() {
            self.push(name, label, unit, Value::number(exact, places));
        }
    }

    /// A decimal with the places that it was written with; nothing where there is none.
    pub(crate) fn decimal(&mut self, name: &str, label: Label, unit: Unit, decimal: Option<Decimal>) {
        if let Some(decimal) = decimal {
            self.push(name, label, unit, Value::number(Some(decimal.into()), decimal.scale()));
        }
    }

    pub(crate) fn push(&mut self, name: &str, label: Label, unit: Unit, value: Value) {
        let name = format!("{}/{name}", self.prefix);
        self.figures.push(Figure { name, part: self.part.clone(), label, value, unit });
    }
}

/// The figures as a table, for people.
pub fn table(figures: &[Figure], language: Language) -> Table {
    let titled = Label::new("Figures", "Sayılar");
    let header = |label: Label| label.get(language);
    let mut table = Table::new(
        "figures",
        titled.get(language),
        vec![
            Column::text("name", header(Label::new("name", "ad")), 44),
            Column::number("value", header(Label::new("value", "değer")), 10),
            Column::text("unit", header(Label::new("unit", "birim")), 8),
        ],
    );
    for figure in figures {
        let unit = Value::text(figure.unit.label().get(language));
        table.push(vec![Value::text(&figure.name), figure.value.clone(), unit]);
    }
    table
}

/// Writes the figures as CSV: `name,value,unit`, a missing value empty.
///
/// # Errors
///
/// Where the writer fails.
pub fn write_csv(figures: &[Figure], out: impl Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    let mut record = |fields: [&str; 3]| {
        writer.write_record(fields).map_err(|error| match error.into_kind() {
            ::csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })
    };
    record(["name", "value", "unit"])?;
    for figure in figures {
        let value = if figure.value == Value::Missing { String::new() } else { figure.value.to_string() };
        record([&figure.name, &value, figure.unit.label().en])?;
    }
    writer.flush()
}

/// Writes the figures as JSON: one array with an object for each, a line each. A value is a number, with the places
/// that are shown, or `null`.
///
/// # Errors
///
/// Where the writer fails.
pub fn write_json(figures: &[Figure], mut out: impl Write) -> io::Result<()> {
    out.write_all(b"[")?;
    for (index, figure) in figures.iter().enumerate() {
        out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        let object = FigureObject { name: &figure.name, value: Shown(&figure.value), unit: figure.unit.label().en };
        serde_json::to_writer(&mut out, &object)?;
    }
    out.write_all(b"\n]\n")
}

#[derive(Serialize)]
struct FigureObject<'a> {
    name: &'a str,
    value: Shown<'a>,
    unit: &'static str,
}

struct Shown<'a>(&'a Value);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Missing => serializer.serialize_none(),
            // The digits that people see, so that no double comes between.
            shown => match RawValue::from_string(shown.to_string()) {
                Ok(number) => number.serialize(serializer),
                Err(_) => serializer.serialize_str(&shown.to_string()),
            },
        }
    }
}
