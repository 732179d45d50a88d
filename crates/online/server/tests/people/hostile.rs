//! Hostile clients.

use std::net::SocketAddr;
use std::time::Duration;

use abaque_server::RateLimit;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode};
use serde_json::json;

use super::{Answer, PASSWORD, Server};

#[tokio::test]
async fn other_sites_cannot_act_with_a_visitors_cookie() {
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
    // Nor can another site sign people in or out, or open a socket.
    let mut evil = server.browser().with("origin", "https://evil.example");
    evil.sign_in("Ann", PASSWORD).await.is("foreign-origin");
    evil.post("/sign-out", json!({})).await.is("foreign-origin");
    evil.post("/guest", json!({})).await.is("foreign-origin");
    evil.with("upgrade", "websocket").get("/me").await.is("foreign-origin");
    // Reading is harmless: the response stays with the browser.
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
async fn a_token_takes_precedence_over_a_cookie() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    let mut bob = server.account("Bob").await;
    bob.token = ann.program(&["play"]).await.token;
    assert_eq!(bob.name().await, Some("Ann".into()));
    bob.token = Some("abq_nonsense".into());
    bob.get("/me").await.is("bad-token");
    bob.send("PUT", "/prefs", "", "x".into()).await.is("bad-token");
    // With a token the origin is irrelevant, because browsers never attach it.
    let mut program = server.browser().with("origin", "https://elsewhere.example");
    program.token = ann.program(&["play"]).await.token;
    let kept = program.send("PUT", "/prefs", "", "x".into()).await;
    assert_eq!(kept.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn forged_cookies_authenticate_nobody() {
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
async fn account_routes_require_authentication() {
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
async fn errors_in_bodies_name_the_field() {
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
async fn unknown_routes_and_methods_are_problems() {
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
    // The app's own pages still work.
    let request = Request::get("/apiary").body(Body::empty()).unwrap();
    let page = server.send(request).await;
    assert!(page.header("content-type").starts_with("text/html"), "{page:?}");
}

#[tokio::test]
async fn problems_use_the_accepted_language() {
    let server = Server::new().await;
    let mut browser = server.browser().with("accept-language", "fr-FR, en;q=0.5");
    let told = browser.sign_in("Ann", "not the password").await;
    assert_eq!(told.is("wrong-password").header("content-language"), "fr");
    assert!(told.text.contains("mot de passe"));
    // Also for errors produced by the framework.
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
async fn sign_in_attempts_are_limited() {
    let server = Server::with(|config| config.limits.sign_in = RateLimit::new(3, 10_000)).await;
    server.account("Ann").await;
    let wrong = json!({ "name": "Ann", "password": "not the password" }).to_string();
    let right = json!({ "name": "Ann", "password": PASSWORD }).to_string();
    for _ in 0..3 {
        server.send(from("10.0.0.1:1", &wrong)).await.is("wrong-password");
    }
    is_too_often(&server.send(from("10.0.0.1:2", &right)).await, "10");
    // Without a proxy the forwarded header is ignored: other addresses are not affected.
    assert_eq!(server.send(from("10.0.0.2:1", &right)).await.status, StatusCode::OK);
    server.wait(9_000);
    is_too_often(&server.send(from("10.0.0.1:3", &right)).await, "1");
    server.wait(1_000);
    assert_eq!(server.send(from("10.0.0.1:4", &right)).await.status, StatusCode::OK);
    // A program with an old token does not block sign-ins from its address: tokens cannot be
    // guessed.
    let mut program = server.browser();
    program.token = Some("abq_old".into());
    for _ in 0..5 {
        program.get("/me").await.is("bad-token");
    }
    assert_eq!(server.browser().sign_in("Ann", PASSWORD).await.status, StatusCode::OK);
}

#[tokio::test]
async fn behind_a_proxy_its_header_gives_the_client_address() {
    let server = Server::with(|config| {
        config.behind_proxy = true;
        config.limits.sign_in = RateLimit::new(1, 10_000);
    })
    .await;
    let wrong = json!({ "name": "Ann", "password": "not the password" }).to_string();
    server.send(from("127.0.0.1:1", &wrong)).await.is("wrong-password");
    is_too_often(&server.send(from("127.0.0.2:1", &wrong)).await, "10");
    let mut other = from("127.0.0.1:1", &wrong);
    other.headers_mut().insert("x-forwarded-for", "203.0.113.7, 203.0.113.8".parse().unwrap());
    server.send(other).await.is("wrong-password");
}

/// Wrong passwords for one name, from documentation addresses.
async fn wrong_from(server: &Server, addresses: std::ops::Range<u8>, name: &str) {
    let wrong = json!({ "name": name, "password": "not the password" }).to_string();
    for number in addresses {
        server.send(from(&format!("10.0.0.{number}:1"), &wrong)).await.is("wrong-password");
    }
}

#[tokio::test]
async fn sign_in_attempts_are_limited_by_name_and_address() {
    let server = Server::with(|config| config.limits.name_at = RateLimit::new(3, 60_000)).await;
    server.account("Ann").await;
    let right = json!({ "name": "Ann", "password": PASSWORD }).to_string();
    for name in ["Ann", "ANN", "ann"] {
        wrong_from(&server, 1..2, name).await;
    }
    is_too_often(&server.send(from("10.0.0.1:1", &right)).await, "60");
    // Another name there or the same name elsewhere is not delayed.
    wrong_from(&server, 1..2, "Bob").await;
    wrong_from(&server, 2..3, "Ann").await;
    wrong_from(&server, 2..3, "Ann").await;
    assert_eq!(server.send(from("10.0.0.2:1", &right)).await.status, StatusCode::OK);
    // A success clears the failures before it.
    for _ in 0..3 {
        wrong_from(&server, 2..3, "Ann").await;
    }
    is_too_often(&server.send(from("10.0.0.2:1", &right)).await, "60");
}

#[tokio::test]
async fn thirty_wrong_passwords_do_not_lock_the_owner_out() {
    let server = Server::with(|config| {
        config.limits.name_at = RateLimit::new(10, 300_000);
        config.limits.name = RateLimit::new(30, 30_000);
        config.limits.name_delay = Duration::from_millis(20);
    })
    .await;
    let mut ann = server.account("Ann").await;
    wrong_from(&server, 1..61, "Ann").await;
    // The owner is delayed elsewhere, but never refused.
    let right = json!({ "name": "Ann", "password": PASSWORD }).to_string();
    let start = std::time::Instant::now();
    assert_eq!(server.send(from("10.1.0.1:1", &right)).await.status, StatusCode::OK);
    assert!(start.elapsed() >= Duration::from_millis(8 * 20), "{:?}", start.elapsed());
    // Password confirmations of signed-in people are not affected.
    let changed =
        ann.put("/password", json!({ "old": PASSWORD, "new": "other words of mine" })).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT, "{changed:?}");
}

/// The device cookie of a sign-in response.
fn device(answer: &Answer) -> String {
    let cookies = answer.headers.get_all("set-cookie").iter();
    let mut cookies = cookies.map(|cookie| cookie.to_str().unwrap());
    let device = cookies.find(|cookie| cookie.starts_with("abaque-device=")).unwrap();
    assert!(device.contains("HttpOnly; SameSite=Lax") && device.contains("Max-Age=31536000"));
    device.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_known_browser_is_not_rate_limited() {
    let server = Server::with(|config| {
        // The delay for the name exceeds any request timeout.
        config.limits.name = RateLimit::new(1, 3_600_000);
        config.limits.name_delay = Duration::from_secs(3600);
        config.limits.request_timeout = Duration::from_secs(5);
        config.limits.device = RateLimit::new(5, 60_000);
        config.limits.sign_in = RateLimit::new(3, 60_000);
    })
    .await;
    let [ann, bob] = ["Ann", "Bob"].map(|name| json!({ "name": name, "password": PASSWORD }));
    let known = device(&server.browser().post("/register", ann.clone()).await);
    let bobs = device(&server.browser().post("/register", bob).await);
    let sign_in = async |cookie: &str, body: &serde_json::Value| {
        server.browser().with("cookie", cookie).post("/sign-in", body.clone()).await
    };
    let wrong = json!({ "name": "Ann", "password": "not the password" });
    sign_in("", &wrong).await.is("wrong-password");
    sign_in("", &ann).await.is("too-slow");
    // Another person's or an invented device cookie does not help.
    sign_in(&bobs, &ann).await.is("too-slow");
    is_too_often(&sign_in("abaque-device=x", &ann).await, "60");
    for _ in 0..2 {
        let answer = sign_in(&known, &ann).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        assert_eq!(device(&answer), known, "it stays the same");
    }
    // A device cookie does not help guessing: it has its own limit.
    for _ in 0..3 {
        sign_in(&known, &wrong).await.is("wrong-password");
    }
    is_too_often(&sign_in(&known, &ann).await, "60");
}

#[tokio::test]
async fn a_new_password_forgets_other_known_browsers() {
    let server = Server::new().await;
    let ann = server.id(&server.account("Ann").await.name().await.unwrap()).await;
    let credentials = json!({ "name": "Ann", "password": PASSWORD });
    let mut here = server.browser();
    let own = device(&here.post("/sign-in", credentials.clone()).await);
    let other = device(&server.browser().post("/sign-in", credentials).await);
    let here_cookie = format!("abaque={}; {own}", here.cookie.clone().unwrap());
    let mut here = server.browser().with("cookie", &here_cookie);
    let changed =
        here.put("/password", json!({ "old": PASSWORD, "new": "other words of mine" })).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT, "{changed:?}");
    let trusted = async |cookie: &str| {
        let hash = sha256(cookie.split_once('=').unwrap().1);
        server.store().is_trusted_device(&hash, ann).await.unwrap()
    };
    assert!(trusted(&own).await);
    assert!(!trusted(&other).await);
}

fn sha256(text: &str) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn https_responses_send_strict_transport_security() {
    let server = Server::with(|config| config.behind_proxy = true).await;
    let get = |path: &str, proto: &str| {
        Request::get(path).header("x-forwarded-proto", proto).body(Body::empty()).unwrap()
    };
    for path in ["/", "/api/v1/me", "/healthz"] {
        let told = server.send(get(path, "https")).await;
        assert_eq!(told.header("strict-transport-security"), "max-age=31536000", "{path}");
        let plain = server.send(get(path, "http")).await;
        assert_eq!(plain.header("strict-transport-security"), "", "{path}");
    }
    let server = Server::new().await;
    let plain = server.send(get("/", "https")).await;
    assert_eq!(plain.header("strict-transport-security"), "", "anybody may say so");
}

#[tokio::test]
async fn invisible_characters_are_removed_from_reports_and_refused_in_names() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    server.account("Bob").await;
    let text = "he \u{202e}wrote\u{2066}\u{200b} this\x1b[2J\nand that";
    let filed = ann.post("/people/Bob/reports", json!({ "text": text })).await;
    assert_eq!(filed.status, StatusCode::CREATED, "{filed:?}");
    let reports = server.store().reports(false, None, 10).await.unwrap();
    assert_eq!(reports[0].text, "he wrote this[2J\nand that");
    ann.post("/people/Bob/reports", json!({ "text": "\u{200b}\u{202e}" })).await.is("bad-value");
    let token = json!({ "name": "my\u{202e}program", "scopes": ["read"] });
    ann.post("/tokens", token).await.is("bad-value");
}

#[tokio::test]
async fn guests_accounts_and_requests_are_limited() {
    let server = Server::with(|config| {
        config.limits.guest = RateLimit::new(1, 5_000);
        config.limits.register = RateLimit::new(1, 7_000);
        config.limits.person = RateLimit::new(4, 1_000);
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

    let server = Server::with(|config| config.limits.general = RateLimit::new(2, 3_000)).await;
    let mut browser = server.browser();
    browser.get("/nothing").await.is("no-such-address");
    assert_eq!(browser.get("/me").await.status, StatusCode::OK);
    is_too_often(&browser.get("/me").await, "3");
    // The site and the health endpoints are not limited.
    let healthy = server.send(Request::get("/healthz").body(Body::empty()).unwrap()).await;
    assert_eq!(healthy.status, StatusCode::OK);
}

#[tokio::test]
async fn slow_requests_time_out() {
    let server =
        Server::with(|config| config.limits.request_timeout = Duration::from_millis(50)).await;
    // A body that never ends.
    let (held, body) = tokio::sync::mpsc::channel::<()>(1);
    let never = http_body_util::StreamBody::new(PendingBody(body));
    let request = Request::post("/api/v1/sign-in")
        .header("content-type", "application/json")
        .body(Body::new(never))
        .unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(20), server.send(request)).await.unwrap();
    assert_eq!(answer.is("too-slow").header("retry-after"), "1");
    drop(held);
}

/// Yields nothing until the other side is dropped.
struct PendingBody(tokio::sync::mpsc::Receiver<()>);

impl futures_core::Stream for PendingBody {
    type Item = Result<http_body::Frame<axum::body::Bytes>, std::convert::Infallible>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|_| None)
    }
}
