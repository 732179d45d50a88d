//! Those who are not welcome.

use std::net::SocketAddr;
use std::time::Duration;

use abaque_server::Rate;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode};
use serde_json::json;

use super::{Answer, PASSWORD, Server};

#[tokio::test]
async fn other_sites_cannot_act_with_somebodys_cookie() {
    let server = Server::new().await;
    let cookie = server.account("Ann").await.cookie;
    let ask = async |headers: &[(&'static str, &str)]| {
        let mut browser = server.browser();
        browser.cookie = cookie.clone();
        for (name, value) in headers {
            browser = browser.with(name, value);
        }
        browser.send("PUT", "/prefs", "text/plain", "x".into()).await
    };
    for foreign in [
        &[("origin", "https://evil.example")][..],
        &[("origin", "null")],
        &[("origin", "https://games.example.evil.example")],
        &[("origin", ""), ("sec-fetch-site", "cross-site")],
        &[("origin", ""), ("sec-fetch-site", "same-site")],
        &[("origin", "https://evil.example"), ("sec-fetch-site", "same-origin")],
        &[("origin", "")],
        // What a browser sends by itself where a proxy asks for a password.
        &[("origin", "https://evil.example"), ("authorization", "Basic QWxhZGRpbg==")],
    ] {
        ask(foreign).await.is("foreign-origin");
    }
    let own = ask(&[("origin", ""), ("sec-fetch-site", "same-origin")]).await;
    assert_eq!(own.status, StatusCode::NO_CONTENT);
    // Nor can they sign somebody in, or out, or open a socket.
    let mut evil = server.browser().with("origin", "https://evil.example");
    evil.sign_in("Ann", PASSWORD).await.is("foreign-origin");
    evil.post("/sign-out", json!({})).await.is("foreign-origin");
    evil.post("/guest", json!({})).await.is("foreign-origin");
    evil.with("upgrade", "websocket").get("/me").await.is("foreign-origin");
    // Looking is harmless, for the answer stays with the browser.
    let mut looks = server.browser().with("origin", "https://evil.example");
    let looked = looks.get("/me").await;
    assert_eq!(looked.status, StatusCode::OK);
    assert_eq!(looked.header("access-control-allow-origin"), "");
}

#[tokio::test]
async fn a_configured_origin_is_the_only_one() {
    let origins = vec!["https://games.example".to_owned()];
    let server = Server::with(|config| config.origins = origins).await;
    assert_eq!(server.browser().post("/guest", json!({})).await.status, StatusCode::CREATED);
    let mut other = server.browser().with("origin", "http://games.example");
    other.post("/guest", json!({})).await.is("foreign-origin");
}

#[tokio::test]
async fn a_token_counts_and_not_the_cookie_beside_it() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    let mut bob = server.account("Bob").await;
    bob.token = ann.program(&["play"]).await.token;
    assert_eq!(bob.name().await, Some("Ann".into()));
    bob.token = Some("abq_nonsense".into());
    bob.get("/me").await.is("bad-token");
    bob.send("PUT", "/prefs", "", "x".into()).await.is("bad-token");
    // The origin does not matter, since nothing is sent by itself.
    let mut program = server.browser().with("origin", "https://elsewhere.example");
    program.token = ann.program(&["play"]).await.token;
    let kept = program.send("PUT", "/prefs", "", "x".into()).await;
    assert_eq!(kept.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn forged_cookies_open_nothing() {
    let server = Server::new().await;
    server.account("Ann").await;
    let hash = server.store().sessions(server.id("Ann").await).await.unwrap().remove(0).hash;
    for forged in [&*hash, "x", "' OR 1=1 --", "%00", &"x".repeat(5000)] {
        let mut browser = server.browser();
        browser.cookie = Some(forged.to_owned());
        assert_eq!(browser.name().await, None, "{forged}");
        browser.get("/sessions").await.is("not-signed-in");
    }
}

#[tokio::test]
async fn everything_of_ones_own_needs_somebody() {
    let server = Server::new().await;
    server.account("Ann").await;
    let mut browser = server.browser();
    for (method, path) in [
        ("GET", "/sessions"),
        ("DELETE", "/sessions"),
        ("DELETE", "/sessions/x"),
        ("PUT", "/password"),
        ("GET", "/recovery-codes"),
        ("POST", "/recovery-codes"),
        ("GET", "/tokens"),
        ("POST", "/tokens"),
        ("DELETE", "/tokens/1"),
        ("GET", "/prefs"),
        ("PUT", "/prefs"),
        ("GET", "/progress"),
        ("PUT", "/progress"),
        ("GET", "/me/export"),
        ("DELETE", "/me"),
        ("GET", "/blocks"),
        ("PUT", "/blocks/Ann"),
        ("DELETE", "/blocks/Ann"),
        ("POST", "/people/Ann/reports"),
    ] {
        let answer = browser.send(method, path, "application/json", "{}".into()).await;
        assert_eq!(answer.is("not-signed-in").status, StatusCode::UNAUTHORIZED, "{method} {path}");
    }
}

#[tokio::test]
async fn bad_bodies_are_told_where() {
    let server = Server::new().await;
    let mut browser = server.browser();
    let mut sign_in = async |kind: &str, body: &str| {
        browser.send("POST", "/sign-in", kind, body.to_owned()).await
    };
    let told = sign_in("application/json", "{\n  \"name\": }").await;
    assert!(told.is("bad-json").text.contains("Line 2, column 11"), "{told:?}");
    let told = sign_in("application/json", "{\"name\": \"Ann\"}").await;
    assert!(told.is("bad-json").text.contains("missing field `password`"), "{told:?}");
    let told =
        sign_in("application/json", "{\"name\":\"A\",\"password\":\"x\",\"admin\":true}").await;
    assert!(told.is("bad-json").text.contains("unknown field `admin`"), "{told:?}");
    for body in ["", "[]", "null", "{", "\u{feff}{}", "{\"name\":\"\\ud800\",\"password\":\"\"}"] {
        sign_in("application/json; charset=utf-8", body).await.is("bad-json");
    }
    let deep = "[".repeat(60_000);
    sign_in("application/json", &deep).await.is("bad-json");
    for kind in ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
        sign_in(kind, "{\"name\":\"Ann\",\"password\":\"x\"}").await.is("wrong-type");
    }
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(64 * 1024));
    let told = sign_in("application/json", &large).await;
    assert!(told.is("too-large").text.contains("65536"), "{told:?}");
    let invalid = Request::put("/api/v1/prefs").header("cookie", "a=b");
    let request = invalid.header("sec-fetch-site", "same-origin").body(Body::from(vec![0xff]));
    server.send(request.unwrap()).await.is("not-signed-in");
}

