//! Variants side by side: from rows of a grid to lanes and back.
//!
//! Rows whose arrivals are the same are gathered, their arrivals are drawn once, and their numbers are laid into lanes.
//! A row that a lane could not hold is run alone afterwards, as every row is where the kernels do not know a measure.

use std::collections::BTreeMap;
use std::ops::Range;

use arrivals::Arrivals;
use lanes::{LANES, Lane, MOST_UNITS};

use super::grid::{Grid, Variant};
use super::measure::{FlowCount, What};
use super::{Axis, Measure};
use crate::run::offer::{self, Draw};
use crate::run::{Cell, Violation, bound_in_units};
use crate::study::{About, ChainModel, Flow, GateModel, GateSetting, Model, Source, Study};

/// Fewer rows than this that share their arrivals are quicker run alone.
const FEWEST_ROWS: usize = 3;

/// Whether the kernels know every measure. What a study has that they do not know would have to be asked for here:
/// the parts are taken apart, so that a new one does not compile before it has been thought of.
pub(super) fn can_answer(variant: &Variant, measures: &[Measure]) -> bool {
    let Study { about: _, model, sweeps: _, solves: _ } = &variant.study;
    match model {
        Model::Gate(GateModel { capacity: _, flows, settings, scenarios: _ }) => {
            for Flow { named: _, rate: _, cost: _, class: _, offer: _ } in flows {}
            let GateSetting { ceiling: _, bound: _ } = &settings[variant.cell.setting].kind;
            measures.iter().all(|measure| {
                matches!(
                    measure.what,
                    What::Flow(..)
                        | What::Stranded
                        | What::MaxAge
                        | What::Backlog
                        | What::OldestWaiting
                        | What::PeakBacklog
                        | What::PeakEndBacklog
                )
            })
        }
        Model::Chain(ChainModel {
            source: Source { named: _, rate: _, offer: _ },
            stages: _,
            settings: _,
            scenarios: _,
        }) => measures.iter().all(|measure| {
            matches!(
                measure.what,
                What::Produced
                    | What::Completed
                    | What::RefusedAtBoundary
                    | What::Lost(_)
                    | What::Stalled(_)
                    | What::Backlog
                    | What::PeakBacklog
                    | What::PeakEndBacklog
            )
        }),
    }
}

/// Runs rows of one cell.
pub(super) fn answer(
    grid: &Grid<'_>,
    variant: &mut Variant,
    rows: Range<u64>,
    values: &mut Vec<Option<u64>>,
) -> Result<(), Violation> {
    let width = grid.measures().len();
    let start = values.len();
    let count = usize::try_from(rows.end - rows.start).unwrap_or(0);
    values.resize(start + count * width, None);
    let answers = &mut values[start..];
    let mut alone: Vec<usize> = Vec::new();
    for group in groups(grid, &rows).into_values() {
        if group.len() < FEWEST_ROWS {
            alone.extend(group);
            continue;
        }
        let row = |place: usize| grid.row(rows.start + place as u64);
        let Some(first) = row(group[0]) else { continue };
        variant.set(grid.axes(), &first.values);
        let Some(shared) = Shared::draw(&variant.study, variant.cell) else {
            alone.extend(group);
            continue;
        };
        for places in group.chunks(LANES) {
            let mut lanes = LanesSoFar::new(&shared);
            for (lane, place) in places.iter().enumerate() {
                if let Some(row) = row(*place) {
                    variant.set(grid.axes(), &row.values);
                    lanes.fill(lane, &variant.study, variant.cell);
                }
            }
            let counts = lanes.run(&shared);
            for (lane, place) in places.iter().enumerate() {
                if !counts.is_held(lane) {
                    alone.push(*place);
                    continue;
                }
                let of_row = &mut answers[place * width..(place + 1) * width];
                for (value, measure) in of_row.iter_mut().zip(grid.measures()) {
                    *value = counts.measure(&shared, measure.what, lane);
                }
            }
        }
    }
    let mut of_row = Vec::with_capacity(width);
    for place in alone {
        if let Some(row) = grid.row(rows.start + place as u64) {
            variant.set(grid.axes(), &row.values);
            of_row.clear();
            variant.answer(grid.measures(), &mut of_row)?;
            answers[place * width..(place + 1) * width].copy_from_slice(&of_row);
        }
    }
    Ok(())
}

