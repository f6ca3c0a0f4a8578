//! The numbers of a file that can be turned, by their paths.
//!
//! A path is the key as the file has it, with names in place of the brackets: `flow.batch.cost` is the `cost` of the
//! `[[gate.flow]]` that is called `batch`, `phase.2.from` the `from` of a scenario's second phase. What a scenario can
//! say has the scenario's own path (`capacity`, `rate.batch`), as if the scenario in hand said it; the system's own
//! number is `gate.capacity`, `flow.batch.rate`, `stage.log.rate` or `source.rate`, which a scenario that says its own
//! does not see.

use std::num::NonZeroU64;

use arrivals::Decimal;

use super::Complaint;
use crate::limits;
use crate::run::Cell;
use crate::source::Span;
use crate::study::{
    Bound, ChainInForce, ChainModel, GateInForce, GateModel, InForceKey, Model, Offer, Pattern, SaidByScenario,
    Scenario, Study, stretches,
};

/// A number of a study that can be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knob {
    /// `rounds`.
    Rounds,
    /// What the system says: `gate.capacity`, `flow.NAME.rate`, `source.rate`, `stage.NAME.rate`.
    System(InForceKey),
    /// What the scenario in hand says: `capacity`, `rate.NAME`.
    Scenario(InForceKey),
    /// What one of its phases says: `phase.N.capacity`, `phase.N.rate.NAME`; counted from 0 here.
    Phase(usize, InForceKey),
    /// `phase.N.from`.
    PhaseFrom(usize),
    /// `phase.N.to`.
    PhaseTo(usize),
    /// `flow.NAME.cost`.
    Cost(usize),
    /// `flow.NAME.class`.
    Class(usize),
    /// `flow.NAME.swing.N`, `source.swing.N`: an entry of a flow's swing, or of the source's; counted from 0 here.
    Swing(usize, usize),
    /// `flow.NAME.arrivals.poisson.seed`, `source.arrivals.poisson.seed`.
    Seed(usize),
    /// `stage.NAME.buffer`.
    Buffer(usize),
    /// `throttle.ceiling`.
    Ceiling,
    /// `shed.bound`.
    BoundMultiple,
    /// `shed.bound-units`.
    BoundUnits,
    /// `depth`.
    Depth,
}

/// What a knob's values may be.
pub(super) struct Limits {
    pub(super) least: u64,
    pub(super) most: u64,
    pub(super) is_whole: bool,
}

impl Knob {
    /// Finds a path that stands at `at`.
    pub(super) fn read(study: &Study, path: &str, at: Span) -> Result<Knob, Complaint> {
        let catalogue = catalogue(study);
        let short = ["setting.", "scenario.", "chain."].iter().find_map(|prefix| path.strip_prefix(prefix));
        let short = short.or_else(|| path.strip_prefix("gate.").filter(|rest| rest.starts_with("flow.")));
        let short = short.unwrap_or(path);
        let find = |name: &str| catalogue.iter().find(|(known, _)| known == name).map(|(_, knob)| *knob);
        if let Some(knob) = find(short).or_else(|| numbered(study, short, find)) {
            return Ok(knob);
        }
        let phase_keys = ["phase.1.from", "phase.1.to"];
        let has_phases = most_phases(study) > 0;
        let phases = phase_keys.into_iter().filter(|_| has_phases);
        Err(Complaint::unknown(at, "number", path, catalogue.iter().map(|(name, _)| name.as_str()).chain(phases)))
    }

