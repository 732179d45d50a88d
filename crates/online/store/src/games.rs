//! Game rows: seats, terms, status. The moves are in `acts`.

use crate::db::{SqlRow, SqlValue, Tx, args};
use crate::lot_log::{self, LotCommitments};
use crate::writer::WriteOutcome;
use crate::{
    GameId, GameStatus, LotKind, PendingTurn, PersonId, SeatsToAct, Store, StoreError, Version,
};

/// Occupants of the seats. A seat with neither person nor bot is free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// Person in the first seat.
    pub first: Option<PersonId>,
    /// Person in the second seat.
    pub second: Option<PersonId>,
    /// Bot in the first seat.
    pub first_bot: Option<String>,
    /// Bot in the second seat.
    pub second_bot: Option<String>,
}

/// An open game to create.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Id of the game.
    pub id: GameId,
    /// Game and options as text.
    pub spec: String,
    /// Name of the game, as in the spec.
    pub kind: String,
    /// The clock as text.
    pub clock: String,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether the game is listed publicly.
    pub public: bool,
    /// Whether both players share one screen.
    pub hot_seat: bool,
    /// Further server options as text; opaque here.
    pub options: String,
    /// Seats already occupied.
    pub seats: Seats,
    /// Creation time.
    pub created: i64,
    /// Seeds and seals; never sent to clients.
    pub secret: String,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// If set, only this person may take the free seat.
    pub invited: Option<PersonId>,
    /// Pending turn; seeds may be due at once.
    pub turn: PendingTurn,
    /// Commitments for the lot log, if the game draws lots.
    pub lots: Option<LotCommitments>,
}

impl NewGame {
    /// A public unrated game without a clock, with both seats free.
    pub fn new(id: GameId, spec: &str, kind: &str, created: i64) -> NewGame {
        NewGame {
            id,
            spec: spec.into(),
            kind: kind.into(),
            clock: String::new(),
            rated: false,
            public: true,
            hot_seat: false,
            options: String::new(),
            seats: Seats::default(),
            created,
            secret: String::new(),
            rematch_of: None,
            invited: None,
            turn: PendingTurn { to_act: SeatsToAct::Nobody, deadline: None },
            lots: None,
        }
    }
}

/// A player takes or leaves a seat of an open game. Stored as a whole or not at all.
#[derive(Clone, Debug)]
pub struct SeatChange {
    /// Seats after the change.
    pub seats: Seats,
    /// Further server options as text; opaque here.
    pub options: String,
    /// Seeds and seals after the change.
    pub secret: String,
    /// Time of the change.
    pub at: i64,
    /// Whose seed is due, and the deadline.
    pub turn: PendingTurn,
}

/// What must still hold of a game for a change before its start; by default nothing.
#[derive(Clone, Debug, Default)]
pub struct Precondition {
    /// The secret as the caller knows it.
    pub secret: Option<String>,
    /// The fencing token of the game's driver.
    pub fence: Option<i64>,
}

impl From<&str> for Precondition {
    /// The secret must be this one.
    fn from(secret: &str) -> Precondition {
        Precondition { secret: Some(secret.into()), fence: None }
    }
}

/// Maximum number of unfinished games of a person.
#[derive(Clone, Copy, Debug)]
pub enum GameQuota {
    /// Games that wait for an opponent.
    Open(u64),
    /// Games against bots.
    Bots(u64),
    /// Games with both seats at one screen.
    HotSeat(u64),
}

/// Result of [`Store::create_game_within`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreateOutcome {
    /// The game is created.
    Created,
    /// A game with this id exists.
    Exists,
    /// The person has as many games as allowed.
    TooMany,
}

/// Start of an open game.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// Seats at the start.
    pub seats: Seats,
    /// Seeds and seals at the start.
    pub secret: String,
    /// Start time.
    pub at: i64,
    /// Pending turn after the start.
    pub turn: PendingTurn,
}

impl SeatChange {
    fn into_args(self, id: &GameId) -> Vec<SqlValue> {
        args![
            id,
            self.seats.first,
            self.seats.second,
            self.options,
            self.secret,
            self.at,
            self.turn.to_act,
            self.turn.deadline,
        ]
    }
}

