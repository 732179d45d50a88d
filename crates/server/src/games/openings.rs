//! How games of this server began.

use abaque_hall::Refusal;
use abaque_store::{Continuation, OPENING};
use axum::Json;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::problem::{Body, Problem};

/// How many continuations are told at most.
const MOST: u32 = 200;

/// Where to look.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    /// Game and options.
    #[param(example = "abalone")]
    spec: String,
    /// The plies from the start, lots and set-ups among them, separated by spaces or commas (after a set-up, which has commas itself, by a
    /// space); twelve at most.
    #[serde(default)]
    #[param(example = "a1b1,i5h5")]
    plies: String,
}

/// A ply that came next.
#[derive(Serialize, ToSchema)]
pub(crate) struct Next {
    /// The ply.
    ply: String,
    /// In how many games.
    games: u64,
    /// How many of them the first seat won.
    first: u64,
    /// How many the second.
    second: u64,
    /// How many nobody.
    draws: u64,
}

/// What came next in the games of this server.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({ "spec": "abalone", "plies": ["a1b1"], "games": 3,
    "next": [{ "ply": "i5h5", "games": 3, "first": 2, "second": 1, "draws": 0 }] }))]
pub(crate) struct Openings {
    /// Game and options, as they are written.
    spec: String,
    /// The plies, as they are written.
    plies: Vec<String>,
    /// In how many games something came after them.
    games: u64,
    /// What, the most played first, 200 at most.
    next: Vec<Next>,
}

/// What came next after some plies from the start, in the finished public games of this server, and how those games ended.
#[utoipa::path(get, path = "/openings", tag = "games", security(()), params(Line), responses(
    (status = 200, body = Openings), (status = 422, body = Body)))]
pub(crate) async fn openings(
    State(app): State<App>,
    Query(line): Query<Line>,
) -> Result<Json<Openings>, Problem> {
    let mut game = abaque_catalog::open(&line.spec).map_err(Refusal::from)?;
    let mut plies = Vec::new();
    for ply in split(&line.plies) {
        if plies.len() == OPENING {
            let count = format!("{} …", plies.join(" "));
            return Err(Problem::bad_value(&count, &format!("0 – {OPENING} plies")));
        }
        plies.push(game.play(ply).map_err(Refusal::from)?.text);
    }
    let spec = game.spec();
    let found = app.store().continuations(&spec, &plies, MOST).await?;
    let next: Vec<Next> = found.into_iter().map(Next::from).collect();
    Ok(Json(Openings { spec, plies, games: next.iter().map(|next| next.games).sum(), next }))
}

impl From<Continuation> for Next {
    fn from(found: Continuation) -> Next {
        let Continuation { ply, first, second, draws } = found;
        Next { ply, games: first + second + draws, first, second, draws }
    }
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split_whitespace().flat_map(|word| {
        let commas: &[char] = if word.starts_with("setup:") { &[] } else { &[','] };
        word.split(commas)
    });
    parts.filter(|ply| !ply.is_empty())
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn plies_are_told_apart() {
        let plies = |text| split(text).collect::<Vec<_>>();
        assert_eq!(plies("a1b1,i5h5"), ["a1b1", "i5h5"]);
        assert_eq!(
            plies(" setup:s,l,s setup:l,l,s  a1b1, "),
            ["setup:s,l,s", "setup:l,l,s", "a1b1"]
        );
        assert!(plies("").is_empty());
    }
}
