//! Break-even: where a condition begins to hold.
//!
//! Overload systems are not monotone: with a larger bound a gate can serve its first class less. So nothing is bisected
//! here. Every value of the range is run, and what is said about the range is exact; what lies outside it was not
//! looked at, and the range is always part of the answer.

use arrivals::Decimal;

use super::{Axis, Complaint, Condition, Grid, Knob, Measure, NamedSolve, Values};
use crate::run::{Cell, Violation};
use crate::study::Study;

/// Values that one search may run.
const MOST_VALUES: u64 = 10_000_000;
/// Values that are run between two reports of how far a search is.
const VALUES_AT_ONCE: u64 = 4096;

/// From which side a search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Wanted is the smallest value that holds.
    Smallest,
    /// Wanted is the largest value that holds.
    Largest,
}

/// What is searched for: `smallest capacity in 0..1400`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// From which side.
    pub direction: Direction,
    /// The number's path, as it was written.
    pub path: String,
    /// The number.
    pub knob: Knob,
    /// The range as it was written; nothing where it follows from the file.
    range: Option<Values>,
}

/// A stretch of values in a row that all hold, from the side from which the search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first that holds.
    pub first: Decimal,
    /// The last that holds.
    pub last: Decimal,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Every value of it was run.
    pub range: Values,
    /// What the file says.
    pub written: Option<Decimal>,
    /// The first value that holds, from the side from which the search looks.
    pub first: Option<Decimal>,
    /// The value from which on all hold, to the far end of the range.
    pub from_here_on: Option<Decimal>,
    /// Stretches that hold before that, with values between them that do not.
    pub islands: Vec<Stretch>,
    /// What the condition asks for.
    pub measures: Vec<Measure>,
    /// The first value that holds and the one before it, and the same about `from_here_on`: each with its values, and
    /// whether it holds.
    pub proof: Vec<(Decimal, Vec<Option<u64>>, bool)>,
}

impl Target {
    pub(crate) fn read(study: &Study, text: &str) -> Result<Target, Complaint> {
        let example = "write, for example, `smallest capacity`, or `largest flow.batch.rate in 0..9/0.5`";
        let start = text.len() - text.trim_start().len();
        let (side, rest) = text.trim_start().split_once(' ').unwrap_or((text.trim_start(), ""));
        let direction = match side {
            "smallest" => Direction::Smallest,
            "largest" => Direction::Largest,
            _ => {
                let at = start..start + side.len().max(1);
                return Err(Complaint::new(at, "a search begins with `smallest` or `largest`").help(example));
            }
        };
        let rest_at = start + side.len() + 1;
        let (path, range) = match rest.split_once(" in ") {
            Some((path, range)) => (path, Some((range, rest_at + path.len() + " in ".len()))),
            None => (rest, None),
        };
        let path_at = rest_at + (path.len() - path.trim_start().len());
        let name = path.trim();
        if name.is_empty() {
            return Err(
                Complaint::new(0..text.len().max(1), "the number that is searched for is missing").help(example)
            );
        }
        let knob = Knob::read(study, name, path_at..path_at + name.len())?;
        let range = match range {
            None => None,
            Some((range, at)) => {
                let values = Values::read(range, at)?;
                let span = at..text.len().max(at + 1);
                if values.len() > MOST_VALUES {
                    return Err(Complaint::new(span, format!("a search runs at most {MOST_VALUES} values")));
                }
                let axis = Axis::new(study, name, knob, values);
                Some(axis.map_err(|message| Complaint::new(span, message))?.values)
            }
        };
        Ok(Target { direction, path: name.to_owned(), knob, range })
    }

