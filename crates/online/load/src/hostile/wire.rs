//! Attacks below the message level: frames, headers, bodies.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::json_socket::JsonSocket;
use super::test_client::{TestClient, connect, io_failure, loopback, send_raw};
use super::{AttackEnv, AttackResult, held, held_with};
use crate::games::{plain_game, sealed_game};

const QUIET_PERIOD: Duration = Duration::from_millis(700);
const CLOSE_DEADLINE: Duration = Duration::from_secs(5);

pub(super) async fn oversized_frame(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let guest = TestClient::guest(server, loopback(0)).await?;
    let long = json!({ "ask": "say", "game": "aaaaaaaaaa", "text": "x".repeat(5000) }).to_string();
    let mut notes = Vec::new();
    for binary in [false, true] {
        let mut socket = JsonSocket::open(&guest, &[]).await?;
        socket.receive("hello").await?;
        match binary {
            true => socket.send_bytes(long.clone().into_bytes()).await?,
            false => socket.send_text(long.clone()).await?,
        }
        match socket.wait_closed(CLOSE_DEADLINE).await? {
            Some((1009, reason)) if !reason.is_empty() => notes.push(reason),
            other => return Err(format!("5000 characters: {other:?}")),
        }
    }
    held_with(notes.swap_remove(0))
}

