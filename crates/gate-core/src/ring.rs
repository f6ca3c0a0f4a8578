//! A first-in, first-out queue in one flat piece of memory.

use alloc::{vec, vec::Vec};

/// A run of equal requests: they belong to one flow and entered in one round.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    /// The flow's place in file order.
    pub(crate) flow: u32,
    /// The round of entry.
    pub(crate) round: u32,
    pub(crate) count: u64,
}

/// Runs, oldest first. Grows by doubling and never shrinks, so that a queue that has been this long before allocates
/// nothing.
#[derive(Clone, Debug)]
pub(crate) struct Ring {
    /// Its length is a power of two, so that a place wraps by a mask.
    slots: Vec<Run>,
    ends: Ends,
}

/// Where the queue begins and ends. Both count up for ever; their lowest bits are a slot's place.
///
/// Apart from the slots, so that a round can hold them in registers and put them back with [`Ring::set_ends`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ends {
    head: usize,
    tail: usize,
}

impl Ring {
    pub(crate) fn new() -> Ring {
        Ring { slots: vec![Run::default(); 16], ends: Ends::default() }
    }

    /// Makes room for so many runs more.
    #[inline]
    pub(crate) fn reserve(&mut self, runs: usize) {
        while self.slots.len() - self.ends.len() < runs {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let (len, head) = (self.ends.len(), self.ends.head & (self.slots.len() - 1));
        self.slots.rotate_left(head);
        self.slots.resize(self.slots.len() * 2, Run::default());
        self.ends = Ends { head: 0, tail: len };
    }

    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut [Run], Ends) {
        (&mut self.slots, self.ends)
    }

    #[inline]
    pub(crate) fn set_ends(&mut self, ends: Ends) {
        self.ends = ends;
    }

    /// The oldest run.
    #[inline]
    pub(crate) fn head(&self) -> Option<&Run> {
        if self.ends.len() == 0 {
            return None;
        }
        self.slots.get(self.ends.head & (self.slots.len() - 1))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Run> + '_ {
        let (older, newer) = self.slots.split_at(self.ends.head & (self.slots.len() - 1));
        newer.iter().chain(older).take(self.ends.len())
    }
}

impl Ends {
    #[inline]
    fn len(self) -> usize {
        self.tail.wrapping_sub(self.head)
    }

    /// The oldest run, in the slots these ends belong to.
    #[inline]
    pub(crate) fn head(self, slots: &mut [Run]) -> Option<&mut Run> {
        if self.head == self.tail {
            return None;
        }
        let mask = slots.len().wrapping_sub(1);
        slots.get_mut(self.head & mask)
    }

    /// Drops the oldest run; only where there is one.
    #[inline]
    pub(crate) fn pop_head(&mut self) {
        self.head = self.head.wrapping_add(1);
    }

    /// Adds a run at the end; only where [`Ring::reserve`] has made room.
    #[inline]
    pub(crate) fn push(&mut self, slots: &mut [Run], run: Run) {
        let mask = slots.len().wrapping_sub(1);
        if let Some(slot) = slots.get_mut(self.tail & mask) {
            *slot = run;
            self.tail = self.tail.wrapping_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ring, Run};
    use alloc::{collections::VecDeque, vec::Vec};

    /// Pushes and pops so that the ring wraps and grows at many places of its head.
    #[test]
    fn is_a_queue() {
        let (mut ring, mut model) = (Ring::new(), VecDeque::new());
        let mut next = 0;
        for length in (0..200).chain((0..200).rev()).chain(0..300) {
            while model.len() > length / 2 {
                assert_eq!(ring.head().map(|run| run.count), model.pop_front());
                let (_, mut ends) = ring.parts();
                ends.pop_head();
                ring.set_ends(ends);
            }
            while model.len() < length {
                let run = Run { flow: 0, round: 0, count: next };
                ring.reserve(1);
                let (slots, mut ends) = ring.parts();
                ends.push(slots, run);
                ring.set_ends(ends);
                model.push_back(next);
                next += 1;
            }
            let seen: Vec<u64> = ring.iter().map(|run| run.count).collect();
            assert!(model.iter().eq(&seen));
            assert_eq!(ring.head().map(|run| run.count), model.front().copied());
        }
    }
}
