//! Attacks on accounts, sessions and limits.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::json_socket::JsonSocket;
use super::test_client::{self, PASSWORD, TestClient, connect, credentials, loopback};
use super::{AttackEnv, AttackResult, held, held_with};
use crate::Failure;
use crate::games::plain_game;

/// Memory that sixty sign-ins may leave behind: one needs 19 MB briefly, and a few may run at once.
const MAX_SIGN_IN_MEMORY_BYTES: u64 = 64_000_000;
/// Time until a connection closes after its session or token is revoked.
const CLOSE_DEADLINE: Duration = Duration::from_secs(2);
/// Time until a connection closes after another process changed the data.
const EXTERNAL_CLOSE_DEADLINE: Duration = Duration::from_secs(5);
/// Addresses used to flush the rate limiter: more than it keeps.
const FLOOD_ADDRESSES: u32 = 40_000;

pub(super) async fn sign_in_memory(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    TestClient::account(server, loopback(0), "Annabel").await?;
    let before = env.server()?.memory_bytes().ok_or("memory is not known here")?;
    let mut trying = JoinSet::new();
    for number in 0..60 {
        // One in ten knows the password; at most ten come from one address.
        let password = if number % 10 == 0 { PASSWORD } else { "something else altogether" };
        let name = if number % 3 == 0 { "Annabel".into() } else { format!("Nobody{number}") };
        trying.spawn(async move {
            let mut client = TestClient::new(server, loopback(10 + number / 10));
            client.post("/sign-in", &credentials(&name, password)).await
        });
    }
    let mut answers = Vec::new();
    while let Some(answer) = trying.join_next().await {
        answers.push(answer.map_err(|error| error.to_string())??.status);
    }
    if let Some(odd) = answers.iter().find(|status| ![200, 401, 429, 503].contains(*status)) {
        return Err(format!("a sign-in was answered with {odd}"));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let after = env.server()?.memory_bytes().ok_or("memory is not known here")?;
    let grown = after.saturating_sub(before);
    let note = format!("{:.1} MB more after 60 sign-ins at once", grown as f64 / 1e6);
    if grown > MAX_SIGN_IN_MEMORY_BYTES { Err(note) } else { held_with(note) }
}

pub(super) async fn locked_out_by_strangers(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut owner = TestClient::account(server, loopback(0), "Annabel").await?;
    owner.post("/sign-out", &Value::Null).await?.expect("signing out", &[204])?;
    for number in 0..30 {
        let mut stranger = TestClient::new(server, loopback(100 + number / 10));
        let wrong = credentials("Annabel", &format!("wrong password {number}"));
        stranger.post("/sign-in", &wrong).await?.expect("a wrong password", &[401])?;
    }
    // Guesses from one address are stopped.
    let mut stranger = TestClient::new(server, loopback(100));
    let guess = stranger.post("/sign-in", &credentials("Annabel", "another guess")).await?;
    let guess = guess.expect("the eleventh guess from one address", &[429])?;
    if guess.header("retry-after").is_none() {
        return Err("too many guesses without a Retry-After".into());
    }
    let right = credentials("Annabel", PASSWORD);
    let since = Instant::now();
    let known = owner.post("/sign-in", &right).await?;
    known.expect("the owner, in a browser that was signed in before", &[200])?;
    let known = since.elapsed();
    let since = Instant::now();
    let mut elsewhere = TestClient::new(server, loopback(200));
    let answer = elsewhere.post("/sign-in", &right).await?;
    answer.expect("the owner, at another address", &[200])?;
    held_with(format!(
        "after 30 guesses the owner waited {} ms in a known browser, {} ms elsewhere",
        known.as_millis(),
        since.elapsed().as_millis()
    ))
}

/// A server-sent event stream, read to its end.
struct EventStream(BufReader<TcpStream>);

impl EventStream {
    async fn open(client: &TestClient) -> Result<EventStream, Failure> {
        let stream = connect(client.server, client.from).await?;
        let mut stream = BufReader::new(stream);
        let place = client.server;
        let mut request = format!("GET /api/v1/events HTTP/1.1\r\nHost: {place}\r\n");
        for (name, value) in client.identity_headers() {
            request += &format!("{name}: {value}\r\n");
        }
        request += "\r\n";
        stream.write_all(request.as_bytes()).await.map_err(test_client::io_failure)?;
        let head = test_client::read_head(&mut stream).await?;
        head.expect("a stream", &[200])?;
        Ok(EventStream(stream))
    }

    async fn wait_ended(&mut self, limit: Duration) -> Result<(), Failure> {
        let reading = async {
            let mut part = [0; 4096];
            while let Ok(count @ 1..) = self.0.read(&mut part).await {
                // The last chunk is empty, often in the packet of the last line; the connection may
                // stay open.
                if part[..count].ends_with(b"0\r\n\r\n") {
                    return;
                }
            }
        };
        timeout(limit, reading).await.map_err(|_| format!("a stream is still open after {limit:?}"))
    }
}

/// Asserts that a user's socket and stream close after an action, and that other users' stay open.
async fn check_connections_end<F: Future<Output = Result<(), Failure>>>(
    client: &TestClient,
    limit: Duration,
    done: F,
) -> AttackResult {
    let mut bystander = TestClient::guest(client.server, loopback(9)).await?;
    let mut spared = JsonSocket::open(&bystander, &[]).await?;
    let mut line = JsonSocket::open(client, &[]).await?;
    line.receive("hello").await?;
    spared.receive("hello").await?;
    let mut events = EventStream::open(client).await?;
    done.await?;
    let since = Instant::now();
    let (socket, stream) = tokio::join!(line.wait_closed(limit), events.wait_ended(limit));
    socket.map_err(|wrong| format!("the socket: {wrong}"))?;
    stream?;
    let took = since.elapsed();
    spared.send(&json!({ "ask": "ping", "at": 1 })).await?;
    spared.receive("pong").await.map_err(|wrong| format!("another user's socket: {wrong}"))?;
    bystander.get("/me").await?.expect("another user", &[200])?;
    held_with(format!("ended after {} ms", took.as_millis()))
}

pub(super) async fn sockets_end_with_password(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut owner = TestClient::account(server, loopback(0), "Annabel").await?;
    let mut thief = TestClient::new(server, loopback(1));
    thief
        .post("/sign-in", &credentials("Annabel", PASSWORD))
        .await?
        .expect("signing in", &[200])?;
    let ended = check_connections_end(&thief, CLOSE_DEADLINE, async {
        let change = json!({ "old": PASSWORD, "new": "other words altogether" });
        owner.send_json("PUT", "/password", &change).await?.expect("a new password", &[204])?;
        Ok(())
    })
    .await?;
    let me = thief.get("/me").await?.json();
    if !me["person"].is_null() {
        return Err(format!("the old session is still worth something: {me}"));
    }
    Ok(ended)
}

pub(super) async fn sockets_end_with_sign_out(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut owner = TestClient::account(server, loopback(0), "Annabel").await?;
    let same = owner.clone();
    check_connections_end(&same, CLOSE_DEADLINE, async {
        owner.post("/sign-out", &Value::Null).await?.expect("signing out", &[204])?;
        Ok(())
    })
    .await
}

pub(super) async fn sockets_end_with_token(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut owner = TestClient::account(server, loopback(0), "Annabel").await?;
    let (program, id) = owner.with_token("play").await?;
    check_connections_end(&program, CLOSE_DEADLINE, async {
        let path = format!("/tokens/{id}");
        owner.send_json("DELETE", &path, &Value::Null).await?.expect("deleting", &[204])?;
        Ok(())
    })
    .await
}

pub(super) async fn sockets_end_with_ban(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut owner = TestClient::account(server, loopback(0), "Annabel").await?;
    let same = owner.clone();
    let ended = check_connections_end(&same, EXTERNAL_CLOSE_DEADLINE, async {
        env.admin(&["ban", "Annabel", "--reason", "testing"]).await
    })
    .await?;
    owner.get("/me").await?.expect("a banned user", &[403])?;
    Ok(ended)
}

pub(super) async fn limiter_flush(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    // Guesses until told to wait for long.
    let mut guesser = TestClient::new(server, loopback(0));
    let mut tries = 0;
    loop {
        let answer = guesser.post("/sign-in", &credentials("Nobody", "a guess or two")).await?;
        tries += 1;
        if answer.status == 429 {
            break;
        }
        if tries > 100 {
            return Err("100 guesses without a rate limit".into());
        }
    }
    let mut asking = JoinSet::new();
    for part in 0..32 {
        asking.spawn(async move {
            for number in (part..FLOOD_ADDRESSES).step_by(32) {
                let mut client = TestClient::new(server, loopback(1000 + number));
                // The response does not matter: every address creates a bucket.
                client.get("/me").await?;
            }
            Ok::<(), Failure>(())
        });
    }
    let since = Instant::now();
    while let Some(asked) = asking.join_next().await {
        asked.map_err(|error| error.to_string())??;
    }
    // Some attempts have been refilled meanwhile; a flushed limiter would allow all of them.
    let mut more = 0_u32;
    while more < tries {
        let answer = guesser.post("/sign-in", &credentials("Nobody", "a guess or two")).await?;
        if answer.status == 429 {
            break;
        }
        more += 1;
    }
    let note = format!(
        "{FLOOD_ADDRESSES} addresses in {:.0} s; {more} of {tries} tries are back",
        since.elapsed().as_secs_f64()
    );
    // One attempt is refilled every five seconds.
    let due = 1 + since.elapsed().as_secs() / 5;
    if u64::from(more) > due + 1 { Err(note) } else { held_with(note) }
}

pub(super) async fn foreign_origin(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut ann = TestClient::guest(server, loopback(0)).await?;
    let body = json!({ "spec": plain_game(), "side": "first" }).to_string();
    let json = ("Content-Type", "application/json");
    let foreign = [
        [json, ("Origin", "https://evil.example")],
        [json, ("Origin", "null")],
        [json, ("Origin", "http://127.0.0.1:1")],
    ];
    for headers in foreign {
        let answer = ann.send("POST", "/api/v1/games", &headers, body.as_bytes()).await?;
        answer.expect(&format!("{headers:?}"), &[403])?;
        if JsonSocket::open(&ann, &headers[1..]).await.is_ok() {
            return Err(format!("a socket from {headers:?} was opened with a cookie"));
        }
    }
    // No origin, but a cookie and a cross-site fetch header.
    let cross = [json, ("Origin", ""), ("Sec-Fetch-Site", "cross-site")];
    ann.send("POST", "/api/v1/games", &cross, body.as_bytes())
        .await?
        .expect("cross-site", &[403])?;
    // DNS rebinding: a foreign name for this address is another site, once the server knows its
    // own.
    let own = env.serve_at("https://games.example").await?;
    let mut stranger = TestClient::new(own, loopback(0));
    let rebound = [json, ("Host", "evil.example"), ("Origin", "http://evil.example")];
    let answer = stranger.send("POST", "/api/v1/guest", &rebound, b"").await?;
    answer.expect("a rebound name", &[403])?;
    held()
}

pub(super) async fn cookie_attributes(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let set_cookies = |answer: &test_client::HttpResponse| {
        answer
            .headers
            .iter()
            .filter(|(name, _)| name == "set-cookie")
            .map(|(_, value)| value.clone())
            .collect::<Vec<_>>()
    };
    let mut guest = TestClient::new(server, loopback(0));
    let plain = set_cookies(&guest.post("/guest", &Value::Null).await?);
    let own = env.serve_at("https://games.example").await?;
    let mut guest = TestClient::new(own, loopback(0));
    let headers = [("Host", "games.example"), ("Origin", "https://games.example")];
    let secure = set_cookies(&guest.send("POST", "/api/v1/guest", &headers, b"").await?);
    if plain.is_empty() || secure.is_empty() {
        return Err("a guest got no cookie".into());
    }
    for cookie in plain.iter().chain(&secure) {
        for part in ["HttpOnly", "SameSite", "Path=/;"] {
            if !format!("{cookie};").contains(part) {
                return Err(format!("{part} is missing: {cookie}"));
            }
        }
        if cookie.to_lowercase().contains("domain=") {
            return Err(format!("other hosts of the domain get it: {cookie}"));
        }
    }
    if let Some(open) =
        secure.iter().find(|cookie| !cookie.starts_with("__Host-") || !cookie.contains("Secure"))
    {
        return Err(format!("sent without HTTPS too: {open}"));
    }
    // A cookie of the same name planted by a sub-path or another host is ignored.
    let mut forged = TestClient::new(own, loopback(0));
    forged.cookies = guest
        .cookies
        .iter()
        .map(|(name, value)| (name.trim_start_matches("__Host-").to_owned(), value.clone()))
        .collect();
    let me = forged.get("/me").await?.json();
    if !me["person"].is_null() {
        return Err(format!("a cookie without the prefix was taken: {me}"));
    }
    held()
}

pub(super) async fn metrics_through_a_proxy(env: &mut AttackEnv) -> AttackResult {
    let server = env.serve().await?;
    let mut stranger = TestClient::new(server, loopback(0));
    for header in ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Host", "Via"] {
        let value = if header == "Via" { "1.1 proxy" } else { "203.0.113.7" };
        let answer = stranger.send("GET", "/metrics", &[(header, value)], b"").await?;
        answer.expect(&format!("/metrics with {header}"), &[401, 403, 404])?;
    }
    held()
}
