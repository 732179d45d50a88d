//! Around a game: chat, streams, statistics, and the example bot.

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use abaque_core::SplitMix;
use abaque_lots::{Party, to_hex};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::timeout;

use super::{Player, Server, play_on, seated};
use crate::place::TestDatabase;

async fn get(server: &Server, path: &str, cookie: &str) -> Value {
    let (status, _, body) = server.ask("GET", path, cookie, &server.origin(), &Value::Null).await;
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap()
}

async fn send(server: &Server, method: &str, path: &str, cookie: &str, body: Value) -> Value {
    let (status, _, answer) = server.ask(method, path, cookie, &server.origin(), &body).await;
    assert!((200..300).contains(&status), "{path}: {status} {answer}");
    serde_json::from_str(&answer).unwrap_or_default()
}

async fn name(server: &Server, player: &Player) -> String {
    get(server, "/me", &player.cookie).await["person"]["name"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_delivered_and_listed_by_room() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let game = "gggggggggg";
    let [mut one, mut other] = seated(&server, game, "abalone").await;
    let mut watcher = server.guest(9).await;
    watcher.say(&json!({ "ask": "watch", "game": game })).await;
    watcher.until(|_, told| told["tell"] == "table").await;
    let line = |text: &str| json!({ "ask": "say", "game": game, "text": text });
    // Two sockets are read independently: wait for the first line before sending the second.
    one.say(&line("good luck")).await;
    one.until(|_, told| told["text"] == "good luck").await;
    watcher.say(&line("who is ahead?")).await;
    assert_eq!(other.until(|_, told| told["tell"] == "chat").await["text"], "good luck");
    assert_eq!(watcher.until(|_, told| told["tell"] == "chat").await["text"], "who is ahead?");
    let path = format!("/games/{game}/chat");
    let listed = async |cookie: &str| {
        let lines = get(&server, &path, cookie).await;
        let texts = lines.as_array().unwrap().iter().map(|line| line["text"].clone());
        texts.collect::<Vec<Value>>()
    };
    assert_eq!(listed(&other.cookie).await, ["good luck"]);
    assert_eq!(listed(&watcher.cookie).await, ["who is ahead?"]);
    assert_eq!(listed("").await, ["who is ahead?"]);
    one.act(game, json!({ "do": "resign" })).await;
    for cookie in [&*other.cookie, &*watcher.cookie, ""] {
        assert_eq!(listed(cookie).await, ["good luck", "who is ahead?"]);
    }
    // A blocked person's lines are hidden, including old ones.
    let ada = name(&server, &one).await;
    send(&server, "PUT", &format!("/blocks/{ada}"), &other.cookie, json!({})).await;
    assert_eq!(listed(&other.cookie).await, ["who is ahead?"]);
    one.say(&line("again?")).await;
    one.until(|_, told| told["text"] == "again?").await;
    watcher.say(&line("bravo")).await;
    assert_eq!(other.until(|_, told| told["tell"] == "chat").await["text"], "bravo");
    watcher.until(|_, told| told["text"] == "bravo").await;
    watcher.say(&json!({ "ask": "mute", "game": game, "on": true })).await;
    watcher.say(&json!({ "ask": "ping", "at": 3 })).await;
    watcher.until(|_, told| told["tell"] == "pong").await;
    one.say(&line("anybody?")).await;
    one.until(|_, told| told["text"] == "anybody?").await;
    watcher.say(&json!({ "ask": "ping", "at": 4 })).await;
    let before = watcher.raw.len();
    watcher.until(|_, told| told["tell"] == "pong").await;
    assert!(watcher.raw[before..].iter().all(|text| !text.contains("\"chat\"")));
    server.stop().await;
}

/// Every message uses the server's configured clock.
#[tokio::test(flavor = "multi_thread")]
async fn a_pong_tells_the_servers_time() {
    let place = TestDatabase::new().await;
    let time = Arc::new(AtomicI64::new(1_800_000_000_000));
    let server = Server::at(&place, &time).await;
    let mut guest = server.guest(1).await;
    time.fetch_add(5, Ordering::Relaxed);
    guest.say(&json!({ "ask": "ping", "at": 7 })).await;
    let pong = guest.until(|_, told| told["tell"] == "pong").await;
    assert_eq!((&pong["at"], &pong["now"]), (&json!(7), &json!(1_800_000_000_005_i64)));
    server.stop().await;
}

/// Opens a stream; one message per line.
async fn stream(
    server: &Server,
    path: &str,
    cookie: &str,
) -> tokio::io::Lines<BufReader<TcpStream>> {
    let mut stream = TcpStream::connect(&server.place).await.unwrap();
    let text = format!(
        "GET /api/v1{path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n",
        server.place
    );
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut head = String::new();
    while let Some(line) = lines.next_line().await.unwrap().filter(|line| !line.is_empty()) {
        head += &line.to_lowercase();
    }
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert!(head.contains("content-type: application/x-ndjson"), "{head}");
    lines
}

/// The next message of a stream, skipping chunk sizes and empty lines.
async fn next(lines: &mut tokio::io::Lines<BufReader<TcpStream>>) -> Value {
    loop {
        let line = timeout(Duration::from_secs(20), lines.next_line()).await.expect("silence");
        let line = line.unwrap().expect("the stream is over");
        if line.starts_with('{') {
            return serde_json::from_str(&line).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn event_streams_send_the_same_messages_as_sockets() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let game = "hhhhhhhhhh";
    let mut players = seated(&server, game, "abalone").await;
    let path = format!("/games/{game}/stream");
    let mut watched = stream(&server, &path, "").await;
    let mut own = stream(&server, &path, &players[0].cookie).await;
    let (table, mine) = (next(&mut watched).await, next(&mut own).await);
    assert_eq!((&table["tell"], &mine["tell"]), (&json!("table"), &json!("table")));
    assert_eq!(table["yours"], json!([]));
    assert_eq!(mine["yours"], players[0].table["yours"]);
    play_on(game, &mut players, &mut SplitMix(5), 6).await;
    let mut plies = Vec::new();
    while plies.len() < 6 {
        let told = next(&mut watched).await;
        if told["tell"] == "step" {
            assert!(told["state"]["legal"].is_null(), "a watcher is told nothing of that");
            plies.extend(told["plies"]["list"].as_array().unwrap().clone());
        }
    }
    assert_eq!(json!(plies), players[0].table["plies"]["list"]);
    // The person's own events: a challenge.
    let mut events = stream(&server, "/events", &players[1].cookie).await;
    while next(&mut events).await["tell"] != "lobby" {}
    let other = name(&server, &players[1]).await;
    let terms = json!({ "spec": "abalone", "side": "first", "against": { "person": other } });
    let made = send(&server, "POST", "/games", &players[0].cookie, terms).await;
    loop {
        let told = next(&mut events).await;
        if told["tell"] == "paired" {
            assert_eq!(told["game"], made["game"]);
            break;
        }
    }
    server.stop().await;
}

/// The dice statistics of a profile match the throws of the games: counts, sample, expectation.
#[tokio::test(flavor = "multi_thread")]
async fn dice_statistics_match_the_games_played() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let game = "jjjjjjjjjj";
    let mut players = seated(&server, game, "abagio").await;
    play_on(game, &mut players, &mut SplitMix(2), 4000).await;
    assert_eq!(players[0].stage(), "over");
    // The record tells who threw: positions name the side.
    let mut position = abaque_catalog::open("abagio").unwrap();
    let mut thrown: [HashMap<String, u64>; 2] = Default::default();
    for shown in players[0].table["plies"]["list"].as_array().unwrap() {
        let ply = shown["ply"].as_str().unwrap();
        let side = position.position().split(' ').nth(3).unwrap().to_owned();
        if let Some(faces) = ply.strip_prefix('d') {
            let seat = usize::from(side == "p");
            *thrown[seat].entry(faces.to_owned()).or_default() += 1;
        }
        position.play(ply).unwrap();
    }
    for player in &players {
        let seat = player.table["yours"][0].as_u64().unwrap() as usize - 1;
        let profile = get(&server, &format!("/people/{}", name(&server, player).await), "").await;
        let throws = &profile["throws"];
        let sample: u64 = thrown[seat].values().sum();
        assert!(sample > 10, "a game has some");
        assert_eq!(throws["sample"], sample);
        let pairs = throws["pairs"].as_array().unwrap();
        assert_eq!(pairs.len(), 21);
        for pair in pairs {
            let faces = format!("{}{}", pair["high"], pair["low"]);
            assert_eq!(pair["count"], thrown[seat].get(&faces).copied().unwrap_or(0), "{faces}");
            let ways = if pair["high"] == pair["low"] { 1.0 } else { 2.0 };
            let expected = sample as f64 * ways / 36.0;
            assert!((pair["expected"].as_f64().unwrap() - expected).abs() < 1e-9, "{pair}");
        }
    }
    server.stop().await;
}

/// A token of a new account.
async fn token(server: &Server, name: &str) -> String {
    let body = json!({ "name": name, "password": "four words of mine" });
    let (status, head, answer) = server.ask("POST", "/register", "", &server.origin(), &body).await;
    assert_eq!(status, 201, "{answer}");
    let line = head.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).unwrap();
    let cookie = line.split_once(':').unwrap().1.trim().split(';').next().unwrap().to_owned();
    let wish = json!({ "name": "bot", "scopes": ["play"] });
    let made = send(server, "POST", "/tokens", &cookie, wish).await;
    made["token"].as_str().unwrap().to_owned()
}

/// Starts `examples/bot.py` as a user would.
fn bot(server: &Server, token: &str, spec: &str, more: &[&str]) -> tokio::process::Child {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/bot.py");
    let mut command = Command::new("python3");
    command.args([script, &format!("http://{}", server.place), token, spec]).args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command.spawn().expect("python3 is needed for this test")
}

async fn finished(child: tokio::process::Child, spec: &str) -> String {
    let ran = timeout(Duration::from_secs(240), child.wait_with_output()).await;
    let ran = ran.unwrap_or_else(|_| panic!("{spec}: no end")).unwrap();
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{spec}: {told}");
    String::from_utf8(ran.stdout).unwrap()
}

/// The example bot plays every game against itself to a verifiable end.
#[tokio::test(flavor = "multi_thread")]
async fn the_example_bot_plays_every_game() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let (ada, boole) = (token(&server, "Ada-bot").await, token(&server, "Boole-bot").await);
    let short = ["abalone:layout=belgian-daisy,target=1", "abraxas:sheet=2,target=1"];
    for spec in abaque_catalog::with_remaining_games(&short) {
        // In half of the games the host reveals the seed live.
        let strict: &[&str] = if short.contains(&spec) { &["--strict"] } else { &[] };
        let host = bot(&server, &ada, spec, &[&["--clock", "900+10"][..], strict].concat());
        let mut open = Vec::new();
        for _ in 0..400 {
            open = get(&server, "/games", "").await["games"].as_array().unwrap().clone();
            if !open.is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let game = open[0]["game"].as_str().unwrap().to_owned();
        let guest = bot(&server, &boole, spec, &["--join", &game]);
        let (host, guest) = tokio::join!(finished(host, spec), finished(guest, spec));
        assert_eq!(host, guest, "both know how it ended");
        let ended = get(&server, &format!("/games/{game}"), "").await;
        assert_eq!(ended["status"], "over", "{ended}");
        assert_eq!(host.trim(), format!("{game} {}", ended["result"].as_str().unwrap()));
        let path = format!("/games/{game}/record");
        let (status, _, text) = server.ask("GET", &path, "", &server.origin(), &Value::Null).await;
        assert_eq!(status, 200, "{text}");
        let checked = abaque_record::check(&abaque_record::parse(&text).unwrap()[0]).unwrap();
        assert!(checked.plies > 0, "{spec}");
    }
    server.stop().await;
}

/// A seeker finds a waiting player on the same terms and is told to join.
#[tokio::test(flavor = "multi_thread")]
async fn a_seeker_joins_a_waiting_player() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let [one, mut other] = [server.guest(1).await, server.guest(2).await];
    let wish = |player: &Player, game: &str, spec: &str| json!({ "id": game, "spec": spec, "clock": "300+2", "commitments": [player.committed(game, Party::A)] });
    let waits =
        send(&server, "POST", "/seek", &one.cookie, wish(&one, "kkkkkkkkkk", "abagio")).await;
    assert_eq!(waits, json!({ "game": "kkkkkkkkkk", "found": false }));
    let else_ =
        send(&server, "POST", "/seek", &other.cookie, wish(&other, "mmmmmmmmmm", "blocs")).await;
    assert_eq!(else_["found"], false, "another game");
    let found =
        send(&server, "POST", "/seek", &other.cookie, wish(&other, "nnnnnnnnnn", "abagio")).await;
    assert_eq!(found, json!({ "game": "kkkkkkkkkk", "found": true }));
    let join = json!({ "commitment": other.committed("kkkkkkkkkk", Party::B) });
    send(&server, "POST", "/games/kkkkkkkkkk/join", &other.cookie, join).await;
    other.say(&json!({ "ask": "watch", "game": "kkkkkkkkkk" })).await;
    other.until(|player, _| player.stage() == "seeds").await;
    let reveal = json!({ "do": "reveal", "seed": to_hex(&other.seed) });
    assert_eq!(other.act("kkkkkkkkkk", reveal).await["tell"], "done");
    server.stop().await;
}

