//! A system, said as a scenario file.

use std::fmt::Write;

use crate::{Arithmetic, Bound, Changes, Model, Offer, Scenario, System};

impl System {
    /// The files that say it, by name: `system.toml`, and a CSV file for every trace that is kept in one.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = Vec::new();
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = self.write(&mut text, &mut files);
        files.insert(0, ("system.toml".to_owned(), text));
        files
    }

    fn write(&self, text: &mut String, files: &mut Vec<(String, String)>) -> std::fmt::Result {
        writeln!(text, "rounds = {}", self.rounds)?;
        let arithmetic = match self.arithmetic {
            Arithmetic::Exact => "exact",
            Arithmetic::Double => "double",
        };
        writeln!(text, "arithmetic = \"{arithmetic}\"")?;
        if let Some(late_after) = self.late_after {
            writeln!(text, "\n[reference]\nlate-after = {late_after}")?;
        }
        match &self.model {
            Model::Gate(gate) => {
                writeln!(text, "\n[gate]\ncapacity = {}", gate.capacity)?;
                for (place, flow) in gate.flows.iter().enumerate() {
                    writeln!(text, "\n[[gate.flow]]\nname = \"flow-{}\"", place + 1)?;
                    writeln!(text, "rate = {}\ncost = {}\nclass = {}", flow.rate, flow.cost, flow.class)?;
                    write_offer(text, files, &flow.offer)?;
                }
                for (place, setting) in gate.settings.iter().enumerate() {
                    writeln!(text, "\n[[setting]]\nname = \"setting-{}\"", place + 1)?;
                    if let Some(ceiling) = &setting.ceiling {
                        writeln!(text, "throttle = {{ ceiling = {ceiling} }}")?;
                    }
                    match &setting.bound {
                        None => {}
                        Some(Bound::OfCapacity(multiple)) => writeln!(text, "shed = {{ bound = {multiple} }}")?,
                        Some(Bound::Units(units)) => writeln!(text, "shed = {{ bound-units = {units} }}")?,
                    }
                }
            }
            Model::Chain(chain) => {
                writeln!(text, "\n[chain.source]\nname = \"source\"\nrate = {}", chain.rate)?;
                write_offer(text, files, &chain.offer)?;
                for (place, stage) in chain.stages.iter().enumerate() {
                    writeln!(text, "\n[[chain.stage]]\nname = \"stage-{}\"", place + 1)?;
                    writeln!(text, "buffer = {}\nrate = {}", stage.buffer, stage.rate)?;
                }
                for (place, setting) in chain.settings.iter().enumerate() {
                    writeln!(text, "\n[[setting]]\nname = \"setting-{}\"", place + 1)?;
                    writeln!(text, "depth = {}\nunbounded = {}", setting.depth, setting.unbounded)?;
                }
            }
        }
        for (place, scenario) in self.scenarios.iter().enumerate() {
            writeln!(text, "\n[[scenario]]\nname = \"scenario-{}\"", place + 1)?;
            self.write_scenario(text, scenario)?;
        }
        Ok(())
    }

    fn write_scenario(&self, text: &mut String, scenario: &Scenario) -> std::fmt::Result {
        self.write_changes(text, &scenario.changes)?;
        for phase in &scenario.phases {
            writeln!(text, "\n[[scenario.phase]]\nfrom = {}\nto = {}", phase.from, phase.to)?;
            self.write_changes(text, &phase.changes)?;
        }
        Ok(())
    }

    fn write_changes(&self, text: &mut String, changes: &Changes) -> std::fmt::Result {
        if let Some(capacity) = changes.capacity {
            writeln!(text, "capacity = {capacity}")?;
        }
        if let Some(steady) = changes.steady {
            writeln!(text, "steady = {steady}")?;
        }
        let rates: Vec<String> =
            changes.rates.iter().map(|(place, rate)| format!("{} = {rate}", self.name_of(*place))).collect();
        if !rates.is_empty() {
            writeln!(text, "rate = {{ {} }}", rates.join(", "))?;
        }
        Ok(())
    }

    fn name_of(&self, place: usize) -> String {
        match &self.model {
            Model::Gate(_) => format!("flow-{}", place + 1),
            Model::Chain(_) if place == 0 => "source".to_owned(),
            Model::Chain(_) => format!("stage-{place}"),
        }
    }
}

fn write_offer(text: &mut String, files: &mut Vec<(String, String)>, offer: &Offer) -> std::fmt::Result {
    if !offer.swing.is_empty() {
        writeln!(text, "swing = [{}]", offer.swing.join(", "))?;
    }
    let Some(recorded) = &offer.recorded else { return Ok(()) };
    let then = if recorded.repeat { "repeat" } else { "nothing" };
    let counts: Vec<String> = recorded.counts.iter().map(u64::to_string).collect();
    if recorded.in_csv {
        let name = format!("trace-{}.csv", files.len() + 1);
        writeln!(text, "arrivals = {{ csv = \"{name}\", column = \"count\", then = \"{then}\" }}")?;
        files.push((name, format!("count\n{}\n", counts.join("\n"))));
    } else {
        writeln!(text, "arrivals = {{ counts = [{}], then = \"{then}\" }}", counts.join(", "))?;
    }
    Ok(())
}
