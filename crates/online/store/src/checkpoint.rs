//! Checkpoints of SQLite's write-ahead log, out of the writer's way. SQLite itself runs one within a
//! commit as soon as the log has 1000 pages, which is several times a second under load, and every
//! act of that commit waits for it.
//!
//! Here another connection copies most of the log while the writer goes on. It can never catch up
//! with a busy writer, so once the log is long the writer copies the little that is left itself,
//! between two groups; only then SQLite starts the log over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::Row;
use sqlx::sqlite::SqlitePool;
use tokio::sync::Notify;

use crate::file::FileIdentity;

/// Commits between two checkpoints.
const COMMITS_PER_CHECKPOINT: u32 = 64;

/// Pages of the log from which on it shall start over.
const LONG_LOG_PAGES: i64 = 16_384;

/// Bytes of SQLite's write-ahead log at which it starts over: 64 MB. The file keeps its size after
/// that, and may grow somewhat longer under load.
pub const USUAL_LOG_BYTES: u64 = LONG_LOG_PAGES as u64 * 4096;

/// Pages the writer may copy between two groups.
const FEW_PAGES: i64 = 512;

/// Passes over the log; each leaves only what was written during it.
const MAX_PASSES: u32 = 5;

/// Pages of the log at which SQLite runs checkpoints within commits after all: 256 MB. Reached only
/// if those here fail, or by one huge transaction.
pub(crate) const FALLBACK_PAGES: &str = "65536";

/// What the writer and the task that runs checkpoints tell each other.
#[derive(Default)]
pub(crate) struct CheckpointSignals {
    due: Notify,
    /// Whether the writer shall copy what is left of the log.
    is_finish_due: AtomicBool,
}

/// The writer's side.
pub(crate) struct CheckpointSchedule {
    signals: Arc<CheckpointSignals>,
    commits: u32,
}

/// Progress of a checkpoint, in pages of the log.
struct Progress {
    log: i64,
    copied: i64,
}

impl CheckpointSchedule {
    pub(crate) fn new(signals: Arc<CheckpointSignals>) -> CheckpointSchedule {
        CheckpointSchedule { signals, commits: 0 }
    }

    /// Notes a commit.
    pub(crate) fn note_commit(&mut self) {
        self.commits += 1;
        if self.commits >= COMMITS_PER_CHECKPOINT {
            self.commits = 0;
            self.signals.due.notify_one();
        }
    }

    /// Copies what is left of a long log, if that is due. Called between two transactions.
    pub(crate) async fn finish(&self, write: &SqlitePool) {
        if self.signals.is_finish_due.swap(false, Ordering::Relaxed) {
            // If it fails, the log goes on growing and this is due again.
            let _ = checkpoint(write).await;
        }
    }
}

/// Runs checkpoints until the store is closed. Failures are not reported: the log keeps everything,
/// its size tells (`Store::wal_size`), and writes report a failing disk themselves.
pub(crate) async fn run_checkpoints(
    pool: SqlitePool,
    identity: Arc<FileIdentity>,
    signals: Arc<CheckpointSignals>,
) {
    while !pool.is_closed() {
        tokio::select! {
            () = signals.due.notified() => {}
            () = pool.close_event() => return,
        }
        for _ in 0..MAX_PASSES {
            // A connection opened now might open a replacement file.
            if identity.check().is_err() {
                break;
            }
            let Ok(Progress { log, copied }) = checkpoint(&pool).await else { break };
            if log < LONG_LOG_PAGES {
                break;
            }
            if log - copied <= FEW_PAGES {
                signals.is_finish_due.store(true, Ordering::Relaxed);
                break;
            }
        }
    }
}

/// Copies as much of the log into the file as other connections allow, without making them wait.
async fn checkpoint(pool: &SqlitePool) -> Result<Progress, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let done = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut *connection).await;
    match done {
        Ok(row) => Ok(Progress { log: row.try_get("log")?, copied: row.try_get("checkpointed")? }),
        Err(error) => {
            // After a failed sync the connection's view of the log is unreliable.
            connection.close_on_drop();
            Err(error)
        }
    }
}
