//! Every wanted cell of a study under every combination of the axes' values.

use std::ops::Range;

use arrivals::Decimal;

use super::knob::{lay_out, phases};
use super::{Complaint, Knob, Measure, Values, batch};
use crate::limits;
use crate::run::{Cell, Violation};
use crate::study::{AfterLast, Model, Offer, Pattern, Study};

/// A number that is varied, and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The number's path, as it was written.
    pub path: String,
    /// The number.
    pub knob: Knob,
    /// What it is set to, one after the other.
    pub values: Values,
}

impl Axis {
    /// An axis whose values the knob allows.
    pub(super) fn new(study: &Study, path: &str, knob: Knob, values: Values) -> Result<Axis, String> {
        let limits = knob.limits(study);
        if let Some(fraction) = values.first_fraction().filter(|_| limits.is_whole) {
            return Err(format!("`{path}` is a whole number, and {fraction} is none"));
        }
        let within = |number: Decimal| {
            let scale = 10u128.pow(u32::from(number.scale()));
            let mantissa = u128::from(number.mantissa());
            (u128::from(limits.least) * scale..=u128::from(limits.most) * scale).contains(&mantissa)
        };
        match values.extremes() {
            Some((least, most)) if within(least) && within(most) => Ok(Axis { path: path.to_owned(), knob, values }),
            _ => Err(format!("`{path}` is from {} to {}", limits.least, limits.most)),
        }
    }

    /// Reads `capacity=400..700/5`.
    pub(crate) fn read(study: &Study, text: &str) -> Result<Axis, Complaint> {
        let Some((path, values)) = text.split_once('=') else {
            let message = "an axis is a path, `=`, and values";
            return Err(Complaint::new(0..text.len().max(1), message).help("write, for example, capacity=400..700/5"));
        };
        let start = path.len() - path.trim_start().len();
        let name = path.trim();
        let knob = Knob::read(study, name, start..start + name.len().max(1))?;
        let values_at = path.len() + 1;
        let values = Values::read(values, values_at)?;
        Axis::new(study, name, knob, values).map_err(|message| Complaint::new(values_at..text.len(), message))
    }
}

/// Every wanted cell of a study under every combination of the axes' values, in a fixed order: scenario, setting, then
/// the axes, the last of them fastest.
#[derive(Clone, Debug)]
pub struct Grid<'a> {
    study: &'a Study,
    cells: Vec<Cell>,
    axes: Vec<Axis>,
    measures: Vec<Measure>,
    left_out: Vec<String>,
    points: u64,
}

/// One row of a grid: what is set to what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The cell that is varied.
    pub cell: Cell,
    /// A value for each axis.
    pub values: Vec<Decimal>,
}

/// A stretch of a grid's rows, answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The first row.
    pub first: u64,
    width: usize,
    values: Vec<Option<u64>>,
}

impl Answered {
    /// The rows, each with a value for every measure.
    pub fn rows(&self) -> impl Iterator<Item = (u64, &[Option<u64>])> {
        (self.first..).zip(self.values.chunks(self.width.max(1)))
    }
}

impl<'a> Grid<'a> {
    /// The grid of every cell of a study in which each axis has an effect.
    ///
    /// # Errors
    ///
    /// Where an axis is there twice, has no effect in any cell, or where some combination of values could not be run.
    pub fn new(study: &'a Study, axes: Vec<Axis>, measures: Vec<Measure>) -> Result<Grid<'a>, String> {
        for (index, axis) in axes.iter().enumerate() {
            for earlier in &axes[..index] {
                if is_decided_twice(earlier.knob, axis.knob) {
                    return Err(format!(
                        "`{}` and `{}` set the same number: vary one of them",
                        earlier.path, axis.path
                    ));
                }
            }
        }
        let mut left_out: Vec<String> = Vec::new();
        let mut cells = Vec::new();
        for cell in study.cells() {
            let idle = axes.iter().find_map(|axis| Some((&axis.path, axis.knob.idle_in(study, cell)?)));
            match idle {
                None => cells.push(cell),
                Some((path, reason)) => {
                    let said = format!("`{path}` changes nothing: {reason}");
                    if !left_out.contains(&said) {
                        left_out.push(said);
                    }
                }
            }
        }
        if cells.is_empty() {
            return Err(left_out.join("\n"));
        }
        let points = axes.iter().try_fold(1u64, |points, axis| points.checked_mul(axis.values.len()));
        let rows = points.and_then(|points| points.checked_mul(cells.len() as u64));
        let (Some(points), Some(_)) = (points, rows) else {
            return Err(format!("the grid has more than {} rows", u64::MAX));
        };
        let grid = Grid { study, cells, axes, measures, left_out, points };
        grid.check_extremes()?;
        Ok(grid)
    }

    /// The study.
    pub fn study(&self) -> &'a Study {
        self.study
    }

