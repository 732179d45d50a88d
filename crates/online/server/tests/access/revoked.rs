//! Every way to revoke access, as seen from sockets and streams opened with it.

use std::time::Duration;

use abaque_store::{PersonId, Store};
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::place::TestDatabase;
use super::{NOTICED, PASSWORD, Player, Server, Socket, ending, seated};

const OTHER: &str = "other words altogether";

/// A socket and a stream opened with one credential.
struct Pair {
    socket: Socket,
    stream: BufReader<TcpStream>,
}

impl Pair {
    async fn by_cookie(server: &Server, cookie: &str) -> Pair {
        Pair::open(server, &[("cookie", cookie.to_owned()), ("origin", server.origin())]).await
    }

    async fn by_token(server: &Server, token: &str) -> Pair {
        Pair::open(server, &[("authorization", format!("Bearer {token}"))]).await
    }

    async fn open(server: &Server, headers: &[(&'static str, String)]) -> Pair {
        let url = format!("ws://{}/api/v1/socket", server.place);
        let mut request = url.into_client_request().unwrap();
        let mut head = format!("GET /api/v1/events HTTP/1.1\r\nHost: {}\r\n", server.place);
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
            head += &format!("{name}: {value}\r\n");
        }
        let (socket, _) = connect_async(request).await.unwrap();
        let mut stream = TcpStream::connect(&server.place).await.unwrap();
        stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        assert!(line.contains("200"), "{line}");
        Pair { socket, stream }
    }

    /// Asserts that both were closed with this reason.
    async fn ends(mut self, word: &str, code: u16) {
        let told = ending(&mut self.socket).await;
        assert_eq!(told, (word.to_owned(), code, word.to_owned()));
        let mut rest = String::new();
        // The final chunk of the response; the connection itself may be reused.
        while !rest.ends_with("\r\n0\r\n\r\n") {
            let mut piece = [0; 1024];
            let read = timeout(NOTICED, self.stream.read(&mut piece)).await.expect("still open");
            let read = read.unwrap();
            assert!(read > 0, "{rest}");
            rest += std::str::from_utf8(&piece[..read]).unwrap();
        }
        let bye = rest.lines().find(|line| line.contains("\"bye\"")).expect("no bye");
        assert!(bye.contains(&format!("\"{word}\"")), "{bye}");
    }

    /// Asserts that the socket responds and the stream is open.
    async fn goes_on(&mut self) {
        answers(&mut self.socket).await;
        let mut piece = [0; 4096];
        while let Ok(read) = timeout(Duration::from_millis(50), self.stream.read(&mut piece)).await
        {
            let read = read.unwrap();
            let text = String::from_utf8_lossy(&piece[..read]);
            assert!(read > 0 && !text.contains("\"bye\""), "{text}");
        }
    }
}

/// Asserts that the server responds over this socket.
async fn answers(socket: &mut Socket) {
    use futures_util::StreamExt;
    socket.send(Message::text(json!({ "ask": "ping", "at": 7 }).to_string())).await.unwrap();
    loop {
        let told =
            timeout(NOTICED, socket.next()).await.expect("silence").expect("closed").unwrap();
        if let Message::Text(text) = told
            && text.contains("\"pong\"")
        {
            return;
        }
    }
}

/// A person with two browsers and a token.
struct ConnectedAccount {
    place: TestDatabase,
    server: Server,
    id: PersonId,
    here: String,
    there: String,
    token: (i64, String),
}

impl ConnectedAccount {
    async fn new() -> ConnectedAccount {
        let place = TestDatabase::new().await;
        let server = Server::start(&place).await;
        let here = server.account("Ann").await;
        let there = server.sign_in("Ann").await;
        let wish = json!({ "name": "program", "scopes": ["play"] });
        let made = server.page("POST", "/tokens", &here, wish).await;
        let secret = made.body["token"].as_str().unwrap().to_owned();
        let token = (made.body["id"].as_i64().unwrap(), secret);
        let id = server.app.store().person_named("Ann").await.unwrap().unwrap().id;
        ConnectedAccount { place, server, id, here, there, token }
    }

    async fn here(&self) -> Pair {
        Pair::by_cookie(&self.server, &self.here).await
    }

    async fn there(&self) -> Pair {
        Pair::by_cookie(&self.server, &self.there).await
    }

    async fn program(&self) -> Pair {
        Pair::by_token(&self.server, &self.token.1).await
    }

    async fn asks(&self, method: &str, path: &str, body: Value, status: u16) -> Value {
        let answer = self.server.page(method, path, &self.here, body).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        answer.body
    }

