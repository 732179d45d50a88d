//! Attacks on games: absent hosts, races, reused keys, foreign seats.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::json_socket::{
    JsonSocket, NewGameRequest, first_legal_action, new_game_request, start_plain_game,
    state_version,
};
use super::test_client::{TestClient, loopback};
use super::{AttackEnv, AttackResult, held, held_with};
use crate::Failure;
use crate::games::{game_with_lots, plain_game};
use crate::server::send_signal;

/// Rounds of each race.
const RACE_ROUNDS: usize = 10;

pub(super) async fn host_leaves_live(env: &mut AttackEnv) -> AttackResult {
    host_leaves(env, "300+2").await
}

pub(super) async fn host_leaves_correspondence(env: &mut AttackEnv) -> AttackResult {
    host_leaves(env, "3/turn").await
}

/// The host deposits the seed, connects and leaves; a guest joins. The game must start, be playable
/// and leave a record that verifies its lots.
async fn host_leaves(env: &mut AttackEnv, clock: &str) -> AttackResult {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let offer = new_game_request(&mut env.random, game_with_lots(), clock, false).with_deposit();
    host.post("/games", &offer.terms).await?.expect("a game", &[201])?;
    let socket = JsonSocket::open(&host, &[]).await?;
    drop(socket);
    let join = format!("/games/{}/join", offer.id);
    other.post(&join, &offer.join_body()).await?.expect("joining", &[204])?;
    let mut socket = JsonSocket::open(&other, &[]).await?;
    let since = Instant::now();
    let table = socket.watch(&offer.id).await?;
    if table["state"]["stage"] == "seeds" {
        let answer =
            socket.act(&offer.id, state_version(&table), "seed", &offer.reveal_act(1)).await?;
        if answer["tell"] != "done" {
            return Err(format!("the seed of the player who joined: {answer}"));
        }
    }
    if table["state"]["stage"] != "playing" {
        let begins = |message: &Value| message["state"]["stage"] == "playing";
        socket.receive_within("the game without its host", Duration::from_secs(3), begins).await?;
    }
    let took = since.elapsed();
    let answer = socket.act(&offer.id, 0, "end", &json!({ "do": "resign" })).await?;
    if answer["tell"] != "done" {
        return Err(format!("resigning: {answer}"));
    }
    check_record(&mut other, &offer).await?;
    held_with(format!("playing {} ms after the guest came, record proven", took.as_millis()))
}

async fn check_record(client: &mut TestClient, offer: &NewGameRequest) -> Result<(), Failure> {
    let path = format!("/games/{}/record", offer.id);
    let text = client.get(&path).await?.expect("the record", &[200])?.text();
    let records = abaque_record::parse(&text).map_err(|error| error.to_string())?;
    let [record] = records.as_slice() else { return Err("not one record".into()) };
    let checked = abaque_record::check(record).map_err(|error| error.to_string())?;
    match checked.lots {
        abaque_record::LotStatus::Unproven(_) => {
            Err("the lots of the record are not proven".into())
        }
        _ => Ok(()),
    }
}

pub(super) async fn simultaneous_seeks(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    for round in 0..RACE_ROUNDS as u32 {
        let mut people = [
            TestClient::guest(server, loopback(2 * round)).await?,
            TestClient::guest(server, loopback(2 * round + 1)).await?,
        ];
        let clock = format!("{}+1", 60 * (round + 1));
        let mut offers = Vec::new();
        for _ in &people {
            offers.push(
                new_game_request(&mut env.random, plain_game(), &clock, false).with_deposit(),
            );
        }
        let [one, other] = &mut people;
        let (first, second) = tokio::join!(
            one.post("/seek", &offers[0].terms),
            other.post("/seek", &offers[1].terms)
        );
        let first = first?.expect("seeking", &[200])?.json();
        let second = second?.expect("seeking", &[200])?.json();
        let found = |answer: &Value| answer["found"] == true;
        if found(&first) == found(&second) || first["game"] != second["game"] {
            return Err(format!("round {round}: {first} and {second} are not one pair"));
        }
    }
    held_with(format!("{RACE_ROUNDS} pairs of seeks, each one game"))
}

/// Two guests at a game without lots.
struct SeatedPair {
    people: [TestClient; 2],
    sockets: [JsonSocket; 2],
    game: String,
}

