//! Plain requests to a server: who one is there, lists, games to create and join, records.

use std::time::Duration;

use abaque_core::{Lang, Said, said};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{Method, Request, header};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::clean;
use super::place::Place;
use crate::failure::Failure;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest answer, in bytes.
const LONGEST: usize = 16 << 20;

/// By what one is known.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Pass {
    Nobody,
    Cookie(String),
    Token(String),
}

/// A server, and by what one is known there.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) place: Place,
    pub(crate) lang: Lang,
    pub(crate) pass: Pass,
}

/// Somebody, as they see themselves.
#[derive(Clone, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) guest: bool,
}

#[derive(Deserialize)]
struct WhoAmI {
    person: Option<Person>,
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) cookie: Option<String>,
    body: Bytes,
}

#[derive(Deserialize)]
struct Problem {
    detail: String,
}

impl Server {
    /// Asks below `/api/v1` without sending anything.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        self.read(&self.ask(Method::GET, path, String::new()).await?)
    }

    /// The same for plain text.
    pub(crate) async fn text(&self, path: &str) -> Result<String, Failure> {
        let answer = self.ask(Method::GET, path, String::new()).await?;
        String::from_utf8(answer.body.to_vec()).map_err(|_| self.stranger())
    }

    /// Sends something.
    pub(crate) async fn post(&self, path: &str, body: &impl Serialize) -> Result<Answer, Failure> {
        let body = serde_json::to_string(body)
            .map_err(|error| Failure::World(said!("{error}", "{error}")))?;
        self.ask(Method::POST, path, body).await
    }

    /// Reads an answer.
    pub(crate) fn read<T: DeserializeOwned>(&self, answer: &Answer) -> Result<T, Failure> {
        serde_json::from_slice(&answer.body).map_err(|_| self.stranger())
    }

    /// Who one is, if anybody.
    pub(crate) async fn me(&self) -> Result<Option<Person>, Failure> {
        let who: WhoAmI = self.get("/me").await?;
        Ok(who.person.map(|person| Person { name: clean(&person.name), ..person }))
    }

    /// The headers of every request.
    pub(crate) fn headers(&self) -> Vec<(header::HeaderName, String)> {
        let mut headers = vec![
            (header::HOST, self.place.authority().to_owned()),
            (header::ORIGIN, self.place.origin()),
            (header::ACCEPT_LANGUAGE, self.lang.code().to_owned()),
            (header::USER_AGENT, concat!("abaque/", env!("CARGO_PKG_VERSION")).to_owned()),
        ];
        match &self.pass {
            Pass::Nobody => {}
            Pass::Cookie(cookie) => headers.push((header::COOKIE, cookie.clone())),
            Pass::Token(token) => headers.push((header::AUTHORIZATION, format!("Bearer {token}"))),
        }
        headers
    }

    async fn ask(&self, method: Method, path: &str, body: String) -> Result<Answer, Failure> {
        match timeout(PATIENCE, self.exchange(method, path, body)).await {
            Ok(answer) => answer,
            Err(_) => Err(self.place.silent()),
        }
    }

    async fn exchange(&self, method: Method, path: &str, body: String) -> Result<Answer, Failure> {
        let lost = |error: &dyn std::fmt::Display| self.place.unreachable(error);
        let stream = TokioIo::new(self.place.dial().await?);
        let (mut sender, connection) =
            http1::handshake(stream).await.map_err(|error| lost(&error))?;
        tokio::spawn(connection);
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(header::CONTENT_TYPE, "application/json");
        for (name, value) in self.headers() {
            request = request.header(name, value);
        }
        let request =
            request.body(Full::new(Bytes::from(body))).map_err(|error| bad_header(&error))?;
        let response = sender.send_request(request).await.map_err(|error| lost(&error))?;
        let (head, body) = response.into_parts();
        let body = Limited::new(body, LONGEST).collect().await.map_err(|error| lost(&error))?;
        let body = body.to_bytes();
        let text = |name| head.headers.get(name).and_then(|value| value.to_str().ok());
        if head.status.is_redirection() {
            return Err(self.elsewhere(text(header::LOCATION)));
        }
        if !head.status.is_success() {
            return Err(self.refused(head.status.as_u16(), &body));
        }
        let cookie = text(header::SET_COOKIE).and_then(|cookie| cookie.split(';').next());
        Ok(Answer { cookie: cookie.map(|pair| pair.trim().to_owned()), body })
    }

    /// What a refusal means: whose fault it is follows from the status.
    pub(crate) fn refused(&self, status: u16, body: &[u8]) -> Failure {
        let Ok(Problem { detail }) = serde_json::from_slice(body) else { return self.stranger() };
        let detail = clean(&detail);
        let said = Said { en: detail.clone(), fr: detail };
        if status == 429 || status >= 500 { Failure::World(said) } else { Failure::Input(said) }
    }

    fn elsewhere(&self, location: Option<&str>) -> Failure {
        let (place, other) = (self.place.origin(), clean(location.unwrap_or("?")));
        Failure::input(said!(
            "{place} sends elsewhere, to {other}: give that address",
            "{place} renvoie ailleurs, à {other} : donner cette adresse"
        ))
    }

    /// Whoever answers there is no server of ours.
    pub(crate) fn stranger(&self) -> Failure {
        let place = self.place.origin();
        Failure::World(said!(
            "what answers at {place} is no Abaque server, or one of another version",
            "ce qui répond à {place} n'est pas un serveur Abaque, ou pas de cette version"
        ))
    }
}

/// A token or a cookie that no request can carry.
pub(crate) fn bad_header(error: &dyn std::fmt::Display) -> Failure {
    Failure::input(said!(
        "this token cannot be sent: {error}",
        "ce jeton ne peut pas être envoyé : {error}"
    ))
}
