//! The lot log, and games before they begin.

use abaque_store::{
    GameId, GameStatus, LotCommitments, LotKind, NewGame, PersonId, SeatChange, Seats, SeatsToAct,
    SeedMode, SeekQuery, Store, StoreError, first_chain,
};

use crate::{account, waiting};

fn commitments(name: &str) -> LotCommitments {
    let name = |party: &str| format!("{party} of {name}");
    LotCommitments { table: name("s"), a: name("a"), b: None, seeds: SeedMode::Deposited }
}

/// A game with lots, created by `host`.
fn with_lots(host: PersonId, at: i64) -> NewGame {
    let id = GameId::random();
    let lots = Some(commitments(id.as_str()));
    let seats = Seats { first: Some(host), ..Seats::default() };
    NewGame { seats, lots, secret: "old".into(), ..NewGame::new(id, "abagio", "abagio", at) }
}

fn sits(host: PersonId, other: Option<PersonId>, secret: &str, at: i64) -> SeatChange {
    SeatChange {
        seats: Seats { first: Some(host), second: other, ..Seats::default() },
        options: "options".into(),
        secret: secret.into(),
        at,
        turn: waiting(SeatsToAct::Second, Some(at + 60)).filter(other.is_some()),
    }
}

trait Filter {
    fn filter(self, keep: bool) -> Self;
}

impl Filter for abaque_store::PendingTurn {
    fn filter(self, keep: bool) -> Self {
        if keep { self } else { waiting(SeatsToAct::Nobody, None) }
    }
}

pub(crate) async fn the_lot_log_is_a_hash_chain(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let (one, two) = (with_lots(ann, 5), with_lots(bob, 6));
    assert!(store.create_game(one.clone()).await.unwrap());
    assert!(!store.create_game(one.clone()).await.unwrap(), "once");
    assert!(store.create_game(two.clone()).await.unwrap());
    let joined = LotCommitments { b: Some("b".into()), ..commitments(one.id.as_str()) };
    let change = sits(ann, Some(bob), "new", 7);
    assert!(store.seat_joiner(&one.id, change.clone(), Some(joined.clone())).await.unwrap());
    assert!(!store.seat_joiner(&one.id, change, Some(joined)).await.unwrap(), "no seat is free");
    let plain = NewGame { lots: None, ..with_lots(ann, 8) };
    assert!(store.create_game(plain.clone()).await.unwrap());

    let log = store.lots_log(0, 10).await.unwrap();
    let seen: Vec<_> = log.iter().map(|entry| (entry.seq, &entry.game, entry.at)).collect();
    assert_eq!(seen, [(1, &one.id, 5), (2, &two.id, 6), (3, &one.id, 7)]);
    let kinds: Vec<_> = log.iter().map(|entry| entry.kind).collect();
    assert_eq!(kinds, [LotKind::Open, LotKind::Open, LotKind::Join]);
    assert_eq!(log[0].commitment, format!("s of {}", one.id));
    assert_eq!(log[0].a, Some(format!("a of {}", one.id)));
    assert_eq!((&log[0].b, log[0].seeds), (&None, Some(SeedMode::Deposited)));
    assert_eq!((&log[2].a, log[2].b.as_deref()), (&log[0].a, Some("b")));
    assert_eq!(log[2].commitment, log[0].commitment);
    let mut previous = first_chain();
    for entry in &log {
        assert!(entry.follows(&previous));
        for change in 0..6 {
            let mut other = entry.clone();
            match change {
                0 => other.commitment.push('x'),
                1 => other.a = None,
                2 => other.b = Some("other".into()),
                3 => other.seeds = Some(SeedMode::Live),
                4 => other.at += 1,
                _ => other.game = GameId::random(),
            }
            assert!(!other.follows(&previous), "{change}");
        }
        previous = entry.chain.clone();
    }
    assert_eq!(store.lots_log(1, 10).await.unwrap(), log[1..]);
    assert_eq!(store.lots_log(0, 1).await.unwrap(), log[..1]);
    let of_one = store.lots_of_game(&one.id, 0, 10).await.unwrap();
    assert_eq!(of_one, [log[0].clone(), log[2].clone()]);
    assert_eq!(store.lots_of_game(&one.id, 1, 10).await.unwrap(), log[2..]);
    assert!(store.lots_of_game(&plain.id, 0, 10).await.unwrap().is_empty());
}

