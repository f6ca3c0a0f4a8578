//! Exact fractions, and the one place where a number is rounded for print.
//!
//! A share or a rate stays exact until it is shown; [`Ratio::rounded`] then rounds the exact value, half away from
//! zero, so that 0.125 with two places is 0.13 on every platform.

use std::cmp::Ordering;
use std::fmt;

use arrivals::Decimal;

/// An exact rational number, always in lowest terms.
///
/// Arithmetic is checked: it gives `None` where the exact result does not fit, and never a wrong number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    /// Greater than `i128::MIN`, so that a sign can always be turned.
    numerator: i128,
    /// Positive.
    denominator: i128,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };
    /// One whole.
    pub const ONE: Ratio = Ratio { numerator: 1, denominator: 1 };

    /// The fraction in lowest terms; `None` where the denominator is zero or a part in lowest terms is `i128::MIN`.
    pub fn new(numerator: i128, denominator: i128) -> Option<Ratio> {
        let divisor = greatest_common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        if denominator == 0 {
            return None;
        }
        let numerator_size = i128::try_from(numerator.unsigned_abs() / divisor).ok()?;
        let denominator_size = i128::try_from(denominator.unsigned_abs() / divisor).ok()?;
        let is_negative = (numerator < 0) != (denominator < 0);
        Some(Ratio {
            numerator: if is_negative { -numerator_size } else { numerator_size },
            denominator: denominator_size,
        })
    }

    /// One count as a share of another; `None` where there is nothing to share.
    pub fn of(part: u64, whole: u64) -> Option<Ratio> {
        Ratio::new(i128::from(part), i128::from(whole))
    }

    /// The IEEE double nearest to it, exactly: what a program that divides two whole numbers holds, and prints. The
    /// ratio itself where a part is beyond 2^53, or where it is smaller than 2^-60.
    pub fn nearest_double(self) -> Ratio {
        const EXACT_IN_DOUBLE: u128 = 1 << 53;
        if self.numerator.unsigned_abs() > EXACT_IN_DOUBLE || self.denominator.unsigned_abs() > EXACT_IN_DOUBLE {
            return self;
        }
        // Both parts are exact, so that the one rounding is that of the division.
        let bits = (self.numerator.unsigned_abs() as f64 / self.denominator as f64).to_bits();
        let (mantissa, exponent) = ((bits & ((1 << 52) - 1)) | (1 << 52), (bits >> 52) as i32 - 1075);
        let (sign, mantissa) = (self.numerator.signum(), i128::from(mantissa));
        let exact = match exponent {
            -113..0 => Ratio::new(sign * mantissa, 1 << -exponent),
            0..=60 => Ratio::new(sign * (mantissa << exponent), 1),
            _ => None,
        };
        exact.unwrap_or(self)
    }

    /// The numerator in lowest terms; it carries the sign.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator in lowest terms, always positive.
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The exact sum, where it fits.
    pub fn checked_add(self, other: Ratio) -> Option<Ratio> {
        let divisor = greatest_common_divisor(self.denominator.unsigned_abs(), other.denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?;
        let own_share = self.denominator / divisor;
        let other_share = other.denominator / divisor;
        let left = self.numerator.checked_mul(other_share)?;
        let right = other.numerator.checked_mul(own_share)?;
        Ratio::new(left.checked_add(right)?, own_share.checked_mul(other.denominator)?)
    }

    /// The exact difference, where it fits.
    pub fn checked_sub(self, other: Ratio) -> Option<Ratio> {
        self.checked_add(Ratio { numerator: -other.numerator, denominator: other.denominator })
    }

    /// The exact product, where it fits.
    pub fn checked_mul(self, other: Ratio) -> Option<Ratio> {
        // Crosswise in lowest terms first: the product then is too, and overflows only where it must.
        let one = Ratio::new(self.numerator, other.denominator)?;
        let two = Ratio::new(other.numerator, self.denominator)?;
        Some(Ratio {
            numerator: one.numerator.checked_mul(two.numerator)?,
            denominator: one.denominator.checked_mul(two.denominator)?,
        })
        .filter(|product| product.numerator != i128::MIN)
    }

    /// The exact quotient, where it fits; `None` where the divisor is zero.
    pub fn checked_div(self, other: Ratio) -> Option<Ratio> {
        self.checked_mul(Ratio::new(other.denominator, other.numerator)?)
    }

    /// The number as it is printed, with so many decimal places.
    pub const fn rounded(self, places: u8) -> Rounded {
        Rounded { exact: self, places }
    }
}

impl From<u64> for Ratio {
    fn from(whole: u64) -> Ratio {
        Ratio { numerator: i128::from(whole), denominator: 1 }
    }
}

impl From<Decimal> for Ratio {
    fn from(decimal: Decimal) -> Ratio {
        from_digits(decimal.mantissa(), decimal.scale())
    }
}

