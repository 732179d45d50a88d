//! Games as a whole: who plays what, how far it is. What happened in them is in `acts`.

use crate::db::{Row, args};
use crate::{GameId, PersonId, Status, Store, StoreError, ToAct, Waiting};

/// Who sits where. A seat with neither a person nor a computer is free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// The first player.
    pub first: Option<PersonId>,
    /// The second player.
    pub second: Option<PersonId>,
    /// The computer in the first seat.
    pub first_bot: Option<String>,
    /// The computer in the second seat.
    pub second_bot: Option<String>,
}

/// A game to create, open.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// What it will be called.
    pub id: GameId,
    /// Game and options as text.
    pub spec: String,
    /// The name of the game in it.
    pub kind: String,
    /// The clock as text.
    pub clock: String,
    /// Whether it counts.
    pub rated: bool,
    /// Whether everybody may find it.
    pub public: bool,
    /// Whether both sit at one screen.
    pub hot_seat: bool,
    /// Whatever else the server wants to know.
    pub options: String,
    /// Who sits already.
    pub seats: Seats,
    /// When.
    pub created: i64,
    /// Seeds and seals.
    pub secret: String,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// For whom alone the free seat is.
    pub invited: Option<PersonId>,
}

impl NewGame {
    /// A public unrated game without a clock and with free seats.
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
        }
    }
}

/// How an open game becomes one under way.
#[derive(Clone, Debug)]
pub struct Start {
    /// Who sits where now.
    pub seats: Seats,
    /// Seeds and seals.
    pub secret: String,
    /// When.
    pub at: i64,
    /// For whom it waits.
    pub turn: Waiting,
}

/// A game as it is stored, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// What it is called.
    pub id: GameId,
    /// Game and options as text.
    pub spec: String,
    /// The name of the game in it.
    pub kind: String,
    /// The clock as text.
    pub clock: String,
    /// Whether it counts.
    pub rated: bool,
    /// Whether everybody may find it.
    pub public: bool,
    /// Whether both sit at one screen.
    pub hot_seat: bool,
    /// Whatever else the server wants to know.
    pub options: String,
    /// Who sits where.
    pub seats: Seats,
    /// How far it is.
    pub status: Status,
    /// Who won.
    pub result: Option<String>,
    /// Why it ended.
    pub reason: Option<String>,
    /// When it was created.
    pub created: i64,
    /// When it started.
    pub started: Option<i64>,
    /// When something last happened.
    pub touched: i64,
    /// When it ended.
    pub ended: Option<i64>,
    /// The version of the newest act, 0 if there is none.
    pub version: u32,
    /// Plies played.
    pub plies: u32,
    /// For whom it waits, and until when.
    pub turn: Waiting,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// Whether what came of it is counted; only games that are over are.
    pub counted: bool,
}

/// The columns of a [`Game`]: all but the secret.
macro_rules! columns {
    () => {
        "id, spec, kind, clock, rated, public, hot_seat, options, first, second, first_bot, \
         second_bot, status, result, reason, created, started, touched, ended, version, plies, \
         to_act, deadline, rematch_of, counted"
    };
}
pub(crate) use columns;

impl Game {
    pub(crate) fn read(row: &Row) -> Result<Game, StoreError> {
        let rematch_of: Option<String> = row.get("rematch_of")?;
        Ok(Game {
            id: GameId::stored(row.get("id")?)?,
            spec: row.get("spec")?,
            kind: row.get("kind")?,
            clock: row.get("clock")?,
            rated: row.truth("rated")?,
            public: row.truth("public")?,
            hot_seat: row.truth("hot_seat")?,
            options: row.get("options")?,
            seats: Seats {
                first: row.get::<Option<i64>>("first")?.map(PersonId),
                second: row.get::<Option<i64>>("second")?.map(PersonId),
                first_bot: row.get("first_bot")?,
                second_bot: row.get("second_bot")?,
            },
            status: Status::stored(row.get("status")?)?,
            result: row.get("result")?,
            reason: row.get("reason")?,
            created: row.get("created")?,
            started: row.get("started")?,
            touched: row.get("touched")?,
            ended: row.get("ended")?,
            version: row.small("version")?,
            plies: row.small("plies")?,
            turn: Waiting {
                to_act: ToAct::stored(row.get("to_act")?)?,
                deadline: row.get("deadline")?,
            },
            rematch_of: rematch_of.map(GameId::stored).transpose()?,
            counted: row.truth("counted")?,
        })
    }
}

