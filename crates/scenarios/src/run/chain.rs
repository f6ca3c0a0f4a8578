//! A chain's run.

use arrivals::Arrivals;
use backpressure_core::{Chain, Round};

use super::books::{self, Violation};
use super::course::{CourseSoFar, FirstRounds, RoundEnd};
use super::offer::{self, Draw};
use crate::outcome::{Ages, ChainOutcome, LittlesLaw};
use crate::study::{About, ChainInForce, ChainModel, ChainSetting, Scenario};

/// Runs one scenario under one setting, and tells `watch` how each round ended: its number, the chain, what was
/// produced, and what the chain says of it.
pub(super) fn run(
    about: &About,
    model: &ChainModel,
    scenario: &Scenario<ChainInForce>,
    setting: ChainSetting,
    replication: u32,
    mut watch: impl FnMut(u32, &Chain, u64, &Round),
) -> Result<ChainOutcome, Violation> {
    let mut run = Run::start(about, model, scenario, setting, replication);
    for (index, stretch) in scenario.timeline.iter().enumerate() {
        let in_force = &stretch.in_force;
        if index > 0 {
            offer::change(&mut run.arrivals, &model.source.offer, in_force.source_rate, in_force.steady);
        }
        for round in stretch.from..=stretch.to {
            let (produced, end) = run.round(round, &in_force.stage_rates)?;
            watch(round, &run.chain, produced, &end);
        }
        run.course.stretch_ended(stretch.to, run.chain.totals().refused, run.lost());
    }
    run.finish()
}

struct Run<'a> {
    about: &'a About,
    model: &'a ChainModel,
    setting: ChainSetting,
    chain: Chain,
    arrivals: Arrivals,
    produced: u64,
    ages: Ages,
    course: CourseSoFar,
    first_refused: FirstRounds,
    first_lost: FirstRounds,
    max_age_rounds: u64,
    waiting: u64,
    oldest_waiting_rounds: u64,
    waiting_sum: u128,
}

