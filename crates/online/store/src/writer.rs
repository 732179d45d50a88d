//! The writer task for acts (and, on SQLite, all writes). It groups queued jobs into one
//! transaction and answers once the commit is durable, so a hundred moves cost one disk sync.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use crate::StoreError;
use crate::acts::{AppendOutcome, AppendRequest, append_all};
use crate::checkpoint::{CheckpointSchedule, CheckpointSignals};
use crate::db::{Pools, Tx, args};

/// Queue length; further callers wait for a slot.
pub(crate) const QUEUE_CAPACITY: usize = 1024;

/// Maximum number of jobs per transaction.
const MAX_GROUP_SIZE: usize = 128;

/// How often a group is tried when the database aborts it for a deadlock.
const MAX_DEADLOCK_ATTEMPTS: usize = 3;

/// A running write.
pub(crate) type WriteFuture<'c, T> =
    Pin<Box<dyn Future<Output = Result<WriteOutcome<T>, StoreError>> + Send + 'c>>;

/// Result of a write and whether to keep its changes.
pub(crate) enum WriteOutcome<T> {
    Commit(T),
    Rollback(T),
}

/// Channel for the caller's result.
type ReplySender<T> = oneshot::Sender<Result<T, StoreError>>;

pub(crate) enum WriteJob {
    Append(AppendRequest, ReplySender<AppendOutcome>),
    Work(Box<dyn QueuedWrite>),
    Stop(oneshot::Sender<()>),
}

type RunFuture<'c> = Pin<Box<dyn Future<Output = Result<bool, StoreError>> + Send + 'c>>;

/// How much a queued write does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteShape {
    /// One statement, which fails as a whole.
    OneStatement,
    /// Several statements, which are undone together.
    Several,
}

/// A type-erased write other than an append.
pub(crate) trait QueuedWrite: Send {
    fn shape(&self) -> WriteShape;

    /// Runs the write and stores its result; returns whether to keep the changes. An error is a
    /// database fault and ends the group.
    fn run<'c>(&'c mut self, tx: &'c mut Tx) -> RunFuture<'c>;

    /// Sends the result once the group is committed or lost.
    fn answer(self: Box<Self>, lost: Option<Arc<StoreError>>);
}

struct PendingWrite<T, F> {
    shape: WriteShape,
    work: Option<F>,
    result: Option<Result<T, StoreError>>,
    answer: ReplySender<T>,
}

/// Wraps a write for the queue.
pub(crate) fn write_job<T, F>(shape: WriteShape, work: F, answer: ReplySender<T>) -> WriteJob
where
    T: Send + 'static,
    F: for<'c> FnOnce(&'c mut Tx) -> WriteFuture<'c, T> + Send + 'static,
{
    WriteJob::Work(Box::new(PendingWrite { shape, work: Some(work), result: None, answer }))
}

impl<T, F> QueuedWrite for PendingWrite<T, F>
where
    T: Send,
    F: for<'c> FnOnce(&'c mut Tx) -> WriteFuture<'c, T> + Send,
{
    fn shape(&self) -> WriteShape {
        self.shape
    }

    fn run<'c>(&'c mut self, tx: &'c mut Tx) -> RunFuture<'c> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return Ok(false) };
            let (keep, result) = match work(tx).await {
                Ok(WriteOutcome::Commit(found)) => (true, Ok(found)),
                Ok(WriteOutcome::Rollback(found)) => (false, Ok(found)),
                // The transaction is gone with this fault; later statements would run outside of
                // it.
                Err(error) if error.fault().is_some() => return Err(error),
                Err(error) => (false, Err(error)),
            };
            self.result = Some(result);
            Ok(keep)
        })
    }

    fn answer(self: Box<Self>, lost: Option<Arc<StoreError>>) {
        // A job that failed itself reports its own error; the others report the lost group.
        let result = match (self.result, lost) {
            (Some(Err(error)), _) => Err(error),
            (_, Some(error)) => Err(group_error(&error)),
            (Some(found), None) => found,
            (None, None) => Err(StoreError::Closed),
        };
        // The caller may have stopped waiting; the write stands regardless.
        let _ = self.answer.send(result);
    }
}

/// The error each job of a lost group receives.
fn group_error(error: &Arc<StoreError>) -> StoreError {
    match &**error {
        StoreError::Unconfirmed(why) => StoreError::Unconfirmed(why.clone()),
        StoreError::Uncommitted(why) => StoreError::Uncommitted(why.clone()),
        _ => StoreError::Uncommitted(error.clone()),
    }
}

/// Commits from this duration on count as slow: players notice.
const SLOW_COMMIT: Duration = Duration::from_millis(100);

/// Counts commits and how long they took.
#[derive(Default)]
pub(crate) struct CommitCounters {
    commits: AtomicU64,
    slow: AtomicU64,
    micros: AtomicU64,
    slowest_micros: AtomicU64,
}

/// Commits since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommitStats {
    /// Number of commits.
    pub commits: u64,
    /// Commits of groups that took 100 ms or more.
    pub slow: u64,
    /// Time of all groups together.
    pub total: Duration,
    /// Longest time of a group.
    pub slowest: Duration,
}

