//! Every kind of mistake, with all that is said about it: place, line, caret, cause, and what to write instead.
//!
//! A test changes one thing in a small file that has nothing wrong with it, and holds the whole message.

use std::fs;
use std::path::Path;

use scenarios::{Diagnostics, Resolved};

/// A gate with nothing wrong and nothing doubtful.
const GATE: &str = r#"rounds = 10

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 5
cost = 1
class = 1

[[setting]]
name = "none"

[[scenario]]
name = "fault-free"
"#;

/// A chain with nothing wrong and nothing doubtful.
const CHAIN: &str = r#"rounds = 10

[chain.source]
name = "carrier"
rate = 5

[[chain.stage]]
name = "log"
buffer = 20
rate = 10

[[setting]]
name = "one-link"
depth = 1

[[scenario]]
name = "fault-free"
"#;

fn changed(file: &str, old: &str, new: &str) -> String {
    assert_eq!(file.matches(old).count(), 1, "the change must have one place");
    file.replace(old, new)
}

fn gate(old: &str, new: &str) -> String {
    changed(GATE, old, new)
}

fn chain(old: &str, new: &str) -> String {
    changed(CHAIN, old, new)
}

/// What is said about a text that stands in `my.toml`.
fn check(text: &str, expected: &str) {
    hold(scenarios::load_str(Path::new("my.toml"), text), "", expected);
}

/// What is said about `my.toml`, one of several files of a folder.
fn check_files(files: &[(&str, &[u8])], expected: &str) {
    let folder = tempfile::tempdir().expect("a folder to write in");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("the folder can be made");
        fs::write(path, bytes).expect("the file can be written");
    }
    let loaded = scenarios::load(&folder.path().join("my.toml"));
    hold(loaded, &folder.path().join("").display().to_string(), expected);
}

fn hold((resolved, diagnostics): (Option<Resolved>, Diagnostics), folder: &str, expected: &str) {
    let said = diagnostics.render(false);
    let said = if folder.is_empty() { said } else { said.replace(folder, "") };
    // Editors take spaces off the ends of lines, and so does this.
    let lines = |text: &str| text.trim().lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
    let (said, expected) = (lines(&said), lines(expected));
    assert!(said == expected, "said:\n{said}\nexpected:\n{expected}");
    assert_eq!(resolved.is_some(), !diagnostics.has_errors(), "a study comes out where there is no error");
}

// Keys

#[test]
fn an_unknown_key_near_a_known_one() {
    check(
        &gate("capacity = 10", "capcity = 10"),
        r#"
error: there is no key `capcity` here
 --> my.toml:4:1
  |
4 | capcity = 10
  | ^^^^^^^
  |
  = help: did you mean `capacity`?
"#,
    );
}

#[test]
fn an_unknown_key_near_nothing() {
    check(
        &gate("cost = 1", "cost = 1\nzzz = 1"),
        r#"
error: there is no key `zzz` here
  --> my.toml:10:1
   |
10 | zzz = 1
   | ^^^
   |
   = help: what can stand here: name, label, because, rate, cost, class, swing, arrivals
"#,
    );
}

#[test]
fn an_underscore_for_a_hyphen() {
    check(
        &gate("rounds = 10", "rounds = 10\nround_seconds = 1"),
        r#"
error: there is no key `round_seconds` here
 --> my.toml:2:1
  |
2 | round_seconds = 1
  | ^^^^^^^^^^^^^
  |
  = help: did you mean `round-seconds`?
"#,
    );
}

#[test]
fn a_key_of_the_other_model() {
    check(
        &gate("class = 1", "class = 1\nbuffer = 3"),
        r#"
error: there is no key `buffer` here
  --> my.toml:11:1
   |
11 | buffer = 3
   | ^^^^^^ it belongs to [[chain.stage]]
   |
   = help: what can stand here: name, label, because, rate, cost, class, swing, arrivals
"#,
    );
}

#[test]
fn a_key_of_another_table() {
    check(
        &gate("capacity = 10", "capacity = 10\nrounds = 10"),
        r#"
error: there is no key `rounds` here
 --> my.toml:5:1
  |
5 | rounds = 10
  | ^^^^^^ it belongs to the top of the file, before the first [table]
  |
  = help: what can stand here: capacity, flow
"#,
    );
}

#[test]
fn a_chains_key_in_a_gates_setting() {
    check(
        &gate("name = \"none\"", "name = \"none\"\ndepth = 1\nunbounded = true"),
        r#"
error: `depth` belongs to a chain's setting
  --> my.toml:14:9
   |
14 | depth = 1
   |         ^ this file describes a gate
   |
   = help: a gate's setting has `throttle = { ceiling = 1.2 }` and `shed = { bound = 2.0 }`

error: `unbounded` belongs to a chain's setting
  --> my.toml:15:13
   |
15 | unbounded = true
   |             ^^^^ this file describes a gate
   |
   = help: a gate's setting has `throttle = { ceiling = 1.2 }` and `shed = { bound = 2.0 }`
"#,
    );
}

#[test]
fn a_gates_keys_in_a_chains_setting() {
    check(
        &chain("depth = 1", "throttle = { ceiling = 1.2 }\nshed = { bound = 2 }"),
        r#"
error: `throttle` belongs to a gate's setting
  --> my.toml:14:12
   |
14 | throttle = { ceiling = 1.2 }
   |            ^^^^^^^^^^^^^^^^^ this file describes a chain
   |
   = help: a chain's setting has `depth = 3` or `unbounded = true`

error: `shed` belongs to a gate's setting
  --> my.toml:15:8
   |
15 | shed = { bound = 2 }
   |        ^^^^^^^^^^^^^ this file describes a chain
   |
   = help: a chain's setting has `depth = 3` or `unbounded = true`
"#,
    );
}

#[test]
fn a_capacity_in_a_chain() {
    check(
        &chain(
            "name = \"fault-free\"",
            "name = \"slow\"\ncapacity = 5\n\n[[scenario.phase]]\nfrom = 2\nto = 3\ncapacity = 4",
        ),
        r#"
error: `capacity` belongs to a gate
  --> my.toml:18:12
   |
18 | capacity = 5
   |            ^ this file describes a chain
   |
   = help: change the rate of a stage: `rate = { projection = 60 }`

error: `capacity` belongs to a gate
  --> my.toml:23:12
   |
23 | capacity = 4
   |            ^ this file describes a chain
   |
   = help: change the rate of a stage: `rate = { projection = 60 }`
"#,
    );
}

#[test]
fn an_unknown_key_in_an_inline_table() {
    check(
        &gate("name = \"none\"", "name = \"none\"\nshed = { bund = 2 }"),
        r#"
error: there is no key `bund` here
  --> my.toml:14:10
   |
14 | shed = { bund = 2 }
   |          ^^^^
   |
   = help: did you mean `bound`?
"#,
    );
}

#[test]
fn an_unknown_language() {
    check(
        &gate("name = \"none\"", "name = \"none\"\nlabel = { en = \"none\", de = \"keine\" }"),
        r#"
error: there is no key `de` here
  --> my.toml:14:24
   |
14 | label = { en = "none", de = "keine" }
   |                        ^^
   |
   = help: what can stand here: en, tr
"#,
    );
}

#[test]
fn every_key_that_is_missing() {
    check(
        r#"rounds = 10

[gate]

[[gate.flow]]
name = "query"

[[setting]]

[[scenario]]

[[scenario.phase]]
"#,
        r#"
error: `capacity` is missing
 --> my.toml:3:1
  |
3 | [gate]
  | ^^^^^^ in this table
  |
  = help: write, for example, `capacity = 700`

error: `rate`, `cost` and `class` are missing
 --> my.toml:5:1
  |
5 | [[gate.flow]]
  | ^^^^^^^^^^^^^ in this table
  |
  = help: write, for example, `rate = 416.67`, `cost = 1` and `class = 1`

error: `name` is missing
 --> my.toml:8:1
  |
8 | [[setting]]
  | ^^^^^^^^^^^ in this table
  |
  = help: write, for example, `name = "both"`

error: `name` is missing
  --> my.toml:10:1
   |
10 | [[scenario]]
   | ^^^^^^^^^^^^ in this table
   |
   = help: write, for example, `name = "node-lost"`

error: `from` and `to` are missing
  --> my.toml:12:1
   |
12 | [[scenario.phase]]
   | ^^^^^^^^^^^^^^^^^^ in this table
   |
   = help: write, for example, `from = 121` and `to = 600`
"#,
    );
}

