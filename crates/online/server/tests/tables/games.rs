//! Whole games over sockets, exact wire bytes, and hostile clients.

use std::time::Duration;

use abaque_core::SplitMix;
use abaque_lots::to_hex;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::{Server, play_on, seated};
use crate::place::TestDatabase;

/// Plays every game to its end across a server restart and lost connections.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_survives_a_server_restart() {
    let short = ["abalone:layout=belgian-daisy,target=1", "abraxas:sheet=2,target=3"];
    for (spec, letter) in abaque_catalog::with_remaining_games(&short).into_iter().zip('a'..) {
        let game = &letter.to_string().repeat(10);
        let place = TestDatabase::new().await;
        let mut source = SplitMix(4);
        let server = Server::start(&place).await;
        let mut players = seated(&server, game, spec).await;
        play_on(game, &mut players, &mut source, 8).await;
        let before = players[0].table["plies"].clone();
        server.stop().await;
        let server = Server::start(&place).await;
        for player in &mut players {
            player.socket = server.socket(&player.cookie, &server.origin()).await.unwrap();
            // Clients send the version they have; nothing is missing.
            let have = player.table["state"]["version"].clone();
            player.say(&json!({ "ask": "watch", "game": game, "have": have })).await;
            player.until(|_, told| told["tell"] == "step" || told["tell"] == "table").await;
        }
        assert_eq!(players[0].table["plies"], before, "{spec}");
        play_on(game, &mut players, &mut source, 4000).await;
        assert_eq!(players[0].stage(), "over", "{spec}");
        let path = format!("/games/{game}/record");
        let (status, _, text) = server.ask("GET", &path, "", &server.origin(), &Value::Null).await;
        assert_eq!(status, 200, "{text}");
        let checked = abaque_record::check(&abaque_record::parse(&text).unwrap()[0]).unwrap();
        assert!(checked.plies > 0);
        server.stop().await;
    }
}

/// BLO-07 on the socket: for two games that differ only in a secret, opponent and spectator receive
/// identical bytes, except for times, seals and the table's commitment.
#[tokio::test(flavor = "multi_thread")]
async fn blo_07_no_socket_byte_reveals_a_secret() {
    let mut heard = Vec::new();
    for world in 0..3 {
        let place = TestDatabase::new().await;
        let server = Server::start(&place).await;
        let game = "eeeeeeeeee";
        let mut players = seated(&server, game, "blocs:first=b").await;
        players.sort_by_key(|player| player.table["yours"][0].as_u64());
        // Sides are drawn from seeds equal in all worlds except the table's: only games with the
        // same sides compare.
        let [blue, red] = &mut players;
        let mut watcher = server.guest(9).await;
        watcher.say(&json!({ "ask": "watch", "game": game })).await;
        watcher.until(|_, told| told["tell"] == "table").await;
        let start = abaque_catalog::open("blocs:first=b").unwrap();
        let presets = start.presets();
        let setup = &presets[world].1;
        let nonce = to_hex(&[world as u8; 32]);
        blue.act(game, json!({ "do": "play", "ply": setup, "nonce": nonce })).await;
        let mut second = start.clone();
        second.play(&presets[0].1).unwrap();
        let own = second.presets()[0].1.clone();
        red.act(game, json!({ "do": "play", "ply": own, "nonce": to_hex(&[99; 32]) })).await;
        for player in [&mut *red, &mut watcher] {
            while player.table["state"]["version"] != 2 {
                player.hear().await;
            }
        }
        assert!(blue.raw.iter().any(|text| text.contains(setup.as_str())), "Blue knows their own");
        for player in [&red, &&mut watcher] {
            assert!(player.raw.iter().all(|text| !text.contains(setup.as_str())));
        }
        heard.push([masked(&red.raw), masked(&watcher.raw)]);
        server.stop().await;
    }
    for other in &heard[1..] {
        assert_eq!(other, &heard[0]);
    }
}

