//! Listing and ending the caller's sessions.

use abaque_core::message;
use abaque_protocol::rest::{BrowserSession, BrowserSessions, EndedSessions};
use abaque_store::StoredSession;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::app::App;
use crate::auth::SessionUser;
use crate::problem::{self, Problem, ProblemBody};
use crate::secret;

/// A stored session as its owner sees it; `here` is the hash of the calling one.
pub(super) fn browser_session(session: StoredSession, here: &str) -> BrowserSession {
    BrowserSession {
        here: session.hash == here,
        id: public_id(&session.hash),
        created: session.created,
        seen: session.seen,
        agent: session.agent,
    }
}

/// Public id of a session: neither its secret nor its stored hash.
fn public_id(hash: &str) -> String {
    secret::sha256_hex(hash).chars().take(16).collect()
}

/// List the caller's sessions.
#[utoipa::path(get, path = "/sessions", tag = "account", security(("session" = [])), responses(
    (status = 200, body = BrowserSessions), (status = 401, body = ProblemBody)))]
pub(crate) async fn list(
    State(app): State<App>,
    SessionUser { person, session }: SessionUser,
) -> Result<Json<BrowserSessions>, Problem> {
    let sessions = app.store().sessions(person.id).await?;
    let sessions = sessions.into_iter().map(|one| browser_session(one, &session)).collect();
    Ok(Json(BrowserSessions { sessions }))
}

/// Sign out all other browsers.
#[utoipa::path(delete, path = "/sessions", tag = "account", security(("session" = [])), responses(
    (status = 200, body = EndedSessions), (status = 401, body = ProblemBody)))]
pub(crate) async fn end_others(
    State(app): State<App>,
    SessionUser { person, session }: SessionUser,
) -> Result<Json<EndedSessions>, Problem> {
    let ended = app.store().delete_sessions(person.id, Some(&session)).await?;
    app.close_revoked(person.id).await?;
    Ok(Json(EndedSessions { ended }))
}

/// Sign one browser out.
#[utoipa::path(delete, path = "/sessions/{id}", tag = "account", security(("session" = [])),
    params(("id" = String, Path, description = "Id from the list")),
    responses((status = 204), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(crate) async fn end(
    State(app): State<App>,
    SessionUser { person, .. }: SessionUser,
    Path(wanted): Path<String>,
) -> Result<StatusCode, Problem> {
    for session in app.store().sessions(person.id).await? {
        if public_id(&session.hash) == wanted {
            app.store().delete_session(&session.hash).await?;
            app.close_revoked(person.id).await?;
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(Problem::new(problem::NOT_FOUND, message!("Session not found.", "Session introuvable.")))
}