pub(crate) async fn the_lot_log_has_no_gaps(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let mut tasks = Vec::new();
    for number in 0..40 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let new = with_lots(ann, number);
            assert!(store.create_game(new.clone()).await.unwrap());
            let joined = LotCommitments { b: Some("b".into()), ..commitments(new.id.as_str()) };
            let change = sits(ann, Some(bob), "new", number);
            assert!(store.seat_joiner(&new.id, change, Some(joined)).await.unwrap());
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let log = store.lots_log(0, 100).await.unwrap();
    assert_eq!(log.len(), 80);
    let mut previous = first_chain();
    for (place, entry) in log.into_iter().enumerate() {
        assert_eq!(entry.seq, place as i64 + 1);
        assert!(entry.follows(&previous));
        previous = entry.chain;
    }
}

/// If the log entry cannot be written (no database accepts NUL in text), the game is not created.
pub(crate) async fn a_game_and_its_entry_are_one_write(store: Store) {
    let ann = account(&store, "Ann").await;
    let mut new = with_lots(ann, 1);
    new.lots = Some(LotCommitments { table: "broken\0".into(), ..commitments("x") });
    let refused = store.create_game(new.clone()).await;
    assert!(matches!(refused, Err(StoreError::Nul)), "{refused:?}");
    assert_eq!(store.game(&new.id).await.unwrap(), None);
    assert!(store.lots_log(0, 10).await.unwrap().is_empty());
    // The id is still free.
    new.lots = Some(commitments("x"));
    assert!(store.create_game(new.clone()).await.unwrap());
    assert_eq!(store.lots_of_game(&new.id, 0, 10).await.unwrap().len(), 1);
}

pub(crate) async fn a_join_and_its_entry_are_one_write(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let new = with_lots(ann, 1);
    store.create_game(new.clone()).await.unwrap();
    let before = store.game(&new.id).await.unwrap();
    let broken = LotCommitments { b: Some("broken\0".into()), ..commitments("x") };
    let refused = store.seat_joiner(&new.id, sits(ann, Some(bob), "new", 2), Some(broken)).await;
    assert!(matches!(refused, Err(StoreError::Nul)), "{refused:?}");
    assert_eq!(store.game(&new.id).await.unwrap(), before);
    assert_eq!(store.game_secret(&new.id).await.unwrap().as_deref(), Some("old"));
    assert_eq!(store.lots_log(0, 10).await.unwrap().len(), 1);
    assert!(store.seat_joiner(&new.id, sits(ann, Some(bob), "new", 2), None).await.unwrap());
}

pub(crate) async fn seats_are_freed_and_taken_again(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let cas = account(&store, "Cas").await;
    let new = with_lots(ann, 1);
    store.create_game(new.clone()).await.unwrap();
    let open = async || store.open_games(10).await.unwrap().len();
    assert_eq!(open().await, 1);
    assert!(store.seat_joiner(&new.id, sits(ann, Some(bob), "bob's", 2), None).await.unwrap());
    assert_eq!(open().await, 0);
    let free = sits(ann, None, "old", 3);
    assert!(!store.free_seat(&new.id, "another", free.clone()).await.unwrap(), "it has changed");
    assert!(store.free_seat(&new.id, "bob's", free.clone()).await.unwrap());
    let game = store.game(&new.id).await.unwrap().unwrap();
    assert_eq!((game.seats.second, game.turn), (None, waiting(SeatsToAct::Nobody, None)));
    assert_eq!(open().await, 1);
    assert!(store.seat_joiner(&new.id, sits(ann, Some(cas), "cas's", 4), None).await.unwrap());
    // A withdrawn game cannot be reopened and keeps the secret stored with the withdrawal.
    assert!(store.withdraw_game_with(&new.id, "last", 5).await.unwrap());
    assert!(!store.free_seat(&new.id, "last", free).await.unwrap());
    assert!(!store.set_seeds(&new.id, "last", "x", game.turn).await.unwrap());
    let game = store.game(&new.id).await.unwrap().unwrap();
    assert_eq!((game.status, game.turn), (GameStatus::Aborted, waiting(SeatsToAct::Nobody, None)));
    assert_eq!(store.game_secret(&new.id).await.unwrap().as_deref(), Some("last"));
}

