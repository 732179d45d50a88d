//! A finished game is counted exactly once, whenever the server goes down.

use std::time::Duration;

use abaque_protocol::GameStage;
use abaque_rooms::Rooms;
use abaque_store::{AppendOutcome, AppendRequest, GameEnding, GameId, GameStatus};
use tokio::time::{sleep, timeout};

use crate::common::{Guest, rooms, seated};

/// Ends a game in the store only, like a server that crashes before counting.
async fn end_uncounted(rooms: &Rooms, id: &GameId) {
    let game = rooms.store().game(id).await.unwrap().unwrap();
    let at = game.touched + 1;
    let append = AppendRequest {
        game: id.clone(),
        version: game.version.next(),
        acts: vec![(at, r#"{"a":"resign","s":1}"#.into())],
        key: None,
        end: Some(GameEnding {
            at,
            status: GameStatus::Over,
            result: Some("w wins resignation".into()),
            reason: Some("resignation".into()),
        }),
        plies: game.plies,
        turn: None,
        fence: None,
    };
    assert_eq!(rooms.store().append(append).await.unwrap(), AppendOutcome::Stored);
}

async fn until_counted(rooms: &Rooms, id: &GameId) {
    let counted = async {
        while !rooms.store().game(id).await.unwrap().unwrap().counted {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(20), counted).await.expect("it is never counted");
}

/// Counts in the store: rated games per player, throws, continuations of the opening.
async fn stored_counts(
    rooms: &Rooms,
    spec: &str,
    kind: &str,
    people: &[&Guest],
) -> (Vec<u32>, u64, u64) {
    let store = rooms.store();
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
async fn an_uncounted_game_is_rated_when_the_server_starts() {
    for (spec, kind, throws) in [("abalone", "abalone", 0), ("abagio", "abagio", 1)] {
        let folder = tempfile::tempdir().unwrap();
        let first = rooms(&folder).await;
        let (id, mut one, mut other) = seated(&first, spec, "600+5", true).await;
        // Waits for the first throw, then plays one action so that there is an opening.
        for guest in [&mut one, &mut other] {
            while guest.state().to_act.is_empty() {
                guest.receive().await;
            }
        }
        let guest = if one.is_due() { &one } else { &other };
        let ply = guest.state().legal.clone().unwrap()[0].clone();
        guest.play(&id, &ply).await.unwrap();
        first.close(&abaque_rooms::RequestError::game_not_found()).await;
        end_uncounted(&first, &id).await;
        assert_eq!(stored_counts(&first, spec, kind, &[&one, &other]).await, (vec![0, 0], 0, 0));

        let second = rooms(&folder).await;
        until_counted(&second, &id).await;
        let counted = stored_counts(&second, spec, kind, &[&one, &other]).await;
        assert_eq!((&counted.0[..], counted.2), (&[1, 1][..], 1), "{spec}");
        assert!(counted.1 >= throws, "{spec}");
        // A new viewer reads the result.
        let seen = second.spectator_snapshot(&id).await.unwrap();
        assert_eq!(seen.state.stage, GameStage::Over);
        assert!(seen.state.ending.unwrap().ratings.is_some());
        second.close(&abaque_rooms::RequestError::game_not_found()).await;

        // Nothing is counted twice.
        let third = rooms(&folder).await;
        third.spectator_snapshot(&id).await.unwrap();
        assert_eq!(stored_counts(&third, spec, kind, &[&one, &other]).await, counted, "{spec}");
        assert!(third.store().uncounted_games(None, 9).await.unwrap().is_empty());
    }
}

/// The server went down after storing the ratings and before marking the game.
#[tokio::test(flavor = "multi_thread")]
async fn counted_games_are_not_rated_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = rooms(&folder).await;
    let (id, one, other) = seated(&first, "abalone", "600+5", true).await;
    first.close(&abaque_rooms::RequestError::game_not_found()).await;
    let store = first.store();
    let rating = |person, rating, delta| abaque_store::RatingChange {
        person,
        rating: abaque_store::Rating { rating, deviation: 290.0, volatility: 0.06, games: 1 },
        delta,
    };
    let changes = [rating(one.id, 1662.0, 162.0), rating(other.id, 1338.0, -162.0)];
    store.store_ratings(&id, "abalone", 5, changes).await.unwrap();
    end_uncounted(&first, &id).await;

    let second = rooms(&folder).await;
    until_counted(&second, &id).await;
    let rating = second.store().rating(one.id, "abalone").await.unwrap().unwrap();
    assert_eq!((rating.rating, rating.games), (1662.0, 1));
    let ratings =
        second.spectator_snapshot(&id).await.unwrap().state.ending.unwrap().ratings.unwrap();
    let mut digits: Vec<&str> = ratings.iter().map(|text| &text[..4]).collect();
    digits.sort_unstable();
    assert_eq!(digits, ["1338", "1662"]);
}
