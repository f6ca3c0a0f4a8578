//! How a cell went, in one word, and which setting of a scenario is best.
//!
//! Four things can be said, from good to bad: everything that is to be protected gets in on time; some of it is refused;
//! work gets too old; what was accepted is lost. A file says with `late-after` when work is too old. Where it does not,
//! nothing is late that waited no longer than full queues take to be worked off at what is in force.

use maud::{Markup, html};
use scenarios::outcome::{ChainOutcome, Course, GateOutcome};
use scenarios::study::{About, Bound, ChainInForce, ChainModel, GateInForce, GateModel, Scenario};

use super::{Page, words};
use crate::language::Label;
use crate::ratio::Ratio;
use crate::views::numbers::{chain_deficit, gate_deficit, minutes_burned, percent, protected, whole, worst_stretch};

/// How a cell went, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    Holds,
    Refuses,
    Late,
    Loses,
}

impl Standing {
    pub(super) const ALL: [Standing; 4] = [Standing::Holds, Standing::Refuses, Standing::Late, Standing::Loses];

    /// Its name in the style sheet.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Standing::Holds => "holds",
            Standing::Refuses => "refuses",
            Standing::Late => "late",
            Standing::Loses => "loses",
        }
    }

    pub(super) const fn label(self) -> Label {
        match self {
            Standing::Holds => words::HOLDS,
            Standing::Refuses => words::REFUSES,
            Standing::Late => words::LATE,
            Standing::Loses => words::LOSES,
        }
    }

    pub(super) const fn meaning(self) -> Label {
        match self {
            Standing::Holds => words::HOLDS_MEANS,
            Standing::Refuses => words::REFUSES_MEANS,
            Standing::Late => words::LATE_MEANS,
            Standing::Loses => words::LOSES_MEANS,
        }
    }

    /// Its symbol; colour is never all that tells them apart.
    pub(super) fn symbol(self) -> Markup {
        html! {
            svg.symbol viewBox="0 0 16 16" aria-hidden="true" focusable="false" {
                use href={ "#symbol-" (self.class()) } {}
            }
        }
    }
}

/// The symbols, drawn once.
pub(super) fn symbols() -> Markup {
    html! {
        svg.definitions aria-hidden="true" focusable="false" width="0" height="0" {
            symbol id="symbol-holds" viewBox="0 0 16 16" {
                circle cx="8" cy="8" r="7.5" fill="currentColor" {}
                path d="M4.3 8.3l2.6 2.6 4.8-5.4" fill="none" stroke="var(--paper)" stroke-width="2" {}
            }
            symbol id="symbol-refuses" viewBox="0 0 16 16" {
                path d="M8 .8 15.6 14.5H.4z" fill="currentColor" {}
                path d="M8 5.6v4.2M8 11.2v1.8" stroke="var(--paper)" stroke-width="1.8" {}
            }
            symbol id="symbol-late" viewBox="0 0 16 16" {
                circle cx="8" cy="8" r="6.6" fill="none" stroke="currentColor" stroke-width="1.8" {}
                path d="M8 4v4.3l3 1.8" fill="none" stroke="currentColor" stroke-width="1.8" {}
            }
            symbol id="symbol-loses" viewBox="0 0 16 16" {
                rect x=".8" y=".8" width="14.4" height="14.4" rx="2" fill="currentColor" {}
                path d="M4.5 4.5l7 7M11.5 4.5l-7 7" stroke="var(--paper)" stroke-width="2" {}
            }
        }
    }
}

/// A cell in one word and a few numbers.
pub(super) struct Verdict {
    pub(super) standing: Standing,
    /// Part of a hundred that is kept: admitted of what is to be protected, or not lost.
    pub(super) kept_percent: Option<Ratio>,
    pub(super) kept_label: Label,
    pub(super) age_rounds: u64,
    pub(super) backlog: u64,
    pub(super) refused: u64,
    pub(super) lost: u64,
    /// Nothing where there are no phases; within, nothing where it did not recover in the run.
    pub(super) recovery_rounds: Option<Option<u32>>,
    pub(super) burned_minutes: Option<Ratio>,
    /// Whether it is as good as any setting of its scenario, and better than some.
    pub(super) is_best: bool,
    rank: Rank,
}

