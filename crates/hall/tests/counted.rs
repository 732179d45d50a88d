//! What comes of a game is counted once, whenever the server goes down.

#![allow(clippy::unwrap_used)]

mod common;

use std::time::Duration;

use abaque_hall::Hall;
use abaque_protocol::Stage;
use abaque_store::{Append, Appended, Ending, GameId, Status};
use common::{Guest, hall, seated};
use tokio::time::{sleep, timeout};

/// Ends a game in the store alone, as a server leaves it that goes down before it has counted.
async fn end_uncounted(hall: &Hall, id: &GameId) {
    let game = hall.store().game(id).await.unwrap().unwrap();
    let at = game.touched + 1;
    let append = Append {
        game: id.clone(),
        version: game.version + 1,
        acts: vec![(at, r#"{"a":"resign","s":1}"#.into())],
        key: None,
        end: Some(Ending {
            at,
            status: Status::Over,
            result: Some("w wins resignation".into()),
            reason: Some("resignation".into()),
        }),
        plies: game.plies,
        turn: None,
    };
    assert_eq!(hall.store().append(append).await.unwrap(), Appended::Done);
}

async fn until_counted(hall: &Hall, id: &GameId) {
    let counted = async {
        while !hall.store().game(id).await.unwrap().unwrap().counted {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(20), counted).await.expect("it is never counted");
}

/// Games of both, in the store's words: ratings, throws, continuations of the start.
async fn came_of(hall: &Hall, spec: &str, kind: &str, people: &[&Guest]) -> (Vec<u32>, u64, u64) {
    let store = hall.store();
    let (mut games, mut throws) = (Vec::new(), 0);
    for guest in people {
        let rating = store.rating(guest.id, kind).await.unwrap();
        games.push(rating.map_or(0, |rating| rating.games));
        throws += store.throws(guest.id).await.unwrap().iter().map(|(_, count)| count).sum::<u64>();
    }
    let openings = store.continuations(spec, &[], 100).await.unwrap();
    let count = openings.iter().map(|next| next.first + next.second + next.draws).sum();
    (games, throws, count)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_nobody_counted_is_counted_when_the_hall_opens() {
    for (spec, kind, throws) in [("abalone", "abalone", 0), ("abagio", "abagio", 1)] {
        let folder = tempfile::tempdir().unwrap();
        let first = hall(&folder).await;
        let (id, mut one, mut other) = seated(&first, spec, "600+5", true).await;
        // The first throw may still be to come; then one action, so that there is an opening.
        for guest in [&mut one, &mut other] {
            while guest.state().to_act.is_empty() {
                guest.hear().await;
            }
        }
        let guest = if one.is_due() { &one } else { &other };
        let ply = guest.state().legal.clone().unwrap()[0].clone();
        guest.play(&id, &ply).await.unwrap();
        first.close(&abaque_hall::Refusal::no_game()).await;
        end_uncounted(&first, &id).await;
        assert_eq!(came_of(&first, spec, kind, &[&one, &other]).await, (vec![0, 0], 0, 0));

        let second = hall(&folder).await;
        until_counted(&second, &id).await;
        let counted = came_of(&second, spec, kind, &[&one, &other]).await;
        assert_eq!((&counted.0[..], counted.2), (&[1, 1][..], 1), "{spec}");
        assert!(counted.1 >= throws, "{spec}");
        // Whoever looks now reads what it came to.
        let seen = second.look(&id).await.unwrap();
        assert_eq!(seen.state.stage, Stage::Over);
        assert!(seen.state.ending.unwrap().ratings.is_some());
        second.close(&abaque_hall::Refusal::no_game()).await;

        // Nothing is counted twice.
        let third = hall(&folder).await;
        third.look(&id).await.unwrap();
        assert_eq!(came_of(&third, spec, kind, &[&one, &other]).await, counted, "{spec}");
        assert!(third.store().uncounted_games(None, 9).await.unwrap().is_empty());
    }
}

/// The server went down after ratings were stored and before the game was marked.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_counted_before_the_mark_is_not_counted_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(&folder).await;
    let (id, one, other) = seated(&first, "abalone", "600+5", true).await;
    first.close(&abaque_hall::Refusal::no_game()).await;
    let store = first.store();
    let rating = |person, rating, delta| abaque_store::RatingChange {
        person,
        rating: abaque_store::Rating { rating, deviation: 290.0, volatility: 0.06, games: 1 },
        delta,
    };
    let changes = [rating(one.id, 1662.0, 162.0), rating(other.id, 1338.0, -162.0)];
    store.rate(&id, "abalone", 5, changes).await.unwrap();
    end_uncounted(&first, &id).await;

    let second = hall(&folder).await;
    until_counted(&second, &id).await;
    let kept = second.store().rating(one.id, "abalone").await.unwrap().unwrap();
    assert_eq!((kept.rating, kept.games), (1662.0, 1));
    let ratings = second.look(&id).await.unwrap().state.ending.unwrap().ratings.unwrap();
    let mut digits: Vec<&str> = ratings.iter().map(|text| &text[..4]).collect();
    digits.sort_unstable();
    assert_eq!(digits, ["1338", "1662"]);
}
