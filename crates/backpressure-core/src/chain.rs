use crate::{Completed, Round, StageTotals, Totals, rounds::Rounds};
use alloc::{vec, vec::Vec};

/// A chain of stages, each with a bounded buffer in front of it.
#[derive(Clone, Debug)]
pub struct Chain {
    /// What waits, in all buffers.
    rounds: Rounds,
    /// Source side first.
    buffers: Vec<Buffer>,
    stages: Vec<StageTotals>,
    totals: Totals,
    boundary_obeys: bool,
    round: u64,
}

/// The buffer in front of a stage.
#[derive(Clone, Debug)]
struct Buffer {
    /// Items in it, kept as they come and go.
    waiting: u64,
    /// Round in which its head was produced; of no meaning where nothing waits.
    oldest: u64,
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
            rounds: Rounds::new(buffers.len()),
            buffers: buffers
                .iter()
                .zip(links_back)
                .map(|(bound, links_back)| Buffer {
                    waiting: 0,
                    oldest: 0,
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
        self.round += 1;
        let oldest_rounds = self.buffers.last().map_or(0, |last| self.round - last.oldest);
        let (completed, lost_between) = self.move_stages(rates, on_completed);
        let (waiting, oldest) = self.what_waits();
        let (entered, refused, lost_at_entry) = self.produce(produced, oldest);
        Round {
            completed,
            refused,
            lost: lost_between.wrapping_add(lost_at_entry),
            waiting: waiting.saturating_add(entered),
            oldest_completed_rounds: if completed > 0 { oldest_rounds } else { 0 },
            oldest_waiting_rounds: self.round - oldest,
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
        (0_u32..).zip(&self.buffers).filter(|(_, buffer)| buffer.waiting > 0).flat_map(move |(stage, buffer)| {
            (buffer.oldest..=self.round).filter_map(move |round| {
                let count = *self.rounds.row(round).get(stage as usize)?;
                (count > 0).then_some((stage, round as u32, count))
            })
        })
    }

    /// Stages take up to their rates, from the last to the first: the last completes, every other one pushes into the
    /// next buffer. Returns how many items were completed and how many lost.
    #[inline]
    fn move_stages(&mut self, rates: &[u64], mut on_completed: impl FnMut(Completed)) -> (u64, u64) {
        let (round, rounds, totals) = (self.round, &mut self.rounds, &mut self.totals);
        let buffers = self.buffers.iter_mut().zip(&mut self.stages);
        let mut from_the_last = buffers.enumerate().rev();
        let Some((place, (mut next, mut next_stage))) = from_the_last.next() else {
            return (0, 0);
        };

        let completed = rate_of(rates, place).min(next.waiting);
        next.take(rounds, place, completed, |produced, count, _| {
            on_completed(Completed { age_rounds: (round - produced) as u32, count });
        });
        totals.completed = totals.completed.wrapping_add(completed);
        next_stage.passed = next_stage.passed.wrapping_add(completed);

        let mut lost = 0_u64;
        for (place, (buffer, stage)) in from_the_last {
            let moves = rate_of(rates, place).min(buffer.waiting);
            let passed = moves.min(next.room());
            if next.waiting == 0 {
                next.oldest = buffer.oldest;
            }
            buffer.take(rounds, place, passed, |_, count, further| *further += count);
            next.waiting += passed;
            stage.passed = stage.passed.wrapping_add(passed);
            let without_room = moves - passed;
            if without_room > 0 {
                if buffer.obeys {
                    stage.stalled_rounds += 1;
                } else {
                    buffer.take(rounds, place, without_room, |produced, count, _| {
                        totals.lost_age_sum += u128::from(count) * u128::from(round - produced);
                    });
                    next_stage.lost = next_stage.lost.wrapping_add(without_room);
                    lost = lost.wrapping_add(without_room);
                }
            }
            (next, next_stage) = (buffer, stage);
        }
        (completed, lost)
    }

    /// How many items wait in all buffers, and in which round the oldest was produced: this one where none waits.
    #[inline]
    fn what_waits(&self) -> (u64, u64) {
        let (mut waiting, mut oldest) = (0_u64, self.round);
        for buffer in &self.buffers {
            waiting = waiting.saturating_add(buffer.waiting);
            // Stages never reorder, so what is furthest along is oldest.
            if buffer.waiting > 0 {
                oldest = buffer.oldest;
            }
        }
        (waiting, oldest)
    }

    /// The source's items enter the first buffer while there is room; returns how many entered, how many were refused
    /// and how many lost.
    #[inline]
    fn produce(&mut self, produced: u64, oldest: u64) -> (u64, u64, u64) {
        self.totals.produced = self.totals.produced.wrapping_add(produced);
        self.rounds.reserve(oldest, self.round);
        let entered = match (self.buffers.first_mut(), self.rounds.items(self.round, 0)) {
            (Some(first), Some((items, _))) => {
                if first.waiting == 0 {
                    first.oldest = self.round;
                }
                *items = produced.min(first.room());
                first.waiting += *items;
                *items
            }
            _ => 0,
        };
        let without_room = produced - entered;
        if self.boundary_obeys {
            self.totals.refused = self.totals.refused.wrapping_add(without_room);
            return (entered, without_room, 0);
        }
        if let Some(stage) = self.stages.first_mut() {
            stage.lost = stage.lost.wrapping_add(without_room);
        }
        (entered, 0, without_room)
    }
}

impl Buffer {
    #[inline]
    fn room(&self) -> u64 {
        self.bound.saturating_sub(self.waiting)
    }

    /// Takes `count` items from the head, which have to be there. For each round that they were produced in, `on_items`
    /// is told the round, how many, and where those of that round in the next stage are counted.
    #[inline]
    fn take(&mut self, rounds: &mut Rounds, stage: usize, count: u64, mut on_items: impl FnMut(u64, u64, &mut u64)) {
        if count == 0 {
            return;
        }
        self.waiting -= count;
        let mut left = count;
        while let Some((items, further)) = rounds.items(self.oldest, stage) {
            let taken = left.min(*items);
            *items -= taken;
            left -= taken;
            if taken > 0 {
                on_items(self.oldest, taken, further);
            }
            // Where items stay, the head is one of them, also when rounds without any come before it.
            if *items > 0 || (left == 0 && self.waiting == 0) {
                break;
            }
            self.oldest += 1;
        }
    }
}

#[inline]
fn rate_of(rates: &[u64], place: usize) -> u64 {
    rates.get(place).copied().unwrap_or(0)
}
