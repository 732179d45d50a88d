//! Acts: order, idempotency keys, version conflicts, grouped commits.

use std::collections::BTreeSet;

use abaque_store::{
    AppendOutcome, GameEnding, GameId, GameStatus, SeatsToAct, Store, StoreError, Version,
};

use super::{append, open_game, waiting};

pub(crate) async fn appends_continue_the_version(store: Store) {
    let game = open_game(&store).await;
    assert_eq!(store.append(append(&game, 1, "one")).await.unwrap(), AppendOutcome::Stored);
    let mut pair = append(&game, 2, "two");
    pair.acts.push((2001, "a lot".into()));
    pair.key = Some("k".into());
    assert_eq!(store.append(pair).await.unwrap(), AppendOutcome::Stored);
    let acts = store.acts(&game).await.unwrap();
    let told: Vec<_> =
        acts.iter().map(|act| (act.version.0, act.at, &*act.act, act.key.as_deref())).collect();
    let expected = [(1, 1000, "one", None), (2, 2000, "two", Some("k")), (3, 2001, "a lot", None)];
    assert_eq!(told, expected);
    assert_eq!(store.acts_from(&game, Version(3)).await.unwrap().len(), 1);
    assert_eq!(store.acts_from(&game, Version(4)).await.unwrap(), []);
    assert_eq!(store.acts(&GameId::random()).await.unwrap(), []);
    let stored = store.game(&game).await.unwrap().unwrap();
    assert_eq!((stored.version.0, stored.plies, stored.touched), (3, 2, 2001));
}

pub(crate) async fn repeated_keys_are_stored_once(store: Store) {
    let (game, other) = (open_game(&store).await, open_game(&store).await);
    let keyed = |game: &GameId, version, key: &str| {
        let mut keyed = append(game, version, "act");
        keyed.key = Some(key.into());
        keyed
    };
    assert_eq!(store.append(keyed(&game, 1, "a")).await.unwrap(), AppendOutcome::Stored);
    assert_eq!(store.append(keyed(&game, 2, "b")).await.unwrap(), AppendOutcome::Stored);
    // The same key again: directly, after other requests, and with another version.
    for version in [1, 2, 3, 9] {
        let again = store.append(keyed(&game, version, "a")).await.unwrap();
        assert_eq!(again, AppendOutcome::AlreadyStored { version: Version(1) });
    }
    assert_eq!(
        store.append(keyed(&game, 7, "b")).await.unwrap(),
        AppendOutcome::AlreadyStored { version: Version(2) }
    );
    assert_eq!(store.append(keyed(&other, 1, "a")).await.unwrap(), AppendOutcome::Stored);
    assert_eq!(store.acts(&game).await.unwrap().len(), 2);

    // Concurrent requests with one key: one is stored, the others get its version.
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let (store, request) = (store.clone(), keyed(&game, 3, "c"));
            tokio::spawn(async move { store.append(request).await.unwrap() })
        })
        .collect();
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            AppendOutcome::Stored => done += 1,
            seen => assert_eq!(seen, AppendOutcome::AlreadyStored { version: Version(3) }),
        }
    }
    assert_eq!(done, 1);
}

pub(crate) async fn conflicting_appends_change_nothing(store: Store) {
    let game = open_game(&store).await;
    store.append(append(&game, 1, "one")).await.unwrap();
    let before = store.game(&game).await.unwrap();
    let mut late = append(&game, 1, "late");
    late.acts.push((5, "and more".into()));
    late.turn = Some(waiting(SeatsToAct::Both, Some(1)));
    late.end = Some(GameEnding { at: 9, status: GameStatus::Over, result: None, reason: None });
    assert_eq!(
        store.append(late).await.unwrap(),
        AppendOutcome::VersionConflict { version: Version(1) }
    );
    // A version too far ahead would leave a gap.
    let early = store.append(append(&game, 3, "early")).await.unwrap();
    assert_eq!(early, AppendOutcome::VersionConflict { version: Version(1) });
    let zero = store.append(append(&game, 0, "zero")).await.unwrap();
    assert_eq!(zero, AppendOutcome::VersionConflict { version: Version(1) });
    let lost = store.append(append(&GameId::random(), 1, "lost")).await.unwrap();
    assert_eq!(lost, AppendOutcome::NoGame);
    assert_eq!(store.acts(&game).await.unwrap().len(), 1);
    assert_eq!(store.game(&game).await.unwrap(), before);

    let mut senseless = append(&game, 2, "two");
    senseless.end =
        Some(GameEnding { at: 9, status: GameStatus::Open, result: None, reason: None });
    assert!(matches!(store.append(senseless).await, Err(StoreError::InvalidRequest(_))));
}

