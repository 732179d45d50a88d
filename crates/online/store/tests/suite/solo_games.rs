//! Solo games: against bots and hot-seat.

use abaque_store::{GameId, NameOutcome, NewGame, PersonId, Seats, Store, UnfinishedSoloGames};

use super::{account, open_game};

async fn alone(store: &Store, person: PersonId, bot: bool, second: bool, at: i64) -> GameId {
    let bot = bot.then(|| String::from("3"));
    let seats = match (bot, second) {
        (None, _) => Seats { first: Some(person), second: Some(person), ..Seats::default() },
        (bot, false) => Seats { first: Some(person), second_bot: bot, ..Seats::default() },
        (bot, true) => Seats { second: Some(person), first_bot: bot, ..Seats::default() },
    };
    let id = GameId::random();
    let hot_seat = seats.first == seats.second;
    let new = NewGame { hot_seat, seats, ..NewGame::new(id.clone(), "abalone", "abalone", at) };
    assert!(store.create_game(new).await.unwrap());
    id
}

pub(crate) async fn unfinished_solo_games_are_counted(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    alone(&store, ann, true, false, 1).await;
    let second = alone(&store, ann, true, true, 1).await;
    alone(&store, ann, false, false, 1).await;
    alone(&store, bob, true, false, 1).await;
    open_game(&store).await;
    let count = async |person| store.unfinished_solo_games(person).await.unwrap();
    assert_eq!(count(ann).await, UnfinishedSoloGames { bots: 2, hot_seat: 1 });
    assert_eq!(count(bob).await, UnfinishedSoloGames { bots: 1, hot_seat: 0 });
    assert!(store.withdraw_game(&second, 2).await.unwrap());
    assert_eq!(count(ann).await, UnfinishedSoloGames { bots: 1, hot_seat: 1 });
}

pub(crate) async fn abandoned_games_are_listed(store: Store) {
    let ann = account(&store, "Ann").await;
    let NameOutcome::Done(guest) = store.create_guest("Visitor", 1).await.unwrap() else {
        panic!("nobody has the name");
    };
    let old = alone(&store, ann, true, true, 100).await;
    alone(&store, ann, true, false, 600).await;
    let guests = alone(&store, guest, false, false, 600).await;
    alone(&store, guest, true, false, 900).await;
    open_game(&store).await;
    let list = async |limit| {
        let games = store.abandoned_games(800, 500, limit).await.unwrap();
        games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(list(10).await, [old.clone(), guests]);
    assert_eq!(list(1).await, std::slice::from_ref(&old));
    assert!(store.withdraw_game(&old, 1000).await.unwrap());
    assert_eq!(list(10).await.len(), 1);
}