    /// The store opened by another program.
    async fn other_store(&self) -> Store {
        Store::open(&self.place.url()).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_closes_this_browsers_connections() {
    let ann = ConnectedAccount::new().await;
    let (here, mut there, mut program) = (ann.here().await, ann.there().await, ann.program().await);
    ann.asks("POST", "/sign-out", json!({}), 204).await;
    here.ends("session-ended", 4401).await;
    there.goes_on().await;
    program.goes_on().await;
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_again_closes_the_previous_sessions_connections() {
    let ann = ConnectedAccount::new().await;
    let (here, mut there) = (ann.here().await, ann.there().await);
    ann.asks("POST", "/sign-in", json!({ "name": "Ann", "password": PASSWORD }), 200).await;
    here.ends("session-ended", 4401).await;
    there.goes_on().await;
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ending_a_listed_session_closes_only_its_connections() {
    let ann = ConnectedAccount::new().await;
    let (mut here, there) = (ann.here().await, ann.there().await);
    let sessions = ann.asks("GET", "/sessions", Value::Null, 200).await;
    let sessions = sessions["sessions"].as_array().unwrap();
    let other = sessions.iter().find(|session| session["here"] == false).unwrap();
    let path = format!("/sessions/{}", other["id"].as_str().unwrap());
    ann.asks("DELETE", &path, json!({}), 204).await;
    there.ends("session-ended", 4401).await;
    here.goes_on().await;
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_elsewhere_keeps_this_browser_connected() {
    let ann = ConnectedAccount::new().await;
    let (mut here, there) = (ann.here().await, ann.there().await);
    ann.asks("DELETE", "/sessions", json!({}), 200).await;
    there.ends("session-ended", 4401).await;
    here.goes_on().await;
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_closes_all_but_this_browser_and_tokens() {
    let ann = ConnectedAccount::new().await;
    let (mut here, there, mut program) = (ann.here().await, ann.there().await, ann.program().await);
    ann.asks("PUT", "/password", json!({ "old": PASSWORD, "new": OTHER }), 204).await;
    there.ends("session-ended", 4401).await;
    here.goes_on().await;
    program.goes_on().await;
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recovery_closes_every_connection() {
    let ann = ConnectedAccount::new().await;
    let codes = ann.asks("POST", "/recovery-codes", json!({ "password": PASSWORD }), 201).await;
    let (here, there, program) = (ann.here().await, ann.there().await, ann.program().await);
    let wish = json!({ "name": "Ann", "code": codes["codes"][0], "password": OTHER });
    assert_eq!(ann.server.page("POST", "/recover", "", wish).await.status, 204);
    here.ends("session-ended", 4401).await;
    there.ends("session-ended", 4401).await;
    program.ends("token-deleted", 4401).await;
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_token_closes_its_connections() {
    let ann = ConnectedAccount::new().await;
    let (mut here, program) = (ann.here().await, ann.program().await);
    ann.asks("DELETE", &format!("/tokens/{}", ann.token.0), json!({}), 204).await;
    program.ends("token-deleted", 4401).await;
    here.goes_on().await;
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_closes_every_connection() {
    let ann = ConnectedAccount::new().await;
    let (here, there, program) = (ann.here().await, ann.there().await, ann.program().await);
    ann.asks("DELETE", "/me", json!({ "password": PASSWORD }), 204).await;
    here.ends("session-ended", 4401).await;
    there.ends("session-ended", 4401).await;
    program.ends("token-deleted", 4401).await;
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_registers_reconnects_as_the_account() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let guest = server.guest(1).await.cookie;
    let pair = Pair::by_cookie(&server, &guest).await;
    let wish = json!({ "name": "Ann", "password": PASSWORD });
    let made = server.page("POST", "/register", &guest, wish).await;
    assert_eq!(made.status, 201);
    pair.ends("session-ended", 4401).await;
    Pair::by_cookie(&server, &made.cookie).await.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revocations_by_another_process_are_noticed() {
    let ann = ConnectedAccount::new().await;
    let store = ann.other_store().await;
    let (here, there, program) = (ann.here().await, ann.there().await, ann.program().await);
    // `abaque admin silence` closes nothing: chat is refused from then on.
    store.silence(ann.id, Some("loud")).await.unwrap();
    // `abaque admin sessions --end`
    store.delete_sessions(ann.id, None).await.unwrap();
    here.ends("session-ended", 4401).await;
    there.ends("session-ended", 4401).await;
    // `abaque admin password`
    let here = Pair::by_cookie(&ann.server, &ann.server.sign_in("Ann").await).await;
    store.replace_password(ann.id, "no hash", None, None, false).await.unwrap();
    here.ends("session-ended", 4401).await;
    // `abaque admin ban`
    store.ban(ann.id, Some("rude")).await.unwrap();
    program.ends("banned", 4403).await;
    store.ban(ann.id, None).await.unwrap();
    // `abaque admin close`
    let program = ann.program().await;
    store.close_person(ann.id, 1).await.unwrap();
    program.ends("token-deleted", 4401).await;
    store.close().await;
    ann.server.stop().await;
}

/// A ban does not affect other people's connections, including idle ones.
#[tokio::test(flavor = "multi_thread")]
async fn a_ban_leaves_other_connections_open() {
    let ann = ConnectedAccount::new().await;
    let bob = ann.server.account("Bob").await;
    let mut bobs = Pair::by_cookie(&ann.server, &bob).await;
    let mut watcher = ann.server.connect("").await;
    let here = ann.here().await;
    let store = ann.other_store().await;
    store.ban(ann.id, Some("rude")).await.unwrap();
    here.ends("banned", 4403).await;
    bobs.goes_on().await;
    answers(&mut watcher).await;
    store.close().await;
    ann.server.stop().await;
}

/// Asserts that the game is still in progress for its players.
async fn still_playing(player: &mut Player, game: &str) {
    player.say(&json!({ "ask": "watch", "game": game })).await;
    player.until(|_, told| told["tell"] == "table").await;
    assert_eq!(player.stage(), "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_session_cannot_act() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let [mut one, mut other] = seated(&server, "gametaken4", "abalone").await;
    let sessions = server.app.store();
    let person = {
        let (_, _, me) =
            server.ask("GET", "/me", &one.cookie, &server.origin(), &Value::Null).await;
        let me: Value = serde_json::from_str(&me).unwrap();
        PersonId(me["person"]["id"].as_i64().unwrap())
    };
    let store = Store::open(&place.url()).await.unwrap();
    store.close_person(person, 1).await.unwrap();
    assert!(sessions.sessions(person).await.unwrap().is_empty());
    assert_eq!(ending(&mut one.socket).await.0, "session-ended");
    let act = json!({ "seen": 0, "key": "late", "act": { "do": "resign" } });
    let path = "/games/gametaken4/act";
    let (status, _, _) = server.ask("POST", path, &one.cookie, &server.origin(), &act).await;
    assert_eq!(status, 401);
    // The deletion ends the game, not the late act: before the first moves it is aborted, not resigned.
    other.say(&json!({ "ask": "watch", "game": "gametaken4" })).await;
    other.until(|player, _| player.stage() == "aborted").await;
    store.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ended_during_a_request_cannot_act() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let [one, mut other] = seated(&server, "gametaken2", "abalone").await;
    // The request head arrives while the session is valid, the body after it ended.
    let body = json!({ "seen": 0, "key": "late", "act": { "do": "resign" } }).to_string();
    let mut stream = TcpStream::connect(&server.place).await.unwrap();
    let head = format!(
        "POST /api/v1/games/gametaken2/act HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\nCookie: {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        server.place,
        server.origin(),
        one.cookie,
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&body.as_bytes()[..1]).await.unwrap();
    let (status, _, _) =
        server.ask("POST", "/sign-out", &one.cookie, &server.origin(), &json!({})).await;
    assert_eq!(status, 204);
    stream.write_all(&body.as_bytes()[1..]).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    still_playing(&mut other, "gametaken2").await;
    server.stop().await;
}

/// Without polling, acts over a socket are still checked against state at most a second old.
#[tokio::test(flavor = "multi_thread")]
async fn an_act_after_a_ban_is_refused() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let [mut one, mut other] = seated(&server, "gametaken3", "abalone").await;
    let me = server.ask("GET", "/me", &one.cookie, &server.origin(), &Value::Null).await.2;
    let me: Value = serde_json::from_str(&me).unwrap();
    let store = Store::open(&place.url()).await.unwrap();
    let person = PersonId(me["person"]["id"].as_i64().unwrap());
    store.ban(person, Some("cheating")).await.unwrap();
    assert_eq!(ending(&mut one.socket).await, ("banned".into(), 4403, "banned".into()));
    let resign = json!({ "ask": "act", "game": "gametaken3", "seen": 0, "key": "late", "act": { "do": "resign" } });
    let _ = one.socket.send(Message::text(resign.to_string())).await;
    let again = server.socket(&one.cookie, &server.origin()).await;
    assert!(again.is_err_and(|error| error.contains("403")));
    still_playing(&mut other, "gametaken3").await;
    store.close().await;
    server.stop().await;
}
