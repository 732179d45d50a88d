//! Visitors beside the games: players against bots, readers, users who sign in.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use abaque_core::{RandomSource, SplitMix};
use abaque_lots::to_hex;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::Failure;
use crate::games::{all_specs, game_with_lots, plain_game};
use crate::hostile::json_socket::{JsonSocket, new_game_request, state_version};
use crate::hostile::test_client::{
    PASSWORD, TestClient, connect, credentials, io_failure, loopback,
};
use crate::random::RandomValues;

/// Plies of a game against a bot before the visitor resigns.
const MAX_PLIES_PER_GAME: u64 = 12;

/// Counters of visits.
#[derive(Default)]
pub(super) struct VisitCounts {
    pub(super) bot_games: AtomicU64,
    pub(super) reconnects: AtomicU64,
    pub(super) chat: AtomicU64,
    pub(super) pictures: AtomicU64,
    pub(super) streams: AtomicU64,
    pub(super) sign_ins: AtomicU64,
    pub(super) lobby: AtomicU64,
}

fn increment(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Context of a visitor.
#[derive(Clone)]
pub(super) struct SoakVisitor {
    pub(super) server: SocketAddr,
    pub(super) number: u32,
    pub(super) visits: Arc<VisitCounts>,
    pub(super) stop: watch::Receiver<bool>,
}

impl SoakVisitor {
    fn random(&self) -> SplitMix {
        SplitMix(0x50ac ^ (u64::from(self.number) << 32))
    }

    fn is_running(&self) -> bool {
        !*self.stop.borrow()
    }

    /// Plays games against the weakest bot, all kinds in turn.
    pub(super) async fn play_computers(self) -> Result<(), Failure> {
        let specs = all_specs();
        let mut random = self.random();
        let mut player = TestClient::guest(self.server, loopback(self.number)).await?;
        let mut round = self.number as usize;
        while self.is_running() {
            self.play_computer_game(&mut player, &mut random, specs[round % specs.len()]).await?;
            increment(&self.visits.bot_games);
            round += 1;
        }
        Ok(())
    }

    async fn play_computer_game(
        &self,
        player: &mut TestClient,
        random: &mut SplitMix,
        spec: &str,
    ) -> Result<(), Failure> {
        let clock = ["-", "600+5"][random.below(2) as usize];
        let offer =
            new_game_request(random, spec, clock, true).with("against", json!({ "computer": "1" }));
        let id = offer.id.clone();
        player.post("/games", &offer.terms).await?.expect("a game", &[201])?;
        let mut socket = JsonSocket::open(player, &[]).await?;
        let table = socket.watch(&id).await?;
        if table["state"]["stage"] == "seeds" {
            let [seed, other] = offer.seeds.map(|seed| to_hex(&seed));
            let open = json!({ "do": "reveal", "seed": seed, "other": other });
            let done = socket.act(&id, state_version(&table), "seeds", &open).await?;
            if done["tell"] != "done" {
                return Err(format!("opening the seeds of {id}: {done}"));
            }
        }
        for turn in 0..MAX_PLIES_PER_GAME {
            if !self.is_running() {
                break;
            }
            let mut table = socket.watch(&id).await?;
            if table["state"]["stage"] != "playing" {
                return Ok(());
            }
            if !table["state"]["legal"].is_array() {
                let mine = |message: &Value| {
                    message["state"]["legal"].is_array() || message["state"]["stage"] == "over"
                };
                table = socket
                    .receive_within("the player's turn", Duration::from_secs(30), mine)
                    .await?;
            }
            let legal = table["state"]["legal"].as_array().cloned().unwrap_or_default();
            let Some(ply) = random.pick(&legal) else { break };
            let mut play = json!({ "do": "play", "ply": ply });
            if ply.as_str().is_some_and(|ply| abaque_draw::is_sealed(spec, ply)) {
                play["nonce"] = to_hex(&random.bytes()).into();
            }
            // A timeout may come first where a window is open; other errors show up at the end.
            socket.act(&id, state_version(&table), &turn.to_string(), &play).await?;
            match turn {
                3 => {
                    let text = format!("move {turn} of {id}");
                    socket.send(&json!({ "ask": "say", "game": id, "text": text })).await?;
                    increment(&self.visits.chat);
                }
                6 => {
                    // Reconnects with a known version to get the missed steps.
                    drop(socket);
                    socket = JsonSocket::open(player, &[]).await?;
                    increment(&self.visits.reconnects);
                }
                9 => self.fetch_picture_and_stream(player, &id).await?,
                _ => {}
            }
            sleep(Duration::from_millis(100 + random.below(400))).await;
        }
        socket.act(&id, 0, "end", &json!({ "do": "resign" })).await?;
        player.get(&format!("/games/{id}/record")).await?.expect("the record", &[200, 409])?;
        Ok(())
    }

    /// Fetches a picture and an event stream of a game.
    async fn fetch_picture_and_stream(
        &self,
        player: &mut TestClient,
        id: &str,
    ) -> Result<(), Failure> {
        let picture = player.send("GET", &format!("/g/{id}/picture.png"), &[], b"").await?;
        picture.expect("a picture", &[200])?;
        increment(&self.visits.pictures);
        let mut stream = connect(self.server, loopback(self.number)).await?;
        let place = self.server;
        let ask = format!("GET /api/v1/games/{id}/stream HTTP/1.1\r\nHost: {place}\r\n\r\n");
        stream.write_all(ask.as_bytes()).await.map_err(io_failure)?;
        let mut part = [0; 4096];
        let read = timeout(Duration::from_secs(10), stream.read(&mut part)).await;
        let read = read.map_err(|_| "a stream says nothing")?.map_err(io_failure)?;
        if !part[..read].starts_with(b"HTTP/1.1 200") {
            return Err(format!("no stream: {}", String::from_utf8_lossy(&part[..read])));
        }
        increment(&self.visits.streams);
        Ok(())
    }

    /// Signs in and out repeatedly, with right and wrong passwords, and reads account pages.
    pub(super) async fn run_sign_ins(self) -> Result<(), Failure> {
        let name = format!("Soaker{}", self.number);
        TestClient::account(self.server, loopback(self.number), &name).await?;
        while self.is_running() {
            let mut person = TestClient::new(self.server, loopback(self.number));
            let wrong = credentials(&name, "something else altogether");
            person.post("/sign-in", &wrong).await?.expect("a wrong password", &[401])?;
            let right = credentials(&name, PASSWORD);
            person.post("/sign-in", &right).await?.expect("signing in", &[200])?;
            for path in ["/me", "/sessions", "/tokens", "/me/turns", "/me/export"] {
                person.get(path).await?.expect(path, &[200])?;
            }
            person.post("/sign-out", &Value::Null).await?.expect("signing out", &[204])?;
            increment(&self.visits.sign_ins);
            sleep(Duration::from_secs(3)).await;
        }
        Ok(())
    }

    /// New guests read the lobby, open a game nobody joins, abort it and leave.
    pub(super) async fn run_lobby_visits(self) -> Result<(), Failure> {
        while self.is_running() {
            let mut guest = TestClient::guest(self.server, loopback(self.number)).await?;
            let mut socket = JsonSocket::open(&guest, &[]).await?;
            socket.send(&json!({ "ask": "lobby", "on": true })).await?;
            let terms = json!({ "spec": plain_game(), "side": "first", "clock": "300+2" });
            let made = guest.post("/games", &terms).await?.expect("a game", &[201])?.json();
            let game = made["game"].as_str().unwrap_or_default().to_owned();
            socket.receive("lobby").await?;
            socket.act(&game, 0, "off", &json!({ "do": "abort" })).await?;
            let best = format!("/best/{}", plain_game());
            for path in ["/games", "/games?which=live", "/lots", &best] {
                guest.get(path).await?.expect(path, &[200])?;
            }
            guest
                .send("GET", &format!("/pictures/{}.png", game_with_lots()), &[], b"")
                .await?
                .expect("a picture", &[200])?;
            increment(&self.visits.lobby);
            sleep(Duration::from_millis(700)).await;
        }
        Ok(())
    }
}
