//! A file, read and checked: everything that can be wrong has been found by now.
//!
//! A [`Study`] holds one system, its settings and its scenarios. What a scenario changes has been worked out into a
//! timeline, so that whoever runs a cell only walks from one [`Segment`] to the next.

use std::num::NonZeroU64;
use std::sync::Arc;

pub use arrivals::{AfterLast, Arithmetic, Decimal};

use crate::what_if::{NamedSolve, NamedSweep};

/// A text for readers, in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: String,
    /// Turkish.
    pub tr: String,
}

/// A name, as files and commands use it, and what readers see instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Unique among its kind in a file.
    pub name: String,
    /// Title or label; the name itself where the file gives none.
    pub label: Text,
    /// Why it is as it is, in the author's words.
    pub because: Option<Text>,
}

impl Named {
    /// What stands for a name that could not be read, until the file is refused for it.
    pub(crate) fn unknown() -> Named {
        let label = Text { en: String::new(), tr: String::new() };
        Named { name: String::new(), label, because: None }
    }
}

/// A file, read and checked.
#[derive(Clone, Debug)]
pub struct Study {
    /// What the file says of itself.
    pub about: About,
    /// The system, its settings and its scenarios.
    pub model: Model,
    /// Sweeps that the file asks for.
    pub sweeps: Vec<NamedSweep>,
    /// Break-even searches that the file asks for.
    pub solves: Vec<NamedSolve>,
}

/// What a file says of itself.
#[derive(Clone, Debug)]
pub struct About {
    /// The file's name without its ending.
    pub file: String,
    /// What readers see.
    pub title: Text,
    /// The lesson whose tables it rebuilds.
    pub lesson: Option<String>,
    /// Rounds of every run.
    pub rounds: u32,
    /// Seconds that a round stands for.
    pub round_seconds: Decimal,
    /// How fractions are counted.
    pub arithmetic: Arithmetic,
    /// Seeds that every cell is repeated with, where arrivals are random.
    pub replications: Option<u32>,
    /// What results are held against.
    pub reference: Reference,
    /// What is doubtful about the file.
    pub doubts: Vec<Doubt>,
}

/// Something that is legal, but hardly meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What is doubtful, in one line.
    pub message: String,
    /// `file:line:column`, counted from 1; the file's name without its folder.
    pub place: Option<String>,
    /// What to write instead.
    pub help: Option<String>,
}

/// What results are held against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// Requests a second at the edge.
    pub peak_rate: Option<Decimal>,
    /// Classes whose requests count as protected.
    pub protected_classes: Vec<u32>,
    /// Minutes of the monthly outage budget that are set aside for faults.
    pub fault_minutes_per_month: Option<Decimal>,
    /// Rounds of age above which an answer is late.
    pub late_after_rounds: Option<u32>,
}

/// One of the two models.
#[derive(Clone, Debug)]
pub enum Model {
    /// An admission gate.
    Gate(GateModel),
    /// A chain of bounded buffers.
    Chain(ChainModel),
}

/// A gate, its settings and its scenarios.
#[derive(Clone, Debug)]
pub struct GateModel {
    /// Units served in a round, where no scenario says otherwise.
    pub capacity: u64,
    /// The flows, in file order.
    pub flows: Vec<Flow>,
    /// The settings, in file order.
    pub settings: Vec<Setting<GateSetting>>,
    /// The scenarios, in file order.
    pub scenarios: Vec<Scenario<GateInForce>>,
}

/// A stream of requests that share rate, cost and class.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Its name and label.
    pub named: Named,
    /// The known rate, in requests a round: what ceilings are made from.
    pub rate: Decimal,
    /// Units that one request takes.
    pub cost: NonZeroU64,
    /// 1 is protected longest.
    pub class: u32,
    /// What is offered, where it is not rate × swing.
    pub offer: Offer,
}

/// Where arrivals come from.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Multipliers of the rate, round after round; empty where there is no swing.
    pub swing: Vec<Decimal>,
    /// How whole items come of it.
    pub pattern: Pattern,
}

