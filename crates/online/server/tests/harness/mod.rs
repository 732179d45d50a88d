//! A test server and browsers for it.

// Not every suite uses all of it.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use abaque_server::{App, ClockSource, Config, RateLimit, ServerLimits};
use abaque_store::{PersonId, Store};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::place::TestDatabase;

/// Start time of the tests, in milliseconds since 1970.
pub(crate) const START: i64 = 1_800_000_000_000;

pub(crate) const HOUR: i64 = 60 * 60 * 1000;
pub(crate) const DAY: i64 = 24 * HOUR;

/// An acceptable password.
pub(crate) const PASSWORD: &str = "four words of mine";

/// A server with its own store and a settable clock.
pub(crate) struct Server {
    pub(crate) app: App,
    pub(crate) router: Router,
    pub(crate) time: Arc<AtomicI64>,
    _place: TestDatabase,
}

/// Limits so high that no test meets one it does not set.
fn generous() -> ServerLimits {
    let much = RateLimit::new(10_000, 1000);
    ServerLimits {
        general: much,
        person: much,
        sign_in: much,
        name_at: much,
        name: much,
        device: much,
        register: much,
        guest: much,
        report: much,
        ..ServerLimits::default()
    }
}

impl Server {
    pub(crate) async fn new() -> Server {
        Server::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Server {
        let place = TestDatabase::new().await;
        let mut config = Config::local(&place.url());
        config.limits = generous();
        change(&mut config);
        let time = Arc::new(AtomicI64::new(START));
        let app = App::with_clock(config, ClockSource::Set(time.clone())).await.unwrap();
        let router = abaque_server::router(app.clone());
        Server { app, router, time, _place: place }
    }

    pub(crate) fn store(&self) -> &Store {
        self.app.store()
    }

    /// Advances the clock.
    pub(crate) fn wait(&self, millis: i64) {
        self.time.fetch_add(millis, Ordering::Relaxed);
    }

    /// A browser on the server's own page.
    pub(crate) fn browser(&self) -> Browser<'_> {
        Browser { server: self, cookie: None, token: None, extra: Vec::new() }
    }

    /// A browser signed in as a guest.
    pub(crate) async fn guest(&self) -> Browser<'_> {
        let mut browser = self.browser();
        assert_eq!(browser.post("/guest", json!({})).await.status, StatusCode::CREATED);
        browser
    }

    /// A browser with a new account.
    pub(crate) async fn account(&self, name: &str) -> Browser<'_> {
        let mut browser = self.browser();
        let answer = browser.post("/register", json!({ "name": name, "password": PASSWORD })).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
        browser
    }

    pub(crate) async fn id(&self, name: &str) -> PersonId {
        self.store().person_named(name).await.unwrap().unwrap().id
    }

    pub(crate) async fn send(&self, mut request: Request<Body>) -> Answer {
        let from: SocketAddr = "127.0.0.1:9".parse().unwrap();
        if request.extensions().get::<ConnectInfo<SocketAddr>>().is_none() {
            request.extensions_mut().insert(ConnectInfo(from));
        }
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        Answer { status: parts.status, headers: parts.headers, text }
    }
}

/// A browser with its cookie, or a program with a token.
pub(crate) struct Browser<'a> {
    pub(crate) server: &'a Server,
    pub(crate) cookie: Option<String>,
    pub(crate) token: Option<String>,
    pub(crate) extra: Vec<(&'static str, String)>,
}

impl Browser<'_> {
    /// Adds or replaces a header.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.extra.push((name, value.to_owned()));
        self
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> axum::http::request::Builder {
        let path = if path.starts_with("/api") { path.into() } else { format!("/api/v1{path}") };
        let mut request = Request::builder().method(method).uri(path);
        let mut headers = vec![("host", "games.example".to_owned())];
        match &self.token {
            Some(token) => headers.push(("authorization", format!("Bearer {token}"))),
            None => headers.push(("origin", "https://games.example".into())),
        }
        headers.extend(self.cookie.iter().map(|cookie| ("cookie", format!("abaque={cookie}"))));
        headers.retain(|(name, _)| !self.extra.iter().any(|(extra, _)| extra == name));
        headers.extend(self.extra.iter().filter(|(_, value)| !value.is_empty()).cloned());
        for (name, value) in headers {
            request = request.header(name, value);
        }
        request
    }

    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        kind: &str,
        body: String,
    ) -> Answer {
        let mut request = self.request(method, path);
        if !kind.is_empty() {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        let answer = self.server.send(request.body(Body::from(body)).unwrap()).await;
        if let Some(cookie) = answer.headers.get(header::SET_COOKIE) {
            let value = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, secret) = value.split_once('=').unwrap();
            assert!(name == "abaque" || name == "__Host-abaque");
            self.cookie = Some(secret.to_owned()).filter(|secret| !secret.is_empty());
        }
        answer
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "", String::new()).await
    }

    pub(crate) async fn json(&mut self, method: Method, path: &str, body: Value) -> Answer {
        self.send(method.as_str(), path, "application/json", body.to_string()).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.json(Method::POST, path, body).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: Value) -> Answer {
        self.json(Method::PUT, path, body).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Answer {
        self.json(Method::DELETE, path, json!({})).await
    }

    /// The name of the signed-in person.
    pub(crate) async fn name(&mut self) -> Option<String> {
        let me = self.get("/me").await;
        assert_eq!(me.status, StatusCode::OK, "{me:?}");
        me.json()["person"]["name"].as_str().map(str::to_owned)
    }

    pub(crate) async fn sign_in(&mut self, name: &str, password: &str) -> Answer {
        self.post("/sign-in", json!({ "name": name, "password": password })).await
    }

    /// A program with a token of these scopes.
    pub(crate) async fn program(&mut self, scopes: &[&str]) -> Browser<'_> {
        let made = self.post("/tokens", json!({ "name": "program", "scopes": scopes })).await;
        assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
        let token = made.json()["token"].as_str().unwrap().to_owned();
        Browser { token: Some(token), ..self.server.browser() }
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Asserts a well-formed problem of this code.
    #[track_caller]
    pub(crate) fn is(&self, code: &str) -> &Answer {
        let told = self.json();
        assert_eq!(told["code"], code, "{told}");
        assert_eq!(told["status"], self.status.as_u16());
        assert_eq!(told["type"], format!("/api#{code}"));
        assert_eq!(self.header("content-type"), "application/problem+json");
        for part in ["title", "detail"] {
            assert!(told[part].as_str().is_some_and(|text| !text.is_empty()), "{told}");
        }
        self
    }
}
