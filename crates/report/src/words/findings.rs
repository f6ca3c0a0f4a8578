//! What the outcomes show, before anyone puts it into words.

use scenarios::Way;
use scenarios::outcome::{ChainOutcome, Course, FlowOutcome, GateOutcome};
use scenarios::study::{
    About, Bound, ChainModel, Decimal, GateInForce, GateModel, GateSetting, Named, Scenario, Segment, Setting, Text,
};

use crate::answers::{Answers, ModelAnswers};
use crate::ratio::Ratio;
use crate::views::has_own_table;
use crate::views::numbers::{
    chain_deficit, exact, gate_deficit, items_produced, minutes_burned, slowest_stage, units_demanded, whole,
    worst_stretch,
};

/// What was found about one scenario, or about the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic<'a> {
    /// What it is about: the scenario's label, or the file's title.
    pub label: &'a Text,
    /// What was found, in reading order; never empty.
    pub findings: Vec<Finding<'a>>,
}

/// One thing that the outcomes show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding<'a> {
    /// What is asked for and what can be done about it, in the stretch where they are furthest apart.
    Load {
        /// What comes in a round on average: units at a gate, items at a chain.
        offered: Ratio,
        /// What can be served in a round.
        capacity: u64,
        /// What is offered less what can be served; negative where some is to spare.
        deficit: Ratio,
        /// The rounds of the stretch; nothing where it is the whole run.
        rounds: Option<(u32, u32)>,
        /// Whether it is a gate's units, and not a chain's items.
        is_gate: bool,
    },
    /// A setting refuses and loses nothing, so that everyone waits.
    Waits {
        /// The setting.
        setting: &'a Text,
        /// The largest age, of what was completed and of what still waits.
        age_rounds: u64,
        /// What waits at the end.
        backlog: u64,
        /// Whether it is a gate's units, and not a chain's items.
        is_gate: bool,
    },
    /// The flow of which a setting refuses the largest part.
    Pays {
        /// The setting.
        setting: &'a Text,
        /// The flow.
        flow: &'a Text,
        /// Refused of it.
        refused: u64,
        /// Offered of it.
        offered: u64,
        /// The first round in which some of it was refused.
        from_round: u32,
        /// Why that was.
        reason: Reason,
    },
    /// What a ceiling refuses of a flow that stays under it on average.
    CeilingCuts {
        /// The flow.
        flow: &'a Text,
        /// The ceiling's factor.
        factor: Decimal,
        /// Factor × known rate.
        ceiling: Ratio,
        /// What passes in a round: the ceiling's whole part.
        passes: u64,
        /// Requests a round on average, as they came.
        average: Ratio,
        /// Throttled of the flow.
        throttled: u64,
    },
    /// A chain's setting refuses items at the boundary.
    Refuses {
        /// The setting.
        setting: &'a Text,
        /// Refused.
        refused: u64,
        /// Produced.
        produced: u64,
        /// The first round in which some were.
        from_round: u32,
    },
    /// A chain's setting loses items that it had accepted.
    Loses {
        /// The setting.
        setting: &'a Text,
        /// Lost in all.
        lost: u64,
        /// The stage at whose entry most are lost, and how many.
        stage: &'a Text,
        /// Lost there.
        lost_there: u64,
        /// The first round in which some were lost there.
        from_round: u32,
    },
    /// Which settings are best by a measure, and how far the worst is from them.
    Best {
        /// The measure.
        by: Measure,
        /// The best, all of them where there are several.
        best: Vec<Standing<'a>>,
        /// The worst; nothing where all are equally good.
        worst: Option<Standing<'a>>,
    },
    /// What every setting refuses, and a chain's loses, although nothing is wrong.
    FaultFree {
        /// Rounds of the run.
        rounds: u32,
        /// Requests offered, or items produced.
        offered: u64,
        /// What each setting refuses and loses, in file order.
        costs: Vec<Refusals<'a>>,
    },
    /// Settings with the same answers in every scenario.
    SameAnswers {
        /// Two or more.
        settings: Vec<&'a Text>,
    },
}

/// Why a request was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// So many pass in a round.
    Ceiling(u64),
    /// So many units may wait.
    Bound(u64),
}

