//! The values of an axis: `400..700/5`, `1, 2, 5`, or one number. Decimals are decimals: 1.0..1.6/0.05 is 13 values.

use std::fmt;

use arrivals::{Decimal, DecimalError};

use super::Complaint;
use crate::source::Span;

/// The values of an axis, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// `first + index × step`, all in units of `10^-scale`.
    Progression { first: u64, step: u64, length: u64, scale: u8 },
    /// At least one.
    List(Vec<Decimal>),
}

impl Values {
    /// From `first` in steps of `step` to `last`, which is included where a step falls on it. Nothing where the step
    /// is 0 or `last` lies below `first`.
    pub fn progression(first: Decimal, last: Decimal, step: Decimal) -> Option<Values> {
        let scale = first.scale().max(last.scale()).max(step.scale());
        let [first, last, step] = [first, last, step].map(|number| in_units(number, scale));
        let length = last.checked_sub(first)?.checked_div(step)? + 1;
        Some(Values(Kind::Progression { first, step, length, scale }))
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        match &self.0 {
            Kind::Progression { length, .. } => *length,
            Kind::List(list) => list.len() as u64,
        }
    }

    /// Whether there is none, which does not come about.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at a place, from 0.
    pub fn get(&self, index: u64) -> Option<Decimal> {
        match &self.0 {
            Kind::Progression { first, step, length, scale } => {
                let units = (index < *length).then(|| first + index * step)?;
                Decimal::new(units, *scale)
            }
            Kind::List(list) => list.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// The smallest and the largest.
    pub fn extremes(&self) -> Option<(Decimal, Decimal)> {
        match &self.0 {
            Kind::Progression { length, .. } => Some((self.get(0)?, self.get(length - 1)?)),
            Kind::List(list) => {
                let key = |number: &&Decimal| in_units(**number, Decimal::MAX_SCALE);
                Some((*list.iter().min_by_key(key)?, *list.iter().max_by_key(key)?))
            }
        }
    }

    /// The first that is no whole number.
    pub(super) fn first_fraction(&self) -> Option<Decimal> {
        match &self.0 {
            // A progression whose first two values are whole has no other.
            Kind::Progression { .. } => {
                [self.get(0), self.get(1)].into_iter().flatten().find(|number| number.to_whole().is_none())
            }
            Kind::List(list) => list.iter().copied().find(|number| number.to_whole().is_none()),
        }
    }

    /// Reads a text that stands at `at`.
    pub(super) fn read(text: &str, at: usize) -> Result<Values, Complaint> {
        let whole = at..at + text.len();
        let Some((first, rest)) = text.split_once("..") else {
            let mut list = Vec::new();
            let mut from = at;
            for item in text.split(',') {
                list.push(number(item, from)?);
                from += item.len() + 1;
            }
            return Ok(Values(Kind::List(list)));
        };
        let last_at = at + first.len() + 2;
        let (last, step) = match rest.split_once('/') {
            Some((last, step)) => (last, number(step, last_at + last.len() + 1)?),
            None => (rest, Decimal::ONE),
        };
        let (first, last) = (number(first, at)?, number(last, last_at)?);
        if step.mantissa() == 0 {
            return Err(Complaint::new(whole, "the step must be more than 0"));
        }
        Values::progression(first, last, step).ok_or_else(|| {
            Complaint::new(whole, "the range ends before it begins")
                .help("write the smaller number first, as in 400..700/5")
        })
    }
}

impl fmt::Display for Values {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::List(list) => {
                let list: Vec<String> = list.iter().map(Decimal::to_string).collect();
                formatter.write_str(&list.join(","))
            }
            Kind::Progression { step, length, scale, .. } => {
                let at = |index: u64| self.get(index).unwrap_or(Decimal::ONE);
                write!(formatter, "{}..{}", at(0), at(length - 1))?;
                match Decimal::new(*step, *scale) {
                    Some(step) if step != Decimal::ONE => write!(formatter, "/{step}"),
                    _ => Ok(()),
                }
            }
        }
    }
}

/// At most 10^18.
fn in_units(number: Decimal, scale: u8) -> u64 {
    number.mantissa() * 10u64.pow(u32::from(scale - number.scale()))
}

fn number(text: &str, at: usize) -> Result<Decimal, Complaint> {
    let trimmed = text.trim();
    let start = at + (text.len() - text.trim_start().len());
    let span: Span = start..start + trimmed.len().max(1);
    Decimal::parse(trimmed).map_err(|error| {
        let complaint = Complaint::new(
            span,
            match error {
                DecimalError::NotANumber => format!("`{trimmed}` is not a number"),
                error => format!("`{trimmed}` is {error}"),
            },
        );
        complaint.help("values are written 400..700/5 (both ends, and a step), or 400,500,650")
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let values = Values::read(text, 0).unwrap();
        let seen: Vec<String> = (0..values.len()).map(|index| values.get(index).unwrap().to_string()).collect();
        assert_eq!(seen, expected, "{text}");
        assert_eq!(values.get(values.len()), None);
    }

    #[test]
    fn ranges_hold_both_ends_and_steps_are_exact() {
        check("400..410/5", &["400", "405", "410"]);
        check("400..412/5", &["400", "405", "410"]);
        check("1.0..1.3/0.05", &["1", "1.05", "1.1", "1.15", "1.2", "1.25", "1.3"]);
        check("0..3", &["0", "1", "2", "3"]);
        check("7..7/2", &["7"]);
        check("5, 1.5,2", &["5", "1.5", "2"]);
        check("700", &["700"]);
    }

    #[test]
    fn mistakes_are_found_where_they_are() {
        for (text, at, message) in [
            ("400..x", 5..6, "`x` is not a number"),
            ("4..8/0", 0..6, "the step must be more than 0"),
            ("9..8", 0..4, "the range ends before it begins"),
            ("1,,2", 2..3, "`` is not a number"),
            ("1,-2", 2..4, "`-2` is negative"),
            ("0..1/nan", 5..8, "`nan` is not a number"),
        ] {
            let complaint = Values::read(text, 0).unwrap_err();
            assert_eq!((complaint.at, complaint.message.as_str()), (at, message), "{text}");
        }
    }
}
