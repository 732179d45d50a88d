//! Whom one does not want to meet.

use abaque_core::said;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::named;
use crate::app::App;
use crate::problem::{self, Body, Problem};
use crate::who::Who;

/// How many one may block.
const MOST: usize = 500;

/// Whom one blocks.
#[derive(Serialize, ToSchema)]
pub(crate) struct Blocks {
    /// Their names.
    names: Vec<String>,
}

/// Whom one blocks.
#[utoipa::path(get, path = "/blocks", tag = "people", responses(
    (status = 200, body = Blocks), (status = 401, body = Body)))]
pub(crate) async fn list(State(app): State<App>, who: Who) -> Result<Json<Blocks>, Problem> {
    Ok(Json(Blocks { names: names(&app, who.id()).await? }))
}

pub(super) async fn names(
    app: &App,
    person: abaque_store::PersonId,
) -> Result<Vec<String>, Problem> {
    let mut names = Vec::new();
    for other in app.store().blocks(person).await? {
        names.extend(app.store().person(other).await?.map(|person| person.name));
    }
    names.sort();
    Ok(names)
}

/// Block somebody: one is not paired with them and does not see what they say.
#[utoipa::path(put, path = "/blocks/{name}", tag = "people",
    params(("name" = String, Path, description = "Whom", example = "Bob")),
    responses((status = 204), (status = 401, body = Body), (status = 404, body = Body),
        (status = 422, body = Body)))]
pub(crate) async fn block(
    State(app): State<App>,
    who: Who,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let other = named(&app, &name).await?;
    if other.id == who.id() {
        return Err(Problem::new(
            problem::BAD_VALUE,
            said!("One cannot block oneself.", "On ne peut pas se bloquer soi-même."),
        ));
    }
    let blocked = app.store().blocks(who.id()).await?;
    if blocked.len() >= MOST && !blocked.contains(&other.id) {
        return Err(Problem::new(
            problem::TOO_MANY,
            said!("One may block {MOST} people.", "On peut bloquer {MOST} personnes."),
        ));
    }
    app.store().block(who.id(), other.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take a block back.
#[utoipa::path(delete, path = "/blocks/{name}", tag = "people",
    params(("name" = String, Path, description = "Whom", example = "Bob")),
    responses((status = 204), (status = 401, body = Body), (status = 404, body = Body)))]
pub(crate) async fn unblock(
    State(app): State<App>,
    who: Who,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let other = named(&app, &name).await?;
    if app.store().unblock(who.id(), other.id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(
        problem::NOT_FOUND,
        said!("You do not block this person.", "Vous ne bloquez pas cette personne."),
    ))
}
