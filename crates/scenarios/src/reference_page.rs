//! Holds `scenarios/README.md`, the reference page of the format, against what the loader takes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::{Resolved, limits, wire};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

fn page() -> String {
    std::fs::read_to_string(folder().join("README.md")).expect("the page is there").replace("\r\n", "\n")
}

/// The first cells of the table below a heading.
fn first_cells(page: &str, heading: &str) -> Vec<String> {
    let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("the page has no heading {heading}"));
    let rest = &page[start + heading.len() + 2..];
    let section = rest.find("\n#").map_or(rest, |end| &rest[..end]);
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.split('|').nth(1).unwrap_or_default().trim().to_owned()).collect()
}

/// The keys of a wire type, as it lists them when it meets one that it does not have.
fn keys_of<T: DeserializeOwned + std::fmt::Debug>() -> Vec<String> {
    let error = toml::from_str::<T>("no-such-key = 1").expect_err("there is no such key");
    let known = error.message().split('`').skip(3).step_by(2);
    known.map(|key| format!("`{key}`")).collect()
}

#[test]
fn the_page_lists_the_keys_of_every_table() {
    let page = page();
    let tables = [
        ("### The top of the file", keys_of::<wire::Document>()),
        ("### `[reference]`", keys_of::<wire::Reference>()),
        ("### `[gate]`", keys_of::<wire::Gate>()),
        ("### `[[gate.flow]]`", keys_of::<wire::Flow>()),
        ("### `[chain]`", keys_of::<wire::Chain>()),
        ("### `[chain.source]`", keys_of::<wire::Source>()),
        ("### `[[chain.stage]]`", keys_of::<wire::Stage>()),
        ("### `arrivals = { … }`", keys_of::<wire::Arrivals>()),
        ("### `poisson = { … }`", keys_of::<wire::Poisson>()),
        ("### `[[setting]]`", keys_of::<wire::Setting>()),
        ("### `throttle = { … }`", keys_of::<wire::Throttle>()),
        ("### `shed = { … }`", keys_of::<wire::Shed>()),
        ("### `[[scenario]]`", keys_of::<wire::Scenario>()),
        ("### `[[scenario.phase]]`", keys_of::<wire::Phase>()),
        ("### `[[sweep]]`", keys_of::<wire::Sweep>()),
        ("### `[[solve]]`", keys_of::<wire::Solve>()),
    ];
    for (heading, keys) in &tables {
        assert!(!keys.is_empty());
        assert_eq!(first_cells(&page, heading), *keys, "{heading}");
    }
    let headings = page.lines().filter(|line| line.starts_with("### ")).count();
    assert_eq!(headings, tables.len(), "every third-level heading is a table of keys");
}

#[test]
fn the_page_has_the_limits() {
    let page = page();
    let limits: BTreeMap<&str, u128> = BTreeMap::from([
        ("bytes of a scenario file", limits::FILE_BYTES.into()),
        ("bytes of a trace, and of all that a file is read from", limits::STUDY_BYTES.into()),
        ("files that are extended, one by another", limits::EXTENDS_DEPTH as u128),
        ("`rounds`", limits::ROUNDS.into()),
        ("rounds × flows, or rounds × stages", limits::QUEUE_CELLS.into()),
        ("rounds × flows, or rounds × stages, × cells × replications", limits::FILE_WORK),
        ("`capacity`, `cost`, `rate`, `buffer`, `bound-units`, a count, a `seed`, `peak-rate`", limits::WHOLE.into()),
        ("`ceiling`, `bound`, a multiplier of a `swing`", limits::FACTOR.into()),
        ("work, or items, that may arrive in a run", limits::RUN_UNITS),
        ("`class`", limits::CLASS.into()),
        ("flows, or stages", limits::FLOWS as u128),
        ("settings", limits::SETTINGS as u128),
        ("scenarios", limits::SCENARIOS as u128),
        ("phases of a scenario", limits::PHASES as u128),
        ("multipliers of a `swing`", limits::SWING as u128),
        ("characters of a name", limits::NAME as u128),
        ("`round-seconds`, `minutes`, `per-month`, `fault-minutes-per-month`", limits::DURATION.into()),
        ("`replications`", limits::REPLICATIONS.into()),
        ("rate × swing of random arrivals", arrivals::PoissonStream::MAX_MEAN.into()),
    ]);
    for (what, most) in &limits {
        assert!(page.contains(&format!("\n| {what} | {most} |\n")), "the page does not say: | {what} | {most} |");
    }
    assert_eq!(first_cells(&page, "## Limits").len(), limits.len(), "the page has a limit that is none");
}

#[test]
fn the_pages_examples_are_read_as_they_stand() {
    let page = page();
    let (mut complete, mut fragments) = (0, 0);
    for block in page.split("\n```toml").skip(1) {
        let block = block.split("\n```").next().expect("a block ends");
        let (info, text) = block.split_once('\n').expect("a block has lines");
        if info.trim() == "fragment" {
            fragments += 1;
            toml::from_str::<wire::Document>(text).expect("a fragment has only known keys");
            continue;
        }
        complete += 1;
        let (resolved, diagnostics) = crate::load_str(&folder().join("example.toml"), text);
        assert_eq!(diagnostics.render(false), "");
        let Some(Resolved::Study(study)) = resolved else { panic!("an example is a study") };
        assert!(study.cells().all(|cell| study.run(cell).is_ok()), "every cell has an answer");
    }
    assert_eq!((complete, fragments), (2, 2));
}
