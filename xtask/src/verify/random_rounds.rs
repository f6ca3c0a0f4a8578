//! A million seeded Poisson rounds of the lab beside the exact Markov chain of [`super::slotted`].

use rayon::prelude::*;
use report::ratio::Ratio;

use super::slotted::{self, LongRun};
use super::workbench::Workbench;
use super::{Section, continuous, markdown};
use crate::console::Failure;

/// Runs of one system, each with its own seed.
const RUNS: u64 = 100;
/// Rounds of each run that count.
const ROUNDS: u64 = 10_000;
/// Rounds before those: runs begin with nothing waiting, and this is forgotten by then.
const WARM_UP: u64 = 1_000;
/// Student's t for 99.9 % on both sides, with as many degrees of freedom as there are runs, less one.
const STUDENT_T: f64 = 3.391_5;

/// A system of one flow or one link.
enum System {
    Gate { mean: &'static str, capacity: usize, bound: Option<usize> },
    Link { mean: &'static str, rate: usize, buffer: usize },
}

const SYSTEMS: &[System] = &[
    System::Gate { mean: "8", capacity: 10, bound: Some(20) },
    System::Gate { mean: "9", capacity: 10, bound: Some(20) },
    System::Gate { mean: "10", capacity: 10, bound: Some(20) },
    System::Gate { mean: "12", capacity: 10, bound: Some(20) },
    System::Gate { mean: "97.22", capacity: 100, bound: Some(200) },
    System::Gate { mean: "0.8", capacity: 1, bound: Some(2) },
    System::Gate { mean: "0.8", capacity: 1, bound: None },
    System::Link { mean: "8", rate: 10, buffer: 10 },
    System::Link { mean: "97.22", rate: 120, buffer: 100 },
];

impl System {
    fn name(&self) -> String {
        match self {
            System::Gate { mean, capacity, bound: Some(bound) } => {
                format!("gate: λ {mean}, capacity {capacity}, bound {bound}")
            }
            System::Gate { mean, capacity, bound: None } => format!("gate: λ {mean}, capacity {capacity}, no bound"),
            System::Link { mean, rate, buffer } => format!("link: λ {mean}, rate {rate}, buffer {buffer}"),
        }
    }

    fn long_run(&self) -> Result<LongRun, Failure> {
        let number = |text: &str| text.parse::<f64>().map_err(|_| Failure::Input(format!("`{text}` is no number")));
        Ok(match self {
            System::Gate { mean, capacity, bound: Some(bound) } => slotted::gate(number(mean)?, *capacity, *bound),
            // One request a round: the textbook has it.
            System::Gate { mean, bound: None, .. } => {
                LongRun { loss: 0.0, mean_backlog: continuous::md1_waiting(number(mean)?) }
            }
            System::Link { mean, rate, buffer } => slotted::link(number(mean)?, *rate, *buffer),
        })
    }

    fn text(&self, rounds: u64, seed: u64) -> String {
        match self {
            System::Gate { mean, capacity, bound } => {
                let shed = bound.map_or(String::new(), |bound| format!("shed = {{ bound-units = {bound} }}"));
                format!(
                    "rounds = {rounds}\n[gate]\ncapacity = {capacity}\n[[gate.flow]]\nname = \"flow\"\nrate = {mean}\n\
                     cost = 1\nclass = 1\narrivals = {{ poisson = {{ seed = {seed} }} }}\n\
                     [[setting]]\nname = \"setting\"\n{shed}\n[[scenario]]\nname = \"scenario\"\n"
                )
            }
            System::Link { mean, rate, buffer } => format!(
                "rounds = {rounds}\n[chain.source]\nname = \"source\"\nrate = {mean}\n\
                 arrivals = {{ poisson = {{ seed = {seed} }} }}\n\
                 [[chain.stage]]\nname = \"stage\"\nbuffer = {buffer}\nrate = {rate}\n\
                 [[setting]]\nname = \"setting\"\ndepth = 1\n[[scenario]]\nname = \"scenario\"\n"
            ),
        }
    }

    /// Arrivals, what was turned away, and what waited at the end of each round, summed over the rounds.
    fn counts(&self, workbench: &Workbench, place: usize, rounds: u64, seed: u64) -> Result<[u128; 3], Failure> {
        let name = format!("rounds-{place}-{rounds}-{seed}");
        let text = self.text(rounds, seed);
        Ok(match self {
            System::Gate { .. } => {
                let outcome = workbench.gate(&name, &text)?;
                [outcome.flows[0].offered.into(), outcome.refused().into(), outcome.little[0].waiting_sum]
            }
            System::Link { .. } => {
                let outcome = workbench.chain(&name, &text)?;
                [outcome.produced.into(), outcome.refused.into(), outcome.little.waiting_sum]
            }
        })
    }

    /// The same of the rounds after the warm-up: a shorter run is a prefix of a longer one.
    fn counts_of_run(&self, workbench: &Workbench, place: usize, seed: u64) -> Result<[f64; 3], Failure> {
        let all = self.counts(workbench, place, WARM_UP + ROUNDS, seed)?;
        let before = self.counts(workbench, place, WARM_UP, seed)?;
        // Far below 2^53.
        Ok(std::array::from_fn(|index| (all[index] - before[index]) as f64))
    }
}

/// A mean over the runs, and how far from it the truth may be with a confidence of 99.9 %.
struct Estimate {
    mean: f64,
    margin: f64,
}

impl Estimate {
    fn of(samples: &[f64]) -> Estimate {
        let count = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / count;
        let squares: f64 = samples.iter().map(|sample| (sample - mean) * (sample - mean)).sum();
        // A square root is exact to the last bit on every platform, as sums and quotients are.
        Estimate { mean, margin: STUDENT_T * (squares / (count - 1.0) / count).sqrt() }
    }

    fn holds(&self, exact: f64) -> bool {
        (self.mean - exact).abs() <= self.margin
    }
}

/// Every system, exactly and by chance.
///
/// # Errors
///
/// Where a system is not read or run.
pub fn section() -> Result<Section, Failure> {
    let workbench = Workbench::new()?;
    let (mut rows, mut problems, mut compared) = (Vec::new(), Vec::new(), 0);
    for (place, system) in SYSTEMS.iter().enumerate() {
        let exact = system.long_run()?;
        let runs: Vec<[f64; 3]> = (1..=RUNS)
            .into_par_iter()
            .map(|seed| system.counts_of_run(&workbench, place, seed))
            .collect::<Result<_, _>>()?;
        let losses: Vec<f64> = runs.iter().map(|[arrived, refused, _]| refused / arrived).collect();
        let backlogs: Vec<f64> = runs.iter().map(|[_, _, waiting]| waiting / ROUNDS as f64).collect();
        for (what, exact, samples, places) in
            [("loss", exact.loss, losses, 10), ("mean backlog", exact.mean_backlog, backlogs, 8)]
        {
            let estimate = Estimate::of(&samples);
            compared += 1;
            if !estimate.holds(exact) {
                problems.push(format!(
                    "{}, {what}: {exact} is not within {} ± {}",
                    system.name(),
                    estimate.mean,
                    estimate.margin
                ));
            }
            rows.push(vec![
                system.name(),
                what.to_owned(),
                digits(exact, places),
                digits(estimate.mean, 6),
                digits(estimate.margin, 6),
                if estimate.holds(exact) { "yes" } else { "no" }.to_owned(),
            ]);
        }
    }
    let table = markdown::table(&["system", "figure", "exact", "measured", "± at 99.9 %", "within"], 2, &rows);
    let markdown = format!(
        "## Chance: the exact Markov chain beside a million rounds\n\n\
         What waits at the end of a round is a Markov chain when arrivals are Poisson: a gate goes from x to \
         min(x + a, bound) − capacity (or nothing), a link from x to min(x − rate (or nothing) + a, buffer). Its long run \
         is worked out from the transition probabilities by elimination, without a subtraction; loss is the share of the \
         arrivals that is turned away, backlog is what waits at the end of a round. Beside it are {} rounds of the lab for \
         each system: {RUNS} seeds (1 to {RUNS}), {} rounds each after {} that are left out, and the interval that holds \
         the truth 999 times in 1,000 (Student's t over the seeds). A loss near zero is not normally distributed, so read \
         its interval with care. Without a bound, the backlog is the textbook's: λ²/(2(1 − λ)).\n\n{table}\n\
         {compared} figures compared, {} outside their interval.\n",
        markdown::grouped(u128::from(RUNS * ROUNDS)),
        markdown::grouped(u128::from(ROUNDS)),
        markdown::grouped(u128::from(WARM_UP)),
        problems.len(),
    );
    Ok(Section::new(&markdown, problems))
}

/// A figure with so many decimal places, rounded half up from the exact value of the double.
pub(super) fn digits(figure: f64, places: u8) -> String {
    // Figures are far below 2^53, and their digits beyond 10^-15 are nobody's.
    let scaled = (figure * 1e15) as i128;
    match Ratio::new(scaled, 1_000_000_000_000_000) {
        Some(ratio) => ratio.rounded(places).to_string(),
        None => figure.to_string(),
    }
}
