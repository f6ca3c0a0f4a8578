//! Any text, read as if it were `scenarios/fuzzed.toml`: read or refused with a place, and what is small is run.
//!
//! `cargo fuzz run scenario_file --sanitizer none fuzz/corpus/scenario_file scenarios`

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use scenarios::study::Model;
use scenarios::{Resolved, Severity};

/// Rounds × parts × cells up to which a file is also run.
const MOST_WORK: u128 = 200_000;

fuzz_target!(|text: &str| {
    let (resolved, diagnostics) = scenarios::load_str(Path::new("scenarios/fuzzed.toml"), text);
    diagnostics.render(false);
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
        let place = diagnostic.span.as_ref().and_then(|span| diagnostics.place(span));
        assert!(place.is_some(), "an error without a place: {}", diagnostic.message);
    }
    let Some(Resolved::Study(study)) = resolved else { return };
    let parts = match &study.model {
        Model::Gate(gate) => gate.flows.len(),
        Model::Chain(chain) => chain.stages.len(),
    };
    let (scenarios, settings) = study.shape();
    if u128::from(study.about.rounds) * (parts * scenarios * settings) as u128 <= MOST_WORK {
        for cell in study.cells() {
            if let Err(violation) = study.run(cell) {
                panic!("{violation}");
            }
        }
    }
});
