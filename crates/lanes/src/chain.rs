use crate::{LANES, Lane, map2, splat};

/// Variants of a chain that share their arrivals and have equally many stages.
#[derive(Clone, Copy, Debug)]
pub struct Chain<'a> {
    /// Bound of each stage's buffer, source side first; [`crate::MOST_UNITS`] where there is none.
    pub buffers: &'a [Lane],
    /// All bits of a lane's place where the stage stops for a full successor, none where it does not.
    pub obeys: &'a [Lane],
    /// The same for the boundary.
    pub boundary_obeys: Lane,
    /// Items produced, round after round.
    pub produced: &'a [u32],
    /// What is in force, from the first round to the last.
    pub stretches: &'a [ChainStretch<'a>],
}

/// What is in force for some rounds.
#[derive(Clone, Copy, Debug)]
pub struct ChainStretch<'a> {
    /// How many.
    pub rounds: usize,
    /// Items that each stage moves in a round.
    pub rates: &'a [Lane],
}

/// What the variants came to, in items.
#[derive(Clone, Debug)]
pub struct ChainCounts {
    /// Completed by the last stage.
    pub completed: Lane,
    /// Refused at the boundary.
    pub refused: Lane,
    /// Lost at the entry of each stage.
    pub lost: Vec<Lane>,
    /// Rounds in which each stage stood still.
    pub stalled: Vec<Lane>,
    /// Waiting at the end.
    pub backlog: Lane,
    /// Most that waited at the end of a round.
    pub peak_backlog: Lane,
}

/// Runs the variants. Inlined into a function for each set of instructions.
#[inline(always)]
pub(crate) fn run(chain: &Chain<'_>) -> ChainCounts {
    // The usual lengths, known to the compiler.
    match chain.buffers.len() {
        2 => run_stages::<2>(chain),
        3 => run_stages::<3>(chain),
        4 => run_stages::<4>(chain),
        _ => run_stages::<0>(chain),
    }
}

/// `STAGES` is how many there are, or 0 where that is not known before.
#[inline(always)]
fn run_stages<const STAGES: usize>(chain: &Chain<'_>) -> ChainCounts {
    let stages = if STAGES == 0 { chain.buffers.len() } else { STAGES };
    let mut counts = ChainCounts {
        completed: splat(0),
        refused: splat(0),
        lost: vec![splat(0); stages],
        stalled: vec![splat(0); stages],
        backlog: splat(0),
        peak_backlog: splat(0),
    };
    if stages == 0 {
        for produced in chain.produced {
            counts.refused = map2(&counts.refused, &splat(*produced), u32::wrapping_add);
        }
        return counts;
    }
    let mut waiting = vec![splat(0); stages];
    let (buffers, obeys) = (&chain.buffers[..stages], &chain.obeys[..stages]);
    let mut produced = chain.produced.iter();
    for stretch in chain.stretches {
        let rates = &stretch.rates[..stages];
        for produced in produced.by_ref().take(stretch.rounds) {
            round(stages, buffers, obeys, &chain.boundary_obeys, rates, *produced, &mut waiting, &mut counts);
        }
    }
    counts
}

#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn round(
    stages: usize,
    buffers: &[Lane],
    obeys: &[Lane],
    boundary_obeys: &Lane,
    rates: &[Lane],
    produced: u32,
    waiting: &mut [Lane],
    counts: &mut ChainCounts,
) {
    let (waiting, lost) = (&mut waiting[..stages], &mut counts.lost[..stages]);
    let stalled = &mut counts.stalled[..stages];
    let last = stages - 1;
    for lane in 0..LANES {
        let completed = rates[last][lane].min(waiting[last][lane]);
        counts.completed[lane] += completed;
        waiting[last][lane] -= completed;
    }
    for place in (0..last).rev() {
        for lane in 0..LANES {
            let moves = rates[place][lane].min(waiting[place][lane]);
            let passed = moves.min(buffers[place + 1][lane] - waiting[place + 1][lane]);
            let without_room = moves - passed;
            let dropped = without_room & !obeys[place][lane];
            waiting[place][lane] -= passed + dropped;
            waiting[place + 1][lane] += passed;
            lost[place + 1][lane] += dropped;
            stalled[place][lane] += u32::from(without_room > 0) & obeys[place][lane];
        }
    }
    let mut total = splat(0);
    for lane in 0..LANES {
        let entered = produced.min(buffers[0][lane] - waiting[0][lane]);
        let without_room = produced - entered;
        waiting[0][lane] += entered;
        counts.refused[lane] += without_room & boundary_obeys[lane];
        lost[0][lane] += without_room & !boundary_obeys[lane];
    }
    for waiting in waiting.iter() {
        total = map2(&total, waiting, u32::wrapping_add);
    }
    counts.peak_backlog = map2(&counts.peak_backlog, &total, u32::max);
    counts.backlog = total;
}
