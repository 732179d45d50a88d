//! Spectator delay: no ply, version or seal early, and everything once the game is over.

use abaque_core::{RandomSource, SplitMix};
use abaque_lots::{Party, to_hex};
use abaque_protocol::{GameAct, GameStage, Offer};
use abaque_rooms::{GameTerms, RequestError, Rooms, SideChoice, ValidTerms};
use abaque_store::GameId;

use crate::common::test_rooms::TestRooms;
use crate::common::{Guest, terms};

/// Delay in milliseconds.
const DELAY: i64 = 60_000;

async fn begun(rooms: &Rooms, spec: &str) -> (GameId, Guest, Guest) {
    let (mut one, mut other) = (Guest::new(rooms, "Ada").await, Guest::new(rooms, "Boole").await);
    let id = GameId::random();
    let terms = terms(&id, spec, "3600+5", vec![one.committed(&id, Party::A)]);
    let terms = GameTerms { side: SideChoice::First, delay: DELAY as u32 / 1000, ..terms };
    let deal = ValidTerms::new(terms).unwrap();
    let lots = deal.lots;
    rooms.create(one.id, &deal, None).await.unwrap();
    rooms.join(&id, other.id, Some(other.committed(&id, Party::B))).await.unwrap();
    for guest in [&mut one, &mut other] {
        if lots {
            let seed = to_hex(&guest.seed);
            guest.act(&id, GameAct::Reveal { seed, other: None }).await.unwrap();
        }
    }
    for guest in [&mut one, &mut other] {
        watch(guest, &id).await;
    }
    (id, one, other)
}

async fn watch(guest: &mut Guest, id: &GameId) {
    guest.table = None;
    guest.visitor.watch(id, None).await.unwrap();
    while guest.table.is_none() {
        guest.receive().await;
    }
}

/// Makes the room check its deadlines and all guests receive the results.
async fn settle(rooms: &Rooms, id: &GameId, guests: &mut [&mut Guest]) {
    rooms.tick(id).await;
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    for guest in guests {
        guest.catch_up().await;
    }
}

/// Times of the plies, to compute how much a spectator may see.
#[derive(Default)]
struct WatchTimeline(Vec<(i64, u32, usize)>);

impl WatchTimeline {
    fn note(&mut self, at: i64, player: &Guest) {
        let table = player.table.as_ref().unwrap();
        self.0.push((at, table.state.version, table.plies.list.len()));
    }

    fn known(&self, now: i64) -> (u32, usize) {
        let old = self.0.iter().rev().find(|(at, ..)| at + DELAY <= now);
        old.map_or((0, 0), |&(_, version, plies)| (version, plies))
    }