    /// The cells that are varied, in file order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What is varied.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// What is asked for.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// Why some of the study's cells are not there.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Combinations of values: rows of each cell.
    pub fn points(&self) -> u64 {
        self.points
    }

    /// Rows in all.
    pub fn rows(&self) -> u64 {
        self.points * self.cells.len() as u64
    }

    /// What a row sets; nothing beyond the last.
    pub fn row(&self, index: u64) -> Option<Row> {
        let cell = *self.cells.get(usize::try_from(index / self.points).ok()?)?;
        let mut point = index % self.points;
        let mut values = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            values.push(axis.values.get(point % axis.values.len())?);
            point /= axis.values.len();
        }
        values.reverse();
        Some(Row { cell, values })
    }

    /// Runs a stretch of rows.
    ///
    /// # Errors
    ///
    /// Where the books of a run do not add up: a fault of this program.
    pub fn answer(&self, rows: Range<u64>) -> Result<Answered, Violation> {
        let width = self.measures.len();
        let mut answered = Answered { first: rows.start, width, values: Vec::new() };
        let mut from = rows.start;
        while from < rows.end.min(self.rows()) {
            let end_of_cell = (from / self.points + 1) * self.points;
            let to = rows.end.min(end_of_cell);
            self.answer_in_cell(from..to, &mut answered.values)?;
            from = to;
        }
        Ok(answered)
    }

    /// Rows of one cell.
    fn answer_in_cell(&self, rows: Range<u64>, values: &mut Vec<Option<u64>>) -> Result<(), Violation> {
        let Some(first) = self.row(rows.start) else { return Ok(()) };
        let mut variant = Variant { study: self.study.clone(), cell: first.cell };
        if batch::can_answer(&variant, &self.measures) {
            return batch::answer(self, &mut variant, rows, values);
        }
        for index in rows {
            if let Some(row) = self.row(index) {
                variant.set(&self.axes, &row.values);
                variant.answer(&self.measures, values)?;
            }
        }
        Ok(())
    }

    /// Checks the combinations that strain the limits most, so that no combination needs checking when it is run.
    fn check_extremes(&self) -> Result<(), String> {
        for cell in &self.cells {
            self.check_phases(*cell)?;
            let mut largest = Variant { study: self.study.clone(), cell: *cell };
            let most: Vec<Decimal> =
                self.axes.iter().filter_map(|axis| axis.values.extremes().map(|(_, most)| most)).collect();
            // Phases as they are written: how much arrives in a round does not depend on when it does.
            for (axis, most) in self.axes.iter().zip(&most) {
                if !matches!(axis.knob, Knob::PhaseFrom(_) | Knob::PhaseTo(_)) {
                    axis.knob.set(&mut largest.study, *cell, *most);
                }
            }
            check_size(&largest.study, *cell)?;
            check_traces(self.study, largest.study.about.rounds)?;
        }
        Ok(())
    }

    /// Every phase has to begin before it ends, after the one before it has ended, and end with the run at the latest.
    fn check_phases(&self, cell: Cell) -> Result<(), String> {
        let range = |knob: Knob, written: u32| {
            let axis = self.axes.iter().find(|axis| axis.knob == knob).and_then(|axis| axis.values.extremes());
            let whole = |number: Decimal| number.to_whole().unwrap_or(0);
            axis.map_or((u64::from(written), u64::from(written)), |(least, most)| (whole(least), whole(most)))
        };
        let mut end_before = 0;
        for (index, phase) in phases(&self.study.model, cell).iter().enumerate() {
            let number = index + 1;
            let (from, to) = (range(Knob::PhaseFrom(index), phase.from), range(Knob::PhaseTo(index), phase.to));
            if from.0 <= end_before {
                return Err(format!(
                    "phase {number} would begin in round {}, and the phase before it end in round {end_before}",
                    from.0
                ));
            }
            if from.1 > to.0 {
                return Err(format!("phase {number} would begin in round {} and end in round {}", from.1, to.0));
            }
            end_before = to.1;
        }
        let rounds = range(Knob::Rounds, self.study.about.rounds).0;
        if end_before > rounds {
            return Err(format!("a phase would end in round {end_before}, and the run in round {rounds}"));
        }
        Ok(())
    }
}

