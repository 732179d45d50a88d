//! Where one is signed in.

use abaque_core::said;
use abaque_store::Session;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::{self, Body, Problem};
use crate::secret;
use crate::who::Owner;

/// A browser that is signed in.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignedIn {
    /// What to call it when ending it.
    id: String,
    /// Since when, in milliseconds since 1970.
    created: i64,
    /// Last used, to the hour.
    seen: i64,
    /// What the browser calls itself.
    agent: String,
    /// Whether it is the one that asks.
    here: bool,
}

impl SignedIn {
    pub(super) fn new(session: Session, here: &str) -> SignedIn {
        SignedIn {
            here: session.hash == here,
            id: id(&session.hash),
            created: session.created,
            seen: session.seen,
            agent: session.agent,
        }
    }
}

/// What a session is called: neither its secret nor the hash by which it is found.
fn id(hash: &str) -> String {
    secret::digest(hash).chars().take(16).collect()
}

/// All browsers signed in.
#[derive(Serialize, ToSchema)]
pub(crate) struct Sessions {
    /// Last used first.
    sessions: Vec<SignedIn>,
}

/// How many ended.
#[derive(Serialize, ToSchema)]
pub(crate) struct Ended {
    /// How many.
    ended: u64,
}

/// Where one is signed in.
#[utoipa::path(get, path = "/sessions", tag = "account", security(("session" = [])), responses(
    (status = 200, body = Sessions), (status = 401, body = Body)))]
pub(crate) async fn list(
    State(app): State<App>,
    Owner { person, session }: Owner,
) -> Result<Json<Sessions>, Problem> {
    let sessions = app.store().sessions(person.id).await?;
    let sessions = sessions.into_iter().map(|one| SignedIn::new(one, &session)).collect();
    Ok(Json(Sessions { sessions }))
}

/// Sign out everywhere else.
#[utoipa::path(delete, path = "/sessions", tag = "account", security(("session" = [])), responses(
    (status = 200, body = Ended), (status = 401, body = Body)))]
pub(crate) async fn end_others(
    State(app): State<App>,
    Owner { person, session }: Owner,
) -> Result<Json<Ended>, Problem> {
    let ended = app.store().delete_sessions(person.id, Some(&session)).await?;
    Ok(Json(Ended { ended }))
}

/// Sign one browser out.
#[utoipa::path(delete, path = "/sessions/{id}", tag = "account", security(("session" = [])),
    params(("id" = String, Path, description = "As the list has it")),
    responses((status = 204), (status = 401, body = Body), (status = 404, body = Body)))]
pub(crate) async fn end(
    State(app): State<App>,
    Owner { person, .. }: Owner,
    Path(wanted): Path<String>,
) -> Result<StatusCode, Problem> {
    for session in app.store().sessions(person.id).await? {
        if id(&session.hash) == wanted {
            app.store().delete_session(&session.hash).await?;
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(Problem::new(
        problem::NOT_FOUND,
        said!("You have no such session.", "Vous n'avez pas cette session."),
    ))
}
