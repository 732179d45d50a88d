//! Ratings, statistics, chat, and maintenance.

use abaque_store::{
    ChatRoom, Continuation, GameId, GameWinner, MAX_OPENING_PLIES, PersonId, RateOutcome, Rating,
    RatingChange, Store, StoreError,
};

use super::{account, append, open_game};

pub(crate) async fn chat_lines_are_stored_by_room(store: Store) {
    let ann = account(&store, "Ann").await;
    let (game, other) = (open_game(&store).await, open_game(&store).await);
    let say = async |game: &GameId, room, text: &str| {
        store.add_chat_line(game, ann, room, text, 7).await.unwrap()
    };
    let first = say(&game, ChatRoom::Players, "hello").await;
    say(&game, ChatRoom::Watchers, "who wins?").await;
    say(&other, ChatRoom::Players, "elsewhere").await;
    let last = say(&game, ChatRoom::Players, "'quoted' — ünïcode").await;
    let texts = async |room, after| -> Vec<String> {
        let lines = store.chat_lines(&game, room, after).await.unwrap();
        lines.into_iter().map(|line| line.text).collect()
    };
    assert_eq!(texts(ChatRoom::Players, 0).await, ["hello", "'quoted' — ünïcode"]);
    assert_eq!(texts(ChatRoom::Players, first).await, ["'quoted' — ünïcode"]);
    assert_eq!(texts(ChatRoom::Watchers, 0).await, ["who wins?"]);
    assert!(!store.delete_chat_line(&other, last).await.unwrap());
    assert!(store.delete_chat_line(&game, last).await.unwrap());
    assert_eq!(texts(ChatRoom::Players, 0).await, ["hello"]);
    // Numbers of deleted lines are not reused, or readers would miss the new line.
    assert!(say(&game, ChatRoom::Players, "again").await > last);
}

pub(crate) async fn mutes_and_blocks_are_stored(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let (game, other) = (open_game(&store).await, open_game(&store).await);
    for on in [true, true, false, false, true] {
        store.set_muted(&game, ann, on).await.unwrap();
        assert_eq!(store.is_muted(&game, ann).await.unwrap(), on);
    }
    assert!(!store.is_muted(&game, bob).await.unwrap());
    assert!(!store.is_muted(&other, ann).await.unwrap());
    assert!(matches!(store.set_muted(&game, PersonId(404), true).await, Err(StoreError::Missing)));
    assert!(store.close_person(ann, 1).await.unwrap());
    assert!(!store.is_muted(&game, ann).await.unwrap());
}

pub(crate) async fn chat_pages_miss_no_line(store: Store) {
    let ann = account(&store, "Ann").await;
    let game = open_game(&store).await;
    for number in 0..60 {
        let (store, game) = (store.clone(), game.clone());
        tokio::spawn(async move {
            store.add_chat_line(&game, ann, ChatRoom::Players, "hello", number).await.unwrap();
        });
    }
    // A reader who polls for new lines gets every line.
    let (mut read, mut last) = (0, 0);
    while read < 60 {
        let lines = store.chat_lines(&game, ChatRoom::Players, last).await.unwrap();
        last = lines.last().map_or(last, |line| line.id);
        read += lines.len();
        let all = store.chat_lines(&game, ChatRoom::Players, 0).await.unwrap();
        let known = all.iter().filter(|line| line.id <= last).count();
        assert_eq!(known, read, "a line came in below {last}");
    }
}

fn change(person: PersonId, rating: f64, games: u32, delta: f64) -> RatingChange {
    let rating = Rating { rating, deviation: 90.5, volatility: 0.06, games };
    RatingChange { person, rating, delta }
}

pub(crate) async fn ratings_change_once_a_game(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let (game, next) = (open_game(&store).await, open_game(&store).await);
    assert_eq!(store.rating(ann, "abalone").await.unwrap(), None);
    let changes = [change(bob, 1480.25, 1, -19.75), change(ann, 1519.75, 1, 19.75)];
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (store, game) = (store.clone(), game.clone());
            tokio::spawn(
                async move { store.store_ratings(&game, "abalone", 5, changes).await.unwrap() },
            )
        })
        .collect();
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            RateOutcome::Done => done += 1,
            other => assert_eq!(other, RateOutcome::AlreadyRated),
        }
    }
    assert_eq!(done, 1);
    assert_eq!(store.rating(ann, "abalone").await.unwrap(), Some(changes[1].rating));
    assert_eq!(store.rating(ann, "blocs").await.unwrap(), None);
    let changes = [change(ann, 1530.0, 2, 10.25), change(bob, 1470.0, 2, -10.25)];
    assert_eq!(store.store_ratings(&next, "abalone", 6, changes).await.unwrap(), RateOutcome::Done);
    assert_eq!(store.ratings(ann).await.unwrap(), [("abalone".into(), changes[0].rating)]);
    let history = store.rating_history(ann, "abalone").await.unwrap();
    let points: Vec<_> = history.iter().map(|point| (&point.game, point.at, point.delta)).collect();
    assert_eq!(points, [(&game, 5, 19.75), (&next, 6, 10.25)]);
    let same = [change(ann, 1.0, 3, 0.0), change(ann, 1.0, 3, 0.0)];
    let same = store.store_ratings(&open_game(&store).await, "abalone", 7, same).await;
    assert!(matches!(same, Err(StoreError::InvalidRequest(_))));
}

