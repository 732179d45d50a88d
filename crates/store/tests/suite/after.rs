//! What comes of games, and looking after the store.

use abaque_store::{
    Continuation, GameId, Logged, OPENING, PersonId, Rated, Rating, RatingChange, Room, Store,
    StoreError, Won, first_chain,
};

use super::{account, append, open_game};

pub(crate) async fn chat(store: Store) {
    let ann = account(&store, "Ann").await;
    let (game, other) = (open_game(&store).await, open_game(&store).await);
    let say = async |game: &GameId, room, text: &str| {
        store.add_line(game, ann, room, text, 7).await.unwrap()
    };
    let first = say(&game, Room::Players, "hello").await;
    say(&game, Room::Watchers, "who wins?").await;
    say(&other, Room::Players, "elsewhere").await;
    let last = say(&game, Room::Players, "'quoted' — ünïcode").await;
    let texts = async |room, after| -> Vec<String> {
        let lines = store.lines(&game, room, after).await.unwrap();
        lines.into_iter().map(|line| line.text).collect()
    };
    assert_eq!(texts(Room::Players, 0).await, ["hello", "'quoted' — ünïcode"]);
    assert_eq!(texts(Room::Players, first).await, ["'quoted' — ünïcode"]);
    assert_eq!(texts(Room::Watchers, 0).await, ["who wins?"]);
    assert!(!store.delete_line(&other, last).await.unwrap());
    assert!(store.delete_line(&game, last).await.unwrap());
    assert_eq!(texts(Room::Players, 0).await, ["hello"]);
    // The number of a deleted line is not given again, or readers would miss the new one.
    assert!(say(&game, Room::Players, "again").await > last);
}

pub(crate) async fn who_hears_no_chat(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let (game, other) = (open_game(&store).await, open_game(&store).await);
    for on in [true, true, false, false, true] {
        store.mute(&game, ann, on).await.unwrap();
        assert_eq!(store.is_muted(&game, ann).await.unwrap(), on);
    }
    assert!(!store.is_muted(&game, bob).await.unwrap());
    assert!(!store.is_muted(&other, ann).await.unwrap());
    assert!(matches!(store.mute(&game, PersonId(404), true).await, Err(StoreError::Missing)));
    assert!(store.close_person(ann).await.unwrap());
    assert!(!store.is_muted(&game, ann).await.unwrap());
}

