//! Game rows and game lists.

use abaque_store::{
    GameEnding, GameId, GameStart, GameStatus, GamesCursor, GamesQuery, NewGame, PersonId, Seats,
    SeatsToAct, Store, StoreError, StoredGame, Version,
};

use super::{account, append, open_game, waiting};

/// A game in progress between two people.
async fn playing(store: &Store, first: PersonId, second: PersonId, at: i64) -> GameId {
    let id = GameId::random();
    store.create_game(NewGame::new(id.clone(), "abalone", "abalone", at)).await.unwrap();
    assert!(store.start_game(&id, start(first, second, at)).await.unwrap());
    id
}

fn start(first: PersonId, second: PersonId, at: i64) -> GameStart {
    GameStart {
        seats: Seats { first: Some(first), second: Some(second), ..Seats::default() },
        secret: "seed".into(),
        at,
        turn: waiting(SeatsToAct::First, None),
    }
}

fn names(games: &[StoredGame]) -> Vec<GameId> {
    games.iter().map(|game| game.id.clone()).collect()
}

pub(crate) async fn a_game_round_trips(store: Store) {
    let ann = account(&store, "Ann").await;
    let before = open_game(&store).await;
    let seats = Seats { first: Some(ann), second_bot: Some("level 3".into()), ..Seats::default() };
    let new = NewGame {
        id: GameId::random(),
        spec: "abalone:belgian".into(),
        kind: "abalone".into(),
        clock: "5+3".into(),
        rated: true,
        public: false,
        hot_seat: true,
        options: "{\"x\": 'y'}".into(),
        seats: seats.clone(),
        created: 77,
        secret: "the seed".into(),
        rematch_of: Some(before.clone()),
        invited: None,
        turn: waiting(SeatsToAct::Nobody, None),
        lots: None,
    };
    assert!(store.create_game(new.clone()).await.unwrap());
    assert!(!store.create_game(new.clone()).await.unwrap());
    let expected = StoredGame {
        id: new.id.clone(),
        spec: new.spec.clone(),
        kind: new.kind.clone(),
        clock: new.clock.clone(),
        rated: true,
        public: false,
        hot_seat: true,
        options: new.options.clone(),
        seats,
        status: GameStatus::Open,
        result: None,
        reason: None,
        created: 77,
        started: None,
        touched: 77,
        ended: None,
        version: Version::NONE,
        plies: 0,
        turn: waiting(SeatsToAct::Nobody, None),
        rematch_of: Some(before),
        counted: false,
        revision: 0,
    };
    assert_eq!(store.game(&new.id).await.unwrap(), Some(expected));
    assert_eq!(store.game(&GameId::random()).await.unwrap(), None);
    assert_eq!(store.game_secret(&new.id).await.unwrap().as_deref(), Some("the seed"));
    assert!(store.set_game_secret(&new.id, "another").await.unwrap());
    assert_eq!(store.game_secret(&new.id).await.unwrap().as_deref(), Some("another"));
    assert_eq!(store.game_secret(&GameId::random()).await.unwrap(), None);

    let mut nobody = NewGame::new(GameId::random(), "x", "x", 1);
    nobody.seats.first = Some(PersonId(404));
    assert!(matches!(store.create_game(nobody).await, Err(StoreError::Missing)));
}

pub(crate) async fn a_game_starts_once(store: Store) {
    let (ann, bob, eve) =
        (account(&store, "Ann").await, account(&store, "Bob").await, account(&store, "Eve").await);
    let game = open_game(&store).await;
    let seats = Seats { first: Some(ann), ..Seats::default() };
    assert!(store.set_seats(&game, seats.clone(), 5).await.unwrap());
    let (one, other) = tokio::join!(
        store.start_game(&game, start(ann, bob, 9)),
        store.start_game(&game, start(ann, eve, 9)),
    );
    assert!(one.unwrap() ^ other.unwrap());
    let stored = store.game(&game).await.unwrap().unwrap();
    assert_eq!((stored.status, stored.started, stored.touched), (GameStatus::Playing, Some(9), 9));
    assert_eq!(stored.turn.to_act, SeatsToAct::First);
    assert_eq!(store.game_secret(&game).await.unwrap().as_deref(), Some("seed"));
    assert!(!store.set_seats(&game, seats, 10).await.unwrap());
    assert!(!store.withdraw_game(&game, 10).await.unwrap());
    let turn = waiting(SeatsToAct::Second, Some(99));
    assert!(store.set_pending_turn(&game, turn).await.unwrap());
    assert_eq!(store.game(&game).await.unwrap().unwrap().turn, turn);

    let game = open_game(&store).await;
    assert!(!store.set_pending_turn(&game, turn).await.unwrap());
    assert!(store.withdraw_game(&game, 10).await.unwrap());
    let stored = store.game(&game).await.unwrap().unwrap();
    assert_eq!((stored.status, stored.ended), (GameStatus::Aborted, Some(10)));
    assert!(!store.start_game(&game, start(ann, bob, 11)).await.unwrap());
}

