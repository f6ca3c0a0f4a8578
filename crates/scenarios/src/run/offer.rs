//! Arrivals, set to what is in force.

use arrivals::{Arithmetic, Arrivals, CountReplay, Decimal, PoissonStream, RateStream, related_seed};

use crate::study::{Flow, Offer, Pattern};

/// Which of the streams that one seed stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    /// Flows before this one in the file that have the same seed.
    pub(crate) twin: u32,
    /// Which replication of the cell; 0 is the run as written.
    pub(crate) replication: u32,
}

/// Arrivals of an offer from round 1 on.
pub(crate) fn start(offer: &Offer, arithmetic: Arithmetic, rate: Decimal, steady: bool, draw: Draw) -> Arrivals {
    let swing = swing_in_force(offer, steady);
    match &offer.pattern {
        Pattern::Even => Arrivals::Rate(RateStream::new(arithmetic, rate, swing)),
        Pattern::Recorded { counts, then } => Arrivals::Counts(CountReplay::new(counts.clone(), *then)),
        Pattern::Poisson { seed } => {
            let seed = related_seed(*seed, draw.twin, draw.replication);
            Arrivals::Poisson(PoissonStream::new(seed, rate, swing))
        }
    }
}

/// For each flow, how many before it have the same seed. Two flows with one seed are two streams and not one twice:
/// whoever writes `seed = 7` everywhere means independent flows.
pub(crate) fn twins(flows: &[Flow]) -> impl Iterator<Item = u32> {
    let seed_of = |flow: &Flow| match flow.offer.pattern {
        Pattern::Poisson { seed } => Some(seed),
        Pattern::Even | Pattern::Recorded { .. } => None,
    };
    (0..flows.len()).map(move |index| {
        let seed = seed_of(&flows[index]);
        // At most as many as there may be flows.
        (0..index).fold(0, |twins, earlier| twins + u32::from(seed.is_some() && seed_of(&flows[earlier]) == seed))
    })
}

/// The same arrivals, from the next round on at what is in force then.
pub(crate) fn change(arrivals: &mut Arrivals, offer: &Offer, rate: Decimal, steady: bool) {
    arrivals.change_rate(rate, swing_in_force(offer, steady));
}

fn swing_in_force(offer: &Offer, steady: bool) -> &[Decimal] {
    if steady { &[] } else { &offer.swing }
}