/// By what settings are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Requests of protected classes (of all, where none is named), or items, that were served; within so many rounds,
    /// where the file says when an answer is late. More is better.
    Served {
        /// Whether the file names protected classes.
        protected: bool,
        /// Rounds after which an answer is late.
        within_rounds: Option<u32>,
    },
    /// Items lost. Fewer are better.
    Lost,
    /// The largest age, of what was completed and of what still waits. Less is better.
    Age,
    /// Rounds to recover after the last phase. Fewer are better, and not within the run is worst.
    Recovery,
    /// Minutes of error budget burned in a month. Fewer are better.
    Budget {
        /// Minutes set aside for faults.
        of: Option<Decimal>,
    },
}

/// How a setting stands by a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing<'a> {
    /// The setting.
    pub setting: &'a Text,
    /// Its figure; nothing where it did not recover within the run.
    pub figure: Option<Ratio>,
    /// What the figure is a part of, where it is a part.
    pub of: Option<u64>,
    /// What the setting refuses and loses in the scenario.
    pub unserved: u64,
    /// What was offered in the scenario.
    pub offered: u64,
}

/// What a setting refuses and loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusals<'a> {
    /// The setting.
    pub setting: &'a Text,
    /// Refused.
    pub refused: u64,
    /// Lost; nothing at a gate, which loses nothing.
    pub lost: Option<u64>,
}

/// Settings of which each has a sentence of its own; beyond that a reader is better served by the tables.
const MOST_SETTINGS: usize = 8;

/// What the outcomes show: of every scenario that has a table of its own, and then of the file.
pub fn findings<'a>(answers: &'a Answers<'_>) -> Vec<Topic<'a>> {
    let mut topics = match answers {
        Answers::Gate(answers) => gate(answers),
        Answers::Chain(answers) => chain(answers),
    };
    topics.retain(|topic| !topic.findings.is_empty());
    topics
}

fn gate<'a>(answers: &'a ModelAnswers<'_, GateModel, GateOutcome>) -> Vec<Topic<'a>> {
    let model = answers.model;
    let mut topics = Vec::new();
    for (index, scenario) in model.scenarios.iter().enumerate().filter(|(_, scenario)| has_own_table(*scenario)) {
        let worst = worst_stretch(scenario, |stretch| gate_deficit(model, stretch));
        let offered = units_demanded(model, worst);
        let mut findings = Vec::new();
        findings.extend(load(offered, worst.in_force.capacity, worst, scenario, true));
        let cells: Vec<_> = cells_of(answers, &model.settings, index).collect();
        if cells.len() <= MOST_SETTINGS {
            findings
                .extend(cells.iter().filter_map(|(setting, outcome)| gate_pays(answers, scenario, setting, outcome)));
        }
        findings.extend(ceiling_cuts(answers, &cells));
        let standings: Vec<GateStanding<'_>> =
            cells.iter().map(|(setting, outcome)| GateStanding { setting: &setting.named.label, outcome }).collect();
        findings.extend(gate_best(answers.about, model, scenario, &standings));
        topics.push(Topic { label: &scenario.named.label, findings });
    }
    let mut findings = Vec::new();
    let fault_free = model.settings.iter().enumerate().filter_map(|(index, setting)| {
        let outcome = answers.get(0, index, Way::FaultFree)?;
        Some((
            Refusals { setting: &setting.named.label, refused: outcome.refused(), lost: None },
            offered_in_all(outcome),
        ))
    });
    findings.extend(fault_free_cost(answers.about, fault_free.collect()));
    findings.extend(same(answers, &model.settings));
    topics.push(Topic { label: &answers.about.title, findings });
    topics
}

fn chain<'a>(answers: &'a ModelAnswers<'_, ChainModel, ChainOutcome>) -> Vec<Topic<'a>> {
    let model = answers.model;
    let mut topics = Vec::new();
    for (index, scenario) in model.scenarios.iter().enumerate().filter(|(_, scenario)| has_own_table(*scenario)) {
        let worst = worst_stretch(scenario, |stretch| chain_deficit(model, stretch));
        let produced = items_produced(model, worst);
        let mut findings = Vec::new();
        findings.extend(load(produced, slowest_stage(&worst.in_force), worst, scenario, false));
        let cells: Vec<_> = cells_of(answers, &model.settings, index).collect();
        if cells.len() <= MOST_SETTINGS {
            findings
                .extend(cells.iter().flat_map(|(setting, outcome)| chain_pays(model, &setting.named.label, outcome)));
        }
        findings.extend(chain_best(answers.about, scenario, &cells));
        topics.push(Topic { label: &scenario.named.label, findings });
    }
    let mut findings = Vec::new();
    let fault_free = model.settings.iter().enumerate().filter_map(|(index, setting)| {
        let outcome = answers.get(0, index, Way::FaultFree)?;
        let lost = Some(outcome.lost_in_all());
        Some((Refusals { setting: &setting.named.label, refused: outcome.refused, lost }, outcome.produced))
    });
    findings.extend(fault_free_cost(answers.about, fault_free.collect()));
    findings.extend(same(answers, &model.settings));
    topics.push(Topic { label: &answers.about.title, findings });
    topics
}