impl Offer {
    /// The most items that a round can bring at a rate; what a whole run is bounded by.
    pub(crate) fn most_a_round(&self, rate: Decimal) -> u128 {
        let rate = u128::from(rate.mantissa()) / 10u128.pow(u32::from(rate.scale())) + 1;
        match &self.pattern {
            Pattern::Recorded { counts, .. } => u128::from(counts.iter().copied().max().unwrap_or(0)),
            Pattern::Even => rate * self.largest_multiplier() + 1,
            // Far beyond where any of the generator's counts lie: 64 bits reach about 10 standard deviations.
            Pattern::Poisson { .. } => rate * self.largest_multiplier() * 2 + 1_000,
        }
    }

    fn largest_multiplier(&self) -> u128 {
        let ceil = |decimal: &Decimal| u128::from(decimal.mantissa()).div_ceil(10u128.pow(u32::from(decimal.scale())));
        self.swing.iter().map(ceil).max().unwrap_or(1)
    }

    /// Whether the mean of a round is more than the Poisson generator has a table for.
    pub(crate) fn is_beyond_chance(&self, rate: Decimal) -> bool {
        let is_random = matches!(self.pattern, Pattern::Poisson { .. });
        is_random && self.most_a_round(rate) > u128::from(arrivals::PoissonStream::MAX_MEAN) * 2
    }
}

/// How whole items come of a rate and a swing.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Rate × swing, the fraction carried.
    Even,
    /// Counts seen in reality; rate and swing play no part.
    Recorded {
        /// A count for each round.
        counts: Arc<[u64]>,
        /// What follows the last one.
        then: AfterLast,
    },
    /// Independent Poisson counts with mean rate × swing.
    Poisson {
        /// Where the generator starts.
        seed: u64,
    },
}

/// A chain, its settings and its scenarios.
#[derive(Clone, Debug)]
pub struct ChainModel {
    /// Where items are produced.
    pub source: Source,
    /// The stages, source side first.
    pub stages: Vec<Stage>,
    /// The settings, in file order.
    pub settings: Vec<Setting<ChainSetting>>,
    /// The scenarios, in file order.
    pub scenarios: Vec<Scenario<ChainInForce>>,
}

/// Where a chain's items are produced.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name and label.
    pub named: Named,
    /// Items a round.
    pub rate: Decimal,
    /// How they come.
    pub offer: Offer,
}

/// One link of a chain.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its name and label.
    pub named: Named,
    /// Items that its buffer holds.
    pub buffer: u64,
    /// Items that it moves in a round.
    pub rate: u64,
}

/// Which mechanisms are on.
#[derive(Clone, Debug)]
pub struct Setting<K> {
    /// Its name and label.
    pub named: Named,
    /// The mechanisms.
    pub kind: K,
}

/// Mechanisms of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateSetting {
    /// Ceiling factor of every flow, where the setting throttles.
    pub ceiling: Option<Decimal>,
    /// Bound of the queue, where the setting sheds.
    pub bound: Option<Bound>,
}

/// Bound of a gate's queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// × the capacity in force.
    OfCapacity(Decimal),
    /// Units, whatever the capacity.
    Units(u64),
}

/// Mechanisms of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainSetting {
    /// Links back that the "full" signal is obeyed.
    pub depth: usize,
    /// Whether buffers have no bound.
    pub unbounded: bool,
}

/// What is different from the system as it is written.
#[derive(Clone, Debug)]
pub struct Scenario<F> {
    /// Its name and label.
    pub named: Named,
    /// The table that lists it beside its like, instead of one of its own.
    pub group: Option<String>,
    /// How long it lasts.
    pub minutes: Option<Decimal>,
    /// How often it happens in a month.
    pub per_month: Option<Decimal>,
    /// What is in force, from round 1 to the last, without gaps.
    pub timeline: Vec<Segment<F>>,
    /// The phases as written, in order.
    pub phases: Vec<Phase>,
    /// What the timeline was laid out from, for whoever changes a number and lays it out again.
    pub said: SaidByScenario<F>,
}

