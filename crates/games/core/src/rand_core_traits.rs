use core::convert::Infallible;

use rand_core::{Rng, SeedableRng, TryRng, utils};

use crate::{RandomSource, SplitMix};

/// Any generator of the `rand` ecosystem as a [`RandomSource`].
///
/// A wrapper instead of a blanket implementation, because [`SplitMix`] is both.
#[derive(Clone, Debug)]
pub struct RngSource<R>(pub R);

impl<R: Rng> RandomSource for RngSource<R> {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl TryRng for SplitMix {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((RandomSource::next_u64(self) >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(RandomSource::next_u64(self))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

impl SeedableRng for SplitMix {
    type Seed = [u8; 8];

    fn from_seed(seed: [u8; 8]) -> SplitMix {
        SplitMix(u64::from_le_bytes(seed))
    }

    fn seed_from_u64(seed: u64) -> SplitMix {
        SplitMix(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts down, so that a test can tell which bits were used.
    struct Countdown(u64);

    impl TryRng for Countdown {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.try_next_u64().map(|bits| bits as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            self.0 -= 1;
            Ok(self.0)
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
            utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
        }
    }

    #[test]
    fn a_rand_generator_is_a_random_source() {
        let mut source = RngSource(Countdown(9));
        assert_eq!((source.next_u64(), source.below(5)), (8, 2));
        // A borrowed or boxed generator is one too.
        let mut generator = Countdown(4);
        assert_eq!(RngSource(&mut generator).next_u64(), 3);
        assert_eq!(generator.0, 3);
    }

    #[test]
    fn splitmix_is_a_rand_generator() {
        let mut generator = SplitMix::seed_from_u64(7);
        let mut bytes = [0; 12];
        generator.fill_bytes(&mut bytes);
        let numbers = [SplitMix::nth(7, 1), SplitMix::nth(7, 2)].map(u64::to_le_bytes);
        assert_eq!(bytes[..8], numbers[0]);
        assert_eq!(bytes[8..], numbers[1][..4]);
        assert_eq!(Rng::next_u64(&mut generator), SplitMix::nth(7, 3));
        assert_eq!(SplitMix::from_seed(7_u64.to_le_bytes()).0, 7);
    }
}
