//! Nodes that die, stop for a while, or leave.

use std::time::{Duration, Instant};

use abaque_protocol::{GameAct, GameStage};
use abaque_rooms::{RequestError, audit};
use abaque_store::{AppendOutcome, AppendRequest, GameId, GameStatus, Store, Version};
use tokio::time::sleep;

use crate::common::Guest;
use crate::{TestCluster, eventually, seated, until};

fn bye() -> RequestError {
    RequestError::unconfirmed()
}

/// An act that only the driver may store.
fn tick(game: &GameId, version: Version, fence: i64) -> AppendRequest {
    AppendRequest {
        game: game.clone(),
        version,
        acts: vec![(1, r#"{"a":"tick"}"#.into())],
        key: None,
        end: None,
        plies: 0,
        turn: None,
        fence: Some(fence),
    }
}

/// The number of flags in the log of a game.
async fn ticks(store: &Store, id: &GameId) -> usize {
    let acts = store.acts(id).await.unwrap();
    acts.iter().filter(|act| act.act.contains("tick")).count()
}

/// The driver dies; the flag falls all the same, and the player who is left sees it.
#[tokio::test(flavor = "multi_thread")]
async fn another_node_takes_over_from_a_dead_one() {
    let site = TestCluster::new().await;
    let driver = site.fragile_node("a");
    let b = site.node("b").await;
    let rooms = driver.rooms.clone();
    let (id, players) =
        driver.run(async move { seated(&rooms, &rooms, "abalone", "3+0", false).await }).await;
    let mut other = Guest::new(&b, "Boole").await;
    other.visitor.watch(&id, None).await.unwrap();
    assert_eq!(driver.rooms.cluster_stats().unwrap().leases, 1);
    assert_eq!(b.cluster_stats().unwrap().leases, 0);
    drop(players);
    driver.kill();
    let died = Instant::now();
    until(&mut other, "the flag", |guest| guest.state().stage == GameStage::Over).await;
    assert!(died.elapsed() < Duration::from_secs(8), "{:?}", died.elapsed());
    assert_eq!(other.state().ending.as_ref().unwrap().reason, "time");
    assert_eq!(ticks(b.store(), &id).await, 1);
    assert_eq!(b.store().running_nodes().await.unwrap(), ["b"]);
}

/// A node that was stopped for longer than its lease wakes up with an old token: it stores nothing
/// with it, learns what happened, and goes on as a new node.
#[tokio::test(flavor = "multi_thread")]
async fn a_paused_node_stores_nothing_with_its_old_token() {
    let site = TestCluster::new().await;
    let driver = site.fragile_node("a");
    let b = site.node("b").await;
    let rooms = driver.rooms.clone();
    let (id, [mut one, _]) =
        driver.run(async move { seated(&rooms, &rooms, "abalone", "3+0", false).await }).await;
    let mut other = Guest::new(&b, "Boole").await;
    other.visitor.watch(&id, None).await.unwrap();
    assert_eq!(driver.rooms.cluster_stats().unwrap().leases, 1);
    driver.pause(Duration::from_secs(6));
    until(&mut other, "the flag", |guest| guest.state().stage == GameStage::Over).await;
    let over = b.store().acts(&id).await.unwrap();
    // The paused node wakes up; its timer had been due long before. It registers again at its next
    // heartbeat, so by then it has done all it would do with the old token.
    until(&mut one, "the flag", |guest| guest.state().stage == GameStage::Over).await;
    eventually("the second registration", || async {
        let mut running = b.store().running_nodes().await.unwrap();
        running.sort();
        running == ["a", "b"]
    })
    .await;
    assert_eq!(b.store().acts(&id).await.unwrap(), over);
    assert_eq!(ticks(b.store(), &id).await, 1);
    // It serves its clients as before.
    let rooms = driver.rooms.clone();
    let seen = driver.run(async move { rooms.spectator_snapshot(&id).await.unwrap() }).await;
    assert_eq!(seen.state.stage, GameStage::Over);
    let report = audit(b.store(), |_, _| {}).await.unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

/// Every write of a driver checks its token in the transaction that stores it.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_token_stores_nothing() {
    let site = TestCluster::new().await;
    let b = site.node("b").await;
    let (id, _guests) = seated(&b, &b, "abalone", "-", false).await;
    let store = b.store();
    let node = store.register_node("c", 60_000).await.unwrap();
    assert!(node.has_others);
    assert_eq!(store.take_lease(&id, node.id).await.unwrap(), None, "a running node drives it");
    // The lease of b lapses, as if it had been stopped; c takes over.
    let version = store.game(&id).await.unwrap().unwrap().version;
    let mut taken = None;
    b.close(&bye()).await;
    for _ in 0..100 {
        taken = store.take_lease(&id, node.id).await.unwrap();
        if taken.is_some() {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    let fence = taken.unwrap();
    let stored = store.append(tick(&id, version.next(), fence - 1)).await.unwrap();
    assert_eq!(stored, AppendOutcome::Fenced);
    assert_eq!(store.game(&id).await.unwrap().unwrap().version, version);
    let stored = store.append(tick(&id, version.next(), fence)).await.unwrap();
    assert_eq!(stored, AppendOutcome::Stored);
}

/// A node that stops in order hands its games over at once, long before its lease ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stops_releases_its_games() {
    let mut site = TestCluster::new().await;
    site.lease = Duration::from_secs(60);
    let (a, b) = (site.node("a").await, site.node("b").await);
    let (id, _players) = seated(&a, &a, "abalone", "3+0", false).await;
    let mut other = Guest::new(&b, "Boole").await;
    other.visitor.watch(&id, None).await.unwrap();
    assert_eq!(a.cluster_stats().unwrap().leases, 1);
    a.close(&bye()).await;
    a.store().close().await;
    eventually("the takeover", || async { b.cluster_stats().unwrap().leases == 1 }).await;
    until(&mut other, "the flag", |guest| guest.state().stage == GameStage::Over).await;
    assert_eq!(b.store().running_nodes().await.unwrap(), ["b"]);
    assert_eq!(b.store().game(&id).await.unwrap().unwrap().status, GameStatus::Over);
}

/// Nobody looks at the game and its driver is dead: another node finds the fallen flag.
#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_without_viewers() {
    let site = TestCluster::new().await;
    let driver = site.fragile_node("a");
    let b = site.node("b").await;
    let rooms = driver.rooms.clone();
    let (id, guests) =
        driver.run(async move { seated(&rooms, &rooms, "abalone", "2+0", false).await }).await;
    drop(guests);
    driver.kill();
    eventually("the flag", || async {
        b.store().game(&id).await.unwrap().unwrap().status == GameStatus::Over
    })
    .await;
    let mut late = Guest::new(&b, "Cantor").await;
    late.visitor.watch(&id, None).await.unwrap();
    until(&mut late, "the end", |guest| guest.state().stage == GameStage::Over).await;
}

/// A player may act through any node while another one drives, also when time is up.
#[tokio::test(flavor = "multi_thread")]
async fn an_act_after_the_flag_is_refused_on_any_node() {
    let site = TestCluster::new().await;
    let (a, b) = (site.node("a").await, site.node("b").await);
    let (id, [one, other]) = seated(&a, &b, "abalone", "1+0", false).await;
    let player = if one.is_due() { one.id } else { other.id };
    sleep(Duration::from_millis(1300)).await;
    let lang = abaque_core::Lang::En;
    let late = b.act(&id, player, lang, 0, "late".into(), GameAct::Resign).await.unwrap_err();
    assert_eq!(late.code, "over");
    let game = a.store().game(&id).await.unwrap().unwrap();
    assert_eq!(game.reason.as_deref(), Some("time"));
}