impl Store {
    /// Creates an open game; false if there is one of that name.
    pub async fn create_game(&self, new: NewGame) -> Result<bool, StoreError> {
        let sql = "INSERT INTO games (id, spec, kind, clock, rated, public, hot_seat, options, \
                   first, second, first_bot, second_bot, status, created, touched, secret, \
                   rematch_of, invited) VALUES \
                   ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'open', $13, $13, $14, $15, $16) \
                   ON CONFLICT (id) DO NOTHING";
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
        ];
        Ok(self.run(sql, args).await? == 1)
    }

    /// One game.
    pub async fn game(&self, id: &GameId) -> Result<Option<Game>, StoreError> {
        let sql = concat!("SELECT ", columns!(), " FROM games WHERE id = $1");
        self.pools().one(sql, args![id]).await?.as_ref().map(Game::read).transpose()
    }

    /// Its secret, for the server alone.
    pub async fn secret(&self, id: &GameId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT secret FROM games WHERE id = $1";
        self.pools().one(sql, args![id]).await?.map(|row| row.get("secret")).transpose()
    }

    /// Changes the secret; false if there is no such game.
    pub async fn set_secret(&self, id: &GameId, secret: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET secret = $2 WHERE id = $1";
        Ok(self.run(sql, args![id, secret]).await? == 1)
    }

    /// Changes who sits at an open game; false if it is no longer open.
    pub async fn set_seats(&self, id: &GameId, seats: Seats, at: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET first = $2, second = $3, first_bot = $4, second_bot = $5, \
                   touched = $6 WHERE id = $1 AND status = 'open'";
        let args = args![id, seats.first, seats.second, seats.first_bot, seats.second_bot, at];
        Ok(self.run(sql, args).await? == 1)
    }

    /// Starts an open game; false if it is no longer open, so of two who sit down at once one plays.
    pub async fn start_game(&self, id: &GameId, start: Start) -> Result<bool, StoreError> {
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
        Ok(self.run(sql, args).await? == 1)
    }

    /// Seats whoever joins an open game, with what is kept of it; false if no seat is free any more.
    pub async fn meet(
        &self,
        id: &GameId,
        seats: Seats,
        options: &str,
        secret: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET first = $2, second = $3, options = $4, secret = $5, touched = $6 \
                   WHERE id = $1 AND status = 'open' AND first_bot IS NULL AND second_bot IS NULL \
                   AND (first IS NULL OR second IS NULL)";
        let args = args![id, seats.first, seats.second, options, secret, at];
        Ok(self.run(sql, args).await? == 1)
    }

    /// Takes an open game back; false if it is no longer open.
    pub async fn withdraw_game(&self, id: &GameId, at: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET status = 'aborted', touched = $2, ended = $2 \
                   WHERE id = $1 AND status = 'open'";
        Ok(self.run(sql, args![id, at]).await? == 1)
    }

    /// Marks a game that is over as counted; false if it is not over.
    pub async fn set_counted(&self, id: &GameId) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET counted = 1 WHERE id = $1 AND status = 'over'";
        Ok(self.run(sql, args![id]).await? == 1)
    }

    /// Changes for whom a game under way waits, without an act; false if it is not under way.
    pub async fn set_turn(&self, id: &GameId, turn: Waiting) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET to_act = $2, deadline = $3 \
                   WHERE id = $1 AND status = 'playing'";
        Ok(self.run(sql, args![id, turn.to_act, turn.deadline]).await? == 1)
    }
}
