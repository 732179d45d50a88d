//! Authentication: sessions of browsers and tokens of programs.

use std::sync::{Arc, OnceLock};

use abaque_core::{message, visible_line};
pub use abaque_protocol::rest::Scope;
use abaque_store::{Person, PersonId, StoreError};
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;
use crate::problem::{self, Problem};
use crate::rate_limit::{LimitedAction, RateKey};
use crate::secret::{self, Secret};
use crate::{cookie, people};

/// Granularity of the last-use time in milliseconds; saves writes.
const LAST_USE_GRANULARITY_MILLIS: i64 = 60 * 60 * 1000;

/// How the caller authenticated.
#[derive(Clone, Debug)]
pub enum AuthMethod {
    /// By a session cookie.
    Session {
        /// Hash of the session secret.
        hash: String,
    },
    /// By a bearer token.
    Token {
        /// Hash of the token secret.
        hash: String,
        /// Scopes of the token.
        scopes: Vec<Scope>,
    },
}

/// The authenticated caller. A token needs the scope of the method: `read` or `play` for reading,
/// `play` for everything else and for sockets.
#[derive(Clone, Debug)]
pub struct AuthUser {
    /// The person.
    pub person: Person,
    /// How the caller authenticated.
    pub via: AuthMethod,
}

impl AuthUser {
    /// Id of the person.
    pub fn id(&self) -> PersonId {
        self.person.id
    }

    /// Fails unless the caller has this scope.
    pub fn require_scope(&self, scope: Scope) -> Result<(), Problem> {
        match &self.via {
            AuthMethod::Session { .. } => Ok(()),
            AuthMethod::Token { scopes, .. } if scopes.iter().any(|&has| has >= scope) => Ok(()),
            AuthMethod::Token { .. } => {
                let scope = scope.as_str();
                Err(Problem::new(
                    problem::NO_SCOPE,
                    message!(
                        "The token needs the scope {scope}.",
                        "Le jeton doit avoir la portée {scope}."
                    ),
                ))
            }
        }
    }
}

impl FromRequestParts<App> for AuthUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<AuthUser, Problem> {
        authenticate(parts, app).await?.ok_or_else(|| {
            Problem::new(
                problem::NOT_SIGNED_IN,
                message!(
                    "Sign in, play as a guest, or send a token.",
                    "Connectez-vous, jouez en invité ou envoyez un jeton."
                ),
            )
        })
    }
}

/// The caller, if authenticated.
#[derive(Clone, Debug)]
pub struct OptionalUser(pub Option<AuthUser>);

impl FromRequestParts<App> for OptionalUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<OptionalUser, Problem> {
        authenticate(parts, app).await.map(OptionalUser)
    }
}

/// A caller with a browser session, guest or account; account settings are closed to tokens.
#[derive(Clone, Debug)]
pub struct SessionUser {
    /// The person.
    pub person: Person,
    /// Hash of the session secret.
    pub session: String,
}

impl FromRequestParts<App> for SessionUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<SessionUser, Problem> {
        let AuthUser { person, via } = AuthUser::from_request_parts(parts, app).await?;
        match via {
            AuthMethod::Session { hash } => Ok(SessionUser { person, session: hash }),
            AuthMethod::Token { .. } => Err(Problem::new(
                problem::BROWSER_ONLY,
                message!(
                    "Account settings need a browser session: sign in.",
                    "Les réglages du compte demandent une session\u{a0}: connectez-vous."
                ),
            )),
        }
    }
}

/// A caller with a browser session and an account.
#[derive(Clone, Debug)]
pub struct AccountUser(pub SessionUser);

impl FromRequestParts<App> for AccountUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<AccountUser, Problem> {
        let owner = SessionUser::from_request_parts(parts, app).await?;
        if owner.person.guest {
            return Err(Problem::new(
                problem::GUESTS_CANNOT,
                message!(
                    "Guests have no password: create an account first.",
                    "Un invité n'a pas de mot de passe\u{a0}: créez d'abord un compte."
                ),
            ));
        }
        Ok(AccountUser(owner))
    }
}

