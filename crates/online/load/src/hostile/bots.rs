//! Attacks on the bots.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::json_socket::{JsonSocket, first_legal_action, state_version};
use super::test_client::{TestClient, loopback};
use super::{AttackEnv, AttackResult, held_with};
use crate::Failure;
use crate::games::plain_game;

/// Answer time of level 1 while another user keeps `best` busy.
const MAX_ANSWER_TIME: Duration = Duration::from_secs(1);
/// Games one guest requests.
const GAMES_REQUESTED: usize = 100;
/// Upper bound for the solo games of one user.
const MAX_SOLO_GAMES: usize = 100;

/// A game without lots against a bot; the user begins.
fn terms_against_bot(level: &str) -> Value {
    json!({ "spec": plain_game(), "side": "first", "against": { "computer": level } })
}

pub(super) async fn hundred_games_against_best(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut greedy = TestClient::guest(server, loopback(0)).await?;
    let mut busy = JsonSocket::open(&greedy, &[]).await?;
    let mut games = 0;
    for _ in 0..GAMES_REQUESTED {
        let made = greedy.post("/games", &terms_against_bot("best")).await?;
        if made.status != 201 {
            break;
        }
        let game = made.json()["game"].as_str().unwrap_or_default().to_owned();
        let table = busy.watch(&game).await?;
        let play = json!({ "do": "play", "ply": first_legal_action(&table)? });
        busy.act(&game, state_version(&table), "1", &play).await?;
        busy.send(&json!({ "ask": "leave", "game": game })).await?;
        games += 1;
    }
    let mut modest = TestClient::guest(server, loopback(1)).await?;
    let made =
        modest.post("/games", &terms_against_bot("1")).await?.expect("a game", &[201])?.json();
    let game = made["game"].as_str().unwrap_or_default().to_owned();
    let mut socket = JsonSocket::open(&modest, &[]).await?;
    let mut slowest = Duration::ZERO;
    for turn in 0..5 {
        let table = socket.watch(&game).await?;
        let play = json!({ "do": "play", "ply": first_legal_action(&table)? });
        let since = Instant::now();
        socket.act(&game, state_version(&table), &turn.to_string(), &play).await?;
        let mine =
            |message: &Value| message["tell"] == "step" && message["state"]["legal"].is_array();
        socket.receive_within("the computer's answer", Duration::from_secs(20), mine).await?;
        slowest = slowest.max(since.elapsed());
    }
    let note = format!(
        "level 1 answered within {} ms beside {games} games against best",
        slowest.as_millis()
    );
    if slowest > MAX_ANSWER_TIME { Err(note) } else { held_with(note) }
}

pub(super) async fn games_alone_are_capped(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut notes = Vec::new();
    let terms = [
        terms_against_bot("1"),
        json!({ "spec": plain_game(), "side": "first", "against": "hot-seat" }),
    ];
    for (number, terms) in terms.iter().enumerate() {
        let mut greedy = TestClient::guest(server, loopback(number as u32)).await?;
        notes.push(create_until_refused(&mut greedy, terms).await?);
    }
    held_with(notes.join("; "))
}

async fn create_until_refused(client: &mut TestClient, terms: &Value) -> Result<String, Failure> {
    for games in 0..=MAX_SOLO_GAMES {
        let answer = client.post("/games", terms).await?;
        if answer.status == 201 {
            continue;
        }
        let answer = answer.expect("one game too many", &[409, 422, 429])?;
        let detail = answer.json()["detail"].as_str().unwrap_or_default().to_owned();
        if detail.is_empty() {
            return Err(format!("refused without a word: {}", answer.text()));
        }
        return Ok(format!("{games} games, then: {detail}"));
    }
    Err(format!("{MAX_SOLO_GAMES} games were opened without a refusal"))
}
