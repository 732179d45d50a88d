//! Ratings, and what the dice gave.

use crate::db::{Row, args};
use crate::writer::Verdict;
use crate::{GameId, PersonId, Store, StoreError};

/// How strong somebody is at one kind of game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate.
    pub rating: f64,
    /// How unsure it is.
    pub deviation: f64,
    /// How unsteady they are.
    pub volatility: f64,
    /// Games it comes from.
    pub games: u32,
}

impl Rating {
    fn read(row: &Row) -> Result<Rating, StoreError> {
        Ok(Rating {
            rating: row.get("rating")?,
            deviation: row.get("deviation")?,
            volatility: row.get("volatility")?,
            games: row.small("games")?,
        })
    }
}

/// What a game changes about one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// Whose.
    pub person: PersonId,
    /// What it becomes; `games` counts this one.
    pub rating: Rating,
    /// By how much.
    pub delta: f64,
}

/// What became of a change of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// Both are stored.
    Done,
    /// This game was counted before.
    Before,
    /// Another game of one of them was counted meanwhile: read the ratings and reckon again.
    Stale,
}

/// A point of a rating's history.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPoint {
    /// The game that led there.
    pub game: GameId,
    /// When.
    pub at: i64,
    /// The rating after it.
    pub rating: f64,
    /// How unsure it was.
    pub deviation: f64,
    /// What the game changed.
    pub delta: f64,
}

/// A line of a list of the best.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Who.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// How strong.
    pub rating: Rating,
}

impl Store {
    /// Stores what a game changes about both players, once.
    pub async fn rate(
        &self,
        game: &GameId,
        kind: &str,
        at: i64,
        mut changes: [RatingChange; 2],
    ) -> Result<Rated, StoreError> {
        if changes[0].person == changes[1].person {
            return Err(StoreError::Senseless("nobody is rated against themselves"));
        }
        // In the same order everywhere, so that two servers never wait for each other.
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
                    if tx.run(sql, point).await? == 0 {
                        return Ok(Verdict::Undo(Rated::Before));
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
                    if tx.run(sql, now).await? == 0 {
                        return Ok(Verdict::Undo(Rated::Stale));
                    }
                }
                Ok(Verdict::Keep(Rated::Done))
            })
        })
        .await
    }

    /// How strong somebody is at a kind of game, if they played any that counted.
    pub async fn rating(&self, person: PersonId, kind: &str) -> Result<Option<Rating>, StoreError> {
        let sql = "SELECT rating, deviation, volatility, games FROM ratings \
                   WHERE person = $1 AND kind = $2";
        self.pools().one(sql, args![person, kind]).await?.as_ref().map(Rating::read).transpose()
    }

    /// All ratings of somebody, by kind.
    pub async fn ratings(&self, person: PersonId) -> Result<Vec<(String, Rating)>, StoreError> {
        let sql = "SELECT kind, rating, deviation, volatility, games FROM ratings \
                   WHERE person = $1 ORDER BY kind";
        let rows = self.pools().all(sql, args![person]).await?;
        rows.iter().map(|row| Ok((row.get("kind")?, Rating::read(row)?))).collect()
    }

    /// The best at a kind of game whose ratings are sure enough; nobody who left or is shut out.
    pub async fn top(
        &self,
        kind: &str,
        most_deviation: f64,
        limit: u32,
    ) -> Result<Vec<Standing>, StoreError> {
        let sql = "SELECT r.person, p.name, r.rating, r.deviation, r.volatility, r.games \
                   FROM ratings r JOIN people p ON p.id = r.person \
                   WHERE r.kind = $1 AND r.deviation <= $2 AND p.closed = 0 AND p.banned IS NULL \
                   ORDER BY r.rating DESC, r.person LIMIT $3";
        let rows = self.pools().all(sql, args![kind, most_deviation, limit]).await?;
        let standing = |row: &Row| {
            Ok(Standing {
                person: PersonId(row.get("person")?),
                name: row.get("name")?,
                rating: Rating::read(row)?,
            })
        };
        rows.iter().map(standing).collect()
    }

    /// How somebody's rating at a kind of game went, oldest first.
    pub async fn rating_history(
        &self,
        person: PersonId,
        kind: &str,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let sql = "SELECT game, at, rating, deviation, delta FROM rating_history \
                   WHERE person = $1 AND kind = $2 ORDER BY at, game";
        let rows = self.pools().all(sql, args![person, kind]).await?;
        let point = |row: &Row| {
            Ok(RatingPoint {
                game: GameId::stored(row.get("game")?)?,
                at: row.get("at")?,
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
                delta: row.get("delta")?,
            })
        };
        rows.iter().map(point).collect()
    }

    /// Counts what somebody threw in a game, once; false if that game was counted before.
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
                if tx.run(once, args![&game, person]).await? == 0 {
                    return Ok(Verdict::Keep(false));
                }
                for (outcome, count) in throws {
                    let sql = "INSERT INTO throws (person, outcome, count) VALUES ($1, $2, $3) \
                               ON CONFLICT (person, outcome) \
                               DO UPDATE SET count = throws.count + excluded.count";
                    tx.run(sql, args![person, outcome, count]).await?;
                }
                Ok(Verdict::Keep(true))
            })
        })
        .await
    }

    /// What somebody threw in all games counted.
    pub async fn throws(&self, person: PersonId) -> Result<Vec<(String, u64)>, StoreError> {
        let sql = "SELECT outcome, count FROM throws WHERE person = $1 ORDER BY outcome";
        let rows = self.pools().all(sql, args![person]).await?;
        let throw = |row: &Row| Ok((row.get("outcome")?, row.get::<i64>("count")?.unsigned_abs()));
        rows.iter().map(throw).collect()
    }
}
