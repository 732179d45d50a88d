//! Attacks on hidden information.

use serde_json::{Value, json};

use super::json_socket::{JsonSocket, first_legal_action, new_game_request, state_version};
use super::test_client::{TestClient, loopback};
use super::{AttackEnv, AttackResult, held, held_with};
use crate::Failure;
use crate::games::{plain_game, sealed_game};
use crate::random::RandomValues;

/// A secret set-up with its nonce.
struct SealedSetup {
    game: String,
    setup: String,
    nonce: String,
    people: [TestClient; 2],
}

async fn hand_in_setup(env: &mut AttackEnv) -> Result<SealedSetup, Failure> {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let offer = new_game_request(&mut env.random, sealed_game(), "300+2", false).with_deposit();
    host.post("/games", &offer.terms).await?.expect("a game", &[201])?;
    let join = format!("/games/{}/join", offer.id);
    other.post(&join, &offer.join_body()).await?.expect("joining", &[204])?;
    let mut sockets = [JsonSocket::open(&host, &[]).await?, JsonSocket::open(&other, &[]).await?];
    for (which, socket) in sockets.iter_mut().enumerate() {
        let table = socket.watch(&offer.id).await?;
        if table["state"]["stage"] == "seeds" {
            // A deposited seed is already known: the server refuses this reveal, harmlessly.
            socket.act(&offer.id, state_version(&table), "seed", &offer.reveal_act(which)).await?;
        }
    }
    let table = sockets[0].watch(&offer.id).await?;
    let setup = first_legal_action(&table)?;
    let nonce = abaque_lots::to_hex(&env.random.bytes());
    let play = json!({ "do": "play", "ply": setup, "nonce": nonce });
    let done = sockets[0].act(&offer.id, state_version(&table), "setup", &play).await?;
    if done["tell"] != "done" {
        return Err(format!("handing in a set-up: {done}"));
    }
    Ok(SealedSetup { game: offer.id, setup, nonce, people: [host, other] })
}

/// Watches with every possible version as opponent, stranger and anonymous client; none may see the
/// set-up.
pub(super) async fn watcher_of_a_secret(env: &mut AttackEnv) -> AttackResult {
    let SealedSetup { game, setup, nonce, people } = hand_in_setup(env).await?;
    let server = people[0].server;
    let mut stranger = TestClient::guest(server, loopback(5)).await?;
    let nobody = TestClient::new(server, loopback(6));
    let mut message_count = 0;
    for client in [&people[1], &stranger, &nobody] {
        let mut socket = JsonSocket::open(client, &[]).await?;
        for have in 0..8 {
            socket.send(&json!({ "ask": "watch", "game": game, "have": have })).await?;
        }
        socket.send(&json!({ "ask": "watch", "game": game })).await?;
        for message in socket.receive_all_for(std::time::Duration::from_millis(700)).await {
            message_count += 1;
            check_no_leak(&message, &setup, &nonce)?;
        }
    }
    for path in ["", "/record", "/chat"] {
        let answer = stranger.get(&format!("/games/{game}{path}")).await?;
        check_no_leak(&Value::String(answer.text()), &setup, &nonce)?;
    }
    if message_count < 9 {
        return Err(format!("only {message_count} messages were received"));
    }
    held_with(format!("{message_count} messages checked"))
}

/// Asserts that the set-up is in no `ply` and no view; the player to act may have the same text
/// among the presets.
fn check_no_leak(message: &Value, setup: &str, nonce: &str) -> Result<(), Failure> {
    let mut public = message.clone();
    if let Some(state) = public.get_mut("state").and_then(Value::as_object_mut) {
        state.remove("legal");
    }
    let text = public.to_string();
    if text.contains(nonce) || text.contains(setup) {
        return Err(format!("a secret set-up leaked: {text}"));
    }
    Ok(())
}

pub(super) async fn delayed_game(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let terms = json!({ "spec": plain_game(), "clock": "300+2", "side": "first", "delay": 600 });
    let made = host.post("/games", &terms).await?.expect("a game", &[201])?.json();
    let game = made["game"].as_str().unwrap_or_default().to_owned();
    other.post(&format!("/games/{game}/join"), &json!({})).await?.expect("joining", &[204])?;
    let mut socket = JsonSocket::open(&host, &[]).await?;
    let table = socket.watch(&game).await?;
    let ply = first_legal_action(&table)?;
    let play = json!({ "do": "play", "ply": ply });
    let done = socket.act(&game, state_version(&table), "1", &play).await?;
    if done["tell"] != "done" {
        return Err(format!("{play}: {done}"));
    }
    let snapshot = socket.watch(&game).await?;
    let view = snapshot["state"]["view"].as_str().unwrap_or_default().to_owned();
    let mut stranger = TestClient::guest(server, loopback(5)).await?;
    let mut watching = JsonSocket::open(&stranger, &[]).await?;
    for have in [0, 1, 2] {
        watching.send(&json!({ "ask": "watch", "game": game, "have": have })).await?;
    }
    watching.send(&json!({ "ask": "watch", "game": game })).await?;
    let mut texts: Vec<String> = watching
        .receive_all_for(std::time::Duration::from_millis(700))
        .await
        .iter()
        .map(Value::to_string)
        .collect();
    if texts.len() < 2 {
        return Err(format!("a spectator receives nothing: {texts:?}"));
    }
    for path in ["", "/record", "/chat"] {
        texts.push(stranger.get(&format!("/games/{game}{path}")).await?.text());
    }
    for text in texts {
        if text.contains(&view) || text.contains(&format!("\"ply\":\"{ply}\"")) {
            return Err(format!("a spectator ten minutes behind receives {ply}: {text}"));
        }
    }
    held()
}

pub(super) async fn read_only_token(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut ann = TestClient::account(server, loopback(0), "Annabel").await?;
    let (mut program, _) = ann.with_token("read").await?;
    program.get("/me").await?.expect("looking", &[200])?;
    let terms = json!({ "spec": plain_game(), "side": "first" });
    program.post("/games", &terms).await?.expect("creating a game", &[403])?;
    program.post("/seek", &terms).await?.expect("seeking", &[403])?;
    if JsonSocket::open(&program, &[]).await.is_ok() {
        return Err("a token that may only read opened a socket".into());
    }
    // Account routes accept no token at all.
    let (mut player, _) = ann.with_token("play").await?;
    for path in ["/tokens", "/sessions", "/me/export"] {
        player.get(path).await?.expect(path, &[403])?;
    }
    held()
}
