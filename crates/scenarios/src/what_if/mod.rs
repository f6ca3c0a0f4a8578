//! "What if?": the same system with other numbers, as often as wanted.
//!
//! 1. A text names what is varied, or what is searched for: on the command line, or in a file's `[[sweep]]` and
//!    `[[solve]]`. [`Knob`] is the one list of numbers that can be turned, [`Measure`] the one list of counts that can
//!    be asked for; both are found by their names once, and mistakes are reported with their place in the text.
//! 2. A [`Grid`] is every wanted cell of a study under every combination of values, in a fixed order.
//! 3. [`Grid::answer`] runs any stretch of it. Variants that share their arrivals go side by side through the kernels
//!    of the crate `lanes`, where the measures can be had there, and one by one through the round loop otherwise.
//! 4. [`solve()`] runs a range of one knob from end to end and says where a condition holds.

mod batch;
mod condition;
mod grid;
mod knob;
mod measure;
mod solve;
mod values;

pub use condition::Condition;
pub use grid::{Answered, Axis, Grid, Row};
pub use knob::Knob;
pub use measure::Measure;
pub use solve::{Direction, Solved, Stretch, Target, solve};
pub use values::Values;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::names;
use crate::source::Span;
use crate::study::{Named, Study};

/// A sweep of a file: `[[sweep]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSweep {
    /// Its name and label.
    pub named: Named,
    /// Only the scenario of this name.
    pub scenario: Option<String>,
    /// Only the setting of this name.
    pub setting: Option<String>,
    /// What is varied; the last axis runs fastest.
    pub axes: Vec<Axis>,
    /// What is asked for.
    pub measures: Vec<Measure>,
}

/// A break-even search of a file: `[[solve]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSolve {
    /// Its name and label.
    pub named: Named,
    /// The scenario of the cell.
    pub scenario: String,
    /// The setting of the cell.
    pub setting: String,
    /// What is searched for.
    pub target: Target,
    /// What has to hold.
    pub condition: Condition,
}

/// What is wrong with a text, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complaint {
    at: Span,
    message: String,
    help: Option<String>,
}

impl Complaint {
    fn new(at: Span, message: impl Into<String>) -> Complaint {
        Complaint { at, message: message.into(), help: None }
    }

    fn help(self, help: impl Into<String>) -> Complaint {
        Complaint { help: Some(help.into()), ..self }
    }

    /// A name that is none of those that there are.
    fn unknown<'k>(at: Span, what: &str, name: &str, known: impl IntoIterator<Item = &'k str>) -> Complaint {
        let known: Vec<&str> = known.into_iter().collect();
        let complaint = Complaint::new(at, format!("there is no {what} `{name}`"));
        match names::nearest(name, known.iter().copied()) {
            Some(near) => complaint.help(format!("did you mean `{near}`?")),
            None => complaint.help(format!("there is {}", known.join(", "))),
        }
    }

    /// The same complaint about a text that begins at `start` of a source map.
    pub(crate) fn diagnostic(self, start: usize) -> Diagnostic {
        let diagnostic = Diagnostic::error(&(start + self.at.start..start + self.at.end), self.message);
        match self.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

/// Reads a text of the command line, `source` being the option that it was given to.
fn from_option<T>(
    source: &str,
    text: &str,
    read: impl FnOnce(&str) -> Result<T, Complaint>,
) -> Result<T, Box<Diagnostics>> {
    read(text).map_err(|complaint| {
        let mut diagnostics = Box::<Diagnostics>::default();
        let start = diagnostics.sources.add(std::path::Path::new(source), text);
        diagnostics.push(complaint.diagnostic(start));
        diagnostics
    })
}

impl Axis {
    /// Reads `capacity=400..700/5`, as given to the option `source`.
    ///
    /// # Errors
    ///
    /// What is wrong, with its place in the text.
    pub fn from_option(study: &Study, source: &str, text: &str) -> Result<Axis, Box<Diagnostics>> {
        from_option(source, text, |text| Axis::read(study, text))
    }
}

impl Measure {
    /// Reads `shed.tracking`, as given to the option `source`.
    ///
    /// # Errors
    ///
    /// What is wrong, with its place in the text.
    pub fn from_option(study: &Study, source: &str, text: &str) -> Result<Measure, Box<Diagnostics>> {
        from_option(source, text, |text| Measure::read(study, text, 0..text.len()))
    }
}

impl Target {
    /// Reads `smallest capacity in 400..700`, as given to the option `source`.
    ///
    /// # Errors
    ///
    /// What is wrong, with its place in the text.
    pub fn from_option(study: &Study, source: &str, text: &str) -> Result<Target, Box<Diagnostics>> {
        from_option(source, text, |text| Target::read(study, text))
    }
}

impl Condition {
    /// Reads `shed.tracking == 0 and max-age <= 2`, as given to the option `source`.
    ///
    /// # Errors
    ///
    /// What is wrong, with its place in the text.
    pub fn from_option(study: &Study, source: &str, text: &str) -> Result<Condition, Box<Diagnostics>> {
        from_option(source, text, |text| Condition::read(study, text))
    }
}
