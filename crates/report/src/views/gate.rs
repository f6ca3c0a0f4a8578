//! What a gate's answers say.

use arrivals::Decimal;
use scenarios::Way;
use scenarios::outcome::{FlowOutcome, GateOutcome};
use scenarios::study::{GateInForce, GateModel, GateSetting, Scenario};

use super::numbers::{
    average, exact, gate_deficit, minutes_a_month, over, percent, protected, share_of_peak, swing_text, units_demanded,
    usual_demand, whole, worst_stretch,
};
use super::terms::{self, say};
use crate::answers::ModelAnswers;
use crate::language::Language;
use crate::table::{Column, Table, Value};

type GateAnswers<'a> = ModelAnswers<'a, GateModel, GateOutcome>;

/// Every table of a gate, in reading order.
pub(super) fn tables(answers: &GateAnswers<'_>, language: Language) -> Vec<Table> {
    let view = View { answers, language };
    let scenarios = &answers.model.scenarios;
    let mut tables = vec![view.system()];
    let own = |scenario: &&usize| super::has_own_table(&scenarios[**scenario]);
    let indices: Vec<usize> = (0..scenarios.len()).collect();
    tables.extend(indices.iter().filter(own).map(|scenario| view.scenario(*scenario)));
    tables.push(view.failures());
    tables.extend(view.failing().into_iter().map(|scenario| view.protected_peak(scenario)));
    for scenario in view.fault_free() {
        tables.push(view.fault_free_cost(scenario));
        tables.push(view.ceilings(scenario));
    }
    tables.extend(super::groups(scenarios).into_iter().map(|(name, members)| view.group(name, &members)));
    tables.push(view.stranded());
    tables
}

/// A scenario's label, what it changes and how many rounds it has.
pub(super) fn scenario_title(answers: &GateAnswers<'_>, scenario: usize, language: Language) -> String {
    View { answers, language }.scenario_title(&answers.model.scenarios[scenario])
}

/// What a scenario changes and when.
pub(super) fn changed_stretches(
    answers: &GateAnswers<'_>,
    scenario: usize,
    language: Language,
) -> Vec<super::ChangedStretch> {
    let as_written = answers.model.as_written();
    let view = View { answers, language };
    super::changed_stretches(&answers.model.scenarios[scenario], |in_force| view.changes(&as_written, in_force))
}

struct View<'a> {
    answers: &'a GateAnswers<'a>,
    language: Language,
}

