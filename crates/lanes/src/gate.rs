use crate::{LANES, Lane, splat};

/// Rounds that a lane remembers.
pub const WINDOW: usize = 16;

/// Variants of a gate that share flows, costs, classes and arrivals.
#[derive(Clone, Copy, Debug)]
pub struct Gate<'a> {
    /// Units that a request takes, by flow in the order of entry; from 1 to [`crate::MOST_UNITS`].
    pub costs: &'a [u32],
    /// Requests that may pass in a round, by flow in the order of entry.
    pub ceilings: &'a [Lane],
    /// Requests offered, round after round, in each of them by flow in the order of entry.
    pub offered: &'a [u32],
    /// What is in force, from the first round to the last.
    pub stretches: &'a [GateStretch],
}

/// What is in force for some rounds.
#[derive(Clone, Copy, Debug)]
pub struct GateStretch {
    /// How many.
    pub rounds: usize,
    /// Units served in a round; at most [`crate::MOST_UNITS`].
    pub capacity: Lane,
    /// Units that may wait; [`crate::MOST_UNITS`] where there is no bound.
    pub bound: Lane,
}

/// What the variants came to; flows are in the order of entry.
#[derive(Clone, Debug)]
pub struct GateCounts {
    /// Refused above the ceiling.
    pub throttled: Vec<Lane>,
    /// Refused because the queue was at its bound.
    pub shed: Vec<Lane>,
    /// Let in.
    pub admitted: Vec<Lane>,
    /// Served.
    pub served: Vec<Lane>,
    /// Largest age at completion.
    pub max_age: Lane,
    /// Units waiting at the end.
    pub backlog: Lane,
    /// Rounds that the oldest request still waiting has waited.
    pub oldest_waiting: Lane,
    /// Most units waiting after entry and before service.
    pub peak_backlog: Lane,
    /// Most units waiting at the end of a round.
    pub peak_end_backlog: Lane,
    /// Units of capacity that a head which did not fit let go to waste.
    pub stranded: Lane,
    /// Whether the lane's counts are right: nothing waited for longer than it remembers.
    pub held: [bool; LANES],
}

/// Divides by one number with a multiplication and a shift, exactly for numbers below 2^31 (Granlund and Montgomery,
/// "Division by invariant integers using multiplication", PLDI 1994).
#[derive(Clone, Copy, Debug)]
struct Divisor {
    cost: u32,
    /// `2^shift / cost`, rounded up; below 2^32.
    factor: u32,
    /// From 31 to 62.
    shift: u32,
}

impl Divisor {
    fn new(cost: u32) -> Divisor {
        let cost = cost.max(1);
        let shift = 31 + cost.next_power_of_two().trailing_zeros();
        let factor = (1_u64 << shift).div_ceil(u64::from(cost));
        Divisor { cost, factor: u32::try_from(factor).unwrap_or(u32::MAX), shift }
    }

    #[inline(always)]
    fn quotient(self, number: u32) -> u32 {
        // Below 2^31 for a number below that.
        ((u64::from(number) * u64::from(self.factor)) >> self.shift) as u32
    }
}

/// All bits, or none: what keeps a lane's number or clears it without a branch.
#[inline(always)]
fn mask(keeps: bool) -> u32 {
    0_u32.wrapping_sub(u32::from(keeps))
}

/// The first number where the mask has all bits, the second where it has none.
#[inline(always)]
fn choose(mask: u32, first: u32, second: u32) -> u32 {
    (first & mask) | (second & !mask)
}

/// The queue as positions in one stream of units: everything that ever entered, in the order of entry. What is served
/// ends at `served`, what has entered at `entered`, and what waits lies between.
struct Queue {
    /// Where each flow's requests of a round end, for the last [`WINDOW`] rounds: `[round mod WINDOW][flow]`.
    ends: Vec<Lane>,
    /// Where the round before the window ends.
    before_window: Lane,
    entered: Lane,
    served: Lane,
    /// Rounds back in which something may wait, this one included.
    reach: usize,
}

