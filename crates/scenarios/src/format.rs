//! The format of scenario files as data: every table, every key, what it means and what may stand there.
//!
//! Whatever describes the format to people or editors is made from this. That it lists the keys that `wire`
//! takes, and no others, is held by the test below; that it tells right values from wrong ones as `resolve`
//! does, by the tests of the schema that is made from it.

use crate::limits;

/// One table of a file.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// What other tables call it.
    pub name: &'static str,
    /// How it is written in a file.
    pub header: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its keys, in the order in which they are written as a rule.
    pub keys: &'static [Key],
    /// What must stand in it, where it is complete.
    pub needs: Needs,
}

/// What must stand in a table.
#[derive(Clone, Copy, Debug)]
pub enum Needs {
    /// All of these keys.
    All(&'static [&'static str]),
    /// One of these, and nothing beside it.
    One(&'static [Choice]),
}

/// Keys that make a table complete together.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// All of these must be there.
    pub keys: &'static [&'static str],
    /// These may be.
    pub optional: &'static [&'static str],
}

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// What may stand there.
    pub kind: Kind,
    /// What it means, with its unit.
    pub about: &'static str,
    /// What holds without it, as JSON; or nothing where there is no such value.
    pub default: Option<&'static str>,
    /// A value as JSON.
    pub example: &'static str,
}

