//! The figures that the lesson *Throttling and load shedding* publishes, and cases that show one rule each.
#![allow(clippy::unwrap_used)]

use core::num::NonZeroU64;
use gate_core::{Flow, FlowTotals, Gate, Limits, Round};

fn flow(cost: u64, class: u32) -> Flow {
    Flow { cost: NonZeroU64::new(cost).unwrap(), class, ceiling: None }
}

fn limits(capacity: u64, bound: Option<u64>) -> Limits {
    Limits { capacity, bound }
}

fn totals_of(gate: &Gate) -> Vec<FlowTotals> {
    gate.totals().collect()
}

/// A rate with its swing, in the doubles of the lesson's own program.
fn arrivals(rate: f64, swing: [f64; 4]) -> impl FnMut(usize) -> u64 {
    let mut carry = 0.0_f64;
    move |round| {
        carry += rate * swing[round % 4];
        let whole = carry.floor();
        carry -= whole;
        whole as u64
    }
}

const STEADY: [f64; 4] = [1.0; 4];

#[derive(Clone, Copy)]
struct Day {
    batch_rate: f64,
    capacity: u64,
    swing: [f64; 4],
}

const FAULT_FREE: Day = Day { batch_rate: 1.5, capacity: 700, swing: [0.85, 0.85, 0.85, 1.45] };
const AY13A: Day = Day { batch_rate: 4.5, ..FAULT_FREE };
const AY13B: Day = Day { capacity: 525, ..FAULT_FREE };

#[derive(Clone, Copy, Debug)]
struct Setting {
    throttles: bool,
    sheds: bool,
}

const NONE: Setting = Setting { throttles: false, sheds: false };
const THROTTLE_ONLY: Setting = Setting { throttles: true, sheds: false };
const SHED_ONLY: Setting = Setting { throttles: false, sheds: true };
const BOTH: Setting = Setting { throttles: true, sheds: true };

/// Each flow's counts, the largest age at completion, and the last round.
fn run(day: Day, setting: Setting) -> (Vec<FlowTotals>, u64, Round) {
    let rates = [97.22, 416.67, day.batch_rate];
    let ceilings = [116, 500, 1].map(|ceiling| setting.throttles.then_some(ceiling));
    let mut flows = [flow(1, 1), flow(1, 2), flow(60, 3)];
    for (flow, ceiling) in flows.iter_mut().zip(ceilings) {
        flow.ceiling = ceiling;
    }
    let mut gate = Gate::new(&flows);
    let swings = [STEADY, day.swing, STEADY];
    let mut sources: Vec<_> = rates.iter().zip(swings).map(|(&rate, swing)| arrivals(rate, swing)).collect();
    let limits = limits(day.capacity, setting.sheds.then_some(2 * day.capacity));
    let (mut max_age_rounds, mut last) = (0, None);
    for round in 0..600 {
        let offered: Vec<u64> = sources.iter_mut().map(|source| source(round)).collect();
        let seen = gate.round(&offered, limits);
        max_age_rounds = max_age_rounds.max(seen.oldest_served_rounds);
        last = Some(seen);
    }
    (gate.totals().collect(), max_age_rounds, last.unwrap())
}

/// One line of the lesson's tables: admitted, throttled and shed of each flow, max age, backlog, oldest waiting.
#[derive(Debug, PartialEq)]
struct Line([u64; 3], [u64; 3], [u64; 3], u64, u64, u64);

fn check(day: Day, setting: Setting, expected: Line) {
    let (totals, max_age_rounds, last) = run(day, setting);
    let of = |count: fn(&FlowTotals) -> u64| [0, 1, 2].map(|flow| count(&totals[flow]));
    let line = Line(
        of(|flow| flow.admitted),
        of(|flow| flow.throttled),
        of(|flow| flow.shed),
        max_age_rounds,
        last.waiting_units,
        last.oldest_waiting_rounds,
    );
    assert_eq!(line, expected, "{setting:?}");
}

#[test]
fn fault_free() {
    let (day, nothing) = (FAULT_FREE, [0; 3]);
    check(day, NONE, Line([58_331, 250_002, 900], nothing, nothing, 1, 122, 0));
    check(day, THROTTLE_ONLY, Line([58_331, 234_372, 600], [0, 15_630, 300], nothing, 0, 0, 0));
    check(day, SHED_ONLY, Line([58_331, 250_002, 900], nothing, nothing, 1, 122, 0));
    check(day, BOTH, Line([58_331, 234_372, 600], [0, 15_630, 300], nothing, 0, 0, 0));
}

#[test]
fn ay13a() {
    let (day, nothing) = (AY13A, [0; 3]);
    check(day, NONE, Line([58_331, 250_002, 2_700], nothing, nothing, 67, 52_266, 66));
    check(day, THROTTLE_ONLY, Line([58_331, 234_372, 600], [0, 15_630, 2_100], nothing, 0, 0, 0));
    check(day, SHED_ONLY, Line([58_331, 250_002, 1_872], nothing, [0, 0, 828], 1, 680, 0));
    check(day, BOTH, Line([58_331, 234_372, 600], [0, 15_630, 2_100], nothing, 0, 0, 0));
}

#[test]
fn ay13b() {
    let (day, nothing) = (AY13B, [0; 3]);
    check(day, NONE, Line([58_331, 250_002, 900], nothing, nothing, 81, 48_983, 80));
    check(day, THROTTLE_ONLY, Line([58_331, 234_372, 600], [0, 15_630, 300], nothing, 29, 15_624, 28));
    check(day, SHED_ONLY, Line([58_331, 229_912, 454], nothing, [0, 20_090, 446], 1, 525, 0));
    check(day, BOTH, Line([58_331, 229_852, 455], [0, 15_630, 300], [0, 4_520, 145], 1, 525, 0));
}

