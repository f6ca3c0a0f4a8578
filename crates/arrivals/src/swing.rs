//! The place in a swing's cycle, which goes by the number of the round.

/// Counts rounds, and says which entry of the cycle each one uses: `(t − 1) mod length`.
#[derive(Clone, Debug)]
pub(crate) struct SwingPosition {
    /// Rounds so far.
    rounds: u64,
    /// Entry that the next round uses: `rounds mod length`, kept so that no round has to divide.
    position: usize,
    /// At least 1.
    length: usize,
}

impl SwingPosition {
    /// Before round 1. A length of 0 counts as 1.
    pub(crate) fn new(length: usize) -> SwingPosition {
        SwingPosition { rounds: 0, position: 0, length: length.max(1) }
    }

    /// The cycle has another length from the next round on; rounds are counted on.
    pub(crate) fn change_length(&mut self, length: usize) {
        self.length = length.max(1);
        let position = self.rounds % self.length as u64;
        // The remainder is below a length that is a `usize`.
        self.position = usize::try_from(position).unwrap_or(0);
    }

    /// The entry for the round that begins now.
    #[inline]
    pub(crate) fn advance(&mut self) -> usize {
        let entry = self.position;
        self.rounds = self.rounds.wrapping_add(1);
        let next = entry + 1;
        self.position = if next == self.length { 0 } else { next };
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::SwingPosition;
    use alloc::vec::Vec;

    #[test]
    fn goes_by_the_round_when_the_length_changes() {
        let mut swing = SwingPosition::new(4);
        let first: Vec<usize> = (0..6).map(|_| swing.advance()).collect();
        assert_eq!(first, [0, 1, 2, 3, 0, 1]);
        // Six rounds have passed, so round 7 uses entry 6 mod 5.
        swing.change_length(5);
        let then: Vec<usize> = (0..6).map(|_| swing.advance()).collect();
        assert_eq!(then, [1, 2, 3, 4, 0, 1]);
        swing.change_length(0);
        assert_eq!(swing.advance(), 0);
    }
}
