//! "Did you mean …?"

/// The candidate that a mistaken name most likely stands for, if any is near enough to say so.
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |candidate: &str| strsim::jaro_winkler(&wanted.to_lowercase(), &candidate.to_lowercase());
    candidates
        .into_iter()
        .map(|candidate| (likeness(candidate), candidate))
        .filter(|(likeness, _)| *likeness >= 0.75)
        // The first of equals, so that the answer does not depend on anything but the order of the candidates.
        .fold(None, |best: Option<(f64, &str)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        })
        .map(|(_, candidate)| candidate)
}
