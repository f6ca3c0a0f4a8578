use core::cmp::Ordering;
use core::fmt;

/// A non-negative decimal number, exactly as its digits were written: `mantissa / 10^scale`.
///
/// At most 10^9, with at most nine decimal places. Trailing zeros are no places and are dropped, so that 700, 700.0
/// and 7e2 are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// At most 10^18; no multiple of 10 where `scale` is above 0.
    mantissa: u64,
    /// At most [`Decimal::MAX_SCALE`].
    scale: u8,
}

/// Why a text is not such a number. Where several reasons hold, the first of this list is the one given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalError {
    /// Not a number as TOML writes them, or `nan`, or `inf`.
    NotANumber,
    /// Below 0.
    Negative,
    /// Above 10^9.
    TooLarge,
    /// More than nine decimal places.
    TooManyDecimalPlaces,
}

impl fmt::Display for DecimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DecimalError::NotANumber => "not a number",
            DecimalError::Negative => "negative",
            DecimalError::TooLarge => "above 1000000000",
            DecimalError::TooManyDecimalPlaces => "more than 9 decimal places",
        })
    }
}

impl core::error::Error for DecimalError {}

impl Decimal {
    /// Decimal places that a number may have.
    pub const MAX_SCALE: u8 = 9;

    /// The largest number: 10^9.
    pub const MAX_WHOLE: u64 = 1_000_000_000;

    /// 0, what nothing comes of.
    pub const ZERO: Decimal = Decimal { mantissa: 0, scale: 0 };

    /// 1, the multiplier of a flow without swing.
    pub const ONE: Decimal = Decimal { mantissa: 1, scale: 0 };

    /// Products of two numbers are counted in units of 10^-18.
    pub(crate) const E18: u64 = 1_000_000_000_000_000_000;

    /// Reads a number as TOML 1.0 writes it: a decimal integer or float (`_` between digits, exponent, sign), or a
    /// hexadecimal, octal or binary integer. Trailing zeros do not count as places: 1.500000000000 is fine. `-0` is 0.
    ///
    /// Takes time in proportion to the length of the text, whatever the exponent says.
    pub fn parse(text: &str) -> Result<Decimal, DecimalError> {
        if let Some(number) = parse_prefixed(text) {
            return number;
        }
        let (is_negative, digits) = match text.as_bytes() {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        let number = Digits::read(digits).ok_or(DecimalError::NotANumber)?;
        if is_negative && number.significand.is_some() {
            return Err(DecimalError::Negative);
        }
        number.to_decimal()
    }

    /// A whole number; `None` above [`Decimal::MAX_WHOLE`].
    pub const fn from_whole(n: u64) -> Option<Decimal> {
        if n > Decimal::MAX_WHOLE {
            return None;
        }
        Some(Decimal { mantissa: n, scale: 0 })
    }

    /// `mantissa / 10^scale`; `None` above [`Decimal::MAX_WHOLE`], or with more than [`Decimal::MAX_SCALE`] places.
    pub const fn new(mantissa: u64, scale: u8) -> Option<Decimal> {
        let (mut mantissa, mut scale) = (mantissa, scale);
        while scale > 0 && mantissa.is_multiple_of(10) {
            mantissa /= 10;
            scale -= 1;
        }
        if scale > Decimal::MAX_SCALE || mantissa > Decimal::MAX_WHOLE * 10_u64.pow(scale as u32) {
            return None;
        }
        Some(Decimal { mantissa, scale })
    }

    /// The digits as one whole number, without the decimal point.
    pub const fn mantissa(self) -> u64 {
        self.mantissa
    }

    /// How many of the digits stand behind the decimal point.
    pub const fn scale(self) -> u8 {
        self.scale
    }

    /// The number as a whole one, where it is one: 700.0 is 700.
    pub const fn to_whole(self) -> Option<u64> {
        // Trailing zeros are gone, so any place that is left holds a fraction.
        if self.scale == 0 { Some(self.mantissa) } else { None }
    }

    /// The IEEE double nearest to it, ties to even: what a program that reads the same digits would hold.
    pub fn to_double(self) -> f64 {
        nearest_double(u128::from(self.mantissa), u32::from(self.scale))
    }

    /// The product, exactly, in units of 10^-18: at most 10^36.
    pub(crate) fn product_e18(self, other: Decimal) -> u128 {
        let places = u32::from(self.scale) + u32::from(other.scale);
        // Nine places each at most, so the exponent cannot fall below 0.
        let to_units = 10_u128.pow(18_u32.saturating_sub(places));
        u128::from(self.mantissa) * u128::from(other.mantissa) * to_units
    }
}

/// By value.
impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        let at_nine_places = |decimal: &Decimal| {
            u128::from(decimal.mantissa) * 10_u128.pow(u32::from(Decimal::MAX_SCALE.saturating_sub(decimal.scale)))
        };
        at_nine_places(self).cmp(&at_nine_places(other))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As short as it is exact: "0.1", "700", "1.45".
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10_u64.pow(u32::from(self.scale));
        let (whole, fraction) = (self.mantissa / unit, self.mantissa % unit);
        if self.scale == 0 {
            write!(f, "{whole}")
        } else {
            let places = usize::from(self.scale);
            write!(f, "{whole}.{fraction:0places$}")
        }
    }
}

