//! Several servers on one database: registration, leases, presence, notices, quotas, locks.

use std::time::Duration;

use abaque_store::{
    AppendOutcome, CreateOutcome, GameId, GameQuota, NewGame, NodePresence, PendingTurn,
    Precondition, Seats, SeatsToAct, Store, StoreError,
};

use super::postgres::{on_postgres, with_schema};
use super::{account, append, open_game};

#[test]
fn one_node_drives_and_old_tokens_are_refused() {
    on_postgres(|store| async move {
        let game = open_game(&store).await;
        let a = store.register_node("a", 60_000).await.unwrap();
        let b = store.register_node("b", 60_000).await.unwrap();
        assert_eq!((a.has_others, b.has_others), (false, true));
        let first = store.take_lease(&game, a.id).await.unwrap().unwrap();
        assert_eq!(store.take_lease(&game, b.id).await.unwrap(), None);
        let fenced = |version, fence| {
            let mut request = append(&game, version, "tick");
            request.fence = Some(fence);
            request
        };
        assert_eq!(store.append(fenced(1, first)).await.unwrap(), AppendOutcome::Stored);
        // Released, taken, and the old token is worth nothing.
        store.release_lease(&game, first).await.unwrap();
        let second = store.take_lease(&game, b.id).await.unwrap().unwrap();
        assert!(second > first);
        assert_eq!(store.append(fenced(2, first)).await.unwrap(), AppendOutcome::Fenced);
        store.release_lease(&game, first).await.unwrap();
        assert_eq!(store.take_lease(&game, a.id).await.unwrap(), None, "not the old one's to give");
        assert_eq!(store.append(fenced(2, second)).await.unwrap(), AppendOutcome::Stored);
        // What players ask for needs no token.
        assert_eq!(store.append(append(&game, 3, "a1b1")).await.unwrap(), AppendOutcome::Stored);
        // A node that leaves releases everything.
        store.remove_node(b.id).await.unwrap();
        assert!(store.take_lease(&game, a.id).await.unwrap().is_some());
        assert_eq!(store.take_lease(&game, b.id).await.unwrap(), None, "it is gone");
    });
}

#[test]
fn a_lapsed_node_loses_its_games() {
    on_postgres(|store| async move {
        let game = open_game(&store).await;
        let a = store.register_node("a", 300).await.unwrap();
        let b = store.register_node("b", 60_000).await.unwrap();
        let old = store.take_lease(&game, a.id).await.unwrap().unwrap();
        assert!(store.renew_node(a.id, 300, 1_000).await.unwrap());
        assert_eq!(store.running_nodes().await.unwrap(), ["a", "b"]);
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(store.running_nodes().await.unwrap(), ["b"]);
        assert!(!store.renew_node(a.id, 300, 1_000).await.unwrap(), "too late");
        let marks = store.game_marks(std::slice::from_ref(&game)).await.unwrap();
        assert!(!marks[0].driven);
        let new = store.take_lease(&game, b.id).await.unwrap().unwrap();
        let turn = PendingTurn { to_act: SeatsToAct::Nobody, deadline: None };
        for (fence, stored) in [(old, false), (new, true)] {
            let still = || Precondition { secret: None, fence: Some(fence) };
            assert_eq!(store.set_seeds(&game, still(), "x", turn).await.unwrap(), stored);
        }
        let withdrawn = async |fence| {
            let still = Precondition { secret: Some("x".into()), fence: Some(fence) };
            store.withdraw_game_if(&game, still, None, 5).await.unwrap()
        };
        assert!(!withdrawn(old).await);
        assert!(withdrawn(new).await);
        let marks = store.game_marks(&[game, GameId::random()]).await.unwrap();
        assert_eq!((marks.len(), marks[0].revision, marks[0].driven), (1, 2, true));
    });
}

