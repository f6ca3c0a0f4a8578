//! What has to hold: `shed.tracking == 0 and max-age <= 2`.

use std::fmt;

use super::{Complaint, Measure};
use crate::outcome::Outcome;
use crate::study::Study;

/// Comparisons that all have to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    parts: Vec<Comparison>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Comparison {
    measure: Measure,
    operator: Operator,
    number: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    AtMost,
    AtLeast,
    Below,
    Above,
}

/// Two characters first, so that `<=` is not taken for `<`.
const OPERATORS: [(&str, Operator); 6] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("<", Operator::Below),
    (">", Operator::Above),
];

impl Condition {
    /// The measures that it asks for, in the order in which it names them.
    pub fn measures(&self) -> Vec<Measure> {
        let mut measures: Vec<Measure> = Vec::new();
        for part in &self.parts {
            if !measures.contains(&part.measure) {
                measures.push(part.measure.clone());
            }
        }
        measures
    }

    /// Whether it holds for an outcome. A count that there is not satisfies nothing.
    pub fn holds(&self, outcome: &Outcome) -> bool {
        self.parts.iter().all(|part| part.holds(part.measure.of(outcome)))
    }

    /// The same for the values of [`Condition::measures`].
    pub(super) fn holds_for(&self, measures: &[Measure], values: &[Option<u64>]) -> bool {
        self.parts.iter().all(|part| {
            let place = measures.iter().position(|measure| *measure == part.measure);
            part.holds(place.and_then(|place| values.get(place).copied().flatten()))
        })
    }

    pub(crate) fn read(study: &Study, text: &str) -> Result<Condition, Complaint> {
        let mut parts = Vec::new();
        let mut at = 0;
        for part in text.split(" and ") {
            parts.push(Comparison::read(study, part, at)?);
            at += part.len() + " and ".len();
        }
        Ok(Condition { parts })
    }
}

impl Comparison {
    fn read(study: &Study, text: &str, at: usize) -> Result<Comparison, Complaint> {
        let example = "write, for example, `shed.tracking == 0`, and `and` between two conditions";
        let found = OPERATORS.iter().find_map(|(word, operator)| Some((text.find(word)?, word, *operator)));
        let Some((place, word, operator)) = found else {
            let message = "there is no comparison here: one of ==, !=, <=, >=, <, >";
            return Err(Complaint::new(at..at + text.len().max(1), message).help(example));
        };
        let (name, number) = (&text[..place], &text[place + word.len()..]);
        let name_at = at + (name.len() - name.trim_start().len());
        let measure = Measure::read(study, name.trim(), name_at..name_at + name.trim().len().max(1))?;
        let number_at = at + place + word.len() + (number.len() - number.trim_start().len());
        let digits = number.trim();
        let number = digits.parse::<u64>().map_err(|_| {
            let message = format!("`{digits}` is not a whole number");
            Complaint::new(number_at..number_at + digits.len().max(1), message).help(example)
        })?;
        Ok(Comparison { measure, operator, number })
    }

    fn holds(&self, value: Option<u64>) -> bool {
        value.is_some_and(|value| match self.operator {
            Operator::Equal => value == self.number,
            Operator::NotEqual => value != self.number,
            Operator::AtMost => value <= self.number,
            Operator::AtLeast => value >= self.number,
            Operator::Below => value < self.number,
            Operator::Above => value > self.number,
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Comparison { measure, operator, number }) in self.parts.iter().enumerate() {
            let word = OPERATORS.iter().find(|(_, known)| known == operator).map_or("", |(word, _)| word);
            let joint = if index == 0 { "" } else { " and " };
            write!(formatter, "{joint}{} {word} {number}", measure.name())?;
        }
        Ok(())
    }
}
