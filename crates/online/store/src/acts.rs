//! Acts of games: the ordered event log, each act durable before it is announced. A group of
//! appends takes four statements, whatever its size: versions, keys, acts, games.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tokio::sync::oneshot;

use crate::db::{SqlRow, SqlValue, Tx, args, refuse_nul};
use crate::writer::WriteJob;
use crate::{GameId, GameStatus, SeatsToAct, Store, StoreError, Version};

/// Maximum rows per statement; databases limit the number of bind values.
const MAX_ROWS_PER_STATEMENT: usize = 1000;

/// Acts to store, with the resulting change of the game row. Stored as a whole or not at all.
#[derive(Clone, Debug)]
pub struct AppendRequest {
    /// Game to append to.
    pub game: GameId,
    /// Version of the first act; versions are consecutive.
    pub version: Version,
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
    /// Fencing token of the game's driver, for acts that only the driver may store.
    pub fence: Option<i64>,
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
        version: Version,
    },
    /// Not the next version: another request took it, or earlier ones are missing. Nothing is
    /// stored.
    VersionConflict {
        /// Newest stored version.
        version: Version,
    },
    /// Another node drives the game by now. Nothing is stored.
    Fenced,
    /// The game does not exist.
    NoGame,
}

/// The state of a game against which the next request is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameHead {
    /// Newest version.
    pub version: Version,
    /// Current fencing token.
    pub fence: i64,
}

impl GameHead {
    /// Decides about a request for this version and with this token. `known` is the version stored
    /// under its key, if any.
    ///
    /// Without a database, so that a model of several nodes can explore the decision itself
    /// (`tests/suite/node_model.rs`).
    pub fn decide(
        self,
        known: Option<Version>,
        version: Version,
        fence: Option<i64>,
    ) -> AppendOutcome {
        match known {
            Some(version) => AppendOutcome::AlreadyStored { version },
            None if fence.is_some_and(|own| own != self.fence) => AppendOutcome::Fenced,
            None if version != self.version.next() => {
                AppendOutcome::VersionConflict { version: self.version }
            }
            None => AppendOutcome::Stored,
        }
    }
}

/// A stored act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAct {
    /// Position in the game.
    pub version: Version,
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
            version: row.get_version()?,
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

    /// All acts of a game, in order.
    pub async fn acts(&self, game: &GameId) -> Result<Vec<StoredAct>, StoreError> {
        self.acts_from(game, Version::FIRST).await
    }

    /// Acts of a game from a version on, in order.
    pub async fn acts_from(
        &self,
        game: &GameId,
        from: Version,
    ) -> Result<Vec<StoredAct>, StoreError> {
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

/// Combined change of a group's appends to one game.
#[derive(Default)]
struct GameChange<'a> {
    version: Version,
    plies: u32,
    touched: i64,
    turn: Option<PendingTurn>,
    end: Option<&'a GameEnding>,
}

/// Stores appends in order within the group's transaction. An error ends the whole group.
pub(crate) async fn append_all(
    tx: &mut Tx,
    appends: &[&AppendRequest],
) -> Result<Vec<AppendOutcome>, StoreError> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let mut heads = game_heads(tx, appends).await?;
    // Read after the games are locked, so no other server can add such a key any more.
    let mut seen = stored_keys(tx, appends).await?;
    let mut changes: BTreeMap<&GameId, GameChange<'_>> = BTreeMap::new();
    let mut rows = Vec::new();
    let mut outcomes = Vec::with_capacity(appends.len());
    for append in appends {
        outcomes.push(match heads.get_mut(&append.game) {
            None => AppendOutcome::NoGame,
            Some(head) => {
                let key = append.key.as_ref().map(|key| (append.game.clone(), key.clone()));
                let known = key.as_ref().and_then(|key| seen.get(key)).copied();
                let outcome = head.decide(known, append.version, append.fence);
                if outcome == AppendOutcome::Stored {
                    for (place, (at, act)) in append.acts.iter().enumerate() {
                        head.version = head.version.next();
                        let key = append.key.as_deref().filter(|_| place == 0);
                        rows.push(args![&append.game, head.version, *at, act, key]);
                    }
                    if let Some(key) = key.filter(|_| !append.acts.is_empty()) {
                        seen.insert(key, append.version);
                    }
                    changes.entry(&append.game).or_default().add(append, head.version);
                }
                outcome
            }
        });
    }
    insert_acts(tx, rows).await?;
    update_games(tx, changes).await?;
    Ok(outcomes)
}

impl<'a> GameChange<'a> {
    fn add(&mut self, append: &'a AppendRequest, version: Version) {
        let last = append.acts.last().map(|(at, _)| *at);
        let over = PendingTurn { to_act: SeatsToAct::Nobody, deadline: None };
        self.version = version;
        self.plies = append.plies;
        self.touched =
            last.max(append.end.as_ref().map(|end| end.at)).unwrap_or(0).max(self.touched);
        self.turn = append.end.as_ref().map(|_| over).or(append.turn).or(self.turn);
        self.end = append.end.as_ref().or(self.end);
    }
}