    pub(super) fn limits(self, study: &Study) -> Limits {
        let whole = |least, most| Limits { least, most, is_whole: true };
        let decimal = |most| Limits { least: 0, most, is_whole: false };
        match self {
            Knob::Rounds | Knob::PhaseFrom(_) | Knob::PhaseTo(_) => whole(1, u64::from(limits::ROUNDS)),
            Knob::System(key) | Knob::Scenario(key) | Knob::Phase(_, key) => match key {
                InForceKey::Capacity | InForceKey::StageRate(_) => whole(0, limits::WHOLE),
                InForceKey::FlowRate(_) | InForceKey::SourceRate => decimal(limits::WHOLE),
            },
            Knob::Cost(_) => whole(1, limits::WHOLE),
            Knob::Class(_) => whole(1, u64::from(limits::CLASS)),
            Knob::Swing(..) | Knob::Ceiling | Knob::BoundMultiple => decimal(limits::FACTOR),
            Knob::Seed(_) | Knob::Buffer(_) | Knob::BoundUnits => whole(0, limits::WHOLE),
            Knob::Depth => match &study.model {
                Model::Chain(chain) => whole(0, chain.stages.len() as u64),
                Model::Gate(_) => whole(0, 0),
            },
        }
    }

    /// What the file says, in a cell.
    pub(super) fn value(self, study: &Study, cell: Cell) -> Option<Decimal> {
        let whole = Decimal::from_whole;
        match (self, &study.model) {
            (Knob::Rounds, _) => whole(u64::from(study.about.rounds)),
            (Knob::System(key), Model::Gate(gate)) => gate.as_written().get(key),
            (Knob::System(key), Model::Chain(chain)) => chain.as_written().get(key),
            (Knob::Scenario(key), Model::Gate(gate)) => gate.scenarios[cell.scenario].said.whole_run.in_force.get(key),
            (Knob::Scenario(key), Model::Chain(chain)) => {
                chain.scenarios[cell.scenario].said.whole_run.in_force.get(key)
            }
            (Knob::Phase(phase, key), Model::Gate(gate)) => {
                gate.scenarios[cell.scenario].said.phases.get(phase)?.in_force.get(key)
            }
            (Knob::Phase(phase, key), Model::Chain(chain)) => {
                chain.scenarios[cell.scenario].said.phases.get(phase)?.in_force.get(key)
            }
            (Knob::PhaseFrom(phase), model) => whole(u64::from(phases(model, cell).get(phase)?.from)),
            (Knob::PhaseTo(phase), model) => whole(u64::from(phases(model, cell).get(phase)?.to)),
            (Knob::Cost(flow), Model::Gate(gate)) => whole(gate.flows.get(flow)?.cost.get()),
            (Knob::Class(flow), Model::Gate(gate)) => whole(u64::from(gate.flows.get(flow)?.class)),
            (Knob::Swing(part, entry), model) => offer(model, part)?.swing.get(entry).copied(),
            (Knob::Seed(part), model) => match offer(model, part)?.pattern {
                Pattern::Poisson { seed } => whole(seed),
                Pattern::Even | Pattern::Recorded { .. } => None,
            },
            (Knob::Buffer(stage), Model::Chain(chain)) => whole(chain.stages.get(stage)?.buffer),
            (Knob::Ceiling, Model::Gate(gate)) => gate.settings[cell.setting].kind.ceiling,
            (Knob::BoundMultiple, Model::Gate(gate)) => match gate.settings[cell.setting].kind.bound {
                Some(Bound::OfCapacity(multiple)) => Some(multiple),
                _ => None,
            },
            (Knob::BoundUnits, Model::Gate(gate)) => match gate.settings[cell.setting].kind.bound {
                Some(Bound::Units(units)) => whole(units),
                _ => None,
            },
            (Knob::Depth, Model::Chain(chain)) => whole(chain.settings[cell.setting].kind.depth as u64),
            _ => None,
        }
    }

