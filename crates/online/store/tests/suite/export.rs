//! A person's own data across the store.

use abaque_store::{
    ChatRoom, GameEnding, GameId, GameStart, GameStatus, NewGame, Seats, SeatsToAct, Store,
};

use super::{account, append, open_game, waiting};

pub(crate) async fn a_persons_data_is_exported(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let game = open_game(&store).await;
    let waits = open_game(&store).await;
    let seats = Seats { first: Some(bob), second: Some(ann), ..Seats::default() };
    let turn = waiting(SeatsToAct::First, None);
    let start = GameStart { seats: seats.clone(), secret: String::new(), at: 3, turn };
    assert!(store.start_game(&game, start).await.unwrap());
    assert!(store.set_seats(&waits, seats, 3).await.unwrap());
    // One person in both seats.
    let alone = NewGame::new(GameId::random(), "abalone", "abalone", 1);
    let seats = Seats { first: Some(ann), second: Some(ann), ..Seats::default() };
    let start = GameStart { seats, secret: String::new(), at: 4, turn };
    assert!(store.create_game(alone.clone()).await.unwrap());
    assert!(store.start_game(&alone.id, start).await.unwrap());
    assert_eq!(store.count_games_of(ann).await.unwrap(), 2);
    assert_eq!(store.count_games_of(bob).await.unwrap(), 1);

    // Games against oneself and unfinished games have no result.
    assert_eq!(store.results_of(ann).await.unwrap(), []);
    for game in [&game, &alone.id] {
        let mut last = append(game, 1, "one");
        let result = Some("b wins time".to_owned());
        last.end = Some(GameEnding { at: 5, status: GameStatus::Over, result, reason: None });
        store.append(last).await.unwrap();
    }
    let told = |seat| vec![("abalone".to_owned(), seat, "b wins time".to_owned(), 1)];
    assert_eq!(store.results_of(ann).await.unwrap(), told(2));
    assert_eq!(store.results_of(bob).await.unwrap(), told(1));

    store.add_chat_line(&game, ann, ChatRoom::Players, "hello", 5).await.unwrap();
    store.add_chat_line(&game, bob, ChatRoom::Players, "hello yourself", 6).await.unwrap();
    store.add_chat_line(&alone.id, ann, ChatRoom::Watchers, "nobody here", 7).await.unwrap();
    let message = store.chat_lines_by(ann).await.unwrap();
    let message: Vec<_> = message.iter().map(|(game, line)| (game, line.text.as_str())).collect();
    assert_eq!(message, [(&game, "hello"), (&alone.id, "nobody here")]);

    store.add_report(ann, bob, Some(&game), "rude", 8).await.unwrap();
    store.add_report(bob, ann, None, "rude as well", 9).await.unwrap();
    let reports = store.reports_by(ann).await.unwrap();
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].text, "rude");

    assert_eq!(store.count_sessions().await.unwrap(), 0);
    store.create_session("h1", ann, "browser", 1).await.unwrap();
    store.create_session("h2", bob, "browser", 1).await.unwrap();
    assert_eq!(store.count_sessions().await.unwrap(), 2);
}
