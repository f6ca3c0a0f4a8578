//! One flow or one link with Poisson arrivals, as a Markov chain: exactly what the lab samples.

use super::distribution::{poisson, stationary};

/// What a system comes to in the long run.
#[derive(Clone, Copy, Debug)]
pub struct LongRun {
    /// Share of the arrivals that is turned away.
    pub loss: f64,
    /// Waiting at the end of a round, on average.
    pub mean_backlog: f64,
}

/// A gate that serves `capacity` requests of one unit a round and sheds above `bound` units: what waits at the end of
/// the round after `x` is `min(x + arrivals, bound) − capacity`, or nothing.
pub fn gate(mean: f64, capacity: usize, bound: usize) -> LongRun {
    let after = |waiting: usize, arrivals: usize| (waiting + arrivals).min(bound).saturating_sub(capacity);
    let turned_away = |waiting: usize, arrivals: usize| (waiting + arrivals).saturating_sub(bound);
    long_run(mean, bound.saturating_sub(capacity), after, turned_away)
}

/// A stage that moves `rate` items a round out of a buffer, before the source produces into it.
pub fn link(mean: f64, rate: usize, buffer: usize) -> LongRun {
    let after = |waiting: usize, arrivals: usize| (waiting.saturating_sub(rate) + arrivals).min(buffer);
    let turned_away =
        |waiting: usize, arrivals: usize| (waiting.saturating_sub(rate) + arrivals).saturating_sub(buffer);
    long_run(mean, buffer, after, turned_away)
}

/// The chain over 0 to `most` waiting, where `after` says what waits a round later and `turned_away` how many do not
/// get in.
fn long_run(
    mean: f64,
    most: usize,
    after: impl Fn(usize, usize) -> usize,
    turned_away: impl Fn(usize, usize) -> usize,
) -> LongRun {
    let arrivals = poisson(mean);
    let mut moves = vec![vec![0.0; most + 1]; most + 1];
    for (waiting, row) in moves.iter_mut().enumerate() {
        for (count, share) in arrivals.iter().enumerate() {
            row[after(waiting, count)] += share;
        }
    }
    let mut long_run = LongRun { loss: 0.0, mean_backlog: 0.0 };
    for (waiting, share) in stationary(moves).iter().enumerate() {
        long_run.mean_backlog += share * waiting as f64;
        for (count, probability) in arrivals.iter().enumerate() {
            long_run.loss += share * probability * turned_away(waiting, count) as f64 / mean;
        }
    }
    long_run
}

#[cfg(test)]
mod tests {
    use super::{LongRun, gate, link};

    /// Figures that were worked out apart from this project, to ten places of the loss and eight of the backlog.
    fn check(found: LongRun, loss: f64, mean_backlog: f64) {
        assert!((found.loss - loss).abs() < 1e-10, "loss {}, expected {loss}", found.loss);
        let off = (found.mean_backlog - mean_backlog).abs();
        assert!(off < 1e-8, "backlog {}, expected {mean_backlog}", found.mean_backlog);
    }

    #[test]
    fn gates_come_to_what_others_worked_out() {
        check(gate(8.0, 10, 20), 0.000_684_475_4, 0.841_390_64);
        check(gate(9.0, 10, 20), 0.006_863_394_1, 2.258_559_43);
        check(gate(10.0, 10, 20), 0.036_391_595_9, 4.878_025_93);
        check(gate(12.0, 10, 20), 0.167_628_196_9, 8.775_968_94);
        check(gate(97.22, 100, 200), 0.000_054_416_2, 12.323_604_60);
        check(gate(0.8, 1, 2), 0.143_998_652_7, 0.298_511_90);
    }

    #[test]
    fn without_a_bound_one_server_is_the_textbooks() {
        // λ² / (2 (1 − λ)); at a bound of 400 nothing is left of the rest.
        check(gate(0.8, 1, 400), 0.0, 1.6);
    }

    #[test]
    fn links_come_to_what_others_worked_out() {
        check(link(8.0, 10, 10), 0.053_232_982_0, 7.574_136_14);
        check(link(97.22, 120, 100), 0.027_911_902_1, 94.506_404_87);
    }
}
