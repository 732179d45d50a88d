/// A source of random numbers. Games never own one: the table draws lots, and callers pass a source
/// for sampling.
pub trait RandomSource {
    /// The next 64 random bits.
    fn next_u64(&mut self) -> u64;

    /// A number from 0 to `n − 1`, each equally likely (rejection, no modulo bias).
    ///
    /// # Panics
    /// If `n` is 0.
    fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "nothing to draw from");
        let rest = (u64::MAX % n + 1) % n;
        loop {
            let bits = self.next_u64();
            if bits <= u64::MAX - rest {
                return bits % n;
            }
        }
    }
}

/// SplitMix64: a small, fast generator for tests, sampling and benchmarks (not for lots).
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// How far the state advances with each number.
    const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

    /// The `n`-th number drawn from a seed, counted from 1. Constant, for tables of hash keys.
    #[inline]
    pub const fn nth(seed: u64, n: u64) -> u64 {
        let z = seed.wrapping_add(n.wrapping_mul(SplitMix::GAMMA));
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl RandomSource for SplitMix {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        let number = SplitMix::nth(self.0, 1);
        self.0 = self.0.wrapping_add(SplitMix::GAMMA);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_gives_every_number_in_range_and_no_other() {
        let mut source = SplitMix(1);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[source.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }

    #[test]
    fn numbers_match_the_reference_splitmix64() {
        let mut source = SplitMix(0);
        let drawn = [source.next_u64(), source.next_u64()];
        // From the reference implementation, seed 0.
        assert_eq!(drawn, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
        assert_eq!(drawn, [SplitMix::nth(0, 1), SplitMix::nth(0, 2)]);
    }

    #[test]
    fn below_rejects_the_biased_tail() {
        struct Fixed(Vec<u64>);
        impl RandomSource for Fixed {
            fn next_u64(&mut self) -> u64 {
                self.0.remove(0)
            }
        }
        // 2^64 = 1 mod 3: `u64::MAX` would bias towards 0, so it is rejected.
        assert_eq!(Fixed(vec![u64::MAX, 4]).below(3), 1);
    }
}