/// The settings of a scenario with their outcomes as written, in file order.
fn cells_of<'a, M, O, K>(
    answers: &'a ModelAnswers<'_, M, O>,
    settings: &'a [Setting<K>],
    scenario: usize,
) -> impl Iterator<Item = (&'a Setting<K>, &'a O)> {
    let outcome = move |index| answers.get(scenario, index, Way::AsWritten);
    settings.iter().enumerate().filter_map(move |(index, setting)| Some((setting, outcome(index)?)))
}

fn load<F>(
    offered: Option<Ratio>,
    capacity: u64,
    worst: &Segment<F>,
    scenario: &Scenario<F>,
    is_gate: bool,
) -> Option<Finding<'static>> {
    let offered = offered?;
    let deficit = offered.checked_sub(whole(capacity)?)?;
    let rounds = (scenario.timeline.len() > 1).then_some((worst.from, worst.to));
    Some(Finding::Load { offered, capacity, deficit, rounds, is_gate })
}

fn gate_pays<'a>(
    answers: &'a ModelAnswers<'_, GateModel, GateOutcome>,
    scenario: &Scenario<GateInForce>,
    setting: &'a Setting<GateSetting>,
    outcome: &GateOutcome,
) -> Option<Finding<'a>> {
    let model = answers.model;
    let label = &setting.named.label;
    if outcome.refused() == 0 {
        let age_rounds = outcome.max_age_rounds.max(outcome.oldest_waiting_rounds);
        let waits = Finding::Waits { setting: label, age_rounds, backlog: outcome.backlog_units, is_gate: true };
        return (age_rounds > 0).then_some(waits);
    }
    let share = |flow: &FlowOutcome| Ratio::of(flow.refused(), flow.offered);
    let mut pays = 0;
    for index in 1..outcome.flows.len() {
        if share(&outcome.flows[index]) > share(&outcome.flows[pays]) {
            pays = index;
        }
    }
    let (flow, counts) = (&model.flows[pays], &outcome.flows[pays]);
    let from_round = counts.first_refused_round()?;
    let arithmetic = answers.about.arithmetic;
    let reason = if counts.first_throttled_round == Some(from_round) {
        Reason::Ceiling(arithmetic.floor_product(setting.kind.ceiling?, flow.rate))
    } else {
        let stretch = scenario.timeline.iter().find(|stretch| stretch.to >= from_round)?;
        Reason::Bound(match setting.kind.bound? {
            Bound::Units(units) => units,
            Bound::OfCapacity(multiple) => {
                arithmetic.floor_product(multiple, Decimal::from_whole(stretch.in_force.capacity)?)
            }
        })
    };
    let (refused, offered) = (counts.refused(), counts.offered);
    Some(Finding::Pays { setting: label, flow: &flow.named.label, refused, offered, from_round, reason })
}

/// For each factor and flow: what is throttled although the flow stays under the ceiling on average.
fn ceiling_cuts<'a>(
    answers: &'a ModelAnswers<'_, GateModel, GateOutcome>,
    cells: &[(&'a Setting<GateSetting>, &'a GateOutcome)],
) -> Vec<Finding<'a>> {
    let mut found: Vec<Finding<'a>> = Vec::new();
    let mut seen: Vec<Decimal> = Vec::new();
    for (setting, outcome) in cells {
        let Some(factor) = setting.kind.ceiling else { continue };
        if seen.contains(&factor) || seen.len() == MOST_SETTINGS {
            continue;
        }
        seen.push(factor);
        found.extend(answers.model.flows.iter().zip(&outcome.flows).filter_map(|(flow, counts)| {
            let ceiling = exact(flow.rate)?.checked_mul(exact(factor)?)?;
            let average = Ratio::of(counts.offered, u64::from(answers.about.rounds))?;
            let passes = answers.about.arithmetic.floor_product(factor, flow.rate);
            let (label, throttled) = (&flow.named.label, counts.throttled);
            let cuts = Finding::CeilingCuts { flow: label, factor, ceiling, passes, average, throttled };
            (throttled > 0 && average <= ceiling).then_some(cuts)
        }));
    }
    found
}

struct GateStanding<'a> {
    setting: &'a Text,
    outcome: &'a GateOutcome,
}