pub(crate) async fn endings_and_turns_are_stored_with_the_act(store: Store) {
    let game = open_game(&store).await;
    let turn = waiting(SeatsToAct::Second, Some(7000));
    let mut first = append(&game, 1, "one");
    first.turn = Some(turn);
    store.append(first).await.unwrap();
    assert_eq!(store.game(&game).await.unwrap().unwrap().turn, turn);
    store.append(append(&game, 2, "two")).await.unwrap();
    assert_eq!(store.game(&game).await.unwrap().unwrap().turn, turn);
    let mut third = append(&game, 3, "three");
    third.turn = Some(waiting(SeatsToAct::First, None));
    store.append(third).await.unwrap();
    let stored = store.game(&game).await.unwrap().unwrap();
    assert_eq!(stored.turn, waiting(SeatsToAct::First, None));

    let mut last = append(&game, 4, "four");
    last.turn = Some(turn);
    last.end = Some(GameEnding {
        at: 4000,
        status: GameStatus::Over,
        result: Some("first".into()),
        reason: Some("time".into()),
    });
    store.append(last).await.unwrap();
    let stored = store.game(&game).await.unwrap().unwrap();
    assert_eq!(stored.status, GameStatus::Over);
    assert_eq!(stored.ended, Some(4000));
    assert_eq!(stored.result.as_deref(), Some("first"));
    assert_eq!(stored.reason.as_deref(), Some("time"));
    assert_eq!(stored.turn, waiting(SeatsToAct::Nobody, None));

    // An end without an act.
    let game = open_game(&store).await;
    let mut aborted = append(&game, 1, "");
    aborted.acts.clear();
    aborted.end =
        Some(GameEnding { at: 5, status: GameStatus::Aborted, result: None, reason: None });
    assert_eq!(store.append(aborted).await.unwrap(), AppendOutcome::Stored);
    let stored = store.game(&game).await.unwrap().unwrap();
    assert_eq!((stored.status, stored.version.0, stored.touched), (GameStatus::Aborted, 0, 5));
}

pub(crate) async fn one_append_wins_each_version(store: Store) {
    let game = open_game(&store).await;
    let tasks: Vec<_> = (0..50)
        .map(|task| {
            let (store, game) = (store.clone(), game.clone());
            tokio::spawn(async move {
                let (mut version, mut won) = (1, Vec::new());
                while won.len() < 3 {
                    let act = format!("{task} {version}");
                    match store.append(append(&game, version, &act)).await.unwrap() {
                        AppendOutcome::Stored => {
                            won.push((version, act));
                            version += 1;
                        }
                        AppendOutcome::VersionConflict { version: newest } => {
                            version = newest.next().0
                        }
                        other => panic!("{other:?}"),
                    }
                }
                won
            })
        })
        .collect();
    let mut won = BTreeSet::new();
    for task in tasks {
        for one in task.await.unwrap() {
            assert!(won.insert(one));
        }
    }
    let acts = store.acts(&game).await.unwrap();
    let stored: BTreeSet<_> = acts.into_iter().map(|act| (act.version.0, act.act)).collect();
    assert_eq!(stored, won);
    let versions: Vec<_> = stored.into_iter().map(|(version, _)| version).collect();
    assert_eq!(versions, (1..=150).collect::<Vec<_>>());
}

pub(crate) async fn appends_share_commits(store: Store) {
    let mut games = Vec::new();
    for _ in 0..100 {
        games.push(open_game(&store).await);
    }
    let before = store.commit_count();
    let mut appends = Vec::new();
    for version in 1..=10 {
        for game in &games {
            let (store, request) = (store.clone(), append(game, version, "act"));
            appends.push(tokio::spawn(async move {
                // An append ahead of its version is refused.
                while store.append(request.clone()).await.unwrap() != AppendOutcome::Stored {}
            }));
        }
    }
    for append in appends {
        append.await.unwrap();
    }
    let commits = store.commit_count() - before;
    assert!((8..=200).contains(&commits), "{commits} commits for 1000 appends");
    for game in &games {
        assert_eq!(store.game(game).await.unwrap().unwrap().version, Version(10));
    }
}

