//! A first-in, first-out queue in one flat piece of memory.

use alloc::{vec, vec::Vec};

/// What waits, in batches: a batch is what entered in one round. Every round from the oldest on has its batch, also
/// where nothing entered, so that a batch is found by its round, and a request by its flow's place in the batch.
/// Neither has to be written down.
///
/// Grows by doubling and never shrinks, so that a queue that has been this long before allocates nothing.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    /// Batches one after the other. There is room for a power of two of them, and round `t` is at `t` modulo that.
    slots: Vec<u64>,
    /// Slots of a batch: its units, and a count for each flow.
    batch_length: usize,
    /// Batches that there is room for, less 1.
    mask: usize,
    /// Round of the oldest batch; the one after the newest where nothing waits.
    oldest: u64,
    /// The last round that began.
    newest: u64,
}

/// What entered in one round and still waits.
pub(crate) struct Batch<'a> {
    /// Rounds since it entered.
    pub(crate) age_rounds: u32,
    /// The units of all requests in it.
    pub(crate) units: &'a mut u64,
    /// Requests by flow, in the order of entry.
    pub(crate) counts: &'a mut [u64],
}

impl Queue {
    /// An empty queue of so many flows, before round 1.
    pub(crate) fn new(flows: usize) -> Queue {
        let (batches, batch_length) = (16, flows + 1);
        Queue { slots: vec![0; batches * batch_length], batch_length, mask: batches - 1, oldest: 1, newest: 0 }
    }

    /// Begins the next round. Its batch is to be filled: what is in it is of some round that is over.
    #[inline]
    pub(crate) fn begin_round(&mut self) {
        self.newest += 1;
        if self.newest - self.oldest > self.mask as u64 {
            self.grow();
        }
    }

    /// Doubles the room. Each batch then stands at both places that its round may have in the larger ring, and is
    /// found at the right one.
    #[cold]
    fn grow(&mut self) {
        self.slots.extend_from_within(..);
        self.mask = self.mask * 2 + 1;
    }

    /// The batch of the round that began last.
    #[inline]
    pub(crate) fn newest(&mut self) -> Option<Batch<'_>> {
        self.batch(self.newest)
    }

    /// The oldest batch; nothing where nothing waits.
    #[inline]
    pub(crate) fn oldest(&mut self) -> Option<Batch<'_>> {
        if self.oldest > self.newest { None } else { self.batch(self.oldest) }
    }

    /// Rounds since that of the oldest batch; only where there is one.
    #[inline]
    pub(crate) fn oldest_rounds(&self) -> u64 {
        self.newest.wrapping_sub(self.oldest)
    }

    /// Drops the oldest batch; only where there is one.
    #[inline]
    pub(crate) fn drop_oldest(&mut self) {
        self.oldest += 1;
    }

    #[inline]
    fn batch(&mut self, round: u64) -> Option<Batch<'_>> {
        let start = self.start(round);
        let (units, counts) = self.slots.get_mut(start..start + self.batch_length)?.split_first_mut()?;
        Some(Batch { age_rounds: (self.newest - round) as u32, units, counts })
    }

    /// Where a round's batch begins. Only the lowest bits of its number count, so that cutting it is right.
    #[inline]
    fn start(&self, round: u64) -> usize {
        (round as usize & self.mask) * self.batch_length
    }

    /// What waits, oldest first: round, and counts by flow in the order of entry.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &[u64])> + '_ {
        (self.oldest..=self.newest).filter_map(|round| {
            let start = self.start(round);
            Some((round, self.slots.get(start + 1..start + self.batch_length)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Queue;
    use alloc::{collections::VecDeque, vec::Vec};

    /// Fills and drops batches so that the ring wraps and grows at many places of its head.
    #[test]
    fn is_a_queue() {
        let (mut queue, mut model, mut round) = (Queue::new(2), VecDeque::new(), 0);
        for length in (0..200).chain((0..200).rev()).chain(0..300) {
            while model.len() > length / 2 {
                assert_eq!(queue.oldest().map(|batch| *batch.units), model.pop_front());
                queue.drop_oldest();
            }
            while model.len() < length {
                queue.begin_round();
                round += 1;
                let batch = queue.newest().unwrap();
                *batch.units = round;
                batch.counts.copy_from_slice(&[round * 3, round * 5]);
                model.push_back(round);
            }
            let seen: Vec<(u64, Vec<u64>)> = queue.iter().map(|(round, counts)| (round, counts.to_vec())).collect();
            let expected: Vec<(u64, Vec<u64>)> =
                model.iter().map(|round| (*round, [round * 3, round * 5].to_vec())).collect();
            assert_eq!(seen, expected);
            let oldest_rounds = queue.oldest().map(|batch| u64::from(batch.age_rounds));
            assert_eq!(oldest_rounds, model.front().map(|oldest| round - oldest));
            if !model.is_empty() {
                assert_eq!(Some(queue.oldest_rounds()), oldest_rounds);
            }
        }
    }
}