#[test]
fn every_key_that_is_missing_in_a_chain() {
    check(
        r#"rounds = 10

[chain.source]

[[chain.stage]]

[[setting]]
name = "none"

[[scenario]]
name = "fault-free"
"#,
        r#"
error: `name` and `rate` are missing
 --> my.toml:3:1
  |
3 | [chain.source]
  | ^^^^^^^^^^^^^^ in this table
  |
  = help: write, for example, `name = "carrier"` and `rate = 97.22`

error: `name`, `buffer` and `rate` are missing
 --> my.toml:5:1
  |
5 | [[chain.stage]]
  | ^^^^^^^^^^^^^^^ in this table
  |
  = help: write, for example, `name = "log"`, `buffer = 200` and `rate = 250`
"#,
    );
}

#[test]
fn an_empty_throttle_and_an_empty_shed() {
    check(
        &gate("name = \"none\"", "name = \"none\"\nthrottle = {}\nshed = {}"),
        r#"
error: `ceiling` is missing
  --> my.toml:14:12
   |
14 | throttle = {}
   |            ^^ in this table
   |
   = help: write, for example, `throttle = { ceiling = 1.2 }`

error: `bound` is missing
  --> my.toml:15:8
   |
15 | shed = {}
   |        ^^ in this table
   |
   = help: write, for example, `shed = { bound = 2.0 }` or `shed = { bound-units = 1400 }`
"#,
    );
}

#[test]
fn no_rounds() {
    check(
        &gate("rounds = 10\n", ""),
        r#"
error: `rounds` is missing
 --> my.toml:2:1
  |
2 | [gate]
  | ^^^^^^ this needs to know how long a run is
  |
  = help: write, for example, `rounds = 600` at the top of the file, before the first [table]
"#,
    );
}

#[test]
fn no_setting() {
    check(
        &gate("[[setting]]\nname = \"none\"\n\n", ""),
        r#"
error: `[[setting]]` is missing
 --> my.toml:3:1
  |
3 | [gate]
  | ^^^^^^ this needs at least one setting to be run under
  |
  = help: write, for example, `[[setting]]` and below it `name = "none"`
"#,
    );
}

#[test]
fn no_scenario() {
    check(
        &gate("[[scenario]]\nname = \"fault-free\"\n", ""),
        r#"
error: `[[scenario]]` is missing
 --> my.toml:3:1
  |
3 | [gate]
  | ^^^^^^ this needs at least one scenario to be run in
  |
  = help: write, for example, `[[scenario]]` and below it `name = "fault-free"`
"#,
    );
}

#[test]
fn no_flow() {
    check(
        &gate("[[gate.flow]]\nname = \"query\"\nrate = 5\ncost = 1\nclass = 1\n", ""),
        r#"
error: `[[gate.flow]]` is missing
 --> my.toml:3:1
  |
3 | [gate]
  | ^^^^^^ in this table
  |
  = help: write, for example, `[[gate.flow]]` with `name`, `rate`, `cost` and `class`
"#,
    );
}

#[test]
fn no_source() {
    check(
        &chain("[chain.source]\nname = \"carrier\"\nrate = 5\n", ""),
        r#"
error: `[chain.source]` is missing
 --> my.toml:4:1
  |
4 | [[chain.stage]]
  | ^^^^^^^^^^^^^^^ in this table
  |
  = help: write, for example, `[chain.source]` with `name` and `rate`
"#,
    );
}

#[test]
fn no_stage() {
    check(
        &chain("[[chain.stage]]\nname = \"log\"\nbuffer = 20\nrate = 10\n", ""),
        r#"
error: `[[chain.stage]]` is missing
 --> my.toml:3:1
  |
3 | [chain.source]
  | ^^^^^^^^^^^^^^ in this table
  |
  = help: write, for example, `[[chain.stage]]` with `name`, `buffer` and `rate`
"#,
    );
}

#[test]
fn no_system() {
    check(
        r#"rounds = 10

[[setting]]
name = "none"

[[scenario]]
name = "fault-free"
"#,
        r#"
error: there is no system: neither [gate] nor [chain]
 --> my.toml:3:1
  |
3 | [[setting]]
  | ^^^^^^^^^^^ this needs a system to stand on
  |
  = help: describe one in [gate] or [chain], or extend a file that does
"#,
    );
}

#[test]
fn both_systems() {
    check(
        &gate("[[setting]]", "[chain.source]\nname = \"carrier\"\nrate = 5\n\n[[setting]]"),
        r#"
error: a file describes one system: a [gate] or a [chain]
  --> my.toml:12:1
   |
 3 | [gate]
   | ------ the gate
...
12 | [chain.source]
   | ^^^^^^^^^^^^^^ the chain
   |
   = help: put one of them into a file of its own
"#,
    );
}

// Types

#[test]
fn a_number_in_quotes() {
    check(
        &gate("rate = 5", "rate = \"5\""),
        r#"
error: `rate` must be a number
 --> my.toml:8:8
  |
8 | rate = "5"
  |        ^^^ this is a string
  |
  = help: write it without quotes: 5
"#,
    );
}

#[test]
fn a_word_for_a_number() {
    check(
        &gate("rate = 5", "rate = \"many\""),
        r#"
error: `rate` must be a number
 --> my.toml:8:8
  |
8 | rate = "many"
  |        ^^^^^^ this is a string
"#,
    );
}

#[test]
fn a_number_for_a_name() {
    check(
        &gate("name = \"none\"", "name = 5"),
        r#"
error: `name` must be a string
  --> my.toml:13:8
   |
13 | name = 5
   |        ^ this is a number
   |
   = help: put it in quotes
"#,
    );
}

#[test]
fn a_date_for_a_number() {
    check(
        &gate("capacity = 10", "capacity = 2026-01-01"),
        r#"
error: `capacity` must be a number
 --> my.toml:4:12
  |
4 | capacity = 2026-01-01
  |            ^^^^^^^^^^ this is a date or a time
"#,
    );
}

#[test]
fn a_word_for_yes_or_no() {
    check(
        &gate("name = \"fault-free\"", "name = \"fault-free\"\nsteady = \"true\""),
        r#"
error: `steady` must be `true` or `false`
  --> my.toml:17:10
   |
17 | steady = "true"
   |          ^^^^^^ this is a string
   |
   = help: write it without quotes: true
"#,
    );
}

#[test]
fn a_number_for_a_list() {
    check(
        &gate("cost = 1", "cost = 1\nswing = 1.5"),
        r#"
error: `swing` must be an array
  --> my.toml:10:9
   |
10 | swing = 1.5
   |         ^^^ this is a number
   |
   = help: put it in brackets: `swing = [ … ]`
"#,
    );
}

#[test]
fn a_word_in_a_list() {
    check(
        &gate("cost = 1", "cost = 1\nswing = [0.5, \"1.5\"]"),
        r#"
error: every entry of `swing` must be a number
  --> my.toml:10:15
   |
10 | swing = [0.5, "1.5"]
   |               ^^^^^ this is a string
   |
   = help: write it without quotes: 1.5
"#,
    );
}

#[test]
fn a_rate_of_nobody() {
    check(
        &gate("name = \"fault-free\"", "name = \"double\"\nrate = 10"),
        r#"
error: `rate` must be a table
  --> my.toml:17:8
   |
17 | rate = 10
   |        ^^ this is a number
   |
   = help: say whose rate it is, as in `rate = { batch = 4.5 }`
"#,
    );
}

#[test]
fn one_pair_of_brackets_for_two() {
    check(
        &gate("[[setting]]", "[setting]"),
        r#"
error: there may be several of `setting`
  --> my.toml:12:1
   |
12 | [setting]
   | ^^^^^^^^^ this is a single table
   |
   = help: write `[[setting]]`, with two pairs of brackets, above each of them
"#,
    );
}

