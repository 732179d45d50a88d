//! Persistence of a game server: people, games and their acts, chat, ratings, the lot log. It runs on
//! SQLite (a file) or PostgreSQL with the same SQL. It knows no rules: acts, specs and options are
//! opaque text.
//!
//! ```
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use abaque_store::{AppendOutcome, AppendRequest, GameId, NewGame, Store, Version};
//!
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(&format!("sqlite:{}/games.db", folder.path().display())).await?;
//! let game = GameId::random();
//! store.create_game(NewGame::new(game.clone(), "abalone", "abalone", 0)).await?;
//! let append = AppendRequest {
//!     game: game.clone(),
//!     version: Version::FIRST,
//!     acts: vec![(1000, "a1-b2".into())],
//!     key: Some("first try".into()),
//!     end: None,
//!     plies: 1,
//!     turn: None,
//!     fence: None,
//! };
//! assert_eq!(store.append(append.clone()).await?, AppendOutcome::Stored);
//! assert_eq!(store.append(append).await?, AppendOutcome::AlreadyStored { version: Version::FIRST });
//! assert_eq!(store.acts(&game).await?.len(), 1);
//! store.close().await;
//! # Ok(())
//! # }
//! # tokio::runtime::Runtime::new().unwrap().block_on(example()).unwrap();
//! ```
//!
//! Times are milliseconds since 1970 and come from the caller. Outcomes a caller must handle are
//! typed results;
//! [`StoreError`] is for failures.

mod access;
mod acts;
mod chat;
mod checkpoint;
mod connection;
mod db;
mod email;
mod error;
mod fault;
mod file;
mod game_lists;
mod games;
mod idle_guests;
mod ids;
mod inspect;
mod integrity;
mod invitations;
mod lot_log;
mod maintenance;
mod migrate;
mod nodes;
mod openings;
mod people;
mod personal_data;
mod players;
mod primary;
mod probe;
mod ratings;
mod reports;
mod restore;
mod seek;
mod server_lock;
mod sessions;
mod solo_games;
mod transfer;
mod writer;

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot};

use checkpoint::CheckpointSignals;
use connection::StoreLocation;
use db::{Pools, SqlRow, SqlValue, Tx};
use file::ServerLock;
use server_lock::{DatabaseLock, LockMode};
use writer::{CommitCounters, WriteFuture, WriteJob, WriteOutcome, WriteShape};

pub use abaque_lots::SeedMode;
pub use access::{CredentialState, MAX_DEVICES};
pub use acts::{AppendOutcome, AppendRequest, GameEnding, GameHead, PendingTurn, StoredAct};
pub use chat::StoredChatLine;
pub use checkpoint::USUAL_LOG_BYTES;
pub use connection::sqlite_path;
pub use email::{CodePurpose, MailedCode};
pub use error::StoreError;
pub use fault::Fault;
pub use game_lists::{GamesCursor, GamesQuery};
pub use games::{
    CreateOutcome, GameQuota, GameStart, NewGame, Precondition, SeatChange, Seats, StoredGame,
};
pub use idle_guests::{ForgetOutcome, ForgottenGuests, GuestRetention};
pub use ids::{ChatRoom, GameId, GameStatus, LotKind, PersonId, Role, SeatsToAct, Version};
pub use inspect::StoreInspection;
pub use integrity::{CountedPoint, StoredRating};
pub use invitations::{InvitedOutcome, NewInvitation};
pub use lot_log::{LotCommitments, LotEntry, first_chain};
pub use maintenance::StoreStats;
pub use nodes::{GameMark, NodeNotice, NodePresence, RegisteredNode};
pub use openings::{Continuation, GameWinner, MAX_OPENING_PLIES};
pub use people::{ClaimOutcome, NAME_RESERVATION_MILLIS, NameOutcome, Person};
pub use players::PlayerCards;
pub use ratings::{LeaderboardEntry, RateOutcome, Rating, RatingChange, RatingPoint};
pub use reports::PersonReport;
pub use restore::RestoreOutcome;
pub use seek::{SeekLock, SeekQuery};
pub use sessions::{NewToken, StoredSession, StoredToken};
pub use solo_games::UnfinishedSoloGames;
pub use transfer::{TransferOutcome, TransferredTable};
pub use writer::CommitStats;

/// The store. Clones share one connection pool and one writer.
#[derive(Clone)]
pub struct Store {
    inner: Arc<StoreInner>,
}

struct StoreInner {
    pools: Pools,
    location: StoreLocation,
    jobs: mpsc::Sender<WriteJob>,
    commits: Arc<CommitCounters>,
    /// Lock held by a server until it closes the store.
    lock: Mutex<Option<StoreLock>>,
}

/// How a server claims its store.
enum StoreLock {
    File(#[expect(dead_code, reason = "its end releases the lock")] ServerLock),
    Database(DatabaseLock),
}

impl StoreLock {
    /// Releases the lock at once.
    async fn release(self) {
        if let StoreLock::Database(lock) = self {
            lock.release().await;
        }
    }
}

impl Store {
    /// Opens a store as its only server; a second one is refused, because rooms and heartbeat live
    /// in one process.
    pub async fn open_as_server(url: &str) -> Result<Store, StoreError> {
        let lock = match sqlite_path(url)? {
            Some(file) => {
                // Check first, so that no lock file is left next to a file that is not a store.
                file::has_store_file(&file)?;
                let served = |process| StoreError::AlreadyServed {
                    file: file.display().to_string(),
                    process,
                };
                StoreLock::File(ServerLock::take(&file)?.map_err(served)?)
            }
            None => StoreLock::Database(DatabaseLock::take(url, LockMode::Alone).await?),
        };
        let store = Store::open(url).await?;
        *store.lock() = Some(lock);
        Ok(store)
    }