/// What decides, in this order; less is better. Lost, late, refused of what is to be protected, refused in all, the
/// oldest work.
type Rank = (u64, bool, u64, u64, u64);

/// Marks the best of one scenario's verdicts; none where all are alike.
pub(super) fn mark_best(verdicts: &mut [Verdict]) {
    let best = verdicts.iter().map(|verdict| verdict.rank).min();
    if verdicts.iter().any(|verdict| Some(verdict.rank) != best) {
        for verdict in verdicts {
            verdict.is_best = Some(verdict.rank) == best;
        }
    }
}

pub(super) fn of_gate(
    about: &About,
    model: &GateModel,
    scenario: &Scenario<GateInForce>,
    outcome: &GateOutcome,
) -> Verdict {
    let has_protected = !about.reference.protected_classes.is_empty();
    let (admitted, offered, label) = if has_protected {
        let admitted = protected(about, model, outcome, |flow| flow.admitted);
        (admitted, protected(about, model, outcome, |flow| flow.offered), words::PROTECTED)
    } else {
        let sum = |count: fn(&scenarios::outcome::FlowOutcome) -> u64| outcome.flows.iter().map(count).sum::<u64>();
        (sum(|flow| flow.admitted), sum(|flow| flow.offered), words::ADMITTED)
    };
    let age_rounds = outcome.max_age_rounds.max(outcome.oldest_waiting_rounds);
    let is_late = age_rounds > gate_late_after(about, model, scenario);
    let refused_of_protected = offered - admitted;
    let standing = match (is_late, refused_of_protected) {
        (true, _) => Standing::Late,
        (false, 0) => Standing::Holds,
        (false, _) => Standing::Refuses,
    };
    Verdict {
        standing,
        kept_percent: percent(whole(admitted), whole(offered)),
        kept_label: label,
        age_rounds,
        backlog: outcome.backlog_units,
        refused: outcome.refused(),
        lost: 0,
        recovery_rounds: recovery(&outcome.course),
        burned_minutes: minutes_burned(about, scenario, &outcome.course),
        is_best: false,
        rank: (0, is_late, refused_of_protected, outcome.refused(), age_rounds),
    }
}

pub(super) fn of_chain(
    about: &About,
    model: &ChainModel,
    scenario: &Scenario<ChainInForce>,
    outcome: &ChainOutcome,
) -> Verdict {
    let lost = outcome.lost_in_all();
    let age_rounds = outcome.max_age_rounds.max(outcome.oldest_waiting_rounds);
    let is_late = age_rounds > chain_late_after(about, model, scenario);
    let standing = match (lost, is_late, outcome.refused) {
        (1.., _, _) => Standing::Loses,
        (0, true, _) => Standing::Late,
        (0, false, 1..) => Standing::Refuses,
        (0, false, 0) => Standing::Holds,
    };
    Verdict {
        standing,
        kept_percent: percent(whole(outcome.produced - lost), whole(outcome.produced)),
        kept_label: words::NOT_LOST,
        age_rounds,
        backlog: outcome.backlog,
        refused: outcome.refused,
        lost,
        recovery_rounds: recovery(&outcome.course),
        burned_minutes: minutes_burned(about, scenario, &outcome.course),
        is_best: false,
        rank: (lost, is_late, outcome.refused, outcome.refused, age_rounds),
    }
}

fn recovery(course: &Course) -> Option<Option<u32>> {
    course.phases.map(|phases| phases.time_to_recover_rounds)
}

