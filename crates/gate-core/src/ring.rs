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
    head: usize,
    len: usize,
}

impl Ring {
    pub(crate) fn new() -> Ring {
        Ring {
            slots: vec![Run::default(); 16],
            head: 0,
            len: 0,
        }
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

    #[inline]
    pub(crate) fn head_mut(&mut self) -> Option<&mut Run> {
        if self.len == 0 {
            return None;
        }
        self.slots.get_mut(self.head)
    }

    /// Only where there is a head.
    #[inline]
    pub(crate) fn pop_head(&mut self) {
        self.head = self.place(1);
        self.len -= 1;
    }

    #[inline]
    pub(crate) fn push(&mut self, run: Run) {
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

    /// Pushes and pops so that the ring wraps and grows at many places of its head.
    #[test]
    fn is_a_queue() {
        let (mut ring, mut model) = (Ring::new(), VecDeque::new());
        let mut next = 0;
        for length in (0..200).chain((0..200).rev()).chain(0..300) {
            while model.len() > length / 2 {
                assert_eq!(ring.head().map(|run| run.count), model.pop_front());
                ring.pop_head();
            }
            while model.len() < length {
                ring.push(Run {
                    flow: 0,
                    round: 0,
                    count: next,
                });
                model.push_back(next);
                next += 1;
            }
            let seen: Vec<u64> = ring.iter().map(|run| run.count).collect();
            assert!(model.iter().eq(&seen));
            assert_eq!(ring.head().map(|run| run.count), model.front().copied());
        }
    }
}
