use crate::{Arithmetic, Decimal};
#[derive(Clone, Debug)]
pub struct RateStream {}
impl RateStream {
    /// An empty `swing` means none (every multiplier is 1).
    pub fn new(arithmetic: Arithmetic, rate: Decimal, swing: &[Decimal]) -> RateStream { todo!() }
    pub fn change_rate(&mut self, rate: Decimal, swing: &[Decimal]) { todo!() }
    pub fn next_round(&mut self) -> u64 { todo!() }
}
