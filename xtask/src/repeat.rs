//! One cell of a study as a scenario file of its own: what a run is repeated with whose books do not add up.
//!
//! All that moves a count is in it: the system, the one setting, the one scenario, its phases, recorded counts and seeds.
//! Titles, labels and reasons are not.

use std::fmt::{self, Write};
use std::fs;
use std::path::PathBuf;

use scenarios::study::{
    AfterLast, Arithmetic, Bound, ChainInForce, ChainModel, GateInForce, GateModel, GateSetting, InForce, Model, Named,
    Offer, Pattern, Scenario, Study,
};
use scenarios::{Cell, Violation, Way, other_arithmetic};

use crate::console::Failure;
use crate::lab;

/// What is said of a run whose books do not add up: which, what, and the file that repeats it.
pub fn failure(study: &Study, cell: Cell, violation: &Violation) -> Failure {
    let report = match write(study, cell) {
        Ok(path) => format!("{violation}\nrepeat it with `cargo xtask run {}`", path.display()),
        Err(error) => format!("{violation}\n(no file to repeat it with could be written: {error})"),
    };
    Failure::Check(report)
}

fn write(study: &Study, cell: Cell) -> std::io::Result<PathBuf> {
    let folder = lab::target_folder().join("violations");
    fs::create_dir_all(&folder)?;
    let (scenario, setting) = study.names(cell);
    let path = folder.join(format!("{}-{scenario}-{setting}.toml", study.about.file));
    fs::write(&path, text(study, cell))?;
    Ok(path)
}

/// The file.
pub fn text(study: &Study, cell: Cell) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = write_text(study, cell, &mut text);
    text
}

fn write_text(study: &Study, cell: Cell, out: &mut String) -> fmt::Result {
    let (scenario, setting) = study.names(cell);
    let arithmetic = match cell.way {
        Way::OtherArithmetic => other_arithmetic(study.about.arithmetic),
        Way::AsWritten | Way::WithoutSwing | Way::FaultFree | Way::Replication(_) => study.about.arithmetic,
    };
    let arithmetic = match arithmetic {
        Arithmetic::Exact => "exact",
        Arithmetic::Double => "double",
    };
    writeln!(out, "# {}/{scenario}/{setting}, alone", study.about.file)?;
    writeln!(out, "rounds = {}\narithmetic = \"{arithmetic}\"", study.about.rounds)?;
    if let Way::Replication(number) = cell.way {
        // A file counts its replications from the one that is written, and has two at least.
        writeln!(out, "replications = {}", (number + 1).max(2))?;
    }
    if let Some(late_after) = study.about.reference.late_after_rounds {
        writeln!(out, "\n[reference]\nlate-after = {late_after}")?;
    }
    match &study.model {
        Model::Gate(model) => {
            write_gate(model, out)?;
            let setting = &model.settings[cell.setting];
            write_setting(&setting.named, out)?;
            write_mechanisms(setting.kind, out)?;
            write_scenario(&model.scenarios[cell.scenario], cell.way, out, |in_force, out| {
                write_gate_in_force(model, in_force, out)
            })
        }
        Model::Chain(model) => {
            write_chain(model, out)?;
            let setting = &model.settings[cell.setting];
            write_setting(&setting.named, out)?;
            writeln!(out, "depth = {}\nunbounded = {}", setting.kind.depth, setting.kind.unbounded)?;
            write_scenario(&model.scenarios[cell.scenario], cell.way, out, |in_force, out| {
                write_chain_in_force(model, in_force, out)
            })
        }
    }
}

fn write_gate(model: &GateModel, out: &mut String) -> fmt::Result {
    writeln!(out, "\n[gate]\ncapacity = {}", model.capacity)?;
    for flow in &model.flows {
        writeln!(out, "\n[[gate.flow]]\nname = \"{}\"", flow.named.name)?;
        writeln!(out, "rate = {}\ncost = {}\nclass = {}", flow.rate, flow.cost, flow.class)?;
        write_offer(&flow.offer, out)?;
    }
    Ok(())
}

