//! Queries of `abaque admin check`: pages through the whole store while a server runs.

use crate::db::{Pools, SqlRow, args};
use crate::{GameId, PersonId, Rating, RatingPoint, Store, StoreError};

/// A rating with its person and kind of game.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRating {
    /// The rated person.
    pub person: PersonId,
    /// Kind of game.
    pub kind: String,
    /// The current rating.
    pub rating: Rating,
}

/// A point of a rating history with the game it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedPoint {
    /// The rated person.
    pub person: PersonId,
    /// Kind of game.
    pub kind: String,
    /// The rating after the game.
    pub point: RatingPoint,
    /// Spec of the game.
    pub spec: String,
    /// People in the first and second seat.
    pub seats: [Option<PersonId>; 2],
    /// Result of the game.
    pub result: Option<String>,
}

impl Store {
    /// Errors SQLite finds in its own file: pages, indexes, references. PostgreSQL checks itself.
    pub async fn integrity_errors(&self) -> Result<Vec<String>, StoreError> {
        let Pools::Sqlite { read, .. } = self.pools() else { return Ok(Vec::new()) };
        let message: Vec<String> =
            sqlx::query_scalar("PRAGMA integrity_check").fetch_all(read).await?;
        let mut wrong: Vec<String> = message.into_iter().filter(|line| line != "ok").collect();
        for row in sqlx::query("PRAGMA foreign_key_check").fetch_all(read).await? {
            let row = SqlRow::Sqlite(row);
            let (table, parent): (String, String) = (row.get("table")?, row.get("parent")?);
            let number: Option<i64> = row.get("rowid")?;
            let number = number.map_or_else(String::new, |number| format!(" {number}"));
            wrong.push(format!("row{number} of {table} names a row of {parent} that is not there"));
        }
        Ok(wrong)
    }

    /// All ratings, by person and kind. Pass the last one to get the next page.
    pub async fn ratings_after(
        &self,
        last: Option<(PersonId, &str)>,
        limit: u32,
    ) -> Result<Vec<StoredRating>, StoreError> {
        let sql = "SELECT person, kind, rating, deviation, volatility, games FROM ratings \
                   WHERE person > $1 OR (person = $1 AND kind > $2) ORDER BY person, kind LIMIT $3";
        let (person, kind) = last.unwrap_or((PersonId(i64::MIN), ""));
        let rows = self.pools().fetch_all(sql, args![person, kind, limit]).await?;
        let read = |row: &SqlRow| {
            let (person, kind) = (PersonId(row.get("person")?), row.get("kind")?);
            Ok(StoredRating { person, kind, rating: Rating::from_row(row)? })
        };
        rows.iter().map(read).collect()
    }

    /// All history points, by kind in rating order. Pass the last one to get the next page.
    pub async fn counted_points_after(
        &self,
        last: Option<&CountedPoint>,
        limit: u32,
    ) -> Result<Vec<CountedPoint>, StoreError> {
        let sql = "SELECT h.person, h.kind, h.game, h.at, h.rating, h.deviation, h.delta, \
                   g.spec, g.first, g.second, g.result \
                   FROM rating_history h JOIN games g ON g.id = h.game \
                   WHERE (h.kind, h.at, h.game, h.person) > ($1, $2, $3, $4) \
                   ORDER BY h.kind, h.at, h.game, h.person LIMIT $5";
        let args = match last {
            Some(CountedPoint { person, kind, point, .. }) => {
                args![kind, point.at, &point.game, *person, limit]
            }
            None => args!["", i64::MIN, "", i64::MIN, limit],
        };
        let rows = self.pools().fetch_all(sql, args).await?;
        let read = |row: &SqlRow| {
            let seat = |name| Ok::<_, StoreError>(row.get::<Option<i64>>(name)?.map(PersonId));
            Ok(CountedPoint {
                person: PersonId(row.get("person")?),
                kind: row.get("kind")?,
                point: RatingPoint {
                    game: GameId::from_stored(row.get("game")?)?,
                    at: row.get("at")?,
                    rating: row.get("rating")?,
                    deviation: row.get("deviation")?,
                    delta: row.get("delta")?,
                },
                spec: row.get("spec")?,
                seats: [seat("first")?, seat("second")?],
                result: row.get("result")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Person and kind of every rating history that has no current rating.
    pub async fn histories_without_rating(&self) -> Result<Vec<(PersonId, String)>, StoreError> {
        let sql = "SELECT DISTINCT h.person, h.kind FROM rating_history h WHERE NOT EXISTS \
                   (SELECT 1 FROM ratings r WHERE r.person = h.person AND r.kind = h.kind) \
                   ORDER BY h.person, h.kind LIMIT 1000";
        let rows = self.pools().fetch_all(sql, args![]).await?;
        rows.iter().map(|row| Ok((PersonId(row.get("person")?), row.get("kind")?))).collect()
    }
}
