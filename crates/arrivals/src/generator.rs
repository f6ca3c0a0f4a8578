//! The source of randomness, pinned: the same numbers on every platform, for ever.

/// xoshiro256++ 1.0 by David Blackman and Sebastiano Vigna ("Scrambled linear pseudorandom number generators", ACM
/// Transactions on Mathematical Software 47(4), 2021), its state filled by SplitMix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014), as its authors advise.
#[derive(Clone, Debug)]
pub(crate) struct Xoshiro256PlusPlus {
    state: [u64; 4],
}

impl Xoshiro256PlusPlus {
    pub(crate) fn from_seed(seed: u64) -> Xoshiro256PlusPlus {
        let mut splitmix = seed;
        // SplitMix64 gives 0 for one state in 2^64 only, so the state is never the one of four zeros.
        Xoshiro256PlusPlus { state: core::array::from_fn(|_| next_splitmix64(&mut splitmix)) }
    }

    #[inline]
    pub(crate) fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let answer = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        let (new_b, new_a) = (b ^ c, a ^ d);
        self.state = [new_a, new_b, c ^ (b << 17), d.rotate_left(45)];
        answer
    }
}

/// The seed of another stream that one seed stands for: of the `twin`-th further flow that shares it, in the
/// `replication`-th repetition of a run. Both count from 0, and 0 and 0 are the seed itself. The same numbers on every
/// platform, for ever.
///
/// One step of SplitMix64 for each of the two that is not 0, so that neighbouring seeds, twins and replications share
/// no stream, as they would if the numbers were added up.
pub fn related_seed(seed: u64, twin: u32, replication: u32) -> u64 {
    [(1, twin), (2, replication)].into_iter().filter(|(_, number)| *number > 0).fold(seed, |seed, (kind, number)| {
        let mut state = seed;
        let mut state = next_splitmix64(&mut state) ^ (kind << 32 | u64::from(number));
        next_splitmix64(&mut state)
    })
}

fn next_splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Xoshiro256PlusPlus, next_splitmix64, related_seed};
    use alloc::collections::BTreeSet;

    /// The authors' C code, from the state 1, 2, 3, 4.
    #[test]
    fn xoshiro_gives_the_published_numbers() {
        let mut generator = Xoshiro256PlusPlus { state: [1, 2, 3, 4] };
        for expected in [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
            9_973_669_472_204_895_162,
            14_011_001_112_246_962_877,
            12_406_186_145_184_390_807,
            15_849_039_046_786_891_736,
            10_450_023_813_501_588_000,
        ] {
            assert_eq!(generator.next_u64(), expected);
        }
    }

    #[test]
    fn related_seeds_are_pinned() {
        assert_eq!(related_seed(7, 0, 0), 7);
        assert_eq!(related_seed(7, 1, 0), 11_853_256_092_043_025_464);
        assert_eq!(related_seed(7, 0, 1), 7_604_670_495_336_682_723);
        assert_eq!(related_seed(7, 1, 1), 17_340_148_244_428_377_675);
    }

    #[test]
    fn related_seeds_are_all_different() {
        let mut seeds = BTreeSet::new();
        for seed in 0..8 {
            for twin in 0..8 {
                seeds.extend((0..100).map(|replication| related_seed(seed, twin, replication)));
            }
        }
        assert_eq!(seeds.len(), 8 * 8 * 100);
    }

    #[test]
    fn splitmix_gives_the_published_numbers() {
        let mut state = 1_234_567;
        for expected in [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ] {
            assert_eq!(next_splitmix64(&mut state), expected);
        }
    }
}
