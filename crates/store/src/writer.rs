//! The one task that writes acts (and, on SQLite, everything else): it takes what has come in, stores it in one transaction
//! and answers only when that is durable. So a hundred moves cost one wait for the disk.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{mpsc, oneshot};

use crate::StoreError;
use crate::acts::{Append, Appended};
use crate::db::{Pools, Tx, args};
use crate::group::append_all;

/// Requests that wait at most; more callers wait for a place.
pub(crate) const QUEUE: usize = 1024;

/// Requests in one transaction at most.
const GROUP: usize = 128;

/// Attempts of a group when the database ends it because of a deadlock.
const ATTEMPTS: usize = 3;

/// A write under way.
pub(crate) type Running<'c, T> =
    Pin<Box<dyn Future<Output = Result<Verdict<T>, StoreError>> + Send + 'c>>;

/// What a write found, and whether what it changed on the way shall stay.
pub(crate) enum Verdict<T> {
    Keep(T),
    Undo(T),
}

/// Who hears the answer.
type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

pub(crate) enum Job {
    Append(Append, Answer<Appended>),
    Work(Box<dyn Work>),
    Stop(oneshot::Sender<()>),
}

/// Any other write, with its type forgotten.
pub(crate) trait Work: Send {
    /// Does it and keeps the result; says whether the changes shall stay.
    fn run<'c>(&'c mut self, tx: &'c mut Tx) -> Pin<Box<dyn Future<Output = bool> + Send + 'c>>;

    /// Tells the caller, now that the group is stored or lost.
    fn answer(self: Box<Self>, lost: Option<Arc<StoreError>>);
}

struct Held<T, F> {
    work: Option<F>,
    result: Option<Result<T, StoreError>>,
    answer: Answer<T>,
}

/// Packs a write for the queue.
pub(crate) fn work<T, F>(work: F, answer: Answer<T>) -> Job
where
    T: Send + 'static,
    F: for<'c> FnOnce(&'c mut Tx) -> Running<'c, T> + Send + 'static,
{
    Job::Work(Box::new(Held { work: Some(work), result: None, answer }))
}

impl<T, F> Work for Held<T, F>
where
    T: Send,
    F: for<'c> FnOnce(&'c mut Tx) -> Running<'c, T> + Send,
{
    fn run<'c>(&'c mut self, tx: &'c mut Tx) -> Pin<Box<dyn Future<Output = bool> + Send + 'c>> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return false };
            let (keep, result) = match work(tx).await {
                Ok(Verdict::Keep(found)) => (true, Ok(found)),
                Ok(Verdict::Undo(found)) => (false, Ok(found)),
                Err(error) => (false, Err(error)),
            };
            self.result = Some(result);
            keep
        })
    }

    fn answer(self: Box<Self>, lost: Option<Arc<StoreError>>) {
        // What failed by itself says why; what would have worked says that the group did not.
        let result = match (self.result, lost) {
            (Some(Err(error)), _) => Err(error),
            (_, Some(error)) => Err(StoreError::Uncommitted(error)),
            (Some(found), None) => found,
            (None, None) => Err(StoreError::Closed),
        };
        // A caller who no longer listens is no trouble: what is stored is stored.
        let _ = self.answer.send(result);
    }
}

/// Writes until told to stop or until nobody can ask any more.
pub(crate) async fn write(pools: Pools, mut jobs: mpsc::Receiver<Job>, commits: Arc<AtomicU64>) {
    let mut group = Vec::with_capacity(GROUP);
    let mut stops = Vec::new();
    while jobs.recv_many(&mut group, GROUP).await > 0 {
        let mut appends = Vec::new();
        let mut works = Vec::new();
        for job in group.drain(..) {
            match job {
                Job::Append(append, answer) => appends.push((append, answer)),
                Job::Work(work) => works.push(work),
                Job::Stop(answer) => {
                    jobs.close();
                    stops.push(answer);
                }
            }
        }
        if appends.is_empty() && works.is_empty() {
            continue;
        }
        let mut stored = store(&pools, &appends, &mut works).await;
        for _ in 1..ATTEMPTS {
            // Works cannot be done twice; PostgreSQL, where deadlocks are, has none here.
            if !matches!(&stored, Err(error) if error.is_deadlock()) || !works.is_empty() {
                break;
            }
            stored = store(&pools, &appends, &mut works).await;
        }
        match stored {
            Ok(outcomes) => {
                commits.fetch_add(1, Ordering::Relaxed);
                for ((_, answer), outcome) in appends.into_iter().zip(outcomes) {
                    let _ = answer.send(Ok(outcome));
                }
                works.into_iter().for_each(|work| work.answer(None));
            }
            Err(error) => {
                let error = Arc::new(error);
                for (_, answer) in appends {
                    let _ = answer.send(Err(StoreError::Uncommitted(error.clone())));
                }
                works.into_iter().for_each(|work| work.answer(Some(error.clone())));
            }
        }
    }
    for answer in stops {
        let _ = answer.send(());
    }
}

/// One group in one transaction. An append that comes too late changes nothing; any other write stands behind a
/// savepoint.
async fn store(
    pools: &Pools,
    appends: &[(Append, Answer<Appended>)],
    works: &mut [Box<dyn Work>],
) -> Result<Vec<Appended>, StoreError> {
    let mut tx = pools.begin().await?;
    let requests: Vec<_> = appends.iter().map(|(append, _)| append).collect();
    let outcomes = append_all(&mut tx, &requests).await?;
    for work in works {
        tx.run("SAVEPOINT work", args![]).await?;
        if !work.run(&mut tx).await {
            tx.run("ROLLBACK TO work", args![]).await?;
        }
        tx.run("RELEASE work", args![]).await?;
    }
    tx.commit().await?;
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameId, NewGame, Store};

    fn append(game: &GameId) -> Append {
        let (game, acts) = (game.clone(), vec![(1, "act".into())]);
        Append { game, version: 1, acts, key: None, end: None, plies: 1, turn: None }
    }

    #[tokio::test]
    async fn when_a_group_fails_everybody_in_it_hears() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("store.db").display());
        let store = Store::open(&url).await.unwrap();
        let mut games = Vec::new();
        for _ in 0..3 {
            let id = GameId::random();
            store.create_game(NewGame::new(id.clone(), "x", "x", 1)).await.unwrap();
            games.push(id);
        }
        store.run("ALTER TABLE acts RENAME TO hidden", args![]).await.unwrap();
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
        // The writer goes on.
        store.run("ALTER TABLE hidden RENAME TO acts", args![]).await.unwrap();
        assert_eq!(store.append(append(&games[0])).await.unwrap(), Appended::Done);
        store.close().await;
    }
}