pub(crate) async fn stale_ratings_are_refused(store: Store) {
    let (ann, bob, eve) =
        (account(&store, "Ann").await, account(&store, "Bob").await, account(&store, "Eve").await);
    let (one, two) = (open_game(&store).await, open_game(&store).await);
    // Both games were computed from the same ratings; the second must be recomputed.
    let first = [change(ann, 1520.0, 1, 20.0), change(bob, 1480.0, 1, -20.0)];
    let second = [change(eve, 1480.0, 1, -20.0), change(bob, 1520.0, 1, 20.0)];
    assert_eq!(store.store_ratings(&one, "abalone", 1, first).await.unwrap(), RateOutcome::Done);
    assert_eq!(store.store_ratings(&two, "abalone", 1, second).await.unwrap(), RateOutcome::Stale);
    assert_eq!(store.rating(eve, "abalone").await.unwrap(), None);
    assert_eq!(store.rating_history(eve, "abalone").await.unwrap(), []);
    let again = [change(eve, 1481.0, 1, -19.0), change(bob, 1499.0, 2, 19.0)];
    assert_eq!(store.store_ratings(&two, "abalone", 1, again).await.unwrap(), RateOutcome::Done);
    assert_eq!(
        store.store_ratings(&two, "abalone", 1, again).await.unwrap(),
        RateOutcome::AlreadyRated
    );
}

pub(crate) async fn leaderboards_are_sorted_by_rating(store: Store) {
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Eve", "Dan"] {
        people.push(account(&store, name).await);
    }
    let (ann, bob, eve, dan) = (people[0], people[1], people[2], people[3]);
    let rate = async |changes| {
        let game = open_game(&store).await;
        assert_eq!(
            store.store_ratings(&game, "abalone", 1, changes).await.unwrap(),
            RateOutcome::Done
        );
    };
    rate([change(ann, 1500.0, 1, 0.0), change(bob, 1700.0, 1, 0.0)]).await;
    let mut unsure = change(dan, 1900.0, 1, 0.0);
    unsure.rating.deviation = 300.0;
    rate([change(eve, 1600.0, 1, 0.0), unsure]).await;
    let top = async |limit| -> Vec<String> {
        let top = store.leaderboard("abalone", 110.0, limit).await.unwrap();
        top.into_iter().map(|standing| standing.name).collect()
    };
    assert_eq!(top(10).await, ["Bob", "Eve", "Ann"]);
    assert_eq!(top(2).await, ["Bob", "Eve"]);
    store.ban(bob, Some("engine")).await.unwrap();
    store.close_person(ann, 1).await.unwrap();
    assert_eq!(top(10).await, ["Eve"]);
    assert_eq!(store.leaderboard("blocs", 110.0, 10).await.unwrap(), []);
}

pub(crate) async fn throws_count_once(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let (one, two) = (open_game(&store).await, open_game(&store).await);
    let throws = vec![("66".to_owned(), 2), ("21".to_owned(), 5)];
    assert!(store.add_throws(&one, ann, throws.clone()).await.unwrap());
    assert!(!store.add_throws(&one, ann, throws.clone()).await.unwrap());
    assert!(store.add_throws(&one, bob, vec![("11".into(), 1)]).await.unwrap());
    assert!(store.add_throws(&two, ann, vec![("66".into(), 1)]).await.unwrap());
    let expected = [("21".to_owned(), 5), ("66".to_owned(), 3)];
    assert_eq!(store.throws(ann).await.unwrap(), expected);
    assert_eq!(store.throws(bob).await.unwrap(), [("11".to_owned(), 1)]);
}

