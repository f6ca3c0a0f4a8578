//! Findings in English.

use super::findings::{Finding, Measure, Reason, Refusals, Standing};
use super::listed;
use crate::ratio::Ratio;
use crate::views::numbers::{exact, percent, whole};
use scenarios::study::Text;

/// Above the sentences.
pub(super) fn title(label: &str) -> String {
    format!("In words: {label}")
}

/// A finding as one sentence.
pub(super) fn sentence(finding: &Finding<'_>) -> String {
    match finding {
        Finding::Load { offered, capacity, deficit, rounds, is_gate } => {
            let unit = if *is_gate { "units" } else { "items" };
            let what = if *is_gate { "are asked for" } else { "are produced" };
            let can = if *is_gate { "can be served" } else { "pass the slowest stage" };
            let left = if *deficit > Ratio::ZERO {
                format!("{} a round are too many", places(*deficit, 2))
            } else if *deficit == Ratio::ZERO {
                "nothing is left over".to_owned()
            } else {
                let spare = Ratio::ZERO.checked_sub(*deficit).unwrap_or(*deficit);
                format!("{} a round are to spare", places(spare, 2))
            };
            let when = rounds.map_or(String::new(), |(from, to)| format!(" in rounds {from}–{to}"));
            format!("{} {unit} a round {what} on average{when}, and {capacity} {can}: {left}.", places(*offered, 2))
        }
        Finding::Waits { setting, age_rounds, backlog, is_gate } => {
            let nothing = if *is_gate { "refuses nothing" } else { "refuses and loses nothing" };
            let unit = match (*is_gate, *backlog) {
                (true, 1) => "unit",
                (true, _) => "units",
                (false, 1) => "item",
                (false, _) => "items",
            };
            format!(
                "{} {nothing} and lets all wait: up to {}, with {backlog} {unit} waiting at the end.",
                quoted(setting),
                rounds(*age_rounds)
            )
        }
        Finding::Pays { setting, flow, refused, offered, from_round, reason } => {
            let reason = match reason {
                Reason::Ceiling(passes) => format!("by a ceiling that lets {passes} a round pass"),
                Reason::Bound(units) => format!("at the bound of {units} units"),
            };
            format!(
                "With {} it is {} that pays: {refused} of {offered} are refused ({} %), from round {from_round} on, first {reason}.",
                quoted(setting),
                quoted(flow),
                share(*refused, *offered)
            )
        }
        Finding::CeilingCuts { flow, factor, ceiling, passes, average, throttled } => {
            let average_figure = places(*average, 2);
            let why = if whole(*passes).is_some_and(|passes| *average > passes) {
                format!("only the whole part passes, {passes} a round, and {average_figure} come on average")
            } else {
                format!("{average_figure} a round come on average, but not evenly, and {passes} a round pass")
            };
            format!(
                "The ceiling of {factor} × the known rate of {} is {}: {why}, so that {throttled} are refused.",
                quoted(flow),
                places(*ceiling, 2)
            )
        }
        Finding::Refuses { setting, refused, produced, from_round } => format!(
            "{} refuses {refused} of {produced} at the boundary ({} %), from round {from_round} on: their sender knows.",
            quoted(setting),
            share(*refused, *produced)
        ),
        Finding::Loses { setting, lost, stage, lost_there, from_round } => format!(
            "{} loses {lost} that had been accepted, {} at the entry of {}, from round {from_round} on.",
            quoted(setting),
            if lost_there == lost { "all of them".to_owned() } else { format!("most of them ({lost_there})") },
            quoted(stage)
        ),
        Finding::Best { by, best, worst } => best_of(*by, best, worst.as_ref()),
        Finding::FaultFree { rounds, offered, costs } => {
            let shown: Vec<String> = costs.iter().map(cost).collect();
            format!("On a fault-free day, in {rounds} rounds with {offered} offered: {}.", list(&shown))
        }
        Finding::SameAnswers { settings } => {
            let names: Vec<String> = settings.iter().map(|setting| quoted(setting)).collect();
            format!("{} give the same answers in every scenario.", list(&names))
        }
    }
}

