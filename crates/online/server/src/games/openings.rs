//! Opening statistics of this server's games.

use abaque_protocol::examples;
use abaque_protocol::rest::{OpeningMove, OpeningStats};
use abaque_rooms::RequestError;
use abaque_store::{Continuation, MAX_OPENING_PLIES};
use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::problem::{Problem, ProblemBody};

/// Maximum continuations in a response.
const MAX_CONTINUATIONS: u32 = 200;

/// Position to look up.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningQuery {
    /// Game and options.
    #[param(example = json!(examples::SPEC))]
    spec: String,
    /// Plies from the start, including lots and set-ups, separated by spaces or commas (after a
    /// set-up, which contains commas, by a space); at most twelve.
    #[serde(default)]
    #[param(example = json!(examples::PLIES))]
    plies: String,
}

/// Get the continuations after some plies from the start, in finished public games, with their
/// results.
#[utoipa::path(get, path = "/openings", tag = "games", security(()), params(OpeningQuery), responses(
    (status = 200, body = OpeningStats), (status = 422, body = ProblemBody)))]
pub(crate) async fn openings(
    State(app): State<App>,
    Query(line): Query<OpeningQuery>,
) -> Result<Json<OpeningStats>, Problem> {
    let mut game = abaque_catalog::open(&line.spec).map_err(RequestError::from)?;
    let mut plies = Vec::new();
    for word in line.plies.split_whitespace() {
        for ply in split_word(word, game.is_sealed()) {
            if plies.len() == MAX_OPENING_PLIES {
                let count = format!("{} …", plies.join(" "));
                return Err(Problem::bad_value(&count, &format!("0 – {MAX_OPENING_PLIES} moves")));
            }
            plies.push(game.play(ply).map_err(RequestError::from)?.text);
        }
    }
    let spec = game.spec();
    let found = app.store().continuations(&spec, &plies, MAX_CONTINUATIONS).await?;
    let next: Vec<OpeningMove> = found.into_iter().map(opening_move).collect();
    Ok(Json(OpeningStats { spec, plies, games: next.iter().map(|next| next.games).sum(), next }))
}

fn opening_move(found: Continuation) -> OpeningMove {
    let Continuation { ply, first, second, draws } = found;
    OpeningMove { ply, games: first + second + draws, first, second, draws }
}

/// The plies of a word; a secret set-up is a whole word, because it contains commas.
fn split_word(word: &str, is_sealed: bool) -> impl Iterator<Item = &str> {
    let commas: &[char] = if is_sealed { &[] } else { &[','] };
    word.split(commas).filter(|ply| !ply.is_empty())
}

#[cfg(test)]
mod tests {
    use super::split_word;

    #[test]
    fn opening_words_split_into_plies() {
        let plies = |word, is_sealed| split_word(word, is_sealed).collect::<Vec<_>>();
        assert_eq!(plies("a1b1,i5h5", false), ["a1b1", "i5h5"]);
        assert_eq!(plies("setup:s,l,s", true), ["setup:s,l,s"]);
        assert_eq!(plies("a1b1,", false), ["a1b1"]);
        assert!(plies("", false).is_empty() && plies("", true).is_empty());
    }
}
