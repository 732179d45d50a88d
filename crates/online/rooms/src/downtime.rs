//! Periods in which the server was down or could not save. They run on no player's clock.

use std::sync::{PoisonError, RwLock};

use abaque_store::{Store, StoreError};

/// Store key of the heartbeat.
const HEARTBEAT_NOTE: &str = "alive";
/// Store key of the downtime list.
const DOWNTIME_NOTE: &str = "asleep";
/// Milliseconds between the heartbeats of running nodes, at most.
const LONGEST_PAUSE_MS: i64 = 3000;
/// Periods kept. Older ones cannot affect a running game.
const MAX_DOWNTIMES: usize = 500;

/// Periods `(from, until)` without a server or without writes: sorted, disjoint.
#[derive(Debug, Default)]
pub(crate) struct Downtime(RwLock<Vec<(i64, i64)>>);

impl Downtime {
    /// Records a server start: adds the period since the last heartbeat and loads the list.
    pub(crate) async fn record_start(store: &Store, now: i64) -> Result<Downtime, StoreError> {
        let alive = last_heartbeat(store).await?;
        let times = match alive.filter(|&since| since < now) {
            Some(since) => note_down(store, since, now).await?,
            None => noted(store).await?,
        };
        record_heartbeat(store, now).await?;
        Ok(Downtime(RwLock::new(times)))
    }

    /// Loads the list for a node that starts while others run: nothing was down, unless nobody has
    /// saved for a while.
    pub(crate) async fn record_joining(store: &Store, now: i64) -> Result<Downtime, StoreError> {
        if last_heartbeat(store).await?.is_none_or(|alive| now - alive > LONGEST_PAUSE_MS) {
            return Downtime::record_start(store, now).await;
        }
        let times = noted(store).await?;
        record_heartbeat(store, now).await?;
        Ok(Downtime(RwLock::new(times)))
    }

    /// Reads what other nodes have noted.
    pub(crate) async fn refresh(&self, store: &Store) -> Result<(), StoreError> {
        let noted = noted(store).await?;
        let mut times = self.0.write().unwrap_or_else(PoisonError::into_inner);
        *times = noted.into_iter().fold(std::mem::take(&mut *times), joined);
        Ok(())
    }

    /// Adds a period in which nothing could be saved.
    pub(crate) async fn add(&self, store: &Store, from: i64, until: i64) -> Result<(), StoreError> {
        note_down(store, from, until).await?;
        let mut times = self.0.write().unwrap_or_else(PoisonError::into_inner);
        *times = joined(std::mem::take(&mut *times), (from, until));
        Ok(())
    }

    /// Milliseconds of downtime since a moment.
    pub(crate) fn millis_since(&self, moment: i64) -> u64 {
        self.between(moment, i64::MAX)
    }

    /// Milliseconds of downtime between two moments.
    pub(crate) fn between(&self, moment: i64, end: i64) -> u64 {
        let times = self.0.read().unwrap_or_else(PoisonError::into_inner);
        // Newest first: most callers ask about the last few minutes.
        let later = times.iter().rev().take_while(|(_, until)| *until > moment);
        later.map(|(from, until)| (end.min(*until) - moment.max(*from)).max(0) as u64).sum()
    }
}

async fn noted(store: &Store) -> Result<Vec<(i64, i64)>, StoreError> {
    let text = store.note(DOWNTIME_NOTE).await?.unwrap_or_default();
    Ok(serde_json::from_str(&text).unwrap_or_default())
}

/// Adds a period to the stored list and returns the list.
async fn note_down(store: &Store, from: i64, until: i64) -> Result<Vec<(i64, i64)>, StoreError> {
    let times = joined(noted(store).await?, (from, until));
    store.set_note(DOWNTIME_NOTE, &serde_json::to_string(&times).unwrap_or_default()).await?;
    Ok(times)
}

/// Adds a period and merges overlaps: two servers on one store notice the same outage.
fn joined(mut times: Vec<(i64, i64)>, new: (i64, i64)) -> Vec<(i64, i64)> {
    times.push(new);
    times.sort_unstable();
    times.dedup_by(|(from, until), (_, end)| {
        let overlaps = *from <= *end;
        if overlaps {
            *end = (*end).max(*until);
        }
        overlaps
    });
    let forgotten = times.len().saturating_sub(MAX_DOWNTIMES);
    times.drain(..forgotten);
    times
}

/// Time of the last heartbeat.
pub(crate) async fn last_heartbeat(store: &Store) -> Result<Option<i64>, StoreError> {
    Ok(store.note(HEARTBEAT_NOTE).await?.and_then(|text| text.parse::<i64>().ok()))
}

/// Stores a heartbeat.
pub(crate) async fn record_heartbeat(store: &Store, now: i64) -> Result<(), StoreError> {
    store.set_note(HEARTBEAT_NOTE, &now.to_string()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_later_downtime_counts() {
        let downtime = Downtime(RwLock::new(vec![(100, 200), (300, 350)]));
        assert_eq!(downtime.millis_since(0), 150);
        assert_eq!(downtime.millis_since(150), 100);
        assert_eq!(downtime.millis_since(320), 30);
        assert_eq!(downtime.millis_since(400), 0);
        assert_eq!(downtime.between(150, 320), 70);
        assert_eq!(downtime.between(210, 290), 0);
    }

    #[test]
    fn overlapping_downtime_counts_once() {
        let times = joined(vec![(100, 200), (300, 350)], (150, 250));
        assert_eq!(times, [(100, 250), (300, 350)]);
        assert_eq!(joined(times.clone(), (240, 310)), [(100, 350)]);
        assert_eq!(joined(times.clone(), (120, 130)), times);
        assert_eq!(joined(times, (10, 20)), [(10, 20), (100, 250), (300, 350)]);
    }
}
