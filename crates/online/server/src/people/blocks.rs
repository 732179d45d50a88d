//! Blocking people.

use abaque_core::message;
use abaque_protocol::rest::BlockList;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::find_person;
use crate::app::App;
use crate::auth::AuthUser;
use crate::problem::{self, Problem, ProblemBody};

/// Maximum people one person may block.
const MAX_BLOCKED_PEOPLE: usize = 500;

/// List the people the caller blocks.
#[utoipa::path(get, path = "/blocks", tag = "people", responses(
    (status = 200, body = BlockList), (status = 401, body = ProblemBody)))]
pub(crate) async fn list(
    State(app): State<App>,
    who: AuthUser,
) -> Result<Json<BlockList>, Problem> {
    Ok(Json(BlockList { names: blocked_names(&app, who.id()).await? }))
}

pub(super) async fn blocked_names(
    app: &App,
    person: abaque_store::PersonId,
) -> Result<Vec<String>, Problem> {
    let mut names = Vec::new();
    for other in app.store().blocked_people(person).await? {
        names.extend(app.store().person(other).await?.map(|person| person.name));
    }
    names.sort();
    Ok(names)
}

/// Block a person: they are not paired with the caller, and their chat is hidden.
#[utoipa::path(put, path = "/blocks/{name}", tag = "people",
    params(("name" = String, Path, description = "Name of the person", example = "Bob")),
    responses((status = 204), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(crate) async fn block(
    State(app): State<App>,
    who: AuthUser,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let other = find_person(&app, &name).await?;
    if other.id == who.id() {
        return Err(Problem::new(
            problem::BAD_VALUE,
            message!("You cannot block yourself.", "Vous ne pouvez pas vous bloquer vous-même."),
        ));
    }
    let blocked = app.store().blocked_people(who.id()).await?;
    if blocked.len() >= MAX_BLOCKED_PEOPLE && !blocked.contains(&other.id) {
        return Err(Problem::new(
            problem::TOO_MANY,
            message!(
                "You can block at most {MAX_BLOCKED_PEOPLE} players.",
                "Vous pouvez bloquer au plus {MAX_BLOCKED_PEOPLE} joueurs."
            ),
        ));
    }
    app.store().block(who.id(), other.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unblock a person.
#[utoipa::path(delete, path = "/blocks/{name}", tag = "people",
    params(("name" = String, Path, description = "Name of the person", example = "Bob")),
    responses((status = 204), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(crate) async fn unblock(
    State(app): State<App>,
    who: AuthUser,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let other = find_person(&app, &name).await?;
    if app.store().unblock(who.id(), other.id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(
        problem::NOT_FOUND,
        message!("You have not blocked this player.", "Vous n'avez pas bloqué ce joueur."),
    ))
}
