//! What is measured.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Everything counted while games are played.
#[derive(Default)]
pub(crate) struct Stats {
    /// When an act was answered, and how long it took.
    acts: Mutex<Vec<(Instant, Duration)>>,
    pub(crate) messages: AtomicU64,
    pub(crate) finished: AtomicU64,
    pub(crate) records: AtomicU64,
    /// Refused because time, or the other player, was faster.
    pub(crate) raced: AtomicU64,
    /// Sockets opened again after a kill.
    pub(crate) returned: AtomicU64,
    /// Requests sent again with their key.
    pub(crate) repeated: AtomicU64,
    /// Answered requests sent again, and answered the same.
    pub(crate) echoed: AtomicU64,
    /// Clocks compared over a kill.
    pub(crate) clocks: AtomicU64,
}

impl Stats {
    pub(crate) fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn read(counter: &AtomicU64) -> u64 {
        counter.load(Ordering::Relaxed)
    }

    fn list(&self) -> MutexGuard<'_, Vec<(Instant, Duration)>> {
        self.acts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn answered(&self, took: Duration) {
        self.list().push((Instant::now(), took));
    }

    pub(crate) fn answers(&self) -> usize {
        self.list().len()
    }

    /// The longest an act took in the seconds before a moment, or how long none was answered.
    pub(crate) fn slowest(&self, before: Instant) -> Duration {
        const SECONDS: Duration = Duration::from_secs(3);
        let list = self.list();
        let Some((last, _)) = list.last() else { return Duration::ZERO };
        let late =
            list.iter().rev().take_while(|(at, _)| before.saturating_duration_since(*at) < SECONDS);
        let took = late.map(|(_, took)| *took).max().unwrap_or_default();
        took.max(before.saturating_duration_since(*last))
    }

    /// All answers between two moments: seconds since the first, and what each took.
    pub(crate) fn between(&self, from: Instant, until: Instant) -> Vec<(f64, Duration)> {
        let list = self.list();
        let within = list.iter().filter(|(at, _)| *at >= from && *at < until);
        within.map(|(at, took)| ((*at - from).as_secs_f64(), *took)).collect()
    }
}

/// The value that so many of a thousand do not exceed; the list is sorted.
pub(crate) fn quantile(sorted: &[Duration], of_thousand: usize) -> Duration {
    let place = (sorted.len() * of_thousand).div_ceil(1000).max(1) - 1;
    sorted.get(place).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles() {
        let list: Vec<_> = (1..=1000).map(Duration::from_millis).collect();
        assert_eq!(quantile(&list, 500), Duration::from_millis(500));
        assert_eq!(quantile(&list, 999), Duration::from_millis(999));
        assert_eq!(quantile(&list[..1], 999), Duration::from_millis(1));
        assert_eq!(quantile(&[], 500), Duration::ZERO);
    }
}