/// Whether two knobs set one number, so that turning one hides the other.
fn is_decided_twice(one: Knob, other: Knob) -> bool {
    match (one, other) {
        (Knob::System(one), Knob::Scenario(other)) | (Knob::Scenario(one), Knob::System(other)) => one == other,
        _ => one == other,
    }
}

/// The limits that a file is held to when it is read, for a study whose numbers have been turned.
fn check_size(study: &Study, cell: Cell) -> Result<(), String> {
    let rounds = study.about.rounds;
    let (parts, units_a_round) = match &study.model {
        Model::Gate(gate) => {
            let said = &gate.scenarios[cell.scenario].said;
            let mut largest = 0;
            for (index, flow) in gate.flows.iter().enumerate() {
                let in_phases = said.phases.iter().map(|phase| phase.in_force.rates[index]);
                let rates = in_phases.chain([flow.rate, said.whole_run.in_force.rates[index]]);
                largest = largest.max(most_a_round(&flow.offer, rates)? * u128::from(flow.cost.get()));
            }
            (gate.flows.len(), largest * gate.flows.len() as u128)
        }
        Model::Chain(chain) => {
            let said = &chain.scenarios[cell.scenario].said;
            let in_phases = said.phases.iter().map(|phase| phase.in_force.source_rate);
            let rates = in_phases.chain([chain.source.rate, said.whole_run.in_force.source_rate]);
            (chain.stages.len(), most_a_round(&chain.source.offer, rates)?)
        }
    };
    if u64::from(rounds) * parts as u64 > limits::QUEUE_CELLS {
        return Err(format!("a run of {rounds} rounds is too long: rounds × parts is at most {}", limits::QUEUE_CELLS));
    }
    if units_a_round.saturating_mul(u128::from(rounds)) > limits::RUN_UNITS {
        return Err(format!("more than {} could arrive in one run", limits::RUN_UNITS));
    }
    Ok(())
}

/// The most that a round can bring at any of these rates.
fn most_a_round(offer: &Offer, rates: impl IntoIterator<Item = Decimal>) -> Result<u128, String> {
    rates.into_iter().try_fold(0, |most: u128, rate| {
        if offer.is_beyond_chance(rate) {
            return Err(format!("a mean of {rate} a round is too large for Poisson arrivals"));
        }
        Ok(most.max(offer.most_a_round(rate)))
    })
}

/// A longer run must not go on silently after a trace has ended.
fn check_traces(study: &Study, most_rounds: u32) -> Result<(), String> {
    let offers: Vec<_> = match &study.model {
        Model::Gate(gate) => gate.flows.iter().map(|flow| (&flow.named.name, &flow.offer)).collect(),
        Model::Chain(chain) => vec![(&chain.source.named.name, &chain.source.offer)],
    };
    for (name, offer) in offers {
        if let Pattern::Recorded { counts, then: AfterLast::Nothing } = &offer.pattern
            && counts.len() < most_rounds as usize
            && counts.len() >= study.about.rounds as usize
        {
            return Err(format!("the trace of `{name}` has {} counts, too few for {most_rounds} rounds", counts.len()));
        }
    }
    Ok(())
}

/// A study of one's own, to turn the numbers of one of its cells.
pub(super) struct Variant {
    pub(super) study: Study,
    pub(super) cell: Cell,
}

impl Variant {
    pub(super) fn set(&mut self, axes: &[Axis], values: &[Decimal]) {
        for (axis, value) in axes.iter().zip(values) {
            axis.knob.set(&mut self.study, self.cell, *value);
        }
        lay_out(&mut self.study, self.cell);
    }

    pub(super) fn answer(&self, measures: &[Measure], values: &mut Vec<Option<u64>>) -> Result<(), Violation> {
        let outcome = self.study.run(self.cell)?;
        values.extend(measures.iter().map(|measure| measure.of(&outcome)));
        Ok(())
    }
}