fn gate_best<'a, F>(
    about: &About,
    model: &GateModel,
    scenario: &Scenario<F>,
    cells: &[GateStanding<'a>],
) -> Vec<Finding<'a>> {
    let classes = &about.reference.protected_classes;
    let within = about.reference.late_after_rounds;
    let is_protected = |class: u32| classes.is_empty() || classes.contains(&class);
    let standing = |cell: &GateStanding<'a>, figure: Option<Ratio>, of: Option<u64>| Standing {
        setting: cell.setting,
        figure,
        of,
        unserved: cell.outcome.refused(),
        offered: offered_in_all(cell.outcome),
    };
    let served = cells.iter().filter_map(|cell| {
        let protected = || {
            let flows = model.flows.iter().zip(&cell.outcome.flows);
            flows.filter(|(flow, _)| is_protected(flow.class)).map(|(_, counts)| counts)
        };
        let served: u64 = protected().map(|flow| within.map_or(flow.served, |rounds| flow.ages.at_most(rounds))).sum();
        let offered: u64 = protected().map(|flow| flow.offered).sum();
        Some(standing(cell, Some(whole(served)?), Some(offered)))
    });
    let measure = Measure::Served { protected: !classes.is_empty(), within_rounds: within };
    let ages = cells.iter().filter_map(|cell| {
        let age = cell.outcome.max_age_rounds.max(cell.outcome.oldest_waiting_rounds);
        Some(standing(cell, Some(whole(age)?), None))
    });
    let mut found = Vec::new();
    found.extend(best(measure, served.collect()));
    found.extend(best(Measure::Age, ages.collect()));
    let with_course = |cell: &GateStanding<'a>| (standing(cell, None, None), &cell.outcome.course);
    found.extend(course_best(about, scenario, &cells.iter().map(with_course).collect::<Vec<_>>()));
    found
}

fn chain_best<'a, F, K>(
    about: &About,
    scenario: &Scenario<F>,
    cells: &[(&'a Setting<K>, &'a ChainOutcome)],
) -> Vec<Finding<'a>> {
    let within = about.reference.late_after_rounds;
    let standing = |setting: &'a Setting<K>, outcome: &ChainOutcome, figure: Option<Ratio>, of: Option<u64>| Standing {
        setting: &setting.named.label,
        figure,
        of,
        unserved: outcome.refused + outcome.lost_in_all(),
        offered: outcome.produced,
    };
    let of_each = |figure: &dyn Fn(&ChainOutcome) -> (u64, Option<u64>)| -> Vec<Standing<'a>> {
        let standings = cells.iter().filter_map(|(setting, outcome)| {
            let (figure, of) = figure(outcome);
            Some(standing(setting, outcome, Some(whole(figure)?), of))
        });
        standings.collect()
    };
    let completed = |outcome: &ChainOutcome| {
        (within.map_or(outcome.completed, |rounds| outcome.ages.at_most(rounds)), Some(outcome.produced))
    };
    let lost = |outcome: &ChainOutcome| (outcome.lost_in_all(), Some(outcome.produced));
    let age = |outcome: &ChainOutcome| (outcome.max_age_rounds.max(outcome.oldest_waiting_rounds), None);
    let mut found = Vec::new();
    found.extend(best(Measure::Served { protected: false, within_rounds: within }, of_each(&completed)));
    found.extend(best(Measure::Lost, of_each(&lost)));
    found.extend(best(Measure::Age, of_each(&age)));
    let courses: Vec<_> =
        cells.iter().map(|(setting, outcome)| (standing(setting, outcome, None, None), &outcome.course)).collect();
    found.extend(course_best(about, scenario, &courses));
    found
}

/// Best by what both models' courses say: recovery and budget.
fn course_best<'a, F>(about: &About, scenario: &Scenario<F>, cells: &[(Standing<'a>, &Course)]) -> Vec<Finding<'a>> {
    let recovery = cells.iter().filter_map(|(standing, course)| {
        let rounds = course.phases?.time_to_recover_rounds;
        Some(Standing { figure: rounds.and_then(|rounds| whole(u64::from(rounds))), ..*standing })
    });
    let burned = cells.iter().filter_map(|(standing, course)| {
        Some(Standing { figure: Some(minutes_burned(about, scenario, course)?), ..*standing })
    });
    let of = about.reference.fault_minutes_per_month;
    [best(Measure::Recovery, recovery.collect()), best(Measure::Budget { of }, burned.collect())]
        .into_iter()
        .flatten()
        .collect()
}

