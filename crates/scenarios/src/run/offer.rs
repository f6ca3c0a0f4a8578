//! Arrivals, set to what is in force.

use arrivals::{Arithmetic, Arrivals, CountReplay, Decimal, PoissonStream, RateStream};

use crate::study::{Offer, Pattern};

/// Arrivals of an offer from round 1 on.
pub(super) fn start(offer: &Offer, arithmetic: Arithmetic, rate: Decimal, steady: bool) -> Arrivals {
    let swing = swing_in_force(offer, steady);
    match &offer.pattern {
        Pattern::Even => Arrivals::Rate(RateStream::new(arithmetic, rate, swing)),
        Pattern::Recorded { counts, then } => Arrivals::Counts(CountReplay::new(counts.clone(), *then)),
        Pattern::Poisson { seed } => Arrivals::Poisson(PoissonStream::new(*seed, rate, swing)),
    }
}

/// The same arrivals, from the next round on at what is in force then.
pub(super) fn change(arrivals: &mut Arrivals, offer: &Offer, rate: Decimal, steady: bool) {
    arrivals.change_rate(rate, swing_in_force(offer, steady));
}

fn swing_in_force(offer: &Offer, steady: bool) -> &[Decimal] {
    if steady { &[] } else { &offer.swing }
}
