//! Ratings, and dice statistics per person.

use crate::db::{SqlRow, args};
use crate::writer::WriteOutcome;
use crate::{GameId, PersonId, Store, StoreError};

/// A person's strength at one kind of game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Estimated strength in points.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Glicko-2 volatility.
    pub volatility: f64,
    /// Rated games played.
    pub games: u32,
}

impl Rating {
    pub(crate) fn from_row(row: &SqlRow) -> Result<Rating, StoreError> {
        Ok(Rating {
            rating: row.get("rating")?,
            deviation: row.get("deviation")?,
            volatility: row.get("volatility")?,
            games: row.get_u32("games")?,
        })
    }
}

/// Rating change of one player after a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The rated player.
    pub person: PersonId,
    /// The new rating; `games` includes this game.
    pub rating: Rating,
    /// Difference to the previous rating.
    pub delta: f64,
}

/// Result of [`Store::store_ratings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateOutcome {
    /// Both ratings are stored.
    Done,
    /// This game was rated before.
    AlreadyRated,
    /// Another game of one of the players was rated meanwhile: reread and recompute.
    Stale,
}

/// A point of a rating history.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPoint {
    /// The rated game.
    pub game: GameId,
    /// Time of rating.
    pub at: i64,
    /// Rating after the game.
    pub rating: f64,
    /// Deviation after the game.
    pub deviation: f64,
    /// Change made by the game.
    pub delta: f64,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardEntry {
    /// The rated person.
    pub person: PersonId,
    /// The person's name.
    pub name: String,
    /// The person's rating.
    pub rating: Rating,
}

impl Store {
    /// Stores the rating changes of both players, once per game.
    pub async fn store_ratings(
        &self,
        game: &GameId,
        kind: &str,
        at: i64,
        mut changes: [RatingChange; 2],
    ) -> Result<RateOutcome, StoreError> {
        if changes[0].person == changes[1].person {
            return Err(StoreError::InvalidRequest("nobody is rated against themselves"));
        }
        // Same lock order everywhere, so that two servers cannot deadlock.
        changes.sort_by_key(|change| change.person);
        let (game, kind) = (game.clone(), kind.to_owned());
        self.write(move |tx| {
            Box::pin(async move {
                for RatingChange { person, rating, delta } in changes {
                    let sql = "INSERT INTO rating_history \
                               (person, game, kind, at, rating, deviation, delta) \
                               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
                    let (value, deviation) = (rating.rating, rating.deviation);
                    let point = args![person, &game, &kind, at, value, deviation, delta];
                    if tx.execute(sql, point).await? == 0 {
                        return Ok(WriteOutcome::Rollback(RateOutcome::AlreadyRated));
                    }
                    let sql = if rating.games <= 1 {
                        "INSERT INTO ratings (person, kind, rating, deviation, volatility, games) \
                         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
                    } else {
                        "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, \
                         games = $6 WHERE person = $1 AND kind = $2 AND games = $6 - 1"
                    };
                    let (volatility, games) = (rating.volatility, rating.games);
                    let now = args![person, &kind, value, deviation, volatility, games];
                    if tx.execute(sql, now).await? == 0 {
                        return Ok(WriteOutcome::Rollback(RateOutcome::Stale));
                    }
                }
                Ok(WriteOutcome::Commit(RateOutcome::Done))
            })
        })
        .await
    }

    /// A person's rating at a kind of game, if they played a rated one.
    pub async fn rating(&self, person: PersonId, kind: &str) -> Result<Option<Rating>, StoreError> {
        let sql = "SELECT rating, deviation, volatility, games FROM ratings \
                   WHERE person = $1 AND kind = $2";
        self.pools()
            .fetch_optional(sql, args![person, kind])
            .await?
            .as_ref()
            .map(Rating::from_row)
            .transpose()
    }

    /// All ratings of a person, by kind.
    pub async fn ratings(&self, person: PersonId) -> Result<Vec<(String, Rating)>, StoreError> {
        let sql = "SELECT kind, rating, deviation, volatility, games FROM ratings \
                   WHERE person = $1 ORDER BY kind";
        let rows = self.pools().fetch_all(sql, args![person]).await?;
        rows.iter().map(|row| Ok((row.get("kind")?, Rating::from_row(row)?))).collect()
    }

    /// Best players of a kind of game with at most this deviation, without closed or banned
    /// accounts.
    pub async fn leaderboard(
        &self,
        kind: &str,
        most_deviation: f64,
        limit: u32,
    ) -> Result<Vec<LeaderboardEntry>, StoreError> {
        let sql = "SELECT r.person, p.name, r.rating, r.deviation, r.volatility, r.games \
                   FROM ratings r JOIN people p ON p.id = r.person \
                   WHERE r.kind = $1 AND r.deviation <= $2 AND p.closed = 0 AND p.banned IS NULL \
                   ORDER BY r.rating DESC, r.person LIMIT $3";
        let rows = self.pools().fetch_all(sql, args![kind, most_deviation, limit]).await?;
        let entry = |row: &SqlRow| {
            Ok(LeaderboardEntry {
                person: PersonId(row.get("person")?),
                name: row.get("name")?,
                rating: Rating::from_row(row)?,
            })
        };
        rows.iter().map(entry).collect()
    }

    /// Rating history of a person at a kind of game, oldest first.
    pub async fn rating_history(
        &self,
        person: PersonId,
        kind: &str,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let sql = "SELECT game, at, rating, deviation, delta FROM rating_history \
                   WHERE person = $1 AND kind = $2 ORDER BY at, game";
        let rows = self.pools().fetch_all(sql, args![person, kind]).await?;
        let point = |row: &SqlRow| {
            Ok(RatingPoint {
                game: GameId::from_stored(row.get("game")?)?,
                at: row.get("at")?,
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
                delta: row.get("delta")?,
            })
        };
        rows.iter().map(point).collect()
    }

    /// Adds a person's throws of one game to their dice statistics; false if already counted.
    pub async fn add_throws(
        &self,
        game: &GameId,
        person: PersonId,
        mut throws: Vec<(String, u32)>,
    ) -> Result<bool, StoreError> {
        throws.sort();
        let game = game.clone();
        self.write(move |tx| {
            Box::pin(async move {
                let once = "INSERT INTO throws_counted (game, person) VALUES ($1, $2) \
                            ON CONFLICT DO NOTHING";
                if tx.execute(once, args![&game, person]).await? == 0 {
                    return Ok(WriteOutcome::Commit(false));
                }
                for (outcome, count) in throws {
                    let sql = "INSERT INTO throws (person, outcome, count) VALUES ($1, $2, $3) \
                               ON CONFLICT (person, outcome) \
                               DO UPDATE SET count = throws.count + excluded.count";
                    tx.execute(sql, args![person, outcome, count]).await?;
                }
                Ok(WriteOutcome::Commit(true))
            })
        })
        .await
    }

    /// Dice statistics of a person over all counted games.
    pub async fn throws(&self, person: PersonId) -> Result<Vec<(String, u64)>, StoreError> {
        let sql = "SELECT outcome, count FROM throws WHERE person = $1 ORDER BY outcome";
        let rows = self.pools().fetch_all(sql, args![person]).await?;
        let throw =
            |row: &SqlRow| Ok((row.get("outcome")?, row.get::<i64>("count")?.unsigned_abs()));
        rows.iter().map(throw).collect()
    }
}
