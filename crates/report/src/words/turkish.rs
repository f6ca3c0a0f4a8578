//! Findings in Turkish. No ending hangs on an inserted number or name.

use super::findings::{Finding, Measure, Reason, Refusals, Standing};
use super::listed;
use crate::ratio::Ratio;
use crate::views::numbers::{exact, percent, whole};
use scenarios::study::Text;

/// Above the sentences.
pub(super) fn title(label: &str) -> String {
    format!("Sözle: {label}")
}

/// A finding as one sentence.
pub(super) fn sentence(finding: &Finding<'_>) -> String {
    match finding {
        Finding::Load { offered, capacity, deficit, rounds, is_gate } => {
            let what = if *is_gate { "Talep turda ortalama" } else { "Üretim turda ortalama" };
            let unit = if *is_gate { "birim" } else { "iş" };
            let can = if *is_gate { "kapasite turda" } else { "en yavaş halkanın hızı turda" };
            let left = if *deficit > Ratio::ZERO {
                format!("açık turda {} {unit}", places(*deficit, 2))
            } else if *deficit == Ratio::ZERO {
                "ne açık var ne artan".to_owned()
            } else {
                let spare = Ratio::ZERO.checked_sub(*deficit).unwrap_or(*deficit);
                format!("boşta kalan turda {} {unit}", places(spare, 2))
            };
            let when = rounds.map_or(String::new(), |(from, to)| format!(" (tur {from}–{to})"));
            format!("{what} {} {unit}, {can} {capacity} {unit}{when}: {left}.", places(*offered, 2))
        }
        Finding::Waits { setting, age_rounds, backlog, is_gate } => {
            let unit = if *is_gate { "birim" } else { "iş" };
            let nothing = if *is_gate { "reddedilen yok" } else { "reddedilen de kaybolan da yok" };
            format!(
                "{}: {nothing}, herkes bekler; en büyük yaş {age_rounds} tur, sonda biriken {backlog} {unit}.",
                quoted(setting)
            )
        }
        Finding::Pays { setting, flow, refused, offered, from_round, reason } => {
            let reason = match reason {
                Reason::Ceiling(passes) => format!("tavandan turda geçen {passes}"),
                Reason::Bound(units) => format!("kuyruk sınırı {units} birim"),
            };
            format!(
                "{}: bedeli ödeyen akış {}; gelen {offered}, reddedilen {refused} (%{}), ilk red tur {from_round}, ilk neden: {reason}.",
                quoted(setting),
                quoted(flow),
                share(*refused, *offered)
            )
        }
        Finding::CeilingCuts { flow, factor, ceiling, passes, average, throttled } => {
            let average_figure = places(*average, 2);
            let why = if whole(*passes).is_some_and(|passes| *average > passes) {
                format!("yalnız tam sayı kısmı geçer (turda {passes}), oysa turda ortalama gelen {average_figure}")
            } else {
                format!("turda ortalama gelen {average_figure}, ama geliş düzgün değil ve turda geçen {passes}")
            };
            format!(
                "{} akışının tavanı, pay {factor} ile, turda {}: {why}; reddedilen {throttled}.",
                quoted(flow),
                places(*ceiling, 2)
            )
        }
        Finding::Refuses { setting, refused, produced, from_round } => format!(
            "{}: sınırda reddedilen {refused} (üretilen {produced}, %{}), ilk red tur {from_round}; gönderen bunu bilir.",
            quoted(setting),
            share(*refused, *produced)
        ),
        Finding::Loses { setting, lost, stage, lost_there, from_round } => format!(
            "{}: kabul edildikten sonra kaybolan {lost}; en çok kaybın yeri {} halkasının girişi ({lost_there}), oradaki ilk kayıp tur {from_round}.",
            quoted(setting),
            quoted(stage)
        ),
        Finding::Best { by, best, worst } => best_of(*by, best, worst.as_ref()),
        Finding::FaultFree { rounds, offered, costs } => {
            let shown: Vec<String> = costs.iter().map(cost).collect();
            format!("Arızasız günün bedeli ({rounds} tur, gelen {offered}): {}.", list(&shown))
        }
        Finding::SameAnswers { settings } => {
            let names: Vec<String> = settings.iter().map(|setting| quoted(setting)).collect();
            format!("{} ayarlarının yanıtları her senaryoda aynıdır.", list(&names))
        }
    }
}