pub(crate) async fn open_and_live_games_are_listed(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let (mut open, mut live) = (Vec::new(), Vec::new());
    for at in 1..=4 {
        let new = NewGame::new(GameId::random(), "x", "x", at);
        open.insert(0, new.id.clone());
        let mut hidden = new.clone();
        store.create_game(new).await.unwrap();
        live.insert(0, playing(&store, ann, bob, at).await);
        for starts in [false, true] {
            hidden.id = GameId::random();
            hidden.public = false;
            store.create_game(hidden.clone()).await.unwrap();
            if starts {
                store.start_game(&hidden.id, start(ann, bob, at)).await.unwrap();
            }
        }
    }
    assert_eq!(names(&store.open_games(10).await.unwrap()), open);
    assert_eq!(names(&store.open_games(2).await.unwrap()), open[..2]);
    assert_eq!(names(&store.live_games(10).await.unwrap()), live);
    assert_eq!(names(&store.live_games(3).await.unwrap()), live[..3]);
    assert_eq!(store.games_playing_since(3).await.unwrap().len(), 4);
    assert_eq!(store.games_playing_since(0).await.unwrap().len(), 8);
}

pub(crate) async fn games_of_a_person_are_listed(store: Store) {
    let (ann, bob, eve) =
        (account(&store, "Ann").await, account(&store, "Bob").await, account(&store, "Eve").await);
    let won = playing(&store, ann, bob, 10).await;
    let lost = playing(&store, bob, ann, 20).await;
    let both = playing(&store, ann, ann, 30).await;
    let other = playing(&store, eve, ann, 40).await;
    playing(&store, eve, bob, 50).await;
    for (game, at) in [(&won, 11), (&lost, 21)] {
        let mut last = append(game, 1, "end");
        last.acts[0].0 = at;
        last.end = Some(GameEnding {
            at,
            status: GameStatus::Over,
            result: Some("first".into()),
            reason: Some("goal".into()),
        });
        store.append(last).await.unwrap();
    }
    let mut blocs = NewGame::new(GameId::random(), "blocs", "blocs", 5);
    blocs.rated = true;
    blocs.seats.second = Some(ann);
    store.create_game(blocs.clone()).await.unwrap();

    let all = GamesQuery { limit: 50, ..GamesQuery::default() };
    let of = async |of: GamesQuery| names(&store.games_of(ann, of).await.unwrap());
    let every = [&other, &both, &lost, &won, &blocs.id].map(Clone::clone);
    assert_eq!(of(all.clone()).await, every);
    assert_eq!(of(GamesQuery { limit: 2, ..all.clone() }).await, every[..2]);
    assert_eq!(of(GamesQuery { kind: Some("blocs".into()), ..all.clone() }).await, every[4..]);
    assert_eq!(of(GamesQuery { rated: Some(true), ..all.clone() }).await, every[4..]);
    assert_eq!(of(GamesQuery { rated: Some(false), ..all.clone() }).await, every[..4]);
    assert_eq!(of(GamesQuery { status: Some(GameStatus::Over), ..all.clone() }).await, every[2..4]);
    assert_eq!(of(GamesQuery { opponent: Some(eve), ..all.clone() }).await, every[..1]);
    assert_eq!(of(GamesQuery { opponent: Some(bob), ..all.clone() }).await, every[2..4]);
    assert_eq!(of(GamesQuery { opponent: Some(ann), ..all.clone() }).await, every[1..2]);
    let wins = Some(("first".into(), "second".into()));
    assert_eq!(of(GamesQuery { results: wins, ..all.clone() }).await, every[3..4]);
    let losses = Some(("second".into(), "first".into()));
    assert_eq!(of(GamesQuery { results: losses, ..all.clone() }).await, every[2..3]);
    let span = GamesQuery { since: Some(11), until: Some(30), ..all.clone() };
    assert_eq!(of(span).await, every[1..4]);
    let after = GamesCursor { touched: 30, id: both.clone() };
    assert_eq!(of(GamesQuery { before: Some(after), ..all }).await, every[2..]);
}

pub(crate) async fn pages_contain_every_game_once(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    // Many games touched at the same time: the id breaks ties.
    for number in 0..30 {
        let (first, second) = if number % 2 == 0 { (ann, bob) } else { (bob, ann) };
        playing(&store, first, second, number / 10).await;
    }
    let whole = GamesQuery { limit: 100, ..GamesQuery::default() };
    let whole = names(&store.games_of(ann, whole).await.unwrap());
    let (mut paged, mut before) = (Vec::new(), None);
    loop {
        let of = GamesQuery { limit: 7, before, ..GamesQuery::default() };
        let page = store.games_of(ann, of).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some(GamesCursor { touched: last.touched, id: last.id.clone() });
        paged.extend(names(&page));
    }
    assert_eq!(paged.len(), 30);
    assert_eq!(paged, whole);
}

