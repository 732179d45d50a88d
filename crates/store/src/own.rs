//! What somebody left in the store, for their profile and for the copy of it they may ask for.

use crate::db::args;
use crate::{GameId, Line, PersonId, Report, Store, StoreError};

impl Store {
    /// How many games somebody sat at that started; one at which they sat on both sides counts once.
    pub async fn count_games_of(&self, person: PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) AS n FROM games WHERE (first = $1 OR second = $1) \
                   AND started IS NOT NULL";
        let row = self.pools().one(sql, args![person]).await?;
        Ok(row.map(|row| row.get::<i64>("n")).transpose()?.unwrap_or(0).unsigned_abs())
    }

    /// How somebody's finished games against others went: kind, seat (1 or 2), result as stored, how many.
    pub async fn results_of(
        &self,
        person: PersonId,
    ) -> Result<Vec<(String, i64, String, u64)>, StoreError> {
        let sql = "SELECT kind, CAST(CASE WHEN first = $1 THEN 1 ELSE 2 END AS BIGINT) AS seat, \
                   result, COUNT(*) AS n FROM games WHERE (first = $1 OR second = $1) \
                   AND status = 'over' AND result IS NOT NULL AND hot_seat = 0 \
                   AND (first IS NULL OR second IS NULL OR first <> second) \
                   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";
        let rows = self.pools().all(sql, args![person]).await?;
        let read = |row: &crate::db::Row| {
            let count = row.get::<i64>("n")?.unsigned_abs();
            Ok((row.get("kind")?, row.get("seat")?, row.get("result")?, count))
        };
        rows.iter().map(read).collect()
    }

    /// How many browsers are signed in.
    pub async fn count_sessions(&self) -> Result<u64, StoreError> {
        self.count("SELECT COUNT(*) AS n FROM sessions").await
    }

    /// All that somebody said at any game, oldest first.
    pub async fn lines_by(&self, person: PersonId) -> Result<Vec<(GameId, Line)>, StoreError> {
        let sql = "SELECT game, id, person, at, room, text FROM chat WHERE person = $1 ORDER BY id";
        let rows = self.pools().all(sql, args![person]).await?;
        rows.iter().map(|row| Ok((GameId::stored(row.get("game")?)?, Line::read(row)?))).collect()
    }

    /// All that somebody reported, oldest first.
    pub async fn reports_by(&self, author: PersonId) -> Result<Vec<Report>, StoreError> {
        let sql = "SELECT id, author, about, game, at, text, handled FROM reports \
                   WHERE author = $1 ORDER BY id";
        self.pools().all(sql, args![author]).await?.iter().map(Report::read).collect()
    }
}