#[test]
fn due_games_are_left_to_their_driver() {
    on_postgres(|store| async move {
        let game = open_game(&store).await;
        let turn = PendingTurn { to_act: SeatsToAct::First, deadline: Some(10) };
        assert!(store.set_seeds(&game, "", "", turn).await.unwrap());
        let a = store.register_node("a", 60_000).await.unwrap().id;
        let b = store.register_node("b", 60_000).await.unwrap().id;
        let due = async |node| store.due_games_of_node(node, 20, 10).await.unwrap().len();
        assert_eq!((due(a).await, due(b).await), (1, 1));
        store.take_lease(&game, a).await.unwrap();
        assert_eq!((due(a).await, due(b).await), (1, 0));
        store.remove_node(a).await.unwrap();
        assert_eq!(due(b).await, 1);
    });
}

#[test]
fn presence_and_notices_come_from_other_nodes() {
    on_postgres(|store| async move {
        let game = open_game(&store).await;
        let a = store.register_node("a", 60_000).await.unwrap().id;
        let b = store.register_node("b", 60_000).await.unwrap().id;
        let here =
            |node, seats, watchers| NodePresence { game: game.clone(), node, seats, watchers };
        store
            .set_presence(vec![here(a, [true, false], 0), here(b, [false, true], 3)])
            .await
            .unwrap();
        let games = [game.clone()];
        let seen = store.presence_elsewhere(&games, a).await.unwrap();
        assert_eq!(seen, [here(b, [false, true], 3)]);
        store.set_presence(vec![here(b, [false, false], 0)]).await.unwrap();
        assert_eq!(store.presence_elsewhere(&games, a).await.unwrap(), []);
        store.remove_node(a).await.unwrap();
        assert_eq!(store.presence_elsewhere(&games, b).await.unwrap(), []);
        store.add_notice(a, 100, "early").await.unwrap();
        store.add_notice(a, 200, "late").await.unwrap();
        let bodies = async |since, node| {
            let notices = store.notices_since(since, node).await.unwrap();
            notices.into_iter().map(|notice| notice.body).collect::<Vec<_>>()
        };
        assert_eq!(bodies(100, b).await, ["early", "late"]);
        assert_eq!(bodies(101, b).await, ["late"]);
        assert!(bodies(0, a).await.is_empty());
        assert_eq!(store.purge_notices(200).await.unwrap(), 1);
    });
}

#[test]
fn quotas_hold_when_servers_create_at_once() {
    with_schema(|url| async move {
        let (one, other) = (Store::open(&url).await.unwrap(), Store::open(&url).await.unwrap());
        let ann = account(&one, "Ann").await;
        let create = |store: &Store| {
            let seats = Seats { first: Some(ann), ..Seats::default() };
            let new = NewGame { seats, ..NewGame::new(GameId::random(), "abalone", "abalone", 1) };
            let store = store.clone();
            tokio::spawn(
                async move { store.create_game_within(new, ann, GameQuota::Open(5)).await },
            )
        };
        let creating: Vec<_> = (0..8).flat_map(|_| [create(&one), create(&other)]).collect();
        let mut created = 0;
        for task in creating {
            created += u32::from(task.await.unwrap().unwrap() == CreateOutcome::Created);
        }
        assert_eq!(created, 5);
        one.close().await;
        other.close().await;
    });
}

#[test]
fn a_database_is_served_by_one_server_or_by_nodes() {
    with_schema(|url| async move {
        let alone = Store::open_as_server(&url).await.unwrap();
        let refused = |opened: Result<Store, StoreError>| match opened {
            Err(error @ StoreError::DatabaseServed(_)) => error.to_string(),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("two servers"),
        };
        assert!(refused(Store::open_as_server(&url).await).contains("--bus"));
        refused(Store::open_as_node(&url).await);
        alone.close().await;
        let a = Store::open_as_node(&url).await.unwrap();
        let b = Store::open_as_node(&url).await.unwrap();
        refused(Store::open_as_server(&url).await);
        // `abaque admin` works beside them.
        Store::open(&url).await.unwrap().close().await;
        a.close().await;
        b.close().await;
        Store::open_as_server(&url).await.unwrap().close().await;
    });
}

#[test]
fn a_sqlite_file_cannot_have_nodes() {
    super::runtime().block_on(async {
        assert!(Store::open_as_node("sqlite:/tmp/no-such.db").await.is_err());
    });
}
