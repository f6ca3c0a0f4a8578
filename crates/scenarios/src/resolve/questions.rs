//! `[[sweep]]` and `[[solve]]`: what a file asks about its own system.

use toml::Spanned;

use super::check::Check;
use super::{Found, unknown_word};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::run::Cell;
use crate::source::Span;
use crate::study::Study;
use crate::what_if::{Axis, Complaint, Condition, Grid, Measure, NamedSolve, NamedSweep, Target};
use crate::wire;

/// Resolves a file's questions into its study. Where the study did not come out, only their names can be checked.
pub(super) fn resolve(
    resolved: Option<&mut Found>,
    sweeps: Vec<Spanned<wire::Sweep>>,
    solves: Vec<Spanned<wire::Solve>>,
    check: &mut Check<'_>,
) {
    check.unique(sweeps.iter().filter_map(|sweep| {
        let name = sweep.get_ref().name.as_ref()?;
        Some((name.get_ref().as_str(), name.span()))
    }));
    check.unique(solves.iter().filter_map(|solve| {
        let name = solve.get_ref().name.as_ref()?;
        Some((name.get_ref().as_str(), name.span()))
    }));
    let spans = [sweeps.last().map(Spanned::span), solves.last().map(Spanned::span)];
    for (span, count) in spans.into_iter().zip([sweeps.len(), solves.len()]) {
        if let Some(span) = span
            && !check.count_of(&span, "questions", count, limits::SETTINGS)
        {
            return;
        }
    }
    // A system that is wrong answers nothing, and what is wrong with it has been said.
    if check.diagnostics.has_errors() {
        return;
    }
    let study = match resolved {
        Some(Found::Study(study, _)) => study,
        Some(Found::Fragment) => {
            let spans = sweeps.iter().map(Spanned::span).chain(solves.iter().map(Spanned::span));
            for span in spans {
                check.error(Diagnostic::error(&span, "there is no system to ask about: neither [gate] nor [chain]"));
            }
            return;
        }
        None => return,
    };
    let resolved: Vec<Option<NamedSweep>> = sweeps.into_iter().map(|one| sweep(study, one, check)).collect();
    study.sweeps = resolved.into_iter().flatten().collect();
    let resolved: Vec<Option<NamedSolve>> = solves.into_iter().map(|one| solve(study, one, check)).collect();
    study.solves = resolved.into_iter().flatten().collect();
}

fn sweep(study: &Study, sweep: Spanned<wire::Sweep>, check: &mut Check<'_>) -> Option<NamedSweep> {
    let span = sweep.span();
    let wire::Sweep { name, label, because, scenario, setting, vary, measure } = sweep.into_inner();
    let named = check.named(&span, "capacity", name, label.as_ref(), because.as_ref());
    let scenario = scenario.map(|name| part(study, "scenario", &name, check));
    let setting = setting.map(|name| part(study, "setting", &name, check));
    let vary = check.required(vary.filter(|vary| !vary.is_empty()), &span, "vary", "vary = [\"capacity=400..700/5\"]");
    let measure =
        check.required(measure.filter(|measure| !measure.is_empty()), &span, "measure", "measure = [\"max-age\"]");
    let (vary, measure) = (vary?, measure?);
    let axes: Option<Vec<Axis>> =
        vary.iter().map(|text| in_text(text, check, |text| Axis::read(study, text))).collect();
    let measures: Option<Vec<Measure>> = measure
        .iter()
        .map(|text| in_text(text, check, |text| Measure::read(study, text, 0..text.len().max(1))))
        .collect();
    let (scenario, setting) =
        (scenario.map_or(Some(None), |name| name.map(Some))?, setting.map_or(Some(None), |name| name.map(Some))?);
    let sweep = NamedSweep { named: named?, scenario, setting, axes: axes?, measures: measures? };
    let part = only(study, sweep.scenario.as_deref(), sweep.setting.as_deref())?;
    if let Err(message) = Grid::new(&part, sweep.axes.clone(), sweep.measures.clone()) {
        let last = vary.last().map_or(span, Spanned::span);
        check.error(Diagnostic::error(&last, message));
        return None;
    }
    Some(sweep)
}

fn solve(study: &Study, solve: Spanned<wire::Solve>, check: &mut Check<'_>) -> Option<NamedSolve> {
    let span = solve.span();
    let wire::Solve { name, label, because, scenario, setting, find, such_that } = solve.into_inner();
    let named = check.named(&span, "enough", name, label.as_ref(), because.as_ref());
    let scenario = check.required(scenario, &span, "scenario", "scenario = \"fault-free\"");
    let scenario = scenario.and_then(|name| part(study, "scenario", &name, check));
    let setting = check.required(setting, &span, "setting", "setting = \"both\"");
    let setting = setting.and_then(|name| part(study, "setting", &name, check));
    let find = check.required(find, &span, "find", "find = \"smallest capacity\"")?;
    let such_that = check.required(such_that, &span, "such-that", "such-that = \"max-age <= 2\"")?;
    let target = in_text(&find, check, |text| Target::read(study, text));
    let condition = in_text(&such_that, check, |text| Condition::read(study, text));
    let solve =
        NamedSolve { named: named?, scenario: scenario?, setting: setting?, target: target?, condition: condition? };
    let part = only(study, Some(&solve.scenario), Some(&solve.setting))?;
    let first = Cell { scenario: 0, setting: 0, way: crate::run::Way::AsWritten };
    if let Err(message) = solve.target.grid(&part, first, &solve.condition) {
        check.error(Diagnostic::error(&find.span(), message));
        return None;
    }
    Some(solve)
}

fn only(study: &Study, scenario: Option<&str>, setting: Option<&str>) -> Option<Study> {
    study.clone().only(scenario, setting).ok()
}

/// The name of a scenario or a setting that there is.
fn part(study: &Study, kind: &'static str, name: &Spanned<String>, check: &mut Check<'_>) -> Option<String> {
    let known = study.part_names(kind == "scenario");
    let wanted = name.get_ref();
    if known.iter().any(|known| known == wanted) {
        return Some(wanted.clone());
    }
    unknown_word(&name.span(), kind, wanted, &known, check);
    None
}

/// Reads a text of the file; what is wrong with it is reported where it stands.
fn in_text<T>(
    text: &Spanned<String>,
    check: &mut Check<'_>,
    read: impl FnOnce(&str) -> Result<T, Complaint>,
) -> Option<T> {
    read(text.get_ref())
        .map_err(|complaint| {
            let span: Span = text.span();
            // In a plain string on one line what is read stands one quote further on than the string; elsewhere the
            // whole string is the place.
            let is_plain = check.diagnostics.sources.slice(&span).get(1..span.len().saturating_sub(1))
                == Some(text.get_ref().as_str());
            let diagnostic = complaint.diagnostic(span.start + 1);
            check.error(if is_plain { diagnostic } else { Diagnostic { span: Some(span), ..diagnostic } });
        })
        .ok()
}
