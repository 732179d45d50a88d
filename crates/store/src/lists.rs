//! Lists of games. Each has its index.

use crate::db::{Value, args};
use crate::games::columns;
use crate::{Game, GameId, PersonId, Status, Store, StoreError};

/// Where a page of [`Store::games_of`] ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The `touched` of the last game.
    pub touched: i64,
    /// The last game.
    pub id: GameId,
}

/// Which games of somebody.
#[derive(Clone, Debug, Default)]
pub struct GamesOf {
    /// Of this kind.
    pub kind: Option<String>,
    /// This far.
    pub status: Option<Status>,
    /// Against this person.
    pub opponent: Option<PersonId>,
    /// With this result where the person sits first, and this where second: so one can ask for what was won.
    pub results: Option<(String, String)>,
    /// Only those that count, or only those that do not.
    pub rated: Option<bool>,
    /// Touched at this time or later.
    pub since: Option<i64>,
    /// Touched at this time or before.
    pub until: Option<i64>,
    /// After this one, where the last page ended.
    pub before: Option<Cursor>,
    /// So many at most.
    pub limit: u32,
}

/// The games of a person in one seat.
macro_rules! seat {
    ($mine:literal, $theirs:literal, $result:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE ",
            $mine,
            " = $1 \
             AND (touched, id) < ($2, $3) AND ($4 IS NULL OR kind = $4) \
             AND ($5 IS NULL OR status = $5) AND ($6 IS NULL OR ",
            $theirs,
            " = $6) \
             AND (",
            $result,
            " IS NULL OR result = ",
            $result,
            ") \
             AND ($9 IS NULL OR rated = $9) AND touched >= $10 AND touched <= $11"
        )
    };
}

impl Store {
    /// Open public games, newest first.
    pub async fn open_games(&self, limit: u32) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'open' AND public = 1 \
             AND (first IS NULL AND first_bot IS NULL OR second IS NULL AND second_bot IS NULL) \
             ORDER BY created DESC, id DESC LIMIT $1"
        );
        self.list(sql, args![limit]).await
    }

    /// Public games under way, newest first.
    pub async fn live_games(&self, limit: u32) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'playing' AND public = 1 \
             ORDER BY started DESC, id DESC LIMIT $1"
        );
        self.list(sql, args![limit]).await
    }

    /// Games of somebody, last touched first. A game with the person in both seats comes once.
    pub async fn games_of(&self, person: PersonId, of: GamesOf) -> Result<Vec<Game>, StoreError> {
        // Each seat has its index: a page of the one, a page of the other, and of both together the page.
        let sql = concat!(
            "SELECT * FROM (SELECT * FROM (",
            seat!("first", "second", "$7"),
            " ORDER BY touched DESC, id DESC LIMIT $12) AS a UNION ALL SELECT * FROM (",
            seat!("second", "first", "$8"),
            " AND first IS DISTINCT FROM $1 \
             ORDER BY touched DESC, id DESC LIMIT $12) AS b) AS c \
             ORDER BY touched DESC, id DESC LIMIT $12"
        );
        let (touched, id) = match of.before {
            Some(cursor) => (cursor.touched, cursor.id.to_string()),
            None => (i64::MAX, String::new()),
        };
        let (as_first, as_second) = of.results.unzip();
        let args = args![
            person,
            touched,
            id,
            of.kind,
            of.status,
            of.opponent,
            as_first,
            as_second,
            of.rated,
            of.since.unwrap_or(i64::MIN),
            of.until.unwrap_or(i64::MAX),
            of.limit,
        ];
        self.list(sql, args).await
    }

    /// Games that wait for somebody, the longest waiting first.
    pub async fn my_turn(&self, person: PersonId) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT * FROM (SELECT ",
            columns!(),
            " FROM games WHERE status = 'playing' \
             AND first = $1 AND to_act IN (1, 3) UNION SELECT ",
            columns!(),
            " FROM games \
             WHERE status = 'playing' AND second = $1 AND to_act IN (2, 3)) AS mine \
             ORDER BY touched, id"
        );
        self.list(sql, args![person]).await
    }

    /// Open games whose free seat is for somebody alone, the latest first.
    pub async fn challenges(&self, person: PersonId) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'open' AND invited = $1 ORDER BY created DESC, id LIMIT 50"
        );
        self.list(sql, args![person]).await
    }

    /// Games under way in which time alone has changed something by then, the longest overdue first.
    pub async fn due_games(&self, by: i64, limit: u32) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'playing' \
             AND deadline IS NOT NULL AND deadline <= $1 ORDER BY deadline LIMIT $2"
        );
        self.list(sql, args![by, limit]).await
    }

    /// Games that are over and not marked as counted, in the order of their names: give the last one to get the next page.
    pub async fn uncounted_games(
        &self,
        last: Option<&GameId>,
        limit: u32,
    ) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'over' AND counted = 0 AND id > $1 ORDER BY id LIMIT $2"
        );
        self.list(sql, args![last.map_or("", GameId::as_str), limit]).await
    }

    /// Games under way touched at that time or later, last touched first.
    pub async fn playing_since(&self, since: i64) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'playing' AND touched >= $1 \
             ORDER BY touched DESC"
        );
        self.list(sql, args![since]).await
    }

    /// All games, page by page in the order of their names: give the last one to get the next page.
    pub async fn games_after(
        &self,
        last: Option<&GameId>,
        limit: u32,
    ) -> Result<Vec<Game>, StoreError> {
        let sql = concat!("SELECT ", columns!(), " FROM games WHERE id > $1 ORDER BY id LIMIT $2");
        self.list(sql, args![last.map_or("", GameId::as_str), limit]).await
    }

    /// The rematches of a game, oldest first.
    pub async fn rematches(&self, of: &GameId) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE rematch_of = $1 ORDER BY created, id"
        );
        self.list(sql, args![of]).await
    }

    async fn list(&self, sql: &'static str, args: Vec<Value>) -> Result<Vec<Game>, StoreError> {
        self.pools().all(sql, args).await?.iter().map(Game::read).collect()
    }
}
