//! Everything durable of a server of games: people, games and their acts, chat, ratings, the log of lots. On SQLite (a file) or
//! PostgreSQL, with the same SQL for both. It knows no rules: acts, specs and options are text to it.
//!
//! ```
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use abaque_store::{Append, Appended, GameId, NewGame, Store};
//!
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(&format!("sqlite:{}/games.db", folder.path().display())).await?;
//! let game = GameId::random();
//! store.create_game(NewGame::new(game.clone(), "abalone", "abalone", 0)).await?;
//! let append = Append {
//!     game: game.clone(),
//!     version: 1,
//!     acts: vec![(1000, "a1-b2".into())],
//!     key: Some("first try".into()),
//!     end: None,
//!     plies: 1,
//!     turn: None,
//! };
//! assert_eq!(store.append(append.clone()).await?, Appended::Done);
//! assert_eq!(store.append(append).await?, Appended::Seen { version: 1 });
//! assert_eq!(store.acts(&game, 1).await?.len(), 1);
//! store.close().await;
//! # Ok(())
//! # }
//! # tokio::runtime::Runtime::new().unwrap().block_on(example()).unwrap();
//! ```
//!
//! Times are milliseconds since 1970 and come from the caller. Outcomes one must expect are typed results;
//! [`StoreError`] is for what should not happen.

mod acts;
mod chat;
mod db;
mod error;
mod games;
mod group;
mod idle;
mod ids;
mod lists;
mod lots;
mod mail;
mod migrate;
mod open;
mod openings;
mod own;
mod people;
mod ratings;
mod reports;
mod restore;
mod sessions;
mod upkeep;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{mpsc, oneshot};

use db::{Pools, Row, Tx, Value};
use open::Place;
use writer::{Job, Running, Verdict};

pub use acts::{Append, Appended, Ending, StoredAct, Waiting};
pub use chat::Line;
pub use error::StoreError;
pub use games::{Game, NewGame, Seats, Start};
pub use idle::{Forgotten, Patience, Tidied};
pub use ids::{GameId, PersonId, Role, Room, Status, ToAct};
pub use lists::{Cursor, GamesOf};
pub use lots::{Logged, LotEntry, first_chain};
pub use mail::{MailedCode, Purpose};
pub use open::file_of;
pub use openings::{Continuation, OPENING, Won};
pub use people::{Claimed, Named, Person};
pub use ratings::{Rated, Rating, RatingChange, RatingPoint, Standing};
pub use reports::Report;
pub use restore::Restored;
pub use sessions::{NewToken, Session, Token};
pub use upkeep::Stats;

/// The store. Clones are the same store.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    pools: Pools,
    place: Place,
    jobs: mpsc::Sender<Job>,
    commits: Arc<AtomicU64>,
}

impl Store {
    /// Opens `sqlite:PATH` (a file, made if it is missing) or `postgres://…` and brings the tables up to date.
    ///
    /// Must be called in a Tokio runtime, in which the writing task then lives.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let (pools, place) = open::connect(url).await?;
        Store::start(pools, place).await
    }

    async fn start(pools: Pools, place: Place) -> Result<Store, StoreError> {
        let tx = pools.begin().await?;
        if let Err(error) = migrate::migrate(tx, &place.to_string()).await {
            pools.close().await;
            return Err(error);
        }
        let (jobs, queue) = mpsc::channel(writer::QUEUE);
        let commits = Arc::new(AtomicU64::new(0));
        tokio::spawn(writer::write(pools.clone(), queue, commits.clone()));
        Ok(Store { inner: Arc::new(Inner { pools, place, jobs, commits }) })
    }

    /// Stores what was asked so far, then lets the database go. Later calls fail.
    pub async fn close(&self) {
        let (answer, heard) = oneshot::channel();
        if self.send(Job::Stop(answer)).await.is_ok() {
            let _ = heard.await;
        }
        self.inner.pools.close().await;
    }

    /// Transactions committed since the store was opened: far fewer than writes when many come at once.
    pub fn commits(&self) -> u64 {
        self.inner.commits.load(Ordering::Relaxed)
    }

    fn pools(&self) -> &Pools {
        &self.inner.pools
    }

    async fn send(&self, job: Job) -> Result<(), StoreError> {
        self.inner.jobs.send(job).await.map_err(|_| StoreError::Closed)
    }

    /// A write of several steps: on SQLite in the queue, on PostgreSQL in a transaction of its own.
    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Running<'c, T> + Send + 'static,
    {
        if let Pools::Lite { .. } = self.pools() {
            let (answer, heard) = oneshot::channel();
            self.send(writer::work(work, answer)).await?;
            return heard.await.map_err(|_| StoreError::Closed)?;
        }
        let mut tx = self.pools().begin().await?;
        match work(&mut tx).await? {
            Verdict::Keep(found) => {
                tx.commit().await?;
                self.inner.commits.fetch_add(1, Ordering::Relaxed);
                Ok(found)
            }
            Verdict::Undo(found) => {
                tx.rollback().await?;
                Ok(found)
            }
        }
    }

    /// A write of one statement; counts the rows it changed.
    async fn run(&self, sql: &'static str, args: Vec<Value>) -> Result<u64, StoreError> {
        self.write(move |tx| Box::pin(async move { Ok(Verdict::Keep(tx.run(sql, args).await?)) }))
            .await
    }

    /// A write of one statement that returns a row.
    async fn insert(&self, sql: &'static str, args: Vec<Value>) -> Result<Option<Row>, StoreError> {
        self.write(move |tx| Box::pin(async move { Ok(Verdict::Keep(tx.one(sql, args).await?)) }))
            .await
    }
}