pub(crate) async fn games_awaiting_a_player_are_listed(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let first = playing(&store, ann, bob, 3).await;
    let both = playing(&store, bob, ann, 2).await;
    store.set_pending_turn(&both, waiting(SeatsToAct::Both, None)).await.unwrap();
    let alone = playing(&store, ann, ann, 1).await;
    store.set_pending_turn(&alone, waiting(SeatsToAct::Both, None)).await.unwrap();
    let turn = async |person| names(&store.games_to_move(person).await.unwrap());
    assert_eq!(turn(ann).await, [alone.clone(), both.clone(), first.clone()]);
    assert_eq!(turn(bob).await, std::slice::from_ref(&both));
    let mut act = append(&first, 1, "act");
    act.turn = Some(waiting(SeatsToAct::Second, None));
    store.append(act).await.unwrap();
    assert_eq!(turn(ann).await, [alone, both.clone()]);
    assert_eq!(turn(bob).await, [both, first]);
    // Nobody but the invited person finds a reserved seat.
    let mut kept = NewGame::new(GameId::random(), "abalone", "abalone", 5);
    kept.invited = Some(bob);
    let id = kept.id.clone();
    assert!(store.create_game(kept).await.unwrap());
    let challenged = async |person| names(&store.challenges(person).await.unwrap());
    assert_eq!(challenged(bob).await, [id]);
    assert!(challenged(ann).await.is_empty());
}

pub(crate) async fn due_games_are_listed(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let mut games = Vec::new();
    for deadline in [None, Some(300), Some(100), Some(200)] {
        let game = playing(&store, ann, bob, 1).await;
        store.set_pending_turn(&game, waiting(SeatsToAct::First, deadline)).await.unwrap();
        games.push(game);
    }
    let due = async |by, limit| names(&store.due_games(by, limit).await.unwrap());
    assert_eq!(due(99, 10).await, []);
    assert_eq!(due(200, 10).await, [games[2].clone(), games[3].clone()]);
    assert_eq!(due(1000, 1).await, [games[2].clone()]);
    let mut last = append(&games[2], 1, "flag");
    last.end = Some(GameEnding { at: 100, status: GameStatus::Over, result: None, reason: None });
    store.append(last).await.unwrap();
    assert_eq!(due(200, 10).await, [games[3].clone()]);
}

pub(crate) async fn all_games_are_exported(store: Store) {
    let mut made = Vec::new();
    for _ in 0..25 {
        made.push(open_game(&store).await);
    }
    let mut read: Vec<GameId> = Vec::new();
    loop {
        let page = store.games_after(read.last(), 10).await.unwrap();
        if page.is_empty() {
            break;
        }
        read.extend(names(&page));
    }
    made.sort();
    read.sort();
    assert_eq!(read, made);
}

pub(crate) async fn a_rematch_is_linked_once(store: Store) {
    let game = open_game(&store).await;
    assert_eq!(store.rematches(&game).await.unwrap(), []);
    let mut again = NewGame::new(GameId::random(), "x", "x", 1);
    again.rematch_of = Some(game.clone());
    store.create_game(again.clone()).await.unwrap();
    assert_eq!(names(&store.rematches(&game).await.unwrap()), [again.id]);
}

pub(crate) async fn finished_games_are_counted(store: Store) {
    let mut over = Vec::new();
    for status in [GameStatus::Over, GameStatus::Aborted, GameStatus::Over, GameStatus::Over] {
        let game = open_game(&store).await;
        assert!(!store.mark_counted(&game).await.unwrap(), "it is not over");
        let mut last = append(&game, 1, "x");
        last.end = Some(GameEnding { at: 100, status, result: None, reason: None });
        store.append(last).await.unwrap();
        if status == GameStatus::Over {
            over.push(game);
        }
    }
    open_game(&store).await;
    over.sort();
    let left = async |last: Option<&GameId>, limit| -> Vec<GameId> {
        let games = store.uncounted_games(last, limit).await.unwrap();
        games.into_iter().map(|game| game.id).collect()
    };
    assert_eq!(left(None, 9).await, over);
    assert_eq!(left(None, 2).await, over[..2]);
    assert_eq!(left(Some(&over[1]), 2).await, over[2..]);
    assert!(store.mark_counted(&over[1]).await.unwrap());
    assert!(store.game(&over[1]).await.unwrap().unwrap().counted);
    assert_eq!(left(None, 9).await, [over[0].clone(), over[2].clone()]);
}
