//! Creating, joining, playing.

use abaque_hall::{Against, Deal, Side, Terms};
use abaque_protocol::Act;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game_id;
use crate::app::App;
use crate::ask::Asked;
use crate::problem::{Body, Problem, language};
use crate::who::Who;

/// A game by its name.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({ "game": "k3m9x2p7qa" }))]
pub(crate) struct Created {
    /// Its name.
    game: String,
}

/// A game found or opened.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({ "game": "k3m9x2p7qa", "found": true }))]
pub(crate) struct Sought {
    /// Its name.
    game: String,
    /// Whether somebody waits there: join it.
    found: bool,
}

/// What somebody brings who sits down.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "commitment": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" }))]
pub(crate) struct Join {
    /// The commitment to seed B, where lots are drawn.
    #[serde(default)]
    commitment: Option<String>,
}

/// Something to do in a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "seen": 4, "key": "7", "act": { "do": "play", "ply": "a1b1" } }))]
pub(crate) struct Do {
    /// The version one saw.
    seen: u32,
    /// What one calls this request.
    key: String,
    /// What to do, as in `docs/socket.md`.
    #[schema(value_type = Object)]
    act: Act,
}

/// What came of it.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({ "version": 5 }))]
pub(crate) struct Done {
    /// The version it led to.
    version: u32,
}

/// What a rematch changes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "id": "p7qak3m9x2", "commitments": [] }))]
pub(crate) struct Rematch {
    /// What the new game shall be called, where lots are drawn.
    #[serde(default)]
    id: Option<String>,
    /// Another spec of the same game: Blocs-pions with the board turned.
    #[serde(default)]
    spec: Option<String>,
    /// Commitments, as for a new game.
    #[serde(default)]
    commitments: Vec<String>,
}

/// Create a game: the terms say which, how long, against whom. Where lots are drawn its creator names it and commits to
/// a seed (see `docs/lots.md`).
#[utoipa::path(post, path = "/games", tag = "games", request_body(content = Object,
    example = json!({ "spec": "abalone", "clock": "300+2", "rated": true, "side": "first", "against": "anyone" })), responses(
    (status = 201, body = Created), (status = 401, body = Body), (status = 409, body = Body), (status = 422, body = Body)))]
pub(crate) async fn create(
    State(app): State<App>,
    who: Who,
    Asked(terms): Asked<Terms>,
) -> Result<(StatusCode, Json<Created>), Problem> {
    let deal = Deal::new(terms)?;
    let id = app.hall().create(who.id(), &deal, None).await?;
    Ok((StatusCode::CREATED, Json(Created { game: id.as_str().to_owned() })))
}

/// Find somebody for these terms, the nearest in rating: a game that waits is told by name, to be joined; where none waits,
/// one's own is opened. Sides are drawn by lot.
#[utoipa::path(post, path = "/seek", tag = "games", request_body(content = Object,
    example = json!({ "id": "k3m9x2p7qa", "spec": "abagio", "clock": "300+2", "rated": true, "commitments": ["…"] })), responses(
    (status = 200, body = Sought), (status = 401, body = Body), (status = 422, body = Body)))]
pub(crate) async fn seek(
    State(app): State<App>,
    who: Who,
    Asked(terms): Asked<Terms>,
) -> Result<Json<Sought>, Problem> {
    let deal =
        Deal::new(Terms { side: Side::Lot, against: Against::Anyone, public: true, ..terms })?;
    // A commitment is made for one game: who wants to join one that waits looks at the list and joins it by name.
    if let Some(waiting) = app.hall().pairing(who.id(), &deal).await? {
        return Ok(Json(Sought { game: waiting.as_str().to_owned(), found: true }));
    }
    let id = app.hall().create(who.id(), &deal, None).await?;
    Ok(Json(Sought { game: id.as_str().to_owned(), found: false }))
}

/// Take the free seat of a game.
#[utoipa::path(post, path = "/games/{id}/join", tag = "games", params(("id" = String, Path, description = "The game")),
    request_body = Join, responses((status = 204), (status = 403, body = Body), (status = 404, body = Body), (status = 409, body = Body)))]
pub(crate) async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Asked(join): Asked<Join>,
) -> Result<StatusCode, Problem> {
    app.hall().join(&game_id(&id)?, who.id(), join.commitment).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Do something in a game: play, propose, resign, open a seed.
#[utoipa::path(post, path = "/games/{id}/act", tag = "games", params(("id" = String, Path, description = "The game")),
    request_body = Do, responses((status = 200, body = Done), (status = 403, body = Body), (status = 404, body = Body),
    (status = 409, body = Body), (status = 422, body = Body)))]
pub(crate) async fn act(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    headers: HeaderMap,
    Asked(ask): Asked<Do>,
) -> Result<Json<Done>, Problem> {
    let lang = language(&headers);
    let version =
        app.hall().act(&game_id(&id)?, who.id(), lang, ask.seen, ask.key, ask.act).await?;
    Ok(Json(Done { version }))
}

/// Ask for another game against the same opponent on the same terms, with the seats exchanged. Where the opponent asked
/// first, that game is given: join it.
#[utoipa::path(post, path = "/games/{id}/rematch", tag = "games", params(("id" = String, Path, description = "The game")),
    request_body = Rematch, responses((status = 200, body = Sought), (status = 403, body = Body), (status = 404, body = Body),
    (status = 409, body = Body), (status = 422, body = Body)))]
pub(crate) async fn rematch(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Asked(ask): Asked<Rematch>,
) -> Result<Json<Sought>, Problem> {
    let Rematch { id: new, spec, commitments } = ask;
    let wish = abaque_hall::Rematch { id: new, spec, commitments };
    let (game, found) = app.hall().rematch(&game_id(&id)?, who.id(), wish).await?;
    Ok(Json(Sought { game: game.as_str().to_owned(), found }))
}
