//! The figures that the lesson *Backpressure* publishes, and cases that show one rule each.
#![allow(clippy::unwrap_used)]

use backpressure_core::{Chain, Round, StageTotals};

const BOUNDS: [Option<u64>; 3] = [Some(200), Some(150), Some(100)];
const UNBOUNDED: [Option<u64>; 3] = [None; 3];

/// The carrier's events: 97.22 a round on average, in the doubles of the lesson's own program.
fn carrier(is_swinging: bool) -> impl Iterator<Item = u64> {
    let mut carry = 0.0_f64;
    (0..1_200).map(move |round| {
        let multiplier = if is_swinging { [0.6, 0.6, 0.6, 2.2][round % 4] } else { 1.0 };
        carry += 97.22 * multiplier;
        let whole = carry.floor();
        carry -= whole;
        whole as u64
    })
}

/// One line of the lesson's tables: completed, refused, lost at each stage, backlog, oldest waiting, max age.
#[derive(Debug, PartialEq)]
struct Line(u64, u64, [u64; 3], u64, u64, u64);

fn run(bounds: &[Option<u64>], depth: usize, consumer_rate: u64, is_swinging: bool) -> (Line, Chain) {
    let mut chain = Chain::new(bounds, depth);
    let rates = [250, 150, consumer_rate];
    let seen: Vec<Round> = carrier(is_swinging).map(|produced| chain.round(produced, &rates)).collect();
    let last = seen.last().unwrap();
    let max_age_rounds = seen.iter().map(|round| round.oldest_completed_rounds).max().unwrap();
    let totals = chain.totals();
    let lost: Vec<u64> = chain.stages().iter().map(|stage| stage.lost).collect();
    let line = Line(
        totals.completed,
        totals.refused,
        lost.try_into().unwrap(),
        last.waiting,
        last.oldest_waiting_rounds,
        max_age_rounds,
    );
    (line, chain)
}

fn check(bounds: &[Option<u64>], depth: usize, consumer_rate: u64, expected: Line) {
    let (line, _) = run(bounds, depth, consumer_rate, true);
    assert_eq!(line, expected, "depth {depth}, consumer rate {consumer_rate}");
}

#[test]
fn fault_free() {
    check(&UNBOUNDED, 0, 120, Line(116_301, 0, [0, 0, 0], 362, 3, 4));
    check(&BOUNDS, 0, 120, Line(82_282, 0, [4_164, 14_950, 14_950], 317, 2, 3));
    check(&BOUNDS, 1, 120, Line(97_224, 0, [4_164, 14_950, 0], 325, 3, 4));
    check(&BOUNDS, 2, 120, Line(112_124, 0, [4_164, 0, 0], 375, 3, 4));
    check(&BOUNDS, 3, 120, Line(112_124, 4_164, [0, 0, 0], 375, 3, 4));
}

#[test]
fn ay11() {
    check(&UNBOUNDED, 0, 60, Line(71_814, 0, [0, 0, 0], 44_849, 460, 460));
    check(&BOUNDS, 0, 60, Line(71_814, 0, [4_164, 14_950, 25_380], 355, 3, 4));
    check(&BOUNDS, 1, 60, Line(71_814, 0, [4_164, 40_240, 0], 445, 5, 6));
    check(&BOUNDS, 2, 60, Line(71_814, 0, [44_399, 0, 0], 450, 7, 8));
    check(&BOUNDS, 3, 60, Line(71_814, 44_399, [0, 0, 0], 450, 7, 8));
}

#[test]
fn sensitivity_to_the_consumer_rate() {
    for (rate, backlog, lost, refused) in
        [(90, 9_029, 34_064, 8_579), (60, 44_849, 44_494, 44_399), (30, 80_753, 80_394, 80_303)]
    {
        assert_eq!(run(&UNBOUNDED, 0, rate, true).0.3, backlog);
        assert_eq!(run(&BOUNDS, 0, rate, true).0.2.iter().sum::<u64>(), lost);
        assert_eq!(run(&BOUNDS, 3, rate, true).0.1, refused);
    }
}

#[test]
fn fault_free_day_stalls_and_needs_the_swing_to_refuse() {
    let (_, chain) = run(&BOUNDS, 3, 120, true);
    assert_eq!(chain.totals().produced, 116_663);
    let stalled: Vec<u64> = chain.stages().iter().map(|stage| stage.stalled_rounds).collect();
    assert_eq!(stalled, [598, 897, 0]);
    assert_eq!(run(&BOUNDS, 3, 120, false).0.1, 0);
}

#[test]
fn an_item_passes_one_stage_a_round() {
    let mut chain = Chain::new(&[None; 3], 0);
    let rounds = [1, 0, 0, 0].map(|items| chain.round(items, &[9; 3]));
    assert_eq!(rounds.map(|round| round.completed), [0, 0, 0, 1]);
    assert_eq!(rounds.map(|round| round.oldest_completed_rounds), [0, 0, 0, 3]);
}

#[test]
fn a_stage_that_moves_a_part_of_its_work_stalls_once() {
    let mut chain = Chain::new(&[Some(10), Some(2)], 1);
    chain.round(5, &[5, 0]);
    chain.round(0, &[5, 0]);
    let stage = StageTotals { passed: 2, lost: 0, stalled_rounds: 1 };
    assert_eq!(chain.stages()[0], stage);
    // Neither a stage whose rate is 0 nor one without work stands still for its successor.
    chain.round(0, &[0, 0]);
    assert_eq!(chain.stages()[0], stage);
}

#[test]
fn a_stage_that_does_not_obey_loses_its_whole_rate() {
    let mut chain = Chain::new(&[Some(10), Some(2)], 0);
    chain.round(9, &[5, 0]);
    let round = chain.round(0, &[5, 0]);
    assert_eq!((round.lost, round.waiting), (3, 6));
    assert_eq!(chain.stages()[1].lost, 3);
}

#[test]
fn nothing_fails_outside_the_range() {
    let mut chain = Chain::new(&[None, Some(u64::MAX)], 0);
    for _ in 0..5 {
        chain.round(u64::MAX, &[u64::MAX / 2, u64::MAX / 3]);
    }
    // Counts wrap around, so that they still agree with each other.
    let (totals, stages) = (chain.totals(), chain.stages());
    let lost = stages.iter().fold(0, |sum: u64, stage| sum.wrapping_add(stage.lost));
    let waiting = chain.waiting_items().fold(0, u64::wrapping_add);
    let seen = totals.completed.wrapping_add(lost).wrapping_add(waiting);
    assert_eq!(totals.produced, seen.wrapping_add(totals.refused));
    // Rates that are missing are 0; those too many are not looked at.
    chain.round(1, &[]);
    chain.round(1, &[1; 9]);
}

#[test]
fn a_chain_without_stages_refuses_everything() {
    let round = Chain::new(&[], 0).round(7, &[]);
    let nothing =
        Round { completed: 0, refused: 0, lost: 0, waiting: 0, oldest_completed_rounds: 0, oldest_waiting_rounds: 0 };
    let expected = Round { refused: 7, ..nothing };
    assert_eq!(round, expected);
}