/// A stored game without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Id of the game.
    pub id: GameId,
    /// Game and options as text.
    pub spec: String,
    /// Name of the game, as in the spec.
    pub kind: String,
    /// The clock as text.
    pub clock: String,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether the game is listed publicly.
    pub public: bool,
    /// Whether both players share one screen.
    pub hot_seat: bool,
    /// Further server options as text; opaque here.
    pub options: String,
    /// Occupants of the seats.
    pub seats: Seats,
    /// State of the game.
    pub status: GameStatus,
    /// Result as text, once the game is over.
    pub result: Option<String>,
    /// Reason of the end.
    pub reason: Option<String>,
    /// Creation time.
    pub created: i64,
    /// Start time.
    pub started: Option<i64>,
    /// Time of the last change.
    pub touched: i64,
    /// End time.
    pub ended: Option<i64>,
    /// Version of the newest act, 0 if there is none.
    pub version: Version,
    /// Plies played.
    pub plies: u32,
    /// Pending turn and deadline.
    pub turn: PendingTurn,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// Whether ratings and statistics include the game; only finished games are counted.
    pub counted: bool,
    /// Number of changes before the first act.
    pub revision: u32,
}

/// The columns of a [`StoredGame`]: all but the secret.
macro_rules! columns {
    () => {
        "id, spec, kind, clock, rated, public, hot_seat, options, first, second, first_bot, \
         second_bot, status, result, reason, created, started, touched, ended, version, plies, \
         to_act, deadline, rematch_of, counted, revision"
    };
}
pub(crate) use columns;

impl StoredGame {
    pub(crate) fn from_row(row: &SqlRow) -> Result<StoredGame, StoreError> {
        let rematch_of: Option<String> = row.get("rematch_of")?;
        Ok(StoredGame {
            id: GameId::from_stored(row.get("id")?)?,
            spec: row.get("spec")?,
            kind: row.get("kind")?,
            clock: row.get("clock")?,
            rated: row.get_bool("rated")?,
            public: row.get_bool("public")?,
            hot_seat: row.get_bool("hot_seat")?,
            options: row.get("options")?,
            seats: Seats {
                first: row.get::<Option<i64>>("first")?.map(PersonId),
                second: row.get::<Option<i64>>("second")?.map(PersonId),
                first_bot: row.get("first_bot")?,
                second_bot: row.get("second_bot")?,
            },
            status: GameStatus::from_stored(row.get("status")?)?,
            result: row.get("result")?,
            reason: row.get("reason")?,
            created: row.get("created")?,
            started: row.get("started")?,
            touched: row.get("touched")?,
            ended: row.get("ended")?,
            version: row.get_version()?,
            plies: row.get_u32("plies")?,
            turn: PendingTurn {
                to_act: SeatsToAct::from_stored(row.get("to_act")?)?,
                deadline: row.get("deadline")?,
            },
            rematch_of: rematch_of.map(GameId::from_stored).transpose()?,
            counted: row.get_bool("counted")?,
            revision: row.get_u32("revision")?,
        })
    }
}

impl Store {
    /// Creates an open game together with its lot log entry; false if the id exists.
    pub async fn create_game(&self, new: NewGame) -> Result<bool, StoreError> {
        Ok(self.create_game_counted(new, None).await? == CreateOutcome::Created)
    }

    /// Creates an open game like [`Store::create_game`] unless the person has too many. Counting
    /// and creating are one transaction, whichever server does it.
    pub async fn create_game_within(
        &self,
        new: NewGame,
        person: PersonId,
        quota: GameQuota,
    ) -> Result<CreateOutcome, StoreError> {
        self.create_game_counted(new, Some((person, quota))).await
    }

    async fn create_game_counted(
        &self,
        new: NewGame,
        quota: Option<(PersonId, GameQuota)>,
    ) -> Result<CreateOutcome, StoreError> {
        let sql = "INSERT INTO games (id, spec, kind, clock, rated, public, hot_seat, options, \
                   first, second, first_bot, second_bot, status, created, touched, secret, \
                   rematch_of, invited, to_act, deadline) VALUES \
                   ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'open', $13, $13, $14, $15, $16, \
                   $17, $18) ON CONFLICT (id) DO NOTHING";
        let args = args![
            &new.id,
            new.spec,
            new.kind,
            new.clock,
            new.rated,
            new.public,
            new.hot_seat,
            new.options,
            new.seats.first,
            new.seats.second,
            new.seats.first_bot,
            new.seats.second_bot,
            new.created,
            new.secret,
            new.rematch_of.as_ref(),
            new.invited,
            new.turn.to_act,
            new.turn.deadline,
        ];
        let NewGame { id, created, lots, .. } = new;
        self.write(move |tx| {
            Box::pin(async move {
                if let Some((person, quota)) = quota
                    && is_exhausted(tx, person, quota).await?
                {
                    return Ok(WriteOutcome::Rollback(CreateOutcome::TooMany));
                }
                if tx.execute(sql, args).await? == 0 {
                    return Ok(WriteOutcome::Rollback(CreateOutcome::Exists));
                }
                if let Some(lots) = lots {
                    lot_log::append_entry(tx, &id, created, LotKind::Open, lots).await?;
                }
                Ok(WriteOutcome::Commit(CreateOutcome::Created))
            })
        })
        .await
    }

