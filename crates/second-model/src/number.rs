//! Decimals from their digits, in both arithmetics.

/// How fractions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Decimals are decimals.
    Exact,
    /// IEEE doubles, as the lessons' programs have them.
    Double,
}

/// 10^18: what a product of two numbers with nine places each is counted in.
pub(crate) const E18: u128 = 1_000_000_000_000_000_000;

/// A number as a file says it, such as `97.22`, in billionths.
pub(crate) fn billionths(text: &str) -> u128 {
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{places:0<9}");
    digits.parse().expect("a system has plain decimals of at most nine places")
}

/// The double nearest to a number as a file says it.
pub(crate) fn double(text: &str) -> f64 {
    text.parse().expect("a system has plain decimals")
}

/// The whole part of a product.
pub(crate) fn floor_product(arithmetic: Arithmetic, factor: &str, by: &str) -> u128 {
    match arithmetic {
        Arithmetic::Exact => billionths(factor) * billionths(by) / E18,
        Arithmetic::Double => (double(factor) * double(by)).floor() as u128,
    }
}

#[cfg(test)]
mod tests {
    use super::{Arithmetic, billionths, floor_product};

    #[test]
    fn digits_become_billionths() {
        assert_eq!(billionths("97.22"), 97_220_000_000);
        assert_eq!(billionths("3"), 3_000_000_000);
        assert_eq!(billionths("0.000000001"), 1);
    }

    #[test]
    fn the_arithmetics_part_where_a_product_is_whole() {
        assert_eq!(floor_product(Arithmetic::Exact, "1.15", "100"), 115);
        assert_eq!(floor_product(Arithmetic::Double, "1.15", "100"), 114);
    }
}
