//! Who asks: a browser with a session, or a program with a token.

use std::sync::{Arc, OnceLock};

use abaque_core::said;
use abaque_store::{Person, PersonId};
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::limit::{Asker, Door};
use crate::problem::{self, Problem};
use crate::secret::{self, Secret};
use crate::{cookie, people};

/// How stale the time of last use may get, in milliseconds: fewer writes.
const STALE: i64 = 60 * 60 * 1000;

/// What a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Look at whatever its owner may look at.
    Read,
    /// Look, and do whatever its owner may do at tables.
    Play,
}

impl Scope {
    fn parse(text: &str) -> Option<Scope> {
        match text {
            "read" => Some(Scope::Read),
            "play" => Some(Scope::Play),
            _ => None,
        }
    }

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
        }
    }
}

/// How they proved it.
#[derive(Clone, Debug)]
pub enum Via {
    /// By the cookie of a session.
    Session {
        /// The hash of its secret.
        hash: String,
    },
    /// By a token.
    Token {
        /// What it may do.
        scopes: Vec<Scope>,
    },
}

/// Who asks. A token must have the scope the method needs: to look, `read` or `play`; for anything else, and for a
/// socket, `play`.
#[derive(Clone, Debug)]
pub struct Who {
    /// The person.
    pub person: Person,
    /// How they proved it.
    pub via: Via,
}

impl Who {
    /// Who they are.
    pub fn id(&self) -> PersonId {
        self.person.id
    }

    /// A problem unless they may do this.
    pub fn needs(&self, scope: Scope) -> Result<(), Problem> {
        match &self.via {
            Via::Session { .. } => Ok(()),
            Via::Token { scopes } if scopes.iter().any(|&has| has >= scope) => Ok(()),
            Via::Token { .. } => {
                let scope = scope.as_str();
                Err(Problem::new(
                    problem::NO_SCOPE,
                    said!(
                        "The token needs the scope {scope}.",
                        "Il faut au jeton la portée {scope}."
                    ),
                ))
            }
        }
    }
}

impl FromRequestParts<App> for Who {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Who, Problem> {
        find(parts, app).await?.ok_or_else(|| {
            Problem::new(
                problem::NOT_SIGNED_IN,
                said!(
                    "Sign in, come in as a guest, or send a token.",
                    "Il faut se connecter, entrer en invité, ou envoyer un jeton."
                ),
            )
        })
    }
}

/// Who asks, if anybody one knows.
#[derive(Clone, Debug)]
pub struct MaybeWho(pub Option<Who>);

impl FromRequestParts<App> for MaybeWho {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MaybeWho, Problem> {
        find(parts, app).await.map(MaybeWho)
    }
}

/// Somebody in a browser, guest or not: what concerns the account itself is closed to tokens.
#[derive(Clone, Debug)]
pub struct Owner {
    /// The person.
    pub person: Person,
    /// The hash of the session's secret.
    pub session: String,
}

impl FromRequestParts<App> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Owner, Problem> {
        let Who { person, via } = Who::from_request_parts(parts, app).await?;
        match via {
            Via::Session { hash } => Ok(Owner { person, session: hash }),
            Via::Token { .. } => Err(Problem::new(
                problem::BROWSER_ONLY,
                said!(
                    "What concerns the account needs a session: sign in.",
                    "Ce qui concerne le compte demande une session : il faut se connecter."
                ),
            )),
        }
    }
}

/// Somebody in a browser with an account.
#[derive(Clone, Debug)]
pub struct Holder(pub Owner);

impl FromRequestParts<App> for Holder {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Holder, Problem> {
        let owner = Owner::from_request_parts(parts, app).await?;
        if owner.person.guest {
            return Err(Problem::new(
                problem::GUESTS_CANNOT,
                said!(
                    "Guests have no password: register first.",
                    "Un invité n'a pas de mot de passe : il faut d'abord ouvrir un compte."
                ),
            ));
        }
        Ok(Holder(owner))
    }
}