/// `mantissa / 10^scale` in lowest terms. A decimal has at most [`Decimal::MAX_SCALE`] places, so the power fits.
fn from_digits(mantissa: u64, scale: u8) -> Ratio {
    let mut numerator = i128::from(mantissa);
    let mut denominator = 10_i128.pow(u32::from(scale));
    for factor in [2, 5] {
        while numerator % factor == 0 && denominator % factor == 0 {
            numerator /= factor;
            denominator /= factor;
        }
    }
    Ratio { numerator, denominator }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    /// Compares whole parts, then the reciprocals of what is left: cross products would overflow.
    fn cmp(&self, other: &Ratio) -> Ordering {
        let (mut left, mut left_divisor) = (self.numerator, self.denominator);
        let (mut right, mut right_divisor) = (other.numerator, other.denominator);
        let mut is_reciprocal = false;
        loop {
            let whole = left.div_euclid(left_divisor).cmp(&right.div_euclid(right_divisor));
            let left_rest = left.rem_euclid(left_divisor);
            let right_rest = right.rem_euclid(right_divisor);
            let found = match whole {
                Ordering::Equal if left_rest == 0 || right_rest == 0 => {
                    Some(left_rest.signum().cmp(&right_rest.signum()))
                }
                Ordering::Equal => None,
                different => Some(different),
            };
            match found {
                Some(ordering) if is_reciprocal => return ordering.reverse(),
                Some(ordering) => return ordering,
                None => {}
            }
            (left, left_divisor) = (left_divisor, left_rest);
            (right, right_divisor) = (right_divisor, right_rest);
            is_reciprocal = !is_reciprocal;
        }
    }
}

/// A [`Ratio`] on its way to the reader: plain digits, a point, and so many places. Ties go away from zero, and a
/// number that rounds to zero has no sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    exact: Ratio,
    places: u8,
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let divisor = self.exact.denominator.unsigned_abs();
        let size = self.exact.numerator.unsigned_abs();
        let mut whole = size / divisor;
        let mut rest = size % divisor;
        let mut digits = Vec::with_capacity(usize::from(self.places));
        for _ in 0..self.places {
            let (digit, left_over) = next_digit(rest, divisor);
            digits.push(digit);
            rest = left_over;
        }
        let is_half_or_more = rest >= divisor - rest;
        if is_half_or_more && carry_one(&mut digits) {
            whole += 1;
        }

        let is_zero = whole == 0 && digits.iter().all(|&digit| digit == 0);
        let mut text = whole.to_string();
        if !digits.is_empty() {
            text.push('.');
            text.extend(digits.iter().map(|&digit| char::from(b'0' + digit)));
        }
        // `pad_integral` honours width and alignment, as every number does.
        f.pad_integral(self.exact.numerator >= 0 || is_zero, "", &text)
    }
}

/// The next decimal digit of `rest / divisor`, and what is left for the digits after it. Ten additions instead of a
/// product: ten times a large rest would not fit.
fn next_digit(rest: u128, divisor: u128) -> (u8, u128) {
    let mut digit = 0;
    let mut sum = 0;
    for _ in 0..10 {
        sum += rest;
        if sum >= divisor {
            sum -= divisor;
            digit += 1;
        }
    }
    (digit, sum)
}

