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
    pub fn round_watched(
        &mut self,
        offered: &[u64],
        limits: Limits,
        on_served: impl FnMut(Served),
    ) -> Round {
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
        self.queue
            .iter()
            .map(|run| (run.flow, run.round, run.count))
    }

    /// Offers, throttles and sheds: what passes joins the queue, in the order of classes.
    #[inline]
    fn admit(&mut self, offered: &[u64], bound: Option<u64>) {
        // A queue without a bound is still a number of units, see the range in the crate's docs.
        let mut room = bound.unwrap_or(u64::MAX).saturating_sub(self.waiting_units);
        for entry in &self.entries {
            let place = entry.flow as usize;
            let Some(totals) = self.totals.get_mut(place) else {
                continue;
            };
            let offered = offered.get(place).copied().unwrap_or(0);
            let passed = offered.min(entry.ceiling);
            let (admitted, units) = as_many_as_fit(passed, entry.cost, room);
            totals.offered = totals.offered.saturating_add(offered);
            totals.throttled = totals.throttled.saturating_add(offered - passed);
            totals.shed = totals.shed.saturating_add(passed - admitted);
            totals.admitted = totals.admitted.saturating_add(admitted);
            if admitted > 0 {
                room -= units;
                self.waiting_units += units;
                self.waiting_requests += admitted;
                self.queue.push(Run {
                    flow: entry.flow,
                    round: self.round,
                    count: admitted,
                });
            }
        }
    }

    /// Serves from the head while it fits; returns what is left of the budget.
    #[inline]
    fn serve(&mut self, capacity: u64, mut on_served: impl FnMut(Served)) -> u64 {
        let round = self.round;
        let mut budget = capacity;
        while let Some(head) = self.queue.head_mut() {
            let place = head.flow as usize;
            let (Some(&cost), Some(totals)) = (self.costs.get(place), self.totals.get_mut(place))
            else {
                break;
            };
            let (count, units) = as_many_as_fit(head.count, cost, budget);
            if count == 0 {
                break;
            }
            let age_rounds = round - head.round;
            totals.served = totals.served.saturating_add(count);
            totals.age_sum += u128::from(count) * u128::from(age_rounds);
            totals.max_age_rounds = totals.max_age_rounds.max(u64::from(age_rounds));
            budget -= units;
            self.waiting_units -= units;
            self.waiting_requests -= count;
            on_served(Served {
                flow: head.flow,
                age_rounds,
                count,
            });
            if count < head.count {
                head.count -= count;
                break;
            }
            self.queue.pop_head();
        }
        budget
    }
}

/// How many of `count` requests fit into `room`, and the units they take: never more than `room`.
#[inline]
fn as_many_as_fit(count: u64, cost: u64, room: u64) -> (u64, u64) {
    // Mostly all fit, and that is known without a division.
    if let Some(units) = count.checked_mul(cost)
        && units <= room
    {
        return (count, units);
    }
    if cost == 1 {
        return (room, room);
    }
    if cost > room {
        return (0, 0);
    }
    let fitting = room / cost;
    (fitting, fitting * cost)
}