/// The bearer token of a request. Other authorization schemes are ignored: a proxy may use them.
pub(crate) fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let sent = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (kind, token) = sent.split_once(' ')?;
    kind.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn authenticate(parts: &Parts, app: &App) -> Result<Option<AuthUser>, Problem> {
    let found = match bearer_token(&parts.headers) {
        Some(token) => Some(authenticate_token(token, app).await?),
        None => authenticate_session(parts, app).await?,
    };
    let Some(who) = found else { return Ok(None) };
    if who.person.closed {
        return Ok(None);
    }
    people::refuse_banned(&who.person)?;
    app.check_rate(LimitedAction::Person, RateKey::Person(who.id()))?;
    let looks = matches!(parts.method, Method::GET | Method::HEAD)
        && !parts.headers.contains_key(header::UPGRADE);
    who.require_scope(if looks { Scope::Read } else { Scope::Play })?;
    Ok(Some(who))
}

async fn authenticate_token(sent: &str, app: &App) -> Result<AuthUser, Problem> {
    let wrong = || {
        Problem::new(
            problem::BAD_TOKEN,
            message!(
                "This token does not exist or was deleted.",
                "Ce jeton n'existe pas ou a été supprimé."
            ),
        )
    };
    let hash = secret::sha256_hex(sent);
    let token = app.store().token(&hash).await?.ok_or_else(wrong)?;
    let person = app.store().person(token.person).await?.filter(|person| !person.closed);
    let person = person.ok_or_else(wrong)?;
    let now = app.now();
    if token.used.is_none_or(|used| now - used >= LAST_USE_GRANULARITY_MILLIS) {
        was_noted(app.store().touch_token(token.id, now).await);
    }
    let scopes = token.scopes.split(' ').filter_map(Scope::parse).collect();
    Ok(AuthUser { person, via: AuthMethod::Token { hash, scopes } })
}

async fn authenticate_session(parts: &Parts, app: &App) -> Result<Option<AuthUser>, Problem> {
    let Some(secret) = cookie::read_session(app.config(), &parts.headers) else { return Ok(None) };
    let hash = secret::sha256_hex(secret.expose());
    let Some((session, person)) = app.store().session(&hash).await? else { return Ok(None) };
    let now = app.now();
    if now - session.seen >= cookie::SESSION_LIFETIME_MILLIS {
        app.store().delete_session(&hash).await?;
        return Ok(None);
    }
    if now - session.seen >= LAST_USE_GRANULARITY_MILLIS {
        let noted = was_noted(app.store().touch_session(&hash, now).await)
            && was_noted(app.store().touch_person(person.id, now).await);
        if let Some(renewed) = parts.extensions.get::<RenewedCookie>().filter(|_| noted) {
            let _ = renewed.0.set(cookie::set_session(app.config(), &secret));
        }
    }
    Ok(Some(AuthUser { person, via: AuthMethod::Session { hash } }))
}

/// Whether the visit was stored. Failing to store it does not block reading.
fn was_noted<T>(result: Result<T, StoreError>) -> bool {
    if let Err(error) = &result {
        tracing::warn!(target: "abaque", %error, "last visit not stored");
    }
    result.is_ok()
}

/// A renewed session cookie for the response.
#[derive(Clone, Default)]
struct RenewedCookie(Arc<OnceLock<HeaderValue>>);

/// Resends the session cookie when the session is extended, unless the response sets another.
pub(crate) async fn renew_session_cookie(mut request: Request, next: Next) -> Response {
    let renewed = RenewedCookie::default();
    request.extensions_mut().insert(renewed.clone());
    let mut response = next.run(request).await;
    if let Some(cookie) = renewed.0.get()
        && !response.headers().contains_key(header::SET_COOKIE)
    {
        response.headers_mut().insert(header::SET_COOKIE, cookie.clone());
    }
    response
}

/// Creates a session; returns the Set-Cookie header and the session's hash.
pub(crate) async fn create_session(
    app: &App,
    person: PersonId,
    headers: &HeaderMap,
) -> Result<(HeaderValue, String), Problem> {
    let secret: Secret = secret::random_secret();
    let hash = secret::sha256_hex(secret.expose());
    let now = app.now();
    let agent = user_agent(headers);
    // Queued together, they share a commit.
    tokio::try_join!(
        app.store().create_session(&hash, person, &agent, now),
        app.store().touch_person(person, now),
    )?;
    Ok((cookie::set_session(app.config(), &secret), hash))
}

/// The User-Agent, cut to one line.
fn user_agent(headers: &HeaderMap) -> String {
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    visible_line(text.unwrap_or_default()).chars().take(200).collect()
}