/// The double nearest to `numerator / 10^scale`, ties to even; `scale` is at most 18.
///
/// The numerator is shifted to the top of 128 bits before it is divided. As 10^18 is below 2^60, the quotient keeps 68
/// bits or more, which is well above the 53 of a double; a remainder is kept as its lowest bit. Turning that into a
/// double is the one operation that rounds, and what follows is a power of two.
pub(crate) fn nearest_double(numerator: u128, scale: u32) -> f64 {
    if numerator == 0 {
        return 0.0;
    }
    let shift = numerator.leading_zeros();
    let divisor = 10_u128.pow(scale.min(18));
    let shifted = numerator << shift;
    let quotient = (shifted / divisor) | u128::from(!shifted.is_multiple_of(divisor));
    quotient as f64 / (1_u128 << shift) as f64
}

/// `0x10`, `0o7`, `0b1`; `None` where no such prefix is there. TOML gives these no sign.
fn parse_prefixed(text: &str) -> Option<Result<Decimal, DecimalError>> {
    let (base, digits) = match text.as_bytes() {
        [b'0', b'x', digits @ ..] => (16, digits),
        [b'0', b'o', digits @ ..] => (8, digits),
        [b'0', b'b', digits @ ..] => (2, digits),
        _ => return None,
    };
    let mut number = 0_u64;
    let rest = each_digit(digits, base, |digit| {
        number = number.saturating_mul(u64::from(base)).saturating_add(u64::from(digit));
    });
    Some(match rest {
        Some([]) => Decimal::from_whole(number).ok_or(DecimalError::TooLarge),
        _ => Err(DecimalError::NotANumber),
    })
}

/// Calls `on_digit` for each digit of the run that `text` begins with, skips a `_` between two of them, and returns
/// what comes after; `None` where there is no digit, or an `_` that no digit follows.
fn each_digit(text: &[u8], base: u32, mut on_digit: impl FnMut(u32)) -> Option<&[u8]> {
    let digit_at = |place: usize| text.get(place).and_then(|&byte| char::from(byte).to_digit(base));
    let mut place = 0;
    loop {
        on_digit(digit_at(place)?);
        place += 1;
        match text.get(place) {
            Some(b'_') => place += 1,
            _ if digit_at(place).is_some() => {}
            _ => return text.get(place..),
        }
    }
}

/// What the digits of a decimal number say, before anything is known of its size.
struct Digits {
    /// `None` for zero.
    significand: Option<Significand>,
    /// The number is the digits as written, without their point, times 10 to this power. Cannot overflow: it is a
    /// difference of lengths and an exponent that stops growing at [`EXPONENT_LIMIT`].
    exponent: i128,
}

/// An exponent beyond this is out of range after any number of digits that a memory can hold.
const EXPONENT_LIMIT: i128 = 1 << 100;