async fn seat_two_guests(env: &mut AttackEnv) -> Result<SeatedPair, Failure> {
    let server = match env.servers.last() {
        Some(server) => server.address,
        None => env.serve().await?,
    };
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let game = start_plain_game(&mut host, &mut other, "300+2").await?;
    let sockets = [JsonSocket::open(&host, &[]).await?, JsonSocket::open(&other, &[]).await?];
    Ok(SeatedPair { people: [host, other], sockets, game })
}

/// Performs an act twice under one key: both answers must be equal, with no second effect.
async fn act_twice(
    socket: &mut JsonSocket,
    game: &str,
    seen: u64,
    key: &str,
    act: Value,
) -> Result<(), Failure> {
    let first = socket.act(game, seen, key, &act).await?;
    if first["tell"] != "done" {
        return Err(format!("{act}: {first}"));
    }
    let again = socket.act(game, seen, key, &act).await?;
    if first["tell"] != again["tell"] || first["version"] != again["version"] {
        return Err(format!("{act} was answered {first}, and sent again {again}"));
    }
    Ok(())
}

pub(super) async fn every_key_twice(env: &mut AttackEnv) -> AttackResult {
    let mut tried = 0;
    // Play, both kinds of offers, their answers, resignation.
    let SeatedPair { sockets: [mut host, mut other], game, .. } = seat_two_guests(env).await?;
    let table = host.watch(&game).await?;
    other.watch(&game).await?;
    let ply = first_legal_action(&table)?;
    act_twice(&mut host, &game, state_version(&table), "1", json!({ "do": "play", "ply": ply }))
        .await?;
    let draw = |what: &str| json!({ "do": what, "what": "draw" });
    let back = |what: &str| json!({ "do": what, "what": "take-back" });
    act_twice(&mut host, &game, 1, "2", draw("offer")).await?;
    act_twice(&mut other, &game, 1, "3", draw("decline")).await?;
    act_twice(&mut host, &game, 1, "4", back("offer")).await?;
    act_twice(&mut other, &game, 1, "5", back("accept")).await?;
    act_twice(&mut host, &game, 1, "6", json!({ "do": "resign" })).await?;
    tried += 6;
    // Aborting a game.
    let SeatedPair { sockets: [mut host, _other], game, .. } = seat_two_guests(env).await?;
    host.watch(&game).await?;
    act_twice(&mut host, &game, 0, "1", json!({ "do": "abort" })).await?;
    // Accepting a draw.
    let SeatedPair { sockets: [mut host, mut other], game, .. } = seat_two_guests(env).await?;
    host.watch(&game).await?;
    act_twice(&mut host, &game, 0, "1", draw("offer")).await?;
    act_twice(&mut other, &game, 0, "2", draw("accept")).await?;
    tried += 3;
    // Revealing seeds.
    let server = env.server()?.address;
    let mut host = TestClient::guest(server, loopback(2)).await?;
    let mut other = TestClient::guest(server, loopback(3)).await?;
    let offer = new_game_request(&mut env.random, game_with_lots(), "300+2", false);
    host.post("/games", &offer.terms).await?.expect("a game", &[201])?;
    let join = format!("/games/{}/join", offer.id);
    other.post(&join, &offer.join_body()).await?.expect("joining", &[204])?;
    let mut socket = JsonSocket::open(&host, &[]).await?;
    act_twice(&mut socket, &offer.id, 0, "1", offer.reveal_act(0)).await?;
    let mut socket = JsonSocket::open(&other, &[]).await?;
    act_twice(&mut socket, &offer.id, 0, "1", offer.reveal_act(1)).await?;
    held_with(format!("{} acts, each sent twice", tried + 2))
}

