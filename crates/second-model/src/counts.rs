//! Counts by name.

/// Every count of a run, each with its name. A count that does not exist (the age of what was never served) is
/// nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(Vec<(String, Option<u128>)>);

impl Counts {
    pub(crate) fn add(&mut self, name: impl Into<String>, count: impl Into<u128>) {
        self.0.push((name.into(), Some(count.into())));
    }

    pub(crate) fn add_option(&mut self, name: impl Into<String>, count: Option<impl Into<u128>>) {
        self.0.push((name.into(), count.map(Into::into)));
    }

    /// The counts with their names, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Option<u128>)> {
        self.0.iter().map(|(name, count)| (name.as_str(), *count))
    }

    /// How many counts there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every count that is not the same in `other`, in words; counts that only one side has are different.
    pub fn differences(&self, other: &Counts) -> Vec<String> {
        let mut differences = Vec::new();
        for (name, count) in &self.0 {
            match other.0.iter().find(|(same, _)| same == name) {
                None => differences.push(format!("{name}: {count:?}, and nothing of that name on the other side")),
                Some((_, theirs)) if theirs != count => differences.push(format!("{name}: {count:?}, {theirs:?}")),
                Some(_) => {}
            }
        }
        for (name, count) in &other.0 {
            if !self.0.iter().any(|(same, _)| same == name) {
                differences.push(format!("{name}: nothing of that name, and {count:?} on the other side"));
            }
        }
        differences
    }
}

/// Smallest, largest and those between: ages as they are, one for each that was completed.
pub(crate) fn add_ages(counts: &mut Counts, of: &str, ages: &[u32]) {
    let mut sorted = ages.to_vec();
    sorted.sort_unstable();
    for percent in [50, 95, 99] {
        // The smallest age with at least so many in a hundred at or below it.
        let age = sorted.iter().enumerate().find(|(place, _)| (place + 1) * 100 >= percent * sorted.len());
        counts.add_option(format!("{of}: p{percent} age"), age.map(|(_, age)| *age));
    }
    counts.add(format!("{of}: ages"), sorted.len() as u64);
    counts.add(format!("{of}: sum of ages"), sorted.iter().map(|age| u128::from(*age)).sum::<u128>());
}