fn best_of(by: Measure, best: &[Standing<'_>], worst: Option<&Standing<'_>>) -> String {
    let names: Vec<String> = best.iter().map(|standing| quoted(standing.setting)).collect();
    let names = list(&names);
    let Some(first) = best.first() else { return String::new() };
    let shown = figure(by, first);
    let whom = if matches!(by, Measure::Served { protected: true, .. }) { " of the protected requests" } else { "" };
    let within = match by {
        Measure::Served { within_rounds: Some(within), .. } => format!(" within {}", rounds(u64::from(within))),
        _ => String::new(),
    };
    let Some(worst) = worst else {
        return match by {
            Measure::Served { .. } => format!("Every setting serves as many{whom}{within}: {shown}."),
            Measure::Lost => format!("Every setting loses as many: {shown}."),
            Measure::Age => format!("The largest age is the same with every setting: {shown}."),
            Measure::Recovery if first.figure.is_none() => "No setting recovers within the run.".to_owned(),
            Measure::Recovery => format!("Every setting recovers as quickly: {shown}."),
            Measure::Budget { .. } => format!("Every setting burns as much of the error budget: {shown}."),
        };
    };
    let against = format!("{}: {}", quoted(worst.setting), figure(by, worst));
    match by {
        Measure::Served { .. } => {
            format!("Most{whom} are served{within} with {names}: {shown}; fewest with {against}.")
        }
        Measure::Lost => format!("Fewest are lost with {names}: {shown}; most with {against}."),
        Measure::Age => {
            let price = |standing: &Standing<'_>| {
                format!("{} of {} with {}", standing.unserved, standing.offered, quoted(standing.setting))
            };
            let prices: Vec<String> = best.iter().map(price).collect();
            format!(
                "The largest age is smallest with {names}: {shown}; largest with {against}. Refused or lost for it: {}.",
                list(&prices)
            )
        }
        Measure::Recovery => format!("Recovery is quickest with {names}: {shown}; slowest with {against}."),
        Measure::Budget { of } => {
            let of = of.map_or(String::new(), |of| format!(", of {of} that are set aside for faults"));
            format!("Least of the error budget is burned with {names}: {shown}; most with {against}{of}.")
        }
    }
}

fn figure(by: Measure, standing: &Standing<'_>) -> String {
    let Some(figure) = standing.figure else { return "not within the run".to_owned() };
    match (by, standing.of) {
        (Measure::Served { .. } | Measure::Lost, Some(of)) => {
            let share = percent(Some(figure), whole(of)).map_or("–".to_owned(), |share| places(share, 2));
            format!("{} of {of} ({share} %)", places(figure, 0))
        }
        (Measure::Budget { of }, _) => {
            let share = percent(Some(figure), of.and_then(exact));
            let share = share.map_or(String::new(), |share| format!(" ({} %)", places(share, 1)));
            format!("{} minutes a month{share}", places(figure, 2))
        }
        (Measure::Age | Measure::Recovery, _) if figure == Ratio::ONE => "1 round".to_owned(),
        (Measure::Age | Measure::Recovery, _) => format!("{} rounds", places(figure, 0)),
        _ => places(figure, 0),
    }
}

fn cost(cost: &Refusals<'_>) -> String {
    let refused = format!("{} refuses {}", quoted(cost.setting), cost.refused);
    cost.lost.map_or(refused.clone(), |lost| format!("{refused} and loses {lost}"))
}

fn rounds(rounds: u64) -> String {
    if rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") }
}

fn share(part: u64, of: u64) -> String {
    percent(whole(part), whole(of)).map_or("–".to_owned(), |share| places(share, 2))
}

fn places(number: Ratio, places: u8) -> String {
    number.rounded(places).to_string()
}

fn quoted(text: &Text) -> String {
    format!("“{}”", text.en)
}

fn list(parts: &[String]) -> String {
    listed(parts, "and", |rest| format!("{rest} more"))
}