#[test]
fn two_pairs_of_brackets_for_one() {
    check(
        &gate("[gate]\ncapacity = 10\n\n", "[[gate]]\ncapacity = 10\n\n"),
        r#"
error: `gate` must be one table
 --> my.toml:3:1
  |
3 | [[gate]]
  | ^^^^^^^^ this is an array
  |
  = help: write `[gate]`, with one pair of brackets
"#,
    );
}

#[test]
fn an_array_for_a_table() {
    check(
        &gate("name = \"none\"", "name = \"none\"\nthrottle = [1.2]"),
        r#"
error: `throttle` must be one table
  --> my.toml:14:12
   |
14 | throttle = [1.2]
   |            ^^^^^ this is an array
   |
   = help: write `[setting.throttle]`, or `throttle = { … }`
"#,
    );
}

#[test]
fn words_for_settings() {
    check(
        r#"rounds = 10
setting = ["none", "both"]

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 5
cost = 1
class = 1

[[scenario]]
name = "fault-free"
"#,
        r#"
error: every `setting` must be a table
 --> my.toml:2:12
  |
2 | setting = ["none", "both"]
  |            ^^^^^^ this is a string
  |
  = help: write `[[setting]]`, with two pairs of brackets, above each of them

error: every `setting` must be a table
 --> my.toml:2:20
  |
2 | setting = ["none", "both"]
  |                    ^^^^^^ this is a string
  |
  = help: write `[[setting]]`, with two pairs of brackets, above each of them
"#,
    );
}

// Numbers

#[test]
fn a_negative_rate() {
    check(
        &gate("rate = 5", "rate = -5"),
        r#"
error: `rate` must not be negative
 --> my.toml:8:8
  |
8 | rate = -5
  |        ^^ below 0
"#,
    );
}

#[test]
fn not_a_number() {
    check(
        &gate("capacity = 10", "capacity = nan"),
        r#"
error: `capacity` must be a number that can be counted with
 --> my.toml:4:12
  |
4 | capacity = nan
  |            ^^^ `nan` and `inf` are not
"#,
    );
}

#[test]
fn an_infinite_rate() {
    check(
        &gate("rate = 5", "rate = inf"),
        r#"
error: `rate` must be a number that can be counted with
 --> my.toml:8:8
  |
8 | rate = inf
  |        ^^^ `nan` and `inf` are not
"#,
    );
}

#[test]
fn an_infinity_below_zero() {
    check(
        &gate("rate = 5", "rate = -inf"),
        r#"
error: `rate` must be a number that can be counted with
 --> my.toml:8:8
  |
8 | rate = -inf
  |        ^^^^ `nan` and `inf` are not
"#,
    );
}

#[test]
fn the_largest_of_64_bits() {
    check(
        &gate("capacity = 10", "capacity = 18446744073709551615"),
        r#"
error: `capacity` is too large
 --> my.toml:4:12
  |
4 | capacity = 18446744073709551615
  |            ^^^^^^^^^^^^^^^^^^^^ at most 1000000000
  |
  = help: choose a coarser unit, or a shorter round
"#,
    );
}

#[test]
fn ten_to_the_eighteen_rounds() {
    check(
        &gate("rounds = 10", "rounds = 1000000000000000000"),
        r#"
error: `rounds` is too large
 --> my.toml:1:10
  |
1 | rounds = 1000000000000000000
  |          ^^^^^^^^^^^^^^^^^^^ at most 10000000
  |
  = help: let a round stand for more seconds
"#,
    );
}

#[test]
fn no_rounds_at_all() {
    check(
        &gate("rounds = 10", "rounds = 0"),
        r#"
error: `rounds` is too small
 --> my.toml:1:10
  |
1 | rounds = 0
  |          ^ at least 1
"#,
    );
}

#[test]
fn a_decimal_comma() {
    check(
        &gate("rate = 5", "rate = 5,5"),
        r#"
error: this is not TOML: unexpected key or value, expected newline, `#`
 --> my.toml:8:9
  |
8 | rate = 5,5
  |         ^
  |
  = help: a decimal point is written `.`, as in 5.5
"#,
    );
}

#[test]
fn a_fraction_of_a_unit() {
    check(
        &gate("capacity = 10", "capacity = 700.5"),
        r#"
error: `capacity` must be a whole number
 --> my.toml:4:12
  |
4 | capacity = 700.5
  |            ^^^^^ this has a fraction
  |
  = help: choose a finer unit, so that nothing is lost: 700.5 in units of a tenth is 7005
"#,
    );
}

#[test]
fn eleven_decimal_places() {
    check(
        &gate("rate = 5", "rate = 5.12345678901"),
        r#"
error: `rate` has too many decimal places
 --> my.toml:8:8
  |
8 | rate = 5.12345678901
  |        ^^^^^^^^^^^^^ at most 9
  |
  = help: round it, or choose a finer unit
"#,
    );
}

#[test]
fn a_cost_of_nothing() {
    check(
        &gate("cost = 1", "cost = 0"),
        r#"
error: `cost` is too small
 --> my.toml:9:8
  |
9 | cost = 0
  |        ^ at least 1
"#,
    );
}

#[test]
fn a_class_below_one() {
    check(
        &gate("class = 1", "class = 0"),
        r#"
error: `class` is too small
  --> my.toml:10:9
   |
10 | class = 0
   |         ^ at least 1
"#,
    );
}

#[test]
fn a_class_above_all() {
    check(
        &gate("class = 1", "class = 1001"),
        r#"
error: `class` is too large
  --> my.toml:10:9
   |
10 | class = 1001
   |         ^^^^ at most 1000
"#,
    );
}

#[test]
fn a_round_of_no_seconds() {
    check(
        &gate("rounds = 10", "rounds = 10\nround-seconds = 0"),
        r#"
error: `round-seconds` must be more than 0
 --> my.toml:2:17
  |
2 | round-seconds = 0
  |                 ^
  |
  = help: leave it out for 1
"#,
    );
}

#[test]
fn a_ceiling_above_all() {
    check(
        &gate("name = \"none\"", "name = \"none\"\nthrottle = { ceiling = 1e7 }"),
        r#"
error: `ceiling` is too large
  --> my.toml:14:24
   |
14 | throttle = { ceiling = 1e7 }
   |                        ^^^ at most 1000000
"#,
    );
}

#[test]
fn an_empty_swing() {
    check(
        &gate("cost = 1", "cost = 1\nswing = []"),
        r#"
error: there are no multipliers
  --> my.toml:10:9
   |
10 | swing = []
   |         ^^ 0 of them; there may be from 1 to 100000
"#,
    );
}

#[test]
fn a_single_replication() {
    check(
        &gate("rounds = 10", "rounds = 10\nreplications = 1"),
        r#"
error: `replications` is too small
 --> my.toml:2:16
  |
2 | replications = 1
  |                ^ at least 2
"#,
    );
}

#[test]
fn more_than_a_run_can_count() {
    check(
        r#"rounds = 10_000_000

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 1e9
cost = 1e9
class = 1

[[setting]]
name = "none"

[[scenario]]
name = "fault-free"
"#,
        r#"
error: more than 1000000000000000000 units could arrive in one run
 --> my.toml:8:8
  |
8 | rate = 1e9
  |        ^^^
  |
  = help: choose a coarser unit, or fewer rounds
"#,
    );
}

#[test]
fn a_run_too_long_for_its_parts() {
    check(
        r#"rounds = 10_000_000

[chain.source]
name = "carrier"
rate = 5

[[chain.stage]]
name = "a"
buffer = 1
rate = 10

[[chain.stage]]
name = "b"
buffer = 1
rate = 10

[[chain.stage]]
name = "c"
buffer = 1
rate = 10

[[setting]]
name = "none"

[[scenario]]
name = "fault-free"
"#,
        r#"
error: a run of 10000000 rounds with 3 stages is too long
 --> my.toml:3:1
  |
3 | [chain.source]
  | ^^^^^^^^^^^^^^ rounds × stages may be at most 20000000
  |
  = help: let a round stand for more seconds
"#,
    );
}

// Names

