//! How a run goes over time: its peak, its late rounds, and what follows its phases.

use crate::outcome::{AroundPhases, Course};
use crate::study::{About, Phase};

/// Follows a run round by round.
pub(super) struct CourseSoFar {
    peak_end_backlog: u64,
    peak_end_round: u32,
    late_after_rounds: Option<u32>,
    late_rounds: u32,
    phases: Option<PhasesSoFar>,
}

struct PhasesSoFar {
    first_from: u32,
    last_to: u32,
    /// Largest end-of-round backlog before the first phase.
    largest_before: u64,
    /// Last round that ended above that.
    last_above: u32,
    /// Refused and lost up to the end of the round before the first phase, and of the last round of the last one.
    before: (u64, u64),
    until_end: (u64, u64),
}

/// The first round in which each of some counts was no longer 0.
pub(super) struct FirstRounds {
    rounds: Vec<Option<u32>>,
    still_zero: usize,
}

impl FirstRounds {
    pub(super) fn new(counts: usize) -> FirstRounds {
        FirstRounds { rounds: vec![None; counts], still_zero: counts }
    }

    /// Takes the counts down as they are at the end of a round. They are not looked at where none can be the first.
    #[inline]
    pub(super) fn round_ended(&mut self, round: u32, counts: impl Iterator<Item = u64>) {
        if self.still_zero > 0 {
            for (first, count) in self.rounds.iter_mut().zip(counts) {
                if count > 0 && first.is_none() {
                    *first = Some(round);
                    self.still_zero -= 1;
                }
            }
        }
    }

    pub(super) fn finish(self) -> Vec<Option<u32>> {
        self.rounds
    }
}

/// What the end of a round is told as.
pub(super) struct RoundEnd {
    pub(super) round: u32,
    /// Units of a gate, items of a chain.
    pub(super) backlog: u64,
    pub(super) oldest_waiting_rounds: u64,
    /// Largest age of what was completed in it.
    pub(super) oldest_completed_rounds: u64,
}

impl CourseSoFar {
    pub(super) fn new(about: &About, phases: &[Phase]) -> CourseSoFar {
        let phases = match (phases.first(), phases.last()) {
            (Some(first), Some(last)) => Some(PhasesSoFar {
                first_from: first.from,
                last_to: last.to,
                largest_before: 0,
                last_above: 0,
                before: (0, 0),
                until_end: (0, 0),
            }),
            _ => None,
        };
        CourseSoFar {
            peak_end_backlog: 0,
            peak_end_round: 1,
            late_after_rounds: about.reference.late_after_rounds,
            late_rounds: 0,
            phases,
        }
    }

    /// Takes the end of a round down.
    #[inline]
    pub(super) fn round_ended(&mut self, end: RoundEnd) {
        if end.backlog > self.peak_end_backlog {
            self.peak_end_backlog = end.backlog;
            self.peak_end_round = end.round;
        }
        if let Some(late_after) = self.late_after_rounds {
            let oldest = end.oldest_completed_rounds.max(end.oldest_waiting_rounds);
            self.late_rounds += u32::from(oldest > u64::from(late_after));
        }
        if let Some(phases) = &mut self.phases {
            if end.round < phases.first_from {
                phases.largest_before = phases.largest_before.max(end.backlog);
            } else if end.backlog > phases.largest_before {
                phases.last_above = end.round;
            }
        }
    }

    /// Takes down what was refused and lost so far, at the end of a stretch. Phases begin and end where stretches do.
    pub(super) fn stretch_ended(&mut self, round: u32, refused: u64, lost: u64) {
        if let Some(phases) = &mut self.phases {
            if round < phases.first_from {
                phases.before = (refused, lost);
            }
            if round <= phases.last_to {
                phases.until_end = (refused, lost);
            }
        }
    }

    /// The whole course of a run of `rounds` that refused and lost so much in all.
    pub(super) fn finish(self, rounds: u32, refused: u64, lost: u64) -> Course {
        Course {
            peak_end_backlog: self.peak_end_backlog,
            peak_end_round: self.peak_end_round,
            late_rounds: self.late_after_rounds.map(|_| self.late_rounds),
            phases: self.phases.map(|phases| phases.finish(rounds, refused, lost)),
        }
    }
}

impl PhasesSoFar {
    fn finish(self, rounds: u32, refused: u64, lost: u64) -> AroundPhases {
        let (refused_before, lost_before) = self.before;
        let (refused_until_end, lost_until_end) = self.until_end;
        AroundPhases {
            time_to_recover_rounds: (self.last_above < rounds)
                .then(|| (self.last_above + 1).saturating_sub(self.last_to)),
            refused: [refused_before, refused_until_end - refused_before, refused - refused_until_end],
            lost: [lost_before, lost_until_end - lost_before, lost - lost_until_end],
        }
    }
}