fn best_of(by: Measure, best: &[Standing<'_>], worst: Option<&Standing<'_>>) -> String {
    let names: Vec<String> = best.iter().map(|standing| quoted(standing.setting)).collect();
    let names = list(&names);
    let Some(first) = best.first() else { return String::new() };
    let shown = figure(by, first);
    let whom = match by {
        Measure::Served { protected, within_rounds } => {
            let whom = if protected { "Korunan isteklerden" } else { "Gelen işten" };
            let when = within_rounds.map_or(String::new(), |rounds| format!(" en fazla {rounds} tur yaşında"));
            format!("{whom}{when}")
        }
        _ => String::new(),
    };
    let Some(worst) = worst else {
        return match by {
            Measure::Served { .. } => format!("{whom} işlenen her ayarda aynı: {shown}."),
            Measure::Lost => format!("Kaybolan her ayarda aynı: {shown}."),
            Measure::Age => format!("En büyük yaş her ayarda aynı: {shown}."),
            Measure::Recovery if first.figure.is_none() => "Hiçbir ayar koşu içinde toparlanmaz.".to_owned(),
            Measure::Recovery => format!("Toparlanma süresi her ayarda aynı: {shown}."),
            Measure::Budget { .. } => format!("Hata bütçesinden harcanan her ayarda aynı: {shown}."),
        };
    };
    let against = format!("{} ({})", quoted(worst.setting), figure(by, worst));
    match by {
        Measure::Served { .. } => format!("{whom} en çok işleyen ayar: {names} ({shown}); en az işleyen: {against}."),
        Measure::Lost => format!("En az kaybeden ayar: {names} ({shown}); en çok kaybeden: {against}."),
        Measure::Age => {
            let price = |standing: &Standing<'_>| {
                format!("{} {} / {}", quoted(standing.setting), standing.unserved, standing.offered)
            };
            let prices: Vec<String> = best.iter().map(price).collect();
            format!(
                "En büyük yaşı en küçük tutan ayar: {names} ({shown}); en çok büyüten: {against}. Bunun için reddedilen ya da kaybolan / gelen: {}.",
                list(&prices)
            )
        }
        Measure::Recovery => format!("En çabuk toparlanan ayar: {names} ({shown}); en geç toparlanan: {against}."),
        Measure::Budget { of } => {
            let of = of.map_or(String::new(), |of| format!("; arızalara ayrılan pay ayda {of} dakika"));
            format!("Hata bütçesinden en az harcayan ayar: {names} ({shown}); en çok harcayan: {against}{of}.")
        }
    }
}

fn figure(by: Measure, standing: &Standing<'_>) -> String {
    let Some(figure) = standing.figure else { return "koşu içinde değil".to_owned() };
    match (by, standing.of) {
        (Measure::Served { .. } | Measure::Lost, Some(of)) => {
            let share = percent(Some(figure), whole(of)).map_or("–".to_owned(), |share| places(share, 2));
            format!("{} / {of}, %{share}", places(figure, 0))
        }
        (Measure::Budget { of }, _) => {
            let share = percent(Some(figure), of.and_then(exact));
            let share = share.map_or(String::new(), |share| format!(", payın %{} kadarı", places(share, 1)));
            format!("ayda {} dakika{share}", places(figure, 2))
        }
        (Measure::Age | Measure::Recovery, _) => format!("{} tur", places(figure, 0)),
        _ => places(figure, 0),
    }
}

fn cost(cost: &Refusals<'_>) -> String {
    let refused = format!("{} reddedilen {}", quoted(cost.setting), cost.refused);
    cost.lost.map_or(refused.clone(), |lost| format!("{refused} + kaybolan {lost}"))
}

fn share(part: u64, of: u64) -> String {
    percent(whole(part), whole(of)).map_or("–".to_owned(), |share| places(share, 2))
}

fn places(number: Ratio, places: u8) -> String {
    number.rounded(places).to_string()
}

fn quoted(text: &Text) -> String {
    format!("“{}”", text.tr)
}

fn list(parts: &[String]) -> String {
    listed(parts, "ve", |rest| format!("{rest} ayar daha"))
}