/// Places of the rows that share their arrivals, by the indices of the values that change those.
fn groups(grid: &Grid<'_>, rows: &Range<u64>) -> BTreeMap<Vec<u64>, Vec<usize>> {
    let mut strides: Vec<(&Axis, u64)> = Vec::new();
    let mut stride = 1;
    for axis in grid.axes().iter().rev() {
        if axis.knob.changes_arrivals() {
            strides.push((axis, stride));
        }
        stride *= axis.values.len();
    }
    let mut groups: BTreeMap<Vec<u64>, Vec<usize>> = BTreeMap::new();
    if strides.is_empty() {
        groups.insert(Vec::new(), (0..usize::try_from(rows.end - rows.start).unwrap_or(0)).collect());
        return groups;
    }
    for (place, row) in rows.clone().enumerate() {
        let point = row % grid.points();
        let key = strides.iter().map(|(axis, stride)| point / stride % axis.values.len()).collect();
        groups.entry(key).or_default().push(place);
    }
    groups
}

/// What the variants of a group share.
struct Shared {
    /// Rounds of each stretch.
    stretches: Vec<usize>,
    /// Arrivals, round after round; of a gate, in each of them by flow in the order of entry.
    arrivals: Vec<u32>,
    /// Of a gate: each flow's place in file order, and its cost, in the order of entry.
    entries: Vec<(usize, u32)>,
    /// Arrived over the whole run, in the same order; of a chain the one source.
    totals: Vec<u64>,
}

impl Shared {
    /// Draws the arrivals; nothing where a run could be too large for a lane.
    fn draw(study: &Study, cell: Cell) -> Option<Shared> {
        match &study.model {
            Model::Gate(gate) => Shared::of_gate(&study.about, gate, cell),
            Model::Chain(chain) => Shared::of_chain(&study.about, chain, cell),
        }
    }

    fn of_gate(about: &About, gate: &GateModel, cell: Cell) -> Option<Shared> {
        let timeline = &gate.scenarios[cell.scenario].timeline;
        let mut order: Vec<usize> = (0..gate.flows.len()).collect();
        order.sort_by_key(|flow| gate.flows[*flow].class);
        let mut entries = Vec::with_capacity(order.len());
        for flow in &order {
            let cost = u32::try_from(gate.flows[*flow].cost.get()).ok().filter(|cost| *cost <= MOST_UNITS)?;
            entries.push((*flow, cost));
        }
        let dearest = entries.iter().map(|(_, cost)| u64::from(*cost)).max()?;
        // Less than the dearest request is stranded in a round.
        if dearest * u64::from(about.rounds) > u64::from(MOST_UNITS) {
            return None;
        }
        let mut shared = Shared { stretches: Vec::new(), arrivals: Vec::new(), totals: vec![0; order.len()], entries };
        let mut streams: Vec<Arrivals> = Vec::new();
        let twins: Vec<u32> = offer::twins(&gate.flows).collect();
        let mut units = 0u64;
        for stretch in timeline {
            let in_force = &stretch.in_force;
            for (place, (flow, _)) in shared.entries.iter().enumerate() {
                let (rate, offered) = (in_force.rates[*flow], &gate.flows[*flow].offer);
                match streams.get_mut(place) {
                    Some(stream) => offer::change(stream, offered, rate, in_force.steady),
                    None => {
                        let draw = Draw { twin: twins[*flow], replication: 0 };
                        streams.push(offer::start(offered, about.arithmetic, rate, in_force.steady, draw));
                    }
                }
            }
            shared.stretches.push((stretch.to - stretch.from + 1) as usize);
            for _ in stretch.from..=stretch.to {
                for (place, stream) in streams.iter_mut().enumerate() {
                    let offered = stream.next_round();
                    units = units.checked_add(offered.checked_mul(u64::from(shared.entries[place].1))?)?;
                    shared.totals[place] += offered;
                    shared.arrivals.push(u32::try_from(offered).ok()?);
                }
            }
        }
        (units <= u64::from(MOST_UNITS)).then_some(shared)
    }