/// Placeholders such as `($1, $2), ($3, $4)`. SQLite looks numbered parameters up by name one by
/// one, which dominates with a thousand of them, so it gets bare `?`.
fn placeholders(tx: &Tx, rows: usize, columns: usize) -> String {
    let place = |number| match tx {
        Tx::Sqlite(_) => "?".into(),
        Tx::Pg(_) => format!("${number}"),
    };
    let row = |row: usize| {
        let places: Vec<String> =
            (1..=columns).map(|column| place(row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// Current versions and fencing tokens of the games. On PostgreSQL the rows stay locked until commit, so no other
/// server writes in between; a fixed lock order prevents deadlocks.
async fn game_heads(
    tx: &mut Tx,
    appends: &[&AppendRequest],
) -> Result<HashMap<GameId, GameHead>, StoreError> {
    let games: BTreeSet<_> = appends.iter().map(|append| &append.game).collect();
    let sql = format!(
        "SELECT id, version, fence FROM games WHERE id IN {} ORDER BY id{}",
        placeholders(tx, 1, games.len()),
        tx.sql_for("", " FOR NO KEY UPDATE"),
    );
    let count = games.len();
    let found = tx.fetch_bulk(sql, games.into_iter().map(SqlValue::from).collect(), count).await?;
    found
        .iter()
        .map(|row| {
            let head = GameHead { version: row.get_version()?, fence: row.get("fence")? };
            Ok((GameId::from_stored(row.get("id")?)?, head))
        })
        .collect()
}

/// The keys already stored, with the versions they got.
async fn stored_keys(
    tx: &mut Tx,
    appends: &[&AppendRequest],
) -> Result<HashMap<(GameId, String), Version>, StoreError> {
    let keyed = appends.iter().filter_map(|append| Some((&append.game, append.key.as_ref()?)));
    let keys: BTreeSet<_> = keyed.collect();
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT a.game, a.key, a.version FROM (VALUES {}) AS asked \
         JOIN acts AS a ON a.game = asked.column1 AND a.key = asked.column2",
        placeholders(tx, keys.len(), 2),
    );
    let count = keys.len();
    let args = keys.into_iter().flat_map(|(game, key)| args![game, key]).collect();
    let found = tx.fetch_bulk(sql, args, count).await?;
    found
        .iter()
        .map(|row| {
            let key = (GameId::from_stored(row.get("game")?)?, row.get("key")?);
            Ok((key, row.get_version()?))
        })
        .collect()
}

async fn insert_acts(tx: &mut Tx, mut rows: Vec<Vec<SqlValue>>) -> Result<(), StoreError> {
    while !rows.is_empty() {
        let some: Vec<_> = rows.drain(..rows.len().min(MAX_ROWS_PER_STATEMENT)).collect();
        let count = some.len();
        let places = placeholders(tx, count, 5);
        let sql = format!("INSERT INTO acts (game, version, at, act, key) VALUES {places}");
        tx.fetch_bulk(sql, some.into_iter().flatten().collect(), count).await?;
    }
    Ok(())
}

async fn update_games(
    tx: &mut Tx,
    changes: BTreeMap<&GameId, GameChange<'_>>,
) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    let count = changes.len();
    let sql = format!(
        "UPDATE games SET version = c.column2, plies = c.column3, \
         touched = CASE WHEN c.column4 > touched THEN c.column4 ELSE touched END, \
         to_act = COALESCE(c.column5, to_act), \
         deadline = CASE WHEN c.column5 IS NULL THEN deadline ELSE c.column6 END, \
         status = COALESCE(c.column7, status), \
         result = CASE WHEN c.column7 IS NULL THEN result ELSE c.column8 END, \
         reason = CASE WHEN c.column7 IS NULL THEN reason ELSE c.column9 END, \
         ended = COALESCE(c.column10, ended) \
         FROM (VALUES {}) AS c WHERE games.id = c.column1",
        placeholders(tx, count, 10),
    );
    let row = |(game, change): (&GameId, GameChange<'_>)| {
        args![
            game,
            change.version,
            change.plies,
            change.touched,
            change.turn.map(|turn| turn.to_act as i64),
            change.turn.and_then(|turn| turn.deadline),
            change.end.map(|end| end.status),
            change.end.and_then(|end| end.result.clone()),
            change.end.and_then(|end| end.reason.clone()),
            change.end.map(|end| end.at),
        ]
    };
    tx.fetch_bulk(sql, changes.into_iter().flat_map(row).collect(), count).await?;
    Ok(())
}
