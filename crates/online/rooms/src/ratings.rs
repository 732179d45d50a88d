//! Rating updates after a game.

use abaque_rating::GameScore;
use abaque_store::{PersonId, RateOutcome, Rating, RatingChange, Store, StoreError, StoredGame};

/// Retries when other games of the players are counted concurrently.
const MAX_RATE_ATTEMPTS: usize = 5;
const DAY_MS: f64 = 86_400_000.0;

/// Rating as displayed.
pub(crate) fn rating_text(rating: &Rating) -> String {
    to_glicko(rating).to_string()
}

fn to_glicko(rating: &Rating) -> abaque_rating::Rating {
    abaque_rating::Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    }
}

/// Days since a player's last counted game; zero for a new player.
pub(crate) fn idle_days(now: i64, last: Option<i64>) -> f64 {
    last.map_or(0.0, |last| (now - last).max(0) as f64 / DAY_MS)
}

/// Stores the rating change of a game once; returns both new ratings as displayed. `None` if
/// concurrent games interfered too often: the caller retries later.
pub(crate) async fn rate(
    store: &Store,
    game: &StoredGame,
    people: [PersonId; 2],
    score: GameScore,
    now: i64,
) -> Result<Option<[String; 2]>, StoreError> {
    for _ in 0..MAX_RATE_ATTEMPTS {
        let mut before = Vec::new();
        let mut last = [None; 2];
        for (person, last) in people.into_iter().zip(&mut last) {
            before.push(store.rating(person, &game.kind).await?);
            let history = store.rating_history(person, &game.kind).await?;
            *last = history.last().map(|point| point.at);
        }
        // A concurrent game may carry a later time; histories follow the order of counting.
        let at = last.into_iter().flatten().fold(now, i64::max);
        let idle = last.map(|last| idle_days(at, last));
        let [one, other] = [0, 1].map(|at| before[at].as_ref().map(to_glicko).unwrap_or_default());
        let after = abaque_rating::update_ratings(one, other, score, idle);
        let change = |at: usize| {
            let old = before[at].as_ref().map(to_glicko).unwrap_or_default();
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
        match store.store_ratings(&game.id, &game.kind, at, [change(0), change(1)]).await? {
            RateOutcome::Done => return Ok(Some(after.map(|rating| rating.to_string()))),
            RateOutcome::AlreadyRated => return ratings_after(store, game, people).await.map(Some),
            RateOutcome::Stale => {}
        }
    }
    Ok(None)
}

/// Ratings after a game that was counted before.
pub(crate) async fn ratings_after(
    store: &Store,
    game: &StoredGame,
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

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_store::{GameId, NameOutcome, NewGame};

    /// Two games end together and the one that ended first is counted last: the history keeps the
    /// order of counting.
    #[tokio::test]
    async fn rating_histories_are_in_the_order_of_rating() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("rooms.db").display());
        let store = Store::open(&url).await.unwrap();
        let mut people = Vec::new();
        for name in ["Ada", "Boole"] {
            let NameOutcome::Done(person) = store.create_guest(name, 1).await.unwrap() else {
                panic!("{name} is taken");
            };
            people.push(person);
        }
        let people = [people[0], people[1]];
        let mut games = Vec::new();
        for (now, score) in [(200, GameScore::Win), (100, GameScore::Loss), (300, GameScore::Draw)]
        {
            let id = GameId::random();
            store.create_game(NewGame::new(id.clone(), "abalone", "abalone", 1)).await.unwrap();
            let game = store.game(&id).await.unwrap().unwrap();
            assert!(rate(&store, &game, people, score, now).await.unwrap().is_some());
            games.push(id);
        }
        for person in people {
            let points = store.rating_history(person, "abalone").await.unwrap();
            assert_eq!(points.iter().map(|point| point.at).collect::<Vec<_>>(), [200, 200, 300]);
            assert_eq!(points[2].game, games[2]);
        }
        store.close().await;
    }
}