fn write_mechanisms(setting: GateSetting, out: &mut String) -> fmt::Result {
    if let Some(ceiling) = setting.ceiling {
        writeln!(out, "throttle = {{ ceiling = {ceiling} }}")?;
    }
    match setting.bound {
        None => Ok(()),
        Some(Bound::OfCapacity(multiple)) => writeln!(out, "shed = {{ bound = {multiple} }}"),
        Some(Bound::Units(units)) => writeln!(out, "shed = {{ bound-units = {units} }}"),
    }
}

fn write_chain(model: &ChainModel, out: &mut String) -> fmt::Result {
    writeln!(out, "\n[chain.source]\nname = \"{}\"\nrate = {}", model.source.named.name, model.source.rate)?;
    write_offer(&model.source.offer, out)?;
    for stage in &model.stages {
        writeln!(out, "\n[[chain.stage]]\nname = \"{}\"", stage.named.name)?;
        writeln!(out, "buffer = {}\nrate = {}", stage.buffer, stage.rate)?;
    }
    Ok(())
}

fn write_offer(offer: &Offer, out: &mut String) -> fmt::Result {
    if !offer.swing.is_empty() {
        let swing: Vec<String> = offer.swing.iter().map(ToString::to_string).collect();
        writeln!(out, "swing = [{}]", swing.join(", "))?;
    }
    match &offer.pattern {
        Pattern::Even => Ok(()),
        Pattern::Poisson { seed } => writeln!(out, "arrivals = {{ poisson = {{ seed = {seed} }} }}"),
        Pattern::Recorded { counts, then } => {
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            let then = match then {
                AfterLast::Repeat => "repeat",
                AfterLast::Nothing => "nothing",
            };
            writeln!(out, "arrivals = {{ counts = [{}], then = \"{then}\" }}", counts.join(", "))
        }
    }
}

fn write_setting(named: &Named, out: &mut String) -> fmt::Result {
    writeln!(out, "\n[[setting]]\nname = \"{}\"", named.name)
}

/// What is in force outside the phases is the scenario's own, and each phase has its stretch.
fn write_scenario<F: InForce>(
    scenario: &Scenario<F>,
    way: Way,
    out: &mut String,
    mut write_in_force: impl FnMut(&F, &mut String) -> fmt::Result,
) -> fmt::Result {
    writeln!(out, "\n[[scenario]]\nname = \"{}\"", scenario.named.name)?;
    if way == Way::FaultFree {
        return Ok(());
    }
    let in_way = |in_force: &F| if way == Way::WithoutSwing { in_force.without_swing() } else { in_force.clone() };
    let phase_of = |from: u32| scenario.phases.iter().any(|phase| phase.from == from);
    if let Some(whole_run) = scenario.timeline.iter().find(|stretch| !phase_of(stretch.from)) {
        write_in_force(&in_way(&whole_run.in_force), out)?;
    }
    for stretch in scenario.timeline.iter().filter(|stretch| phase_of(stretch.from)) {
        writeln!(out, "\n[[scenario.phase]]\nfrom = {}\nto = {}", stretch.from, stretch.to)?;
        write_in_force(&in_way(&stretch.in_force), out)?;
    }
    Ok(())
}

fn write_gate_in_force(model: &GateModel, in_force: &GateInForce, out: &mut String) -> fmt::Result {
    let rates = model.flows.iter().zip(&in_force.rates);
    let rates: Vec<String> = rates
        .filter(|(flow, _)| !matches!(flow.offer.pattern, Pattern::Recorded { .. }))
        .map(|(flow, rate)| format!("\"{}\" = {rate}", flow.named.name))
        .collect();
    writeln!(out, "capacity = {}\nsteady = {}", in_force.capacity, in_force.steady)?;
    if rates.is_empty() { Ok(()) } else { writeln!(out, "rate = {{ {} }}", rates.join(", ")) }
}

fn write_chain_in_force(model: &ChainModel, in_force: &ChainInForce, out: &mut String) -> fmt::Result {
    let stages = model.stages.iter().zip(&in_force.stage_rates);
    let mut rates: Vec<String> = stages.map(|(stage, rate)| format!("\"{}\" = {rate}", stage.named.name)).collect();
    if !matches!(model.source.offer.pattern, Pattern::Recorded { .. }) {
        rates.push(format!("\"{}\" = {}", model.source.named.name, in_force.source_rate));
    }
    writeln!(out, "steady = {}\nrate = {{ {} }}", in_force.steady, rates.join(", "))
}
