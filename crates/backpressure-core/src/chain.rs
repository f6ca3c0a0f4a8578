use crate::{
    Completed, Round, StageTotals, Totals,
    ring::{Ring, Run},
};
use alloc::{vec, vec::Vec};

/// A chain of stages, each with a bounded buffer in front of it.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Source side first.
    buffers: Vec<Buffer>,
    stages: Vec<StageTotals>,
    totals: Totals,
    boundary_obeys: bool,
    round: u32,
}

/// The buffer in front of a stage.
#[derive(Clone, Debug)]
struct Buffer {
    items: Ring,
    /// Items in it, kept as they come and go.
    waiting: u64,
    /// `u64::MAX` where there is none.
    bound: u64,
    /// Whether the stage behind this buffer stops when its successor is full.
    obeys: bool,
}

impl Chain {
    /// Rounds that a chain can be stepped and still knows their number.
    pub const MAX_ROUNDS: u32 = u32::MAX;

    /// A chain before round 1, its buffers empty.
    ///
    /// `buffers`: the bound of each stage's buffer in items, source side first; `None` is unbounded. `depth`: links
    /// back that obey the signal; as many as there are stages, or more, is up to the boundary. A chain without stages
    /// has no buffer to enter and refuses everything.
    pub fn new(buffers: &[Option<u64>], depth: usize) -> Chain {
        let links_back = (0..buffers.len()).rev();
        Chain {
            buffers: buffers
                .iter()
                .zip(links_back)
                .map(|(bound, links_back)| Buffer {
                    items: Ring::new(),
                    waiting: 0,
                    bound: bound.unwrap_or(u64::MAX),
                    obeys: depth >= links_back,
                })
                .collect(),
            stages: vec![StageTotals::default(); buffers.len()],
            totals: Totals::default(),
            boundary_obeys: depth >= buffers.len(),
            round: 0,
        }
    }

    /// One round: stages move from the last to the first, then the source produces. `rates` has one count of items per
    /// stage, source side first; one that is missing is 0, and one too many is not looked at.
    #[inline]
    pub fn round(&mut self, produced: u64, rates: &[u64]) -> Round {
        self.round_watched(produced, rates, |_| {})
    }

    /// The same, telling `on_completed` each run (age, count) that is completed, oldest first.
    #[inline]
    pub fn round_watched(&mut self, produced: u64, rates: &[u64], on_completed: impl FnMut(Completed)) -> Round {
        self.round = self.round.saturating_add(1);
        let (completed, lost_between) = self.move_stages(rates, on_completed);
        let (refused, lost_at_entry) = self.produce(produced);
        let (waiting, oldest) = self.what_waits();
        Round {
            completed,
            refused,
            lost: lost_between.wrapping_add(lost_at_entry),
            waiting,
            oldest_waiting_rounds: oldest.map_or(0, |produced| u64::from(self.round - produced)),
        }
    }

    /// The chain's counts since round 1.
    #[inline]
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Each stage's counts since round 1, source side first.
    #[inline]
    pub fn stages(&self) -> &[StageTotals] {
        &self.stages
    }

    /// Items in each stage's buffer, source side first.
    #[inline]
    pub fn waiting_items(&self) -> impl Iterator<Item = u64> + '_ {
        self.buffers.iter().map(|buffer| buffer.waiting)
    }

    /// What waits in each stage: (stage, round of production, count), head first.
    pub fn waiting(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        (0_u32..).zip(&self.buffers).flat_map(|(stage, buffer)| {
            let runs = buffer.items.iter();
            runs.map(move |run| (stage, run.round, run.count))
        })
    }

    /// Stages take up to their rates, from the last to the first: the last completes, every other one pushes into the
    /// next buffer. Returns how many items were completed and how many lost.
    #[inline]
    fn move_stages(&mut self, rates: &[u64], mut on_completed: impl FnMut(Completed)) -> (u64, u64) {
        let (round, totals) = (self.round, &mut self.totals);
        let buffers = self.buffers.iter_mut().zip(&mut self.stages);
        let mut from_the_last = buffers.enumerate().rev();
        let Some((place, (mut next, mut next_stage))) = from_the_last.next() else {
            return (0, 0);
        };

        let completed = rate_of(rates, place).min(next.waiting);
        next.take(completed, |run| {
            let age_rounds = round - run.round;
            totals.age_sum += u128::from(run.count) * u128::from(age_rounds);
            if u64::from(age_rounds) > totals.max_age_rounds {
                totals.max_age_rounds = u64::from(age_rounds);
            }
            on_completed(Completed { age_rounds, count: run.count });
        });
        totals.completed = totals.completed.wrapping_add(completed);
        next_stage.passed = next_stage.passed.wrapping_add(completed);

        let mut lost = 0_u64;
        for (place, (buffer, stage)) in from_the_last {
            let moves = rate_of(rates, place).min(buffer.waiting);
            let passed = moves.min(next.room());
            buffer.take(passed, |run| next.items.push(run));
            next.waiting += passed;
            stage.passed = stage.passed.wrapping_add(passed);
            let without_room = moves - passed;
            if without_room > 0 {
                if buffer.obeys {
                    stage.stalled_rounds += 1;
                } else {
                    buffer.take(without_room, |run| {
                        totals.lost_age_sum += u128::from(run.count) * u128::from(round - run.round);
                    });
                    next_stage.lost = next_stage.lost.wrapping_add(without_room);
                    lost = lost.wrapping_add(without_room);
                }
            }
            (next, next_stage) = (buffer, stage);
        }
        (completed, lost)
    }

    /// How many items wait in all buffers, and when the oldest was produced.
    #[inline]
    fn what_waits(&self) -> (u64, Option<u32>) {
        let (mut waiting, mut oldest) = (0_u64, None);
        for buffer in &self.buffers {
            waiting = waiting.saturating_add(buffer.waiting);
            // Stages never reorder, so what is furthest along is oldest.
            if let Some(head) = buffer.items.head() {
                oldest = Some(head.round);
            }
        }
        (waiting, oldest)
    }

    /// The source's items enter the first buffer while there is room; returns how many were refused and how many lost.
    #[inline]
    fn produce(&mut self, produced: u64) -> (u64, u64) {
        self.totals.produced = self.totals.produced.wrapping_add(produced);
        let entered = match self.buffers.first_mut() {
            Some(first) => {
                let entered = produced.min(first.room());
                first.put(Run { round: self.round, count: entered });
                entered
            }
            None => 0,
        };
        let without_room = produced - entered;
        if self.boundary_obeys {
            self.totals.refused = self.totals.refused.wrapping_add(without_room);
            return (without_room, 0);
        }
        if let Some(stage) = self.stages.first_mut() {
            stage.lost = stage.lost.wrapping_add(without_room);
        }
        (0, without_room)
    }
}

impl Buffer {
    #[inline]
    fn room(&self) -> u64 {
        self.bound.saturating_sub(self.waiting)
    }

    #[inline]
    fn put(&mut self, run: Run) {
        if run.count > 0 {
            self.waiting += run.count;
            self.items.push(run);
        }
    }

    /// Takes `count` items from the head, which have to be there, run by run.
    #[inline]
    fn take(&mut self, count: u64, mut on_run: impl FnMut(Run)) {
        self.waiting -= count;
        let mut left = count;
        while left > 0
            && let Some(run) = self.items.take(left)
        {
            left -= run.count;
            on_run(run);
        }
    }
}

#[inline]
fn rate_of(rates: &[u64], place: usize) -> u64 {
    rates.get(place).copied().unwrap_or(0)
}