#[test]
fn two_flows_of_one_name() {
    check(
        &gate("[[setting]]", "[[gate.flow]]\nname = \"query\"\nrate = 1\ncost = 1\nclass = 2\n\n[[setting]]"),
        r#"
error: the name `query` is used twice
  --> my.toml:13:8
   |
 7 | name = "query"
   |        ------- first used here
...
13 | name = "query"
   |        ^^^^^^^ used again here
   |
   = help: give each a name of its own
"#,
    );
}

#[test]
fn two_settings_of_one_name() {
    check(
        &gate("[[scenario]]", "[[setting]]\nname = \"none\"\n\n[[scenario]]"),
        r#"
error: the name `none` is used twice
  --> my.toml:16:8
   |
13 | name = "none"
   |        ------ first used here
...
16 | name = "none"
   |        ^^^^^^ used again here
   |
   = help: give each a name of its own
"#,
    );
}

#[test]
fn two_scenarios_of_one_name() {
    check(
        &gate(
            "[[scenario]]\nname = \"fault-free\"\n",
            "[[scenario]]\nname = \"slow\"\ncapacity = 3\n\n[[scenario]]\nname = \"slow\"\ncapacity = 4\n",
        ),
        r#"
error: the name `slow` is used twice
  --> my.toml:20:8
   |
16 | name = "slow"
   |        ------ first used here
...
20 | name = "slow"
   |        ^^^^^^ used again here
   |
   = help: give each a name of its own
"#,
    );
}

#[test]
fn a_stage_with_the_name_of_the_source() {
    check(
        &chain("name = \"log\"", "name = \"carrier\""),
        r#"
error: the name `carrier` is used twice
 --> my.toml:8:8
  |
4 | name = "carrier"
  |        --------- first used here
...
8 | name = "carrier"
  |        ^^^^^^^^^ used again here
  |
  = help: give each a name of its own
"#,
    );
}

#[test]
fn an_empty_name() {
    check(
        &gate("name = \"query\"", "name = \"\""),
        r#"
error: a name must not be empty
 --> my.toml:7:8
  |
7 | name = ""
  |        ^^
  |
  = help: names stand in file names and commands; what readers see is the `label`
"#,
    );
}

#[test]
fn a_name_that_is_too_long() {
    check(
        &gate("name = \"query\"", "name = \"qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\""),
        r#"
error: a name may have at most 64 characters
 --> my.toml:7:8
  |
7 | name = "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"
  |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: names stand in file names and commands; what readers see is the `label`
"#,
    );
}

#[test]
fn a_name_with_a_path_in_it() {
    check(
        &gate("name = \"query\"", "name = \"../query\""),
        r#"
error: a name is made of letters, digits, `-`, `_` and `.`, and does not start with `.`
 --> my.toml:7:8
  |
7 | name = "../query"
  |        ^^^^^^^^^^
  |
  = help: names stand in file names and commands; what readers see is the `label`
"#,
    );
}

#[test]
fn an_unknown_flow() {
    check(
        &gate("name = \"fault-free\"", "name = \"more\"\nrate = { qeury = 7 }"),
        r#"
error: there is no flow `qeury`
  --> my.toml:17:10
   |
17 | rate = { qeury = 7 }
   |          ^^^^^
   |
   = help: did you mean `query`?
"#,
    );
}

#[test]
fn an_unknown_stage() {
    check(
        &chain("name = \"fault-free\"", "name = \"slow\"\nrate = { projection = 7 }"),
        r#"
error: there is no stage or source `projection`
  --> my.toml:18:10
   |
18 | rate = { projection = 7 }
   |          ^^^^^^^^^^
   |
   = help: there are `carrier` and `log`
"#,
    );
}

#[test]
fn an_unknown_arithmetic() {
    check(
        &gate("rounds = 10", "rounds = 10\narithmetic = \"Doubel\""),
        r#"
error: there is no arithmetic `Doubel`
 --> my.toml:2:14
  |
2 | arithmetic = "Doubel"
  |              ^^^^^^^^
  |
  = help: did you mean `double`?
"#,
    );
}

#[test]
fn a_text_in_no_language() {
    check(
        &gate("name = \"none\"", "name = \"none\"\nlabel = {}"),
        r#"
error: this text is in no language
  --> my.toml:14:9
   |
14 | label = {}
   |         ^^
   |
   = help: write { en = "…", tr = "…" }, or one of the two
"#,
    );
}

// Settings and scenarios

#[test]
fn a_bound_said_twice() {
    check(
        &gate("name = \"none\"", "name = \"both\"\nshed = { bound = 2, bound-units = 14 }"),
        r#"
error: the bound is said twice
  --> my.toml:14:35
   |
14 | shed = { bound = 2, bound-units = 14 }
   |                  -                ^^ once in units
   |                  |
   |                  and once as a multiple of the capacity
   |
   = help: keep `bound` (× capacity in force) or `bound-units` (absolute)
"#,
    );
}

#[test]
fn a_depth_beyond_the_chain() {
    check(
        &chain("depth = 1", "depth = 2"),
        r#"
error: the signal cannot travel beyond the chain
  --> my.toml:14:9
   |
14 | depth = 2
   |         ^ the chain has 1 stage
   |
   = help: `depth = 1` reaches the boundary, where the source is refused
"#,
    );
}

#[test]
fn phases_that_overlap() {
    check(
        &gate(
            "name = \"fault-free\"",
            "name = \"lost\"\n\n[[scenario.phase]]\nfrom = 2\nto = 5\ncapacity = 4\n\n[[scenario.phase]]\nfrom = 5\nto = 7\ncapacity = 3",
        ),
        r#"
error: phases must not overlap, and go forward in time
  --> my.toml:24:8
   |
20 | to = 5
   |      - the phase before ends with round 5
...
24 | from = 5
   |        ^ begins in round 5
   |
   = help: begin it in round 6 or later, or write the earlier phase first
"#,
    );
}

#[test]
fn phases_that_go_back() {
    check(
        &gate(
            "name = \"fault-free\"",
            "name = \"lost\"\n\n[[scenario.phase]]\nfrom = 6\nto = 7\ncapacity = 4\n\n[[scenario.phase]]\nfrom = 2\nto = 3\ncapacity = 3",
        ),
        r#"
error: phases must not overlap, and go forward in time
  --> my.toml:24:8
   |
20 | to = 7
   |      - the phase before ends with round 7
...
24 | from = 2
   |        ^ begins in round 2
   |
   = help: begin it in round 8 or later, or write the earlier phase first
"#,
    );
}

#[test]
fn a_phase_that_ends_before_it_begins() {
    check(
        &gate("name = \"fault-free\"", "name = \"lost\"\n\n[[scenario.phase]]\nfrom = 5\nto = 2\ncapacity = 4"),
        r#"
error: the phase ends before it begins
  --> my.toml:19:8
   |
19 | from = 5
   |        ^ from 5
20 | to = 2
   |      - to 2
   |
   = help: both rounds are included: a phase of one round has `from` equal to `to`
"#,
    );
}

#[test]
fn a_phase_after_the_run() {
    check(
        &gate("name = \"fault-free\"", "name = \"lost\"\n\n[[scenario.phase]]\nfrom = 5\nto = 11\ncapacity = 4"),
        r#"
error: the phase goes on after the run has ended
  --> my.toml:20:6
   |
20 | to = 11
   |      ^^ the run has 10 rounds
   |
   = help: give the run more `rounds`, or end the phase earlier
"#,
    );
}

#[test]
fn a_phase_from_round_zero() {
    check(
        &gate("name = \"fault-free\"", "name = \"lost\"\n\n[[scenario.phase]]\nfrom = 0\nto = 3\ncapacity = 4.5"),
        r#"
error: `from` is too small
  --> my.toml:19:8
   |
19 | from = 0
   |        ^ at least 1

error: `capacity` must be a whole number
  --> my.toml:21:12
   |
21 | capacity = 4.5
   |            ^^^ this has a fraction
   |
   = help: choose a finer unit, so that nothing is lost: 700.5 in units of a tenth is 7005
"#,
    );
}

// Arrivals