/// The best of several settings. Nothing is best where there is nothing to choose from.
fn best(by: Measure, standings: Vec<Standing<'_>>) -> Option<Finding<'_>> {
    if standings.len() < 2 {
        return None;
    }
    // Larger is worse from here on; what did not come about is worst of all.
    let badness = |standing: &Standing<'_>| {
        let figure = standing.figure.and_then(|figure| match by {
            Measure::Served { .. } => Ratio::ZERO.checked_sub(figure),
            Measure::Lost | Measure::Age | Measure::Recovery | Measure::Budget { .. } => Some(figure),
        });
        (figure.is_none(), figure)
    };
    let least = standings.iter().map(badness).min()?;
    let most = standings.iter().map(badness).max()?;
    let worst = (most > least).then(|| standings.iter().copied().find(|standing| badness(standing) == most)).flatten();
    let best = standings.iter().copied().filter(|standing| badness(standing) == least).collect();
    Some(Finding::Best { by, best, worst })
}

fn chain_pays<'a>(model: &'a ChainModel, setting: &'a Text, outcome: &ChainOutcome) -> Vec<Finding<'a>> {
    let mut found = Vec::new();
    if let Some(from_round) = outcome.first_refused_round {
        let (refused, produced) = (outcome.refused, outcome.produced);
        found.push(Finding::Refuses { setting, refused, produced, from_round });
    }
    let mut most = 0;
    for stage in 1..outcome.lost.len() {
        if outcome.lost[stage] > outcome.lost[most] {
            most = stage;
        }
    }
    if let Some(from_round) = outcome.first_lost_rounds[most] {
        found.push(Finding::Loses {
            setting,
            lost: outcome.lost_in_all(),
            stage: &model.stages[most].named.label,
            lost_there: outcome.lost[most],
            from_round,
        });
    }
    if found.is_empty() {
        let age_rounds = outcome.max_age_rounds.max(outcome.oldest_waiting_rounds);
        found.push(Finding::Waits { setting, age_rounds, backlog: outcome.backlog, is_gate: false });
    }
    found
}

fn fault_free_cost<'a>(about: &About, costs: Vec<(Refusals<'a>, u64)>) -> Option<Finding<'a>> {
    let offered = costs.first()?.1;
    let costs = costs.into_iter().map(|(refusals, _)| refusals).collect();
    Some(Finding::FaultFree { rounds: about.rounds, offered, costs })
}

/// Each group of settings whose outcomes are the same in every scenario, by their names.
pub fn same_answers<'a>(answers: &'a Answers<'_>) -> Vec<Vec<&'a str>> {
    let names = |groups: Vec<Vec<&'a Named>>| {
        groups.into_iter().map(|group| group.into_iter().map(|named| named.name.as_str()).collect()).collect()
    };
    match answers {
        Answers::Gate(answers) => names(alike(answers, &answers.model.settings)),
        Answers::Chain(answers) => names(alike(answers, &answers.model.settings)),
    }
}

fn same<'a, M, O: PartialEq, K>(
    answers: &'a ModelAnswers<'_, M, O>,
    settings: &'a [Setting<K>],
) -> impl Iterator<Item = Finding<'a>> {
    let labels = |group: Vec<&'a Named>| group.into_iter().map(|named| &named.label).collect();
    alike(answers, settings).into_iter().map(move |group| Finding::SameAnswers { settings: labels(group) })
}

fn alike<'a, M, O: PartialEq, K>(
    answers: &'a ModelAnswers<'_, M, O>,
    settings: &'a [Setting<K>],
) -> Vec<Vec<&'a Named>> {
    let scenarios = answers.as_written().last().map_or(0, |(cell, _)| cell.scenario + 1);
    let is_same = |one: usize, other: usize| {
        (0..scenarios).all(|scenario| {
            let outcome = |setting| answers.get(scenario, setting, Way::AsWritten);
            outcome(one) == outcome(other)
        })
    };
    let mut found = Vec::new();
    let mut is_grouped = vec![false; settings.len()];
    for first in 0..settings.len() {
        let alike: Vec<usize> =
            (first..settings.len()).filter(|other| !is_grouped[*other] && is_same(first, *other)).collect();
        if is_grouped[first] || alike.len() < 2 {
            continue;
        }
        alike.iter().for_each(|member| is_grouped[*member] = true);
        found.push(alike.into_iter().map(|member| &settings[member].named).collect());
    }
    found
}

fn offered_in_all(outcome: &GateOutcome) -> u64 {
    outcome.flows.iter().map(|flow| flow.offered).sum()
}
