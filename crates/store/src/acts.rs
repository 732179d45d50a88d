//! The acts of games: what happened, in order, each durable before anybody hears of it.

use tokio::sync::oneshot;

use crate::db::{Row, args, refuse_nul};
use crate::writer::Job;
use crate::{GameId, Status, Store, StoreError, ToAct};

/// Acts to store, and what they change about the game as a whole. All of it becomes durable, or nothing.
#[derive(Clone, Debug)]
pub struct Append {
    /// Whose.
    pub game: GameId,
    /// The version of the first act; a game's first act ever has version 1, and each has one more than the last.
    pub version: u32,
    /// When, and what.
    pub acts: Vec<(i64, String)>,
    /// What the caller calls this request, so that asking again stores nothing twice.
    pub key: Option<String>,
    /// How the game ended, if it did.
    pub end: Option<Ending>,
    /// Plies played after this.
    pub plies: u32,
    /// For whom the game waits now; `None` leaves it as it was.
    pub turn: Option<Waiting>,
}

/// For whom a game waits, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who is to act.
    pub to_act: ToAct,
    /// When time alone will change something.
    pub deadline: Option<i64>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// When.
    pub at: i64,
    /// Over or aborted.
    pub status: Status,
    /// Who won.
    pub result: Option<String>,
    /// Why.
    pub reason: Option<String>,
}

/// What became of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is stored.
    Done,
    /// A request with this key was stored before.
    Seen {
        /// The version its first act got.
        version: u32,
    },
    /// This is not the next version: somebody else wrote it, or those before it are missing. Nothing is stored.
    Taken {
        /// The newest version there is, 0 if none.
        version: u32,
    },
    /// There is no such game.
    NoGame,
}

/// An act as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAct {
    /// Its place in the game.
    pub version: u32,
    /// When.
    pub at: i64,
    /// What.
    pub act: String,
    /// The key of the request, with the request's first act.
    pub key: Option<String>,
}

impl StoredAct {
    fn read(row: &Row) -> Result<StoredAct, StoreError> {
        Ok(StoredAct {
            version: row.small("version")?,
            at: row.get("at")?,
            act: row.get("act")?,
            key: row.get("key")?,
        })
    }
}

impl Store {
    /// Stores acts, together with others that come in at the same time. The answer means that they are on disk.
    ///
    /// A caller that stops waiting does not take the request back. After an error it is unknown whether the acts were
    /// stored: ask again with the same key.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        append.acts.iter().try_for_each(|(_, act)| refuse_nul(act))?;
        let words = append.end.iter().flat_map(|end| [&end.result, &end.reason]);
        words.chain([&append.key]).flatten().try_for_each(|text| refuse_nul(text))?;
        if append
            .end
            .as_ref()
            .is_some_and(|end| !matches!(end.status, Status::Over | Status::Aborted))
        {
            return Err(StoreError::Senseless("a game ends as over or aborted"));
        }
        let (answer, heard) = oneshot::channel();
        self.send(Job::Append(append, answer)).await?;
        heard.await.map_err(|_| StoreError::Closed)?
    }

    /// The acts of a game from a version on, in order.
    pub async fn acts(&self, game: &GameId, from: u32) -> Result<Vec<StoredAct>, StoreError> {
        let sql = "SELECT version, at, act, key FROM acts WHERE game = $1 AND version >= $2 \
                   ORDER BY version";
        self.pools().all(sql, args![game, from]).await?.iter().map(StoredAct::read).collect()
    }
}
