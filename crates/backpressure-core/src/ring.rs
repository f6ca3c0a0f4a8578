//! A first-in, first-out buffer of items in one flat piece of memory.

use alloc::{vec, vec::Vec};

/// A run of equal items: they were produced in one round.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    /// The round of production.
    pub(crate) round: u32,
    pub(crate) count: u64,
}

/// Runs, oldest first. Grows by doubling and never shrinks, so that a buffer that has been this long before allocates
/// nothing.
#[derive(Clone, Debug)]
pub(crate) struct Ring {
    /// Its length is a power of two, so that a place wraps by a mask.
    slots: Vec<Run>,
    head: usize,
    len: usize,
}

impl Ring {
    pub(crate) fn new() -> Ring {
        Ring { slots: vec![Run::default(); 16], head: 0, len: 0 }
    }

    #[inline]
    fn place(&self, from_head: usize) -> usize {
        self.head.wrapping_add(from_head) & self.slots.len().wrapping_sub(1)
    }

    #[inline]
    pub(crate) fn head(&self) -> Option<&Run> {
        if self.len == 0 {
            return None;
        }
        self.slots.get(self.head)
    }

    /// Takes up to `count` items of the oldest run; `None` where nothing is left.
    #[inline]
    pub(crate) fn take(&mut self, count: u64) -> Option<Run> {
        if self.len == 0 {
            return None;
        }
        let head = self.slots.get_mut(self.head)?;
        let taken = Run { round: head.round, count: head.count.min(count) };
        head.count -= taken.count;
        if head.count == 0 {
            self.head = self.place(1);
            self.len -= 1;
        }
        Some(taken)
    }

    /// Adds items at the end. Those of the newest run's round join it, so that a buffer holds one run a round.
    #[inline]
    pub(crate) fn push(&mut self, run: Run) {
        if self.len > 0 {
            let tail = self.place(self.len - 1);
            if let Some(tail) = self.slots.get_mut(tail)
                && tail.round == run.round
            {
                tail.count += run.count;
                return;
            }
        }
        if self.len == self.slots.len() {
            self.grow();
        }
        let place = self.place(self.len);
        if let Some(slot) = self.slots.get_mut(place) {
            *slot = run;
            self.len += 1;
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.slots.rotate_left(self.head);
        self.head = 0;
        self.slots.resize(self.slots.len() * 2, Run::default());
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Run> + '_ {
        (0..self.len).filter_map(|from_head| self.slots.get(self.place(from_head)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Ring, Run};
    use alloc::{collections::VecDeque, vec::Vec};

    /// Pushes and takes so that the ring wraps and grows at many places of its head.
    #[test]
    fn is_a_queue() {
        let (mut ring, mut model) = (Ring::new(), VecDeque::new());
        let mut next = 0;
        for length in (0..200).chain((0..200).rev()).chain(0..300) {
            while model.len() > length / 2 {
                let whole = ring.take(u64::MAX).map(|run| (run.round, run.count));
                assert_eq!(whole, model.pop_front().map(|round| (round, 2)));
            }
            while model.len() < length {
                // Two at once, and one after the other: the second joins the first.
                ring.push(Run { round: next, count: 1 });
                ring.push(Run { round: next, count: 1 });
                model.push_back(next);
                next += 1;
            }
            let seen: Vec<u32> = ring.iter().map(|run| run.round).collect();
            assert!(model.iter().eq(&seen));
            assert_eq!(ring.head().map(|run| run.round), model.front().copied());
        }
    }

    #[test]
    fn takes_a_part_of_a_run() {
        let mut ring = Ring::new();
        ring.push(Run { round: 1, count: 5 });
        assert_eq!(ring.take(3).map(|run| run.count), Some(3));
        assert_eq!(ring.take(3).map(|run| run.count), Some(2));
        assert!(ring.take(3).is_none());
    }
}