/// The digits from the first to the last that is not 0.
struct Significand {
    /// As a number; meaningless where there are more than [`Significand::MAX_LENGTH`].
    digits: u64,
    length: usize,
    /// Zeros that were written after them.
    zeros_after: usize,
}

impl Significand {
    /// Nine digits before the point and nine behind it, which always fit a `u64`.
    const MAX_LENGTH: usize = 18;
}

impl Digits {
    /// Reads `digits [. digits] [e [sign] digits]`; `None` where the text is anything else.
    fn read(text: &[u8]) -> Option<Digits> {
        // TOML allows no zero in front of other digits, also not as `0_1`.
        if matches!(text, [b'0', b'0'..=b'9' | b'_', ..]) {
            return None;
        }
        let mut number = Digits { significand: None, exponent: 0 };
        let mut rest = each_digit(text, 10, |digit| number.push(digit))?;
        if let [b'.', fraction @ ..] = rest {
            rest = each_digit(fraction, 10, |digit| {
                number.push(digit);
                number.exponent -= 1;
            })?;
        }
        if let [b'e' | b'E', exponent @ ..] = rest {
            let (sign, digits) = match exponent {
                [b'-', digits @ ..] => (-1, digits),
                [b'+', digits @ ..] => (1, digits),
                digits => (1, digits),
            };
            let mut written = 0_i128;
            rest = each_digit(digits, 10, |digit| {
                written = (written * 10 + i128::from(digit)).min(EXPONENT_LIMIT);
            })?;
            number.exponent += sign * written;
        }
        rest.is_empty().then_some(number)
    }

    fn push(&mut self, digit: u32) {
        let Some(significand) = &mut self.significand else {
            if digit != 0 {
                self.significand = Some(Significand { digits: u64::from(digit), length: 1, zeros_after: 0 });
            }
            return;
        };
        if digit == 0 {
            significand.zeros_after += 1;
            return;
        }
        significand.length += significand.zeros_after + 1;
        if significand.length <= Significand::MAX_LENGTH {
            for _ in 0..=significand.zeros_after {
                significand.digits *= 10;
            }
            significand.digits += u64::from(digit);
        }
        significand.zeros_after = 0;
    }

    fn to_decimal(&self) -> Result<Decimal, DecimalError> {
        let Some(significand) = &self.significand else {
            return Ok(Decimal { mantissa: 0, scale: 0 });
        };
        let last_place = self.exponent + significand.zeros_after as i128;
        let digits_before_point = last_place + significand.length as i128;
        // With ten digits before the point it is 10^9 at least, and only a single 1 is no more than that.
        let is_limit = significand.length == 1 && significand.digits == 1;
        if digits_before_point > 10 || (digits_before_point == 10 && !is_limit) {
            return Err(DecimalError::TooLarge);
        }
        if last_place < -i128::from(Decimal::MAX_SCALE) {
            return Err(DecimalError::TooManyDecimalPlaces);
        }
        // Both ends are within nine places of the point by now, so that nothing is cut or overflows.
        let zeros = u32::try_from(last_place).unwrap_or(0);
        Ok(Decimal { mantissa: significand.digits * 10_u64.pow(zeros), scale: u8::try_from(-last_place).unwrap_or(0) })
    }
}

#[cfg(test)]
mod tests {
    use super::{Decimal, DecimalError, nearest_double};
    use alloc::{format, string::ToString};
    use proptest::prelude::*;

    fn check(text: &str, mantissa: u64, scale: u8) {
        let number = Decimal::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((number.mantissa(), number.scale()), (mantissa, scale), "{text}");
    }

    fn check_error(text: &str, expected: DecimalError) {
        assert_eq!(Decimal::parse(text), Err(expected), "{text}");
    }

    #[test]
    fn reads_what_toml_writes() {
        check("97.22", 9_722, 2);
        check("9.722e1", 9_722, 2);
        check("9722E-2", 9_722, 2);
        check("1_000", 1_000, 0);
        check("+5", 5, 0);
        check("1e3", 1_000, 0);
        check("1e+03", 1_000, 0);
        check("0.1", 1, 1);
        check("0.000000001", 1, 9);
        check("1_0.0_1e0_1", 1_001, 1);
        check("0x10", 16, 0);
        check("0x3B9A_ca00", 1_000_000_000, 0);
        check("0x0000000000000000000000000000000000001", 1, 0);
        check("0o7", 7, 0);
        check("0b1", 1, 0);
        check("0b1_01", 5, 0);
    }