    fn of_chain(about: &About, chain: &ChainModel, cell: Cell) -> Option<Shared> {
        let timeline = &chain.scenarios[cell.scenario].timeline;
        let mut shared = Shared { stretches: Vec::new(), arrivals: Vec::new(), totals: vec![0], entries: Vec::new() };
        let mut stream: Option<Arrivals> = None;
        for stretch in timeline {
            let in_force = &stretch.in_force;
            let (rate, produced) = (in_force.source_rate, &chain.source.offer);
            let stream = match &mut stream {
                Some(stream) => {
                    offer::change(stream, produced, rate, in_force.steady);
                    stream
                }
                None => {
                    let draw = Draw { twin: 0, replication: 0 };
                    stream.insert(offer::start(produced, about.arithmetic, rate, in_force.steady, draw))
                }
            };
            shared.stretches.push((stretch.to - stretch.from + 1) as usize);
            for _ in stretch.from..=stretch.to {
                let items = stream.next_round();
                shared.totals[0] += items;
                shared.arrivals.push(u32::try_from(items).ok()?);
            }
        }
        (shared.totals[0] <= u64::from(MOST_UNITS)).then_some(shared)
    }
}

/// Numbers of variants, laid side by side. A lane that is not filled is a variant of zeros.
struct LanesSoFar {
    /// By stretch: capacity and bound of a gate, or the rates of a chain's stages.
    gate: Vec<lanes::GateStretch>,
    rates: Vec<Vec<Lane>>,
    ceilings: Vec<Lane>,
    buffers: Vec<Lane>,
    obeys: Vec<Lane>,
    boundary_obeys: Lane,
    is_gate: bool,
}

/// Beyond what a lane holds there is nothing that could arrive.
fn clipped(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(MOST_UNITS).min(MOST_UNITS)
}

impl LanesSoFar {
    fn new(shared: &Shared) -> LanesSoFar {
        let none: Lane = [0; LANES];
        let gate =
            shared.stretches.iter().map(|rounds| lanes::GateStretch { rounds: *rounds, capacity: none, bound: none });
        LanesSoFar {
            gate: gate.collect(),
            rates: vec![Vec::new(); shared.stretches.len()],
            ceilings: vec![none; shared.entries.len()],
            buffers: Vec::new(),
            obeys: Vec::new(),
            boundary_obeys: none,
            is_gate: !shared.entries.is_empty(),
        }
    }

    /// Lays a variant into a lane.
    fn fill(&mut self, lane: usize, study: &Study, cell: Cell) {
        match &study.model {
            Model::Gate(gate) => self.fill_gate(lane, &study.about, gate, cell),
            Model::Chain(chain) => self.fill_chain(lane, chain, cell),
        }
    }

    fn fill_gate(&mut self, lane: usize, about: &About, gate: &GateModel, cell: Cell) {
        let setting = gate.settings[cell.setting].kind;
        let mut order: Vec<&Flow> = gate.flows.iter().collect();
        order.sort_by_key(|flow| flow.class);
        for (ceilings, flow) in self.ceilings.iter_mut().zip(order) {
            ceilings[lane] = match setting.ceiling {
                Some(factor) => clipped(about.arithmetic.floor_product(factor, flow.rate)),
                None => MOST_UNITS,
            };
        }
        for (lanes, stretch) in self.gate.iter_mut().zip(&gate.scenarios[cell.scenario].timeline) {
            let capacity = stretch.in_force.capacity;
            lanes.capacity[lane] = clipped(capacity);
            lanes.bound[lane] = match setting.bound {
                Some(bound) => clipped(bound_in_units(bound, capacity, about.arithmetic)),
                None => MOST_UNITS,
            };
        }
    }

    fn fill_chain(&mut self, lane: usize, chain: &ChainModel, cell: Cell) {
        let setting = chain.settings[cell.setting].kind;
        let stages = chain.stages.len();
        let all_bits = |is_so: bool| if is_so { u32::MAX } else { 0 };
        let none: Lane = [0; LANES];
        self.buffers.resize(stages, none);
        self.obeys.resize(stages, none);
        for (place, stage) in chain.stages.iter().enumerate() {
            self.buffers[place][lane] = if setting.unbounded { MOST_UNITS } else { clipped(stage.buffer) };
            self.obeys[place][lane] = all_bits(setting.depth >= stages - 1 - place);
        }
        self.boundary_obeys[lane] = all_bits(setting.depth >= stages);
        for (rates, stretch) in self.rates.iter_mut().zip(&chain.scenarios[cell.scenario].timeline) {
            rates.resize(stages, none);
            for (rates, rate) in rates.iter_mut().zip(&stretch.in_force.stage_rates) {
                rates[lane] = clipped(*rate);
            }
        }
    }