/// What may stand at a key.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A name: letters, digits, `-`, `_` and `.`, not first; so many characters at most.
    Name {
        /// Most characters.
        most_characters: usize,
    },
    /// Words for readers, in one or both languages.
    Text,
    /// Any string.
    String,
    /// One of these words.
    Word(&'static [&'static str]),
    /// `true` or `false`.
    Bool,
    /// A decimal number.
    Decimal {
        /// Whether 0 is one too many.
        is_above_zero: bool,
        /// Largest value.
        most: u64,
    },
    /// A whole number; `700.0` is one.
    Whole {
        /// Smallest value.
        least: u64,
        /// Largest value.
        most: u64,
    },
    /// A list of numbers.
    List {
        /// What each is.
        of: &'static Kind,
        /// Fewest.
        least: usize,
        /// Most.
        most: usize,
    },
    /// Numbers by the name of a flow, a stage or the source.
    ByName(&'static Kind),
    /// A table, by its name in [`TABLES`].
    Table(&'static str),
    /// An array of tables.
    Tables {
        /// The name in [`TABLES`].
        of: &'static str,
        /// Most of them.
        most: usize,
    },
}

const NAME: Kind = Kind::Name { most_characters: limits::NAME };
const AMOUNT: Kind = Kind::Decimal { is_above_zero: false, most: limits::WHOLE };
const FACTOR: Kind = Kind::Decimal { is_above_zero: false, most: limits::FACTOR };
const DURATION: Kind = Kind::Decimal { is_above_zero: false, most: limits::DURATION };
const COUNT: Kind = Kind::Whole { least: 0, most: limits::WHOLE };
const ROUND: Kind = Kind::Whole { least: 1, most: limits::ROUNDS as u64 };
const CLASS: Kind = Kind::Whole { least: 1, most: limits::CLASS as u64 };

const fn key(name: &'static str, kind: Kind, example: &'static str, about: &'static str) -> Key {
    Key { name, kind, about, default: None, example }
}

impl Key {
    const fn or(self, default: &'static str) -> Key {
        Key { default: Some(default), ..self }
    }
}

const LABEL: Key = key(
    "label",
    Kind::Text,
    r#"{"en": "status event", "tr": "olay"}"#,
    "What tables call it, in one or both languages. Without it they say the name.",
);
const BECAUSE: Key = key(
    "because",
    Kind::Text,
    r#"{"en": "A lost event leaves a hole for good.", "tr": "Kaybolan olay kalıcı bir boşluk bırakır."}"#,
    "Why it is as it is, for whoever reads the file and its answers.",
);
const ARRIVALS: Key = key(
    "arrivals",
    Kind::Table("arrivals"),
    r#"{"csv": "traces/elb.csv", "column": "count"}"#,
    "Where its arrivals come from, in place of rate × swing: counts seen in reality, or chance. A flow's rate stays its \
     known rate, of which ceilings are made.",
);
const SWING: Key = key(
    "swing",
    Kind::List { of: &FACTOR, least: 1, most: limits::SWING },
    "[0.6, 0.6, 0.6, 2.2]",
    "A cycle of multipliers on the rate, an entry for each round, over and over. Without it every round has the rate \
     itself.",
);
const CAPACITY_IN_FORCE: Key =
    key("capacity", COUNT, "525", "The gate's capacity meanwhile, in units a round. A chain has none.");
const RATES_IN_FORCE: Key = key(
    "rate",
    Kind::ByName(&AMOUNT),
    r#"{"batch": 4.5}"#,
    "Rates meanwhile, by name: what a gate's flows offer (ceilings stay as they are), or what a chain's source produces \
     and its stages move in a round. A stage's rate is a whole number.",
);
const STEADY: Key = key("steady", Kind::Bool, "true", "Whether the swing is off meanwhile.").or("false");

/// Every table, the file itself first.
pub const TABLES: &[Table] = &[
    Table {
        name: "file",
        header: "the top of the file",
        about: "A system, the settings under test, and what happens to it.",
        needs: Needs::All(&[]),
        keys: &[
            key(
                "title",
                Kind::Text,
                r#"{"en": "Two failures at the edge", "tr": "Uçta iki arıza"}"#,
                "What the file is about, in one or both languages. Without it, the file's name.",
            ),
            key(
                "lesson",
                NAME,
                r#""backpressure""#,
                "The lesson that the file belongs to; the command `tables` without files shows those that have one.",
            ),
            key(
                "extends",
                Kind::String,
                r#""ay12.toml""#,
                "Another file, looked up beside this one, on which this one stands: keys written here override those \
                 there, tables are merged, and an array of tables replaces the one there.",
            ),
            key(
                "rounds",
                ROUND,
                "600",
                "Length of every run, in rounds. Only where arrivals are recorded counts may it be left out: the run \
                 is then as long as the longest of them.",
            ),
            key(
                "round-seconds",
                Kind::Decimal { is_above_zero: true, most: limits::DURATION },
                "60",
                "Seconds of a round. Nothing in a run depends on it; figures in seconds and minutes do.",
            )
            .or("1"),
            key(
                "arithmetic",
                Kind::Word(&["exact", "double"]),
                r#""exact""#,
                "How fractions of an arrival add up: `exact` decimals, or IEEE doubles, as most programs have them.",
            )
            .or(r#""exact""#),
            key(
                "replications",
                Kind::Whole { least: 2, most: limits::REPLICATIONS as u64 },
                "200",
                "Seeds that each cell with Poisson arrivals is repeated with, for a mean and an interval of each count.",
            ),
            key("reference", Kind::Table("reference"), r#"{"late-after": 5}"#, "What results are held against."),
            key(
                "gate",
                Kind::Table("gate"),
                r#"{"capacity": 700, "flow": [{"name": "query", "rate": 416.67, "cost": 1, "class": 1}]}"#,
                "The system, where it is an admission gate. A file has a gate or a chain.",
            ),
            key(
                "chain",
                Kind::Table("chain"),
                r#"{"source": {"name": "carrier", "rate": 97.22}, "stage": [{"name": "log", "buffer": 150, "rate": 150}]}"#,
                "The system, where it is a chain of bounded buffers. A file has a gate or a chain.",
            ),
            key(
                "setting",
                Kind::Tables { of: "setting", most: limits::SETTINGS },
                r#"[{"name": "none"}]"#,
                "What is compared: which mechanisms are on, and how they are set.",
            ),
            key(
                "scenario",
                Kind::Tables { of: "scenario", most: limits::SCENARIOS },
                r#"[{"name": "fault-free"}]"#,
                "What happens to the system. One that changes nothing is a fault-free day.",
            ),
            key(
                "sweep",
                Kind::Tables { of: "sweep", most: limits::SETTINGS },
                r#"[{"name": "capacity", "vary": ["capacity=400..700/5"], "measure": ["max-age"]}]"#,
                "What is asked about other numbers. A file that extends this one does not take it over.",
            ),
            key(
                "solve",
                Kind::Tables { of: "solve", most: limits::SETTINGS },
                r#"[{"name": "enough", "scenario": "fault-free", "setting": "both", "find": "smallest capacity",
                     "such-that": "max-age <= 2"}]"#,
                "What is asked about thresholds. A file that extends this one does not take it over.",
            ),
        ],
    },
    Table {
        name: "reference",
        header: "[reference]",
        about: "What results are held against.",
        needs: Needs::All(&[]),
        keys: &[
            key("peak-rate", AMOUNT, "513.89", "Requests a second that arrive at the edge in the peak hour."),
            key(
                "protected-classes",
                Kind::List { of: &CLASS, least: 0, most: usize::MAX },
                "[1, 2]",
                "The classes that the gate is there to protect.",
            ),
            key(
                "fault-minutes-per-month",
                DURATION,
                "28.2",
                "Minutes of outage that a month may spend on faults: the budget that scenarios with `minutes` draw on.",
            ),
            key(
                "late-after",
                Kind::Whole { least: 0, most: limits::ROUNDS as u64 },
                "5",
                "Age in rounds above which an answer comes too late to be of use.",
            ),
        ],
    },
    Table {
        name: "gate",
        header: "[gate]",
        about: "An admission gate: one queue, in front of it the throttle and the shedding of load.",
        needs: Needs::All(&["capacity", "flow"]),
        keys: &[
            key("capacity", COUNT, "700", "Units of work that are served in a round."),
            key(
                "flow",
                Kind::Tables { of: "flow", most: limits::FLOWS },
                r#"[{"name": "query", "rate": 416.67, "cost": 1, "class": 1}]"#,
                "The streams of requests, in the order of entry within a class.",
            ),
        ],
    },
    Table {
        name: "flow",
        header: "[[gate.flow]]",
        about: "A stream of requests that share rate, cost and class.",
        needs: Needs::All(&["name", "rate", "cost", "class"]),
        keys: &[
            key("name", NAME, r#""tracking""#, "What scenarios, commands and answers call it."),
            LABEL,
            BECAUSE,
            key("rate", AMOUNT, "416.67", "Known rate, in requests a round: ceilings are made of it."),
            key("cost", Kind::Whole { least: 1, most: limits::WHOLE }, "1", "Units of work that one request takes."),
            key("class", CLASS, "2", "1 is protected longest; the same class may stand at several flows."),
            SWING,
            ARRIVALS,
        ],
    },
    Table {
        name: "chain",
        header: "[chain]",
        about: "A source, and stages that hand items on through bounded buffers.",
        needs: Needs::All(&["source", "stage"]),
        keys: &[
            key("source", Kind::Table("source"), r#"{"name": "carrier", "rate": 97.22}"#, "What produces the items."),
            key(
                "stage",
                Kind::Tables { of: "stage", most: limits::FLOWS },
                r#"[{"name": "log", "buffer": 150, "rate": 150}]"#,
                "The stages, in the order in which an item passes them.",
            ),
        ],
    },
    Table {
        name: "source",
        header: "[chain.source]",
        about: "What produces the items of a chain.",
        needs: Needs::All(&["name"]),
        keys: &[
            key("name", NAME, r#""carrier""#, "What scenarios, commands and answers call it."),
            LABEL,
            BECAUSE,
            key(
                "rate",
                AMOUNT,
                "97.22",
                "Items produced in a round. It may be left out where `arrivals` are recorded counts.",
            ),
            SWING,
            ARRIVALS,
        ],
    },
    Table {
        name: "stage",
        header: "[[chain.stage]]",
        about: "One link of the chain, with the buffer in front of it.",
        needs: Needs::All(&["name", "buffer", "rate"]),
        keys: &[
            key("name", NAME, r#""log""#, "What scenarios, commands and answers call it."),
            LABEL,
            BECAUSE,
            key("buffer", COUNT, "150", "Items that fit in front of it."),
            key("rate", COUNT, "150", "Items that it moves in a round."),
        ],
    },
    Table {
        name: "arrivals",
        header: "arrivals = { … }",
        about: "Arrivals as they were seen (`counts`, or `csv` with `column`), or by chance (`poisson`).",
        needs: Needs::One(&[
            Choice { keys: &["counts"], optional: &["then"] },
            Choice { keys: &["csv", "column"], optional: &["then"] },
            Choice { keys: &["poisson"], optional: &[] },
        ]),
        keys: &[
            key(
                "counts",
                Kind::List { of: &COUNT, least: 1, most: limits::ROUNDS as usize },
                "[12, 9, 14]",
                "What arrived, a count for each round.",
            ),
            key(
                "csv",
                Kind::String,
                r#""traces/elb.csv""#,
                "A comma-separated file with a header, looked up beside this file; each row is a round.",
            ),
            key("column", Kind::String, r#""count""#, "The column of `csv` that has the counts."),
            key(
                "then",
                Kind::Word(&["repeat", "nothing"]),
                r#""repeat""#,
                "What follows the last count: all of them again, or nothing. It must be said where the run is longer.",
            ),
            key(
                "poisson",
                Kind::Table("poisson"),
                r#"{"seed": 7}"#,
                "Random counts whose mean is rate × swing; the same for the same seed, everywhere and for ever.",
            ),
        ],
    },
    Table {
        name: "poisson",
        header: "poisson = { … }",
        about: "Poisson arrivals.",
        needs: Needs::All(&["seed"]),
        keys: &[key("seed", COUNT, "7", "Which of the possible courses it is.")],
    },
    Table {
        name: "setting",
        header: "[[setting]]",
        about: "Which mechanisms are on. One that is left out is off.",
        needs: Needs::All(&["name"]),
        keys: &[
            key("name", NAME, r#""both""#, "What commands and answers call it."),
            LABEL,
            BECAUSE,
            key(
                "throttle",
                Kind::Table("throttle"),
                r#"{"ceiling": 1.2}"#,
                "A gate's throttle: what a flow offers above its ceiling is refused.",
            ),
            key(
                "shed",
                Kind::Table("shed"),
                r#"{"bound": 2.0}"#,
                "A gate's shedding of load: what does not fit below the queue's bound is refused.",
            ),
            key(
                "depth",
                COUNT,
                "3",
                "How many links back along a chain the sign \"my buffer is full\" is obeyed. At the number of stages \
                 it reaches the boundary, where the source is refused.",
            )
            .or("0"),
            key("unbounded", Kind::Bool, "true", "Whether a chain's buffers have no bound.").or("false"),
        ],
    },
    Table {
        name: "throttle",
        header: "throttle = { … }",
        about: "A gate's throttle.",
        needs: Needs::All(&["ceiling"]),
        keys: &[key(
            "ceiling",
            FACTOR,
            "1.2",
            "What a flow may pass in a round, as a multiple of its known rate, rounded down to whole requests.",
        )],
    },
    Table {
        name: "shed",
        header: "shed = { … }",
        about: "A gate's shedding of load, by one of two bounds.",
        needs: Needs::One(&[
            Choice { keys: &["bound"], optional: &[] },
            Choice { keys: &["bound-units"], optional: &[] },
        ]),
        keys: &[
            key(
                "bound",
                FACTOR,
                "2.0",
                "Most that may wait, as a multiple of the capacity in force, rounded down to whole units.",
            ),
            key("bound-units", COUNT, "1400", "Most that may wait, in units, whatever the capacity."),
        ],
    },
    Table {
        name: "scenario",
        header: "[[scenario]]",
        about: "What is different from the system as it is written.",
        needs: Needs::All(&["name"]),
        keys: &[
            key("name", NAME, r#""node-lost""#, "What commands and answers call it."),
            LABEL,
            BECAUSE,
            key(
                "group",
                NAME,
                r#""sensitivity""#,
                "The table that lists it beside its like, in place of one of its own.",
            ),
            key("minutes", DURATION, "8", "How long it lasts when it happens, for the budget of outage."),
            key("per-month", DURATION, "2", "How often it happens in a month."),
            CAPACITY_IN_FORCE,
            RATES_IN_FORCE,
            STEADY,
            key(
                "phase",
                Kind::Tables { of: "phase", most: limits::PHASES },
                r#"[{"from": 121, "to": 600, "capacity": 525}]"#,
                "Rounds in which something more is different. They go forward in time and do not overlap.",
            ),
        ],
    },
    Table {
        name: "phase",
        header: "[[scenario.phase]]",
        about: "Rounds of a scenario in which something more is different.",
        needs: Needs::All(&["from", "to"]),
        keys: &[
            key("from", ROUND, "121", "The first of its rounds; a run begins with round 1."),
            key("to", ROUND, "600", "The last of its rounds."),
            LABEL,
            BECAUSE,
            CAPACITY_IN_FORCE,
            RATES_IN_FORCE,
            STEADY,
        ],
    },
    Table {
        name: "sweep",
        header: "[[sweep]]",
        about: "Cells under every combination of other numbers.",
        needs: Needs::All(&["name", "vary", "measure"]),
        keys: &[
            key("name", NAME, r#""capacity""#, "What its snapshot is called; no two sweeps of a file share it."),
            LABEL,
            BECAUSE,
            key("scenario", NAME, r#""ay13b""#, "Only this scenario; without it, all."),
            key("setting", NAME, r#""both""#, "Only this setting; without it, all."),
            key(
                "vary",
                Kind::List { of: &Kind::String, least: 1, most: usize::MAX },
                r#"["capacity=400..700/5", "shed.bound=1.0,2.0"]"#,
                "Numbers of the file by their paths, and their values; the last runs fastest.",
            ),
            key(
                "measure",
                Kind::List { of: &Kind::String, least: 1, most: usize::MAX },
                r#"["shed.tracking", "max-age"]"#,
                "Counts that each row shows.",
            ),
        ],
    },
    Table {
        name: "solve",
        header: "[[solve]]",
        about: "Where a condition begins to hold.",
        needs: Needs::All(&["name", "scenario", "setting", "find", "such-that"]),
        keys: &[
            key("name", NAME, r#""enough""#, "No two searches of a file share it."),
            LABEL,
            BECAUSE,
            key("scenario", NAME, r#""fault-free""#, "In which scenario."),
            key("setting", NAME, r#""both""#, "Under which setting."),
            key(
                "find",
                Kind::String,
                r#""smallest capacity""#,
                "What is searched for: `smallest PATH` or `largest PATH`, perhaps with ` in FIRST..LAST/STEP`.",
            ),
            key(
                "such-that",
                Kind::String,
                r#""shed.tracking == 0""#,
                "What has to hold: a measure against a whole number, several of them with `and` between.",
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;
    use crate::wire;

    /// The keys that a wire type takes, from serde's words for one that it does not take.
    fn keys_of<T: DeserializeOwned>() -> Vec<String> {
        let tree = toml::de::DeTable::parse("no-such-key = 1").expect("this is TOML");
        let error = T::deserialize(toml::de::Deserializer::from(tree)).err().expect("no type has this key");
        let (_, expected) = error.message().split_once(", expected ").expect("serde names the keys");
        expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[track_caller]
    fn check<T: DeserializeOwned>(name: &str) {
        let table = TABLES.iter().find(|table| table.name == name).expect("a table of this name");
        let mut described: Vec<&str> = table.keys.iter().map(|key| key.name).collect();
        let mut taken = keys_of::<T>();
        described.sort_unstable();
        taken.sort_unstable();
        assert_eq!(described, taken, "[{name}]");
    }

    #[test]
    fn every_key_that_is_taken_is_described_and_no_other() {
        check::<wire::Document>("file");
        check::<wire::Reference>("reference");
        check::<wire::Gate>("gate");
        check::<wire::Flow>("flow");
        check::<wire::Chain>("chain");
        check::<wire::Source>("source");
        check::<wire::Stage>("stage");
        check::<wire::Arrivals>("arrivals");
        check::<wire::Poisson>("poisson");
        check::<wire::Setting>("setting");
        check::<wire::Throttle>("throttle");
        check::<wire::Shed>("shed");
        check::<wire::Scenario>("scenario");
        check::<wire::Phase>("phase");
        check::<wire::Sweep>("sweep");
        check::<wire::Solve>("solve");
        assert_eq!(TABLES.len(), 16, "a table that is not held against its wire type");
    }

    #[test]
    fn what_a_table_needs_and_what_a_key_refers_to_is_there() {
        for table in TABLES {
            let needed: Vec<&str> = match table.needs {
                Needs::All(keys) => keys.to_vec(),
                Needs::One(choices) => {
                    choices.iter().flat_map(|choice| [choice.keys, choice.optional].concat()).collect()
                }
            };
            for name in &needed {
                assert!(table.keys.iter().any(|key| key.name == *name), "{}: {name}", table.name);
            }
            for key in table.keys {
                if let Kind::Table(name) | Kind::Tables { of: name, .. } = key.kind {
                    assert!(TABLES.iter().any(|table| table.name == name), "{}.{}", table.name, key.name);
                }
            }
        }
    }
}
