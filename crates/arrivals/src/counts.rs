use alloc::sync::Arc;

/// What comes after the last of the recorded counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterLast {
    /// The list starts again.
    Repeat,
    /// Nothing arrives any more.
    Nothing,
}

/// Counts seen in reality, one a round.
#[derive(Clone, Debug)]
pub struct CountReplay {
    counts: Arc<[u64]>,
    after_last: AfterLast,
    position: usize,
}

impl CountReplay {
    /// Round `t` gets `counts[t − 1]`, in items. An empty list, or a list that has ended with
    /// [`AfterLast::Nothing`], gives 0. The list is shared, so that a recorded trace is held once for all cells.
    pub fn new(counts: Arc<[u64]>, after_last: AfterLast) -> CountReplay {
        CountReplay { counts, after_last, position: 0 }
    }

    /// Whole items that arrive in the next round.
    #[inline]
    pub fn next_round(&mut self) -> u64 {
        let Some(&count) = self.counts.get(self.position) else {
            return 0;
        };
        self.position += 1;
        if self.position == self.counts.len() && self.after_last == AfterLast::Repeat {
            self.position = 0;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::{AfterLast, CountReplay};
    use alloc::vec::Vec;

    fn check(counts: &[u64], after_last: AfterLast, expected: &[u64]) {
        let mut replay = CountReplay::new(counts.into(), after_last);
        let seen: Vec<u64> = expected.iter().map(|_| replay.next_round()).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn repeats_or_ends() {
        check(&[12, 9, 14], AfterLast::Repeat, &[12, 9, 14, 12, 9, 14, 12]);
        check(&[12, 9, 14], AfterLast::Nothing, &[12, 9, 14, 0, 0, 0]);
        check(&[7], AfterLast::Repeat, &[7, 7, 7]);
        check(&[], AfterLast::Repeat, &[0, 0]);
        check(&[], AfterLast::Nothing, &[0, 0]);
        check(&[u64::MAX, 0], AfterLast::Repeat, &[u64::MAX, 0, u64::MAX, 0]);
    }
}
