//! A whole server on a failing disk: clients learn what was not stored, and games continue without
//! a restart.

#![allow(clippy::unwrap_used)]
#![cfg(target_os = "linux")]

#[path = "../harness/mod.rs"]
mod harness;
#[path = "../harness/sqlite.rs"]
mod place;
#[path = "../../../store/tests/suite/shim.rs"]
mod shim;

use std::time::{Duration, Instant};

use abaque_store::GameId;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use harness::{Answer, Browser, Server};
use serde_json::json;
use shim::{Disk, DiskMode};

/// How soon requests must work after the disk recovers.
const SOON: Duration = Duration::from_secs(1);

struct Play<'a> {
    server: &'a Server,
    player: Browser<'a>,
    id: GameId,
}

impl Play<'_> {
    /// The public position and version, once the player is to move.
    async fn due(&self) -> (Box<dyn abaque_catalog::AnyGame>, u32, usize) {
        let since = Instant::now();
        loop {
            let seen = self.server.app.rooms().spectator_snapshot(&self.id).await.unwrap();
            if seen.state.to_act == [abaque_protocol::Seat::First] {
                let mut game = abaque_catalog::open("abalone").unwrap();
                seen.plies.list.iter().for_each(|ply| drop(game.play(&ply.ply).unwrap()));
                return (game, seen.state.version, seen.plies.list.len());
            }
            assert!(since.elapsed() < Duration::from_secs(10), "the computer does not move");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Plays any legal ply.
    async fn act(&mut self, key: &str) -> Answer {
        let (game, seen, _) = self.due().await;
        let act = json!({ "do": "play", "ply": game.offered_plies()[0] });
        let path = format!("/games/{}/act", self.id);
        self.player.post(&path, json!({ "seen": seen, "key": key, "act": act })).await
    }

    /// Retries until the act is stored; returns the time taken.
    async fn until_done(&mut self, key: &str) -> Duration {
        let since = Instant::now();
        while self.act(key).await.status != StatusCode::OK {
            assert!(since.elapsed() < Duration::from_secs(10), "nothing is stored any more");
        }
        since.elapsed()
    }
}

async fn ready(server: &Server) -> Answer {
    server.send(Request::get("/readyz").body(Body::empty()).unwrap()).await
}

/// Waits until `/readyz` has this status.
async fn until_ready(server: &Server, status: StatusCode) -> Answer {
    let since = Instant::now();
    loop {
        let answer = ready(server).await;
        if answer.status == status {
            return answer;
        }
        assert!(since.elapsed() < Duration::from_secs(3), "{answer:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[test]
fn games_continue_after_disk_failures() {
    let Some(disk) = shim::disk("games_continue_after_disk_failures", "store.db") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(story(disk));
}

async fn story(disk: Disk) {
    let server = Server::new().await;
    let mut player = server.guest().await;
    let terms = json!({ "spec": "abalone", "side": "first", "against": { "computer": "1" } });
    let created = player.post("/games", terms).await;
    assert_eq!(created.status, StatusCode::CREATED, "{created:?}");
    let id = GameId::parse(created.json()["game"].as_str().unwrap()).unwrap();
    let mut play = Play { server: &server, player, id };
    assert_eq!(play.act("one").await.status, StatusCode::OK);
    until_ready(&server, StatusCode::OK).await;

    // Full: certainly not stored, reported in both languages.
    let (_, _, before) = play.due().await;
    disk.set(DiskMode::Full);
    let told = play.act("two").await;
    told.is("not-saved");
    assert_eq!(told.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(told.text.contains("its disk is full") && told.text.contains("not done"), "{told:?}");
    assert_eq!(told.header("retry-after"), "1");
    let not_ready = until_ready(&server, StatusCode::SERVICE_UNAVAILABLE).await;
    assert!(not_ready.is("not-saved").text.contains("its disk is full"), "{not_ready:?}");
    let mut french = server.browser().with("accept-language", "fr");
    let told = french.post("/guest", json!({})).await;
    assert!(told.is("not-saved").text.contains("son disque est plein"), "{told:?}");
    assert_eq!(play.due().await.2, before, "nothing was played");

    disk.set(DiskMode::Well);
    let took = play.until_done("two").await;
    println!("played again after {took:?}");
    assert!(took < SOON, "{took:?}");
    until_ready(&server, StatusCode::OK).await;
    assert_eq!(play.due().await.2, before + 2, "one move, one answer");

    // A failed sync: possibly stored; the same key tells.
    disk.set(DiskMode::Unsynced);
    let told = play.act("three").await;
    told.is("busy");
    assert!(told.text.contains("may have been done"), "{told:?}");
    disk.set(DiskMode::Well);
    let took = play.until_done("three").await;
    assert!(took < SOON, "{took:?}");
    assert_eq!(play.due().await.2, before + 4);

    // The disk fails during the bot's turn; the bot resumes afterwards.
    for (round, mode) in [DiskMode::Full, DiskMode::Broken].into_iter().enumerate() {
        let (_, _, before) = play.due().await;
        assert_eq!(play.act(&format!("computer {round}")).await.status, StatusCode::OK);
        disk.set(mode);
        tokio::time::sleep(Duration::from_millis(300)).await;
        disk.set(DiskMode::Well);
        assert_eq!(play.due().await.2, before + 2);
    }

    // Everything acknowledged is there after a restart.
    let (_, version, plies) = play.due().await;
    let url = server.app.config().store.clone();
    let id = play.id.clone();
    server.app.rooms().close(&abaque_rooms::RequestError::game_not_found()).await;
    server.app.store().close().await;
    let store = abaque_store::Store::open(&url).await.unwrap();
    let game = store.game(&id).await.unwrap().unwrap();
    assert_eq!((game.version.0, game.plies as usize), (version, plies));
    store.close().await;
}
