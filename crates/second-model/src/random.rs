//! Systems by chance.
//!
//! A system is read off a row of numbers, each of which decides one thing. Where the row has ended, every further
//! decision falls as if the number were 0, and 0 is always the plainest choice; so that a property test that shortens
//! and lowers the row makes the system smaller, and a generator of chance gives the whole range.

use crate::{
    Arithmetic, Bound, Chain, ChainSetting, Changes, Flow, Gate, GateSetting, Model, Offer, Phase, Recorded, Scenario,
    Stage, System,
};

/// Numbers that decide, one after the other.
pub struct Choices<I>(I);

impl<I: Iterator<Item = u64>> Choices<I> {
    /// Decisions by these numbers.
    pub fn new(numbers: I) -> Choices<I> {
        Choices(numbers)
    }

    /// One of `0..ways`.
    fn one_of(&mut self, ways: u64) -> u64 {
        self.0.next().unwrap_or(0) % ways
    }

    fn is_one_in(&mut self, ways: u64) -> bool {
        self.one_of(ways) == ways - 1
    }

    /// A decimal from 0 to about `most`, with few places or with all nine.
    fn decimal(&mut self, most: u64) -> String {
        let places = [0_u32, 1, 2, 3, 9][self.one_of(5) as usize];
        let one = 10_u64.pow(places);
        let parts = self.one_of(most * one + 1);
        let (whole, rest, places) = (parts / one, parts % one, places as usize);
        if places == 0 { whole.to_string() } else { format!("{whole}.{rest:0>places$}") }
    }
}

/// Numbers without end, the same ones for the same seed (SplitMix64).
pub fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

/// Gate or chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A gate.
    Gate,
    /// A chain.
    Chain,
}

/// A system of a few parts and up to some eighty rounds.
pub fn system<I: Iterator<Item = u64>>(choices: &mut Choices<I>) -> System {
    let kind = [Kind::Gate, Kind::Chain][choices.one_of(2) as usize];
    of_kind(choices, kind)
}

/// The same of one model.
pub fn of_kind<I: Iterator<Item = u64>>(choices: &mut Choices<I>, kind: Kind) -> System {
    let rounds = 1 + choices.one_of(80) as u32;
    let arithmetic = [Arithmetic::Exact, Arithmetic::Double][choices.one_of(2) as usize];
    let late_after = choices.is_one_in(2).then(|| choices.one_of(6) as u32);
    let model = match kind {
        Kind::Gate => Model::Gate(gate(choices)),
        Kind::Chain => Model::Chain(chain(choices)),
    };
    let scenarios = (0..=choices.one_of(2)).map(|_| scenario(choices, &model, rounds)).collect();
    System { rounds, arithmetic, late_after, model, scenarios }
}

fn gate<I: Iterator<Item = u64>>(choices: &mut Choices<I>) -> Gate {
    let flows = (0..=choices.one_of(4)).map(|_| Flow {
        rate: choices.decimal(9),
        cost: 1 + if choices.is_one_in(2) { choices.one_of(12) } else { 0 },
        class: 1 + choices.one_of(3) as u32,
        offer: offer(choices, 12),
    });
    let flows = flows.collect();
    let capacity = choices.one_of(50);
    let settings = (0..=choices.one_of(3)).map(|_| GateSetting {
        ceiling: choices.is_one_in(2).then(|| choices.decimal(2)),
        bound: match choices.one_of(3) {
            0 => None,
            1 => Some(Bound::OfCapacity(choices.decimal(3))),
            _ => Some(Bound::Units(choices.one_of(120))),
        },
    });
    Gate { capacity, flows, settings: settings.collect() }
}

fn chain<I: Iterator<Item = u64>>(choices: &mut Choices<I>) -> Chain {
    let stages: Vec<Stage> =
        (0..=choices.one_of(4)).map(|_| Stage { buffer: choices.one_of(30), rate: choices.one_of(20) }).collect();
    let settings = (0..=choices.one_of(3)).map(|_| ChainSetting {
        depth: choices.one_of(stages.len() as u64 + 1) as usize,
        unbounded: choices.is_one_in(5),
    });
    let settings = settings.collect();
    Chain { rate: choices.decimal(15), offer: offer(choices, 30), stages, settings }
}

fn offer<I: Iterator<Item = u64>>(choices: &mut Choices<I>, most: u64) -> Offer {
    match choices.one_of(4) {
        0 => Offer::default(),
        3 => {
            let counts = (0..=choices.one_of(12)).map(|_| choices.one_of(most)).collect();
            let recorded = Recorded { counts, repeat: choices.is_one_in(2), in_csv: choices.is_one_in(3) };
            Offer { swing: Vec::new(), recorded: Some(recorded) }
        }
        _ => Offer { swing: (0..=choices.one_of(5)).map(|_| choices.decimal(2)).collect(), recorded: None },
    }
}

fn scenario<I: Iterator<Item = u64>>(choices: &mut Choices<I>, model: &Model, rounds: u32) -> Scenario {
    let changes = changes(choices, model);
    let mut phases = Vec::new();
    let mut first_free = 1;
    for _ in 0..choices.one_of(4) {
        let from = first_free + choices.one_of(u64::from(rounds)) as u32;
        let to = from + choices.one_of(20) as u32;
        if to > rounds {
            break;
        }
        phases.push(Phase { from, to, changes: self::changes(choices, model) });
        first_free = to + 1;
    }
    Scenario { changes, phases }
}

fn changes<I: Iterator<Item = u64>>(choices: &mut Choices<I>, model: &Model) -> Changes {
    let mut changes = Changes::default();
    match model {
        Model::Gate(gate) => {
            if choices.is_one_in(2) {
                changes.capacity = Some(choices.one_of(50));
            }
            for place in 0..gate.flows.len() {
                if choices.is_one_in(3) {
                    changes.rates.push((place, choices.decimal(9)));
                }
            }
        }
        Model::Chain(chain) => {
            if choices.is_one_in(3) {
                changes.rates.push((0, choices.decimal(15)));
            }
            for stage in 1..=chain.stages.len() {
                if choices.is_one_in(3) {
                    changes.rates.push((stage, choices.one_of(20).to_string()));
                }
            }
        }
    }
    changes.steady = [None, Some(false), Some(true)][choices.one_of(3) as usize];
    changes
}
