//! Ten thousand scenario files that no one would write: each is read, or refused with a place, and what is read is run.
//!
//! The mangler starts from files that are right, and breaks them in ways that keep most of their structure, because a
//! text that is no TOML at all never gets far. It is seeded: a failure names the seed, and the seed gives the file again.

use std::fs;
use std::path::{Path, PathBuf};

use scenarios::study::{Model, Study};
use scenarios::{Resolved, Severity};

const FILES: u64 = 10_000;

/// Rounds × parts × cells up to which a file is also run.
const MOST_WORK: u128 = 200_000;

#[test]
fn mangled_files_are_read_or_refused_with_a_place() {
    let corpus = corpus();
    let path = scenarios_folder().join("mangled.toml");
    let (mut studies, mut refused, mut cells_run) = (0, 0, 0);
    for seed in 0..FILES {
        let text = Mangler { random: Random(seed), corpus: &corpus }.file();
        let (resolved, diagnostics) = scenarios::load_str(&path, &text);
        let rendered = diagnostics.render(false);
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
            let place = diagnostic.span.as_ref().and_then(|span| diagnostics.place(span));
            assert!(place.is_some(), "seed {seed}: an error without a place:\n{rendered}\n{text}");
        }
        assert_eq!(resolved.is_none(), diagnostics.has_errors(), "seed {seed}:\n{rendered}\n{text}");
        match resolved {
            Some(Resolved::Study(study)) => {
                studies += 1;
                if work(&study) <= MOST_WORK {
                    for cell in study.cells() {
                        cells_run += 1;
                        if let Err(violation) = study.run(cell) {
                            panic!("seed {seed}: {violation}\n{text}");
                        }
                    }
                }
            }
            Some(Resolved::Fragment) => {}
            None => refused += 1,
        }
    }
    // Guards the mangler itself: it would prove nothing if all of its files were refused, or none.
    assert!(studies > FILES / 10, "only {studies} of {FILES} mangled files were read");
    assert!(refused > FILES / 3, "only {refused} of {FILES} mangled files were refused");
    assert!(cells_run > FILES, "only {cells_run} cells of {FILES} mangled files were run");
}

fn work(study: &Study) -> u128 {
    let parts = match &study.model {
        Model::Gate(gate) => gate.flows.len(),
        Model::Chain(chain) => chain.stages.len(),
    };
    let (scenarios, settings) = study.shape();
    u128::from(study.about.rounds) * (parts * scenarios * settings) as u128
}

fn scenarios_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

/// Files that are right: the shipped ones, and two small ones that use what those do not.
fn corpus() -> Vec<String> {
    let mut paths: Vec<PathBuf> = fs::read_dir(scenarios_folder())
        .expect("the shipped files")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    let mut corpus: Vec<String> =
        paths.iter().map(|path| fs::read_to_string(path).expect("a shipped file").replace("\r\n", "\n")).collect();
    // As often as all the others together, since they are small enough for every break to matter.
    for _ in 0..paths.len() {
        corpus.extend([SMALL_GATE.to_owned(), SMALL_CHAIN.to_owned()]);
    }
    corpus
}

const SMALL_GATE: &str = r#"rounds = 20
round-seconds = 60
replications = 3
reference = { peak-rate = 5.5, protected-classes = [1], fault-minutes-per-month = 28.2, late-after = 2 }
[gate]
capacity = 10
[[gate.flow]]
name = "seen"
rate = 4
cost = 2
class = 1
arrivals = { counts = [3, 0, 7], then = "repeat" }
[[gate.flow]]
name = "random"
label = { en = "random", tr = "rastgele" }
rate = 2.5
cost = 1
class = 2
swing = [0.5, 1.5]
arrivals = { poisson = { seed = 7 } }
[[setting]]
name = "none"
[[setting]]
name = "both"
throttle = { ceiling = 1.2 }
shed = { bound-units = 14 }
[[scenario]]
name = "lost"
group = "g"
minutes = 8
per-month = 2
[[scenario.phase]]
from = 3
to = 5
capacity = 4
rate = { random = 6 }
[[scenario.phase]]
from = 8
to = 8
steady = true
"#;

const SMALL_CHAIN: &str = r#"rounds = 20
arithmetic = "double"
[chain.source]
name = "carrier"
rate = 4.1
swing = [0.5, 1.5]
[[chain.stage]]
name = "in"
buffer = 7
rate = 6
[[chain.stage]]
name = "out"
buffer = 3
rate = 5
[[setting]]
name = "signal"
depth = 2
[[setting]]
name = "unbounded"
unbounded = true
[[scenario]]
name = "slow"
rate = { out = 2, carrier = 4.5 }
[[scenario.phase]]
from = 11
to = 12
rate = { in = 0 }
"#;

/// SplitMix64, which passes from any seed to a sequence that looks random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

const NUMBERS: [&str; 34] = [
    "0",
    "-0",
    "1",
    "2",
    "-1",
    "0.5",
    "1.0",
    "700.0",
    "700.5",
    "1e3",
    "1e-9",
    "1e-10",
    "1e999999999",
    "nan",
    "inf",
    "-inf",
    "5,5",
    "0x10",
    "0b11",
    "1_000",
    "999999999",
    "1000000000",
    "1000000001",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "1000000000000000000",
    "0.000000001",
    "0.0000000001",
    "123456789.123456789",
    "01",
    "1979-05-27",
    "1.",
];

