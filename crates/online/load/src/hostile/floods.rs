//! Denial of service by volume.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::json_socket::{JsonSocket, start_plain_game};
use super::test_client::{self, TestClient, connect, loopback};
use super::{AttackEnv, AttackResult, held_with};
use crate::Failure;

/// Longest wait of a bystander during a flood.
const MAX_BYSTANDER_WAIT: Duration = Duration::from_secs(1);
/// Concurrent picture requests.
const CONCURRENT_PICTURES: usize = 200;
/// Chat lines a flood may deliver: one user's quota, not six.
const MAX_CHAT_LINES_HEARD: usize = 30;
/// Sockets one user requests.
const SOCKETS_REQUESTED: usize = 150;
/// Half-open connections, and the server's open-file limit.
const HALF_OPEN_CONNECTIONS: usize = 400;
const SERVER_FILE_LIMIT: u32 = 256;
/// Time until an honest client gets through despite half-open connections.
const HONEST_CLIENT_DEADLINE: Duration = Duration::from_secs(20);

pub(super) async fn picture_flood(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    // Games with different pictures, so that each has to be rendered.
    let mut games = Vec::new();
    for _ in 0..8 {
        games.push(start_plain_game(&mut host, &mut other, "300+2").await?);
    }
    let before = env.server()?.memory_bytes().ok_or("memory is not known here")?;
    let mut asking = JoinSet::new();
    for number in 0..CONCURRENT_PICTURES {
        let game = games[number % games.len()].clone();
        asking.spawn(async move {
            let mut client = TestClient::new(server, loopback(2));
            let path = format!("/g/{game}/picture.png?v={number}&w={number}");
            Ok::<u16, Failure>(client.send("GET", &path, &[], b"").await?.status)
        });
    }
    let mut slowest = Duration::ZERO;
    let mut bystander = TestClient::new(server, loopback(3));
    for _ in 0..10 {
        let since = Instant::now();
        bystander.get("/games").await?.expect("another user", &[200])?;
        slowest = slowest.max(since.elapsed());
        sleep(Duration::from_millis(30)).await;
    }
    let (mut drawn, mut refused) = (0, 0);
    while let Some(answer) = asking.join_next().await {
        match answer.map_err(|error| error.to_string())?? {
            200 => drawn += 1,
            429 | 503 => refused += 1,
            status => return Err(format!("a picture was answered with {status}")),
        }
    }
    let grown = env.server()?.memory_bytes().unwrap_or(before).saturating_sub(before);
    let note = format!(
        "{drawn} pictures given, {refused} refused, others waited {} ms at most, {:.0} MB more",
        slowest.as_millis(),
        grown as f64 / 1e6
    );
    if slowest > MAX_BYSTANDER_WAIT || grown > 100_000_000 || drawn == 0 {
        Err(note)
    } else {
        held_with(note)
    }
}

pub(super) async fn chat_flood(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let game = start_plain_game(&mut host, &mut other, "300+2").await?;
    let mut victim = JsonSocket::open(&other, &[]).await?;
    victim.watch(&game).await?;
    let mut flooding = JoinSet::new();
    for number in 0..6 {
        let (mut socket, game) = (JsonSocket::open(&host, &[]).await?, game.clone());
        flooding.spawn(async move {
            for count in 0..100 {
                let text = format!("line {count} of {number}");
                // The server may read slowly or hang up; both are allowed.
                if socket.send(&json!({ "ask": "say", "game": game, "text": text })).await.is_err()
                {
                    break;
                }
            }
            socket.receive_all_for(Duration::from_secs(3)).await
        });
    }
    let received = victim.receive_all_for(Duration::from_secs(4)).await;
    let lines = received.iter().filter(|message| message["tell"] == "chat").count();
    let mut refused = 0;
    while let Some(answers) = flooding.join_next().await {
        let answers = answers.map_err(|error| error.to_string())?;
        refused += answers.iter().filter(|message| message["tell"] == "refused").count();
    }
    victim.send(&json!({ "ask": "ping", "at": 1 })).await?;
    victim.receive("pong").await.map_err(|wrong| format!("the other player: {wrong}"))?;
    let note = format!("600 lines over six sockets: {lines} delivered, {refused} refused in 4 s");
    if lines == 0 || lines > MAX_CHAT_LINES_HEARD { Err(note) } else { held_with(note) }
}