impl<'a> Run<'a> {
    fn start(
        about: &'a About,
        model: &'a ChainModel,
        scenario: &Scenario<ChainInForce>,
        setting: ChainSetting,
        replication: u32,
    ) -> Run<'a> {
        let buffers: Vec<Option<u64>> =
            model.stages.iter().map(|stage| (!setting.unbounded).then_some(stage.buffer)).collect();
        let first = &scenario.timeline[0].in_force;
        let draw = Draw { twin: 0, replication };
        Run {
            about,
            model,
            setting,
            chain: Chain::new(&buffers, setting.depth),
            arrivals: offer::start(&model.source.offer, about.arithmetic, first.source_rate, first.steady, draw),
            produced: 0,
            ages: Ages::default(),
            course: CourseSoFar::new(about, &scenario.phases),
            first_refused: FirstRounds::new(1),
            first_lost: FirstRounds::new(if setting.unbounded { 0 } else { model.stages.len() }),
            max_age_rounds: 0,
            waiting: 0,
            oldest_waiting_rounds: 0,
            waiting_sum: 0,
        }
    }

    #[inline]
    fn round(&mut self, round: u32, rates: &[u64]) -> Result<(u64, Round), Violation> {
        let produced = self.arrivals.next_round();
        self.produced += produced;
        let ages = &mut self.ages;
        let end = self.chain.round_watched(produced, rates, |completed| {
            ages.add(completed.age_rounds, completed.count);
        });
        let last_rate = rates.last().copied().unwrap_or(0);
        books::at_most("items completed", round, end.completed, last_rate)?;
        if !self.setting.unbounded {
            for (stage, waiting) in self.model.stages.iter().zip(self.chain.waiting_items()) {
                books::at_most("items in a buffer", round, waiting, stage.buffer)?;
            }
        }
        self.first_refused.round_ended(round, std::iter::once(end.refused));
        if end.lost > 0 {
            self.first_lost.round_ended(round, self.chain.stages().iter().map(|stage| stage.lost));
        }
        self.max_age_rounds = self.max_age_rounds.max(end.oldest_completed_rounds);
        self.waiting = end.waiting;
        self.oldest_waiting_rounds = end.oldest_waiting_rounds;
        self.waiting_sum += u128::from(end.waiting);
        self.course.round_ended(RoundEnd {
            round,
            backlog: end.waiting,
            oldest_waiting_rounds: end.oldest_waiting_rounds,
            oldest_completed_rounds: end.oldest_completed_rounds,
        });
        Ok((produced, end))
    }

    fn lost(&self) -> u64 {
        self.chain.stages().iter().map(|stage| stage.lost).sum()
    }

    fn finish(self) -> Result<ChainOutcome, Violation> {
        let little = self.close_books()?;
        let lost = self.lost();
        let totals = self.chain.totals();
        let course = self.course.finish(self.about.rounds, totals.refused, lost);
        let mut first_lost_rounds = self.first_lost.finish();
        first_lost_rounds.resize(self.model.stages.len(), None);
        Ok(ChainOutcome {
            first_refused_round: self.first_refused.finish().into_iter().flatten().next(),
            first_lost_rounds,
            produced: totals.produced,
            completed: totals.completed,
            refused: totals.refused,
            lost: self.chain.stages().iter().map(|stage| stage.lost).collect(),
            stalled_rounds: self.chain.stages().iter().map(|stage| stage.stalled_rounds).collect(),
            max_age_rounds: self.max_age_rounds,
            backlog: self.waiting,
            oldest_waiting_rounds: self.oldest_waiting_rounds,
            peak_backlog: course.peak_end_backlog,
            ages: self.ages,
            course,
            little,
        })
    }

    /// Holds every count against the sum that it must be, and gives both sides of Little's law.
    fn close_books(&self) -> Result<LittlesLaw, Violation> {
        let totals = self.chain.totals();
        let stages = self.chain.stages();
        let sum = |parts: &[u64]| parts.iter().map(|part| u128::from(*part)).sum::<u128>();
        let mut waiting = vec![0u64; stages.len()];
        let mut law = LittlesLaw {
            waiting_sum: self.waiting_sum,
            age_sum: self.ages.sum() + totals.lost_age_sum,
            still_waiting_sum: 0,
        };
        for (stage, produced, count) in self.chain.waiting() {
            waiting[stage as usize] += count;
            law.still_waiting_sum += u128::from(count) * u128::from(self.about.rounds - produced + 1);
        }
        let produced = u128::from(self.produced);
        books::balance("produced", produced, u128::from(totals.produced))?;
        let parts = sum(&[totals.completed, totals.refused, self.lost()]) + sum(&waiting);
        books::balance("produced, by what became of it", produced, parts)?;
        books::balance("completed, by age", u128::from(totals.completed), u128::from(self.ages.count()))?;
        books::balance("items waiting at the end", u128::from(self.waiting), sum(&waiting))?;
        let mut entered = totals.produced - totals.refused - stages[0].lost;
        for (index, stage) in stages.iter().enumerate() {
            let name = &self.model.stages[index].named.name;
            let lost_at_next = stages.get(index + 1).map_or(0, |next| next.lost);
            let parts = sum(&[stage.passed, lost_at_next, waiting[index]]);
            books::balance(format_args!("entered {name}"), u128::from(entered), parts)?;
            entered = stage.passed;
        }
        books::balance("passed by the last stage", u128::from(entered), u128::from(totals.completed))?;
        books::balance("Little's law in items", law.waiting_sum, law.age_sum + law.still_waiting_sum)?;
        Ok(law)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{CHAIN, study};
    use super::Run;
    use crate::study::{Model, Study};

    /// A run that has been stepped to its end, with one count falsified.
    fn falsified(study: &Study, falsify: impl Fn(&mut Run<'_>)) -> String {
        let Model::Chain(model) = &study.model else { panic!("this is a gate") };
        let scenario = &model.scenarios[0];
        let mut run = Run::start(&study.about, model, scenario, model.settings[0].kind, 0);
        for round in 1..=study.about.rounds {
            run.round(round, &scenario.timeline[0].in_force.stage_rates).expect("each round is sound");
        }
        falsify(&mut run);
        run.finish().expect_err("a falsified count must not pass").what
    }

    #[test]
    fn each_of_the_books_notices_one_item_too_many() {
        let study = study(CHAIN);
        let check = |falsify: &dyn Fn(&mut Run<'_>), expected: &str| {
            let what = falsified(&study, falsify);
            assert!(what.starts_with(expected), "{what}");
        };
        check(&|run| run.produced += 1, "produced:");
        check(&|run| run.ages.add(0, 1), "completed, by age:");
        check(&|run| run.waiting += 1, "items waiting at the end:");
        check(&|run| run.waiting_sum += 1, "Little's law in items:");
    }
}
