//! What everybody sees of somebody.

use abaque_core::Outcome;
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

/// How somebody's finished games of one kind went.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Tally {
    /// The game.
    kind: String,
    /// How many were won.
    won: u64,
    /// How many were lost.
    lost: u64,
    /// How many were drawn.
    drawn: u64,
}

impl Tally {
    /// From results as stored: kind, seat, result, how many. What is no result of the game is not counted.
    fn all(stored: Vec<(String, i64, String, u64)>) -> Vec<Tally> {
        let mut all: Vec<Tally> = Vec::new();
        for (kind, seat, result, count) in stored {
            let Ok(entry) = abaque_catalog::find(&kind) else { continue };
            let Ok(outcome) = Outcome::parse(&result, (entry.info)().letters) else { continue };
            if all.last().is_none_or(|tally| tally.kind != kind) {
                all.push(Tally { kind, won: 0, lost: 0, drawn: 0 });
            }
            let Some(tally) = all.last_mut() else { continue };
            match outcome.winner() {
                None => tally.drawn += count,
                Some(winner) if winner.index() as i64 + 1 == seat => tally.won += count,
                Some(_) => tally.lost += count,
            }
        }
        all
    }
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
    /// How their finished games against others went, by game.
    results: Vec<Tally>,
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

/// What everybody sees of somebody: ratings, results, games, member since, throws of dice.
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
        results: Tally::all(app.store().results_of(person.id).await?),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_from_their_owners_side() {
        let stored = [
            ("abalone", 1, "b wins ejection", 3),
            ("abalone", 1, "w wins time", 2),
            ("abalone", 2, "w wins ejection", 5),
            ("abalone", 2, "draw repetition", 1),
            ("abalone", 2, "nonsense", 9),
            ("blocs", 1, "draw agreement", 4),
            ("chess", 1, "w wins time", 1),
        ];
        let stored = stored
            .map(|(kind, seat, result, count)| (kind.to_owned(), seat, result.to_owned(), count));
        let abalone = Tally { kind: "abalone".into(), won: 8, lost: 2, drawn: 1 };
        let blocs = Tally { kind: "blocs".into(), won: 0, lost: 0, drawn: 4 };
        assert_eq!(Tally::all(stored.into()), [abalone, blocs]);
    }
}