    /// The game with this id.
    pub async fn game(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        let sql = concat!("SELECT ", columns!(), " FROM games WHERE id = $1");
        self.pools()
            .fetch_optional(sql, args![id])
            .await?
            .as_ref()
            .map(StoredGame::from_row)
            .transpose()
    }

    /// Secret of a game; for the server only.
    pub async fn game_secret(&self, id: &GameId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT secret FROM games WHERE id = $1";
        self.pools().fetch_optional(sql, args![id]).await?.map(|row| row.get("secret")).transpose()
    }

    /// Changes the secret; false if the game does not exist.
    pub async fn set_game_secret(&self, id: &GameId, secret: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET secret = $2 WHERE id = $1";
        Ok(self.execute(sql, args![id, secret]).await? == 1)
    }

    /// Changes the seats of an open game; false if it is no longer open.
    pub async fn set_seats(&self, id: &GameId, seats: Seats, at: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET first = $2, second = $3, first_bot = $4, second_bot = $5, \
                   touched = $6, revision = revision + 1 WHERE id = $1 AND status = 'open'";
        let args = args![id, seats.first, seats.second, seats.first_bot, seats.second_bot, at];
        Ok(self.execute(sql, args).await? == 1)
    }

    /// Starts an open game; false if it is no longer open, so only one of two concurrent joiners
    /// plays.
    pub async fn start_game(&self, id: &GameId, start: GameStart) -> Result<bool, StoreError> {
        self.start_game_if(id, Precondition::default(), start).await
    }

    /// Starts an open game of which this still holds; returns whether it did.
    pub async fn start_game_if(
        &self,
        id: &GameId,
        still: Precondition,
        start: GameStart,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET first = $2, second = $3, first_bot = $4, second_bot = $5, \
                   secret = $6, started = $7, touched = $7, to_act = $8, deadline = $9, \
                   status = 'playing', revision = revision + 1 WHERE id = $1 AND status = 'open' \
                   AND ($10 IS NULL OR secret = $10) AND ($11 IS NULL OR fence = $11)";
        let args = args![
            id,
            start.seats.first,
            start.seats.second,
            start.seats.first_bot,
            start.seats.second_bot,
            start.secret,
            start.at,
            start.turn.to_act,
            start.turn.deadline,
            still.secret,
            still.fence,
        ];
        Ok(self.execute(sql, args).await? == 1)
    }

    /// Seats a joiner at an open game together with their lot log entry; false if no seat is free.
    pub async fn seat_joiner(
        &self,
        id: &GameId,
        change: SeatChange,
        lots: Option<LotCommitments>,
    ) -> Result<bool, StoreError> {
        self.seat_joiner_if(id, Precondition::default(), change, lots).await
    }

    /// Seats a joiner like [`Store::seat_joiner`] if this still holds of the game.
    pub async fn seat_joiner_if(
        &self,
        id: &GameId,
        still: Precondition,
        change: SeatChange,
        lots: Option<LotCommitments>,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET first = $2, second = $3, options = $4, secret = $5, touched = $6, \
                   to_act = $7, deadline = $8, held_for = NULL, held_until = NULL, \
                   revision = revision + 1 \
                   WHERE id = $1 AND status = 'open' AND first_bot IS NULL AND second_bot IS NULL \
                   AND (first IS NULL OR second IS NULL) \
                   AND ($9 IS NULL OR secret = $9) AND ($10 IS NULL OR fence = $10)";
        let (id, at) = (id.clone(), change.at);
        let mut args = change.into_args(&id);
        args.extend(args![still.secret, still.fence]);
        self.write(move |tx| {
            Box::pin(async move {
                let met = tx.execute(sql, args).await? == 1;
                if let Some(lots) = lots.filter(|_| met) {
                    lot_log::append_entry(tx, &id, at, LotKind::Join, lots).await?;
                }
                Ok(WriteOutcome::Commit(met))
            })
        })
        .await
    }

