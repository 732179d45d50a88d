//! A person's data across the store, for the profile and the personal data export.

use crate::db::args;
use crate::{GameId, PersonId, PersonReport, Store, StoreError, StoredChatLine};

impl Store {
    /// Number of started games a person sat at; a game with the person in both seats counts once.
    pub async fn count_games_of(&self, person: PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) AS n FROM games WHERE (first = $1 OR second = $1) \
                   AND started IS NOT NULL";
        let row = self.pools().fetch_optional(sql, args![person]).await?;
        Ok(row.map(|row| row.get::<i64>("n")).transpose()?.unwrap_or(0).unsigned_abs())
    }

    /// Results of a person's finished games against others: kind, seat (1 or 2), stored result,
    /// count.
    pub async fn results_of(
        &self,
        person: PersonId,
    ) -> Result<Vec<(String, i64, String, u64)>, StoreError> {
        let sql = "SELECT kind, CAST(CASE WHEN first = $1 THEN 1 ELSE 2 END AS BIGINT) AS seat, \
                   result, COUNT(*) AS n FROM games WHERE (first = $1 OR second = $1) \
                   AND status = 'over' AND result IS NOT NULL AND hot_seat = 0 \
                   AND (first IS NULL OR second IS NULL OR first <> second) \
                   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";
        let rows = self.pools().fetch_all(sql, args![person]).await?;
        let read = |row: &crate::db::SqlRow| {
            let count = row.get::<i64>("n")?.unsigned_abs();
            Ok((row.get("kind")?, row.get("seat")?, row.get("result")?, count))
        };
        rows.iter().map(read).collect()
    }

    /// Number of sessions.
    pub async fn count_sessions(&self) -> Result<u64, StoreError> {
        self.count("SELECT COUNT(*) AS n FROM sessions").await
    }

    /// All chat lines of a person, oldest first.
    pub async fn chat_lines_by(
        &self,
        person: PersonId,
    ) -> Result<Vec<(GameId, StoredChatLine)>, StoreError> {
        let sql = "SELECT game, id, person, at, room, text FROM chat WHERE person = $1 ORDER BY id";
        let rows = self.pools().fetch_all(sql, args![person]).await?;
        rows.iter()
            .map(|row| Ok((GameId::from_stored(row.get("game")?)?, StoredChatLine::from_row(row)?)))
            .collect()
    }

    /// All reports written by a person, oldest first.
    pub async fn reports_by(&self, author: PersonId) -> Result<Vec<PersonReport>, StoreError> {
        let sql = "SELECT id, author, about, game, at, text, handled FROM reports \
                   WHERE author = $1 ORDER BY id";
        self.pools()
            .fetch_all(sql, args![author])
            .await?
            .iter()
            .map(PersonReport::from_row)
            .collect()
    }
}
