//! Relations that sound right and are false, each with the smallest system that was found to break it.

use super::workbench::Workbench;
use super::{Section, markdown};
use crate::console::Failure;

/// A system in which more of something gives less of something else.
struct Witness {
    /// What one would say.
    sounds_right: &'static str,
    /// The system in words.
    system: &'static str,
    /// Its rounds, its flows, and its two variants of capacity and setting.
    rounds: u32,
    flows: &'static [Flow],
    less: Variant,
    more: Variant,
    /// What is counted.
    figure: &'static str,
    count: Count,
}

struct Flow {
    rate: &'static str,
    cost: u64,
    counts: &'static str,
}

struct Variant {
    what: &'static str,
    capacity: u64,
    setting: &'static str,
    /// Whether the last flow is there.
    has_last_flow: bool,
}

enum Count {
    AdmittedOfClass1,
    AdmittedUnits,
}

const WITNESSES: &[Witness] = &[
    Witness {
        sounds_right: "A larger bound never costs class 1",
        system: "capacity 19; class 1 costs 2 and arrives 3, 8, 3; class 2 costs 7 and arrives 3, 0, 8",
        rounds: 3,
        flows: &[Flow { rate: "1", cost: 2, counts: "3, 8, 3" }, Flow { rate: "1", cost: 7, counts: "3, 0, 8" }],
        less: Variant { what: "bound 19", capacity: 19, setting: "shed = { bound-units = 19 }", has_last_flow: true },
        more: Variant { what: "bound 20", capacity: 19, setting: "shed = { bound-units = 20 }", has_last_flow: true },
        figure: "class 1 admitted",
        count: Count::AdmittedOfClass1,
    },
    Witness {
        sounds_right: "More capacity never admits less work",
        system: "bound 7 units; class 1 costs 7 and arrives 0, 3, 1; class 2 costs 1 and arrives 3, 1, 1",
        rounds: 3,
        flows: &[Flow { rate: "1", cost: 7, counts: "0, 3, 1" }, Flow { rate: "1", cost: 1, counts: "3, 1, 1" }],
        less: Variant { what: "capacity 2", capacity: 2, setting: "shed = { bound-units = 7 }", has_last_flow: true },
        more: Variant { what: "capacity 3", capacity: 3, setting: "shed = { bound-units = 7 }", has_last_flow: true },
        figure: "units admitted",
        count: Count::AdmittedUnits,
    },
    Witness {
        sounds_right: "A looser ceiling never admits less work",
        system: "capacity 10, bound 11; class 1 costs 4 (known rate 0.5) and arrives 1, 0; class 2 costs 5 (1.2) and \
                 arrives 2, 0",
        rounds: 2,
        flows: &[Flow { rate: "0.5", cost: 4, counts: "1, 0" }, Flow { rate: "1.2", cost: 5, counts: "2, 0" }],
        less: Variant {
            what: "ceiling 1.9",
            capacity: 10,
            setting: "throttle = { ceiling = 1.9 }\nshed = { bound-units = 11 }",
            has_last_flow: true,
        },
        more: Variant {
            what: "ceiling 2",
            capacity: 10,
            setting: "throttle = { ceiling = 2 }\nshed = { bound-units = 11 }",
            has_last_flow: true,
        },
        figure: "units admitted",
        count: Count::AdmittedUnits,
    },
    Witness {
        sounds_right: "Class 1 does not notice class 3",
        system: "capacity 1, bound 7; class 1 costs 5 and arrives 0, 1; class 3 costs 4 and arrives 2, 0",
        rounds: 2,
        flows: &[Flow { rate: "1", cost: 5, counts: "0, 1" }, Flow { rate: "1", cost: 4, counts: "2, 0" }],
        less: Variant {
            what: "without class 3",
            capacity: 1,
            setting: "shed = { bound-units = 7 }",
            has_last_flow: false,
        },
        more: Variant { what: "with class 3", capacity: 1, setting: "shed = { bound-units = 7 }", has_last_flow: true },
        figure: "class 1 admitted",
        count: Count::AdmittedOfClass1,
    },
];

impl Witness {
    fn text(&self, variant: &Variant) -> String {
        let flows = self.flows.iter().zip(1..).take(self.flows.len() - usize::from(!variant.has_last_flow));
        let flows: Vec<String> = flows
            .map(|(flow, class)| {
                format!(
                    "[[gate.flow]]\nname = \"flow-{class}\"\nrate = {}\ncost = {}\nclass = {class}\n\
                     arrivals = {{ counts = [{}] }}\n",
                    flow.rate, flow.cost, flow.counts
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
            witness.system.to_owned(),
            format!("{} → {}", witness.less.what, witness.more.what),
            witness.figure.to_owned(),
            format!("{less} → {more}"),
        ]);
    }
    let table = markdown::table(&["sounds right", "system", "change", "figure", "counted"], 5, &rows);
    let markdown = format!(
        "## Relations that sound right and are false\n\n\
         Requests of different sizes share one bound: room that is left for one may be taken by another that is larger, \
         and be missing in the next round. So none of these is a law, and no test may take it for one. Each row is a \
         system that breaks it.\n\n{table}"
    );
    Ok(Section::new(&markdown, problems))
}