pub(super) async fn foreign_seat(env: &mut AttackEnv) -> AttackResult {
    let SeatedPair { sockets: [mut host, _other], game, people } = seat_two_guests(env).await?;
    let table = host.watch(&game).await?;
    let ply = first_legal_action(&table)?;
    let server = people[0].server;
    let mut stranger = TestClient::guest(server, loopback(7)).await?;
    let mut socket = JsonSocket::open(&stranger, &[]).await?;
    socket.watch(&game).await?;
    let acts = [
        json!({ "do": "play", "ply": ply }),
        json!({ "do": "resign" }),
        json!({ "do": "abort" }),
        json!({ "do": "claim" }),
        json!({ "do": "offer", "what": "draw" }),
    ];
    for (number, act) in acts.iter().enumerate() {
        let answer = socket.act(&game, state_version(&table), &format!("k{number}"), act).await?;
        if answer["problem"]["code"] != "not-yours" {
            return Err(format!("{act} by a stranger: {answer}"));
        }
        let body = json!({ "seen": state_version(&table), "key": "k", "act": act });
        stranger.post(&format!("/games/{game}/act"), &body).await?.expect("a stranger", &[403])?;
    }
    // An anonymous client.
    let mut nobody = TestClient::new(server, loopback(8));
    let body = json!({ "seen": 0, "key": "k", "act": { "do": "resign" } });
    nobody.post(&format!("/games/{game}/act"), &body).await?.expect("nobody", &[401])?;
    // The opponent, out of turn.
    let mut other = JsonSocket::open(&people[1], &[]).await?;
    let answer =
        other.act(&game, state_version(&table), "t", &json!({ "do": "play", "ply": ply })).await?;
    if answer["tell"] != "refused" {
        return Err(format!("the other player moved for the first: {answer}"));
    }
    held()
}

pub(super) async fn foreign_key(env: &mut AttackEnv) -> AttackResult {
    let SeatedPair { sockets: [mut host, mut other], game, people } = seat_two_guests(env).await?;
    let table = host.watch(&game).await?;
    let play = json!({ "do": "play", "ply": first_legal_action(&table)? });
    let done = host.act(&game, state_version(&table), "secret-key", &play).await?;
    if done["tell"] != "done" {
        return Err(format!("{play}: {done}"));
    }
    // The opponent uses the same key for an act of their own: it is a different request.
    let answer =
        other.act(&game, 0, "secret-key", &json!({ "do": "offer", "what": "draw" })).await?;
    if answer["tell"] != "done" || answer["version"] == done["version"] {
        return Err(format!("the opponent's own request got the other's answer: {answer}"));
    }
    let mut stranger = TestClient::guest(people[0].server, loopback(7)).await?;
    let body = json!({ "seen": 0, "key": "secret-key", "act": play });
    stranger.post(&format!("/games/{game}/act"), &body).await?.expect("a stranger", &[403])?;
    held()
}

pub(super) async fn own_game(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut ann = TestClient::account(server, loopback(0), "Annabel").await?;
    let mut elsewhere = TestClient::new(server, loopback(1));
    let credentials = super::test_client::credentials("Annabel", super::test_client::PASSWORD);
    elsewhere.post("/sign-in", &credentials).await?.expect("signing in", &[200])?;
    let (mut program, _) = ann.with_token("play").await?;
    let terms = json!({ "spec": plain_game(), "side": "first" });
    let made = ann.post("/games", &terms).await?.expect("a game", &[201])?.json();
    let join = format!("/games/{}/join", made["game"].as_str().unwrap_or_default());
    for client in [&mut ann, &mut elsewhere, &mut program] {
        let answer = client.post(&join, &json!({})).await?.expect("joining one's own", &[409])?;
        if answer.code() != "own-game" {
            return Err(format!("joining one's own game: {}", answer.text()));
        }
    }
    held()
}

/// Ten users take the one free seat at the same moment.
pub(super) async fn many_join_at_once(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let terms = json!({ "spec": plain_game(), "side": "first" });
    let made = host.post("/games", &terms).await?.expect("a game", &[201])?.json();
    let join = format!("/games/{}/join", made["game"].as_str().unwrap_or_default());
    let mut joining = JoinSet::new();
    for number in 1..=10 {
        let mut guest = TestClient::guest(server, loopback(number)).await?;
        let join = join.clone();
        joining.spawn(async move { guest.post(&join, &json!({})).await });
    }
    let mut seated = 0;
    while let Some(answer) = joining.join_next().await {
        let answer = answer.map_err(|error| error.to_string())??;
        seated += u32::from(answer.expect("joining", &[204, 409])?.status == 204);
    }
    if seated == 1 { held() } else { Err(format!("{seated} people sit on one seat")) }
}