/// Adds one to the last digit; true where it runs over the first one.
fn carry_one(digits: &mut [u8]) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return false;
        }
        *digit = 0;
    }
    true
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i128, denominator: i128) -> Ratio {
        Ratio::new(numerator, denominator).expect("a denominator that is not zero")
    }

    #[track_caller]
    fn check(numerator: i128, denominator: i128, places: u8, expected: &str) {
        assert_eq!(ratio(numerator, denominator).rounded(places).to_string(), expected);
    }

    #[test]
    fn the_nearest_double_decides_a_tie_as_a_program_of_doubles_does() {
        // 288243 / 600 is 480.405; the double nearest to it is a little less, and JavaScript prints 480.40.
        let tie = Ratio::of(288_243, 600).expect("a ratio");
        assert_eq!(tie.rounded(2).to_string(), "480.41");
        assert_eq!(tie.nearest_double().rounded(2).to_string(), "480.40");
        for (numerator, denominator) in [(0, 7), (1, 8), (-5, 4), (700, 1), (1 << 53, 1), (1, 1 << 53)] {
            let exact = ratio(numerator, denominator);
            assert_eq!(exact.nearest_double(), exact, "{numerator}/{denominator} is a double");
        }
        assert_eq!(ratio(-1, 10).nearest_double(), ratio(-3_602_879_701_896_397, 1 << 55));
    }

    #[test]
    fn ties_go_away_from_zero() {
        check(125, 1000, 2, "0.13");
        check(-125, 1000, 2, "-0.13");
        check(5, 10, 0, "1");
        check(-5, 10, 0, "-1");
        check(25, 10, 0, "3");
        check(1005, 1000, 2, "1.01");
    }

    #[test]
    fn rounding_uses_the_exact_value() {
        check(260_498, 10_000, 2, "26.05");
        check(39_706, 10_000, 4, "3.9706");
        check(39_706, 10_000, 3, "3.971");
        check(2, 3, 4, "0.6667");
        check(1, 3, 4, "0.3333");
        check(124_999_999_999, 1_000_000_000_000, 2, "0.12");
        check(58_331, 1, 0, "58331");
        check(9348, 10_000, 4, "0.9348");
        check(-2278, 100, 2, "-22.78");
        check(7, 1, 2, "7.00");
    }

    #[test]
    fn a_carry_runs_through_all_digits() {
        check(9_999, 10_000, 2, "1.00");
        check(99_996, 10_000, 3, "10.000");
        check(-9_999, 10_000, 1, "-1.0");
    }

    #[test]
    fn zero_has_no_sign() {
        check(-1, 1000, 2, "0.00");
        check(0, -7, 0, "0");
        check(-4, 10, 0, "0");
    }

    #[test]
    fn width_pads_on_the_left() {
        assert_eq!(format!("{:>8}", ratio(-1, 4).rounded(2)), "   -0.25");
        assert_eq!(format!("{:<8}|", ratio(-1, 4).rounded(2)), "-0.25   |");
    }

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        assert_eq!(ratio(6, -4), ratio(-3, 2));
        assert_eq!((ratio(6, -4).numerator(), ratio(6, -4).denominator()), (-3, 2));
        assert_eq!(ratio(0, 5), Ratio::ZERO);
        assert_eq!(ratio(i128::MIN, i128::MIN), Ratio::ONE);
        assert_eq!(Ratio::new(1, 0), None);
        assert_eq!(Ratio::new(0, 0), None);
        assert_eq!(Ratio::new(i128::MIN, 1), None);
        assert_eq!(ratio(i128::MIN, 2).numerator(), i128::MIN / 2);
    }

    #[test]
    fn a_decimal_is_what_its_digits_say() {
        assert_eq!(from_digits(145, 2), ratio(29, 20));
        assert_eq!(from_digits(51_389, 2), ratio(51_389, 100));
        assert_eq!(from_digits(7000, 1), ratio(700, 1));
        assert_eq!(from_digits(0, 9), Ratio::ZERO);
        let largest = from_digits(1_000_000_000_000_000_000, Decimal::MAX_SCALE);
        assert_eq!(largest, ratio(1_000_000_000, 1));
    }

    #[test]
    fn arithmetic_is_exact() {
        assert_eq!(ratio(1, 6).checked_add(ratio(1, 10)), Some(ratio(4, 15)));
        assert_eq!(ratio(1, 6).checked_sub(ratio(1, 2)), Some(ratio(-1, 3)));
        assert_eq!(ratio(-2, 3).checked_mul(ratio(3, 4)), Some(ratio(-1, 2)));
        assert_eq!(ratio(1, 2).checked_div(ratio(-1, 4)), Some(ratio(-2, 1)));
        assert_eq!(ratio(1, 2).checked_div(Ratio::ZERO), None);
        assert_eq!(Ratio::ZERO.checked_div(ratio(5, 7)), Some(Ratio::ZERO));
        assert_eq!(Ratio::of(1, 4), Some(ratio(1, 4)));
        assert_eq!(Ratio::of(1, 0), None);
        assert_eq!(Ratio::from(u64::MAX).numerator(), i128::from(u64::MAX));
    }

    #[test]
    fn large_parts_give_the_exact_answer_or_none() {
        let large = 10_i128.pow(25);
        let shared = ratio(large, large - 1).checked_mul(ratio(large - 1, large));
        assert_eq!(shared, Some(Ratio::ONE));
        assert_eq!(ratio(large, 3).checked_mul(ratio(large, 7)), None, "10^50 does not fit");
        assert_eq!(ratio(1, large).checked_add(ratio(1, large - 1)), None);
        assert_eq!(ratio(large, 1).checked_div(ratio(large, 3)), Some(ratio(3, 1)));
        assert_eq!(ratio(i128::MAX, 1).checked_add(Ratio::ONE), None);
        assert_eq!(ratio(-i128::MAX, 1).checked_sub(Ratio::ONE), None);
        check(i128::MAX - 1, i128::MAX, 3, "1.000");
        check(1, i128::MAX, 40, "0.0000000000000000000000000000000000000059");
    }

    #[test]
    fn order_holds_where_cross_products_overflow() {
        let large = 10_i128.pow(37);
        assert!(ratio(large, large + 1) < ratio(large + 1, large + 2));
        assert!(ratio(-large, large + 1) > ratio(-large - 1, large + 2));
        assert!(ratio(-1, large) < Ratio::ZERO);
        assert!(ratio(1, large) > Ratio::ZERO);
        assert_eq!(ratio(large, 2).cmp(&ratio(large, 2)), Ordering::Equal);
    }

    #[test]
    fn order_agrees_with_cross_products() {
        for a in -12..=12 {
            for b in 1..=9 {
                for c in -12..=12 {
                    for d in 1..=9 {
                        let expected = (a * d).cmp(&(c * b));
                        assert_eq!(ratio(a, b).cmp(&ratio(c, d)), expected, "{a}/{b} {c}/{d}");
                    }
                }
            }
        }
    }
}