impl CommitCounters {
    /// Counts the commit of a group that took this long.
    fn note_commit(&self, took: Duration) {
        let micros = took.as_micros() as u64;
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.slow.fetch_add(u64::from(took >= SLOW_COMMIT), Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        self.slowest_micros.fetch_max(micros, Ordering::Relaxed);
    }

    /// Counts a commit outside of the writer.
    pub(crate) fn count_other(&self) {
        self.commits.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> CommitStats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        CommitStats {
            commits: read(&self.commits),
            slow: read(&self.slow),
            total: Duration::from_micros(read(&self.micros)),
            slowest: Duration::from_micros(read(&self.slowest_micros)),
        }
    }
}

/// Runs until stopped or until all senders are dropped.
pub(crate) async fn run_writer(
    pools: Pools,
    mut jobs: mpsc::Receiver<WriteJob>,
    counters: Arc<CommitCounters>,
    signals: Arc<CheckpointSignals>,
) {
    let mut checkpoints = CheckpointSchedule::new(signals);
    let mut group = Vec::with_capacity(MAX_GROUP_SIZE);
    let mut stops = Vec::new();
    while jobs.recv_many(&mut group, MAX_GROUP_SIZE).await > 0 {
        let mut appends = Vec::new();
        let mut works = Vec::new();
        for job in group.drain(..) {
            match job {
                WriteJob::Append(append, answer) => appends.push((append, answer)),
                WriteJob::Work(work) => works.push(work),
                WriteJob::Stop(answer) => {
                    jobs.close();
                    stops.push(answer);
                }
            }
        }
        if appends.is_empty() && works.is_empty() {
            continue;
        }
        let began = Instant::now();
        if let Pools::Sqlite { write, .. } = &pools {
            checkpoints.finish(write).await;
        }
        let mut stored = store_group(&pools, &appends, &mut works).await;
        for _ in 1..MAX_DEADLOCK_ATTEMPTS {
            // Closures cannot run twice; PostgreSQL, where deadlocks occur, queues none here.
            if !matches!(&stored, Err(error) if error.is_deadlock()) || !works.is_empty() {
                break;
            }
            stored = store_group(&pools, &appends, &mut works).await;
        }
        match stored {
            Ok(outcomes) => {
                counters.note_commit(began.elapsed());
                checkpoints.note_commit();
                for ((_, answer), outcome) in appends.into_iter().zip(outcomes) {
                    let _ = answer.send(Ok(outcome));
                }
                works.into_iter().for_each(|work| work.answer(None));
            }
            Err(error) => {
                let error = Arc::new(error);
                for (_, answer) in appends {
                    let _ = answer.send(Err(group_error(&error)));
                }
                works.into_iter().for_each(|work| work.answer(Some(error.clone())));
            }
        }
    }
    for answer in stops {
        let _ = answer.send(());
    }
}

/// Stores one group in one transaction. A conflicting append changes nothing; every other write of
/// several statements runs in a savepoint.
async fn store_group(
    pools: &Pools,
    appends: &[(AppendRequest, ReplySender<AppendOutcome>)],
    works: &mut [Box<dyn QueuedWrite>],
) -> Result<Vec<AppendOutcome>, StoreError> {
    let mut tx = pools.begin().await?;
    let requests: Vec<_> = appends.iter().map(|(append, _)| append).collect();
    let outcomes = append_all(&mut tx, &requests).await?;
    for work in works {
        if work.shape() == WriteShape::OneStatement {
            // If it fails, it has changed nothing.
            work.run(&mut tx).await?;
            continue;
        }
        tx.execute("SAVEPOINT work", args![]).await?;
        if !work.run(&mut tx).await? {
            tx.execute("ROLLBACK TO work", args![]).await?;
        }
        tx.execute("RELEASE work", args![]).await?;
    }
    tx.commit().await?;
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameId, NewGame, Store, Version};

    fn append(game: &GameId) -> AppendRequest {
        let (game, acts) = (game.clone(), vec![(1, "act".into())]);
        AppendRequest {
            game,
            version: Version::FIRST,
            acts,
            key: None,
            end: None,
            plies: 1,
            turn: None,
            fence: None,
        }
    }

    #[tokio::test]
    async fn a_failed_group_fails_each_of_its_requests() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("store.db").display());
        let store = Store::open(&url).await.unwrap();
        let mut games = Vec::new();
        for _ in 0..3 {
            let id = GameId::random();
            store.create_game(NewGame::new(id.clone(), "x", "x", 1)).await.unwrap();
            games.push(id);
        }
        store.execute("ALTER TABLE acts RENAME TO hidden", args![]).await.unwrap();
        let (one, two, three, note) = tokio::join!(
            store.append(append(&games[0])),
            store.append(append(&games[1])),
            store.append(append(&games[2])),
            store.set_note("a", "b"),
        );
        for error in [one.err(), two.err(), three.err(), note.err()] {
            assert!(matches!(error, Some(StoreError::Uncommitted(_))), "{error:?}");
        }
        assert_eq!(store.note("a").await.unwrap(), None);
        // The writer survives the failure.
        store.execute("ALTER TABLE hidden RENAME TO acts", args![]).await.unwrap();
        assert_eq!(store.append(append(&games[0])).await.unwrap(), AppendOutcome::Stored);
        store.close().await;
    }
}