    /// Why turning it would change nothing in a cell, where that is so.
    pub(super) fn idle_in(self, study: &Study, cell: Cell) -> Option<String> {
        let (scenario, setting) = study.names(cell);
        match (self, &study.model) {
            (Knob::System(key), model) => {
                let said = match model {
                    Model::Gate(gate) => gate.scenarios[cell.scenario].said.whole_run.keys.contains(&key),
                    Model::Chain(chain) => chain.scenarios[cell.scenario].said.whole_run.keys.contains(&key),
                };
                let makes_ceilings = matches!((key, model), (InForceKey::FlowRate(_), Model::Gate(gate))
                    if gate.settings[cell.setting].kind.ceiling.is_some());
                if makes_ceilings {
                    return None;
                }
                said.then(|| format!("scenario `{scenario}` says its own")).or_else(|| recorded(model, key))
            }
            (Knob::Scenario(key), model) => recorded(model, key),
            (Knob::Phase(phase, _) | Knob::PhaseFrom(phase) | Knob::PhaseTo(phase), model) => {
                let there_are = phases(model, cell).len();
                if phase >= there_are {
                    return Some(format!("scenario `{scenario}` has {there_are} phases"));
                }
                match self {
                    Knob::Phase(_, key) => recorded(model, key),
                    _ => None,
                }
            }
            (Knob::Swing(part, _), model) => {
                let is_recorded = matches!(offer(model, part)?.pattern, Pattern::Recorded { .. });
                let always_steady = match model {
                    Model::Gate(gate) => gate.scenarios[cell.scenario].timeline.iter().all(|at| at.in_force.steady),
                    Model::Chain(chain) => chain.scenarios[cell.scenario].timeline.iter().all(|at| at.in_force.steady),
                };
                if is_recorded {
                    Some("its arrivals are recorded counts".to_owned())
                } else {
                    always_steady.then(|| format!("in scenario `{scenario}` the swing is off"))
                }
            }
            (Knob::Buffer(_) | Knob::Depth, Model::Chain(chain)) => {
                let unbounded = chain.settings[cell.setting].kind.unbounded;
                unbounded.then(|| format!("in setting `{setting}` buffers have no bound"))
            }
            (Knob::Ceiling, Model::Gate(gate)) => {
                let ceiling = gate.settings[cell.setting].kind.ceiling;
                ceiling.is_none().then(|| format!("setting `{setting}` does not throttle"))
            }
            (Knob::BoundMultiple | Knob::BoundUnits, Model::Gate(gate)) => {
                match (self, gate.settings[cell.setting].kind.bound) {
                    (_, None) => Some(format!("setting `{setting}` does not shed")),
                    (Knob::BoundMultiple, Some(Bound::Units(_))) => {
                        Some(format!("setting `{setting}` sheds by `bound-units`"))
                    }
                    (Knob::BoundUnits, Some(Bound::OfCapacity(_))) => {
                        Some(format!("setting `{setting}` sheds by `bound`"))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether it changes what arrives, or when anything changes.
    pub(super) fn changes_arrivals(self) -> bool {
        match self {
            Knob::Rounds | Knob::PhaseFrom(_) | Knob::PhaseTo(_) | Knob::Swing(..) | Knob::Seed(_) => true,
            Knob::System(key) | Knob::Scenario(key) | Knob::Phase(_, key) => {
                matches!(key, InForceKey::FlowRate(_) | InForceKey::SourceRate)
            }
            // Not the arrivals, but what variants side by side have to share all the same.
            Knob::Cost(_) | Knob::Class(_) => true,
            Knob::Buffer(_) | Knob::Ceiling | Knob::BoundMultiple | Knob::BoundUnits | Knob::Depth => false,
        }
    }

    /// Turns it, in a cell. The cell's scenario has to be laid out again afterwards. A value that the knob's limits do
    /// not allow changes nothing.
    pub(super) fn set(self, study: &mut Study, cell: Cell, value: Decimal) {
        let whole = value.to_whole();
        let rounds = whole.and_then(|rounds| u32::try_from(rounds).ok());
        match (self, &mut study.model) {
            (Knob::Rounds, _) => set(&mut study.about.rounds, rounds),
            (Knob::System(key), Model::Gate(gate)) => {
                match key {
                    InForceKey::Capacity => set(&mut gate.capacity, whole),
                    InForceKey::FlowRate(flow) => gate.flows[flow].rate = value,
                    InForceKey::SourceRate | InForceKey::StageRate(_) => {}
                }
                let said = &mut gate.scenarios[cell.scenario].said;
                if !said.whole_run.keys.contains(&key) {
                    set_said(said, key, value);
                }
            }
            (Knob::System(key), Model::Chain(chain)) => {
                match key {
                    InForceKey::SourceRate => chain.source.rate = value,
                    InForceKey::StageRate(stage) => set(&mut chain.stages[stage].rate, whole),
                    InForceKey::Capacity | InForceKey::FlowRate(_) => {}
                }
                let said = &mut chain.scenarios[cell.scenario].said;
                if !said.whole_run.keys.contains(&key) {
                    set_said(said, key, value);
                }
            }
            (Knob::Scenario(key), Model::Gate(gate)) => set_said(&mut gate.scenarios[cell.scenario].said, key, value),
            (Knob::Scenario(key), Model::Chain(chain)) => {
                set_said(&mut chain.scenarios[cell.scenario].said, key, value)
            }
            (Knob::Phase(phase, key), Model::Gate(gate)) => {
                gate.scenarios[cell.scenario].said.phases[phase].in_force.set(key, value);
            }
            (Knob::Phase(phase, key), Model::Chain(chain)) => {
                chain.scenarios[cell.scenario].said.phases[phase].in_force.set(key, value);
            }
            (Knob::PhaseFrom(phase), Model::Gate(gate)) => {
                set(&mut gate.scenarios[cell.scenario].phases[phase].from, rounds);
            }
            (Knob::PhaseFrom(phase), Model::Chain(chain)) => {
                set(&mut chain.scenarios[cell.scenario].phases[phase].from, rounds);
            }
            (Knob::PhaseTo(phase), Model::Gate(gate)) => {
                set(&mut gate.scenarios[cell.scenario].phases[phase].to, rounds);
            }
            (Knob::PhaseTo(phase), Model::Chain(chain)) => {
                set(&mut chain.scenarios[cell.scenario].phases[phase].to, rounds);
            }
            (Knob::Cost(flow), Model::Gate(gate)) => {
                set(&mut gate.flows[flow].cost, whole.and_then(NonZeroU64::new));
            }
            (Knob::Class(flow), Model::Gate(gate)) => set(&mut gate.flows[flow].class, rounds),
            (Knob::Swing(part, entry), model) => {
                if let Some(multiplier) = offer_mut(model, part).and_then(|offer| offer.swing.get_mut(entry)) {
                    *multiplier = value;
                }
            }
            (Knob::Seed(part), model) => {
                if let Some(Offer { pattern: Pattern::Poisson { seed }, .. }) = offer_mut(model, part) {
                    set(seed, whole);
                }
            }
            (Knob::Buffer(stage), Model::Chain(chain)) => set(&mut chain.stages[stage].buffer, whole),
            (Knob::Ceiling, Model::Gate(gate)) => gate.settings[cell.setting].kind.ceiling = Some(value),
            (Knob::BoundMultiple, Model::Gate(gate)) => {
                gate.settings[cell.setting].kind.bound = Some(Bound::OfCapacity(value));
            }
            (Knob::BoundUnits, Model::Gate(gate)) => {
                if let Some(units) = whole {
                    gate.settings[cell.setting].kind.bound = Some(Bound::Units(units));
                }
            }
            (Knob::Depth, Model::Chain(chain)) => {
                let depth = whole.and_then(|depth| usize::try_from(depth).ok());
                set(&mut chain.settings[cell.setting].kind.depth, depth);
            }
            _ => {}
        }
    }
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

/// Lays the timeline of a cell's scenario out from what is said now.
pub(super) fn lay_out(study: &mut Study, cell: Cell) {
    fn again<F: Clone>(scenario: &mut Scenario<F>, rounds: u32) {
        let said = scenario.said.phases.iter().map(|said| &said.in_force);
        scenario.timeline = stretches(&scenario.said.whole_run.in_force, scenario.phases.iter().zip(said), rounds);
    }
    let rounds = study.about.rounds;
    match &mut study.model {
        Model::Gate(gate) => again(&mut gate.scenarios[cell.scenario], rounds),
        Model::Chain(chain) => again(&mut chain.scenarios[cell.scenario], rounds),
    }
}

/// What of a stretch can be turned.
pub(super) trait Turnable {
    fn get(&self, key: InForceKey) -> Option<Decimal>;
    fn set(&mut self, key: InForceKey, value: Decimal);
}

impl Turnable for GateInForce {
    fn get(&self, key: InForceKey) -> Option<Decimal> {
        match key {
            InForceKey::Capacity => Decimal::from_whole(self.capacity),
            InForceKey::FlowRate(flow) => self.rates.get(flow).copied(),
            InForceKey::SourceRate | InForceKey::StageRate(_) => None,
        }
    }

    fn set(&mut self, key: InForceKey, value: Decimal) {
        match key {
            InForceKey::Capacity => set(&mut self.capacity, value.to_whole()),
            InForceKey::FlowRate(flow) => self.rates[flow] = value,
            InForceKey::SourceRate | InForceKey::StageRate(_) => {}
        }
    }
}

impl Turnable for ChainInForce {
    fn get(&self, key: InForceKey) -> Option<Decimal> {
        match key {
            InForceKey::SourceRate => Some(self.source_rate),
            InForceKey::StageRate(stage) => self.stage_rates.get(stage).and_then(|rate| Decimal::from_whole(*rate)),
            InForceKey::Capacity | InForceKey::FlowRate(_) => None,
        }
    }

    fn set(&mut self, key: InForceKey, value: Decimal) {
        match key {
            InForceKey::SourceRate => self.source_rate = value,
            InForceKey::StageRate(stage) => set(&mut self.stage_rates[stage], value.to_whole()),
            InForceKey::Capacity | InForceKey::FlowRate(_) => {}
        }
    }
}

/// Sets a number for the whole run; a phase that says its own keeps it.
fn set_said<F: Turnable>(said: &mut SaidByScenario<F>, key: InForceKey, value: Decimal) {
    said.whole_run.in_force.set(key, value);
    for phase in said.phases.iter_mut().filter(|phase| !phase.keys.contains(&key)) {
        phase.in_force.set(key, value);
    }
}

/// Every path of a study that has no number in it, in the order in which a file has them.
fn catalogue(study: &Study) -> Vec<(String, Knob)> {
    let mut known = vec![("rounds".to_owned(), Knob::Rounds)];
    match &study.model {
        Model::Gate(gate) => of_gate(gate, &mut known),
        Model::Chain(chain) => of_chain(chain, &mut known),
    }
    known
}

fn of_gate(gate: &GateModel, known: &mut Vec<(String, Knob)>) {
    known.push(("capacity".to_owned(), Knob::Scenario(InForceKey::Capacity)));
    known.push(("gate.capacity".to_owned(), Knob::System(InForceKey::Capacity)));
    for (index, flow) in gate.flows.iter().enumerate() {
        let name = &flow.named.name;
        let rate = InForceKey::FlowRate(index);
        known.push((format!("rate.{name}"), Knob::Scenario(rate)));
        known.push((format!("flow.{name}.rate"), Knob::System(rate)));
        known.push((format!("flow.{name}.cost"), Knob::Cost(index)));
        known.push((format!("flow.{name}.class"), Knob::Class(index)));
        if matches!(flow.offer.pattern, Pattern::Poisson { .. }) {
            known.push((format!("flow.{name}.arrivals.poisson.seed"), Knob::Seed(index)));
        }
    }
    known.push(("throttle.ceiling".to_owned(), Knob::Ceiling));
    known.push(("shed.bound".to_owned(), Knob::BoundMultiple));
    known.push(("shed.bound-units".to_owned(), Knob::BoundUnits));
}

fn of_chain(chain: &ChainModel, known: &mut Vec<(String, Knob)>) {
    known.push((format!("rate.{}", chain.source.named.name), Knob::Scenario(InForceKey::SourceRate)));
    known.push(("source.rate".to_owned(), Knob::System(InForceKey::SourceRate)));
    if matches!(chain.source.offer.pattern, Pattern::Poisson { .. }) {
        known.push(("source.arrivals.poisson.seed".to_owned(), Knob::Seed(0)));
    }
    for (index, stage) in chain.stages.iter().enumerate() {
        let name = &stage.named.name;
        known.push((format!("rate.{name}"), Knob::Scenario(InForceKey::StageRate(index))));
        known.push((format!("stage.{name}.rate"), Knob::System(InForceKey::StageRate(index))));
        known.push((format!("stage.{name}.buffer"), Knob::Buffer(index)));
    }
    known.push(("depth".to_owned(), Knob::Depth));
}

/// `phase.2.capacity`, `flow.tracking.swing.4`: paths with a number, which counts from 1.
fn numbered(study: &Study, path: &str, find: impl Fn(&str) -> Option<Knob>) -> Option<Knob> {
    let index = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
    if let Some((number, key)) = path.strip_prefix("phase.").and_then(|rest| rest.split_once('.')) {
        let phase = index(number).filter(|phase| *phase < most_phases(study))?;
        return match key {
            "from" => Some(Knob::PhaseFrom(phase)),
            "to" => Some(Knob::PhaseTo(phase)),
            key => match find(key)? {
                Knob::Scenario(key) => Some(Knob::Phase(phase, key)),
                _ => None,
            },
        };
    }
    let (part, number) = path.rsplit_once(".swing.")?;
    let part = match &study.model {
        Model::Gate(gate) => {
            let name = part.strip_prefix("flow.")?;
            gate.flows.iter().position(|flow| flow.named.name == name)?
        }
        Model::Chain(_) => (part == "source").then_some(0)?,
    };
    let entry = index(number).filter(|entry| offer(&study.model, part).is_some_and(|offer| *entry < offer.swing.len()));
    Some(Knob::Swing(part, entry?))
}

fn most_phases(study: &Study) -> usize {
    let most = match &study.model {
        Model::Gate(gate) => gate.scenarios.iter().map(|scenario| scenario.phases.len()).max(),
        Model::Chain(chain) => chain.scenarios.iter().map(|scenario| scenario.phases.len()).max(),
    };
    most.unwrap_or(0)
}

pub(super) fn phases(model: &Model, cell: Cell) -> &[crate::study::Phase] {
    match model {
        Model::Gate(gate) => &gate.scenarios[cell.scenario].phases,
        Model::Chain(chain) => &chain.scenarios[cell.scenario].phases,
    }
}

fn offer(model: &Model, part: usize) -> Option<&Offer> {
    match model {
        Model::Gate(gate) => gate.flows.get(part).map(|flow| &flow.offer),
        Model::Chain(chain) => Some(&chain.source.offer),
    }
}

fn offer_mut(model: &mut Model, part: usize) -> Option<&mut Offer> {
    match model {
        Model::Gate(gate) => gate.flows.get_mut(part).map(|flow| &mut flow.offer),
        Model::Chain(chain) => Some(&mut chain.source.offer),
    }
}

/// Why a rate has no effect where counts are recorded.
fn recorded(model: &Model, key: InForceKey) -> Option<String> {
    let part = match key {
        InForceKey::FlowRate(flow) => flow,
        InForceKey::SourceRate => 0,
        InForceKey::Capacity | InForceKey::StageRate(_) => return None,
    };
    let is_recorded = matches!(offer(model, part)?.pattern, Pattern::Recorded { .. });
    is_recorded.then(|| "its arrivals are recorded counts".to_owned())
}
