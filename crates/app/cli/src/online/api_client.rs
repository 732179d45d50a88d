//! HTTP requests to a server: identity, lists, creating and joining games, records.

use std::time::Duration;

use abaque_core::{Lang, Message, message};
use abaque_http::{HttpClient, HttpError, HttpResponse, Method, ServerAddress, header};
use abaque_protocol::ProblemDetail;
use abaque_protocol::rest::{OwnProfile, WhoAmI};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::sanitise;
use super::server_address::{connect_error, timeout_error, unreachable_error};
use crate::command_error::CommandError;

/// Response timeout.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

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
    http: HttpClient,
}

impl ApiClient {
    /// A client of the server at this address.
    pub(crate) fn new(
        address: ServerAddress,
        lang: Lang,
        authentication: Authentication,
    ) -> ApiClient {
        let http = HttpClient::new(address.clone(), RESPONSE_TIMEOUT);
        ApiClient { address, lang, authentication, http }
    }

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
    ) -> Result<HttpResponse, CommandError> {
        let body = serde_json::to_string(body)
            .map_err(|error| CommandError::Environment(message!("{error}", "{error}")))?;
        self.request(Method::POST, path, body).await
    }

    /// Parses a response as JSON.
    pub(crate) fn parse<T: DeserializeOwned>(
        &self,
        answer: &HttpResponse,
    ) -> Result<T, CommandError> {
        serde_json::from_slice(&answer.body).map_err(|_| self.unknown_server_error())
    }

    /// The signed-in user, if any.
    pub(crate) async fn fetch_person(&self) -> Result<Option<OwnProfile>, CommandError> {
        let who: WhoAmI = self.get("/me").await?;
        Ok(who.person.map(|person| OwnProfile { name: sanitise(&person.name), ..person }))
    }

    /// The headers of every request, beside those that follow from the address.
    pub(crate) fn headers(&self) -> Vec<(header::HeaderName, String)> {
        let mut headers = vec![
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
    ) -> Result<HttpResponse, CommandError> {
        let answered = self.http.send(method, path, &self.headers(), body).await;
        let answer = answered.map_err(|error| match error {
            HttpError::Header(error) => bad_header_error(&error),
            HttpError::Connect(error) => connect_error(&self.address, &error),
            HttpError::Timeout => timeout_error(&self.address),
            HttpError::Lost(error) => unreachable_error(&self.address, &error),
        })?;
        if answer.status.is_redirection() {
            return Err(self.redirect_error(answer.header(header::LOCATION)));
        }
        if !answer.status.is_success() {
            return Err(self.refusal_error(answer.status.as_u16(), &answer.body));
        }
        Ok(answer)
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
            "{place} redirects to {other}: use that address",
            "{place} redirige vers {other}\u{a0}: utilisez cette adresse"
        ))
    }

    /// The answer is not from an Abaque server.
    pub(crate) fn unknown_server_error(&self) -> CommandError {
        let place = self.address.origin();
        CommandError::Environment(message!(
            "{place} is not an Abaque server, or has another version",
            "{place} n'est pas un serveur Abaque, ou a une autre version"
        ))
    }
}

/// A token or cookie that is not a valid header value.
pub(crate) fn bad_header_error(error: &dyn std::fmt::Display) -> CommandError {
    CommandError::input(message!(
        "this token cannot be sent: {error}",
        "ce jeton ne peut pas être envoyé\u{a0}: {error}"
    ))
}