    fn run(&self, shared: &Shared) -> Counts {
        if self.is_gate {
            let costs: Vec<u32> = shared.entries.iter().map(|(_, cost)| *cost).collect();
            return Counts::Gate(Box::new(lanes::run_gate(&lanes::Gate {
                costs: &costs,
                ceilings: &self.ceilings,
                offered: &shared.arrivals,
                stretches: &self.gate,
            })));
        }
        let rates = shared.stretches.iter().zip(&self.rates);
        let stretches: Vec<lanes::ChainStretch<'_>> =
            rates.map(|(rounds, rates)| lanes::ChainStretch { rounds: *rounds, rates }).collect();
        Counts::Chain(Box::new(lanes::run_chain(&lanes::Chain {
            buffers: &self.buffers,
            obeys: &self.obeys,
            boundary_obeys: self.boundary_obeys,
            produced: &shared.arrivals,
            stretches: &stretches,
        })))
    }
}

/// What variants side by side came to.
enum Counts {
    Gate(Box<lanes::GateCounts>),
    Chain(Box<lanes::ChainCounts>),
}

impl Counts {
    fn is_held(&self, lane: usize) -> bool {
        match self {
            Counts::Gate(counts) => counts.held[lane],
            Counts::Chain(_) => true,
        }
    }

    fn measure(&self, shared: &Shared, what: What, lane: usize) -> Option<u64> {
        match self {
            Counts::Gate(counts) => of_gate(counts, shared, what, lane),
            Counts::Chain(counts) => of_chain(counts, shared, what, lane),
        }
    }
}

fn of_gate(counts: &lanes::GateCounts, shared: &Shared, what: What, lane: usize) -> Option<u64> {
    let of_flow = |count: FlowCount, place: usize| -> u64 {
        let at = |lanes: &[Lane]| u64::from(lanes[place][lane]);
        match count {
            FlowCount::Offered => shared.totals[place],
            FlowCount::Admitted => at(&counts.admitted),
            FlowCount::Throttled => at(&counts.throttled),
            FlowCount::Shed => at(&counts.shed),
            FlowCount::Refused => at(&counts.throttled) + at(&counts.shed),
            FlowCount::Served => at(&counts.served),
        }
    };
    match what {
        What::Flow(count, Some(flow)) => {
            let place = shared.entries.iter().position(|(entry, _)| *entry == flow)?;
            Some(of_flow(count, place))
        }
        What::Flow(count, None) => Some((0..shared.entries.len()).map(|place| of_flow(count, place)).sum()),
        What::Stranded => Some(u64::from(counts.stranded[lane])),
        What::MaxAge => Some(u64::from(counts.max_age[lane])),
        What::Backlog => Some(u64::from(counts.backlog[lane])),
        What::OldestWaiting => Some(u64::from(counts.oldest_waiting[lane])),
        What::PeakBacklog => Some(u64::from(counts.peak_backlog[lane])),
        What::PeakEndBacklog => Some(u64::from(counts.peak_end_backlog[lane])),
        _ => None,
    }
}

fn of_chain(counts: &lanes::ChainCounts, shared: &Shared, what: What, lane: usize) -> Option<u64> {
    let sum = |lanes: &[Lane]| lanes.iter().map(|lanes| u64::from(lanes[lane])).sum::<u64>();
    Some(match what {
        What::Produced => shared.totals[0],
        What::Completed => u64::from(counts.completed[lane]),
        What::RefusedAtBoundary => u64::from(counts.refused[lane]),
        What::Lost(None) => sum(&counts.lost),
        What::Lost(Some(stage)) => u64::from(counts.lost.get(stage)?[lane]),
        What::Stalled(None) => sum(&counts.stalled),
        What::Stalled(Some(stage)) => u64::from(counts.stalled.get(stage)?[lane]),
        What::Backlog => u64::from(counts.backlog[lane]),
        What::PeakBacklog | What::PeakEndBacklog => u64::from(counts.peak_backlog[lane]),
        _ => return None,
    })
}