#[test]
fn arrivals_from_nowhere() {
    check(
        &gate("class = 1", "class = 1\narrivals = {}"),
        r#"
error: arrivals come from one of `counts`, `csv` and `poisson`
  --> my.toml:11:12
   |
11 | arrivals = {}
   |            ^^
   |
   = help: write, for example, `arrivals = { counts = [12, 9, 14], then = "repeat" }`
"#,
    );
}

#[test]
fn arrivals_from_two_places() {
    check(
        &gate("class = 1", "class = 1\narrivals = { counts = [1], poisson = { seed = 7 } }"),
        r#"
error: arrivals come from one of `counts`, `csv` and `poisson`
  --> my.toml:11:12
   |
11 | arrivals = { counts = [1], poisson = { seed = 7 } }
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = help: write, for example, `arrivals = { counts = [12, 9, 14], then = "repeat" }`
"#,
    );
}

#[test]
fn counts_that_end_before_the_run() {
    check(
        &gate("class = 1", "class = 1\narrivals = { counts = [1, 2, 3] }"),
        r#"
error: the trace is shorter than the run
  --> my.toml:11:12
   |
11 | arrivals = { counts = [1, 2, 3] }
   |            ^^^^^^^^^^^^^^^^^^^^^^ 3 counts for 10 rounds
   |
   = help: say what follows: `then = "repeat"` or `then = "nothing"`
"#,
    );
}

#[test]
fn an_unknown_way_to_go_on() {
    check(
        &gate("class = 1", "class = 1\narrivals = { counts = [1, 2, 3], then = \"repaet\" }"),
        r#"
error: there is no way to go on `repaet`
  --> my.toml:11:41
   |
11 | arrivals = { counts = [1, 2, 3], then = "repaet" }
   |                                         ^^^^^^^^
   |
   = help: did you mean `repeat`?
"#,
    );
}

#[test]
fn a_count_with_a_fraction() {
    check(
        &gate("class = 1", "class = 1\narrivals = { counts = [1, 2.5, 3], then = \"repeat\" }"),
        r#"
error: a count must be a whole number
  --> my.toml:11:27
   |
11 | arrivals = { counts = [1, 2.5, 3], then = "repeat" }
   |                           ^^^ this has a fraction
   |
   = help: choose a finer unit, so that nothing is lost: 700.5 in units of a tenth is 7005
"#,
    );
}

#[test]
fn no_seed() {
    check(
        &gate("class = 1", "class = 1\narrivals = { poisson = {} }"),
        r#"
error: `seed` is missing
  --> my.toml:11:24
   |
11 | arrivals = { poisson = {} }
   |                        ^^ in this table
   |
   = help: write, for example, `poisson = { seed = 7 }`
"#,
    );
}

#[test]
fn a_column_without_a_file() {
    check(
        &gate("class = 1", "class = 1\narrivals = { counts = [1], column = \"n\" }"),
        r#"
error: `column` goes with `csv`
  --> my.toml:11:37
   |
11 | arrivals = { counts = [1], column = "n" }
   |                                     ^^^
   |
   = help: name the file too: `csv = "trace.csv"`
"#,
    );
}

#[test]
fn chance_with_a_mean_too_large() {
    check(
        &gate("rate = 5", "rate = 1e9\narrivals = { poisson = { seed = 7 } }"),
        r#"
error: the mean of a round is too large for Poisson arrivals
 --> my.toml:8:8
  |
8 | rate = 1e9
  |        ^^^ rate × swing may be at most 1000000
  |
  = help: choose a coarser unit: at such rates chance hardly shows
"#,
    );
}

#[test]
fn a_trace_that_is_missing() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb2.csv", b"minute,count\n1,5\n"),
        ],
        r#"
error: there is no file `elb.csv`
  --> my.toml:11:20
   |
11 | arrivals = { csv = "elb.csv", column = "count", then = "repeat" }
   |                    ^^^^^^^^^ looked up beside the file that names it
   |
   = help: did you mean `elb2.csv`?
"#,
    );
}

#[test]
fn a_trace_without_the_column() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"cuont\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"minute,requests,count\n1,5,7\n"),
        ],
        r#"
error: there is no column `cuont`
  --> my.toml:11:40
   |
11 | arrivals = { csv = "elb.csv", column = "cuont", then = "repeat" }
   |                                        ^^^^^^^
   |
  ::: elb.csv:1:1
   |
 1 | minute,requests,count
   | --------------------- the header of the trace
   |
   = help: did you mean `count`?
"#,
    );
}

#[test]
fn a_trace_without_any_such_column() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"x\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"minute,requests\n1,5\n"),
        ],
        r#"
error: there is no column `x`
  --> my.toml:11:40
   |
11 | arrivals = { csv = "elb.csv", column = "x", then = "repeat" }
   |                                        ^^^
   |
  ::: elb.csv:1:1
   |
 1 | minute,requests
   | --------------- the header of the trace
   |
   = help: there are `minute` and `requests`
"#,
    );
}

#[test]
fn a_trace_without_a_header() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"1,5\n2,6\n"),
        ],
        r#"
error: the trace has no header
  --> elb.csv:1:1
   |
 1 | 1,5
   | ^ its first line is all numbers
   |
  ::: my.toml:11:20
   |
11 | arrivals = { csv = "elb.csv", column = "count", then = "repeat" }
   |                    --------- asked for here
   |
   = help: name the columns in the first line, as in `minute,count`
"#,
    );
}

#[test]
fn a_trace_without_rows() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"minute,count\n"),
        ],
        r#"
error: the trace has no rows below its header
  --> my.toml:11:20
   |
11 | arrivals = { csv = "elb.csv", column = "count", then = "repeat" }
   |                    ^^^^^^^^^
   |
   = help: a row is a round, with what arrived in it
"#,
    );
}

#[test]
fn a_trace_that_is_empty() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b""),
        ],
        r#"
error: the trace is empty
  --> my.toml:11:20
   |
11 | arrivals = { csv = "elb.csv", column = "count", then = "repeat" }
   |                    ^^^^^^^^^
   |
   = help: a row is a round, with what arrived in it
"#,
    );
}

#[test]
fn a_trace_with_an_empty_cell() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"minute,count\n1,5\n2,\n3,6\n"),
        ],
        r#"
error: a count is missing
 --> elb.csv:3:3
  |
3 | 2,
  |   ^
  |
  = help: write 0 where nothing arrived, and mend the gap where it is not known
"#,
    );
}

#[test]
fn a_trace_with_rows_of_different_lengths() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"minute,count\n1,5\n2\n3,6,7\n"),
        ],
        r#"
error: this row does not have as many cells as the header
 --> elb.csv:3:1
  |
3 | 2
  | ^ 1 cell instead of 2

error: this row does not have as many cells as the header
 --> elb.csv:4:1
  |
4 | 3,6,7
  | ^^^^^ 3 cells instead of 2
"#,
    );
}

#[test]
fn a_trace_with_a_fraction() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"minute,count\n1,94.0\n2,94.5\n"),
        ],
        r#"
error: a count must be a whole number
 --> elb.csv:3:3
  |
3 | 2,94.5
  |   ^^^^
  |
  = help: count in a finer unit, or round all of the column
"#,
    );
}

#[test]
fn a_trace_with_words() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"minute,count\r\n1,\"5\"\r\n2,\"many\"\r\n"),
        ],
        r#"
error: this is not a count
 --> elb.csv:3:3
  |
3 | 2,"many"
  |   ^^^^^^
  |
  = help: every row is a round, with what arrived in it
"#,
    );
}

#[test]
fn a_trace_with_a_negative_count() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"minute,count\n1,-5\n"),
        ],
        r#"
error: a count must not be negative
 --> elb.csv:2:3
  |
2 | 1,-5
  |   ^^
  |
  = help: every row is a round, with what arrived in it
"#,
    );
}

#[test]
fn a_trace_that_ends_before_the_run() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\" }").as_bytes(),
            ),
            ("elb.csv", b"minute,count\n1,5\n"),
        ],
        r#"
error: the trace is shorter than the run
  --> my.toml:11:12
   |
11 | arrivals = { csv = "elb.csv", column = "count" }
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1 count for 10 rounds
   |
   = help: say what follows: `then = "repeat"` or `then = "nothing"`
