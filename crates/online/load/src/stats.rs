//! Counters and latencies.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::games::all_specs;

/// Counters of a run.
#[derive(Default)]
pub(crate) struct LoadStats {
    /// Answered acts: time and latency.
    acts: Mutex<Vec<(Instant, Duration)>>,
    pub(crate) messages: AtomicU64,
    pub(crate) finished: AtomicU64,
    pub(crate) records: AtomicU64,
    /// Requests refused because a timeout or the opponent came first.
    pub(crate) raced: AtomicU64,
    /// Reconnects after a kill.
    pub(crate) reconnects: AtomicU64,
    /// Unanswered requests sent again with their keys.
    pub(crate) resent_unanswered: AtomicU64,
    /// Answered requests sent again, with the same answer.
    pub(crate) resent_answered: AtomicU64,
    /// Finished games by spec.
    kinds: Mutex<BTreeMap<String, u64>>,
    /// Finished games with a deposited seed, and with both seeds revealed live.
    pub(crate) modes: [AtomicU64; 2],
    /// Lots verified by records.
    pub(crate) lots: AtomicU64,
    /// Clocks compared across a kill.
    pub(crate) clocks: AtomicU64,
    /// Requests answered with "not saved" or "perhaps saved", and repeated.
    pub(crate) not_saved: AtomicU64,
    /// Times in which a lot or a computer's move was due: start and end.
    server_waits: Mutex<Vec<(Instant, Instant)>>,
}

impl LoadStats {
    pub(crate) fn increment(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn add(counter: &AtomicU64, many: u64) {
        counter.fetch_add(many, Ordering::Relaxed);
    }

    pub(crate) fn read(counter: &AtomicU64) -> u64 {
        counter.load(Ordering::Relaxed)
    }

    /// Counts a finished game.
    pub(crate) fn count_kind(&self, spec: &str) {
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        *kinds.entry(spec.to_owned()).or_default() += 1;
    }

    /// Finished games by spec, in catalogue order.
    pub(crate) fn kinds(&self) -> Vec<(&'static str, u64)> {
        let kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        let count = |spec| (spec, kinds.get(spec).copied().unwrap_or_default());
        all_specs().into_iter().map(count).collect()
    }

    fn lock_acts(&self) -> MutexGuard<'_, Vec<(Instant, Duration)>> {
        self.acts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn record_answer(&self, took: Duration) {
        self.lock_acts().push((Instant::now(), took));
    }

    /// Records the end of a wait for the server's own move.
    pub(crate) fn record_server_wait(&self, since: Instant) {
        let mut waits = self.server_waits.lock().unwrap_or_else(PoisonError::into_inner);
        waits.push((since, Instant::now()));
    }

    /// All waits for the server's own moves: start and end.
    pub(crate) fn server_waits(&self) -> Vec<(Instant, Instant)> {
        self.server_waits.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn answer_count(&self) -> usize {
        self.lock_acts().len()
    }

    /// Longest latency in the seconds before a moment, or the time without any answer.
    pub(crate) fn slowest_before(&self, before: Instant) -> Duration {
        const SECONDS: Duration = Duration::from_secs(3);
        let list = self.lock_acts();
        let Some((last, _)) = list.last() else { return Duration::ZERO };
        let late =
            list.iter().rev().take_while(|(at, _)| before.saturating_duration_since(*at) < SECONDS);
        let took = late.map(|(_, took)| *took).max().unwrap_or_default();
        took.max(before.saturating_duration_since(*last))
    }

    /// Answers between two moments: seconds since the first, and latency.
    pub(crate) fn answers_between(&self, from: Instant, until: Instant) -> Vec<(f64, Duration)> {
        let list = self.lock_acts();
        let within = list.iter().filter(|(at, _)| *at >= from && *at < until);
        within.map(|(at, took)| ((*at - from).as_secs_f64(), *took)).collect()
    }
}

/// Quantile in thousandths of a sorted list.
pub(crate) fn quantile(sorted: &[Duration], of_thousand: usize) -> Duration {
    let place = (sorted.len() * of_thousand).div_ceil(1000).max(1) - 1;
    sorted.get(place).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_sorted_samples() {
        let list: Vec<_> = (1..=1000).map(Duration::from_millis).collect();
        assert_eq!(quantile(&list, 500), Duration::from_millis(500));
        assert_eq!(quantile(&list, 999), Duration::from_millis(999));
        assert_eq!(quantile(&list[..1], 999), Duration::from_millis(1));
        assert_eq!(quantile(&[], 500), Duration::ZERO);
    }
}