/// Opening statistics cover finished games, including lots and set-ups, but not games in progress.
#[tokio::test(flavor = "multi_thread")]
async fn finished_games_enter_the_opening_explorer() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    for (game, spec) in
        [("pppppppppp", "abalone"), ("qqqqqqqqqq", "blocs"), ("rrrrrrrrrr", "abagio")]
    {
        let mut players = seated(&server, game, spec).await;
        play_on(game, &mut players, &mut SplitMix(3), 5).await;
        let start = format!("/openings?spec={spec}");
        assert_eq!(get(&server, &start, "").await["games"], 0, "{spec} is under way");
        let loser = players[0].table["yours"][0].as_u64().unwrap();
        players[0].act(game, json!({ "do": "resign" })).await;
        players[1].until(|player, _| player.stage() == "over").await;
        let list = players[1].table["plies"]["list"].as_array().unwrap().clone();
        let plies: Vec<&str> = list.iter().map(|shown| shown["ply"].as_str().unwrap()).collect();
        for (at, ply) in plies.iter().enumerate().take(13) {
            let before = plies[..at].join("%20").replace('+', "%2B");
            let told = get(&server, &format!("{start}&plies={before}"), "").await;
            let won = |seat: u64| u64::from(loser != seat);
            let next =
                json!([{ "ply": ply, "games": 1, "first": won(1), "second": won(2), "draws": 0 }]);
            assert_eq!((&told["next"], &told["games"]), (&next, &json!(1)), "{spec} {before}");
        }
    }
    for (query, code) in [
        ("spec=chess", "bad-text"),
        ("spec=abalone&plies=a1a9", "refused"),
        ("spec=abalone&plies=zz", "refused"),
    ] {
        let path = format!("/openings?{query}");
        let (status, _, body) = server.ask("GET", &path, "", &server.origin(), &Value::Null).await;
        assert!(status == 422 && body.contains(&format!("\"{code}\"")), "{query}: {body}");
    }
    server.stop().await;
}