/// What a scenario and its phases say, before it is laid out as a timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidByScenario<F> {
    /// What is in force outside the phases.
    pub whole_run: Said<F>,
    /// What is in force in each phase.
    pub phases: Vec<Said<F>>,
}

/// What is in force, and which of it was said here; the rest is as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<F> {
    /// All that is in force.
    pub in_force: F,
    /// The keys that were said here.
    pub keys: Vec<InForceKey>,
}

/// A number that a scenario or a phase can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InForceKey {
    /// A gate's capacity.
    Capacity,
    /// What a flow offers.
    FlowRate(usize),
    /// What a chain's source produces.
    SourceRate,
    /// What a stage moves.
    StageRate(usize),
}

/// Rounds in which a scenario changes something more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// First round.
    pub from: u32,
    /// Last round.
    pub to: u32,
    /// What readers see.
    pub label: Option<Text>,
    /// Why it is as it is, in the author's words.
    pub because: Option<Text>,
}

/// A stretch of rounds in which nothing changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment<F> {
    /// First round.
    pub from: u32,
    /// Last round.
    pub to: u32,
    /// What is in force.
    pub in_force: F,
}

/// What is in force at a gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateInForce {
    /// Units served in a round.
    pub capacity: u64,
    /// Requests offered in a round, by flow.
    pub rates: Vec<Decimal>,
    /// Whether the swing is off.
    pub steady: bool,
}

/// What is in force along a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainInForce {
    /// Items produced in a round.
    pub source_rate: Decimal,
    /// Items moved in a round, by stage.
    pub stage_rates: Vec<u64>,
    /// Whether the swing is off.
    pub steady: bool,
}

/// What is asked of both models' stretches.
pub trait InForce: Clone + PartialEq {
    /// The same stretch without the swing.
    fn without_swing(&self) -> Self;
}

impl InForce for GateInForce {
    fn without_swing(&self) -> GateInForce {
        GateInForce { steady: true, ..self.clone() }
    }
}

impl InForce for ChainInForce {
    fn without_swing(&self) -> ChainInForce {
        ChainInForce { steady: true, ..self.clone() }
    }
}

impl GateModel {
    /// The gate as it is written, with nothing changed.
    pub fn as_written(&self) -> GateInForce {
        GateInForce { capacity: self.capacity, rates: self.flows.iter().map(|flow| flow.rate).collect(), steady: false }
    }
}

impl ChainModel {
    /// The chain as it is written, with nothing changed.
    pub fn as_written(&self) -> ChainInForce {
        ChainInForce {
            source_rate: self.source.rate,
            stage_rates: self.stages.iter().map(|stage| stage.rate).collect(),
            steady: false,
        }
    }
}

impl<F: InForce> Scenario<F> {
    /// Whether it leaves the system as it is written: a fault-free day.
    pub fn is_fault_free(&self, as_written: &F) -> bool {
        self.timeline.iter().all(|segment| segment.in_force == *as_written)
    }

    /// The same run with nothing changed from the first round to the last.
    pub fn without_fault(&self, as_written: F) -> Scenario<F> {
        let to = self.timeline.last().map_or(1, |segment| segment.to);
        let timeline = vec![Segment { from: 1, to, in_force: as_written }];
        Scenario { timeline, phases: Vec::new(), ..self.clone() }
    }

    /// The same scenario with the swing off from the first round to the last.
    pub fn without_swing(&self) -> Scenario<F> {
        let timeline = self
            .timeline
            .iter()
            .map(|segment| Segment { in_force: segment.in_force.without_swing(), ..segment.clone() })
            .collect();
        Scenario { timeline, ..self.clone() }
    }
}