/// The token a program sends, if it does. Other kinds of authorization are none of ours: a proxy may ask for them.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let sent = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (kind, token) = sent.split_once(' ')?;
    kind.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn find(parts: &Parts, app: &App) -> Result<Option<Who>, Problem> {
    let found = match bearer(&parts.headers) {
        Some(token) => Some(by_token(token, app).await?),
        None => by_session(parts, app).await?,
    };
    let Some(who) = found else { return Ok(None) };
    if who.person.closed {
        return Ok(None);
    }
    people::refuse_banned(&who.person)?;
    app.limit(Door::Person, Asker::Person(who.id()))?;
    let looks = matches!(parts.method, Method::GET | Method::HEAD)
        && !parts.headers.contains_key(header::UPGRADE);
    who.needs(if looks { Scope::Read } else { Scope::Play })?;
    Ok(Some(who))
}

async fn by_token(sent: &str, app: &App) -> Result<Who, Problem> {
    let wrong = || {
        Problem::new(
            problem::BAD_TOKEN,
            said!("No such token, or no longer.", "Ce jeton n'existe pas, ou plus."),
        )
    };
    let token = app.store().token(&secret::digest(sent)).await?.ok_or_else(wrong)?;
    let person = app.store().person(token.person).await?.filter(|person| !person.closed);
    let person = person.ok_or_else(wrong)?;
    let now = app.now();
    if token.used.is_none_or(|used| now - used >= STALE) {
        app.store().touch_token(token.id, now).await?;
    }
    let scopes = token.scopes.split(' ').filter_map(Scope::parse).collect();
    Ok(Who { person, via: Via::Token { scopes } })
}

async fn by_session(parts: &Parts, app: &App) -> Result<Option<Who>, Problem> {
    let Some(secret) = cookie::read(app.config(), &parts.headers) else { return Ok(None) };
    let hash = secret::digest(secret.expose());
    let Some((session, person)) = app.store().session(&hash).await? else { return Ok(None) };
    let now = app.now();
    if now - session.seen >= cookie::LASTS {
        app.store().delete_session(&hash).await?;
        return Ok(None);
    }
    if now - session.seen >= STALE {
        app.store().touch_session(&hash, now).await?;
        app.store().touch_person(person.id, now).await?;
        if let Some(renewed) = parts.extensions.get::<Renewed>() {
            let _ = renewed.0.set(cookie::give(app.config(), &secret));
        }
    }
    Ok(Some(Who { person, via: Via::Session { hash } }))
}

/// The cookie of a session that goes on, for the browser to keep as long again.
#[derive(Clone, Default)]
struct Renewed(Arc<OnceLock<HeaderValue>>);

/// Sends the cookie of a session again when its time starts anew, unless the answer has another.
pub(crate) async fn renew(mut request: Request, next: Next) -> Response {
    let renewed = Renewed::default();
    request.extensions_mut().insert(renewed.clone());
    let mut response = next.run(request).await;
    if let Some(cookie) = renewed.0.get()
        && !response.headers().contains_key(header::SET_COOKIE)
    {
        response.headers_mut().insert(header::SET_COOKIE, cookie.clone());
    }
    response
}

/// Signs a browser in: the header that gives it its secret, and the hash of that.
pub(crate) async fn let_in(
    app: &App,
    person: PersonId,
    headers: &HeaderMap,
) -> Result<(HeaderValue, String), Problem> {
    let secret: Secret = secret::fresh();
    let hash = secret::digest(secret.expose());
    let now = app.now();
    app.store().create_session(&hash, person, &agent(headers), now).await?;
    app.store().touch_person(person, now).await?;
    Ok((cookie::give(app.config(), &secret), hash))
}

/// What a browser calls itself, cut to a line.
fn agent(headers: &HeaderMap) -> String {
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    text.unwrap_or_default().chars().filter(|letter| !letter.is_control()).take(200).collect()
}
