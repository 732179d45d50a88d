//! Token buckets of one limited action. Each bucket is one number: the time at which it is full
//! again. Hand-written, because `governor` bounds its memory only by forgetting idle keys: a flood
//! of addresses would either fill the memory or reset exhausted buckets, and it has no overdraft.

use std::collections::{BTreeSet, HashMap};

/// Maximum number of buckets, about 100 bytes each. Above it, full buckets are evicted first, then
/// those that fill up soonest, so nearly empty buckets are kept.
pub const MAX_BUCKETS: usize = 32_768;

/// Buckets by hashed key and by the time they are full.
pub struct TokenBuckets {
    capacity: usize,
    full_times: HashMap<u64, i64>,
    by_full_time: BTreeSet<(i64, u64)>,
}

impl Default for TokenBuckets {
    fn default() -> TokenBuckets {
        TokenBuckets {
            capacity: MAX_BUCKETS,
            full_times: HashMap::new(),
            by_full_time: BTreeSet::new(),
        }
    }
}

impl TokenBuckets {
    /// Takes a token, or returns the milliseconds until one is available.
    pub fn take(&mut self, key: u64, now: i64, burst: i64, each: i64) -> Result<(), i64> {
        let then = self.full_at(key, now).saturating_add(each);
        let wait = then - now - burst.saturating_mul(each);
        if wait > 0 {
            return Err(wait);
        }
        self.set(key, then, now);
        Ok(())
    }

    /// Takes a token even from an empty bucket; returns the debt, at most `most`.
    pub fn overdraw(&mut self, key: u64, now: i64, burst: i64, each: i64, most: i64) -> i64 {
        let deepest = now.saturating_add(burst.saturating_add(most).saturating_mul(each));
        let then = self.full_at(key, now).saturating_add(each).min(deepest);
        self.set(key, then, now);
        let over = then - now - burst.saturating_mul(each);
        if over > 0 { (over + each - 1) / each.max(1) } else { 0 }
    }

    /// Removes a bucket, which equals filling it.
    pub fn remove(&mut self, key: u64) {
        if let Some(full) = self.full_times.remove(&key) {
            self.by_full_time.remove(&(full, key));
        }
    }

    fn full_at(&self, key: u64, now: i64) -> i64 {
        self.full_times.get(&key).copied().unwrap_or(now).max(now)
    }

    fn set(&mut self, key: u64, then: i64, now: i64) {
        self.remove(key);
        while let Some(&(full, other)) = self.by_full_time.first()
            && (full <= now || self.full_times.len() >= self.capacity)
        {
            self.remove(other);
        }
        self.full_times.insert(key, then);
        self.by_full_time.insert((then, key));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VICTIM: u64 = u64::MAX;

    /// A bucket of 20 tokens, fully spent.
    fn spent(capacity: usize, now: i64) -> TokenBuckets {
        let mut buckets = TokenBuckets { capacity, ..TokenBuckets::default() };
        while buckets.take(VICTIM, now, 20, 5000).is_ok() {}
        buckets
    }

    #[test]
    fn memory_is_bounded() {
        let mut buckets = TokenBuckets::default();
        for key in 0..MAX_BUCKETS as u64 + 1000 {
            assert_eq!(buckets.take(key, 0, 1, 1000), Ok(()));
        }
        assert_eq!(
            (buckets.full_times.len(), buckets.by_full_time.len()),
            (MAX_BUCKETS, MAX_BUCKETS)
        );
        // Buckets that are full again are evicted together.
        assert_eq!(buckets.take(1, 1000, 1, 1000), Ok(()));
        assert_eq!((buckets.full_times.len(), buckets.by_full_time.len()), (1, 1));
    }

    #[test]
    fn a_flood_from_many_addresses_resets_nobody() {
        let mut buckets = spent(MAX_BUCKETS, 0);
        for key in 0..4 * MAX_BUCKETS as u64 {
            for _ in 0..3 {
                let _ = buckets.take(key, 0, 20, 5000);
            }
        }
        assert_eq!(buckets.take(VICTIM, 0, 20, 5000), Err(5000));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Whatever requests others make, an exhausted bucket stays exhausted as long as each of
        /// theirs has more tokens left.
        #[test]
        fn buckets_are_independent(
            rounds in prop::collection::vec((1_u64..400, 1_i64..19, 0_i64..4000), 1..12),
        ) {
            let mut buckets = spent(100, 0);
            let mut now = 0;
            for (number, (addresses, tries, pause)) in rounds.into_iter().enumerate() {
                now += pause;
                let first = (number as u64) << 32;
                let tries = tries.min((20 * 5000 - now) / 5000 - 1);
                for key in first..first + addresses {
                    for _ in 0..tries {
                        let _ = buckets.take(key, now, 20, 5000);
                    }
                }
                // One token returns every five seconds.
                let owed = (20 * 5000 - now).max(0);
                let left = buckets.full_times.get(&VICTIM).map_or(0, |full| (full - now).max(0));
                prop_assert_eq!(left, owed);
                prop_assert!(buckets.full_times.len() <= 100);
            }
        }
    }
}
