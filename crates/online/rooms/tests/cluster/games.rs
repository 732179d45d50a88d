//! Games whose players and spectators are on different nodes.

use std::time::Duration;

use abaque_core::SplitMix;
use abaque_lots::to_hex;
use abaque_protocol::{GameAct, GameStage, Offer, ServerMessage};
use abaque_record::{check, parse};
use abaque_rooms::{BusFaults, OpponentChoice, SideChoice, ValidTerms, audit};
use abaque_store::{GameId, GameStatus};
use tokio::time::{Instant, sleep};

use crate::common::{Guest, terms};
use crate::{NOISE, SILENCE, TestCluster, seated, until};

/// One random action of a player who is to act.
async fn play_one(id: &GameId, guest: &mut Guest, source: &mut SplitMix) {
    let version = guest.play_any(id, source).await;
    until(guest, "the own act", |guest| guest.state().version >= version).await;
}

/// Plays until the game is over or this many actions are played.
async fn play_on(id: &GameId, guests: &mut [Guest], source: &mut SplitMix, most: usize) {
    let (mut played, mut last) = (0, Instant::now());
    while played < most && guests.iter().any(|guest| guest.state().stage != GameStage::Over) {
        for guest in guests.iter_mut() {
            guest.catch_up().await;
        }
        match guests.iter_mut().find(|guest| guest.is_due() && !guest.yours().is_empty()) {
            Some(guest) => {
                play_one(id, guest, source).await;
                (played, last) = (played + 1, Instant::now());
            }
            None => {
                assert!(last.elapsed() < Duration::from_secs(15), "the game stands still");
                sleep(Duration::from_millis(2)).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_across_three_nodes() {
    let site = TestCluster::new().await;
    let (a, b, c) = (site.node("a").await, site.node("b").await, site.node("c").await);
    let short = ["abalone:layout=belgian-daisy,target=1", "abraxas:sheet=2,target=3"];
    for spec in abaque_catalog::with_remaining_games(&short) {
        site.bus.set_faults(NOISE);
        let (id, [one, other]) = seated(&a, &b, spec, "600+5", true).await;
        let mut watcher = Guest::new(&c, "Cantor").await;
        watcher.visitor.watch(&id, None).await.unwrap();
        until(&mut watcher, "the table", |_| true).await;
        let mut guests = [one, other, watcher];
        let mut source = SplitMix(5);
        play_on(&id, &mut guests, &mut source, 12).await;
        site.bus.set_faults(BusFaults::default());
        play_on(&id, &mut guests, &mut source, 3000).await;
        for guest in &mut guests {
            until(guest, "the new ratings", |guest| {
                guest.state().ending.as_ref().is_some_and(|ending| ending.ratings.is_some())
            })
            .await;
        }
        let [one, other, watcher] = &guests;
        let plies = |guest: &Guest| guest.table.as_ref().unwrap().plies.clone();
        assert_eq!(plies(one), plies(watcher), "{spec}");
        assert_eq!(plies(one), plies(other), "{spec}");
        assert!(plies(one).list.iter().all(|shown| shown.ply != "?"), "{spec}");
        assert_eq!(one.state().ending, watcher.state().ending);
        let text = c.export_record(&id).await.unwrap();
        check(&parse(&text).unwrap()[0]).unwrap();
        for guest in guests {
            guest.visitor.close().await;
        }
    }
    let report = audit(a.store(), |_, _| {}).await.unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

/// Without any hint everything still arrives, a little later.
#[tokio::test(flavor = "multi_thread")]
async fn polling_replaces_lost_hints() {
    let site = TestCluster::new().await;
    site.bus.set_faults(SILENCE);
    let (a, b) = (site.node("a").await, site.node("b").await);
    let (id, mut guests) = seated(&a, &b, "abagio", "600+5", false).await;
    play_on(&id, &mut guests, &mut SplitMix(3), 6).await;
    let recovered = |rooms: &abaque_rooms::Rooms| rooms.cluster_stats().unwrap().recovered;
    assert!(recovered(&a) + recovered(&b) >= 3);
    assert_eq!(a.cluster_stats().unwrap().hints, 0);
    // Exactly one of them drives.
    assert_eq!(
        [&a, &b].map(|rooms| rooms.cluster_stats().unwrap().leases).iter().sum::<usize>(),
        1
    );
    guests[0].act(&id, GameAct::Resign).await.unwrap();
    until(&mut guests[1], "the end", |guest| guest.state().stage == GameStage::Over).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_acts_on_several_nodes_all_count() {
    let site = TestCluster::new().await;
    site.bus.set_faults(SILENCE);
    let (a, b) = (site.node("a").await, site.node("b").await);
    // Secret set-ups: both players act at once, each on an outdated version of the other.
    let (id, [one, other]) = seated(&a, &b, "blocs", "600+5", false).await;
    let set_up = |guest: &Guest| GameAct::Play {
        ply: guest.state().legal.as_ref().unwrap()[0].clone(),
        nonce: Some(to_hex(&[7; 32])),
    };
    let (first, second) = tokio::join!(one.act(&id, set_up(&one)), other.act(&id, set_up(&other)));
    let mut versions = [first.unwrap(), second.unwrap()];
    versions.sort_unstable();
    assert_eq!(versions[0], 1);
    assert!(versions[1] >= 2);
    // Offers meet; both are stored.
    let (first, second) = tokio::join!(
        one.act(&id, GameAct::Offer { what: Offer::Draw }),
        other.act(&id, GameAct::Resign),
    );
    // The offer is refused only if the game was over before it.
    assert!(first.is_ok() || first.unwrap_err().code == "over");
    second.unwrap();
    assert_eq!(a.store().game(&id).await.unwrap().unwrap().status, GameStatus::Over);
}

/// A client that sends its act again through another node gets the first answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_act_counts_once_on_any_node() {
    let site = TestCluster::new().await;
    site.bus.set_faults(SILENCE);
    let (a, b) = (site.node("a").await, site.node("b").await);
    let (id, [one, other]) = seated(&a, &b, "abalone", "600+5", false).await;
    let player = if one.is_due() { &one } else { &other };
    let ply = player.state().legal.as_ref().unwrap()[0].clone();
    let act = || GameAct::Play { ply: ply.clone(), nonce: None };
    let lang = abaque_core::Lang::En;
    let again = async |rooms: &abaque_rooms::Rooms| {
        rooms.act(&id, player.id, lang, 0, "same".into(), act()).await.unwrap()
    };
    let (here, there) = tokio::join!(again(&a), again(&b));
    assert_eq!((here, there), (1, 1));
    assert_eq!(again(&b).await, 1);
    assert_eq!(a.store().acts(&id).await.unwrap().len(), 1);
}

/// A player changes the node in the middle of a game and gets exactly what was missed.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_may_change_the_node_at_any_time() {
    let site = TestCluster::new().await;
    site.bus.set_faults(SILENCE);
    let (a, b) = (site.node("a").await, site.node("b").await);
    let (id, mut guests) = seated(&a, &b, "abalone", "600+5", false).await;
    play_on(&id, &mut guests, &mut SplitMix(4), 4).await;
    let [one, mut other] = guests;
    let have = one.state().version;
    until(&mut other, "the last act", |guest| guest.state().version >= 4).await;
    one.visitor.close().await;
    let mut moved = Guest::new(&b, "Ada").await;
    moved.table = one.table;
    moved.visitor.watch(&id, Some(have)).await.unwrap();
    let ServerMessage::Step { after, .. } = moved.receive().await else {
        panic!("a step expected")
    };
    assert_eq!(after, have);
    assert_eq!(moved.table.as_ref().unwrap().plies, other.table.as_ref().unwrap().plies);
    assert_eq!(moved.state().version, 4);
}

/// One node searches for a bot, wherever its opponent is.
#[tokio::test(flavor = "multi_thread")]
async fn one_node_searches_for_a_bot() {
    let site = TestCluster::new().await;
    let (a, b) = (site.node("a").await, site.node("b").await);
    let mut guest = Guest::new(&b, "Ada").await;
    let mut spectator = Guest::new(&a, "Ada").await;
    let id = GameId::random();
    let mut terms = terms(&id, "abalone", "-", Vec::new());
    terms.against = OpponentChoice::Computer("1".into());
    terms.side = SideChoice::First;
    a.create(guest.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
    guest.visitor.watch(&id, None).await.unwrap();
    spectator.visitor.watch(&id, None).await.unwrap();
    for turn in 1..=4_u64 {
        until(&mut guest, "the turn", Guest::is_due).await;
        let ply = guest.state().legal.as_ref().unwrap()[0].clone();
        let version = guest.play(&id, &ply).await.unwrap();
        until(&mut guest, "the bot", |guest| guest.state().version > version).await;
        until(&mut spectator, "the bot", |guest| guest.state().version > version).await;
        let started = [&a, &b].map(|rooms| rooms.bot_pool_stats().started);
        assert_eq!(started.iter().sum::<u64>(), turn, "{started:?}");
    }
}