#[tokio::test]
async fn unknown_addresses_and_methods() {
    let server = Server::new().await;
    let mut browser = server.browser();
    for path in ["/nothing", "/api/", "/api/v2/me", "/api/nothing.js", "/people", "/me/", "/api/v1"]
    {
        browser.get(path).await.is("no-such-address");
        browser.post(path, json!({})).await.is("no-such-address");
    }
    let wrong = browser.json(Method::PATCH, "/me", json!({})).await;
    assert_eq!(wrong.is("wrong-method").status, StatusCode::METHOD_NOT_ALLOWED);
    assert!(wrong.header("allow").contains("DELETE"), "{wrong:?}");
    // The app's own pages are where they were.
    let request = Request::get("/apiary").body(Body::empty()).unwrap();
    let page = server.send(request).await;
    assert!(page.header("content-type").starts_with("text/html"), "{page:?}");
}

#[tokio::test]
async fn problems_speak_the_readers_language() {
    let server = Server::new().await;
    let mut browser = server.browser().with("accept-language", "fr-FR, en;q=0.5");
    let told = browser.sign_in("Ann", "not the password").await;
    assert_eq!(told.is("wrong-password").header("content-language"), "fr");
    assert!(told.text.contains("mot de passe"));
    // Also where nothing of ours made the error.
    let told = browser.json(Method::PATCH, "/me", json!({})).await;
    assert!(told.is("wrong-method").text.contains("méthode"));
    assert!(told.header("allow").contains("GET"));
}

