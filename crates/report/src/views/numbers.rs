//! Exact figures that several views share.

use scenarios::study::{About, Decimal, Offer, Pattern};

use crate::ratio::Ratio;

/// A whole number as a ratio.
pub(super) fn whole(number: u64) -> Option<Ratio> {
    Ratio::new(i128::from(number), 1)
}

/// A decimal as a ratio.
pub(super) fn exact(decimal: Decimal) -> Option<Ratio> {
    Ratio::new(i128::from(decimal.mantissa()), 10i128.checked_pow(u32::from(decimal.scale()))?)
}

/// Part of a whole, in hundredths.
pub(super) fn percent(part: Option<Ratio>, of: Option<Ratio>) -> Option<Ratio> {
    part?.checked_div(of?)?.checked_mul(whole(100)?)
}

/// A whole count over another.
pub(super) fn over(part: u64, of: u64) -> Option<Ratio> {
    whole(part)?.checked_div(whole(of)?)
}

/// Items that an offer brings in a round on average, at a rate.
pub(super) fn average(offer: &Offer, rate: Decimal, steady: bool) -> Option<Ratio> {
    if let Pattern::Recorded { counts, .. } = &offer.pattern {
        let sum: u128 = counts.iter().map(|count| u128::from(*count)).sum();
        return Ratio::new(i128::try_from(sum).ok()?, i128::try_from(counts.len()).ok()?);
    }
    if steady || offer.swing.is_empty() {
        return exact(rate);
    }
    let sum = offer.swing.iter().try_fold(Ratio::ZERO, |sum, multiplier| sum.checked_add(exact(*multiplier)?))?;
    exact(rate)?.checked_mul(sum)?.checked_div(whole(offer.swing.len() as u64)?)
}

/// Seconds that a run stands for.
pub(super) fn seconds(about: &About) -> Option<Ratio> {
    exact(about.round_seconds)?.checked_mul(whole(u64::from(about.rounds))?)
}

/// A swing as readers see it: its multipliers, or how many there are.
pub(super) fn swing_text(swing: &[Decimal]) -> String {
    if swing.is_empty() {
        return "1".to_owned();
    }
    let shown: Vec<String> = swing.iter().take(8).map(Decimal::to_string).collect();
    let rest = if swing.len() > 8 { format!(" … ({})", swing.len()) } else { String::new() };
    format!("{}{rest}", shown.join(" "))
}
