//! Public profiles.

use abaque_core::Outcome;
use abaque_protocol::examples;
use abaque_protocol::rest::{PlayerRating, Profile, RatingHistory, RatingPoint, ResultTally};
use axum::Json;
use axum::extract::{Path, State};

use super::dice::dice_stats;
use super::find_person;
use crate::app::App;
use crate::problem::{Problem, ProblemBody};

/// Tallies stored results: kind, seat, result, count. Unknown results are not counted.
fn tally_results(stored: Vec<(String, i64, String, u64)>) -> Vec<ResultTally> {
    let mut all: Vec<ResultTally> = Vec::new();
    for (kind, seat, result, count) in stored {
        let Ok(entry) = abaque_catalog::find(&kind) else { continue };
        let Ok(outcome) = Outcome::parse(&result, (entry.description)()) else {
            continue;
        };
        if all.last().is_none_or(|tally| tally.kind != kind) {
            all.push(ResultTally { kind, won: 0, lost: 0, drawn: 0 });
        }
        let Some(tally) = all.last_mut() else { continue };
        match outcome.winner() {
            None => tally.drawn += count,
            Some(winner) if i64::from(winner.number()) == seat => tally.won += count,
            Some(_) => tally.lost += count,
        }
    }
    all
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
        results: tally_results(app.store().results_of(person.id).await?),
        throws: dice_stats(&app.store().throws(person.id).await?),
        admin: person.role == abaque_store::Role::Admin,
        name: person.name,
        guest: person.guest,
        since: person.created,
    })
}

/// Get a person's rating history at a game.
#[utoipa::path(get, path = "/people/{name}/ratings/{kind}", tag = "people", security(()),
    params(("name" = String, Path, description = "Name of the person", example = "Ann"),
        ("kind" = String, Path, description = "Name of the game", example = json!(examples::SPEC))),
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
    fn profile_results_are_counted_from_the_owners_side() {
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
        assert_eq!(tally_results(stored.into()), [abalone, blocs]);
    }
}