pub(crate) async fn no_line_is_missed(store: Store) {
    let ann = account(&store, "Ann").await;
    let game = open_game(&store).await;
    for number in 0..60 {
        let (store, game) = (store.clone(), game.clone());
        tokio::spawn(async move {
            store.add_line(&game, ann, Room::Players, "hello", number).await.unwrap();
        });
    }
    // A reader who asks only for what is new gets everything.
    let (mut read, mut last) = (0, 0);
    while read < 60 {
        let lines = store.lines(&game, Room::Players, last).await.unwrap();
        last = lines.last().map_or(last, |line| line.id);
        read += lines.len();
        let all = store.lines(&game, Room::Players, 0).await.unwrap();
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
    let asked: Vec<_> = (0..8)
        .map(|_| {
            let (store, game) = (store.clone(), game.clone());
            tokio::spawn(async move { store.rate(&game, "abalone", 5, changes).await.unwrap() })
        })
        .collect();
    let mut done = 0;
    for asked in asked {
        match asked.await.unwrap() {
            Rated::Done => done += 1,
            other => assert_eq!(other, Rated::Before),
        }
    }
    assert_eq!(done, 1);
    assert_eq!(store.rating(ann, "abalone").await.unwrap(), Some(changes[1].rating));
    assert_eq!(store.rating(ann, "blocs").await.unwrap(), None);
    let changes = [change(ann, 1530.0, 2, 10.25), change(bob, 1470.0, 2, -10.25)];
    assert_eq!(store.rate(&next, "abalone", 6, changes).await.unwrap(), Rated::Done);
    assert_eq!(store.ratings(ann).await.unwrap(), [("abalone".into(), changes[0].rating)]);
    let history = store.rating_history(ann, "abalone").await.unwrap();
    let told: Vec<_> = history.iter().map(|point| (&point.game, point.at, point.delta)).collect();
    assert_eq!(told, [(&game, 5, 19.75), (&next, 6, 10.25)]);
    let same = [change(ann, 1.0, 3, 0.0), change(ann, 1.0, 3, 0.0)];
    let same = store.rate(&open_game(&store).await, "abalone", 7, same).await;
    assert!(matches!(same, Err(StoreError::Senseless(_))));
}

pub(crate) async fn stale_ratings_are_refused(store: Store) {
    let (ann, bob, eve) =
        (account(&store, "Ann").await, account(&store, "Bob").await, account(&store, "Eve").await);
    let (one, two) = (open_game(&store).await, open_game(&store).await);
    // Both games were reckoned from the same ratings; the second must be reckoned again.
    let first = [change(ann, 1520.0, 1, 20.0), change(bob, 1480.0, 1, -20.0)];
    let second = [change(eve, 1480.0, 1, -20.0), change(bob, 1520.0, 1, 20.0)];
    assert_eq!(store.rate(&one, "abalone", 1, first).await.unwrap(), Rated::Done);
    assert_eq!(store.rate(&two, "abalone", 1, second).await.unwrap(), Rated::Stale);
    assert_eq!(store.rating(eve, "abalone").await.unwrap(), None);
    assert_eq!(store.rating_history(eve, "abalone").await.unwrap(), []);
    let again = [change(eve, 1481.0, 1, -19.0), change(bob, 1499.0, 2, 19.0)];
    assert_eq!(store.rate(&two, "abalone", 1, again).await.unwrap(), Rated::Done);
    assert_eq!(store.rate(&two, "abalone", 1, again).await.unwrap(), Rated::Before);
}

pub(crate) async fn the_best(store: Store) {
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Eve", "Dan"] {
        people.push(account(&store, name).await);
    }
    let (ann, bob, eve, dan) = (people[0], people[1], people[2], people[3]);
    let rate = async |changes| {
        let game = open_game(&store).await;
        assert_eq!(store.rate(&game, "abalone", 1, changes).await.unwrap(), Rated::Done);
    };
    rate([change(ann, 1500.0, 1, 0.0), change(bob, 1700.0, 1, 0.0)]).await;
    let mut unsure = change(dan, 1900.0, 1, 0.0);
    unsure.rating.deviation = 300.0;
    rate([change(eve, 1600.0, 1, 0.0), unsure]).await;
    let top = async |limit| -> Vec<String> {
        let top = store.top("abalone", 110.0, limit).await.unwrap();
        top.into_iter().map(|standing| standing.name).collect()
    };
    assert_eq!(top(10).await, ["Bob", "Eve", "Ann"]);
    assert_eq!(top(2).await, ["Bob", "Eve"]);
    store.ban(bob, Some("engine")).await.unwrap();
    store.close_person(ann).await.unwrap();
    assert_eq!(top(10).await, ["Eve"]);
    assert_eq!(store.top("blocs", 110.0, 10).await.unwrap(), []);
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

pub(crate) async fn reports(store: Store) {
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
    assert!(store.handle_report(one, true).await.unwrap());
    assert!(!store.handle_report(404, true).await.unwrap());
    assert_eq!(ids(false, None).await, [two]);
    let report = store.reports(true, None, 10).await.unwrap().remove(0);
    assert_eq!((report.author, report.about, report.game), (ann, bob, Some(game)));
    assert_eq!((report.at, &*report.text, report.handled), (1, "rude", true));
    assert_eq!(store.report(two).await.unwrap().unwrap().text, "also");
    assert_eq!(store.report(404).await.unwrap(), None);
}

pub(crate) async fn the_log_of_lots(store: Store) {
    let (one, two) = (open_game(&store).await, open_game(&store).await);
    let Logged::Done(first) = store.log_lots(&one, 5, "c1").await.unwrap() else {
        panic!("it was not there")
    };
    let Logged::Done(second) = store.log_lots(&two, 6, "c2").await.unwrap() else {
        panic!("it was not there")
    };
    assert_eq!((first.seq, second.seq), (1, 2));
    assert!(first.follows(&first_chain()));
    assert!(second.follows(&first.chain));
    let mut changed = second.clone();
    changed.commitment = "c3".into();
    assert!(!changed.follows(&first.chain));
    let again = store.log_lots(&one, 9, "other").await.unwrap();
    assert_eq!(again, Logged::Before(first.clone()));
    assert_eq!(store.lots_log(0, 10).await.unwrap(), [first.clone(), second.clone()]);
    assert_eq!(store.lots_log(1, 10).await.unwrap(), std::slice::from_ref(&second));
    assert_eq!(store.lots_log(0, 1).await.unwrap(), [first]);
    assert_eq!(store.lots_of(&two).await.unwrap(), Some(second));
    assert_eq!(store.lots_of(&GameId::random()).await.unwrap(), None);
}

pub(crate) async fn the_log_has_no_gaps(store: Store) {
    let mut tasks = Vec::new();
    for number in 0..40 {
        let (store, game) = (store.clone(), open_game(&store).await);
        tasks.push(tokio::spawn(async move {
            store.log_lots(&game, number, &format!("c{number}")).await.unwrap();
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let log = store.lots_log(0, 100).await.unwrap();
    assert_eq!(log.len(), 40);
    let mut previous = first_chain();
    for (place, entry) in log.into_iter().enumerate() {
        assert_eq!(entry.seq, place as i64 + 1);
        assert!(entry.follows(&previous));
        previous = entry.chain;
    }
}

pub(crate) async fn notes_and_counts(store: Store) {
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

pub(crate) async fn what_is_missing_is_said(store: Store) {
    let ann = account(&store, "Ann").await;
    let game = GameId::random();
    for error in [
        store.add_line(&game, ann, Room::Players, "hello", 1).await.err(),
        store.log_lots(&game, 1, "c").await.err(),
        store.add_throws(&game, ann, vec![]).await.err(),
        store.add_report(ann, PersonId(404), None, "x", 1).await.err(),
        store.create_session("s", PersonId(404), "", 1).await.err(),
    ] {
        assert!(matches!(error, Some(StoreError::Missing)), "{error:?}");
    }
}

pub(crate) async fn closed_stores_say_so(store: Store) {
    let game = open_game(&store).await;
    let asked: Vec<_> = (0..20)
        .map(|number| {
            let (store, game) = (store.clone(), game.clone());
            tokio::spawn(async move { store.append(append(&game, number, "act")).await })
        })
        .collect();
    store.close().await;
    for asked in asked {
        // Whoever asked before was served, whoever asked after was told.
        let answer = asked.await.unwrap();
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
    add("a b c", Won::First).await;
    add("a b d", Won::Second).await;
    add("a c", Won::Nobody).await;
    add("x ".repeat(OPENING + 5).trim(), Won::First).await;
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
    let deep = ["x"; OPENING].join(" ");
    assert_eq!(next("abalone", &deep).await.len(), 1);
    assert!(next("abalone", &format!("{deep} x")).await.is_empty(), "no further");
}
