use crate::Decimal;
#[derive(Clone, Debug)]
pub struct PoissonStream {}
impl PoissonStream {
    /// Largest mean of one round: rate × multiplier.
    pub const MAX_MEAN: u64 = 1_000_000;
    pub fn new(seed: u64, rate: Decimal, swing: &[Decimal]) -> PoissonStream { todo!() }
    pub fn change_rate(&mut self, rate: Decimal, swing: &[Decimal]) { todo!() }
    pub fn next_round(&mut self) -> u64 { todo!() }
}
