//! Relations that sound right and are false, each with the smallest system that was found to break it.

use super::workbench::Workbench;
use super::{Section, markdown};
use crate::console::Failure;

/// A system in which more of something gives less of something else.
struct Witness {
    /// What one would say.
    sounds_right: &'static str,
    rounds: u32,
    flows: &'static [Flow],
    less: Variant,
    more: Variant,
    count: Count,
}

struct Flow {
    class: u32,
    cost: u64,
    /// What a ceiling is made from.
    known_rate: &'static str,
    /// What arrives, round by round.
    counts: &'static str,
}

/// What is different between two runs.
struct Variant {
    capacity: u64,
    /// Keys of a `[[setting]]`.
    setting: &'static str,
    /// How many of the flows are there.
    flows: usize,
}

/// What is counted.
#[derive(Clone, Copy)]
enum Count {
    AdmittedOfClass1,
    AdmittedUnits,
}

const WITNESSES: &[Witness] = &[
    Witness {
        sounds_right: "A larger bound never costs class 1",
        rounds: 3,
        flows: &[
            Flow { class: 1, cost: 2, known_rate: "1", counts: "3, 8, 3" },
            Flow { class: 2, cost: 7, known_rate: "1", counts: "3, 0, 8" },
        ],
        less: Variant { capacity: 19, setting: "shed = { bound-units = 19 }", flows: 2 },
        more: Variant { capacity: 19, setting: "shed = { bound-units = 20 }", flows: 2 },
        count: Count::AdmittedOfClass1,
    },
    Witness {
        sounds_right: "More capacity never admits less work",
        rounds: 3,
        flows: &[
            Flow { class: 1, cost: 7, known_rate: "1", counts: "0, 3, 1" },
            Flow { class: 2, cost: 1, known_rate: "1", counts: "3, 1, 1" },
        ],
        less: Variant { capacity: 2, setting: "shed = { bound-units = 7 }", flows: 2 },
        more: Variant { capacity: 3, setting: "shed = { bound-units = 7 }", flows: 2 },
        count: Count::AdmittedUnits,
    },
    Witness {
        sounds_right: "A looser ceiling never admits less work",
        rounds: 2,
        flows: &[
            Flow { class: 1, cost: 4, known_rate: "0.5", counts: "1, 0" },
            Flow { class: 2, cost: 5, known_rate: "1.2", counts: "2, 0" },
        ],
        less: Variant { capacity: 10, setting: "throttle = { ceiling = 1.9 }\nshed = { bound-units = 11 }", flows: 2 },
        more: Variant { capacity: 10, setting: "throttle = { ceiling = 2 }\nshed = { bound-units = 11 }", flows: 2 },
        count: Count::AdmittedUnits,
    },
    Witness {
        sounds_right: "Class 1 does not notice class 3",
        rounds: 2,
        flows: &[
            Flow { class: 1, cost: 5, known_rate: "1", counts: "0, 1" },
            Flow { class: 3, cost: 4, known_rate: "1", counts: "2, 0" },
        ],
        less: Variant { capacity: 1, setting: "shed = { bound-units = 7 }", flows: 1 },
        more: Variant { capacity: 1, setting: "shed = { bound-units = 7 }", flows: 2 },
        count: Count::AdmittedOfClass1,
    },
];

impl Witness {
    fn text(&self, variant: &Variant) -> String {
        let flows: Vec<String> = self.flows[..variant.flows]
            .iter()
            .map(|Flow { class, cost, known_rate, counts }| {
                format!(
                    "[[gate.flow]]\nname = \"flow-{class}\"\nrate = {known_rate}\ncost = {cost}\nclass = {class}\n\
                     arrivals = {{ counts = [{counts}] }}\n"
                )
            })
            .collect();
        format!(
            "rounds = {}\n[gate]\ncapacity = {}\n{}[[setting]]\nname = \"setting\"\n{}\n[[scenario]]\nname = \"scenario\"\n",
            self.rounds,
            variant.capacity,
            flows.concat(),
            variant.setting
        )
    }

    /// The system of a variant, in words.
    fn in_words(&self, variant: &Variant) -> String {
        let flows = self.flows[..variant.flows].iter().map(|Flow { class, cost, known_rate, counts }| {
            let known =
                if variant.setting.contains("throttle") { format!(", known rate {known_rate}") } else { String::new() };
            format!("; class {class}: cost {cost}{known}, arrivals {counts}")
        });
        let setting = variant.setting.replace('\n', "`, `");
        format!("capacity {}, `{setting}`{}", variant.capacity, flows.collect::<String>())
    }

    fn counted(&self, workbench: &Workbench, name: &str, variant: &Variant) -> Result<u64, Failure> {
        let outcome = workbench.gate(name, &self.text(variant))?;
        Ok(match self.count {
            Count::AdmittedOfClass1 => outcome.flows[0].admitted,
            Count::AdmittedUnits => {
                outcome.flows.iter().zip(self.flows).map(|(counts, flow)| counts.admitted * flow.cost).sum()
            }
        })
    }
}

impl Count {
    fn in_words(self) -> &'static str {
        match self {
            Count::AdmittedOfClass1 => "class 1 admitted",
            Count::AdmittedUnits => "units admitted",
        }
    }
}

/// Every witness, counted.
///
/// # Errors
///
/// Where a system is not read or run.
pub fn section() -> Result<Section, Failure> {
    let workbench = Workbench::new()?;
    let (mut rows, mut problems) = (Vec::new(), Vec::new());
    for (place, witness) in WITNESSES.iter().enumerate() {
        let less = witness.counted(&workbench, &format!("less-{place}"), &witness.less)?;
        let more = witness.counted(&workbench, &format!("more-{place}"), &witness.more)?;
        if more >= less {
            problems.push(format!("{}: {less} and {more} do not break it", witness.sounds_right));
        }
        rows.push(vec![
            witness.sounds_right.to_owned(),
            witness.in_words(&witness.less),
            witness.in_words(&witness.more),
            witness.count.in_words().to_owned(),
            format!("{less} → {more}"),
        ]);
    }
    let table =
        markdown::table(&["sounds right", "a system", "the same with more", "counted", "and it falls"], 5, &rows);
    let markdown = format!(
        "## Relations that sound right and are false\n\n\
         Requests of different sizes share one bound: room that is left for one may be taken by another that is larger, \
         and be missing in the next round. So none of these is a law, and no test may take it for one. Each row is a \
         system that breaks it.\n\n{table}"
    );
    Ok(Section::new(&markdown, problems))
}