/// Rounds after which a gate's work is late.
pub(super) fn gate_late_after(about: &About, model: &GateModel, scenario: &Scenario<GateInForce>) -> u64 {
    if let Some(rounds) = about.reference.late_after_rounds {
        return u64::from(rounds);
    }
    let worst = &worst_stretch(scenario, |stretch| gate_deficit(model, stretch)).in_force;
    let largest_bound = model.settings.iter().filter_map(|setting| setting.kind.bound).map(|bound| match bound {
        Bound::Units(units) => whole(units),
        Bound::OfCapacity(multiple) => Ratio::from(multiple).checked_mul(Ratio::from(worst.capacity)),
    });
    let bound = largest_bound.flatten().max();
    let rounds = bound.and_then(|bound| bound.checked_div(Ratio::from(worst.capacity)));
    rounds.map_or(ASSUMED_ROUNDS, |rounds| ceiling(rounds).max(1))
}

/// Where nothing bounds the queue, an answer in the round after the next is not late.
const ASSUMED_ROUNDS: u64 = 2;

/// Rounds after which a chain's work is late.
pub(super) fn chain_late_after(about: &About, model: &ChainModel, scenario: &Scenario<ChainInForce>) -> u64 {
    if let Some(rounds) = about.reference.late_after_rounds {
        return u64::from(rounds);
    }
    let worst = &worst_stretch(scenario, |stretch| chain_deficit(model, stretch)).in_force;
    let buffered: u64 = model.stages.iter().map(|stage| stage.buffer).sum();
    let slowest = worst.stage_rates.iter().copied().min().unwrap_or(0);
    // An item is a round older for every stage that it passes.
    let passing = model.stages.len() as u64;
    if slowest == 0 { ASSUMED_ROUNDS } else { buffered.div_ceil(slowest).max(passing) }
}

fn ceiling(ratio: Ratio) -> u64 {
    let whole = ratio.numerator().div_euclid(ratio.denominator());
    let rounded_up = whole + i128::from(ratio.numerator().rem_euclid(ratio.denominator()) > 0);
    u64::try_from(rounded_up).unwrap_or(u64::MAX)
}

impl Verdict {
    /// Symbol and word.
    pub(super) fn badge(&self, page: &Page) -> Markup {
        html! {
            span.badge { (self.standing.symbol()) " " (page.say(self.standing.label())) }
        }
    }

    /// The number that says why it stands as it does, and its name.
    pub(super) fn headline(&self, page: &Page) -> (String, &'static str) {
        match self.standing {
            Standing::Late if self.age_rounds == 1 => ("1".to_owned(), page.say(words::ROUND_OLD)),
            Standing::Late => (self.age_rounds.to_string(), page.say(words::ROUNDS_OLD)),
            Standing::Loses => (self.lost.to_string(), page.say(words::LOST)),
            Standing::Holds | Standing::Refuses => (self.kept(), page.say(self.kept_label)),
        }
    }

    fn kept(&self) -> String {
        self.kept_percent.map_or_else(|| "–".to_owned(), |percent| format!("{} %", percent.rounded(2)))
    }

    /// The other numbers, each with its name.
    pub(super) fn numbers(&self, page: &Page) -> Vec<(&'static str, String)> {
        let mut numbers = Vec::new();
        if matches!(self.standing, Standing::Late | Standing::Loses) {
            numbers.push((page.say(self.kept_label), self.kept()));
        }
        if self.standing != Standing::Late {
            numbers.push((page.say(words::AGE), self.age_rounds.to_string()));
        }
        numbers.push((page.say(words::BACKLOG), self.backlog.to_string()));
        numbers.push((page.say(words::REFUSED), self.refused.to_string()));
        if let Some(recovery) = self.recovery_rounds {
            let shown = recovery.map_or_else(|| page.say(words::NEVER).to_owned(), |rounds| rounds.to_string());
            numbers.push((page.say(words::RECOVERY), shown));
        }
        if let Some(minutes) = self.burned_minutes {
            numbers.push((page.say(words::BUDGET), minutes.rounded(2).to_string()));
        }
        numbers
    }
}