"#,
    );
}

#[test]
fn a_trace_that_is_no_text() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", b"minute,count\n1,\xff\n"),
        ],
        r#"
error: the file is not UTF-8 text
 --> elb.csv:2:3
  |
2 | 1,�
  |   ^ byte 15 is 0xff
  |
  = help: save it as UTF-8; a trace is comma-separated text
"#,
    );
}

// The file itself

#[test]
fn an_empty_file() {
    check(
        "",
        r#"
error: this file says nothing
 --> my.toml:1:1
  |
1 |
  | ^
  |
  = help: describe a system in [gate] or [chain], with at least one [[setting]] and one [[scenario]]
"#,
    );
}

#[test]
fn a_file_of_spaces() {
    check(
        "  \n\n",
        r#"
error: this file says nothing
 --> my.toml:1:1
  |
1 |
  | ^
  |
  = help: describe a system in [gate] or [chain], with at least one [[setting]] and one [[scenario]]
"#,
    );
}

#[test]
fn a_file_of_comments() {
    check(
        "# nothing yet\n# but a plan\n",
        r#"
error: this file says nothing
 --> my.toml:1:1
  |
1 | # nothing yet
  | ^
  |
  = help: describe a system in [gate] or [chain], with at least one [[setting]] and one [[scenario]]
"#,
    );
}

#[test]
fn a_byte_order_mark_inside() {
    check(
        "rounds = 10\n\u{feff}[gate]\ncapacity = 10\n",
        r#"
error: this is not TOML: a byte order mark stands inside of it
 --> my.toml:2:1
  |
2 | ﻿[gate]
  | ^ only the very start of a file may have one
  |
  = help: delete it
"#,
    );
}

#[test]
fn a_key_said_twice() {
    check(
        "rounds = 10\nrounds = 20\n",
        r#"
error: this is not TOML: duplicate key
 --> my.toml:2:1
  |
2 | rounds = 20
  | ^^^^^^
"#,
    );
}