    #[track_caller]
    fn check(&self, watcher: &Guest, now: i64, exactly: bool) {
        let table = watcher.table.as_ref().unwrap();
        let sees = (table.state.version, table.plies.list.len());
        let known = self.known(now);
        assert!(sees.0 <= known.0 && sees.1 <= known.1, "{sees:?} of {known:?}");
        assert!(!exactly || sees == known, "{sees:?} is not {known:?}");
        assert!(table.info.plies as usize <= known.1, "{}", table.info.plies);
        assert!(table.state.now.0 as i64 <= now - DELAY || known.0 == 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_see_moves_after_the_agreed_delay() {
    for spec in ["abalone", "abagio", "blocs"] {
        let place = TestRooms::new();
        let rooms = place.rooms().await;
        let (id, mut one, mut other) = begun(&rooms, spec).await;
        let mut watcher = Guest::new(&rooms, "Cantor").await;
        watch(&mut watcher, &id).await;
        assert_eq!(watcher.table.as_ref().unwrap().info.delay, 60);
        let mut played = WatchTimeline::default();
        settle(&rooms, &id, &mut [&mut one, &mut other]).await;
        played.note(place.now(), &one);
        let mut source = SplitMix(3);
        for round in 0..18 {
            place.pass(7_000);
            settle(&rooms, &id, &mut [&mut one, &mut other, &mut watcher]).await;
            played.check(&watcher, place.now(), true);
            let mover = if one.is_due() { &mut one } else { &mut other };
            let legal = mover.state().legal.clone().unwrap();
            let ply = legal[source.below(legal.len() as u64) as usize].clone();
            let nonce = ply.starts_with("setup:").then(|| to_hex(&[5; 32]));
            mover.act(&id, GameAct::Play { ply, nonce }).await.unwrap();
            settle(&rooms, &id, &mut [&mut one, &mut other, &mut watcher]).await;
            played.note(place.now(), &one);
            assert_eq!(one.state().stage, GameStage::Playing, "{spec} is over in round {round}");
            played.check(&watcher, place.now(), true);
            // A new viewer or a made-up version reveals no more.
            let mut late = Guest::new(&rooms, "Dedekind").await;
            watch(&mut late, &id).await;
            played.check(&late, place.now(), true);
            let lots = &late.table.as_ref().unwrap().lots;
            let sealed = lots.seals.as_ref().map_or(0, |seals| seals.iter().flatten().count());
            assert!(sealed <= played.known(place.now()).0 as usize, "round {round}");
            late.table = None;
            late.visitor.watch(&id, Some(one.state().version)).await.unwrap();
            while late.table.is_none() {
                late.receive().await;
            }
            late.visitor.leave(&id).await;
            played.check(&late, place.now(), true);
        }
        assert!(watcher.table.as_ref().unwrap().plies.list.len() > 5, "{spec}");
        // Another server on the same store is as discreet, up to the lag it cannot know.
        rooms.close(&RequestError::unconfirmed()).await;
        let rooms = place.rooms().await;
        let mut again = Guest::new(&rooms, "Cantor").await;
        watch(&mut again, &id).await;
        played.check(&again, place.now(), false);
        place.pass(1_000);
        settle(&rooms, &id, &mut [&mut again]).await;
        played.check(&again, place.now(), false);
        let last = Guest::new(&rooms, "Ada").await;
        let version = last.act(&id, GameAct::Resign).await.unwrap();
        while again.state().stage != GameStage::Over {
            again.receive().await;
        }
        let table = again.table.as_ref().unwrap();
        assert_eq!(table.state.version, version, "{spec}");
        assert_eq!(table.plies.list.len(), one.table.as_ref().unwrap().plies.list.len());
    }
}

/// Spectators see the ply and then its take-back, in order.
#[tokio::test(flavor = "multi_thread")]
async fn take_backs_are_delayed_for_watchers() {
    let place = TestRooms::new();
    let rooms = place.rooms().await;
    let (id, mut one, mut other) = begun(&rooms, "abalone").await;
    let mut watcher = Guest::new(&rooms, "Cantor").await;
    watch(&mut watcher, &id).await;
    let all = async |one: &mut Guest, other: &mut Guest, watcher: &mut Guest| {
        settle(&rooms, &id, &mut [one, other, watcher]).await;
    };
    one.play(&id, "a1b1").await.unwrap();
    all(&mut one, &mut other, &mut watcher).await;
    place.pass(10_000);
    one.act(&id, GameAct::Offer { what: Offer::TakeBack }).await.unwrap();
    all(&mut one, &mut other, &mut watcher).await;
    other.act(&id, GameAct::Accept { what: Offer::TakeBack }).await.unwrap();
    all(&mut one, &mut other, &mut watcher).await;
    one.play(&id, "a2b2").await.unwrap();
    all(&mut one, &mut other, &mut watcher).await;
    assert!(watcher.table.as_ref().unwrap().plies.list.is_empty());
    place.pass(50_000);
    all(&mut one, &mut other, &mut watcher).await;
    let plies = |guest: &Guest| {
        let list = &guest.table.as_ref().unwrap().plies.list;
        list.iter().map(|shown| shown.ply.clone()).collect::<Vec<_>>()
    };
    assert_eq!(plies(&watcher), ["a1b1"]);
    place.pass(10_000);
    all(&mut one, &mut other, &mut watcher).await;
    assert_eq!(plies(&watcher), ["a2b2"]);
    assert_eq!(watcher.state().version, one.state().version);
    assert_eq!(watcher.state().view, one.state().view);
}

/// The room wakes by itself, without a message.
#[tokio::test(flavor = "multi_thread")]
async fn a_room_wakes_when_a_delayed_step_is_due() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = crate::common::rooms(&folder).await;
    let (one, other) = (Guest::new(&rooms, "Ada").await, Guest::new(&rooms, "Boole").await);
    let id = GameId::random();
    let terms =
        GameTerms { side: SideChoice::First, delay: 1, ..terms(&id, "abalone", "-", Vec::new()) };
    rooms.create(one.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
    rooms.join(&id, other.id, None).await.unwrap();
    let mut watcher = Guest::new(&rooms, "Cantor").await;
    watch(&mut watcher, &id).await;
    let since = std::time::Instant::now();
    one.play(&id, "a1b1").await.unwrap();
    while watcher.table.as_ref().unwrap().plies.list.is_empty() {
        watcher.receive().await;
    }
    let waited = since.elapsed().as_millis();
    assert!((1000..5000).contains(&waited), "{waited} ms");
}