    /// Frees the joiner's seat of a game that has not begun if this still holds of it; returns
    /// whether it did.
    pub async fn free_seat(
        &self,
        id: &GameId,
        still: impl Into<Precondition>,
        change: SeatChange,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET first = $2, second = $3, options = $4, secret = $5, touched = $6, \
                   to_act = $7, deadline = $8, revision = revision + 1 \
                   WHERE id = $1 AND status = 'open' \
                   AND ($9 IS NULL OR secret = $9) AND ($10 IS NULL OR fence = $10)";
        let still = still.into();
        let mut args = change.into_args(id);
        args.extend(args![still.secret, still.fence]);
        Ok(self.execute(sql, args).await? == 1)
    }

    /// Stores seeds revealed before a game begins and the seed still due if this still holds of the
    /// game; returns whether it did.
    pub async fn set_seeds(
        &self,
        id: &GameId,
        still: impl Into<Precondition>,
        secret: &str,
        turn: PendingTurn,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET secret = $3, to_act = $4, deadline = $5, \
                   revision = revision + 1 WHERE id = $1 AND status = 'open' \
                   AND ($2 IS NULL OR secret = $2) AND ($6 IS NULL OR fence = $6)";
        let Precondition { secret: known, fence } = still.into();
        let args = args![id, known, secret, turn.to_act, turn.deadline, fence];
        Ok(self.execute(sql, args).await? == 1)
    }

    /// Withdraws an open game; false if it is no longer open.
    pub async fn withdraw_game(&self, id: &GameId, at: i64) -> Result<bool, StoreError> {
        self.withdraw_game_if(id, Precondition::default(), None, at).await
    }

    /// Withdraws an open game and replaces its secret; false if it is no longer open.
    pub async fn withdraw_game_with(
        &self,
        id: &GameId,
        secret: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        self.withdraw_game_if(id, Precondition::default(), Some(secret), at).await
    }

    /// Withdraws an open game of which this still holds, and replaces its secret if one is given;
    /// returns whether it did.
    pub async fn withdraw_game_if(
        &self,
        id: &GameId,
        still: Precondition,
        secret: Option<&str>,
        at: i64,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET status = 'aborted', touched = $2, ended = $2, to_act = 0, \
                   deadline = NULL, secret = COALESCE($3, secret), revision = revision + 1 \
                   WHERE id = $1 AND status = 'open' \
                   AND ($4 IS NULL OR secret = $4) AND ($5 IS NULL OR fence = $5)";
        Ok(self.execute(sql, args![id, at, secret, still.secret, still.fence]).await? == 1)
    }

    /// Marks a finished game as counted; false if it is not over.
    pub async fn mark_counted(&self, id: &GameId) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET counted = 1 WHERE id = $1 AND status = 'over'";
        Ok(self.execute(sql, args![id]).await? == 1)
    }

    /// Changes the pending turn of a game in progress without an act; false if it is not in
    /// progress.
    pub async fn set_pending_turn(
        &self,
        id: &GameId,
        turn: PendingTurn,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET to_act = $2, deadline = $3 \
                   WHERE id = $1 AND status = 'playing'";
        Ok(self.execute(sql, args![id, turn.to_act, turn.deadline]).await? == 1)
    }
}

/// Whether a person has as many games as the quota allows. Until the transaction ends, no other one
/// counts the games of this person.
async fn is_exhausted(tx: &mut Tx, person: PersonId, quota: GameQuota) -> Result<bool, StoreError> {
    if matches!(tx, Tx::Pg(_)) {
        let sql = "SELECT 1 AS one FROM pg_advisory_xact_lock(hashint8extended($1, 7097116120))";
        tx.fetch_optional(sql, args![person]).await?;
    }
    let (sql, most) = match quota {
        GameQuota::Open(most) => (
            "SELECT COUNT(*) AS n FROM games WHERE (first = $1 OR second = $1) AND status = 'open'",
            most,
        ),
        GameQuota::Bots(most) => (
            "SELECT COUNT(*) AS n FROM games WHERE (first = $1 AND second_bot IS NOT NULL \
             OR second = $1 AND first_bot IS NOT NULL) AND status IN ('open', 'playing')",
            most,
        ),
        GameQuota::HotSeat(most) => (
            "SELECT COUNT(*) AS n FROM games WHERE first = $1 AND hot_seat = 1 \
             AND status IN ('open', 'playing')",
            most,
        ),
    };
    let row = tx.fetch_optional(sql, args![person]).await?.ok_or(StoreError::Missing)?;
    Ok(row.get::<i64>("n")?.unsigned_abs() >= most)
}