fn from(address: &str, body: &str) -> Request<Body> {
    let peer: SocketAddr = address.parse().unwrap();
    let mut request = Request::post("/api/v1/sign-in")
        .header("content-type", "application/json")
        .header("x-forwarded-for", "203.0.113.7")
        .body(Body::from(body.to_owned()))
        .unwrap();
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

#[track_caller]
fn is_too_often(answer: &Answer, seconds: &str) {
    assert_eq!(answer.is("too-often").status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.header("retry-after"), seconds);
}

#[tokio::test]
async fn passwords_are_tried_only_so_often() {
    let server = Server::with(|config| config.limits.sign_in = Rate::new(3, 10_000)).await;
    server.account("Ann").await;
    let wrong = json!({ "name": "Ann", "password": "not the password" }).to_string();
    let right = json!({ "name": "Ann", "password": PASSWORD }).to_string();
    for _ in 0..3 {
        server.send(from("10.0.0.1:1", &wrong)).await.is("wrong-password");
    }
    is_too_often(&server.send(from("10.0.0.1:2", &right)).await, "10");
    // What the header says of itself counts for nothing without a proxy: others are others.
    assert_eq!(server.send(from("10.0.0.2:1", &right)).await.status, StatusCode::OK);
    server.wait(9_000);
    is_too_often(&server.send(from("10.0.0.1:3", &right)).await, "1");
    server.wait(1_000);
    assert_eq!(server.send(from("10.0.0.1:4", &right)).await.status, StatusCode::OK);
    // A program with an old token keeps nobody at its address from signing in: tokens cannot be guessed.
    let mut program = server.browser();
    program.token = Some("abq_old".into());
    for _ in 0..5 {
        program.get("/me").await.is("bad-token");
    }
    assert_eq!(server.browser().sign_in("Ann", PASSWORD).await.status, StatusCode::OK);
}

#[tokio::test]
async fn behind_a_proxy_the_proxy_says_who_asks() {
    let server = Server::with(|config| {
        config.behind_proxy = true;
        config.limits.sign_in = Rate::new(1, 10_000);
    })
    .await;
    let wrong = json!({ "name": "Ann", "password": "not the password" }).to_string();
    server.send(from("127.0.0.1:1", &wrong)).await.is("wrong-password");
    is_too_often(&server.send(from("127.0.0.2:1", &wrong)).await, "10");
    let mut other = from("127.0.0.1:1", &wrong);
    other.headers_mut().insert("x-forwarded-for", "203.0.113.7, 203.0.113.8".parse().unwrap());
    server.send(other).await.is("wrong-password");
}

#[tokio::test]
async fn one_name_is_tried_only_so_often_from_everywhere() {
    let server = Server::with(|config| config.limits.name = Rate::new(2, 10_000)).await;
    for (number, name) in [(1, "Ann"), (2, "ANN")] {
        let wrong = json!({ "name": name, "password": "not the password" }).to_string();
        server.send(from(&format!("10.0.0.{number}:1"), &wrong)).await.is("wrong-password");
    }
    let wrong = json!({ "name": "ann", "password": "not the password" }).to_string();
    is_too_often(&server.send(from("10.0.0.3:1", &wrong)).await, "10");
}

#[tokio::test]
async fn guests_accounts_and_requests_are_limited() {
    let server = Server::with(|config| {
        config.limits.guest = Rate::new(1, 5_000);
        config.limits.register = Rate::new(1, 7_000);
        config.limits.person = Rate::new(4, 1_000);
    })
    .await;
    let mut guest = server.guest().await;
    is_too_often(&server.browser().post("/guest", json!({})).await, "5");
    server.account("Ann").await;
    let bob = json!({ "name": "Bob", "password": PASSWORD });
    is_too_often(&server.browser().post("/register", bob).await, "7");
    for _ in 0..4 {
        assert_eq!(guest.get("/prefs").await.status, StatusCode::OK);
    }
    is_too_often(&guest.get("/prefs").await, "1");

    let server = Server::with(|config| config.limits.general = Rate::new(2, 3_000)).await;
    let mut browser = server.browser();
    browser.get("/nothing").await.is("no-such-address");
    assert_eq!(browser.get("/me").await.status, StatusCode::OK);
    is_too_often(&browser.get("/me").await, "3");
    // The site and the health of the server are not part of it.
    let healthy = server.send(Request::get("/healthz").body(Body::empty()).unwrap()).await;
    assert_eq!(healthy.status, StatusCode::OK);
}

#[tokio::test]
async fn what_takes_too_long_is_given_up() {
    let server = Server::with(|config| config.limits.patience = Duration::from_millis(50)).await;
    // A body that never comes to its end.
    let (held, body) = tokio::sync::mpsc::channel::<()>(1);
    let never = http_body_util::StreamBody::new(Never(body));
    let request = Request::post("/api/v1/sign-in")
        .header("content-type", "application/json")
        .body(Body::new(never))
        .unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(20), server.send(request)).await.unwrap();
    assert_eq!(answer.is("too-slow").header("retry-after"), "1");
    drop(held);
}

/// Gives nothing until the other side lets go.
struct Never(tokio::sync::mpsc::Receiver<()>);

impl futures_core::Stream for Never {
    type Item = Result<http_body::Frame<axum::body::Bytes>, std::convert::Infallible>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|_| None)
    }
}
