//! The lab, as a test asks it: a system becomes a scenario file, which is read and run as any other.

use scenarios::outcome::{ChainOutcome, GateOutcome, Outcome};
use scenarios::study::Study;
use scenarios::{Cell, Resolved, Way};
use second_model::System;

/// The system, read by the loader.
pub(crate) fn study(system: &System) -> Study {
    let folder = tempfile::tempdir().expect("there are temporary folders");
    for (name, text) in system.files() {
        std::fs::write(folder.path().join(name), text).expect("a temporary folder can be written to");
    }
    match scenarios::load(&folder.path().join("system.toml")) {
        (Some(Resolved::Study(study)), _) => *study,
        (_, diagnostics) => panic!("the file is not read:\n{}", diagnostics.render(false)),
    }
}

/// What the first scenario under the first setting comes to.
#[allow(dead_code, reason = "each test file is a crate of its own, and not all need it")]
pub(crate) fn first_cell(system: &System) -> Outcome {
    study(system).run(Cell { scenario: 0, setting: 0, way: Way::AsWritten }).expect("the books add up")
}

/// The same of a gate.
#[allow(dead_code, reason = "each test file is a crate of its own, and not all need it")]
pub(crate) fn gate(system: &System) -> GateOutcome {
    match first_cell(system) {
        Outcome::Gate(outcome) => outcome,
        Outcome::Chain(_) => panic!("this is a chain: {system:?}"),
    }
}

/// The same of a chain.
#[allow(dead_code, reason = "each test file is a crate of its own, and not all need it")]
pub(crate) fn chain(system: &System) -> ChainOutcome {
    match first_cell(system) {
        Outcome::Chain(outcome) => outcome,
        Outcome::Gate(_) => panic!("this is a gate: {system:?}"),
    }
}
