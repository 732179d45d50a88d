//! Keyed token buckets in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;

use crate::rooms::lock;

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

/// Number of buckets above which full ones are dropped.
const MAX_BUCKETS: usize = 20_000;

/// Token buckets by key. Each is one number: the time at which it is full again.
pub(crate) struct KeyedRateLimiter<K> {
    allowance: Allowance,
    full_at: Mutex<HashMap<K, i64>>,
}

impl<K: Eq + Hash> KeyedRateLimiter<K> {
    pub(crate) fn new(allowance: Allowance) -> KeyedRateLimiter<K> {
        KeyedRateLimiter { allowance, full_at: Mutex::default() }
    }

    /// Takes a token, or returns the milliseconds until the next one.
    pub(crate) fn take(&self, key: K, now: i64) -> Result<(), i64> {
        let (burst, each) = (i64::from(self.allowance.burst), i64::from(self.allowance.refill_ms));
        let mut buckets = lock(&self.full_at);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, full_at| *full_at > now);
            // Still too many: bounded memory matters more than exact limits.
            if buckets.len() >= MAX_BUCKETS {
                buckets.clear();
            }
        }
        let full_at = buckets.entry(key).or_insert(now);
        let then = (*full_at).max(now) + each;
        let wait = then - now - burst * each;
        if wait > 0 {
            return Err(wait);
        }
        *full_at = then;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_one_at_a_time_in_bounded_memory() {
        let limiter = KeyedRateLimiter::new(Allowance { burst: 2, refill_ms: 1000 });
        assert_eq!([limiter.take(1, 0), limiter.take(1, 0)], [Ok(()); 2]);
        assert_eq!(limiter.take(1, 400), Err(600));
        assert_eq!(limiter.take(2, 400), Ok(()));
        assert_eq!(limiter.take(1, 1000), Ok(()));
        for key in 0..3 * MAX_BUCKETS {
            let _ = limiter.take(key, 1000);
        }
        assert!(lock(&limiter.full_at).len() <= MAX_BUCKETS);
    }
}