const VALUES: [&str; 22] = [
    "true",
    "false",
    "\"\"",
    "\"none\"",
    "\"ay12.toml\"",
    "\"k01.toml\"",
    "\"nowhere.toml\"",
    "\"../scenarios/ay13.toml\"",
    "[]",
    "[1]",
    "[1, 2.5]",
    "[\"a\"]",
    "[[1]]",
    "{}",
    "{ a = 1 }",
    "{ batch = 4.5 }",
    "{ ceiling = 1 }",
    "{ bound = 0 }",
    "{ counts = [] }",
    "{ csv = \"x.csv\", column = \"n\" }",
    "{ poisson = { seed = 1 } }",
    "{ en = \"x\" }",
];

const KEYS: [&str; 40] = [
    "title",
    "lesson",
    "extends",
    "rounds",
    "round-seconds",
    "arithmetic",
    "replications",
    "peak-rate",
    "protected-classes",
    "fault-minutes-per-month",
    "late-after",
    "capacity",
    "name",
    "label",
    "because",
    "rate",
    "cost",
    "class",
    "swing",
    "arrivals",
    "buffer",
    "throttle",
    "shed",
    "depth",
    "unbounded",
    "group",
    "minutes",
    "per-month",
    "steady",
    "from",
    "to",
    "phase",
    "gate",
    "chain",
    "setting",
    "scenario",
    "gate.capacity",
    "rounds.x",
    "\"\"",
    "zzz",
];

const HEADERS: [&str; 14] = [
    "[reference]",
    "[gate]",
    "[[gate]]",
    "[gate.flow]",
    "[[gate.flow]]",
    "[chain]",
    "[chain.source]",
    "[[chain.stage]]",
    "[setting]",
    "[[setting]]",
    "[[scenario]]",
    "[[scenario.phase]]",
    "[scenario.phase]",
    "[x]",
];

struct Mangler<'a> {
    random: Random,
    corpus: &'a [String],
}

impl<'a> Mangler<'a> {
    fn file(&mut self) -> String {
        let mut text = self.any().to_owned();
        let breaks = self.random.pick(&[1, 1, 1, 2, 2, 3]);
        for _ in 0..breaks {
            text = self.broken(&text);
        }
        text
    }

    fn any(&mut self) -> &'a str {
        let index = self.random.below(self.corpus.len());
        &self.corpus[index]
    }

    fn broken(&mut self, text: &str) -> String {
        match self.random.below(24) {
            0 => self.bytes(text),
            1 => self.splice(text),
            2 => self.lines(text, |_, _| Vec::new()),
            3 => self.lines(text, |_, line| vec![line.to_owned(), line.to_owned()]),
            4 => {
                self.lines(text, |random, line| vec![line.to_owned(), HEADERS[random.below(HEADERS.len())].to_owned()])
            }
            5 => self.lines(text, |random, line| match line.starts_with('[') {
                true => vec![random.pick(&HEADERS).to_owned()],
                false => vec![line.to_owned(), format!("{} = {}", random.pick(&KEYS), random.pick(&NUMBERS))],
            }),
            6 => self.lines(text, |random, line| {
                vec![line.to_owned(), format!("{} = {}", random.pick(&KEYS), random.pick(&VALUES))]
            }),
            7 => self.lines(text, |random, line| match line.split_once('=') {
                Some((key, _)) => vec![format!("{key}= {}", random.pick(&VALUES))],
                None => vec![line.to_owned()],
            }),
            8 => self.lines(text, |random, line| match line.split_once('=') {
                Some((_, value)) => vec![format!("{} ={value}", random.pick(&KEYS))],
                None => vec![line.to_owned()],
            }),
            9 => self.swapped(text),
            10 | 11 => self.number(text, |random| random.pick(&NUMBERS).to_owned()),
            12 | 13 => self.number(text, |random| format!("{}.{}", random.below(40), random.below(4))),
            _ => self.number(text, |random| random.below(40).to_string()),
        }
    }

    /// A few bytes replaced, put in or taken out; what is then no UTF-8 becomes replacement characters.
    fn bytes(&mut self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.random.below(3) {
            let at = self.random.below(bytes.len());
            let byte = match self.random.below(2) {
                0 => self.random.next() as u8,
                _ => self.random.pick(b"[]{}=\"'#,.\n\r\t -_09azZ\\\0"),
            };
            match self.random.below(3) {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => {
                    bytes.remove(at);
                }
                _ => bytes.insert(at, byte),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The beginning of one file and the end of another.
    fn splice(&mut self, text: &str) -> String {
        let other = self.any();
        let (upper, lower): (Vec<&str>, Vec<&str>) = (text.lines().collect(), other.lines().collect());
        let (to, from) = (self.random.below(upper.len() + 1), self.random.below(lower.len() + 1));
        [&upper[..to], &lower[from..]].concat().join("\n")
    }

    /// One line replaced by others.
    fn lines(&mut self, text: &str, replace: impl Fn(&mut Random, &str) -> Vec<String>) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let chosen = self.random.below(lines.len());
        let mut changed = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            match index == chosen {
                true => changed.extend(replace(&mut self.random, line)),
                false => changed.push((*line).to_owned()),
            }
        }
        changed.join("\n")
    }

    fn swapped(&mut self, text: &str) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        let (one, other) = (self.random.below(lines.len()), self.random.below(lines.len()));
        if !lines.is_empty() {
            lines.swap(one, other);
        }
        lines.join("\n")
    }

    /// One number replaced by another.
    fn number(&mut self, text: &str, other: impl Fn(&mut Random) -> String) -> String {
        let is_digit = |index: usize| text.as_bytes().get(index).is_some_and(u8::is_ascii_digit);
        let starts: Vec<usize> =
            (0..text.len()).filter(|index| is_digit(*index) && (*index == 0 || !is_digit(*index - 1))).collect();
        if starts.is_empty() {
            return text.to_owned();
        }
        let from = self.random.pick(&starts);
        let length = text[from..].bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        format!("{}{}{}", &text[..from], other(&mut self.random), &text[from + length..])
    }
}
