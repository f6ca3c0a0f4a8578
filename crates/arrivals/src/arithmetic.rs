use crate::Decimal;
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Arithmetic { #[default] Exact, Double }
impl Arithmetic {
    /// floor(factor × known rate), floor(multiple × capacity): ceilings and bounds.
    pub fn floor_product(self, factor: Decimal, rate: Decimal) -> u64 { todo!() }
}