/// Messages about the game without parts that differ by chance or time.
fn masked(raw: &[String]) -> Vec<String> {
    let still = |text: &String| {
        let mut told: Value = serde_json::from_str(text).unwrap();
        if !["table", "step", "version"].contains(&told["tell"].as_str().unwrap()) {
            return None;
        }
        for path in [
            "/state/now",
            "/state/clocks",
            "/info/created",
            "/info/touched",
            "/lots/seals",
            "/info/seats",
            "/lots/commitments/0",
            "/lots/seat_of_a",
        ] {
            if let Some(value) = told.pointer_mut(path) {
                *value = Value::Null;
            }
        }
        if let Some(list) = told.pointer_mut("/plies/list").and_then(Value::as_array_mut) {
            list.iter_mut().for_each(|ply| ply["clock"] = Value::Null);
        }
        // Identify players by order of arrival, not by the drawn side.
        Some(told.to_string().replace("\"yours\":[1]", "").replace("\"yours\":[2]", ""))
    };
    raw.iter()
        .filter_map(still)
        .filter(|text| {
            !text.contains("\"stage\":\"open\"") && !text.contains("\"stage\":\"seeds\"")
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_origins_and_forged_acts_are_refused() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let game = "ffffffffff";
    let [mut one, mut other] = seated(&server, game, "abalone").await;
    // Another site cannot open a socket with a visitor's cookie.
    let foreign = server.socket(&one.cookie, "https://evil.example").await;
    assert!(foreign.unwrap_err().contains("403"));
    let mut stranger = server.guest(3).await;
    for (message, code) in [
        (json!("rubbish"), "bad-message"),
        (json!({ "ask": "fly" }), "bad-message"),
        (json!({ "ask": "act", "game": game, "seen": 0, "key": "k" }), "bad-message"),
        (json!({ "ask": "watch", "game": "../../etc" }), "no-game"),
        (json!({ "ask": "watch", "game": "zzzzzzzzzz" }), "no-game"),
        (
            json!({ "ask": "act", "game": game, "seen": 0, "key": "k", "act": { "do": "resign" } }),
            "not-yours",
        ),
        (
            json!({ "ask": "act", "game": game, "seen": 0, "key": "k", "act": { "do": "play", "ply": "a1b1" } }),
            "not-yours",
        ),
        (json!({ "ask": "say", "game": game, "text": "" }), "bad-line"),
        (json!({ "ask": "say", "game": game, "text": "x".repeat(400) }), "bad-line"),
    ] {
        stranger.say(&message).await;
        let told = stranger.until(|_, told| told["tell"] == "refused").await;
        assert_eq!(told["problem"]["code"], code, "{message}: {told}");
    }
    // Refused: the opponent's turn, nonsense, and accepting one's own draw offer.
    let (mover, waiter) = if one.table["state"]["legal"].is_array() {
        (&mut one, &mut other)
    } else {
        (&mut other, &mut one)
    };
    let early = waiter.act(game, json!({ "do": "play", "ply": "a1b1" })).await;
    assert_eq!(early["problem"]["code"], "refused", "{early}");
    let wrong = mover.act(game, json!({ "do": "play", "ply": "a1i9" })).await;
    assert_eq!(wrong["problem"]["code"], "refused", "{wrong}");
    mover.act(game, json!({ "do": "offer", "what": "draw" })).await;
    let own = mover.act(game, json!({ "do": "accept", "what": "draw" })).await;
    assert_eq!(own["tell"], "refused", "{own}");
    let claim = mover.act(game, json!({ "do": "claim" })).await;
    assert_eq!(claim["problem"]["code"], "not-gone", "{claim}");
    // An oversized message closes only that connection.
    stranger.socket.send(Message::text("x".repeat(10_000))).await.unwrap();
    let closed = timeout(Duration::from_secs(10), async {
        while let Some(Ok(message)) = stranger.socket.next().await {
            if message.is_close() {
                break;
            }
        }
    });
    closed.await.unwrap();
    let legal = mover.table["state"]["legal"][0].clone();
    assert_eq!(mover.act(game, json!({ "do": "play", "ply": legal })).await["tell"], "done");
    server.stop().await;
}

/// A flooding client is read more slowly; nobody else notices.
#[tokio::test(flavor = "multi_thread")]
async fn a_flooding_client_is_read_more_slowly() {
    let place = TestDatabase::new().await;
    let server =
        Server::with(&place, |limits| limits.messages = abaque_server::RateLimit::new(60, 50))
            .await;
    let mut flood = server.guest(4).await;
    for _ in 0..300 {
        flood.socket.send(Message::text("{\"ask\":\"ping\"}")).await.unwrap();
    }
    let mut calm = server.guest(5).await;
    calm.say(&json!({ "ask": "ping", "at": 7 })).await;
    let told = calm.until(|_, told| told["tell"] == "pong").await;
    assert_eq!(told["at"], 7);
    let mut pongs = 0;
    let _ = timeout(Duration::from_secs(2), async {
        while let Some(Ok(message)) = flood.socket.next().await {
            pongs += usize::from(message.to_text().is_ok_and(|text| text.contains("pong")));
        }
    })
    .await;
    assert!((60..150).contains(&pongs), "{pongs} of 300 within about two seconds");
    server.stop().await;
}
