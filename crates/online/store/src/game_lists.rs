//! Lists of games. Each has its index.

use crate::db::{SqlValue, args};
use crate::games::columns;
use crate::{GameId, GameStatus, PersonId, Store, StoreError, StoredGame};

/// Position after a page of [`Store::games_of`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesCursor {
    /// `touched` of the last game on the page.
    pub touched: i64,
    /// Id of the last game on the page.
    pub id: GameId,
}

/// Filter for a person's games.
#[derive(Clone, Debug, Default)]
pub struct GamesQuery {
    /// Only this kind of game.
    pub kind: Option<String>,
    /// Only this state.
    pub status: Option<GameStatus>,
    /// Only against this person.
    pub opponent: Option<PersonId>,
    /// Only these results, for the person in the first and in the second seat; selects won games,
    /// say.
    pub results: Option<(String, String)>,
    /// Only rated or only unrated games.
    pub rated: Option<bool>,
    /// Only games touched at this time or later.
    pub since: Option<i64>,
    /// Only games touched at this time or earlier.
    pub until: Option<i64>,
    /// Only games after this cursor.
    pub before: Option<GamesCursor>,
    /// Page size.
    pub limit: u32,
}

/// SQL for a person's games in one seat.
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
    pub async fn open_games(&self, limit: u32) -> Result<Vec<StoredGame>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'open' AND public = 1 \
             AND (first IS NULL AND first_bot IS NULL OR second IS NULL AND second_bot IS NULL) \
             ORDER BY created DESC, id DESC LIMIT $1"
        );
        self.fetch_games(sql, args![limit]).await
    }

    /// Public games in progress, newest first.
    pub async fn live_games(&self, limit: u32) -> Result<Vec<StoredGame>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'playing' AND public = 1 \
             ORDER BY started DESC, id DESC LIMIT $1"
        );
        self.fetch_games(sql, args![limit]).await
    }

    /// Games of a person, last touched first. A game with the person in both seats is listed once.
    pub async fn games_of(
        &self,
        person: PersonId,
        of: GamesQuery,
    ) -> Result<Vec<StoredGame>, StoreError> {
        // Each seat has its index: one page per seat, then the page of their union.
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
        self.fetch_games(sql, args).await
    }

    /// Games that wait for a person to play or reveal a seed, longest waiting first.
    pub async fn games_to_move(&self, person: PersonId) -> Result<Vec<StoredGame>, StoreError> {
        macro_rules! waiting {
            ($status:literal, $rest:literal) => {
                concat!(
                    "SELECT ",
                    columns!(),
                    " FROM games WHERE status = ",
                    $status,
                    " AND ",
                    $rest
                )
            };
        }
        let sql = concat!(
            "SELECT * FROM (",
            waiting!("'playing'", "first = $1 AND to_act IN (1, 3)"),
            " UNION ",
            waiting!("'playing'", "second = $1 AND to_act IN (2, 3)"),
            " UNION ",
            waiting!("'open'", "first = $1 AND to_act > 0 AND to_act IN (1, 3)"),
            " UNION ",
            waiting!("'open'", "second = $1 AND to_act > 0 AND to_act IN (2, 3)"),
            ") AS mine ORDER BY touched, id"
        );
        self.fetch_games(sql, args![person]).await
    }

    /// Open games whose free seat is reserved for a person, newest first.
    pub async fn challenges(&self, person: PersonId) -> Result<Vec<StoredGame>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'open' AND invited = $1 AND (first IS NULL OR second IS NULL) \
             ORDER BY created DESC, id LIMIT 50"
        );
        self.fetch_games(sql, args![person]).await
    }

    /// Unfinished games that a deleted person plays or is invited to.
    pub async fn games_of_deleted_people(&self, limit: u32) -> Result<Vec<StoredGame>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status IN ('playing', 'open') AND EXISTS (SELECT 1 FROM people \
             WHERE people.id IN (games.first, games.second, games.invited) AND people.closed = 1) \
             ORDER BY id LIMIT $1"
        );
        self.fetch_games(sql, args![limit]).await
    }

    /// Games whose deadline has passed by `by`, longest overdue first: a flag fell, a window
    /// closed, a seed was not revealed.
    pub async fn due_games(&self, by: i64, limit: u32) -> Result<Vec<StoredGame>, StoreError> {
        macro_rules! due {
            ($status:literal) => {
                concat!(
                    "SELECT * FROM (SELECT ",
                    columns!(),
                    " FROM games WHERE status = ",
                    $status,
                    " AND deadline IS NOT NULL AND deadline <= $1 ORDER BY deadline LIMIT $2) AS d"
                )
            };
        }
        let sql = concat!(
            due!("'playing'"),
            "1 UNION ALL ",
            due!("'open'"),
            "2 ORDER BY deadline LIMIT $2"
        );
        self.fetch_games(sql, args![by, limit]).await
    }

    /// Finished games not yet counted, by id. Pass the last one to get the next page.
    pub async fn uncounted_games(
        &self,
        last: Option<&GameId>,
        limit: u32,
    ) -> Result<Vec<StoredGame>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'over' AND counted = 0 AND id > $1 ORDER BY id LIMIT $2"
        );
        self.fetch_games(sql, args![last.map_or("", GameId::as_str), limit]).await
    }

    /// Games in progress touched at `since` or later, last touched first.
    pub async fn games_playing_since(&self, since: i64) -> Result<Vec<StoredGame>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'playing' AND touched >= $1 \
             ORDER BY touched DESC"
        );
        self.fetch_games(sql, args![since]).await
    }

    /// All games, by id. Pass the last one to get the next page.
    pub async fn games_after(
        &self,
        last: Option<&GameId>,
        limit: u32,
    ) -> Result<Vec<StoredGame>, StoreError> {
        let sql = concat!("SELECT ", columns!(), " FROM games WHERE id > $1 ORDER BY id LIMIT $2");
        self.fetch_games(sql, args![last.map_or("", GameId::as_str), limit]).await
    }

    /// Rematches of a game, oldest first.
    pub async fn rematches(&self, of: &GameId) -> Result<Vec<StoredGame>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE rematch_of = $1 ORDER BY created, id"
        );
        self.fetch_games(sql, args![of]).await
    }

    async fn fetch_games(
        &self,
        sql: &'static str,
        args: Vec<SqlValue>,
    ) -> Result<Vec<StoredGame>, StoreError> {
        self.pools().fetch_all(sql, args).await?.iter().map(StoredGame::from_row).collect()
    }
}
