//! Detects whether the store can save. During an outage nobody can act, so no clock runs: server
//! time stands still at the last successful save, and the outage is recorded like downtime
//! ([`Downtime`](crate::downtime::Downtime)).
//!
//! Only the server's own heartbeat decides, never the fate of a player's act, and its finding
//! applies to all games alike. A single failed write is not an outage: outages shorter than
//! [`SHORTEST_OUTAGE`] are not compensated.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use abaque_store::StoreError;
use tokio::time::Instant;

use crate::downtime;
use crate::rooms::RoomsInner;

/// Interval of save attempts during an outage; callers in between get the last result.
pub(crate) const RETRY: Duration = Duration::from_millis(250);
/// A heartbeat this slow was blocked, and so was every act meanwhile.
const SLOW: Duration = Duration::from_secs(2);
/// Minimum milliseconds between two successful heartbeats for an outage between them to count. One
/// failure with a retry takes less.
const SHORTEST_OUTAGE: i64 = 2000;

/// Value of `stopped` outside an outage.
const NONE: i64 = i64::MAX;

/// Save state of the store.
pub(crate) struct WriteHealth {
    /// Start of the last successful heartbeat.
    saved: AtomicI64,
    /// Moment at which server time stands still, or [`NONE`].
    stopped: AtomicI64,
    /// Locked during a save attempt; the last failure of the current outage.
    failure: tokio::sync::Mutex<Option<(Instant, Arc<StoreError>)>>,
}

impl WriteHealth {
    /// Starts with a successful save at `now`.
    pub(crate) fn new(now: i64) -> WriteHealth {
        WriteHealth {
            saved: AtomicI64::new(now),
            stopped: AtomicI64::new(NONE),
            failure: tokio::sync::Mutex::default(),
        }
    }

    /// Whether an outage is on.
    pub(crate) fn is_failing(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) != NONE
    }

    /// Server time for a clock time.
    pub(crate) fn time(&self, clock: i64) -> i64 {
        clock.min(self.stopped.load(Ordering::Relaxed))
    }
}

impl RoomsInner {
    /// Confirms that saving worked at `since` or later, with a new heartbeat if needed.
    pub(crate) async fn check_writing(&self, since: i64) -> Result<(), Arc<StoreError>> {
        let writing = &self.writing;
        let mut failure = writing.failure.lock().await;
        match &*failure {
            Some((at, error)) if at.elapsed() < RETRY / 2 => return Err(error.clone()),
            None if writing.saved.load(Ordering::Relaxed) >= since => return Ok(()),
            _ => {}
        }
        let failed = failure.is_some();
        let (mut now, began) = (self.clock_now(), Instant::now());
        let mut saved = self.save(now, failed).await;
        let was_slow = !failed && began.elapsed() >= SLOW;
        if (failed || was_slow) && saved.is_ok() {
            // The write may have been blocked, and every act with it: the outage ends now, not when
            // the attempt began.
            now = self.clock_now();
            saved = self.save(now, true).await;
        }
        match saved {
            Ok(()) => {
                writing.saved.fetch_max(now, Ordering::Relaxed);
                writing.stopped.store(NONE, Ordering::Relaxed);
                *failure = None;
                if failed || was_slow {
                    // Viewers must learn that their clocks stood still.
                    self.poke_rooms();
                }
                Ok(())
            }
            // The server is shutting down.
            Err(error @ StoreError::Closed) => Err(Arc::new(error)),
            Err(error) => {
                if !failed {
                    tracing::error!(%error, "the store cannot save: clocks are stopped");
                }
                let error = Arc::new(error);
                writing.stopped.store(writing.saved.load(Ordering::Relaxed), Ordering::Relaxed);
                *failure = Some((Instant::now(), error.clone()));
                Err(error)
            }
        }
    }

    /// Stores the outage that this heartbeat ends, then the heartbeat: a crash in between leaves
    /// the outage recorded.
    async fn save(&self, now: i64, ends_outage: bool) -> Result<(), StoreError> {
        let mut since = self.writing.saved.load(Ordering::Relaxed);
        if ends_outage && self.cluster.is_some() {
            // While another node could save, its clients could act: that was no outage.
            since = since.max(downtime::last_heartbeat(&self.store).await?.unwrap_or(since));
            // Another node may have noted the outage before.
            self.downtime.refresh(&self.store).await?;
        }
        if ends_outage && now - since >= SHORTEST_OUTAGE {
            self.downtime.add(&self.store, since, now).await?;
            let seconds = (now - since) / 1000;
            tracing::warn!(seconds, "the store can save again; the outage runs on no clock");
        }
        downtime::record_heartbeat(&self.store, now).await
    }
}
