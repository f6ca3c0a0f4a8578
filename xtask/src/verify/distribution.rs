//! Probabilities: of Poisson counts, and of a Markov chain in the long run.
//!
//! Sums, products and quotients of doubles in a fixed order, so that every platform gets the same; and no difference of
//! anything close together, so that all digits shown are right.

/// Probabilities of 0, 1, 2, … arrivals at a mean, up to where they no longer matter.
pub fn poisson(mean: f64) -> Vec<f64> {
    // mean^k / k!, which together are e^mean: all above zero, so that the sum is as exact as its terms.
    let mut terms = vec![1.0];
    let mut term = 1.0;
    let mut sum = 1.0;
    for count in 1.. {
        term = term * mean / f64::from(count);
        if f64::from(count) > mean && term < sum * 1e-20 {
            break;
        }
        terms.push(term);
        sum += term;
    }
    terms.iter().map(|term| term / sum).collect()
}

/// How often a Markov chain is in each state in the long run, by elimination of one state after the other (Grassmann,
/// Taksar and Heyman 1985), which needs no subtraction. `moves[from][to]` are the probabilities of a step; every state
/// can reach state 0.
pub fn stationary(mut moves: Vec<Vec<f64>>) -> Vec<f64> {
    let states = moves.len();
    for last in (1..states).rev() {
        let leaving: f64 = moves[last][..last].iter().sum();
        let (before, rest) = moves.split_at_mut(last);
        for row in before {
            let into_last = row[last] / leaving;
            row[last] = into_last;
            for (to, onward) in row[..last].iter_mut().zip(&rest[0]) {
                *to += into_last * onward;
            }
        }
    }
    let mut weights = vec![1.0];
    for state in 1..states {
        let weight = weights.iter().zip(&moves).map(|(weight, row)| weight * row[state]).sum();
        weights.push(weight);
    }
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::{poisson, stationary};

    #[test]
    fn poisson_probabilities_are_those_of_the_formula() {
        // e^-0.8 and 0.8 e^-0.8, worked out with 20 digits.
        let of = poisson(0.8);
        assert!((of[0] - 0.449_328_964_117_221_6).abs() < 1e-15, "{}", of[0]);
        assert!((of[1] - 0.359_463_171_293_777_3).abs() < 1e-15, "{}", of[1]);
        let of = poisson(97.22);
        let mean: f64 = of.iter().zip(0..).map(|(share, count)| share * f64::from(count)).sum();
        assert!((mean - 97.22).abs() < 1e-10, "{mean}");
    }

    #[test]
    fn a_chain_of_two_states_is_known() {
        // Leaves 0 with 1/4 and 1 with 1/2: two thirds of the time in 0.
        let shares = stationary(vec![vec![0.75, 0.25], vec![0.5, 0.5]]);
        assert!((shares[0] - 2.0 / 3.0).abs() < 1e-15 && (shares[1] - 1.0 / 3.0).abs() < 1e-15, "{shares:?}");
    }
}
