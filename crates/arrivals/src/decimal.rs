/// A non-negative decimal number, exactly as its digits were written: `mantissa / 10^scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal { mantissa: u64, scale: u8 }
/// Why a text is not such a number. (NotANumber, Negative, TooLarge, TooManyDecimalPlaces)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalError { NotANumber, Negative, TooLarge, TooManyDecimalPlaces }
impl Decimal {
    /// Decimal places that a number may have.
    pub const MAX_SCALE: u8 = 9;
    /// Largest whole part: 10^9.  (so mantissa <= 10^18)
    pub const MAX_WHOLE: u64 = 1_000_000_000;
    pub const ONE: Decimal = Decimal { mantissa: 1, scale: 0 };
    /// Reads a TOML number (decimal integer or float; `_` between digits, exponent, leading `+`; hex/octal/binary too).
    /// Trailing zeros do not count as places: 1.500000000000 is fine.
    pub fn parse(text: &str) -> Result<Decimal, DecimalError> { todo!() }
    pub const fn from_whole(n: u64) -> Option<Decimal> { todo!() }
    pub const fn mantissa(self) -> u64 { self.mantissa }
    pub const fn scale(self) -> u8 { self.scale }
    /// The number as a whole one, where it is one: 700.0 is 700.
    pub const fn to_whole(self) -> Option<u64> { todo!() }
    /// The IEEE double nearest to it: what a program that reads the same digits would hold.
    pub fn to_double(self) -> f64 { todo!() }
}
// + Display: as short as it is exact ("0.1", "700", "1.45").