/// A whole run cut at its phases, which are in order and do not overlap.
pub(crate) fn stretches<'a, F: Clone + 'a>(
    whole_run: &F,
    phases: impl IntoIterator<Item = (&'a Phase, &'a F)>,
    rounds: u32,
) -> Vec<Segment<F>> {
    let mut stretches = Vec::new();
    let mut next = 1;
    for (phase, in_force) in phases {
        if next < phase.from {
            stretches.push(Segment { from: next, to: phase.from - 1, in_force: whole_run.clone() });
        }
        stretches.push(Segment { from: phase.from, to: phase.to, in_force: in_force.clone() });
        next = phase.to + 1;
    }
    if next <= rounds {
        stretches.push(Segment { from: next, to: rounds, in_force: whole_run.clone() });
    }
    stretches
}

/// A name that a study does not have, with the nearest that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchName {
    /// "scenario" or "setting".
    pub kind: &'static str,
    /// What was asked for.
    pub name: String,
    /// All that there are.
    pub known: Vec<String>,
    /// The one that was most likely meant.
    pub nearest: Option<String>,
}

impl Study {
    /// Whether arrivals are left to chance, so that another seed may give another answer.
    pub fn is_random(&self) -> bool {
        let is_random = |offer: &Offer| matches!(offer.pattern, Pattern::Poisson { .. });
        match &self.model {
            Model::Gate(model) => model.flows.iter().any(|flow| is_random(&flow.offer)),
            Model::Chain(model) => is_random(&model.source.offer),
        }
    }

    /// The study with only the scenario and the setting of these names, where one is given.
    ///
    /// # Errors
    ///
    /// Where there is none of that name.
    pub fn only(self, scenario: Option<&str>, setting: Option<&str>) -> Result<Study, NoSuchName> {
        let Study { about, model, sweeps, solves } = self;
        let model = match model {
            Model::Gate(model) => Model::Gate(GateModel {
                scenarios: keep("scenario", model.scenarios, scenario, |scenario| &scenario.named)?,
                settings: keep("setting", model.settings, setting, |setting| &setting.named)?,
                ..model
            }),
            Model::Chain(model) => Model::Chain(ChainModel {
                scenarios: keep("scenario", model.scenarios, scenario, |scenario| &scenario.named)?,
                settings: keep("setting", model.settings, setting, |setting| &setting.named)?,
                ..model
            }),
        };
        Ok(Study { about, model, sweeps, solves })
    }
}

impl Study {
    /// Names of all scenarios, or of all settings.
    pub(crate) fn part_names(&self, of_scenarios: bool) -> Vec<&str> {
        fn names<'a, T>(list: &'a [T], named: impl Fn(&'a T) -> &'a Named) -> Vec<&'a str> {
            list.iter().map(|item| named(item).name.as_str()).collect()
        }
        match (&self.model, of_scenarios) {
            (Model::Gate(model), true) => names(&model.scenarios, |scenario| &scenario.named),
            (Model::Gate(model), false) => names(&model.settings, |setting| &setting.named),
            (Model::Chain(model), true) => names(&model.scenarios, |scenario| &scenario.named),
            (Model::Chain(model), false) => names(&model.settings, |setting| &setting.named),
        }
    }
}

fn keep<T>(
    kind: &'static str,
    list: Vec<T>,
    wanted: Option<&str>,
    named: impl Fn(&T) -> &Named,
) -> Result<Vec<T>, NoSuchName> {
    let Some(wanted) = wanted else { return Ok(list) };
    let known: Vec<String> = list.iter().map(|item| named(item).name.clone()).collect();
    let kept: Vec<T> = list.into_iter().filter(|item| named(item).name == wanted).collect();
    if kept.is_empty() {
        let nearest = crate::names::nearest(wanted, known.iter().map(String::as_str)).map(str::to_owned);
        return Err(NoSuchName { kind, name: wanted.to_owned(), known, nearest });
    }
    Ok(kept)
}

impl std::fmt::Display for NoSuchName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "there is no {} `{}`", self.kind, self.name)?;
        match &self.nearest {
            Some(nearest) => write!(formatter, ": did you mean `{nearest}`?"),
            None => write!(formatter, ": there is {}", self.known.join(", ")),
        }
    }
}

impl std::error::Error for NoSuchName {}