    #[test]
    fn trailing_zeros_are_no_places() {
        check("1.500000000000", 15, 1);
        check("700.0", 700, 0);
        check("100", 100, 0);
        check("1000000000", 1_000_000_000, 0);
        check("1000000000.000", 1_000_000_000, 0);
        check("10000000000e-1", 1_000_000_000, 0);
        check("0.0010e12", 1_000_000_000, 0);
        check("999999999.999999999", 999_999_999_999_999_999, 9);
        check("99999999999999999900e-11", 999_999_999_999_999_999, 9);
    }

    #[test]
    fn zero_is_zero() {
        for text in ["0", "-0", "+0", "0.0", "-0.0", "0e999999999", "-0e-99999", "0x0", "0.000000000000000000000"] {
            check(text, 0, 0);
        }
    }

    #[test]
    fn refuses_what_toml_does_not_write() {
        for text in [
            "", " ", "+", "-", ".", "1.", ".5", "1._5", "1_.5", "_1", "1_", "1__0", "01", "-01", "00", "0_1", "01.5",
            "1e", "1e+", "1e_1", "1e1_", "1e1.5", "1.5.5", "--1", "+-1", "1 ", " 1", "1f", "0x", "0x_1", "0x1_", "0xg",
            "0o8", "0b2", "+0x1", "-0x1", "0X1", "nan", "inf", "+inf", "-inf", "-nan", "١", "1\u{301}", "ß",
        ] {
            check_error(text, DecimalError::NotANumber);
        }
    }

    #[test]
    fn says_what_is_wrong_with_a_number() {
        for text in ["-1", "-0.1", "-1e-400", "-1e400", "-1.5"] {
            check_error(text, DecimalError::Negative);
        }
        for text in [
            "1000000001",
            "1000000000.5",
            "1000000000.0000000001",
            "9999999999",
            "1e10",
            "1e999999999",
            "0x3b9aca01",
            "0xffffffffffffffffffffffffffffffffffff",
            "99999999999999999999999999",
        ] {
            check_error(text, DecimalError::TooLarge);
        }
        for text in ["0.0000000001", "1e-10", "1e-999999999", "999999999.9999999999", "3.14159265358979323846264338"] {
            check_error(text, DecimalError::TooManyDecimalPlaces);
        }
    }

    #[test]
    fn errors_say_what_is_wrong_in_words() {
        for (text, expected) in [
            ("x", "not a number"),
            ("-1", "negative"),
            ("1e10", "above 1000000000"),
            ("1e-10", "more than 9 decimal places"),
        ] {
            let error = Decimal::parse(text).expect_err("this is no decimal");
            assert_eq!(error.to_string(), expected);
        }
    }

    /// What a division leaves decides where the digits lie just above the middle of two doubles.
    #[test]
    fn a_remainder_breaks_a_tie() {
        let mut near_ties = 0;
        for numerator in (1_u128..).step_by(999_983).take(400_000) {
            let theirs: f64 = format!("{numerator}e-18").parse().unwrap();
            assert_eq!(nearest_double(numerator, 18), theirs, "{numerator}");
            let shifted = numerator << numerator.leading_zeros();
            let quotient = shifted / 10_u128.pow(18);
            let below = 128 - quotient.leading_zeros() - 53;
            near_ties += u32::from(quotient % (1 << below) == (1 << (below - 1)) + 1);
        }
        assert!(near_ties > 0, "no numerator lies there");
    }

