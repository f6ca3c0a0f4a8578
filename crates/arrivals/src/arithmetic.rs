use crate::Decimal;

/// How fractions are worked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Arithmetic {
    /// Decimals stay decimals: after `t` rounds exactly `floor(Σ rate × swing)` items have arrived, and 1.15 × 100 is
    /// 115.
    #[default]
    Exact,
    /// IEEE doubles, as the lessons' programs use them: each product is rounded once and each sum is rounded once.
    /// 1.15 × 100 is 114.99999999999999, so its floor is 114.
    Double,
}

impl Arithmetic {
    /// `floor(factor × rate)`: a ceiling from a known rate, or a bound from a capacity. At most 10^18.
    pub fn floor_product(self, factor: Decimal, rate: Decimal) -> u64 {
        match self {
            Arithmetic::Exact => {
                let whole = factor.product_e18(rate) / u128::from(Decimal::E18);
                // Two factors of at most 10^9 each.
                u64::try_from(whole).unwrap_or(u64::MAX)
            }
            // The product is finite and at most 10^18, so the cast only cuts the fraction off.
            Arithmetic::Double => (factor.to_double() * rate.to_double()) as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Arithmetic, Decimal};

    fn check(factor: &str, rate: &str, exact: u64, double: u64) {
        let (a, b) = (Decimal::parse(factor).unwrap(), Decimal::parse(rate).unwrap());
        assert_eq!(Arithmetic::Exact.floor_product(a, b), exact, "{factor} x {rate}");
        assert_eq!(Arithmetic::Double.floor_product(a, b), double, "{factor} x {rate}");
    }

    #[test]
    fn floors() {
        check("1.15", "100", 115, 114);
        check("1.2", "97.22", 116, 116);
        check("1.2", "416.67", 500, 500);
        check("1.2", "1.5", 1, 1);
        check("2.0", "525", 1050, 1050);
        check("0.1", "30", 3, 3);
        check("0.29", "100", 29, 28);
        check("0", "1000000000", 0, 0);
        check("1000000000", "1000000000", 1_000_000_000_000_000_000, 1_000_000_000_000_000_000);
        check("0.000000001", "0.000000001", 0, 0);
        check("0.000000001", "1e9", 1, 1);
    }
}
