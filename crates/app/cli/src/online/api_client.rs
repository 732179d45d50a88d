//! HTTP requests to a server: identity, lists, creating and joining games, records.

use std::time::Duration;

use abaque_core::{Lang, Message, message};
use abaque_protocol::ProblemDetail;
use abaque_protocol::rest::{OwnProfile, WhoAmI};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{Method, Request, header};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::sanitise;
use super::server_address::ServerAddress;
use crate::command_error::CommandError;

/// Response timeout.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum response size, in bytes.
const MAX_RESPONSE_BYTES: usize = 16 << 20;

/// How the user is authenticated.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Authentication {
    Anonymous,
    Cookie(String),
    Token(String),
}

/// A server, with the user's authentication there.
#[derive(Clone)]
pub(crate) struct ApiClient {
    pub(crate) address: ServerAddress,
    pub(crate) lang: Lang,
    pub(crate) authentication: Authentication,
}

/// An HTTP response.
pub(crate) struct ApiResponse {
    pub(crate) cookie: Option<String>,
    body: Bytes,
}

impl ApiClient {
    /// GET below `/api/v1`, parsed as JSON.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, CommandError> {
        self.parse(&self.request(Method::GET, path, String::new()).await?)
    }

    /// GET below `/api/v1`, as plain text.
    pub(crate) async fn get_text(&self, path: &str) -> Result<String, CommandError> {
        let answer = self.request(Method::GET, path, String::new()).await?;
        String::from_utf8(answer.body.to_vec()).map_err(|_| self.unknown_server_error())
    }

    /// POST below `/api/v1`.
    pub(crate) async fn post(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<ApiResponse, CommandError> {
        let body = serde_json::to_string(body)
            .map_err(|error| CommandError::Environment(message!("{error}", "{error}")))?;
        self.request(Method::POST, path, body).await
    }

    /// Parses a response as JSON.
    pub(crate) fn parse<T: DeserializeOwned>(
        &self,
        answer: &ApiResponse,
    ) -> Result<T, CommandError> {
        serde_json::from_slice(&answer.body).map_err(|_| self.unknown_server_error())
    }

    /// The signed-in user, if any.
    pub(crate) async fn fetch_person(&self) -> Result<Option<OwnProfile>, CommandError> {
        let who: WhoAmI = self.get("/me").await?;
        Ok(who.person.map(|person| OwnProfile { name: sanitise(&person.name), ..person }))
    }

    /// The headers of every request.
    pub(crate) fn headers(&self) -> Vec<(header::HeaderName, String)> {
        let mut headers = vec![
            (header::HOST, self.address.authority().to_owned()),
            (header::ORIGIN, self.address.origin()),
            (header::ACCEPT_LANGUAGE, self.lang.code().to_owned()),
            (header::USER_AGENT, concat!("abaque/", env!("CARGO_PKG_VERSION")).to_owned()),
        ];
        match &self.authentication {
            Authentication::Anonymous => {}
            Authentication::Cookie(cookie) => headers.push((header::COOKIE, cookie.clone())),
            Authentication::Token(token) => {
                headers.push((header::AUTHORIZATION, format!("Bearer {token}")))
            }
        }
        headers
    }

    async fn request(
        &self,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<ApiResponse, CommandError> {
        match timeout(RESPONSE_TIMEOUT, self.send_request(method, path, body)).await {
            Ok(answer) => answer,
            Err(_) => Err(self.address.timeout_error()),
        }
    }

    async fn send_request(
        &self,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<ApiResponse, CommandError> {
        let lost = |error: &dyn std::fmt::Display| self.address.unreachable_error(error);
        let stream = TokioIo::new(self.address.connect().await?);
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
            request.body(Full::new(Bytes::from(body))).map_err(|error| bad_header_error(&error))?;
        let response = sender.send_request(request).await.map_err(|error| lost(&error))?;
        let (head, body) = response.into_parts();
        let body =
            Limited::new(body, MAX_RESPONSE_BYTES).collect().await.map_err(|error| lost(&error))?;
        let body = body.to_bytes();
        let text = |name| head.headers.get(name).and_then(|value| value.to_str().ok());
        if head.status.is_redirection() {
            return Err(self.redirect_error(text(header::LOCATION)));
        }
        if !head.status.is_success() {
            return Err(self.refusal_error(head.status.as_u16(), &body));
        }
        let cookie = text(header::SET_COOKIE).and_then(|cookie| cookie.split(';').next());
        Ok(ApiResponse { cookie: cookie.map(|pair| pair.trim().to_owned()), body })
    }

    /// Maps a refusal to an error; the status tells whose fault it is.
    pub(crate) fn refusal_error(&self, status: u16, body: &[u8]) -> CommandError {
        let Ok(ProblemDetail { detail, .. }) = serde_json::from_slice(body) else {
            return self.unknown_server_error();
        };
        let detail = sanitise(&detail);
        let message = Message { en: detail.clone(), fr: detail };
        if status == 429 || status >= 500 {
            CommandError::Environment(message)
        } else {
            CommandError::Input(message)
        }
    }

    fn redirect_error(&self, location: Option<&str>) -> CommandError {
        let (place, other) = (self.address.origin(), sanitise(location.unwrap_or("?")));
        CommandError::input(message!(
            "{place} sends elsewhere, to {other}: give that address",
            "{place} renvoie ailleurs, à {other} : donner cette adresse"
        ))
    }

    /// The answer is not from an Abaque server.
    pub(crate) fn unknown_server_error(&self) -> CommandError {
        let place = self.address.origin();
        CommandError::Environment(message!(
            "what answers at {place} is no Abaque server, or one of another version",
            "ce qui répond à {place} n'est pas un serveur Abaque, ou pas de cette version"
        ))
    }
}

/// A token or cookie that is not a valid header value.
pub(crate) fn bad_header_error(error: &dyn std::fmt::Display) -> CommandError {
    CommandError::input(message!(
        "this token cannot be sent: {error}",
        "ce jeton ne peut pas être envoyé : {error}"
    ))
}