pub(super) async fn sockets_are_capped(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let greedy = TestClient::guest(server, loopback(0)).await?;
    let mut sockets = Vec::new();
    while sockets.len() < SOCKETS_REQUESTED {
        match JsonSocket::open(&greedy, &[]).await {
            Ok(socket) => sockets.push(socket),
            Err(_) => break,
        }
    }
    if sockets.len() == SOCKETS_REQUESTED {
        return Err(format!("one guest opened {SOCKETS_REQUESTED} sockets"));
    }
    let other = TestClient::guest(server, loopback(1)).await?;
    JsonSocket::open(&other, &[]).await?.receive("hello").await?;
    // Other users' connections and this user's first ones stay open.
    let Some(first) = sockets.first_mut() else { return Err("not even one socket".into()) };
    first.send(&json!({ "ask": "ping", "at": 1 })).await?;
    first.receive("pong").await?;
    held_with(format!("{} sockets, then no more", sockets.len()))
}

pub(super) async fn slowloris(env: &mut AttackEnv) -> AttackResult {
    let mut launch = env.launch();
    launch.open_files = Some(SERVER_FILE_LIMIT);
    let server = env.start(&launch).await?;
    let mut held_open = Vec::new();
    for number in 0..HALF_OPEN_CONNECTIONS {
        // Some send nothing, some an unfinished header, some no announced body.
        let Ok(Ok(mut stream)) = tokio::time::timeout(
            Duration::from_millis(500),
            connect(server, loopback(number as u32 % 3)),
        )
        .await
        else {
            continue;
        };
        let start: &[u8] = match number % 3 {
            0 => b"",
            1 => b"GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Slow: ",
            _ => b"POST /api/v1/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
        };
        let _ = stream.write_all(start).await;
        held_open.push(stream);
    }
    let since = Instant::now();
    let mut tries = 0;
    while since.elapsed() < HONEST_CLIENT_DEADLINE {
        tries += 1;
        let mut client = TestClient::new(server, loopback(9));
        let asked = tokio::time::timeout(Duration::from_secs(3), client.get("/me")).await;
        if let Ok(Ok(answer)) = asked
            && answer.status == 200
        {
            return held_with(format!(
                "{} half-open connections, {SERVER_FILE_LIMIT} files: served after {:.1} s at try {tries}",
                held_open.len(),
                since.elapsed().as_secs_f64()
            ));
        }
        sleep(Duration::from_millis(200)).await;
    }
    Err(format!(
        "{} half-open connections keep everybody out for {HONEST_CLIENT_DEADLINE:?}",
        held_open.len()
    ))
}

pub(super) async fn abandoned_streams(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve_with(&["--no-limits"]).await?;
    let mut host = TestClient::guest(server, loopback(0)).await?;
    let mut other = TestClient::guest(server, loopback(1)).await?;
    let game = start_plain_game(&mut host, &mut other, "300+2").await?;
    let before = env.server()?.open_files().ok_or("open files are not known here")?;
    let mut streams = Vec::new();
    for number in 0..60 {
        let mut stream = connect(server, loopback(number)).await?;
        let request = format!("GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: {server}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.map_err(test_client::io_failure)?;
        streams.push(stream);
        let socket = JsonSocket::open(&TestClient::new(server, loopback(number)), &[]).await?;
        // Half of the sockets vanish without a close frame.
        drop(socket);
    }
    let most = env.server()?.open_files().unwrap_or_default();
    drop(streams);
    let since = Instant::now();
    loop {
        let now = env.server()?.open_files().unwrap_or_default();
        if now <= before + 5 {
            let note = format!(
                "{before} files open, {most} at most, {now} after {:.1} s",
                since.elapsed().as_secs_f64()
            );
            return held_with(note);
        }
        if since.elapsed() > Duration::from_secs(25) {
            return Err(format!("{now} files are still open; {before} were before"));
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Chat lines of a game, read over HTTP.
pub(super) async fn chat_lines(client: &mut TestClient, game: &str) -> Result<Vec<Value>, Failure> {
    let chat = client.get(&format!("/games/{game}/chat")).await?.expect("chat", &[200])?.json();
    Ok(chat.as_array().cloned().unwrap_or_default())
}
