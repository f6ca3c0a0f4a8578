use crate::{
    Flow, FlowTotals, Limits, Round, Served,
    ring::{Ring, Run},
};
use alloc::{vec, vec::Vec};

/// An admission gate and its queue.
#[derive(Clone, Debug)]
pub struct Gate {
    /// In the order of entry.
    entries: Vec<Entry>,
    /// In file order, as the totals are.
    costs: Vec<u64>,
    totals: Vec<FlowTotals>,
    queue: Ring,
    round: u32,
    /// Units in the queue, kept as they come and go.
    waiting_units: u64,
    /// Requests in the queue, kept as they come and go.
    waiting_requests: u64,
}

/// A flow at the entrance.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The flow's place in file order.
    flow: u32,
    cost: u64,
    /// `u64::MAX` where there is none.
    ceiling: u64,
}

impl Gate {
    /// Rounds that a gate can be stepped and still knows their number.
    pub const MAX_ROUNDS: u32 = u32::MAX;

    /// A gate before round 1, its queue empty. `flows` are in file order, as the counts of every round and the totals
    /// are. Of more than `u32::MAX` flows the rest is left out.
    pub fn new(flows: &[Flow]) -> Gate {
        let mut by_class: Vec<(u32, &Flow)> = (0_u32..).zip(flows).collect();
        // Stable: equal classes stay in file order.
        by_class.sort_by_key(|(_, flow)| flow.class);
        let entries = by_class.into_iter().map(|(place, flow)| Entry {
            flow: place,
            cost: flow.cost.get(),
            ceiling: flow.ceiling.unwrap_or(u64::MAX),
        });
        Gate {
            entries: entries.collect(),
            costs: flows.iter().map(|flow| flow.cost.get()).collect(),
            totals: vec![FlowTotals::default(); flows.len()],
            queue: Ring::new(),
            round: 0,
            waiting_units: 0,
            waiting_requests: 0,
        }
    }

    /// One round: offer, throttle, shed, serve. `offered` has one count of requests per flow, in file order; a count
    /// that is missing is 0, and one too many is not looked at.
    #[inline]
    pub fn round(&mut self, offered: &[u64], limits: Limits) -> Round {
        self.round_watched(offered, limits, |_| {})
    }

    /// The same, telling `on_served` each run (flow, age, count) that leaves the queue, in the order of service.
    #[inline]
    pub fn round_watched(&mut self, offered: &[u64], limits: Limits, on_served: impl FnMut(Served)) -> Round {
        self.round = self.round.saturating_add(1);
        self.admit(offered, limits.bound);
        let peak_units = self.waiting_units;
        let left = self.serve(limits.capacity, on_served);
        let oldest = self.queue.head();
        Round {
            peak_units,
            waiting_units: self.waiting_units,
            waiting_requests: self.waiting_requests,
            served_units: limits.capacity - left,
            stranded_units: if oldest.is_some() { left } else { 0 },
            oldest_waiting_rounds: oldest.map_or(0, |run| u64::from(self.round - run.round)),
        }
    }

    /// Each flow's counts since round 1, in file order.
    #[inline]
    pub fn totals(&self) -> &[FlowTotals] {
        &self.totals
    }

    /// What waits, head first: (flow, round of entry, count).
    pub fn waiting(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        self.queue.iter().map(|run| (run.flow, run.round, run.count))
    }

    /// Offers, throttles and sheds: what passes joins the queue, in the order of classes.
    #[inline]
    fn admit(&mut self, offered: &[u64], bound: Option<u64>) {
        self.queue.reserve(self.entries.len());
        let (slots, mut ends) = self.queue.parts();
        let round = self.round;
        let totals = self.totals.as_mut_slice();
        // A queue without a bound is still a number of units, see the range in the crate's docs.
        let room_at_first = bound.unwrap_or(u64::MAX).saturating_sub(self.waiting_units);
        let mut room = room_at_first;
        let mut entered_requests = 0;
        for entry in &self.entries {
            let place = entry.flow as usize;
            let (Some(totals), Some(&offered)) = (totals.get_mut(place), offered.get(place)) else {
                continue;
            };
            totals.offered = totals.offered.wrapping_add(offered);
            let mut admitted = offered;
            if admitted > entry.ceiling {
                totals.throttled = totals.throttled.wrapping_add(admitted - entry.ceiling);
                admitted = entry.ceiling;
            }
            // Mostly all of them fit, and that is known without a division.
            let units = match admitted.checked_mul(entry.cost) {
                Some(units) if units <= room => units,
                _ => {
                    let fitting = fitting(entry.cost, room);
                    totals.shed = totals.shed.wrapping_add(admitted - fitting);
                    admitted = fitting;
                    fitting * entry.cost
                }
            };
            if admitted == 0 {
                continue;
            }
            totals.admitted = totals.admitted.wrapping_add(admitted);
            room -= units;
            entered_requests += admitted;
            let run = Run { flow: entry.flow, round, count: admitted };
            ends.push(slots, run);
        }
        self.waiting_units += room_at_first - room;
        self.waiting_requests += entered_requests;
        self.queue.set_ends(ends);
    }

    /// Serves from the head while it fits; returns what is left of the budget.
    #[inline]
    fn serve(&mut self, capacity: u64, mut on_served: impl FnMut(Served)) -> u64 {
        let (slots, mut ends) = self.queue.parts();
        let (round, costs) = (self.round, self.costs.as_slice());
        let totals = self.totals.as_mut_slice();
        let mut budget = capacity;
        let mut served_requests = 0;
        let mut serve = |head: &Run, totals: &mut FlowTotals, count: u64| {
            let age_rounds = round - head.round;
            served_requests += count;
            totals.served = totals.served.wrapping_add(count);
            totals.age_sum += u128::from(count) * u128::from(age_rounds);
            if u64::from(age_rounds) > totals.max_age_rounds {
                totals.max_age_rounds = u64::from(age_rounds);
            }
            on_served(Served { flow: head.flow, age_rounds, count });
        };
        while let Some(head) = ends.head(slots) {
            let place = head.flow as usize;
            let (Some(&cost), Some(totals)) = (costs.get(place), totals.get_mut(place)) else {
                break;
            };
            // Cannot overflow: a run enters only where all units that wait are a `u64`.
            let units = head.count * cost;
            if units <= budget {
                serve(head, totals, head.count);
                budget -= units;
                ends.pop_head();
                continue;
            }
            let count = fitting(cost, budget);
            if count > 0 {
                serve(head, totals, count);
                budget -= count * cost;
                head.count -= count;
            }
            break;
        }
        self.waiting_units -= capacity - budget;
        self.waiting_requests -= served_requests;
        self.queue.set_ends(ends);
        budget
    }
}

/// How many requests fit into `room`. Divides only where there is something to find out.
#[inline]
fn fitting(cost: u64, room: u64) -> u64 {
    if cost == 1 {
        room
    } else if cost > room {
        0
    } else {
        room / cost
    }
}
