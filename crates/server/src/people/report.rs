//! Telling whoever runs the server about somebody.

use abaque_core::said;
use abaque_store::GameId;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::named;
use crate::app::App;
use crate::ask::Asked;
use crate::limit::{Asker, Door};
use crate::problem::{self, Body, Problem};
use crate::who::Who;

/// Characters of a report.
const MOST: usize = 2000;

/// What to tell.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "text": "insults in the chat", "game": "kd7m29xwaq" }))]
pub(crate) struct Told {
    /// What they did: 1 to 2000 characters.
    text: String,
    /// At which game.
    game: Option<String>,
}

/// The report.
#[derive(Serialize, ToSchema)]
pub(crate) struct Filed {
    /// Its number.
    id: i64,
}

/// Report somebody to whoever runs the server.
#[utoipa::path(post, path = "/people/{name}/reports", tag = "people", request_body = Told,
    params(("name" = String, Path, description = "Whom", example = "Bob")),
    responses((status = 201, body = Filed), (status = 401, body = Body),
        (status = 404, body = Body), (status = 422, body = Body), (status = 429, body = Body)))]
pub(crate) async fn report(
    State(app): State<App>,
    who: Who,
    Path(name): Path<String>,
    Asked(told): Asked<Told>,
) -> Result<(StatusCode, Json<Filed>), Problem> {
    let other = named(&app, &name).await?;
    let wrong = |detail| Err(Problem::new(problem::BAD_VALUE, detail));
    if other.id == who.id() {
        return wrong(said!("One cannot report oneself.", "On ne peut pas se signaler soi-même."));
    }
    let text = told.text.trim();
    let length = text.chars().count();
    if !(1..=MOST).contains(&length) {
        return wrong(said!(
            "A report has 1 to {MOST} characters; this one has {length}.",
            "Un signalement a de 1 à {MOST} caractères ; celui-ci en a {length}."
        ));
    }
    let game = match told.game.as_deref().map(GameId::parse) {
        Some(None) => {
            return wrong(said!(
                "The game is no name of a game: ten letters and digits.",
                "La partie n'est pas un nom de partie : dix lettres et chiffres."
            ));
        }
        Some(game) => game,
        None => None,
    };
    app.limit(Door::Report, Asker::Person(who.id()))?;
    let id = app.store().add_report(who.id(), other.id, game.as_ref(), text, app.now()).await?;
    Ok((StatusCode::CREATED, Json(Filed { id })))
}
