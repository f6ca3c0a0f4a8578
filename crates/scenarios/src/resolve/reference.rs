//! `[reference]`.

use super::check::Check;
use crate::limits;
use crate::study::Reference;
use crate::wire;

/// What results are held against. Nothing where a figure is wrong.
pub(super) fn resolve(reference: wire::Reference, check: &mut Check<'_>) -> Option<Reference> {
    let peak_rate = reference.peak_rate.map(|number| check.decimal(&number, "`peak-rate`", limits::WHOLE));
    let fault_minutes = reference
        .fault_minutes_per_month
        .map(|number| check.decimal(&number, "`fault-minutes-per-month`", limits::DURATION));
    let late_after = reference.late_after.map(|number| check.small(&number, "`late-after`", 0, limits::ROUNDS));
    let classes: Vec<Option<u32>> = reference
        .protected_classes
        .unwrap_or_default()
        .iter()
        .map(|number| check.small(number, "a class", 1, limits::CLASS))
        .collect();
    Some(Reference {
        peak_rate: peak_rate.map_or(Some(None), |value| value.map(Some))?,
        protected_classes: classes.into_iter().collect::<Option<_>>()?,
        fault_minutes_per_month: fault_minutes.map_or(Some(None), |value| value.map(Some))?,
        late_after_rounds: late_after.map_or(Some(None), |value| value.map(Some))?,
    })
}