pub(super) async fn unmasked_frame(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut stream = connect(server, loopback(0)).await?;
    let open = format!(
        "GET /api/v1/socket HTTP/1.1\r\nHost: {server}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(open.as_bytes()).await.map_err(io_failure)?;
    let mut head = [0; 1024];
    let count = stream.read(&mut head).await.map_err(io_failure)?;
    if !head[..count].starts_with(b"HTTP/1.1 101") {
        return Err(format!("no socket: {}", String::from_utf8_lossy(&head[..count])));
    }
    // An unmasked text frame, which only servers may send.
    let text = br#"{"ask":"ping","at":77}"#;
    let mut frame = vec![0x81, text.len() as u8];
    frame.extend(text);
    stream.write_all(&frame).await.map_err(io_failure)?;
    let mut back = Vec::new();
    let ended = timeout(CLOSE_DEADLINE, stream.read_to_end(&mut back)).await;
    if String::from_utf8_lossy(&back).contains("\"at\":77") {
        return Err("a frame without a mask was answered".into());
    }
    match ended {
        Ok(_) => held(),
        Err(_) => Err("the connection stays open".into()),
    }
}

pub(super) async fn deep_json(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut guest = TestClient::guest(server, loopback(0)).await?;
    let json = [("Content-Type", "application/json")];
    for open in ["[", "{\"spec\":"] {
        let deep = open.repeat(60_000 / open.len());
        let answer = guest.send("POST", "/api/v1/games", &json, deep.as_bytes()).await?;
        answer.expect("deep JSON", &[400])?;
    }
    let mut socket = JsonSocket::open(&guest, &[]).await?;
    socket.send_text("[".repeat(4000)).await?;
    socket.receive("refused").await?;
    let against = format!("{}\"1\"{}", "{\"computer\":".repeat(300), "}".repeat(300));
    let body = format!("{{\"spec\":\"{}\",\"against\":{against}}}", plain_game());
    guest.send("POST", "/api/v1/games", &json, body.as_bytes()).await?.expect("nested", &[400])?;
    let endless = "9".repeat(60_000);
    guest
        .send("POST", "/api/v1/games", &json, endless.as_bytes())
        .await?
        .expect("digits", &[400])?;
    held()
}

pub(super) async fn duplicate_keys(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut guest = TestClient::guest(server, loopback(0)).await?;
    let json = [("Content-Type", "application/json")];
    let (one, other) = (plain_game(), sealed_game());
    let doubled = [
        ("/api/v1/games", format!(r#"{{"spec":"{one}","spec":"{other}","side":"first"}}"#)),
        (
            "/api/v1/register",
            r#"{"name":"Annabel","password":"several words together","name":"root"}"#.to_owned(),
        ),
    ];
    for (path, body) in doubled {
        let answer = guest.send("POST", path, &json, body.as_bytes()).await?;
        answer.expect(&body, &[400, 422])?;
    }
    let mut socket = JsonSocket::open(&guest, &[]).await?;
    socket.send_text(r#"{"ask":"ping","at":1,"at":2}"#.into()).await?;
    socket.receive("refused").await?;
    held()
}

pub(super) async fn path_traversal(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let store = env.store().to_string_lossy().into_owned();
    let up = "/..".repeat(12);
    let paths = [
        format!("{up}/etc/passwd"),
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd".to_owned(),
        "/..%2f..%2f..%2f..%2fetc%2fpasswd".to_owned(),
        "/assets/....//....//....//etc/passwd".to_owned(),
        "/..\\..\\..\\etc\\passwd".to_owned(),
        "/pictures/..%2f..%2fetc%2fpasswd.png".to_owned(),
        "/pictures/%00.png".to_owned(),
        format!("/{store}"),
        format!("//{store}"),
        format!("{up}{store}"),
    ];
    let mut client = TestClient::new(server, loopback(0));
    for path in paths {
        let answer = client.send("GET", &path, &[], b"").await?;
        let text = answer.text();
        if text.contains("root:") || text.starts_with("SQLite format") {
            return Err(format!("{path} gave a file of the machine: {text}"));
        }
        if answer.status >= 500 {
            return Err(format!("{path}: {} {text}", answer.status));
        }
    }
    held()
}

/// Request smuggling: each is one request that a careless parser takes for two. Two answers, or any
/// answer to the hidden one, break the promise.
pub(super) async fn smuggled_requests(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let hidden = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
    let head = "POST /api/v1/sign-out HTTP/1.1\r\nHost: x\r\n";
    let length = hidden.len();
    let tries = [
        (
            "length and chunks",
            format!(
                "{head}Content-Length: {}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{hidden}",
                length + 5
            ),
        ),
        (
            "two lengths",
            format!("{head}Content-Length: 0\r\nContent-Length: {length}\r\n\r\n{hidden}"),
        ),
        ("a signed length", format!("{head}Content-Length: +0\r\n\r\n{hidden}")),
        ("a list of lengths", format!("{head}Content-Length: 0, {length}\r\n\r\n{hidden}")),
        ("an odd coding", format!("{head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{hidden}")),
        (
            "a space before the colon",
            format!("{head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n{hidden}"),
        ),
        ("a folded header", format!("{head}X-A: b\r\n Content-Length: {length}\r\n\r\n{hidden}")),
        (
            "a bad chunk",
            format!("{head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{hidden}"),
        ),
        ("NUL in a header", format!("{head}X-A: \0\r\nContent-Length: 0\r\n\r\n{hidden}")),
    ];
    for (what, bytes) in tries {
        let back = send_raw(server, bytes.as_bytes(), QUIET_PERIOD).await?;
        let text = String::from_utf8_lossy(&back);
        if text.contains("\"openapi\"") {
            return Err(format!("{what}: the hidden request was answered"));
        }
        if text.starts_with("HTTP/1.1 5") {
            return Err(format!("{what}: {text}"));
        }
    }
    // Sanity check: two proper requests on one connection get two answers.
    let both = format!("GET /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n{hidden}");
    let back = send_raw(server, both.as_bytes(), QUIET_PERIOD).await?;
    if !String::from_utf8_lossy(&back).contains("\"openapi\"") {
        return Err("two requests in order over one connection were not both answered".into());
    }
    held()
}

pub(super) async fn oversized_head(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let long = "a".repeat(1 << 20);
    let many = "X-A: b\r\n".repeat(5_000);
    let tries = [
        format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n"),
        format!("GET /api/v1/me HTTP/1.1\r\nHost: x\r\nCookie: abaque={long}\r\n\r\n"),
        format!("GET /api/v1/me HTTP/1.1\r\nHost: x\r\n{many}\r\n"),
    ];
    for bytes in tries {
        // A server may also hang up before it has read everything.
        let back = send_raw(server, bytes.as_bytes(), QUIET_PERIOD).await.unwrap_or_default();
        let text = String::from_utf8_lossy(&back);
        let status = text.split(' ').nth(1).unwrap_or_default();
        if !(status.is_empty() || status.starts_with('4')) {
            return Err(format!("{} bytes of head: {status}", bytes.len()));
        }
    }
    TestClient::guest(server, loopback(0)).await?;
    held()
}

pub(super) async fn wrong_content_type(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut guest = TestClient::guest(server, loopback(0)).await?;
    let body = json!({ "spec": plain_game(), "side": "first" }).to_string();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
        "",
    ] {
        let headers = [("Content-Type", kind)];
        let answer = guest.send("POST", "/api/v1/games", &headers, body.as_bytes()).await?;
        answer.expect(&format!("as {kind:?}"), &[415])?;
    }
    held()
}

pub(super) async fn compressed_body(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut guest = TestClient::guest(server, loopback(0)).await?;
    // A real bomb would unpack to ten megabytes; here it suffices that nothing is unpacked.
    let gzip =
        [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 5, 0, 0x43, 0xbf, 0xa6, 0xa3, 2, 0, 0, 0];
    let headers = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")];
    let answer = guest.send("POST", "/api/v1/games", &headers, &gzip).await?;
    answer.expect("a compressed body", &[400, 415])?;
    let large = vec![b' '; 70_000];
    let json = [("Content-Type", "application/json")];
    guest.send("POST", "/api/v1/games", &json, &large).await?.expect("a large body", &[413])?;
    held()
}
