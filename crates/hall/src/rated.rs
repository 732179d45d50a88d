//! Ratings after a game.

use abaque_rating::Score;
use abaque_store::{Game, PersonId, Rated, Rating, RatingChange, Store, StoreError};

/// How often a result is reckoned again when other games of the players end at the same time.
const TRIES: usize = 5;
const DAY: f64 = 86_400_000.0;

/// A rating as people read it.
pub(crate) fn shown(rating: &Rating) -> String {
    pure(rating).to_string()
}

fn pure(rating: &Rating) -> abaque_rating::Rating {
    abaque_rating::Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    }
}

/// Stores what a game changes, once; gives both ratings after it as people read them. Nothing if other games of the players ended at
/// the same time so often that it is better tried later.
pub(crate) async fn rate(
    store: &Store,
    game: &Game,
    people: [PersonId; 2],
    score: Score,
    now: i64,
) -> Result<Option<[String; 2]>, StoreError> {
    for _ in 0..TRIES {
        let mut before = Vec::new();
        let mut idle = [0.0; 2];
        for (person, idle) in people.into_iter().zip(&mut idle) {
            before.push(store.rating(person, &game.kind).await?);
            let history = store.rating_history(person, &game.kind).await?;
            *idle = history.last().map_or(0.0, |last| (now - last.at).max(0) as f64 / DAY);
        }
        let [one, other] = [0, 1].map(|at| before[at].as_ref().map(pure).unwrap_or_default());
        let after = abaque_rating::after(one, other, score, idle);
        let change = |at: usize| {
            let old = before[at].as_ref().map(pure).unwrap_or_default();
            let new = after[at];
            RatingChange {
                person: people[at],
                rating: Rating {
                    rating: new.rating,
                    deviation: new.deviation,
                    volatility: new.volatility,
                    games: before[at].as_ref().map_or(0, |rating| rating.games) + 1,
                },
                delta: new.rating - old.rating,
            }
        };
        match store.rate(&game.id, &game.kind, now, [change(0), change(1)]).await? {
            Rated::Done => return Ok(Some(after.map(|rating| rating.to_string()))),
            Rated::Before => return before_now(store, game, people).await.map(Some),
            Rated::Stale => {}
        }
    }
    Ok(None)
}

/// What the players had after a game that was counted before.
async fn before_now(
    store: &Store,
    game: &Game,
    people: [PersonId; 2],
) -> Result<[String; 2], StoreError> {
    let mut after = [String::new(), String::new()];
    for (person, after) in people.into_iter().zip(&mut after) {
        let history = store.rating_history(person, &game.kind).await?;
        if let Some(point) = history.iter().find(|point| point.game == game.id) {
            let pure = abaque_rating::Rating {
                rating: point.rating,
                deviation: point.deviation,
                ..abaque_rating::Rating::default()
            };
            *after = pure.to_string();
        }
    }
    Ok(after)
}
