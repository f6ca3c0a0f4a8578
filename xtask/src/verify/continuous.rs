//! Textbook queues in continuous time, by their recursions: where the lab's rounds lead to, and for orientation.

use super::random_rounds::digits;
use super::{Section, markdown, slotted};

/// Requests that wait, on average, before one server that takes a constant time (M/D/1), at a load below 1.
pub fn md1_waiting(load: f64) -> f64 {
    load * load / (2.0 * (1.0 - load))
}

/// Share of arrivals that find all of `servers` busy and leave (Erlang B), by B(0) = 1 and
/// B(n) = aB(n − 1) / (n + aB(n − 1)).
pub fn erlang_b(offered: f64, servers: u32) -> f64 {
    (1..=servers).fold(1.0, |blocked, server| offered * blocked / (f64::from(server) + offered * blocked))
}

/// Share of arrivals that have to wait for one of `servers` (Erlang C), at a load below 1.
pub fn erlang_c(offered: f64, servers: u32) -> f64 {
    let blocked = erlang_b(offered, servers);
    let load = offered / f64::from(servers);
    blocked / (1.0 - load * (1.0 - blocked))
}

/// Share of arrivals that find `places` taken before one server of exponential service times (M/M/1/K), by
/// P(0) = 1 and P(k) = ρP(k − 1) / (1 + ρP(k − 1)).
pub fn mm1k_loss(load: f64, places: u32) -> f64 {
    (1..=places).fold(1.0, |full, _| load * full / (1.0 + load * full))
}

/// The limit of short rounds, and textbook losses beside the gate's.
pub fn section() -> Section {
    let load = 0.8;
    let rows = [16_u32, 8, 4, 2, 1].map(|capacity| {
        let per_round = load * f64::from(capacity);
        // Nothing is left beyond so many waiting at this load.
        let backlog = slotted::gate(per_round, capacity as usize, 400).mean_backlog;
        vec![capacity.to_string(), digits(backlog, 6), digits(backlog / load, 6)]
    });
    let mut problems = Vec::new();
    let one_a_round = slotted::gate(load, 1, 400).mean_backlog;
    if (one_a_round - md1_waiting(load)).abs() > 1e-9 {
        problems.push(format!("one request a round: {one_a_round} is not M/D/1's {}", md1_waiting(load)));
    }
    let limit =
        markdown::table(&["capacity of a round", "waiting at its end", "waiting time, in service times"], 0, &rows);
    let losses: Vec<Vec<String>> = [8.0, 9.0, 10.0, 12.0]
        .iter()
        .map(|mean| {
            let load = mean / 10.0;
            let delayed = if load < 1.0 { digits(erlang_c(*mean, 10), 6) } else { "all".to_owned() };
            vec![
                digits(*mean, 0),
                digits(slotted::gate(*mean, 10, 20).loss, 6),
                digits(mm1k_loss(load, 20), 6),
                digits(erlang_b(*mean, 10), 6),
                delayed,
            ]
        })
        .collect();
    let losses = markdown::table(
        &["λ", "the gate: capacity 10, bound 20", "M/M/1/20", "Erlang B, 10 servers", "Erlang C, 10 servers"],
        0,
        &losses,
    );
    let markdown = format!(
        "## Continuous time: what is comparable and what is not\n\n\
         A round serves what it can at once, so a request that comes within a round waits for no one who comes in the same \
         round while there is capacity. The shorter the round, the less of that there is. At a load of 0.8, without a \
         bound, as a round shrinks to the time of one service:\n\n{limit}\n\
         The last row is the M/D/1 queue of the textbooks: {} wait on average, for {} service times. This much is \
         comparable, and equal. The longer the round, the more the lab rounds waiting down: choose rounds that are short \
         beside the delays that you ask about.\n\n\
         The following stand side by side for orientation only. M/M/1/20 has one server with exponential service times \
         and loses what finds 20 in the system; Erlang B has ten servers and no queue; Erlang C has ten servers and an \
         endless queue, and says how many have to wait. The gate has constant service times, ten a round, and a bound \
         that counts what is served in the round. None of them is the limit of another.\n\n{losses}",
        digits(md1_waiting(load), 2),
        digits(md1_waiting(load) / load, 2),
    );
    Section::new(&markdown, problems)
}

#[cfg(test)]
mod tests {
    use super::{erlang_b, erlang_c, md1_waiting, mm1k_loss};

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
    }

    #[test]
    fn small_cases_are_those_worked_by_hand() {
        // Erlang B for 1 erlang and 2 servers: (1/2) / (1 + 1 + 1/2) = 1/5; C follows as 1/3.
        close(erlang_b(1.0, 2), 0.2);
        close(erlang_c(1.0, 2), 1.0 / 3.0);
        // One server: the share that waits is the load.
        close(erlang_c(0.7, 1), 0.7);
        // M/M/1/2 at load 1/2: (1/4) / (1 + 1/2 + 1/4) = 1/7; at load 1 every state is as likely.
        close(mm1k_loss(0.5, 2), 1.0 / 7.0);
        close(mm1k_loss(1.0, 4), 0.2);
        close(md1_waiting(0.8), 1.6);
    }
}
