//! What shows that the numbers are right, part by part; `commands/verify.rs` runs them all.
//!
//! Each part works something out in a way that has nothing to do with the lab's, holds the lab's answer against it, and
//! gives a [`Section`]: what a reader should see of it, and every disagreement. `page` puts the sections together.

pub mod closed_forms;
pub mod continuous;
pub mod determinism;
pub mod differential;
pub mod distribution;
pub mod false_relations;
pub mod lessons;
pub mod little;
pub mod markdown;
pub mod mutants;
pub mod page;
pub mod prose;
pub mod random_rounds;
pub mod slotted;
pub mod workbench;

/// A part of the page, and what was found wrong while it was made.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its text, from the heading on.
    pub markdown: String,
    /// Every disagreement, in words.
    pub problems: Vec<String>,
}

impl Section {
    /// A section with this text, whose long lines are broken, and these disagreements.
    pub fn new(markdown: &str, problems: Vec<String>) -> Section {
        Section { markdown: markdown::wrapped(markdown), problems }
    }
}