#[test]
fn sensitivity_and_the_swing() {
    for (day, admitted, refused) in [
        (Day { batch_rate: 3.0, ..FAULT_FREE }, [58_331, 234_372, 600], 16_830),
        (Day { batch_rate: 6.0, ..FAULT_FREE }, [58_331, 234_372, 600], 18_630),
        (Day { capacity: 595, ..FAULT_FREE }, [58_331, 234_372, 600], 15_930),
        (Day { capacity: 455, ..FAULT_FREE }, [58_331, 214_820, 5], 36_077),
    ] {
        let (totals, ..) = run(day, BOTH);
        assert_eq!([0, 1, 2].map(|flow| totals[flow].admitted), admitted);
        let seen: u64 = totals.iter().map(|flow| flow.throttled + flow.shed).sum();
        assert_eq!(seen, refused);
    }
    let (totals, ..) = run(Day { swing: STEADY, ..FAULT_FREE }, THROTTLE_ONLY);
    assert_eq!(totals[1].throttled, 0);
}

/// A request that costs more than a whole round's capacity is never served, and nothing behind it is.
#[test]
fn a_head_that_never_fits_blocks_for_ever() {
    for (bound, admitted, backlog) in [(None, [60_000, 60], 77_060), (Some(600), [1_299, 1], 600)] {
        let mut gate = Gate::new(&[flow(1, 1), flow(301, 2)]);
        let (mut stranded, mut last) = (0, None);
        for round in 1..=600 {
            let seen = gate.round(&[100, u64::from(round % 10 == 0)], limits(300, bound));
            stranded += seen.stranded_units;
            last = Some(seen);
        }
        let (totals, last) = (totals_of(&gate), last.unwrap());
        assert_eq!([totals[0].admitted, totals[1].admitted], admitted);
        assert_eq!([totals[0].served, totals[1].served], [1_000, 0]);
        assert_eq!((last.waiting_units, last.oldest_waiting_rounds), (backlog, 590));
        assert_eq!(stranded, 177_200);
    }
}

/// A request that would fit waits behind one that does not; what is left of the last, empty queue's budget is not
/// stranded.
#[test]
fn no_request_overtakes() {
    let mut gate = Gate::new(&[flow(7, 1), flow(7, 1), flow(1, 1)]);
    let first = gate.round(&[1, 1, 1], limits(10, None));
    assert_eq!((first.peak_units, first.served_units, first.stranded_units), (15, 7, 3));
    let second = gate.round(&[0, 0, 0], limits(10, None));
    assert_eq!((second.served_units, second.stranded_units, second.waiting_units), (8, 0, 0));
    assert_eq!((first.oldest_served_rounds, second.oldest_served_rounds), (0, 1));
}

#[test]
fn classes_enter_in_order_and_equal_ones_as_in_the_file() {
    let mut gate = Gate::new(&[flow(1, 2), flow(1, 1), flow(1, 2), flow(1, 1)]);
    gate.round(&[1; 4], limits(0, None));
    let order: Vec<u32> = gate.waiting().map(|(flow, ..)| flow).collect();
    assert_eq!(order, [1, 3, 0, 2]);
}

#[test]
fn a_smaller_request_enters_where_a_larger_one_was_shed() {
    let mut gate = Gate::new(&[flow(60, 1), flow(1, 2)]);
    gate.round(&[2, 50], limits(0, Some(100)));
    let admitted: Vec<u64> = gate.totals().map(|flow| flow.admitted).collect();
    assert_eq!(admitted, [1, 40]);
}

#[test]
fn what_waits_stays_when_the_bound_falls() {
    let mut gate = Gate::new(&[flow(1, 1)]);
    gate.round(&[100], limits(0, Some(100)));
    let round = gate.round(&[5], limits(10, Some(20)));
    assert_eq!((round.peak_units, round.waiting_units), (100, 90));
    assert_eq!(totals_of(&gate)[0].shed, 5);
}

#[test]
fn a_ceiling_is_not_carried_over() {
    let mut gate = Gate::new(&[Flow { ceiling: Some(3), ..flow(1, 1) }]);
    for offered in [0, 0, 10] {
        gate.round(&[offered], limits(100, None));
    }
    assert_eq!((totals_of(&gate)[0].throttled, totals_of(&gate)[0].admitted), (7, 3));
}

#[test]
fn nothing_fails_outside_the_range() {
    let mut gate = Gate::new(&[flow(u64::MAX, 1), flow(3, 2), flow(1, 3)]);
    for _ in 0..5 {
        gate.round(&[u64::MAX; 3], limits(7, None));
    }
    // Counts wrap around, so that they still agree with each other.
    for flow in gate.totals() {
        let seen = flow.throttled.wrapping_add(flow.shed).wrapping_add(flow.admitted);
        assert_eq!(flow.offered, seen);
    }
    let round = gate.round(&[u64::MAX; 3], limits(u64::MAX, None));
    assert_eq!(round.waiting_requests, 0);
    // Counts that are missing are 0; those too many are not looked at.
    gate.round(&[], limits(1, None));
    gate.round(&[1; 9], limits(1, None));
    let nothing = Gate::new(&[]).round(&[1], limits(5, Some(1)));
    assert_eq!((nothing.peak_units, nothing.stranded_units), (0, 0));
}
