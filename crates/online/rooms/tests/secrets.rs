//! Non-interference: two games a viewer cannot tell apart give that viewer the same bytes (BLO-07).

use std::sync::atomic::{AtomicI64, Ordering};

use abaque_core::{Lang, SplitMix};
use abaque_lots::{Party, to_hex};
use abaque_protocol::{GameAct, Offer, ServerMessage};
use abaque_rooms::{GameTerms, Outbox, RequestError, Rooms, RoomsConfig, SideChoice, ValidTerms};
use abaque_store::{GameId, Store};

use crate::common::{Guest, person, terms};

/// A clock the test moves.
static NOW: AtomicI64 = AtomicI64::new(START);
const START: i64 = 1_800_000_000_000;

fn slow() -> i64 {
    NOW.load(Ordering::Relaxed)
}

/// A clock that never moves.
fn stopped() -> i64 {
    START
}

async fn open_rooms(folder: &tempfile::TempDir, clock: fn() -> i64) -> Rooms {
    let store =
        Store::open(&format!("sqlite:{}", folder.path().join("rooms.db").display())).await.unwrap();
    Rooms::open(
        store,
        RoomsConfig { bot_threads: 1, clock: std::sync::Arc::new(clock), ..RoomsConfig::default() },
    )
    .await
    .unwrap()
}

/// All messages Red and a spectator get in a game with this secret set-up of Blue.
async fn received_messages(blue_setup: &str, red_setup: &str, moves: &[&str]) -> [Vec<String>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let rooms = open_rooms(&folder, stopped).await;
    let id = GameId::parse("abcdefghjk").unwrap_or_else(GameId::random);
    let mut blue = Guest::new(&rooms, "Blue").await;
    let mut red = Guest::new(&rooms, "Red").await;
    let mut watcher = Guest::new(&rooms, "Watcher").await;
    let terms = GameTerms {
        side: SideChoice::First,
        ..terms(&id, "blocs:first=b", "600+5", vec![blue.committed(&id, Party::A)])
    };
    rooms.create(blue.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
    rooms.join(&id, red.id, Some(red.committed(&id, Party::B))).await.unwrap();
    for guest in [&blue, &red] {
        guest.act(&id, GameAct::Reveal { seed: to_hex(&guest.seed), other: None }).await.unwrap();
    }
    for guest in [&mut blue, &mut red, &mut watcher] {
        guest.visitor.watch(&id, None).await.unwrap();
        while guest.table.is_none() {
            guest.receive().await;
        }
    }
    let nonce = |byte: u8| Some(to_hex(&[byte; 32]));
    blue.act(&id, GameAct::Play { ply: blue_setup.into(), nonce: nonce(1) }).await.unwrap();
    red.act(&id, GameAct::Play { ply: red_setup.into(), nonce: nonce(2) }).await.unwrap();
    for (turn, action) in moves.iter().enumerate() {
        let mover = if turn % 2 == 0 { &mut blue } else { &mut red };
        mover.catch_up().await;
        // Refusals must look the same too.
        let result = mover.play(&id, action).await;
        assert!(result.is_ok(), "{action}: {result:?}");
    }
    blue.act(&id, GameAct::Offer { what: Offer::Draw }).await.unwrap();
    // A late viewer sees no more than the others.
    let (outbox, late) = Outbox::new();
    let visitor =
        rooms.connect(Some((person(&rooms, "Late").await, "Late".into())), Lang::En, outbox);
    visitor.watch(&id, None).await.unwrap();
    red.visitor.watch(&id, Some(1)).await.unwrap();
    let mut texts = Vec::new();
    loop {
        let text = late.recv().await.unwrap();
        texts.push(masked(&text));
        if matches!(serde_json::from_str(&text).unwrap(), ServerMessage::Presence { .. }) {
            break;
        }
    }
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    red.catch_up().await;
    watcher.catch_up().await;
    texts.extend(watcher.raw.iter().map(|text| masked(text)));
    [red.raw.iter().map(|text| masked(text)).collect(), texts]
}

/// Masks seals and the table's commitment: 256 random bits that reveal nothing.
fn masked(text: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
    if let Some(lots) = value.get_mut("lots") {
        lots["seals"] = serde_json::Value::Null;
        lots["commitments"][0] = serde_json::Value::Null;
    }
    value.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn blo_07_indistinguishable_worlds_send_the_same_bytes() {
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
    let first = received_messages(&worlds[0], &red, &[]).await;
    for other in &worlds[1..] {
        assert_ne!(*other, worlds[0]);
        let messages = received_messages(other, &red, &[]).await;
        assert_eq!(messages[0], first[0], "what Red hears");
        assert_eq!(messages[1], first[1], "what watchers hear");
    }
    // Sanity check: Blue does see a difference, so Blue's set-up must be in none of these messages.
    assert!(first.iter().flatten().all(|text| !text.contains(&worlds[0])));
}

/// Downtime runs on no clock.
#[tokio::test(flavor = "multi_thread")]
async fn com_04_downtime_runs_no_clock() {
    let folder = tempfile::tempdir().unwrap();
    let id = GameId::random();
    let left = {
        let rooms = open_rooms(&folder, slow).await;
        let (one, mut other) = (Guest::new(&rooms, "Ada").await, Guest::new(&rooms, "Boole").await);
        let terms =
            GameTerms { side: SideChoice::First, ..terms(&id, "abalone", "60+0", Vec::new()) };
        rooms.create(one.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
        rooms.join(&id, other.id, None).await.unwrap();
        NOW.fetch_add(7000, Ordering::Relaxed);
        one.play(&id, "a1b1").await.unwrap();
        NOW.fetch_add(3000, Ordering::Relaxed);
        other.visitor.watch(&id, None).await.unwrap();
        while other.table.is_none() {
            other.receive().await;
        }
        let left = other.state().clocks.unwrap();
        rooms.close(&RequestError::unconfirmed()).await;
        left
    };
    assert_eq!((left[0].left.0, left[1].left.0), (53_000, 57_000));
    NOW.fetch_add(3_600_000, Ordering::Relaxed);
    for round in 0..2 {
        // Twice: the same downtime is counted once.
        let rooms = open_rooms(&folder, slow).await;
        let mut other = Guest::new(&rooms, "Boole").await;
        other.visitor.watch(&id, None).await.unwrap();
        while other.table.is_none() {
            other.receive().await;
        }
        let now = other.state().clocks.unwrap();
        assert_eq!((now[0].left.0, now[1].left.0), (53_000, 57_000), "round {round}");
        rooms.close(&RequestError::unconfirmed()).await;
        NOW.fetch_add(if round == 0 { 500_000 } else { 0 }, Ordering::Relaxed);
    }
    let rooms = open_rooms(&folder, slow).await;
    let other = Guest::new(&rooms, "Boole").await;
    NOW.fetch_add(57_001, Ordering::Relaxed);
    let late = other
        .visitor
        .act(&id, 1, "late".into(), GameAct::Play { ply: "i5h5".into(), nonce: None })
        .await;
    assert!(late.is_err(), "the flag has fallen: {late:?}");
}