    /// Opens a PostgreSQL store as one of several servers that know of each other.
    pub async fn open_as_node(url: &str) -> Result<Store, StoreError> {
        if sqlite_path(url)?.is_some() {
            return Err(StoreError::InvalidRequest(
                "several servers can share PostgreSQL only, not a file",
            ));
        }
        let lock = DatabaseLock::take(url, LockMode::Shared).await?;
        let store = Store::open(url).await?;
        *store.lock() = Some(StoreLock::Database(lock));
        Ok(store)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<StoreLock>> {
        self.inner.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens `sqlite:PATH` (creating a missing file) or `postgres://…` and migrates the schema.
    ///
    /// Must be called within a Tokio runtime, which then runs the writer task.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let (pools, place) = connection::connect(url).await?;
        Store::start(pools, place).await
    }

    async fn start(pools: Pools, place: StoreLocation) -> Result<Store, StoreError> {
        let tx = pools.begin().await?;
        if let Err(error) = migrate::migrate(tx, &place.to_string()).await {
            pools.close().await;
            return Err(error);
        }
        let (jobs, queue) = mpsc::channel(writer::QUEUE_CAPACITY);
        let commits = Arc::<CommitCounters>::default();
        let signals = Arc::<CheckpointSignals>::default();
        if let Pools::Sqlite { checkpoint, identity, .. } = &pools {
            let (pool, identity) = (checkpoint.clone(), identity.clone());
            tokio::spawn(checkpoint::run_checkpoints(pool, identity, signals.clone()));
        }
        tokio::spawn(writer::run_writer(pools.clone(), queue, commits.clone(), signals));
        let inner =
            Arc::new(StoreInner { pools, location: place, jobs, commits, lock: Mutex::default() });
        if let StoreLocation::Server(servers) = &inner.location
            && servers.has_standbys()
        {
            tokio::spawn(primary::follow(Arc::downgrade(&inner)));
        }
        Ok(Store { inner })
    }

    /// Finishes queued writes, then closes the database. Later calls fail.
    pub async fn close(&self) {
        let (reply, done) = oneshot::channel();
        if self.enqueue(WriteJob::Stop(reply)).await.is_ok() {
            let _ = done.await;
        }
        self.inner.pools.close().await;
        let lock = self.lock().take();
        if let Some(lock) = lock {
            lock.release().await;
        }
    }

    /// Transactions committed since the store was opened: far fewer than writes under load, because
    /// the writer groups them.
    pub fn commit_count(&self) -> u64 {
        self.commit_stats().commits
    }

    /// Commits since the store was opened, and how long they took.
    pub fn commit_stats(&self) -> CommitStats {
        self.inner.commits.read()
    }

    fn pools(&self) -> &Pools {
        &self.inner.pools
    }

    async fn enqueue(&self, job: WriteJob) -> Result<(), StoreError> {
        self.inner.jobs.send(job).await.map_err(|_| StoreError::Closed)
    }

    /// Runs a write of several steps: on SQLite through the write queue, on PostgreSQL in its own
    /// transaction.
    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> WriteFuture<'c, T> + Send + 'static,
    {
        self.write_shaped(WriteShape::Several, work).await
    }

    async fn write_shaped<T, F>(&self, shape: WriteShape, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> WriteFuture<'c, T> + Send + 'static,
    {
        if let Pools::Sqlite { .. } = self.pools() {
            let (reply, done) = oneshot::channel();
            self.enqueue(writer::write_job(shape, work, reply)).await?;
            return done.await.map_err(|_| StoreError::Closed)?;
        }
        let lost = |error: StoreError| match error.fault() {
            Some(_) => StoreError::Uncommitted(error.into()),
            None => error,
        };
        let mut tx = self.pools().begin().await.map_err(lost)?;
        match work(&mut tx).await.map_err(lost)? {
            WriteOutcome::Commit(found) => {
                tx.commit().await?;
                self.inner.commits.count_other();
                Ok(found)
            }
            WriteOutcome::Rollback(found) => {
                tx.rollback().await?;
                Ok(found)
            }
        }
    }

    /// Writes with one statement; returns the number of changed rows.
    async fn execute(&self, sql: &'static str, args: Vec<SqlValue>) -> Result<u64, StoreError> {
        self.write_shaped(WriteShape::OneStatement, move |tx| {
            Box::pin(async move { Ok(WriteOutcome::Commit(tx.execute(sql, args).await?)) })
        })
        .await
    }

    /// Writes with one statement that returns a row.
    async fn execute_returning(
        &self,
        sql: &'static str,
        args: Vec<SqlValue>,
    ) -> Result<Option<SqlRow>, StoreError> {
        self.write_shaped(WriteShape::OneStatement, move |tx| {
            Box::pin(async move { Ok(WriteOutcome::Commit(tx.fetch_optional(sql, args).await?)) })
        })
        .await
    }
}
