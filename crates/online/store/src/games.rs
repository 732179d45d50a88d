//! Game rows: seats, terms, status. The moves are in `acts`.

use crate::db::{SqlRow, SqlValue, args};
use crate::lot_log::{self, LotCommitments};
use crate::writer::WriteOutcome;
use crate::{GameId, GameStatus, LotKind, PendingTurn, PersonId, SeatsToAct, Store, StoreError};

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
    pub version: u32,
    /// Plies played.
    pub plies: u32,
    /// Pending turn and deadline.
    pub turn: PendingTurn,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// Whether ratings and statistics include the game; only finished games are counted.
    pub counted: bool,
}

/// The columns of a [`StoredGame`]: all but the secret.
macro_rules! columns {
    () => {
        "id, spec, kind, clock, rated, public, hot_seat, options, first, second, first_bot, \
         second_bot, status, result, reason, created, started, touched, ended, version, plies, \
         to_act, deadline, rematch_of, counted"
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
            version: row.get_u32("version")?,
            plies: row.get_u32("plies")?,
            turn: PendingTurn {
                to_act: SeatsToAct::from_stored(row.get("to_act")?)?,
                deadline: row.get("deadline")?,
            },
            rematch_of: rematch_of.map(GameId::from_stored).transpose()?,
            counted: row.get_bool("counted")?,
        })
    }
}

impl Store {
    /// Creates an open game together with its lot log entry; false if the id exists.
    pub async fn create_game(&self, new: NewGame) -> Result<bool, StoreError> {
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
                let made = tx.execute(sql, args).await? == 1;
                if let Some(lots) = lots.filter(|_| made) {
                    lot_log::append_entry(tx, &id, created, LotKind::Open, lots).await?;
                }
                Ok(WriteOutcome::Commit(made))
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
                   touched = $6 WHERE id = $1 AND status = 'open'";
        let args = args![id, seats.first, seats.second, seats.first_bot, seats.second_bot, at];
        Ok(self.execute(sql, args).await? == 1)
    }

    /// Starts an open game; false if it is no longer open, so only one of two concurrent joiners
    /// plays.
    pub async fn start_game(&self, id: &GameId, start: GameStart) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET first = $2, second = $3, first_bot = $4, second_bot = $5, \
                   secret = $6, started = $7, touched = $7, to_act = $8, deadline = $9, \
                   status = 'playing' WHERE id = $1 AND status = 'open'";
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
        let sql = "UPDATE games SET first = $2, second = $3, options = $4, secret = $5, touched = $6, \
                   to_act = $7, deadline = $8, held_for = NULL, held_until = NULL \
                   WHERE id = $1 AND status = 'open' AND first_bot IS NULL AND second_bot IS NULL \
                   AND (first IS NULL OR second IS NULL)";
        let (id, at) = (id.clone(), change.at);
        let args = change.into_args(&id);
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

    /// Frees the joiner's seat of a game that has not begun, unless its secret differs from
    /// `known`; returns whether it did.
    pub async fn free_seat(
        &self,
        id: &GameId,
        known: &str,
        change: SeatChange,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET first = $2, second = $3, options = $4, secret = $5, touched = $6, \
                   to_act = $7, deadline = $8 WHERE id = $1 AND status = 'open' AND secret = $9";
        let mut args = change.into_args(id);
        args.push(known.into());
        Ok(self.execute(sql, args).await? == 1)
    }

    /// Stores seeds revealed before a game begins and the seed still due, unless its secret differs
    /// from `known`; returns whether it did.
    pub async fn set_seeds(
        &self,
        id: &GameId,
        known: &str,
        secret: &str,
        turn: PendingTurn,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET secret = $3, to_act = $4, deadline = $5 \
                   WHERE id = $1 AND status = 'open' AND secret = $2";
        Ok(self.execute(sql, args![id, known, secret, turn.to_act, turn.deadline]).await? == 1)
    }

    /// Withdraws an open game; false if it is no longer open.
    pub async fn withdraw_game(&self, id: &GameId, at: i64) -> Result<bool, StoreError> {
        self.withdraw(id, None, at).await
    }

    /// Withdraws an open game and replaces its secret; false if it is no longer open.
    pub async fn withdraw_game_with(
        &self,
        id: &GameId,
        secret: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        self.withdraw(id, Some(secret), at).await
    }

    async fn withdraw(
        &self,
        id: &GameId,
        secret: Option<&str>,
        at: i64,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET status = 'aborted', touched = $2, ended = $2, to_act = 0, \
                   deadline = NULL, secret = COALESCE($3, secret) WHERE id = $1 AND status = 'open'";
        Ok(self.execute(sql, args![id, at, secret]).await? == 1)
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