/// Runs the variants. Inlined into a function for each set of instructions.
#[inline(always)]
pub(crate) fn run(gate: &Gate<'_>) -> GateCounts {
    let flows = gate.costs.len();
    let divisors: Vec<Divisor> = gate.costs.iter().map(|cost| Divisor::new(*cost)).collect();
    let mut counts = GateCounts {
        throttled: vec![splat(0); flows],
        shed: vec![splat(0); flows],
        admitted: vec![splat(0); flows],
        served: vec![splat(0); flows],
        max_age: splat(0),
        backlog: splat(0),
        oldest_waiting: splat(0),
        peak_backlog: splat(0),
        peak_end_backlog: splat(0),
        stranded: splat(0),
        held: [true; LANES],
    };
    let mut queue = Queue {
        ends: vec![splat(0); WINDOW * flows],
        before_window: splat(0),
        entered: splat(0),
        served: splat(0),
        reach: 0,
    };
    let mut rounds = gate.offered.chunks_exact(flows.max(1));
    let mut round = 0;
    for stretch in gate.stretches {
        for offered in rounds.by_ref().take(stretch.rounds) {
            queue.forget_oldest(round, flows, &mut counts.held);
            queue.admit(round, offered, &divisors, gate.ceilings, &stretch.bound, &mut counts);
            queue.serve(round, &divisors, &stretch.capacity, &mut counts);
            round += 1;
        }
    }
    queue.finish(round, &divisors, &mut counts);
    counts
}

impl Queue {
    /// The place of a round so many rounds back: where its flows begin in `ends`.
    #[inline(always)]
    fn place(round: usize, back: usize, flows: usize) -> usize {
        (round.wrapping_sub(back) % WINDOW) * flows
    }

    /// Makes room for a round. A lane in which something of the round that is forgotten still waits holds no more: it
    /// goes on as if all had been served, so that it costs the others nothing.
    #[inline(always)]
    fn forget_oldest(&mut self, round: usize, flows: usize, held: &mut [bool; LANES]) {
        self.before_window = self.ends[Queue::place(round, 0, flows) + flows - 1];
        if self.reach == WINDOW {
            for lane in 0..LANES {
                if self.before_window[lane] > self.served[lane] {
                    held[lane] = false;
                    self.served[lane] = self.entered[lane];
                }
            }
            self.reach -= 1;
        }
        self.reach += 1;
    }

    /// Offers, throttles and sheds, in the order of entry.
    #[inline(always)]
    fn admit(
        &mut self,
        round: usize,
        offered: &[u32],
        divisors: &[Divisor],
        ceilings: &[Lane],
        bound: &Lane,
        counts: &mut GateCounts,
    ) {
        let flows = divisors.len();
        let place = Queue::place(round, 0, flows);
        let ends = &mut self.ends[place..place + flows];
        let mut entered = self.entered;
        let mut room = splat(0);
        for lane in 0..LANES {
            room[lane] = bound[lane].saturating_sub(entered[lane] - self.served[lane]);
        }
        let (throttled, shed) = (&mut counts.throttled[..flows], &mut counts.shed[..flows]);
        let (admitted, ceilings, offered) = (&mut counts.admitted[..flows], &ceilings[..flows], &offered[..flows]);
        for flow in 0..flows {
            let (divisor, offered) = (divisors[flow], offered[flow]);
            let (throttled, shed, admitted) = (&mut throttled[flow], &mut shed[flow], &mut admitted[flow]);
            let ceiling = &ceilings[flow];
            if divisor.cost == 1 {
                for lane in 0..LANES {
                    let passes = offered.min(ceiling[lane]);
                    let enters = passes.min(room[lane]);
                    throttled[lane] += offered - passes;
                    shed[lane] += passes - enters;
                    admitted[lane] += enters;
                    room[lane] -= enters;
                    entered[lane] += enters;
                }
            } else {
                for lane in 0..LANES {
                    let passes = offered.min(ceiling[lane]);
                    let enters = passes.min(divisor.quotient(room[lane]));
                    throttled[lane] += offered - passes;
                    shed[lane] += passes - enters;
                    admitted[lane] += enters;
                    let units = enters * divisor.cost;
                    room[lane] -= units;
                    entered[lane] += units;
                }
            }
            ends[flow] = entered;
        }
        self.entered = entered;
    }

