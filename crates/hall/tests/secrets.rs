//! Two worlds that a viewer cannot tell apart give that viewer the same bytes (BLO-07).

#![allow(clippy::unwrap_used)]

mod common;

use std::sync::atomic::{AtomicI64, Ordering};

use abaque_core::{Lang, SplitMix};
use abaque_hall::{Deal, Hall, HallConfig, Outbox, Refusal, Side, Terms};
use abaque_lots::{Party, to_hex};
use abaque_protocol::{Act, Proposal, Tell};
use abaque_store::{GameId, Store};
use common::{Guest, person, terms};

/// A clock that moves only when told to.
static NOW: AtomicI64 = AtomicI64::new(START);
const START: i64 = 1_800_000_000_000;

fn slow() -> i64 {
    NOW.load(Ordering::Relaxed)
}

/// A clock that never moves.
fn stopped() -> i64 {
    START
}

async fn still_hall(folder: &tempfile::TempDir, clock: fn() -> i64) -> Hall {
    let store =
        Store::open(&format!("sqlite:{}", folder.path().join("hall.db").display())).await.unwrap();
    Hall::open(store, HallConfig { thinkers: 1, clock: std::sync::Arc::new(clock) }).await.unwrap()
}

/// Everything Red and a watcher hear of a game in which Blue's secret set-up is this one.
async fn heard(blue_setup: &str, red_setup: &str, moves: &[&str]) -> [Vec<String>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let hall = still_hall(&folder, stopped).await;
    let id = GameId::parse("abcdefghjk").unwrap_or_else(GameId::random);
    let mut blue = Guest::new(&hall, "Blue").await;
    let mut red = Guest::new(&hall, "Red").await;
    let mut watcher = Guest::new(&hall, "Watcher").await;
    let terms = Terms {
        side: Side::First,
        ..terms(&id, "blocs:first=b", "600+5", vec![blue.committed(&id, Party::A)])
    };
    hall.create(blue.id, &Deal::new(terms).unwrap(), None).await.unwrap();
    hall.join(&id, red.id, Some(red.committed(&id, Party::B))).await.unwrap();
    for guest in [&blue, &red] {
        guest.act(&id, Act::Reveal { seed: to_hex(&guest.seed), other: None }).await.unwrap();
    }
    for guest in [&mut blue, &mut red, &mut watcher] {
        guest.visitor.watch(&id, None).await.unwrap();
        while guest.table.is_none() {
            guest.hear().await;
        }
    }
    let nonce = |byte: u8| Some(to_hex(&[byte; 32]));
    blue.act(&id, Act::Play { ply: blue_setup.into(), nonce: nonce(1) }).await.unwrap();
    red.act(&id, Act::Play { ply: red_setup.into(), nonce: nonce(2) }).await.unwrap();
    for (turn, action) in moves.iter().enumerate() {
        let mover = if turn % 2 == 0 { &mut blue } else { &mut red };
        mover.catch_up().await;
        // What is refused must look the same too.
        let told = mover.play(&id, action).await;
        assert!(told.is_ok(), "{action}: {told:?}");
    }
    blue.act(&id, Act::Offer { what: Proposal::Draw }).await.unwrap();
    // Somebody who comes later sees no more than those who were there.
    let (outbox, mut late, _) = Outbox::new();
    let visitor = hall.visit(Some((person(&hall, "Late").await, "Late".into())), Lang::En, outbox);
    visitor.watch(&id, None).await.unwrap();
    red.visitor.watch(&id, Some(1)).await.unwrap();
    let mut texts = Vec::new();
    loop {
        let text = late.recv().await.unwrap();
        texts.push(masked(&text));
        if matches!(serde_json::from_str(&text).unwrap(), Tell::Presence { .. }) {
            break;
        }
    }
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    red.catch_up().await;
    watcher.catch_up().await;
    texts.extend(watcher.raw.iter().map(|text| masked(text)));
    [red.raw.iter().map(|text| masked(text)).collect(), texts]
}

/// A seal is 256 bits nobody can undo, and differs by chance alone; so does the table's own commitment.
fn masked(text: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
    if let Some(lots) = value.get_mut("lots") {
        lots["seals"] = serde_json::Value::Null;
        lots["commitments"][0] = serde_json::Value::Null;
    }
    value.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn blo_07_worlds_that_look_alike_sound_alike() {
    let mut source = SplitMix(11);
    let game = abaque_catalog::open("blocs:first=b").unwrap();
    let mut worlds = Vec::new();
    let mut red = String::new();
    for _ in 0..6 {
        let mut game = game.clone();
        let blue = game.random_action(&mut source).unwrap();
        game.play(&blue).unwrap();
        if red.is_empty() {
            red = game.random_action(&mut source).unwrap();
        }
        worlds.push(blue);
    }
    let first = heard(&worlds[0], &red, &[]).await;
    for other in &worlds[1..] {
        assert_ne!(*other, worlds[0]);
        let heard = heard(other, &red, &[]).await;
        assert_eq!(heard[0], first[0], "what Red hears");
        assert_eq!(heard[1], first[1], "what watchers hear");
    }
    // The test can fail: Blue does hear the difference, so Blue's set-up must be in nothing of this.
    assert!(first.iter().flatten().all(|text| !text.contains(&worlds[0])));
}

/// The time a server is down counts for nobody.
#[tokio::test(flavor = "multi_thread")]
async fn com_04_sleep_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let id = GameId::random();
    let left = {
        let hall = still_hall(&folder, slow).await;
        let (one, mut other) = (Guest::new(&hall, "Ada").await, Guest::new(&hall, "Boole").await);
        let terms = Terms { side: Side::First, ..terms(&id, "abalone", "60+0", Vec::new()) };
        hall.create(one.id, &Deal::new(terms).unwrap(), None).await.unwrap();
        hall.join(&id, other.id, None).await.unwrap();
        NOW.fetch_add(7000, Ordering::Relaxed);
        one.play(&id, "a1b1").await.unwrap();
        NOW.fetch_add(3000, Ordering::Relaxed);
        other.visitor.watch(&id, None).await.unwrap();
        while other.table.is_none() {
            other.hear().await;
        }
        let left = other.state().clocks.unwrap();
        hall.close(&Refusal::trouble()).await;
        left
    };
    assert_eq!((left[0].left, left[1].left), (53_000, 57_000));
    NOW.fetch_add(3_600_000, Ordering::Relaxed);
    for round in 0..2 {
        // Twice: what is slept through is counted once.
        let hall = still_hall(&folder, slow).await;
        let mut other = Guest::new(&hall, "Boole").await;
        other.visitor.watch(&id, None).await.unwrap();
        while other.table.is_none() {
            other.hear().await;
        }
        let now = other.state().clocks.unwrap();
        assert_eq!((now[0].left, now[1].left), (53_000, 57_000), "round {round}");
        hall.close(&Refusal::trouble()).await;
        NOW.fetch_add(if round == 0 { 500_000 } else { 0 }, Ordering::Relaxed);
    }
    let hall = still_hall(&folder, slow).await;
    let other = Guest::new(&hall, "Boole").await;
    NOW.fetch_add(57_001, Ordering::Relaxed);
    let late = other
        .visitor
        .act(&id, 1, "late".into(), Act::Play { ply: "i5h5".into(), nonce: None })
        .await;
    assert!(late.is_err(), "the flag has fallen: {late:?}");
}
