//! Where the items of each round stand, in one flat piece of memory.

use alloc::{vec, vec::Vec};

/// Items by round of production and stage. A round from the oldest that has items left to the newest has its row, which
/// is found by the round's number: an item that moves on only changes its place in the row.
///
/// Grows by doubling and never shrinks, so that a chain that has reached back this far before allocates nothing.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    /// Rows one after the other: a count for each stage. There is room for a power of two of them, and round `t` is at
    /// `t` modulo that. All 0 where no item is left. One slot more, so that every count has one after it.
    counts: Vec<u64>,
    stages: usize,
    /// Rows that there is room for, less 1.
    mask: usize,
}

impl Rounds {
    /// Nothing anywhere, in so many stages.
    pub(crate) fn new(stages: usize) -> Rounds {
        let rows = 16;
        Rounds { counts: vec![0; rows * stages + 1], stages, mask: rows - 1 }
    }

    /// Makes room for as many rows as there are from the oldest to the newest.
    #[inline]
    pub(crate) fn reserve(&mut self, oldest: u64, newest: u64) {
        while newest - oldest > self.mask as u64 {
            self.grow(oldest);
        }
    }

    /// Doubles the room; the rows move to where the larger ring looks for them.
    #[cold]
    fn grow(&mut self, oldest: u64) {
        let mut larger = vec![0; (self.mask + 1) * 2 * self.stages + 1];
        let mask = self.mask * 2 + 1;
        for round in oldest..=oldest + self.mask as u64 {
            let (from, to) = (self.start(round), (round as usize & mask) * self.stages);
            let row = self.counts.get(from..from + self.stages);
            if let (Some(row), Some(place)) = (row, larger.get_mut(to..to + self.stages)) {
                place.copy_from_slice(row);
            }
        }
        (self.counts, self.mask) = (larger, mask);
    }

    /// Each stage's items of a round.
    #[inline]
    pub(crate) fn row(&self, round: u64) -> &[u64] {
        let start = self.start(round);
        self.counts.get(start..start + self.stages).unwrap_or(&[])
    }

    /// The items of a round in a stage, and those in the stage after it: of no meaning after the last.
    #[inline]
    pub(crate) fn items(&mut self, round: u64, stage: usize) -> Option<(&mut u64, &mut u64)> {
        let place = self.start(round) + stage;
        match self.counts.get_mut(place..place + 2) {
            Some([items, further]) => Some((items, further)),
            _ => None,
        }
    }

    /// Where a round's row begins. Only the lowest bits of its number count, so that cutting it is right.
    #[inline]
    fn start(&self, round: u64) -> usize {
        (round as usize & self.mask) * self.stages
    }
}

#[cfg(test)]
mod tests {
    use super::Rounds;

    fn fill(rounds: &mut Rounds, round: u64, counts: [u64; 2]) {
        let (items, further) = rounds.items(round, 0).unwrap();
        (*items, *further) = (counts[0], counts[1]);
    }

    /// Rows are filled and emptied so that the ring wraps and grows at many places of its head.
    #[test]
    fn a_row_keeps_its_counts_until_it_is_emptied() {
        let mut rounds = Rounds::new(2);
        let (mut oldest, mut newest) = (1, 0);
        for length in (0..200).chain((0..200).rev()).chain(0..300) {
            while newest + 1 - oldest > length / 2 {
                assert_eq!(rounds.row(oldest), [oldest * 3, oldest * 5]);
                fill(&mut rounds, oldest, [0, 0]);
                oldest += 1;
            }
            while newest + 1 - oldest < length {
                newest += 1;
                rounds.reserve(oldest, newest);
                assert_eq!(rounds.row(newest), [0, 0]);
                fill(&mut rounds, newest, [newest * 3, newest * 5]);
            }
            for round in oldest..=newest {
                assert_eq!(rounds.row(round), [round * 3, round * 5]);
            }
        }
    }
}
