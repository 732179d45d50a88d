//! Public profiles.

use abaque_core::Outcome;
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;

use super::dice::DiceStats;
use super::find_person;
use crate::app::App;
use crate::problem::{Problem, ProblemBody};

/// A player's rating at one game.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerRating {
    /// Name of the game.
    kind: String,
    /// Estimated strength in points.
    rating: f64,
    /// Rating deviation.
    deviation: f64,
    /// Rated games played.
    games: u32,
}

/// Results of finished games of one kind.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ResultTally {
    /// Name of the game.
    kind: String,
    /// Games won.
    won: u64,
    /// Games lost.
    lost: u64,
    /// Games drawn.
    drawn: u64,
}

impl ResultTally {
    /// Tallies stored results: kind, seat, result, count. Unknown results are not counted.
    fn from_results(stored: Vec<(String, i64, String, u64)>) -> Vec<ResultTally> {
        let mut all: Vec<ResultTally> = Vec::new();
        for (kind, seat, result, count) in stored {
            let Ok(entry) = abaque_catalog::find(&kind) else { continue };
            let Ok(outcome) = Outcome::parse(&result, (entry.description)().letters) else {
                continue;
            };
            if all.last().is_none_or(|tally| tally.kind != kind) {
                all.push(ResultTally { kind, won: 0, lost: 0, drawn: 0 });
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

/// Public profile of a person.
#[derive(Serialize, ToSchema)]
pub(crate) struct Profile {
    /// Name as written.
    name: String,
    /// Whether the person has no account.
    guest: bool,
    /// Whether the person administers the server.
    admin: bool,
    /// Member since, in milliseconds since 1970.
    since: i64,
    /// Games started.
    games: u64,
    /// Ratings by game.
    ratings: Vec<PlayerRating>,
    /// Results of finished games against others, by game.
    results: Vec<ResultTally>,
    /// Dice statistics.
    throws: DiceStats,
}

/// A point of a rating history.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingPoint {
    /// The rated game.
    game: String,
    /// Time in milliseconds since 1970.
    at: i64,
    /// Rating after the game.
    rating: f64,
    /// Deviation after the game.
    deviation: f64,
    /// Change made by the game.
    delta: f64,
}

/// A rating history.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingHistory {
    /// Oldest first.
    points: Vec<RatingPoint>,
}

/// Get a person's public profile: ratings, results, games, member since, dice statistics.
#[utoipa::path(get, path = "/people/{name}", tag = "people", security(()),
    params(("name" = String, Path, description = "Name of the person; case is ignored", example = "Ann")),
    responses((status = 200, body = Profile), (status = 404, body = ProblemBody)))]
pub(crate) async fn profile(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<Profile>, Problem> {
    let person = find_person(&app, &name).await?;
    Ok(Json(build_profile(&app, person).await?))
}

pub(super) async fn build_profile(
    app: &App,
    person: abaque_store::Person,
) -> Result<Profile, Problem> {
    let ratings = app.store().ratings(person.id).await?;
    let strength = |(kind, rating): (String, abaque_store::Rating)| PlayerRating {
        kind,
        rating: rating.rating,
        deviation: rating.deviation,
        games: rating.games,
    };
    Ok(Profile {
        games: app.store().count_games_of(person.id).await?,
        ratings: ratings.into_iter().map(strength).collect(),
        results: ResultTally::from_results(app.store().results_of(person.id).await?),
        throws: DiceStats::new(&app.store().throws(person.id).await?),
        admin: person.role == abaque_store::Role::Admin,
        name: person.name,
        guest: person.guest,
        since: person.created,
    })
}

/// Get a person's rating history at a game.
#[utoipa::path(get, path = "/people/{name}/ratings/{kind}", tag = "people", security(()),
    params(("name" = String, Path, description = "Name of the person", example = "Ann"),
        ("kind" = String, Path, description = "Name of the game", example = "abalone")),
    responses((status = 200, body = RatingHistory), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "Unknown game")))]
pub(crate) async fn history(
    State(app): State<App>,
    Path((name, kind)): Path<(String, String)>,
) -> Result<Json<RatingHistory>, Problem> {
    let person = find_person(&app, &name).await?;
    abaque_catalog::find(&kind).map_err(abaque_rooms::RequestError::from)?;
    let points = rating_points(&app, person.id, &kind).await?;
    Ok(Json(RatingHistory { points }))
}

pub(super) async fn rating_points(
    app: &App,
    person: abaque_store::PersonId,
    kind: &str,
) -> Result<Vec<RatingPoint>, Problem> {
    let points = app.store().rating_history(person, kind).await?;
    let point = |point: abaque_store::RatingPoint| RatingPoint {
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
        let abalone = ResultTally { kind: "abalone".into(), won: 8, lost: 2, drawn: 1 };
        let blocs = ResultTally { kind: "blocs".into(), won: 0, lost: 0, drawn: 4 };
        assert_eq!(ResultTally::from_results(stored.into()), [abalone, blocs]);
    }
}
