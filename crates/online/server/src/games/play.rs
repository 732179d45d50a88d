//! Creating, seeking, joining and playing games.

use std::net::IpAddr;

use abaque_protocol::examples;
use abaque_protocol::rest::{
    CreatedGame, JoinRequest, PlayRequest, PlayResponse, RematchRequest, SeekResult,
};
use abaque_rooms::{GameTerms, OpponentChoice, SideChoice, ValidTerms};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use super::parse_game_id;
use crate::app::App;
use crate::auth::AuthUser;
use crate::client_ip::ClientIp;
use crate::extractors::ValidJson;
use crate::problem::{Problem, ProblemBody, preferred_language};
use crate::rate_limit::{LimitedAction, RateKey};

/// Guests are free to create, so their games are also limited by address.
fn limit_guests(app: &App, who: &AuthUser, address: IpAddr) -> Result<(), Problem> {
    if !who.person.guest {
        return Ok(());
    }
    app.check_rate(LimitedAction::GuestGame, RateKey::from_address(address))
}

/// Create a game: the terms set the game, clock and opponent. If the game draws lots, its creator
/// chooses the id and commits to a seed (see `docs/lots.md`). With `seed` the creator deposits it:
/// the game begins once an opponent has joined and revealed theirs, even if the creator is away.
/// Without it both reveal their seeds live.
#[utoipa::path(post, path = "/games", tag = "games", request_body(content = GameTerms,
    example = json!({ "spec": examples::SPEC, "clock": "300+2", "rated": true, "side": "first", "against": "anyone" })), responses(
    (status = 201, body = CreatedGame), (status = 401, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
    (status = 429, body = ProblemBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    who: AuthUser,
    ValidJson(terms): ValidJson<GameTerms>,
) -> Result<(StatusCode, Json<CreatedGame>), Problem> {
    limit_guests(&app, &who, address)?;
    let deal = ValidTerms::new(terms)?;
    let id = app.rooms().create(who.id(), &deal, None).await?;
    Ok((StatusCode::CREATED, Json(CreatedGame { game: id.as_str().to_owned() })))
}

/// Seek an opponent for these terms, nearest in rating. A waiting game is returned with its id, to
/// be joined by the caller (a commitment is made for one game); if none waits, the caller's own
/// game is opened, or returned again if it still waits. Sides are drawn by lot. A game returned as
/// `found` is hidden from other seekers for 15 seconds, but anyone may still join it from the list:
/// if `join` answers `not-open`, seek again with the same body.
#[utoipa::path(post, path = "/seek", tag = "games", request_body(content = GameTerms,
    example = json!({ "id": "k3m9x2p7qa", "spec": examples::SPEC_WITH_LOTS, "clock": "300+2", "rated": true, "commitments": ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"] })), responses(
    (status = 200, body = SeekResult), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(crate) async fn seek(
    State(app): State<App>,
    who: AuthUser,
    ValidJson(terms): ValidJson<GameTerms>,
) -> Result<Json<SeekResult>, Problem> {
    let deal = ValidTerms::new(GameTerms {
        side: SideChoice::Lot,
        against: OpponentChoice::Anyone,
        public: true,
        ..terms
    })?;
    let (game, found) = app.rooms().seek(who.id(), &deal).await?;
    Ok(Json(SeekResult { game: game.as_str().to_owned(), found }))
}

/// Take the free seat of a game. Repeating the request with the same commitment succeeds again. If
/// the game draws lots, the joiner then reveals their seed with `act`, within a minute in a live
/// game; otherwise the seat becomes free again.
#[utoipa::path(post, path = "/games/{id}/join", tag = "games", params(("id" = String, Path, description = "Id of the game")),
    request_body = JoinRequest, responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(crate) async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    who: AuthUser,
    ValidJson(join): ValidJson<JoinRequest>,
) -> Result<StatusCode, Problem> {
    app.rooms().join(&parse_game_id(&id)?, who.id(), join.commitment).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Act in a game: play, propose, resign, reveal a seed. A repeated `key` acts once and gets the
/// same response, whatever the act and even after a server restart. A refusal changes nothing and
/// is not remembered: a retry may succeed. Status 503 means the act may have been stored: retry
/// with the same key.
#[utoipa::path(post, path = "/games/{id}/act", tag = "games", params(("id" = String, Path, description = "Id of the game")),
    request_body = PlayRequest, responses((status = 200, body = PlayResponse), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(crate) async fn act(
    State(app): State<App>,
    Path(id): Path<String>,
    who: AuthUser,
    headers: HeaderMap,
    ValidJson(ask): ValidJson<PlayRequest>,
) -> Result<Json<PlayResponse>, Problem> {
    let lang = preferred_language(&headers);
    let version =
        app.rooms().act(&parse_game_id(&id)?, who.id(), lang, ask.seen, ask.key, ask.act).await?;
    Ok(Json(PlayResponse { version }))
}

/// Request a rematch on the same terms with seats exchanged. If the opponent asked first, their
/// game is returned: join it.
#[utoipa::path(post, path = "/games/{id}/rematch", tag = "games", params(("id" = String, Path, description = "Id of the game")),
    request_body = RematchRequest, responses((status = 200, body = SeekResult), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(crate) async fn rematch(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    Path(id): Path<String>,
    who: AuthUser,
    ValidJson(ask): ValidJson<RematchRequest>,
) -> Result<Json<SeekResult>, Problem> {
    limit_guests(&app, &who, address)?;
    let (game, found) = app.rooms().rematch(&parse_game_id(&id)?, who.id(), ask).await?;
    Ok(Json(SeekResult { game: game.as_str().to_owned(), found }))
}