    #[test]
    fn long_texts_are_read_in_one_pass() {
        let many = 10_000;
        check(&format!("1.{}", "0".repeat(many)), 1, 0);
        check(&format!("0.{}1e{}", "0".repeat(many), many + 1), 1, 0);
        check(&format!("1{}e-{many}", "0".repeat(many)), 1, 0);
        check(&format!("1e{}3", "0".repeat(many)), 1_000, 0);
        check_error(&"9".repeat(many), DecimalError::TooLarge);
        check_error(&format!("0.{}", "9".repeat(many)), DecimalError::TooManyDecimalPlaces);
        check_error(&format!("1e{}", "9".repeat(many)), DecimalError::TooLarge);
        check_error(&format!("1e-{}", "9".repeat(many)), DecimalError::TooManyDecimalPlaces);
        check_error(&format!("1{}1", "0".repeat(many)), DecimalError::TooLarge);
    }

    #[test]
    fn whole_numbers() {
        assert_eq!(Decimal::from_whole(700), Decimal::parse("700.0").ok());
        assert_eq!(Decimal::from_whole(Decimal::MAX_WHOLE + 1), None);
        assert_eq!(Decimal::parse("700.0").unwrap().to_whole(), Some(700));
        assert_eq!(Decimal::parse("700.5").unwrap().to_whole(), None);
        assert_eq!(Decimal::ONE.to_whole(), Some(1));
    }

    #[test]
    fn compares_by_value() {
        let mut numbers =
            ["1.5", "0", "1000000000", "1.45", "0.000000001", "12", "1.5e0"].map(|text| Decimal::parse(text).unwrap());
        numbers.sort();
        assert_eq!(
            numbers.map(|number| number.to_string()),
            ["0", "0.000000001", "1.45", "1.5", "1.5", "12", "1000000000"]
        );
    }

    #[test]
    fn made_from_digits_and_places() {
        assert_eq!(Decimal::new(150, 2), Decimal::parse("1.5").ok());
        assert_eq!(Decimal::new(0, 9), Decimal::parse("0").ok());
        assert_eq!(Decimal::new(1_000_000_000_000_000_000, 9), Decimal::parse("1e9").ok());
        assert_eq!(Decimal::new(1_000_000_000_000_000_001, 9), None);
        assert_eq!(Decimal::new(1, 10), None);
        assert_eq!(Decimal::new(10, 10), Decimal::new(1, 9));
    }

    #[test]
    fn prints_as_short_as_it_is_exact() {
        for text in ["0", "0.1", "700", "1.45", "0.000000001", "1000000000", "97.22"] {
            assert_eq!(Decimal::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Decimal::parse("1_0.50").unwrap().to_string(), "10.5");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_has_an_answer(text in "\\PC{0,40}") {
            let _ = Decimal::parse(&text);
        }

        #[test]
        fn any_text_of_number_letters_agrees_with_the_standard_library(text in "[-+]?[0-9_.eE]{1,12}") {
            if let Ok(number) = Decimal::parse(&text) {
                let theirs: f64 = text.replace('_', "").parse().unwrap();
                prop_assert_eq!(number.to_double(), theirs);
                prop_assert_eq!(Decimal::parse(&number.to_string()), Ok(number));
            }
        }

        /// The nearest double of the written digits, also where they do not fit a double's 53 bits.
        #[test]
        fn doubles_are_the_nearest(mantissa in 0_u64..=1_000_000_000_000_000_000, scale in 0_u32..=18) {
            let theirs: f64 = format!("{mantissa}e-{scale}").parse().unwrap();
            prop_assert_eq!(nearest_double(u128::from(mantissa), scale), theirs);
        }

        #[test]
        fn doubles_of_wide_numerators_are_the_nearest(
            high in 0_u128..(1 << 62), low in 0_u128..(1 << 64), shift in 0_u32..126, scale in 0_u32..=18,
        ) {
            let numerator = ((high << 64) | low) >> shift;
            let theirs: f64 = format!("{numerator}e-{scale}").parse().unwrap();
            prop_assert_eq!(nearest_double(numerator, scale), theirs);
        }

        #[test]
        fn reads_back_what_it_prints(mantissa in 0_u64..=1_000_000_000_000_000_000, scale in 0_usize..=9) {
            if let Ok(number) = Decimal::parse(&format!("{mantissa}e-{scale}")) {
                prop_assert_eq!(Decimal::parse(&number.to_string()), Ok(number));
            }
        }
    }
}