impl<'a> View<'a> {
    fn model(&self) -> &'a GateModel {
        self.answers.model
    }

    fn table(&self, name: &str, title: impl Into<String>, columns: Vec<Column>) -> Table {
        Table::new(format!("{}{name}", self.answers.about.file), title, columns)
    }

    fn text_column(&self, key: &str, term: crate::language::Label, width: usize) -> Column {
        Column::text(key, term.get(self.language), width)
    }

    fn number_column(&self, key: &str, term: crate::language::Label, width: usize) -> Column {
        Column::number(key, term.get(self.language), width)
    }

    fn outcome(&self, scenario: usize, setting: usize, way: Way) -> Option<&'a GateOutcome> {
        self.answers.get(scenario, setting, way)
    }

    fn setting_label(&self, setting: usize) -> Value {
        Value::text(say(&self.model().settings[setting].named.label, self.language))
    }

    fn scenario_label(&self, scenario: usize) -> &'a str {
        say(&self.model().scenarios[scenario].named.label, self.language)
    }

    fn is_fault_free(&self, scenario: usize) -> bool {
        self.model().scenarios[scenario].is_fault_free(&self.model().as_written())
    }

    fn fault_free(&self) -> Vec<usize> {
        (0..self.model().scenarios.len()).filter(|scenario| self.is_fault_free(*scenario)).collect()
    }

    fn failing(&self) -> Vec<usize> {
        (0..self.model().scenarios.len())
            .filter(|scenario| {
                !self.is_fault_free(*scenario) && super::has_own_table(&self.model().scenarios[*scenario])
            })
            .collect()
    }

    /// Names of the flows in order, for the note below counts with slashes.
    fn flow_order(&self) -> String {
        let labels: Vec<&str> = self.model().flows.iter().map(|flow| say(&flow.named.label, self.language)).collect();
        format!("{}: {}.", terms::PER_FLOW.get(self.language), labels.join(" / "))
    }

    fn by_flow(&self, outcome: &GateOutcome, count: impl Fn(&FlowOutcome) -> u64) -> Value {
        Value::Joined(outcome.flows.iter().map(count).collect())
    }

    /// The ceiling factors that settings throttle with, each once, in file order.
    fn factors(&self) -> Vec<Decimal> {
        let mut factors: Vec<Decimal> = Vec::new();
        for factor in self.model().settings.iter().filter_map(|setting| setting.kind.ceiling) {
            if !factors.contains(&factor) {
                factors.push(factor);
            }
        }
        factors
    }

    fn system(&self) -> Table {
        let model = self.model();
        let language = self.language;
        let mut columns = vec![
            self.text_column("flow", terms::FLOW, 16),
            self.number_column("class", terms::CLASS, 5),
            self.number_column("cost", terms::COST, 5),
            self.number_column("rate", terms::RATE, 8),
            self.text_column("swing", terms::SWING, 19),
            self.number_column("demand", terms::DEMAND, 14),
            self.number_column("share-of-capacity", terms::SHARE_OF_CAPACITY, 13),
        ];
        let factors = self.factors();
        for factor in &factors {
            let header = format!("{} × {factor}", terms::CEILING.get(language));
            columns.push(Column::number(format!("ceiling-{factor}"), header, 13));
        }
        let title = format!("{}: {}", say(&self.answers.about.title, language), terms::SYSTEM.get(language));
        let mut table = self.table(".system", title, columns);
        let capacity = whole(model.capacity);
        for flow in &model.flows {
            let demand = average(&flow.offer, flow.rate, false)
                .and_then(|requests| requests.checked_mul(whole(flow.cost.get())?));
            let mut row = vec![
                Value::text(say(&flow.named.label, language)),
                Value::Count(u64::from(flow.class)),
                Value::Count(flow.cost.get()),
                Value::number(exact(flow.rate), 2),
                Value::text(swing_text(&flow.offer.swing)),
                Value::number(demand, 2),
                Value::number(percent(demand, capacity), 1),
            ];
            let ceiling = |factor: &Decimal| exact(flow.rate)?.checked_mul(exact(*factor)?);
            row.extend(factors.iter().map(|factor| Value::number(ceiling(factor), 2)));
            table.push(row);
        }
        let demand = usual_demand(model);
        let mut sum = vec![Value::text(terms::ALL_FLOWS.get(language)), Value::Missing, Value::Missing];
        sum.extend([
            Value::Missing,
            Value::Missing,
            Value::number(demand, 2),
            Value::number(percent(demand, capacity), 1),
        ]);
        sum.extend(factors.iter().map(|_| Value::Missing));
        table.push(sum);
        table.notes.push(format!("{}: {}.", terms::CAPACITY.get(language), model.capacity));
        for flow in &model.flows {
            if let Some(because) = &flow.named.because {
                table.notes.push(format!("{}: {}", say(&flow.named.label, language), say(because, language)));
            }
        }
        table
    }

    fn scenario(&self, scenario: usize) -> Table {
        let model = self.model();
        let described = &model.scenarios[scenario];
        let mut table = self.table(
            &format!("/{}", described.named.name),
            self.scenario_title(described),
            vec![
                self.text_column("setting", terms::SETTING, 16),
                self.number_column("admitted", terms::ADMITTED, 17),
                self.number_column("served", terms::SERVED, 17),
                self.number_column("throttled", terms::THROTTLED, 12),
                self.number_column("shed", terms::SHED, 14),
                self.number_column("max-age", terms::MAX_AGE, 12),
                self.number_column("backlog", terms::BACKLOG, 7),
                self.number_column("oldest-waiting", terms::OLDEST_WAITING, 14),
            ],
        );
        for setting in 0..model.settings.len() {
            let Some(outcome) = self.outcome(scenario, setting, Way::AsWritten) else { continue };
            table.push(vec![
                self.setting_label(setting),
                self.by_flow(outcome, |flow| flow.admitted),
                self.by_flow(outcome, |flow| flow.served),
                self.by_flow(outcome, |flow| flow.throttled),
                self.by_flow(outcome, |flow| flow.shed),
                Value::Count(outcome.max_age_rounds),
                Value::Count(outcome.backlog_units),
                Value::Count(outcome.oldest_waiting_rounds),
            ]);
        }
        table.notes.push(self.flow_order());
        if let Some(because) = &described.named.because {
            table.notes.push(say(because, self.language).to_owned());
        }
        table
    }

    /// The scenario's label, what it changes and how many rounds it has.
    fn scenario_title(&self, scenario: &Scenario<GateInForce>) -> String {
        let as_written = self.model().as_written();
        super::scenario_title(scenario, self.answers.about, self.language, |in_force| {
            self.changes(&as_written, in_force)
        })
    }

    fn changes(&self, before: &GateInForce, after: &GateInForce) -> Vec<String> {
        let mut words = Vec::new();
        if before.capacity != after.capacity {
            let capacity = terms::CAPACITY_WORD.get(self.language);
            words.push(format!("{capacity} {} → {}", before.capacity, after.capacity));
        }
        for ((flow, before), after) in self.model().flows.iter().zip(&before.rates).zip(&after.rates) {
            if before != after {
                words.push(format!("{} {before} → {after}", say(&flow.named.label, self.language)));
            }
        }
        if after.steady && !before.steady {
            words.push(terms::STEADY.get(self.language).to_owned());
        }
        words
    }

    /// How hard each failure is, and how much of the month it takes.
    fn failures(&self) -> Table {
        let reference = &self.answers.about.reference;
        let mut table = self.table(
            ".failures",
            terms::FAILURES.get(self.language),
            vec![
                self.text_column("scenario", terms::SCENARIO, 40),
                self.number_column("demand", terms::DEMAND, 14),
                self.number_column("capacity", terms::CAPACITY, 16),
                self.number_column("deficit", terms::DEFICIT, 15),
                self.number_column("minutes", terms::MINUTES, 7),
                self.number_column("per-month", terms::PER_MONTH, 8),
                self.number_column("minutes-a-month", terms::MINUTES_A_MONTH, 15),
                self.number_column("share-of-budget", terms::SHARE_OF_BUDGET, 21),
            ],
        );
        for scenario in self.failing() {
            let described = &self.model().scenarios[scenario];
            let worst = worst_stretch(described, |stretch| gate_deficit(self.model(), stretch));
            let demand = units_demanded(self.model(), worst);
            let budget = reference.fault_minutes_per_month.and_then(exact);
            let mut row = vec![
                Value::text(self.scenario_label(scenario)),
                Value::number(demand, 2),
                Value::Count(worst.in_force.capacity),
                Value::number(demand.and_then(|demand| demand.checked_sub(whole(worst.in_force.capacity)?)), 2),
            ];
            row.extend(super::durations(described));
            row.push(Value::number(percent(minutes_a_month(described), budget), 1));
            table.push(row);
        }
        table
    }

    /// What of the peak gets in while a failure lasts.
    fn protected_peak(&self, scenario: usize) -> Table {
        let about = self.answers.about;
        let described = &self.model().scenarios[scenario];
        let mut table = self.table(
            &format!("/{}.protected-peak", described.named.name),
            format!("{}: {}", terms::PROTECTED_PEAK.get(self.language), self.scenario_label(scenario)),
            vec![
                self.text_column("setting", terms::SETTING, 16),
                self.number_column("protected-a-round", terms::PROTECTED_A_ROUND, 17),
                self.number_column("peak-a-second", terms::PEAK, 13),
                self.number_column("share-of-peak", terms::SHARE_OF_PEAK, 17),
                self.number_column("refused", terms::REFUSED_IN_ALL, 14),
                self.number_column("refused-a-round", terms::REFUSED_A_ROUND, 15),
            ],
        );
        let Some(peak) = about.reference.peak_rate.and_then(exact) else { return table };
        for setting in 0..self.model().settings.len() {
            let Some(outcome) = self.outcome(scenario, setting, Way::AsWritten) else { continue };
            let protected = protected(about, self.model(), outcome, |flow| flow.admitted);
            table.push(vec![
                self.setting_label(setting),
                Value::number(over(protected, u64::from(about.rounds)), 2),
                Value::number(Some(peak), 2),
                Value::number(share_of_peak(about, protected), 4),
                Value::Count(outcome.refused()),
                Value::number(over(outcome.refused(), u64::from(about.rounds)), 2),
            ]);
        }
        table
    }

    /// What each setting refuses although nothing is wrong, flow by flow.
    fn fault_free_cost(&self, scenario: usize) -> Table {
        let about = self.answers.about;
        let model = self.model();
        let mut table = self.table(
            ".fault-free-cost",
            format!("{}: {}", terms::FAULT_FREE_COST.get(self.language), self.scenario_label(scenario)),
            vec![
                self.text_column("setting", terms::SETTING, 16),
                self.text_column("flow", terms::FLOW, 16),
                self.number_column("offered", terms::OFFERED, 8),
                self.number_column("throttled", terms::THROTTLED, 11),
                self.number_column("shed", terms::SHED, 14),
                self.number_column("refused-percent", terms::REFUSED_SHARE, 9),
                self.number_column("refused-a-second", terms::REFUSED_A_SECOND, 16),
                self.number_column("throttled-without-swing", terms::STEADY_THROTTLED, 23),
                self.number_column("shed-without-swing", terms::STEADY_SHED, 26),
                self.number_column("max-age", terms::MAX_AGE, 12),
                self.number_column("checks-a-request", terms::CHECKS_A_REQUEST, 20),
            ],
        );
        for (setting, described) in model.settings.iter().enumerate() {
            let Some(outcome) = self.outcome(scenario, setting, Way::AsWritten) else { continue };
            let steady = self.outcome(scenario, setting, Way::WithoutSwing);
            for (index, flow) in model.flows.iter().enumerate() {
                let counts = &outcome.flows[index];
                let refused_share = over(counts.refused(), counts.offered);
                let known_a_second = exact(flow.rate).and_then(|rate| rate.checked_div(exact(about.round_seconds)?));
                let a_second = refused_share.and_then(|share| share.checked_mul(known_a_second?));
                let without_swing = |count: fn(&FlowOutcome) -> u64| {
                    steady.map_or(Value::Missing, |outcome| Value::Count(count(&outcome.flows[index])))
                };
                table.push(vec![
                    self.setting_label(setting),
                    Value::text(say(&flow.named.label, self.language)),
                    Value::Count(counts.offered),
                    Value::Count(counts.throttled),
                    Value::Count(counts.shed),
                    Value::number(percent(whole(counts.refused()), whole(counts.offered)), 2),
                    Value::number(a_second, 2),
                    without_swing(|flow| flow.throttled),
                    without_swing(|flow| flow.shed),
                    Value::Count(outcome.max_age_rounds),
                    Value::Count(checks_a_request(described.kind)),
                ]);
            }
        }
        table
    }

    /// What the whole part of a ceiling refuses of flows that are under it on average.
    fn ceilings(&self, scenario: usize) -> Table {
        let model = self.model();
        let mut table = self.table(
            ".ceilings",
            format!("{}: {}", terms::CEILINGS.get(self.language), self.scenario_label(scenario)),
            vec![
                self.text_column("flow", terms::FLOW, 16),
                self.number_column("factor", terms::FACTOR, 6),
                self.number_column("average-offered", terms::AVERAGE_OFFERED, 15),
                self.number_column("ceiling", terms::CEILING, 8),
                self.number_column("passes-a-round", terms::WHOLE_PART, 14),
                self.number_column("offered", terms::OFFERED, 8),
                self.number_column("throttled", terms::THROTTLED, 11),
                self.number_column("throttled-without-swing", terms::STEADY_THROTTLED, 23),
            ],
        );
        for factor in self.factors() {
            let uses_factor = |kind: &GateSetting| kind.ceiling == Some(factor);
            let Some(setting) = model.settings.iter().position(|setting| uses_factor(&setting.kind)) else { continue };
            let Some(outcome) = self.outcome(scenario, setting, Way::AsWritten) else { continue };
            let steady = self.outcome(scenario, setting, Way::WithoutSwing);
            for (index, flow) in model.flows.iter().enumerate() {
                let ceiling = exact(flow.rate).and_then(|rate| rate.checked_mul(exact(factor)?));
                let passes = self.answers.about.arithmetic.floor_product(factor, flow.rate);
                table.push(vec![
                    Value::text(say(&flow.named.label, self.language)),
                    Value::text(factor.to_string()),
                    Value::number(average(&flow.offer, flow.rate, false), 2),
                    Value::number(ceiling, 2),
                    Value::Count(passes),
                    Value::Count(outcome.flows[index].offered),
                    Value::Count(outcome.flows[index].throttled),
                    steady.map_or(Value::Missing, |steady| Value::Count(steady.flows[index].throttled)),
                ]);
            }
        }
        table
    }

    /// Scenarios beside their like, under the setting with the most mechanisms.
    fn group(&self, name: &str, members: &[usize]) -> Table {
        let model = self.model();
        let strongest = strongest_setting(model);
        let title = if name == "sensitivity" { terms::SENSITIVITY.get(self.language) } else { name };
        let mut table = self.table(
            &format!(".{name}"),
            format!("{title} ({}: {})", terms::SETTING.get(self.language), self.setting_label(strongest)),
            vec![
                self.text_column("scenario", terms::SCENARIO, 26),
                self.number_column("admitted", terms::ADMITTED, 17),
                self.number_column("refused", terms::REFUSED_IN_ALL, 14),
                self.number_column("max-age", terms::MAX_AGE, 12),
                self.number_column("backlog", terms::BACKLOG, 7),
            ],
        );
        for scenario in members {
            let Some(outcome) = self.outcome(*scenario, strongest, Way::AsWritten) else { continue };
            table.push(vec![
                Value::text(self.scenario_label(*scenario)),
                self.by_flow(outcome, |flow| flow.admitted),
                Value::Count(outcome.refused()),
                Value::Count(outcome.max_age_rounds),
                Value::Count(outcome.backlog_units),
            ]);
        }
        table.notes.push(self.flow_order());
        table
    }

    /// Cells in which capacity went to waste behind a head that did not fit.
    fn stranded(&self) -> Table {
        let mut table = self.table(
            ".stranded",
            terms::STRANDED_TITLE.get(self.language),
            vec![
                self.text_column("scenario", terms::SCENARIO, 40),
                self.text_column("setting", terms::SETTING, 16),
                self.number_column("stranded", terms::STRANDED, 20),
                self.number_column("share-of-capacity", terms::SHARE_OF_CAPACITY, 16),
            ],
        );
        for (cell, outcome) in self.answers.as_written().filter(|(_, outcome)| outcome.stranded_units > 0) {
            table.push(vec![
                Value::text(self.scenario_label(cell.scenario)),
                self.setting_label(cell.setting),
                Value::Count(outcome.stranded_units),
                Value::number(percent(whole(outcome.stranded_units), whole(outcome.capacity_units)), 2),
            ]);
        }
        table
    }
}

/// Checks that every request goes through: one for each mechanism that is on.
pub(super) fn checks_a_request(setting: GateSetting) -> u64 {
    u64::from(setting.ceiling.is_some()) + u64::from(setting.bound.is_some())
}

/// The setting with the most mechanisms; the first of equals.
fn strongest_setting(model: &GateModel) -> usize {
    let mut strongest = 0;
    for (index, setting) in model.settings.iter().enumerate() {
        if checks_a_request(setting.kind) > checks_a_request(model.settings[strongest].kind) {
            strongest = index;
        }
    }
    strongest
}