    #[inline(always)]
    fn serve(&mut self, round: usize, divisors: &[Divisor], capacity: &Lane, counts: &mut GateCounts) {
        let flows = divisors.len();
        // Where the budget ends, or the queue: whole requests only.
        let mut to = splat(0);
        let mut age_and_one = splat(0);
        for lane in 0..LANES {
            let waiting = self.entered[lane] - self.served[lane];
            counts.peak_backlog[lane] = counts.peak_backlog[lane].max(waiting);
            to[lane] = self.served[lane] + waiting.min(capacity[lane]);
        }
        let mut before = if self.reach == WINDOW {
            self.before_window
        } else {
            self.ends[Queue::place(round, self.reach, flows) + flows - 1]
        };
        // The run of costly requests that the budget ends within, where there is one: its begin, and how to divide by
        // its cost. Chosen by masks, and divided once at the end.
        let mut begin = to;
        let (mut cost, mut factor, mut shift) = (splat(1), splat(0), splat(0));
        for back in (0..self.reach).rev() {
            let place = Queue::place(round, back, flows);
            let ends = &self.ends[place..place + flows];
            for flow in 0..flows {
                let (divisor, end) = (divisors[flow], &ends[flow]);
                if divisor.cost != 1 {
                    for lane in 0..LANES {
                        let inside = mask((to[lane] > before[lane]) & (to[lane] < end[lane]));
                        begin[lane] = choose(inside, before[lane], begin[lane]);
                        cost[lane] = choose(inside, divisor.cost, cost[lane]);
                        factor[lane] = choose(inside, divisor.factor, factor[lane]);
                        shift[lane] = choose(inside, divisor.shift, shift[lane]);
                    }
                }
                before = *end;
            }
            for lane in 0..LANES {
                age_and_one[lane] += u32::from(before[lane] > self.served[lane]);
            }
        }
        for lane in 0..LANES {
            let product = u64::from(to[lane] - begin[lane]) * u64::from(factor[lane]);
            let whole = (product >> (shift[lane] & 63)) as u32;
            to[lane] = begin[lane] + whole * cost[lane];
        }
        let mut peak_end = counts.peak_end_backlog;
        for lane in 0..LANES {
            let served = to[lane] - self.served[lane];
            let age = age_and_one[lane].wrapping_sub(1) & mask(served > 0);
            counts.max_age[lane] = counts.max_age[lane].max(age);
            let left = self.entered[lane] - to[lane];
            peak_end[lane] = peak_end[lane].max(left);
            counts.stranded[lane] += (capacity[lane] - served) & mask(left > 0);
        }
        counts.peak_end_backlog = peak_end;
        self.served = to;
        // The oldest rounds in which no lane has anything waiting need not be looked at any more.
        while self.reach > 0 {
            let end = &self.ends[Queue::place(round, self.reach - 1, flows) + flows - 1];
            let mut any_waits = 0;
            for lane in 0..LANES {
                any_waits |= u32::from(end[lane] > self.served[lane]);
            }
            if any_waits != 0 {
                break;
            }
            self.reach -= 1;
        }
    }

    /// Counts what waits at the end; what does not was served.
    fn finish(&self, rounds: usize, divisors: &[Divisor], counts: &mut GateCounts) {
        let flows = divisors.len();
        counts.served.clone_from(&counts.admitted);
        let last = rounds.wrapping_sub(1);
        for lane in 0..LANES {
            counts.backlog[lane] = self.entered[lane] - self.served[lane];
            for back in 0..self.reach {
                let place = Queue::place(last, back, flows);
                let mut begin = match back + 1 {
                    WINDOW => self.before_window[lane],
                    back => self.ends[Queue::place(last, back, flows) + flows - 1][lane],
                };
                for flow in 0..flows {
                    let end = self.ends[place + flow][lane];
                    let waiting = end.saturating_sub(begin.max(self.served[lane]));
                    counts.served[flow][lane] -= waiting / divisors[flow].cost;
                    begin = end;
                }
                if begin > self.served[lane] {
                    counts.oldest_waiting[lane] = u32::try_from(back).unwrap_or(u32::MAX);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Divisor;

    #[test]
    fn divides_exactly() {
        let most = (1_u32 << 31) - 1;
        for cost in (1..200).chain([255, 256, 257, 1_000_003, most / 2, most - 1, most]) {
            let divisor = Divisor::new(cost);
            let near = |number: u32| [number.saturating_sub(1), number, number.saturating_add(1)];
            let multiples = [0, 1, 2, 3, 1000, most / cost - 1, most / cost].map(|times| times.saturating_mul(cost));
            for number in multiples.into_iter().flat_map(near).chain(near(most / 3)).chain([most]) {
                if number <= most {
                    assert_eq!(divisor.quotient(number), number / cost, "{number} / {cost}");
                }
            }
        }
    }
}