#[test]
fn several_mistakes_of_syntax() {
    check(
        "rounds = \n\n[gate\ncapacity = \"10\n",
        r#"
error: this is not TOML: the value is missing
 --> my.toml:1:10
  |
1 | rounds =
  |          ^ nothing comes after the `=`

error: this is not TOML: unclosed table, expected `]`
 --> my.toml:3:6
  |
3 | [gate
  |      ^
"#,
    );
}

#[test]
fn values_nested_too_deep() {
    check(
        r#"rounds = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
"#,
        r#"
error: this is not TOML: it is nested too deep
 --> my.toml:1:90
  |
1 | rounds = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
  |                                                                                          ^
"#,
    );
}

#[test]
fn keys_nested_too_deep() {
    check(
        r#"rounds.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1
"#,
        r#"
error: this is not TOML: it is nested too deep
 --> my.toml:1:1
  |
1 | rounds.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a....
  | ^
"#,
    );
}

#[test]
fn a_binary_file() {
    check_files(
        &[("my.toml", b"rounds = 10\n\x00\x01\xff\xfe\n")],
        r#"
error: the file is not UTF-8 text
 --> my.toml:2:3
  |
2 | ␀␁��
  |   ^ byte 14 is 0xff
  |
  = help: save it as UTF-8; a scenario file is TOML
"#,
    );
}

#[test]
fn a_file_in_latin_1() {
    check_files(
        &[("my.toml", b"# sa\xe7\nrounds = 10\ntitle = \x22kap?\x22\n")],
        r#"
error: the file is not UTF-8 text
 --> my.toml:1:5
  |
1 | # sa�
  |     ^ byte 4 is 0xe7
  |
  = help: save it as UTF-8; a scenario file is TOML
"#,
    );
}

#[test]
fn a_folder() {
    check_files(
        &[("my.toml/inside.toml", b"")],
        r#"
error: `my.toml` is a folder
 |
 = help: name a file in it
"#,
    );
}

#[test]
fn a_file_that_is_missing() {
    check_files(
        &[("mine.toml", b"")],
        r#"
error: there is no file `my.toml`
 |
 = help: did you mean `mine.toml`?
"#,
    );
}

// Extends

#[test]
fn an_extended_file_that_is_missing() {
    check_files(
        &[("my.toml", b"extends = \"bass.toml\"\n"), ("base.toml", GATE.as_bytes())],
        r#"
error: there is no file `bass.toml`
 --> my.toml:1:11
  |
1 | extends = "bass.toml"
  |           ^^^^^^^^^^^ looked up beside the file that says `extends`
  |
  = help: did you mean `base.toml`?
"#,
    );
}

#[test]
fn a_file_that_extends_itself() {
    check_files(
        &[("my.toml", b"extends = \"my.toml\"\n")],
        r#"
error: `extends` goes in a circle: my.toml → my.toml
 --> my.toml:1:11
  |
1 | extends = "my.toml"
  |           ^^^^^^^^^ this file is on the way already
  |
  = help: a file may extend only one that does not lead back to it
"#,
    );
}

#[test]
fn two_files_that_extend_each_other() {
    check_files(
        &[("my.toml", b"extends = \"base.toml\"\n"), ("base.toml", b"rounds = 10\nextends = \"my.toml\"\n")],
        r#"
error: `extends` goes in a circle: my.toml → base.toml → my.toml
 --> base.toml:2:11
  |
2 | extends = "my.toml"
  |           ^^^^^^^^^ this file is on the way already
  |
  = help: a file may extend only one that does not lead back to it
"#,
    );
}

#[test]
fn a_mistake_in_the_extended_file() {
    check_files(
        &[("my.toml", b"extends = \"base.toml\"\n\n[gate]\ncapacity = 7.5\n"), ("base.toml", "rounds = 10\n\n[gate]\ncapacity = 10\n\n[[gate.flow]]\nname = \"query\"\nrate = 5\ncost = 1\nclas = 1\n\n[[setting]]\nname = \"none\"\n\n[[scenario]]\nname = \"fault-free\"\n".as_bytes())],
        r#"
error: `capacity` must be a whole number
 --> my.toml:4:12
  |
4 | capacity = 7.5
  |            ^^^ this has a fraction
  |
  = help: choose a finer unit, so that nothing is lost: 700.5 in units of a tenth is 7005

error: there is no key `clas` here
  --> base.toml:10:1
   |
10 | clas = 1
   | ^^^^
   |
   = help: did you mean `class`?
"#,
    );
}

#[test]
fn a_mistake_that_two_files_make_together() {
    check_files(
        &[("my.toml", b"extends = \"base.toml\"\nrounds = 5\n"), ("base.toml", "rounds = 10\n\n[gate]\ncapacity = 10\n\n[[gate.flow]]\nname = \"query\"\nrate = 5\ncost = 1\nclass = 1\n\n[[setting]]\nname = \"none\"\n\n[[scenario]]\nname = \"fault-free\"\n\n[[scenario.phase]]\nfrom = 2\nto = 8\ncapacity = 5\n".as_bytes())],
        r#"
error: the phase goes on after the run has ended
  --> base.toml:20:6
   |
20 | to = 8
   |      ^ the run has 5 rounds
   |
   = help: give the run more `rounds`, or end the phase earlier
"#,
    );
}

#[test]
fn extends_that_is_no_name() {
    check_files(
        &[("my.toml", b"extends = 5\n")],
        r#"
error: `extends` must be a string
 --> my.toml:1:11
  |
1 | extends = 5
  |           ^ this is a number
  |
  = help: put it in quotes
"#,
    );
}

#[test]
fn an_extended_folder() {
    check_files(
        &[("my.toml", b"extends = \"base.toml\"\n"), ("base.toml/x", b"")],
        r#"
error: `base.toml` is a folder
 --> my.toml:1:11
  |
1 | extends = "base.toml"
  |           ^^^^^^^^^^^ looked up beside the file that says `extends`
  |
  = help: name a file in it
"#,
    );
}

#[test]
fn a_chain_of_files_that_is_too_long() {
    let texts: Vec<(String, String)> =
        (0..18).map(|index| (format!("{index}.toml"), format!("extends = \"{}.toml\"\n", index + 1))).collect();
    let mut files: Vec<(&str, &[u8])> = texts.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    files[0].0 = "my.toml";
    check_files(
        &files,
        r#"
error: more than 16 files are extended, one by another
 --> 16.toml:1:11
  |
1 | extends = "17.toml"
  |           ^^^^^^^^^ this is one too many
  |
  = help: bring some of them together
"#,
    );
}

#[test]
fn fine_a_trace_beside_the_extended_file() {
    check_files(
        &[
            ("my.toml", b"extends = \"base/base.toml\"\n"),
            (
                "base/base.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"n\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("base/elb.csv", b"n\n5\n"),
        ],
        "",
    );
}

// All at once

#[test]
fn all_mistakes_at_once_in_file_order() {
    check(
        r#"rounds = -1
arithmetic = "fuzzy"

[gate]
capacity = 1.5
flows = 3

[[gate.flow]]
name = "query"
rate = "5"
cost = 1
class = 1

[[gate.flow]]
name = "query"
cost = 0

[[setting]]
name = "none"
throttle = {}

[[scenario]]
name = "lost"
capacity = inf
rate = { batch = 3 }

[[scenario.phase]]
from = 3
to = 2
"#,
        r#"
error: `rounds` must not be negative
 --> my.toml:1:10
  |
1 | rounds = -1
  |          ^^ below 0

error: there is no arithmetic `fuzzy`
 --> my.toml:2:14
  |
2 | arithmetic = "fuzzy"
  |              ^^^^^^^
  |
  = help: there are `exact` and `double`

error: `capacity` must be a whole number
 --> my.toml:5:12
  |
5 | capacity = 1.5
  |            ^^^ this has a fraction
  |
  = help: choose a finer unit, so that nothing is lost: 700.5 in units of a tenth is 7005

error: there is no key `flows` here
 --> my.toml:6:1
  |
6 | flows = 3
  | ^^^^^
  |
  = help: did you mean `flow`?

error: `rate` must be a number
  --> my.toml:10:8
   |
10 | rate = "5"
   |        ^^^ this is a string
   |
   = help: write it without quotes: 5

error: `rate` and `class` are missing
  --> my.toml:14:1
   |
14 | [[gate.flow]]
   | ^^^^^^^^^^^^^ in this table
   |
   = help: write, for example, `rate = 416.67` and `class = 1`

error: the name `query` is used twice
  --> my.toml:15:8
   |
 9 | name = "query"
   |        ------- first used here
...
15 | name = "query"
   |        ^^^^^^^ used again here
   |
   = help: give each a name of its own

error: `cost` is too small
  --> my.toml:16:8
   |
16 | cost = 0
   |        ^ at least 1

error: `ceiling` is missing
  --> my.toml:20:12
   |
20 | throttle = {}
   |            ^^ in this table
   |
   = help: write, for example, `throttle = { ceiling = 1.2 }`

error: `capacity` must be a number that can be counted with
  --> my.toml:24:12
   |
24 | capacity = inf
   |            ^^^ `nan` and `inf` are not

error: there is no flow `batch`
  --> my.toml:25:10
   |
25 | rate = { batch = 3 }
   |          ^^^^^
   |
   = help: there is only `query`

error: the phase ends before it begins
  --> my.toml:28:8
   |
28 | from = 3
   |        ^ from 3
29 | to = 2
   |      - to 2
   |
   = help: both rounds are included: a phase of one round has `from` equal to `to`
"#,
    );
}

// Warnings

#[test]
fn a_scenario_that_says_what_is_said_already() {
    check(
        &gate("name = \"fault-free\"", "name = \"same\"\ncapacity = 10\nrate = { query = 5.0 }"),
        r#"
warning: this capacity has no effect
  --> my.toml:17:12
   |
17 | capacity = 10
   |            ^^ the system has the same
   |
   = help: leave it out

warning: this rate has no effect
  --> my.toml:18:18
   |
18 | rate = { query = 5.0 }
   |                  ^^^ the system has the same
   |
   = help: leave it out
"#,
    );
}

#[test]
fn a_flow_that_offers_nothing() {
    check(
        &gate("rate = 5", "rate = 0"),
        r#"
warning: the flow `query` has no effect
 --> my.toml:8:8
  |
8 | rate = 0
  |        ^ nothing is ever offered of it
  |
  = help: give it a `rate` above 0 here or in a scenario, or leave the flow out
"#,
    );
}

#[test]
fn steady_without_a_swing() {
    check(
        &gate("name = \"fault-free\"", "name = \"steady\"\nsteady = true"),
        r#"
warning: `steady` has no effect
  --> my.toml:17:10
   |
17 | steady = true
   |          ^^^^ nothing here has a swing
"#,
    );
}

#[test]
fn a_phase_that_changes_nothing() {
    check(
        &gate("name = \"fault-free\"", "name = \"lost\"\n\n[[scenario.phase]]\nfrom = 5\nto = 7\ncapacity = 10"),
        r#"
warning: this phase changes nothing
  --> my.toml:18:1
   |
18 | [[scenario.phase]]
   | ^^^^^^^^^^^^^^^^^^
   |
   = help: say what is different in it: `capacity`, `rate` or `steady`
"#,
    );
}

#[test]
fn a_run_that_ends_in_failure() {
    check(
        &gate("name = \"fault-free\"", "name = \"lost\"\n\n[[scenario.phase]]\nfrom = 5\nto = 10\ncapacity = 6"),
        r#"
warning: the run ends in failure
  --> my.toml:20:6
   |
20 | to = 10
   |      ^^ no round is left to recover in
   |
   = help: end the phase earlier, or give the run more `rounds`
"#,
    );
}

#[test]
fn a_class_that_no_flow_has() {
    check(
        &gate("[gate]", "[reference]\npeak-rate = 5\nprotected-classes = [1, 3]\n\n[gate]"),
        r#"
warning: no flow is of class 3
 --> my.toml:5:25
  |
5 | protected-classes = [1, 3]
  |                         ^ this protects nothing
  |
  = help: leave it out, or give a flow this class
"#,
    );
}

#[test]
fn a_peak_of_nobody() {
    check(
        &gate("[gate]", "[reference]\npeak-rate = 5\n\n[gate]"),
        r#"
warning: `peak-rate` has no effect alone
 --> my.toml:4:13
  |
4 | peak-rate = 5
  |             ^ what is served at the peak is counted over the protected classes
  |
  = help: say which they are: `protected-classes = [1]`
"#,
    );
}

#[test]
fn replications_without_chance() {
    check(
        &gate("rounds = 10", "rounds = 10\nreplications = 200"),
        r#"
warning: `replications` has no effect
 --> my.toml:2:16
  |
2 | replications = 200
  |                ^^^ all 200 would be the same: no arrivals are random
  |
  = help: leave it out, or say `arrivals = { poisson = { seed = 7 } }`
"#,
    );
}

#[test]
fn a_ceiling_that_refuses_everything() {
    check(
        r#"rounds = 10

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 0.5
cost = 1
class = 1

[[setting]]
name = "throttle"
throttle = { ceiling = 1.9 }

[[scenario]]
name = "fault-free"
"#,
        r#"
warning: this ceiling refuses every request of `query`
  --> my.toml:14:24
   |
14 | throttle = { ceiling = 1.9 }
   |                        ^^^ 1.9 × 0.5 is 0.95: no more than 0 may pass in a round, and 0.5 come on average
   |
   = help: the smallest factor that lets the average through is 2
"#,
    );
}

#[test]
fn a_ceiling_that_cuts_what_is_under_it() {
    check(
        r#"rounds = 10

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 1.5
cost = 1
class = 1

[[setting]]
name = "throttle"
throttle = { ceiling = 1.2 }

[[setting]]
name = "both"
throttle = { ceiling = 1.2 }
shed = { bound = 2 }

[[scenario]]
name = "fault-free"
"#,
        r#"
warning: this ceiling cuts `query`, which is under it on average
  --> my.toml:14:24
   |
14 | throttle = { ceiling = 1.2 }
   |                        ^^^ 1.2 × 1.5 is 1.8: no more than 1 may pass in a round, and 1.5 come on average
   |
   = help: the smallest factor that lets the average through is 1.334
"#,
    );
}

#[test]
fn a_ceiling_under_the_mean() {
    check(
        r#"rounds = 10

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 5
cost = 1
class = 1

[[setting]]
name = "throttle"
throttle = { ceiling = 0.7 }

[[scenario]]
name = "fault-free"
"#,
        r#"
warning: this ceiling is below what `query` offers on average
  --> my.toml:14:24
   |
14 | throttle = { ceiling = 0.7 }
   |                        ^^^ 0.7 × 5 is 3.5: no more than 3 may pass in a round, and 5 come on average
   |
   = help: the smallest factor that lets the average through is 1
"#,
    );
}

#[test]
fn a_request_that_is_never_served() {
    check(
        &gate("cost = 1", "cost = 11"),
        r#"
warning: the gate is overloaded on a fault-free day
 --> my.toml:4:12
  |
4 | capacity = 10
  |            ^^ 55 units of work are offered in a round, on average
  |
  = help: a backlog grows in every scenario, whatever is lost in it; check `rate`, `cost` and `swing`

warning: a request of `query` is never served
 --> my.toml:9:8
  |
9 | cost = 11
  |        ^^ it costs 11, and no round has more than 10 units of capacity
  |
  = help: once admitted, it blocks all behind it for good; lower its `cost` or raise the `capacity`
"#,
    );
}

#[test]
fn a_request_that_is_never_served_in_a_scenario() {
    check(
        r#"rounds = 10

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 1
cost = 10
class = 1

[[setting]]
name = "none"

[[scenario]]
name = "fault-free"

[[scenario]]
name = "lost"
capacity = 8
"#,
        r#"
warning: a request of `query` is never served in this scenario
  --> my.toml:18:1
   |
18 | [[scenario]]
   | ^^^^^^^^^^^^ it costs 10, and no round has more than 8 units of capacity
   |
   = help: once admitted, it blocks all behind it for good
"#,
    );
}

#[test]
fn a_bound_that_sheds_every_request() {
    check(
        r#"rounds = 10

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 1
cost = 4
class = 1

[[setting]]
name = "shed"
shed = { bound-units = 3 }

[[scenario]]
name = "fault-free"
"#,
        r#"
warning: this bound sheds every request of `query`
  --> my.toml:14:24
   |
14 | shed = { bound-units = 3 }
   |                        ^ the bound is 3 units at most, and such a request costs 4
   |
   = help: a bound of 4 units lets it in when nothing else waits
"#,
    );
}

#[test]
fn a_gate_that_is_always_overloaded() {
    check(
        &gate("rate = 5", "rate = 7.25\nswing = [1, 2]"),
        r#"
warning: the gate is overloaded on a fault-free day
 --> my.toml:4:12
  |
4 | capacity = 10
  |            ^^ 10.875 units of work are offered in a round, on average
  |
  = help: a backlog grows in every scenario, whatever is lost in it; check `rate`, `cost` and `swing`
"#,
    );
}

#[test]
fn a_chain_that_is_always_overloaded() {
    check(
        &chain("rate = 5", "rate = 10.5"),
        r#"
warning: the chain is overloaded on a fault-free day
  --> my.toml:10:8
   |
10 | rate = 10
   |        ^^ `carrier` produces 10.5 a round, on average
   |
   = help: a backlog grows in every scenario, whatever is slowed down in it; check the rates
"#,
    );
}

#[test]
fn a_depth_of_unbounded_buffers() {
    check(
        &chain("depth = 1", "depth = 1\nunbounded = true"),
        r#"
warning: this depth has no effect
  --> my.toml:14:9
   |
14 | depth = 1
   |         ^ an unbounded buffer is never full
   |
   = help: leave `depth` or `unbounded` out
"#,
    );
}

#[test]
fn two_settings_alike() {
    check(
        &gate("[[scenario]]", "[[setting]]\nname = \"nothing\"\n\n[[scenario]]"),
        r#"
warning: the setting `nothing` has no effect of its own
  --> my.toml:15:1
   |
12 | [[setting]]
   | ----------- as `none` does
...
15 | [[setting]]
   | ^^^^^^^^^^^ it switches the same mechanisms on
   |
   = help: leave one of the two out
"#,
    );
}

#[test]
fn two_scenarios_alike() {
    check(
        &gate("[[scenario]]", "[[scenario]]\nname = \"a-day\"\n\n[[scenario]]"),
        r#"
warning: the scenario `fault-free` has no effect of its own
  --> my.toml:18:1
   |
15 | [[scenario]]
   | ------------ as `a-day` does
...
18 | [[scenario]]
   | ^^^^^^^^^^^^ it changes the same
   |
   = help: leave one of the two out, or say what is different in it
"#,
    );
}

#[test]
fn a_swing_of_recorded_counts() {
    check(
        &gate("class = 1", "class = 1\nswing = [0.5, 1.5]\narrivals = { counts = [5], then = \"repeat\" }"),
        r#"
warning: this swing has no effect
  --> my.toml:11:9
   |
11 | swing = [0.5, 1.5]
   |         ^^^^^^^^^^ recorded counts are taken as they are
12 | arrivals = { counts = [5], then = "repeat" }
   |            --------------------------------- the counts
"#,
    );
}

#[test]
fn counts_that_go_on_after_the_run() {
    check(
        &gate("class = 1", "class = 1\narrivals = { counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }"),
        r#"
warning: the trace is longer than the run
  --> my.toml:11:12
   |
11 | arrivals = { counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 11 counts, of which only the first 10 come
   |
   = help: leave `rounds` out to replay all of it
"#,
    );
}

#[test]
fn a_rate_of_recorded_counts() {
    check(
        r#"rounds = 10

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 5
cost = 1
class = 1
arrivals = { counts = [5], then = "repeat" }

[[setting]]
name = "none"

[[scenario]]
name = "fault-free"
rate = { query = 9 }
"#,
        r#"
warning: this rate of `query` has no effect
  --> my.toml:18:10
   |
18 | rate = { query = 9 }
   |          ^^^^^ its arrivals are recorded counts, taken as they are
"#,
    );
}

// Fine

#[test]
fn fine_a_whole_number_with_a_point() {
    check(&gate("capacity = 10", "capacity = 700.0"), "");
}

#[test]
fn fine_windows_line_ends() {
    check(&GATE.replace('\n', "\r\n"), "");
}

#[test]
fn fine_a_leading_byte_order_mark() {
    check_files(&[("my.toml", format!("\u{feff}{GATE}").as_bytes())], "");
}

#[test]
fn fine_an_inline_table_over_several_lines() {
    check(
        r#"rounds = 10

[gate]
capacity = 10

[[gate.flow]]
name = "query"
rate = 5
cost = 1
class = 1

[[setting]]
name = "none"
throttle = {
  ceiling = 1.5, # comment
}

[[scenario]]
name = "fault-free"
"#,
        "",
    );
}

#[test]
fn fine_a_trace_from_a_spreadsheet() {
    check_files(
        &[
            (
                "my.toml",
                gate("class = 1", "class = 1\narrivals = { csv = \"elb.csv\", column = \"count\", then = \"repeat\" }")
                    .as_bytes(),
            ),
            ("elb.csv", "\u{feff}minute,\"count\"\r\n1,\"5\"\r\n2,94.0\r\n".as_bytes()),
        ],
        r#"
warning: the gate is overloaded on a fault-free day
 --> my.toml:4:12
  |
4 | capacity = 10
  |            ^^ 49.5 units of work are offered in a round, on average
  |
  = help: a backlog grows in every scenario, whatever is lost in it; check `rate`, `cost` and `swing`
"#,
    );
}

#[test]
fn a_broken_trace_is_the_only_error_where_it_would_give_the_length() {
    let text = gate("rate = 5\n", "rate = 5\narrivals = { csv = \"no-such.csv\", column = \"count\" }\n");
    let text = changed(&text, "rounds = 10\n", "");
    let (_, diagnostics) = scenarios::load_str(Path::new("file.toml"), &text);
    let said: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("no-such.csv"), "{said:?}");
}