    /// All the values that are run, in one cell.
    pub(crate) fn grid<'a>(&self, study: &'a Study, cell: Cell, condition: &Condition) -> Result<Grid<'a>, String> {
        let path = &self.path;
        let Some(range) = self.values(study, cell).filter(|range| range.len() <= MOST_VALUES) else {
            return Err(format!("say which values of `{path}` to run: `smallest {path} in 0..1000`"));
        };
        let axis = Axis::new(study, path, self.knob, range)?;
        Grid::new(study, vec![axis], condition.measures())
    }

    /// The values that are run: as written, or from the least that the number may be to twice what the file says (at
    /// least 100), in steps of 1; of a number that need not be whole, in steps of 0.01.
    fn values(&self, study: &Study, cell: Cell) -> Option<Values> {
        if let Some(range) = &self.range {
            return Some(range.clone());
        }
        let limits = self.knob.limits(study);
        let written = self.knob.value(study, cell)?;
        let least = Decimal::from_whole(limits.least)?;
        if limits.is_whole {
            let most = written.to_whole()?.saturating_mul(2).max(100).min(limits.most);
            return Values::progression(least, Decimal::from_whole(most)?, Decimal::ONE);
        }
        let twice = Decimal::new(written.mantissa().checked_mul(2)?, written.scale())?;
        Values::progression(least, twice, Decimal::new(1, 2)?)
    }
}

/// Runs a search in its cell, and tells `on_progress` how many of how many values have been run; a `false` from it
/// stops the search, which then has no answer.
///
/// # Errors
///
/// A message where the search cannot be made; a violation where a run's books do not add up.
pub fn solve(
    study: &Study,
    target: &Target,
    condition: &Condition,
    on_progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Result<Option<Solved>, Violation>, String> {
    let cells: Vec<Cell> = study.cells().collect();
    let [cell] = cells.as_slice() else {
        return Err("a search is made in one scenario under one setting".to_owned());
    };
    let grid = target.grid(study, *cell, condition)?;
    let (range, measures) = (grid.axes()[0].values.clone(), condition.measures());
    let mut rows: Vec<(Decimal, Vec<Option<u64>>, bool)> = Vec::new();
    let mut from = 0;
    while from < grid.rows() {
        if !on_progress(from, grid.rows()) {
            return Ok(Ok(None));
        }
        let answered = match grid.answer(from..(from + VALUES_AT_ONCE).min(grid.rows())) {
            Ok(answered) => answered,
            Err(violation) => return Ok(Err(violation)),
        };
        for (index, values) in answered.rows() {
            if let Some(value) = range.get(index) {
                rows.push((value, values.to_vec(), condition.holds_for(&measures, values)));
            }
        }
        from += VALUES_AT_ONCE;
    }
    if target.direction == Direction::Largest {
        rows.reverse();
    }
    Ok(Ok(Some(found(rows, range, target.knob.value(study, *cell), measures))))
}

/// `rows` begin at the side from which the search looks.
fn found(
    rows: Vec<(Decimal, Vec<Option<u64>>, bool)>,
    range: Values,
    written: Option<Decimal>,
    measures: Vec<Measure>,
) -> Solved {
    let first = rows.iter().position(|row| row.2);
    let holding_at_the_end = rows.iter().rev().take_while(|row| row.2).count();
    let from_here_on = (holding_at_the_end > 0).then(|| rows.len() - holding_at_the_end);
    let mut islands: Vec<Stretch> = Vec::new();
    let mut before_holds = false;
    for row in &rows[..from_here_on.unwrap_or(rows.len())] {
        match islands.last_mut() {
            Some(island) if row.2 && before_holds => island.last = row.0,
            _ if row.2 => islands.push(Stretch { first: row.0, last: row.0 }),
            _ => {}
        }
        before_holds = row.2;
    }
    let mut places: Vec<usize> = [first, from_here_on]
        .into_iter()
        .flatten()
        .flat_map(|place| [place.checked_sub(1), Some(place)])
        .flatten()
        .collect();
    places.sort_unstable();
    places.dedup();
    let value_at = |place: usize| rows[place].0;
    Solved {
        range,
        written,
        first: first.map(value_at),
        from_here_on: from_here_on.map(value_at),
        islands,
        measures,
        proof: places.into_iter().map(|place| rows[place].clone()).collect(),
    }
}

impl NamedSolve {
    /// Runs it.
    ///
    /// # Errors
    ///
    /// As [`solve()`].
    pub fn solve(&self, study: &Study) -> Result<Result<Option<Solved>, Violation>, String> {
        let one = study.clone().only(Some(&self.scenario), Some(&self.setting)).map_err(|error| error.to_string())?;
        solve(&one, &self.target, &self.condition, &mut |_, _| true)
    }
}