pub(crate) async fn reports_are_stored_and_closed(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let game = open_game(&store).await;
    let one = store.add_report(ann, bob, Some(&game), "rude", 1).await.unwrap();
    let two = store.add_report(bob, ann, None, "also", 2).await.unwrap();
    let ids = async |handled, before| -> Vec<i64> {
        let reports = store.reports(handled, before, 10).await.unwrap();
        reports.iter().map(|report| report.id).collect()
    };
    assert_eq!(ids(false, None).await, [two, one]);
    assert_eq!(ids(false, Some(two)).await, [one]);
    assert!(store.set_report_handled(one, true).await.unwrap());
    assert!(!store.set_report_handled(404, true).await.unwrap());
    assert_eq!(ids(false, None).await, [two]);
    let report = store.reports(true, None, 10).await.unwrap().remove(0);
    assert_eq!((report.author, report.about, report.game), (ann, bob, Some(game)));
    assert_eq!((report.at, &*report.text, report.handled), (1, "rude", true));
    assert_eq!(store.report(two).await.unwrap().unwrap().text, "also");
    assert_eq!(store.report(404).await.unwrap(), None);
}

pub(crate) async fn maintenance_notes_and_counts_are_stored(store: Store) {
    assert_eq!(store.note("alive").await.unwrap(), None);
    store.set_note("alive", "1").await.unwrap();
    store.set_note("alive", "2").await.unwrap();
    assert_eq!(store.note("alive").await.unwrap().as_deref(), Some("2"));
    store.ping().await.unwrap();

    let ann = account(&store, "Ann").await;
    store.create_guest("guest", 1).await.unwrap();
    store.create_session("s", ann, "", 1).await.unwrap();
    store.add_report(ann, ann, None, "myself", 1).await.unwrap();
    let game = open_game(&store).await;
    open_game(&store).await;
    store.append(append(&game, 1, "one")).await.unwrap();
    store.append(append(&game, 2, "two")).await.unwrap();
    let stats = store.stats().await.unwrap();
    assert_eq!((stats.accounts, stats.guests, stats.sessions, stats.reports), (1, 1, 1, 1));
    assert_eq!((stats.games, stats.open, stats.playing, stats.acts), (2, 2, 0, 2));
}

pub(crate) async fn missing_rows_are_errors(store: Store) {
    let ann = account(&store, "Ann").await;
    let game = GameId::random();
    for error in [
        store.add_chat_line(&game, ann, ChatRoom::Players, "hello", 1).await.err(),
        store.add_throws(&game, ann, vec![]).await.err(),
        store.add_report(ann, PersonId(404), None, "x", 1).await.err(),
        store.create_session("s", PersonId(404), "", 1).await.err(),
    ] {
        assert!(matches!(error, Some(StoreError::Missing)), "{error:?}");
    }
}

pub(crate) async fn a_closed_store_refuses_requests(store: Store) {
    let game = open_game(&store).await;
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let (store, game) = (store.clone(), game.clone());
            tokio::spawn(async move { store.append(append(&game, number, "act")).await })
        })
        .collect();
    store.close().await;
    for task in tasks {
        // Earlier requests succeed, later ones report that the store is closed.
        let answer = task.await.unwrap();
        assert!(matches!(answer, Ok(_) | Err(StoreError::Closed)), "{answer:?}");
    }
    let late = store.append(append(&game, 2, "late")).await;
    assert!(matches!(late, Err(StoreError::Closed)), "{late:?}");
    assert!(store.game(&game).await.is_err());
    assert!(store.set_note("a", "b").await.is_err());
    store.close().await;
}

pub(crate) async fn openings_are_counted_once(store: Store) {
    let plies = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let add = async |text: &str, won| {
        let game = open_game(&store).await;
        assert!(store.add_opening(&game, "abalone", plies(text), won).await.unwrap());
        assert!(!store.add_opening(&game, "abalone", plies(text), won).await.unwrap());
    };
    add("a b c", GameWinner::First).await;
    add("a b d", GameWinner::Second).await;
    add("a c", GameWinner::Nobody).await;
    add("x ".repeat(MAX_OPENING_PLIES + 5).trim(), GameWinner::First).await;
    let next = async |spec: &str, before: &str| {
        let before = if before.is_empty() { Vec::new() } else { plies(before) };
        let found = store.continuations(spec, &before, 10).await.unwrap();
        let told = |one: Continuation| (one.ply, one.first, one.second, one.draws);
        found.into_iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(next("abalone", "").await, [("a".into(), 1, 1, 1), ("x".into(), 1, 0, 0)]);
    assert_eq!(next("abalone", "a").await, [("b".into(), 1, 1, 0), ("c".into(), 0, 0, 1)]);
    assert_eq!(next("abalone", "a b").await, [("c".into(), 1, 0, 0), ("d".into(), 0, 1, 0)]);
    assert!(next("abalone", "b a").await.is_empty());
    assert!(next("abraxas", "").await.is_empty());
    let deep = ["x"; MAX_OPENING_PLIES].join(" ");
    assert_eq!(next("abalone", &deep).await.len(), 1);
    assert!(next("abalone", &format!("{deep} x")).await.is_empty(), "no further");
}
