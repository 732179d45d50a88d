//! Acts of games: the ordered event log, each act durable before it is announced.

use tokio::sync::oneshot;

use crate::db::{SqlRow, args, refuse_nul};
use crate::writer::WriteJob;
use crate::{GameId, GameStatus, SeatsToAct, Store, StoreError};

/// Acts to store, with the resulting change of the game row. Stored as a whole or not at all.
#[derive(Clone, Debug)]
pub struct AppendRequest {
    /// Game to append to.
    pub game: GameId,
    /// Version of the first act. A game's first act has version 1; versions are consecutive.
    pub version: u32,
    /// Time and text of each act.
    pub acts: Vec<(i64, String)>,
    /// Idempotency key: a retry with the same key stores nothing twice.
    pub key: Option<String>,
    /// End of the game, if these acts end it.
    pub end: Option<GameEnding>,
    /// Plies played after these acts.
    pub plies: u32,
    /// New pending turn; `None` leaves it unchanged.
    pub turn: Option<PendingTurn>,
}

/// Seats to act and their deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingTurn {
    /// Seats to act.
    pub to_act: SeatsToAct,
    /// Time at which the clock or a window changes the game by itself.
    pub deadline: Option<i64>,
}

/// End of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnding {
    /// End time.
    pub at: i64,
    /// Over or aborted.
    pub status: GameStatus,
    /// Result as text.
    pub result: Option<String>,
    /// Reason as text.
    pub reason: Option<String>,
}

/// Result of [`Store::append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// The acts are stored.
    Stored,
    /// A request with this key was stored before.
    AlreadyStored {
        /// Version of its first act.
        version: u32,
    },
    /// Not the next version: another request took it, or earlier ones are missing. Nothing is
    /// stored.
    VersionConflict {
        /// Newest stored version, 0 if there is none.
        version: u32,
    },
    /// The game does not exist.
    NoGame,
}

/// A stored act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAct {
    /// Position in the game.
    pub version: u32,
    /// Time of the act.
    pub at: i64,
    /// Text of the act.
    pub act: String,
    /// Key of the request, stored with its first act.
    pub key: Option<String>,
}

impl StoredAct {
    fn from_row(row: &SqlRow) -> Result<StoredAct, StoreError> {
        Ok(StoredAct {
            version: row.get_u32("version")?,
            at: row.get("at")?,
            act: row.get("act")?,
            key: row.get("key")?,
        })
    }
}

impl Store {
    /// Stores acts, grouped with concurrent requests. Returns once they are durable.
    ///
    /// Dropping the future does not cancel the request. After an error it is unknown whether the
    /// acts were stored: retry with the same key.
    pub async fn append(&self, append: AppendRequest) -> Result<AppendOutcome, StoreError> {
        append.acts.iter().try_for_each(|(_, act)| refuse_nul(act))?;
        let texts = append.end.iter().flat_map(|end| [&end.result, &end.reason]);
        texts.chain([&append.key]).flatten().try_for_each(|text| refuse_nul(text))?;
        if append
            .end
            .as_ref()
            .is_some_and(|end| !matches!(end.status, GameStatus::Over | GameStatus::Aborted))
        {
            return Err(StoreError::InvalidRequest("a game ends as over or aborted"));
        }
        let (reply, done) = oneshot::channel();
        self.enqueue(WriteJob::Append(append, reply)).await?;
        done.await.map_err(|_| StoreError::Closed)?
    }

    /// Acts of a game from a version on, in order.
    pub async fn acts(&self, game: &GameId, from: u32) -> Result<Vec<StoredAct>, StoreError> {
        let sql = "SELECT version, at, act, key FROM acts WHERE game = $1 AND version >= $2 \
                   ORDER BY version";
        self.pools()
            .fetch_all(sql, args![game, from])
            .await?
            .iter()
            .map(StoredAct::from_row)
            .collect()
    }
}