pub(crate) async fn acts_of_one_game_share_a_group(store: Store) {
    let game = open_game(&store).await;
    let mut requests: Vec<_> = (1..=3).map(|version| append(&game, version, "act")).collect();
    requests[0].turn = Some(waiting(SeatsToAct::Second, Some(5)));
    requests[1].end = Some(GameEnding {
        at: 2500,
        status: GameStatus::Over,
        result: Some("draw".into()),
        reason: None,
    });
    let [one, two, three] = [0, 1, 2].map(|place| store.append(requests[place].clone()));
    let before = store.commit_count();
    let (one, two, three) = tokio::join!(one, two, three);
    for done in [one, two, three] {
        assert_eq!(done.unwrap(), AppendOutcome::Stored);
    }
    assert!(store.commit_count() - before <= 2);
    let stored = store.game(&game).await.unwrap().unwrap();
    assert_eq!((stored.version.0, stored.plies, stored.touched), (3, 3, 3000));
    assert_eq!((stored.status, stored.result.as_deref()), (GameStatus::Over, Some("draw")));
    assert_eq!((stored.ended, stored.turn), (Some(2500), waiting(SeatsToAct::Nobody, None)));

    // More acts than one statement takes.
    let mut long = append(&game, 4, "act");
    long.acts = (0..2500).map(|at| (at, at.to_string())).collect();
    assert_eq!(store.append(long).await.unwrap(), AppendOutcome::Stored);
    let acts = store.acts_from(&game, Version(4)).await.unwrap();
    assert!(acts.iter().zip(0..).all(|(act, at)| act.at == at && act.act == at.to_string()));
    assert_eq!((acts.len(), acts[2499].version.0), (2500, 2503));
}

pub(crate) async fn a_conflict_fails_only_its_own_request(store: Store) {
    let taken = open_game(&store).await;
    store.append(append(&taken, 1, "one")).await.unwrap();
    let mut games = Vec::new();
    for _ in 0..50 {
        games.push(open_game(&store).await);
    }
    let mut tasks = Vec::new();
    for game in &games {
        for (game, expected) in [
            (game.clone(), AppendOutcome::Stored),
            (taken.clone(), AppendOutcome::VersionConflict { version: Version(1) }),
            (GameId::random(), AppendOutcome::NoGame),
        ] {
            let store = store.clone();
            tasks.push(tokio::spawn(async move {
                let request = append(&game, 1, "act");
                assert_eq!(store.append(request).await.unwrap(), expected);
            }));
        }
        // On SQLite, failing writes of other kinds share the queue.
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let nobody = abaque_store::PersonId(404);
            let failed = store.create_session("hash", nobody, "", 1).await;
            assert!(matches!(failed, Err(StoreError::Missing)), "{failed:?}");
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    for game in games {
        assert_eq!(store.acts(&game).await.unwrap().len(), 1);
    }
}

/// Two servers on one database: the database decides which comes first.
async fn two_stores(url: String) {
    let (store, other) = (Store::open(&url).await.unwrap(), Store::open(&url).await.unwrap());
    let games = [open_game(&store).await, open_game(&store).await, open_game(&store).await];
    let tasks: Vec<_> = (0..40)
        .map(|number| {
            let store = if number % 2 == 0 { store.clone() } else { other.clone() };
            let games = games.clone();
            tokio::spawn(async move {
                for (round, game) in games.iter().cycle().take(6).enumerate() {
                    let key = format!("{number} {round}");
                    let mut version = 1;
                    loop {
                        let mut request = append(game, version, &key);
                        request.key = Some(key.clone());
                        match store.append(request.clone()).await.unwrap() {
                            AppendOutcome::Stored => break,
                            AppendOutcome::VersionConflict { version: newest } => {
                                version = newest.next().0
                            }
                            unexpected => panic!("{unexpected:?}"),
                        }
                    }
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    for game in &games {
        let acts = other.acts(game).await.unwrap();
        let versions: Vec<_> = acts.iter().map(|act| act.version.0).collect();
        assert_eq!(versions, (1..=80).collect::<Vec<_>>());
    }
    store.close().await;
    other.close().await;
}

#[test]
fn two_stores_on_one_file() {
    let folder = tempfile::tempdir().unwrap();
    super::runtime().block_on(two_stores(super::file(&folder)));
}

#[test]
fn two_stores_on_one_server() {
    super::postgres::with_schema(two_stores);
}
