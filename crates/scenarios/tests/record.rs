//! What a record says is what the outcome of the same cell says, however the run is cut.

use std::num::NonZeroU32;
use std::path::Path;

use scenarios::outcome::Outcome;
use scenarios::record::Record;
use scenarios::study::Study;
use scenarios::{Resolved, Way};

fn shipped(file: &str) -> Study {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(file);
    match scenarios::load(&path) {
        (Some(Resolved::Study(study)), _) => *study,
        (_, diagnostics) => panic!("{file}: {}", diagnostics.render(false)),
    }
}

fn width(rounds: u32) -> NonZeroU32 {
    NonZeroU32::new(rounds).expect("a width that is not zero")
}

#[test]
fn sums_and_peaks_do_not_depend_on_the_cut() {
    for file in ["ay11.toml", "ay12.toml", "ay13.toml"] {
        let study = shipped(file);
        for cell in study.cells().filter(|cell| cell.way == Way::AsWritten) {
            let outcome = study.run(cell).expect("books that add up");
            for rounds in [1, 7, 600, 10_000] {
                let record = study.record(cell.scenario, cell.setting, width(rounds)).expect("books that add up");
                check(&outcome, &record);
            }
        }
    }
}

#[track_caller]
fn check(outcome: &Outcome, record: &Record) {
    match (outcome, record) {
        (Outcome::Gate(outcome), Record::Gate(record)) => {
            for (counts, flow) in outcome.flows.iter().zip(&record.flows) {
                assert_eq!(u128::from(counts.offered), flow.offered.sum());
                assert_eq!(u128::from(counts.throttled), flow.throttled.sum());
                assert_eq!(u128::from(counts.shed), flow.shed.sum());
                assert_eq!(u128::from(counts.served), flow.served.sum());
            }
            assert_eq!(outcome.peak_backlog_units, record.peak_units.max());
            assert_eq!(outcome.course.peak_end_backlog, record.backlog_units.max());
            assert_eq!(u128::from(outcome.capacity_units), record.capacity_units.sum());
            assert_eq!(record.peak_units.buckets().len(), record.buckets.count() as usize);
        }
        (Outcome::Chain(outcome), Record::Chain(record)) => {
            assert_eq!(u128::from(outcome.produced), record.produced.sum());
            assert_eq!(u128::from(outcome.refused), record.refused.sum());
            for (lost, stage) in outcome.lost.iter().zip(&record.stages) {
                assert_eq!(u128::from(*lost), stage.lost.sum());
            }
            let completed = record.stages.last().map(|stage| stage.passed.sum());
            assert_eq!(completed, Some(u128::from(outcome.completed)));
            assert_eq!(outcome.peak_backlog, record.backlog.max());
        }
        _ => panic!("a record of the other model"),
    }
}

#[test]
fn a_bucket_keeps_the_lowest_and_the_highest_round() {
    let study = shipped("ay12.toml");
    let Record::Gate(record) = study.record(0, 0, width(4)).expect("books that add up") else {
        panic!("a gate's file gave a chain's record");
    };
    // One cycle of the swing 0.85 0.85 0.85 1.45 in each bucket: 354 or 355, and 604 or 605.
    for bucket in record.flows[1].offered.buckets() {
        assert!((354..=355).contains(&bucket.min) && (604..=605).contains(&bucket.max), "{bucket:?}");
    }
    assert_eq!(record.buckets.rounds_of(149), (597, 600));
}
