//! The replayed traces against figures worked out by an exact model of another author: a row a round, the known rate
//! the mean, the ceiling 1.2 and the bound 2.0.

use std::path::Path;

use scenarios::outcome::{GateOutcome, Outcome};
use scenarios::{Cell, Resolved, Way};

fn gate(file: &str, scenario: &str, setting: &str) -> GateOutcome {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(file);
    let (resolved, diagnostics) = scenarios::load(&path);
    let Some(Resolved::Study(study)) = resolved else { panic!("{}", diagnostics.render(false)) };
    let is_wanted = |cell: &Cell| study.names(*cell) == (scenario, setting);
    let cell = study.cells().find(is_wanted).expect("a cell of that name");
    assert_eq!(cell.way, Way::AsWritten);
    match study.run(cell).expect("the books add up") {
        Outcome::Gate(gate) => gate,
        Outcome::Chain(_) => panic!("{file} describes a gate"),
    }
}

#[test]
fn two_weeks_of_a_load_balancer() {
    let at_100 = |setting| gate("elb.toml", "as-recorded", setting);
    let open = at_100("none");
    assert_eq!(open.flows[0].offered, 249_327);
    assert_eq!((open.max_age_rounds, open.peak_backlog_units), (20, 2_050));
    assert_eq!(at_100("throttle-only").flows[0].throttled, 69_442);
    assert_eq!(at_100("shed-only").flows[0].shed, 14_466);

    let at_62 = |setting| gate("elb.toml", "capacity-62", setting);
    let open = at_62("none");
    assert_eq!((open.backlog_units, open.max_age_rounds), (7_023, 191));
    assert_eq!(at_62("shed-only").flows[0].shed, 55_881);
    let both = at_62("both");
    assert_eq!((both.flows[0].throttled, both.flows[0].shed), (69_442, 1_327));
}

#[test]
fn a_day_of_departures() {
    let day = |setting| gate("flights.toml", "as-recorded", setting);
    let open = day("none");
    assert_eq!((open.flows[0].offered, open.max_age_rounds), (1_004, 9));
    let throttled = day("throttle-only");
    assert_eq!((throttled.flows[0].throttled, throttled.flows[0].admitted), (1_004, 0));
    assert_eq!(throttled.flows[0].first_refused_round(), throttled.flows[0].first_throttled_round);
    assert_eq!(day("shed-only").flows[0].shed, 252);
}
