//! Keyed token buckets in bounded memory.

use std::hash::{BuildHasher, Hash, RandomState};
use std::marker::PhantomData;
use std::sync::Mutex;

use crate::rooms::lock;
use crate::token_buckets::TokenBuckets;

/// A burst, then one more every `refill_ms` milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// Size of the burst.
    pub burst: u32,
    /// Milliseconds until one more is allowed.
    pub refill_ms: u32,
}

impl Allowance {
    /// Practically no limit.
    pub const UNLIMITED: Allowance = Allowance { burst: u32::MAX, refill_ms: 1 };
}

/// Token buckets by key. A flood of other keys never resets an exhausted bucket.
pub(crate) struct KeyedRateLimiter<K> {
    allowance: Allowance,
    /// Keyed with random numbers, so that nobody can choose keys that share a bucket.
    hasher: RandomState,
    buckets: Mutex<TokenBuckets>,
    key: PhantomData<fn(K)>,
}

impl<K: Hash> KeyedRateLimiter<K> {
    pub(crate) fn new(allowance: Allowance) -> KeyedRateLimiter<K> {
        let (hasher, buckets) = (RandomState::new(), Mutex::default());
        KeyedRateLimiter { allowance, hasher, buckets, key: PhantomData }
    }

    /// Takes a token, or returns the milliseconds until the next one.
    pub(crate) fn take(&self, key: K, now: i64) -> Result<(), i64> {
        let (burst, each) = (i64::from(self.allowance.burst), i64::from(self.allowance.refill_ms));
        lock(&self.buckets).take(self.hasher.hash_one(key), now, burst, each)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token_buckets::MAX_BUCKETS;

    #[test]
    fn after_a_burst_requests_pass_at_the_steady_rate() {
        let limiter = KeyedRateLimiter::new(Allowance { burst: 2, refill_ms: 1000 });
        assert_eq!([limiter.take(1, 0), limiter.take(1, 0)], [Ok(()); 2]);
        assert_eq!(limiter.take(1, 400), Err(600));
        assert_eq!(limiter.take(2, 400), Ok(()));
        assert_eq!(limiter.take(1, 1000), Ok(()));
    }

    /// Many guests must not give an exhausted user a fresh allowance.
    #[test]
    fn a_flood_of_users_resets_nobody() {
        let limiter = KeyedRateLimiter::new(Allowance { burst: 3, refill_ms: 1000 });
        while limiter.take(usize::MAX, 0).is_ok() {}
        for key in 0..2 * MAX_BUCKETS {
            let _ = limiter.take(key, 0);
        }
        assert_eq!(limiter.take(usize::MAX, 0), Err(1000));
    }
}
