//! Tables over real sockets: people play, come back, watch; the hostile gain nothing.

#![allow(clippy::unwrap_used)]

use std::net::Ipv4Addr;
use std::time::Duration;

use abaque_core::{Source, SplitMix};
use abaque_lots::{Party, commitment, to_hex};
use abaque_server::{App, Config, Limits};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

struct Server {
    app: App,
    place: String,
    serving: JoinHandle<std::io::Result<()>>,
}

impl Server {
    async fn start(folder: &TempDir) -> Server {
        Server::with(folder, |_| {}).await
    }

    async fn with(folder: &TempDir, change: impl FnOnce(&mut Limits)) -> Server {
        let mut config = Config::local(&format!("sqlite:{}/store.db", folder.path().display()));
        config.limits = Limits::none();
        change(&mut config.limits);
        let app = App::open(config).await.unwrap();
        let listener = abaque_server::listen(Ipv4Addr::LOCALHOST.into(), 0).await.unwrap();
        let place = listener.local_addr().unwrap().to_string();
        let serving = tokio::spawn(abaque_server::serve(listener, app.clone()));
        Server { app, place, serving }
    }

    /// Stops as an operator stops it.
    async fn stop(self) {
        self.app.stop();
        self.serving.await.unwrap().unwrap();
    }

