//! A gate, request by request.

use std::collections::VecDeque;

use crate::arrivals::Arrivals;
use crate::counts::add_ages;
use crate::course::{Little, Record, add_course};
use crate::number::floor_product;
use crate::{Bound, Counts, Gate, GateSetting, Scenario, System};

/// One request.
#[derive(Clone, Copy)]
struct Request {
    flow: usize,
    cost: u64,
    entered: u32,
}

#[derive(Clone, Default)]
struct OfFlow {
    offered: u64,
    admitted: u64,
    throttled: u64,
    shed: u64,
    ages: Vec<u32>,
}

pub(crate) fn count(system: &System, gate: &Gate, scenario: &Scenario, setting: &GateSetting) -> Counts {
    let mut arrivals: Vec<Arrivals<'_>> = gate
        .flows
        .iter()
        .enumerate()
        .map(|(place, flow)| Arrivals::new(system.arithmetic, &flow.offer, scenario, place, &flow.rate))
        .collect();
    let mut queue: VecDeque<Request> = VecDeque::new();
    let mut flows = vec![OfFlow::default(); gate.flows.len()];
    let (mut stranded, mut all_capacity, mut peak) = (0, 0, 0);
    let mut waiting_requests_sum = 0;
    let mut records = Vec::new();

    for round in 1..=system.rounds {
        let capacity = scenario.capacity(round, gate.capacity);
        let mut record = Record::default();

        // Offer and throttle, flow by flow.
        let mut passed: Vec<Request> = Vec::new();
        for (place, flow) in gate.flows.iter().enumerate() {
            let ceiling = setting.ceiling.as_ref().map(|factor| floor_product(system.arithmetic, factor, &flow.rate));
            for nth in 0..arrivals[place].in_round(round) {
                flows[place].offered += 1;
                if ceiling.is_some_and(|ceiling| u128::from(nth) >= ceiling) {
                    flows[place].throttled += 1;
                    record.refused += 1;
                } else {
                    passed.push(Request { flow: place, cost: flow.cost, entered: round });
                }
            }
        }

        // Shed, class by class; equal classes stay in file order.
        passed.sort_by_key(|request| gate.flows[request.flow].class);
        let bound = setting.bound.as_ref().map(|bound| match bound {
            Bound::Units(units) => u128::from(*units),
            Bound::OfCapacity(multiple) => floor_product(system.arithmetic, multiple, &capacity.to_string()),
        });
        for request in passed {
            let waiting: u64 = queue.iter().map(|request| request.cost).sum();
            if bound.is_some_and(|bound| u128::from(waiting + request.cost) > bound) {
                flows[request.flow].shed += 1;
                record.refused += 1;
            } else {
                flows[request.flow].admitted += 1;
                queue.push_back(request);
            }
        }
        peak = peak.max(queue.iter().map(|request| request.cost).sum::<u64>());

        // Serve from the head.
        let mut budget = capacity;
        while let Some(head) = queue.front()
            && head.cost <= budget
        {
            let age = round - head.entered;
            budget -= head.cost;
            flows[head.flow].ages.push(age);
            record.completed_ages.push(age);
            queue.pop_front();
        }
        if !queue.is_empty() {
            stranded += budget;
        }
        all_capacity += capacity;
        waiting_requests_sum += queue.len() as u128;
        record.backlog = queue.iter().map(|request| request.cost).sum();
        record.waiting_ages = queue.iter().map(|request| round - request.entered).collect();
        records.push(record);
    }

    let mut counts = Counts::default();
    let cost_of = |flow: usize| u128::from(gate.flows[flow].cost);
    let ends_seen = |request: &Request| u128::from(system.rounds - request.entered + 1);
    let mut requests = Little { waiting_sum: waiting_requests_sum, age_sum: 0, still_waiting_sum: 0 };
    let mut units = Little { waiting_sum: 0, age_sum: 0, still_waiting_sum: 0 };
    units.waiting_sum = records.iter().map(|record| u128::from(record.backlog)).sum();
    for (place, flow) in flows.iter().enumerate() {
        let of = format!("flow {}", place + 1);
        counts.add(format!("{of}: offered"), flow.offered);
        counts.add(format!("{of}: admitted"), flow.admitted);
        counts.add(format!("{of}: throttled"), flow.throttled);
        counts.add(format!("{of}: shed"), flow.shed);
        counts.add(format!("{of}: served"), flow.ages.len() as u64);
        add_ages(&mut counts, &of, &flow.ages);
        let ages: u128 = flow.ages.iter().map(|age| u128::from(*age)).sum();
        requests.age_sum += ages;
        units.age_sum += ages * cost_of(place);
    }
    for request in &queue {
        requests.still_waiting_sum += ends_seen(request);
        units.still_waiting_sum += ends_seen(request) * u128::from(request.cost);
    }
    counts.add("largest age", flows.iter().flat_map(|flow| &flow.ages).max().copied().unwrap_or(0));
    counts.add("backlog", queue.iter().map(|request| request.cost).sum::<u64>());
    counts.add("oldest waiting", queue.iter().map(|request| system.rounds - request.entered).max().unwrap_or(0));
    counts.add("peak after entry", peak);
    counts.add("stranded", stranded);
    counts.add("capacity of all rounds", all_capacity);
    add_course(&mut counts, system, scenario, &records);
    requests.add(&mut counts, "requests");
    units.add(&mut counts, "units");
    counts
}