pub(crate) async fn games_with_due_seeds_are_listed(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let new = NewGame { invited: Some(bob), ..with_lots(ann, 1) };
    store.create_game(new.clone()).await.unwrap();
    let turns = async |person| store.games_to_move(person).await.unwrap().len();
    let challenged = async || store.challenges(bob).await.unwrap().len();
    assert_eq!((turns(ann).await, turns(bob).await, challenged().await), (0, 0, 1));
    assert!(store.seat_joiner(&new.id, sits(ann, Some(bob), "met", 100), None).await.unwrap());
    assert_eq!((turns(ann).await, turns(bob).await), (0, 1), "the joiner's seed");
    assert_eq!(challenged().await, 0, "the seat is taken");
    let due = async |at| store.due_games(at, 10).await.unwrap().len();
    assert_eq!((due(159).await, due(160).await), (0, 1));
    let both = waiting(SeatsToAct::First, Some(170));
    assert!(!store.set_seeds(&new.id, "other", "x", both).await.unwrap());
    assert!(store.set_seeds(&new.id, "met", "x", both).await.unwrap());
    assert_eq!((turns(ann).await, turns(bob).await, due(169).await), (1, 0, 0));
}

pub(crate) async fn seats_are_held_for_a_while(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let cas = account(&store, "Cas").await;
    let new = with_lots(ann, 1);
    store.create_game(new.clone()).await.unwrap();
    let like = async |person, now, rated| {
        let (spec, clock) = ("abagio".into(), String::new());
        let like = SeekQuery { spec, clock, rated, person, now };
        store.seekable_games(like).await.unwrap().len()
    };
    assert_eq!((like(bob, 10, false).await, like(bob, 10, true).await), (1, 0));
    assert!(store.hold_seat(&new.id, bob, 10, 25).await.unwrap());
    assert!(store.hold_seat(&new.id, bob, 12, 27).await.unwrap(), "again for the same");
    assert!(!store.hold_seat(&new.id, cas, 26, 40).await.unwrap());
    assert_eq!((like(bob, 26, false).await, like(cas, 26, false).await), (1, 0));
    assert_eq!(like(cas, 27, false).await, 1);
    assert!(store.hold_seat(&new.id, cas, 27, 40).await.unwrap());
    // Holds only concern seekers: a direct join succeeds.
    assert!(store.seat_joiner(&new.id, sits(ann, Some(bob), "met", 28), None).await.unwrap());
    assert!(!store.hold_seat(&new.id, cas, 29, 40).await.unwrap());
    assert_eq!(like(cas, 29, false).await, 0);
}

/// Applies between servers on one PostgreSQL; within one SQLite server the rooms have their own
/// lock.
pub(crate) async fn simultaneous_seeks_wait_for_each_other(store: Store) {
    let first = store.lock_seek("abagio 300+2").await.unwrap();
    let _other = store.lock_seek("abagio 60+0").await.unwrap();
    drop(first);
    let again = store.lock_seek("abagio 300+2");
    let again = tokio::time::timeout(std::time::Duration::from_secs(10), again).await;
    again.expect("nobody holds it any more").unwrap();
}