    async fn ask(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        origin: &str,
        body: &Value,
    ) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.place).await.unwrap();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let text = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.place,
            body.len()
        );
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    fn origin(&self) -> String {
        format!("http://{}", self.place)
    }

    /// Somebody comes in as a guest and opens a socket.
    async fn guest(&self, seed: u8) -> Player {
        let (status, head, _) = self.ask("POST", "/guest", "", &self.origin(), &Value::Null).await;
        assert_eq!(status, 201);
        let line =
            head.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).unwrap();
        let cookie = line.split_once(':').unwrap().1.trim().split(';').next().unwrap().to_owned();
        let socket = self.socket(&cookie, &self.origin()).await.unwrap();
        Player { cookie, socket, seed: [seed; 32], table: Value::Null, raw: Vec::new(), key: 0 }
    }

    async fn socket(&self, cookie: &str, origin: &str) -> Result<Socket, String> {
        let mut request =
            format!("ws://{}/api/v1/socket", self.place).into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        request.headers_mut().insert("origin", origin.parse().unwrap());
        connect_async(request).await.map(|(socket, _)| socket).map_err(|error| error.to_string())
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Player {
    cookie: String,
    socket: Socket,
    seed: [u8; 32],
    table: Value,
    raw: Vec<String>,
    key: u32,
}

impl Player {
    async fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Hears one message, and keeps its own picture of the game.
    async fn hear(&mut self) -> Value {
        let since = std::time::Instant::now();
        loop {
            let message =
                timeout(Duration::from_secs(10), self.socket.next()).await.expect("silence");
            let Message::Text(text) = message.expect("the socket is closed").unwrap() else {
                assert!(
                    since.elapsed() < Duration::from_secs(10),
                    "silence: {}",
                    self.table["state"]
                );
                continue;
            };
            self.raw.push(text.to_string());
            let told: Value = serde_json::from_str(&text).unwrap();
            match told["tell"].as_str().unwrap() {
                "table" => self.table = told.clone(),
                "step" => {
                    let from = told["plies"]["from"].as_u64().unwrap() as usize;
                    let list = self.table["plies"]["list"].as_array_mut().unwrap();
                    list.truncate(from);
                    assert_eq!(list.len(), from);
                    list.extend(told["plies"]["list"].as_array().unwrap().iter().cloned());
                    self.table["state"] = told["state"].clone();
                }
                "version" => self.table["state"]["version"] = told["version"].clone(),
                _ => {}
            }
            return told;
        }
    }

    async fn until(&mut self, what: impl Fn(&Player, &Value) -> bool) -> Value {
        loop {
            let told = self.hear().await;
            if what(self, &told) {
                return told;
            }
        }
    }

    fn stage(&self) -> &str {
        self.table["state"]["stage"].as_str().unwrap_or_default()
    }

    /// Does something and waits for the answer.
    async fn act(&mut self, game: &str, act: Value) -> Value {
        self.key += 1;
        let (key, seen) = (self.key.to_string(), self.table["state"]["version"].clone());
        self.say(&json!({ "ask": "act", "game": game, "seen": seen, "key": key, "act": act }))
            .await;
        self.until(move |_, told| told["key"] == key.as_str()).await
    }

    fn committed(&self, game: &str, party: Party) -> String {
        to_hex(&commitment(game, party, &self.seed))
    }
}

/// Two people at a game that has begun.
async fn seated(server: &Server, game: &str, spec: &str) -> [Player; 2] {
    let [mut one, mut other] = [server.guest(1).await, server.guest(2).await];
    let terms = json!({ "id": game, "spec": spec, "clock": "600+5", "commitments": [one.committed(game, Party::A)] });
    let (status, _, body) =
        server.ask("POST", "/games", &one.cookie, &server.origin(), &terms).await;
    assert_eq!(status, 201, "{body}");
    let join = json!({ "commitment": other.committed(game, Party::B) });
    let path = format!("/games/{game}/join");
    let (status, _, body) = server.ask("POST", &path, &other.cookie, &server.origin(), &join).await;
    assert_eq!(status, 204, "{body}");
    for player in [&mut one, &mut other] {
        player.say(&json!({ "ask": "watch", "game": game })).await;
        player.until(|_, told| told["tell"] == "table").await;
        let seed = to_hex(&player.seed);
        let told = player.act(game, json!({ "do": "reveal", "seed": seed })).await;
        assert_eq!(told["tell"], "done", "{told}");
    }
    for player in [&mut one, &mut other] {
        while player.stage() != "playing" {
            player.hear().await;
        }
    }
    [one, other]
}

/// Plays whatever is due, so many times or to the end.
async fn play_on(game: &str, players: &mut [Player; 2], source: &mut SplitMix, most: usize) {
    for _ in 0..most {
        let due = players.iter().position(|player| player.table["state"]["legal"].is_array());
        let Some(at) = due else {
            if players[0].stage() == "over" {
                return;
            }
            let version = |player: &Player| player.table["state"]["version"].as_u64();
            let behind = usize::from(version(&players[1]) < version(&players[0]));
            players[behind].hear().await;
            continue;
        };
        let legal = players[at].table["state"]["legal"].as_array().unwrap().clone();
        let taking = legal.iter().find(|action| action.as_str().unwrap().starts_with('x'));
        let ply =
            taking.unwrap_or(&legal[source.below(legal.len() as u64) as usize]).as_str().unwrap();
        let mut act = json!({ "do": "play", "ply": ply });
        if ply.starts_with("setup:") {
            act["nonce"] = to_hex(&[7; 32]).into();
        }
        let told = players[at].act(game, act).await;
        assert_eq!(told["tell"], "done", "{told}");
        let version = told["version"].as_u64().unwrap();
        for player in players.iter_mut() {
            while player.table["state"]["version"].as_u64().unwrap() < version {
                player.hear().await;
            }
        }
        if players[0].stage() == "over" {
            return;
        }
    }
}

/// Every game to its end, through a server that is stopped in the middle and lost connections.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_survives_a_new_server() {
    for (spec, game) in [
        ("abalone:layout=belgian-daisy,target=1", "aaaaaaaaaa"),
        ("abraxas:sheet=2,target=3", "bbbbbbbbbb"),
        ("abagio", "cccccccccc"),
        ("blocs", "dddddddddd"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut source = SplitMix(4);
        let server = Server::start(&folder).await;
        let mut players = seated(&server, game, spec).await;
        play_on(game, &mut players, &mut source, 8).await;
        let before = players[0].table["plies"].clone();
        server.stop().await;
        let server = Server::start(&folder).await;
        for player in &mut players {
            player.socket = server.socket(&player.cookie, &server.origin()).await.unwrap();
            // They say what they have; nothing is missing.
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

/// BLO-07 at the socket: what an opponent and a watcher read of two games that differ in a secret only is the same to the
/// byte, but for times, seals and the table's own commitment.
#[tokio::test(flavor = "multi_thread")]
async fn blo_07_bytes_on_the_wire() {
    let mut heard = Vec::new();
    for world in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(&folder).await;
        let game = "eeeeeeeeee";
        let mut players = seated(&server, game, "blocs:first=b").await;
        players.sort_by_key(|player| player.table["yours"][0].as_u64());
        // Sides are drawn by seeds that are the same in every world but the table's: only games with the same sides compare.
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

/// Messages about the table without what differs by chance or by time.
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
        // Who came first is who, whatever the lot said.
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
async fn the_hostile_gain_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder).await;
    let game = "ffffffffff";
    let [mut one, mut other] = seated(&server, game, "abalone").await;
    // Another site cannot open a socket with somebody's cookie.
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
    // Neither the other one's turn nor nonsense, and a draw one proposed oneself is not accepted by oneself.
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
    // Too large a message ends the connection and nothing else.
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

/// Who floods the socket is read slower, and nobody else notices.
#[tokio::test(flavor = "multi_thread")]
async fn floods_are_slowed() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Server::with(&folder, |limits| limits.messages = abaque_server::Rate::new(60, 50)).await;
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
