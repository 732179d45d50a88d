//! What somebody left in the store.

use abaque_store::{Ending, GameId, NewGame, Room, Seats, Start, Status, Store, ToAct};

use super::{account, append, open_game, waiting};

pub(crate) async fn what_somebody_left(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let game = open_game(&store).await;
    let waits = open_game(&store).await;
    let seats = Seats { first: Some(bob), second: Some(ann), ..Seats::default() };
    let turn = waiting(ToAct::First, None);
    let start = Start { seats: seats.clone(), secret: String::new(), at: 3, turn };
    assert!(store.start_game(&game, start).await.unwrap());
    assert!(store.set_seats(&waits, seats, 3).await.unwrap());
    // Alone at both sides of a table.
    let alone = NewGame::new(GameId::random(), "abalone", "abalone", 1);
    let seats = Seats { first: Some(ann), second: Some(ann), ..Seats::default() };
    let start = Start { seats, secret: String::new(), at: 4, turn };
    assert!(store.create_game(alone.clone()).await.unwrap());
    assert!(store.start_game(&alone.id, start).await.unwrap());
    assert_eq!(store.count_games_of(ann).await.unwrap(), 2);
    assert_eq!(store.count_games_of(bob).await.unwrap(), 1);

    // What one won against oneself is no result, and neither is what goes on.
    assert_eq!(store.results_of(ann).await.unwrap(), []);
    for game in [&game, &alone.id] {
        let mut last = append(game, 1, "one");
        let result = Some("b wins time".to_owned());
        last.end = Some(Ending { at: 5, status: Status::Over, result, reason: None });
        store.append(last).await.unwrap();
    }
    let told = |seat| vec![("abalone".to_owned(), seat, "b wins time".to_owned(), 1)];
    assert_eq!(store.results_of(ann).await.unwrap(), told(2));
    assert_eq!(store.results_of(bob).await.unwrap(), told(1));

    store.add_line(&game, ann, Room::Players, "hello", 5).await.unwrap();
    store.add_line(&game, bob, Room::Players, "hello yourself", 6).await.unwrap();
    store.add_line(&alone.id, ann, Room::Watchers, "nobody here", 7).await.unwrap();
    let said = store.lines_by(ann).await.unwrap();
    let said: Vec<_> = said.iter().map(|(game, line)| (game, line.text.as_str())).collect();
    assert_eq!(said, [(&game, "hello"), (&alone.id, "nobody here")]);

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
