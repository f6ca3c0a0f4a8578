use crate::{Flow, FlowTotals, Limits, Round, Served, queue::Queue};
use alloc::vec::Vec;

/// An admission gate and its queue.
#[derive(Clone, Debug)]
pub struct Gate {
    /// In the order of entry.
    entries: Vec<Entry>,
    /// Each flow's place among them, in file order.
    places: Vec<usize>,
    queue: Queue,
    /// Units in the queue, kept as they come and go.
    waiting_units: u64,
    /// Requests in the queue, kept as they come and go.
    waiting_requests: u64,
}

/// A flow at the entrance, with all that a round needs of it side by side.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The flow's place in file order.
    flow: u32,
    cost: u64,
    /// `u64::MAX` where there is none.
    ceiling: u64,
    totals: FlowTotals,
}

/// Requests of all flows that a round turned away.
#[derive(Clone, Copy, Default)]
struct Refused {
    throttled: u64,
    shed: u64,
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
            totals: FlowTotals::default(),
        });
        let entries: Vec<Entry> = entries.collect();
        let mut places: Vec<usize> = (0..entries.len()).collect();
        places.sort_by_key(|place| entries.get(*place).map(|entry| entry.flow));
        Gate { queue: Queue::new(entries.len()), entries, places, waiting_units: 0, waiting_requests: 0 }
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
        self.queue.begin_round();
        let refused = self.admit(offered, limits.bound);
        let peak_units = self.waiting_units;
        let oldest_rounds = self.queue.oldest_rounds();
        let left = self.serve(limits.capacity, on_served);
        let served_units = limits.capacity - left;
        let is_waiting = self.waiting_units > 0;
        Round {
            peak_units,
            waiting_units: self.waiting_units,
            waiting_requests: self.waiting_requests,
            throttled_requests: refused.throttled,
            shed_requests: refused.shed,
            served_units,
            stranded_units: if is_waiting { left } else { 0 },
            oldest_served_rounds: if served_units > 0 { oldest_rounds } else { 0 },
            oldest_waiting_rounds: if is_waiting { self.queue.oldest_rounds() } else { 0 },
        }
    }

    /// Each flow's counts since round 1, in file order.
    #[inline]
    pub fn totals(&self) -> impl Iterator<Item = FlowTotals> + '_ {
        let in_file_order = self.places.iter().filter_map(|place| self.entries.get(*place));
        in_file_order.map(|entry| entry.totals)
    }

    /// What waits, head first: (flow, round of entry, count).
    pub fn waiting(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        self.queue.iter().flat_map(|(round, counts)| {
            let runs = self.entries.iter().zip(counts).filter(|(_, count)| **count > 0);
            runs.map(move |(entry, count)| (entry.flow, round as u32, *count))
        })
    }

    /// Offers, throttles and sheds: what passes joins the queue, in the order of classes. Returns what does not.
    #[inline]
    fn admit(&mut self, offered: &[u64], bound: Option<u64>) -> Refused {
        let mut refused = Refused::default();
        let Some(batch) = self.queue.newest() else { return refused };
        // A queue without a bound is still a number of units, see the range in the crate's docs.
        let room_at_first = bound.unwrap_or(u64::MAX).saturating_sub(self.waiting_units);
        let mut room = room_at_first;
        let mut entered_requests = 0;
        for (entry, count) in self.entries.iter_mut().zip(batch.counts) {
            let offered = offered.get(entry.flow as usize).copied().unwrap_or(0);
            *count = entry.admit(offered, &mut room, &mut refused);
            entered_requests += *count;
        }
        *batch.units = room_at_first - room;
        self.waiting_units += *batch.units;
        self.waiting_requests += entered_requests;
        refused
    }

    /// Serves from the head while it fits; returns what is left of the budget.
    #[inline]
    fn serve(&mut self, capacity: u64, mut on_served: impl FnMut(Served)) -> u64 {
        let mut budget = capacity;
        let mut served_requests = 0;
        while let Some(batch) = self.queue.oldest() {
            let age_rounds = batch.age_rounds;
            let mut serve = |entry: &mut Entry, count: u64| {
                served_requests += count;
                entry.totals.served = entry.totals.served.wrapping_add(count);
                if count > 0 {
                    on_served(Served { flow: entry.flow, age_rounds, count });
                }
            };
            let in_order = self.entries.iter_mut().zip(batch.counts);
            if *batch.units <= budget {
                budget -= *batch.units;
                for (entry, count) in in_order {
                    serve(entry, *count);
                }
                self.queue.drop_oldest();
                continue;
            }
            let budget_at_first = budget;
            for (entry, waiting) in in_order {
                // Cannot overflow: all units that wait are a `u64`.
                let units = *waiting * entry.cost;
                let count = if units <= budget { *waiting } else { fitting(entry.cost, budget) };
                serve(entry, count);
                budget -= count * entry.cost;
                *waiting -= count;
                if *waiting > 0 {
                    break;
                }
            }
            *batch.units -= budget_at_first - budget;
            break;
        }
        self.waiting_units -= capacity - budget;
        self.waiting_requests -= served_requests;
        budget
    }
}

impl Entry {
    /// Throttles and sheds what is offered; returns how many enter, and takes their units from the room.
    #[inline]
    fn admit(&mut self, offered: u64, room: &mut u64, refused: &mut Refused) -> u64 {
        let totals = &mut self.totals;
        totals.offered = totals.offered.wrapping_add(offered);
        let mut admitted = offered;
        if admitted > self.ceiling {
            let throttled = admitted - self.ceiling;
            totals.throttled = totals.throttled.wrapping_add(throttled);
            refused.throttled = refused.throttled.wrapping_add(throttled);
            admitted = self.ceiling;
        }
        // Mostly all of them fit, and that is known without a division.
        let units = match admitted.checked_mul(self.cost) {
            Some(units) if units <= *room => units,
            _ => {
                let fitting = fitting(self.cost, *room);
                let shed = admitted - fitting;
                totals.shed = totals.shed.wrapping_add(shed);
                refused.shed = refused.shed.wrapping_add(shed);
                admitted = fitting;
                fitting * self.cost
            }
        };
        totals.admitted = totals.admitted.wrapping_add(admitted);
        *room -= units;
        admitted
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
