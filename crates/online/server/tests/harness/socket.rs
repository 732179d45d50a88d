//! A server on a real port, and players on real sockets.

// Not every suite uses all of it.
#![allow(dead_code)]

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use abaque_core::{RandomSource, SplitMix};
use abaque_lots::{Party, commitment, to_hex};
use abaque_server::{App, BusConfig, ClockSource, ClusterConfig, Config, LocalBus, ServerLimits};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::place::TestDatabase;

pub(crate) struct Server {
    pub(crate) app: App,
    pub(crate) place: String,
    pub(crate) serving: JoinHandle<std::io::Result<()>>,
}

impl Server {
    pub(crate) async fn start(place: &TestDatabase) -> Server {
        Server::with(place, |_| {}).await
    }

    pub(crate) async fn with(
        place: &TestDatabase,
        change: impl FnOnce(&mut ServerLimits),
    ) -> Server {
        Server::clocked(place, change, ClockSource::System).await
    }

    /// A server with the test's clock.
    pub(crate) async fn at(place: &TestDatabase, time: &Arc<AtomicI64>) -> Server {
        Server::clocked(place, |_| {}, ClockSource::Set(time.clone())).await
    }

    /// One of several servers on a PostgreSQL store.
    pub(crate) async fn node(place: &TestDatabase, bus: &LocalBus, name: &str) -> Server {
        Server::limited_node(place, bus, name, |_| {}).await
    }

    /// One of several servers, with limits.
    pub(crate) async fn limited_node(
        place: &TestDatabase,
        bus: &LocalBus,
        name: &str,
        change: impl FnOnce(&mut ServerLimits),
    ) -> Server {
        let mut config = Config::local(&place.url());
        config.limits = ServerLimits::unlimited();
        change(&mut config.limits);
        config.cluster = Some(ClusterConfig::new(name, BusConfig::Local(bus.clone())));
        Server::configured(config, ClockSource::System).await
    }

    async fn clocked(
        place: &TestDatabase,
        change: impl FnOnce(&mut ServerLimits),
        clock: ClockSource,
    ) -> Server {
        let mut config = Config::local(&place.url());
        config.limits = ServerLimits::unlimited();
        change(&mut config.limits);
        Server::configured(config, clock).await
    }

    async fn configured(config: Config, clock: ClockSource) -> Server {
        let app = App::with_clock(config, clock).await.unwrap();
        let listener = abaque_server::listen(Ipv4Addr::LOCALHOST.into(), 0).await.unwrap();
        let place = listener.local_addr().unwrap().to_string();
        let serving = tokio::spawn(abaque_server::serve(listener, app.clone()));
        Server { app, place, serving }
    }

    /// Stops the server gracefully.
    pub(crate) async fn stop(self) {
        self.app.stop();
        self.serving.await.unwrap().unwrap();
    }

    pub(crate) async fn ask(
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

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.place)
    }

    /// Signs in a guest and opens a socket.
    pub(crate) async fn guest(&self, seed: u8) -> Player {
        let (status, head, _) = self.ask("POST", "/guest", "", &self.origin(), &Value::Null).await;
        assert_eq!(status, 201);
        let line =
            head.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).unwrap();
        let cookie = line.split_once(':').unwrap().1.trim().split(';').next().unwrap().to_owned();
        let socket = self.socket(&cookie, &self.origin()).await.unwrap();
        Player { cookie, socket, seed: [seed; 32], table: Value::Null, raw: Vec::new(), key: 0 }
    }

    pub(crate) async fn socket(&self, cookie: &str, origin: &str) -> Result<Socket, String> {
        let mut request =
            format!("ws://{}/api/v1/socket", self.place).into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        request.headers_mut().insert("origin", origin.parse().unwrap());
        connect_async(request).await.map(|(socket, _)| socket).map_err(|error| error.to_string())
    }
}

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(crate) struct Player {
    pub(crate) cookie: String,
    pub(crate) socket: Socket,
    pub(crate) seed: [u8; 32],
    pub(crate) table: Value,
    pub(crate) raw: Vec<String>,
    pub(crate) key: u32,
}

impl Player {
    pub(crate) async fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Receives one message and updates the local game state.
    pub(crate) async fn hear(&mut self) -> Value {
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

    pub(crate) async fn until(&mut self, what: impl Fn(&Player, &Value) -> bool) -> Value {
        loop {
            let told = self.hear().await;
            if what(self, &told) {
                return told;
            }
        }
    }

    pub(crate) fn stage(&self) -> &str {
        self.table["state"]["stage"].as_str().unwrap_or_default()
    }

    /// Sends an act and waits for the response.
    pub(crate) async fn act(&mut self, game: &str, act: Value) -> Value {
        self.key += 1;
        let (key, seen) = (self.key.to_string(), self.table["state"]["version"].clone());
        self.say(&json!({ "ask": "act", "game": game, "seen": seen, "key": key, "act": act }))
            .await;
        self.until(move |_, told| told["key"] == key.as_str()).await
    }

    pub(crate) fn committed(&self, game: &str, party: Party) -> String {
        to_hex(&commitment(game, party, &self.seed))
    }
}

/// Two people in a game that has begun.
pub(crate) async fn seated(server: &Server, game: &str, spec: &str) -> [Player; 2] {
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

/// Plays any legal ply, a number of times or to the end.
pub(crate) async fn play_on(
    game: &str,
    players: &mut [Player; 2],
    source: &mut SplitMix,
    most: usize,
) {
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
