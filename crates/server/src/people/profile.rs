//! What everybody sees of somebody.

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;

use super::dice::Throws;
use super::named;
use crate::app::App;
use crate::problem::{Body, Problem};

/// How strong somebody is at one game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Strength {
    /// The game.
    kind: String,
    /// The estimate.
    rating: f64,
    /// How unsure it is.
    deviation: f64,
    /// Games it comes from.
    games: u32,
}

/// What everybody sees of somebody.
#[derive(Serialize, ToSchema)]
pub(crate) struct Profile {
    /// The name as they write it.
    name: String,
    /// Whether without an account.
    guest: bool,
    /// Whether they look after the server.
    admin: bool,
    /// Member since, in milliseconds since 1970.
    since: i64,
    /// Games they sat at.
    games: u64,
    /// How strong they are, by game.
    ratings: Vec<Strength>,
    /// What the dice gave them.
    throws: Throws,
}

/// A point of a rating's history.
#[derive(Serialize, ToSchema)]
pub(crate) struct Point {
    /// The game that led there.
    game: String,
    /// When, in milliseconds since 1970.
    at: i64,
    /// The rating after it.
    rating: f64,
    /// How unsure it was.
    deviation: f64,
    /// What the game changed.
    delta: f64,
}

/// How a rating went.
#[derive(Serialize, ToSchema)]
pub(crate) struct History {
    /// Oldest first.
    points: Vec<Point>,
}

/// What everybody sees of somebody: ratings, games, member since, throws of dice.
#[utoipa::path(get, path = "/people/{name}", tag = "people", security(()),
    params(("name" = String, Path, description = "In whatever capitals", example = "Ann")),
    responses((status = 200, body = Profile), (status = 404, body = Body)))]
pub(crate) async fn profile(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<Profile>, Problem> {
    let person = named(&app, &name).await?;
    Ok(Json(of(&app, person).await?))
}

pub(super) async fn of(app: &App, person: abaque_store::Person) -> Result<Profile, Problem> {
    let ratings = app.store().ratings(person.id).await?;
    let strength = |(kind, rating): (String, abaque_store::Rating)| Strength {
        kind,
        rating: rating.rating,
        deviation: rating.deviation,
        games: rating.games,
    };
    Ok(Profile {
        games: app.store().count_games_of(person.id).await?,
        ratings: ratings.into_iter().map(strength).collect(),
        throws: Throws::new(&app.store().throws(person.id).await?),
        admin: person.role == abaque_store::Role::Admin,
        name: person.name,
        guest: person.guest,
        since: person.created,
    })
}

/// How somebody's rating at a game went.
#[utoipa::path(get, path = "/people/{name}/ratings/{kind}", tag = "people", security(()),
    params(("name" = String, Path, description = "Whose", example = "Ann"),
        ("kind" = String, Path, description = "Which game", example = "abalone")),
    responses((status = 200, body = History), (status = 404, body = Body)))]
pub(crate) async fn history(
    State(app): State<App>,
    Path((name, kind)): Path<(String, String)>,
) -> Result<Json<History>, Problem> {
    let person = named(&app, &name).await?;
    let points = points(&app, person.id, &kind).await?;
    Ok(Json(History { points }))
}

pub(super) async fn points(
    app: &App,
    person: abaque_store::PersonId,
    kind: &str,
) -> Result<Vec<Point>, Problem> {
    let points = app.store().rating_history(person, kind).await?;
    let point = |point: abaque_store::RatingPoint| Point {
        game: point.game.to_string(),
        at: point.at,
        rating: point.rating,
        deviation: point.deviation,
        delta: point.delta,
    };
    Ok(points.into_iter().map(point).collect())
}