/// One player plays two different moves at the same moment over two sockets.
pub(super) async fn two_moves_at_once(env: &mut AttackEnv) -> AttackResult {
    let SeatedPair { sockets: [mut one, _other], game, people } = seat_two_guests(env).await?;
    let mut second = JsonSocket::open(&people[0], &[]).await?;
    let table = one.watch(&game).await?;
    let legal = table["state"]["legal"].as_array().cloned().unwrap_or_default();
    let play = |ply: &Value| json!({ "do": "play", "ply": ply });
    let (Some(first), Some(last)) = (legal.first(), legal.last()) else {
        return Err(format!("nothing to play: {table}"));
    };
    let (first, last) = (play(first), play(last));
    let seen = state_version(&table);
    let (first, last) =
        tokio::join!(one.act(&game, seen, "a", &first), second.act(&game, seen, "b", &last));
    let done = [first?, last?].iter().filter(|answer| answer["tell"] == "done").count();
    let after = one.watch(&game).await?;
    let plies = after["plies"]["list"].as_array().map_or(0, Vec::len);
    if (done, plies) == (1, 1) {
        return held();
    }
    Err(format!("{done} of two moves were done, {plies} are on the board"))
}

pub(super) async fn odd_numbers(env: &mut AttackEnv) -> AttackResult {
    let SeatedPair { sockets: [mut host, _other], game, .. } = seat_two_guests(env).await?;
    for have in [1_u64, 1_000_000, u64::from(u32::MAX)] {
        host.send(&json!({ "ask": "watch", "game": game, "have": have })).await?;
        let fits = |message: &Value| message["tell"] == "table" || message["tell"] == "step";
        host.receive_matching(&format!("the game after have={have}"), fits).await?;
    }
    let odd = ["4294967296", "-1", "1e99", "0.5", "\"1\"", "null", "18446744073709551616"];
    for number in odd {
        host.send_text(format!(r#"{{"ask":"watch","game":"{game}","have":{number}}}"#)).await?;
        if number != "null" {
            host.receive("refused").await?;
        }
        host.send_text(format!(
            r#"{{"ask":"act","game":"{game}","seen":{number},"key":"n","act":{{"do":"resign"}}}}"#
        ))
        .await?;
        host.receive("refused").await?;
    }
    host.send_text(r#"{"ask":"ping","at":18446744073709551615}"#.into()).await?;
    let pong = host.receive("pong").await?;
    if pong["at"].as_u64() != Some(u64::MAX) {
        return Err(format!("{pong}"));
    }
    let table = host.watch(&game).await?;
    let play = json!({ "do": "play", "ply": first_legal_action(&table)? });
    // A version from the future is harmless too.
    let answer = host.act(&game, u64::from(u32::MAX), "max", &play).await?;
    if answer["tell"] != "done" && answer["tell"] != "refused" {
        return Err(format!("{answer}"));
    }
    held()
}

pub(super) async fn id_in_capitals(env: &mut AttackEnv) -> AttackResult {
    let SeatedPair { game, mut people, mut sockets } = seat_two_guests(env).await?;
    for id in [game.to_uppercase(), format!("{game} "), format!("{game}%00"), format!(" {game}")] {
        let path = format!("/games/{}", id.replace(' ', "%20"));
        people[0].get(&path).await?.expect(&path, &[404, 422, 400])?;
        sockets[0].send(&json!({ "ask": "watch", "game": id })).await?;
        sockets[0].receive("refused").await?;
    }
    held()
}

/// The server is suspended by a signal for a while, then continues.
pub(super) async fn stopped_server(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let game = start_plain_game(&mut host, &mut other, "300+2").await?;
    let mut socket = JsonSocket::open(&host, &[]).await?;
    let table = socket.watch(&game).await?;
    let play = json!({ "do": "play", "ply": first_legal_action(&table)? });
    let done = socket.act(&game, state_version(&table), "1", &play).await?;
    if done["tell"] != "done" {
        return Err(format!("{play}: {done}"));
    }
    let id = env.server()?.process_id().ok_or("the server is gone")?;
    send_signal(id, "STOP").await?;
    sleep(Duration::from_secs(3)).await;
    send_signal(id, "CONT").await?;
    let since = Instant::now();
    socket.send(&json!({ "ask": "ping", "at": 7 })).await?;
    socket.receive("pong").await?;
    let back = since.elapsed();
    let after = socket.watch(&game).await?;
    if after["plies"]["list"].as_array().map(Vec::len) != Some(1) {
        return Err(format!("one ply was played: {after}"));
    }
    if back > Duration::from_secs(1) {
        return Err(format!("the first answer took {back:?}"));
    }
    held_with(format!("first answer {} ms after it went on", back.as_millis()))
}
