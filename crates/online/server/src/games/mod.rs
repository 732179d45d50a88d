//! REST routes of games: create, join, play, list, export. Programs can play this way too.

mod lists;
mod openings;
mod play;
mod request_error;
mod stream;

use abaque_store::GameId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::problem::Problem;

/// Routes of this part, below `/api/v1`.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(lists::games, play::create))
        .routes(routes!(play::seek))
        .routes(routes!(lists::game))
        .routes(routes!(play::join))
        .routes(routes!(play::act))
        .routes(routes!(play::rematch))
        .routes(routes!(stream::stream))
        .routes(routes!(stream::events))
        .routes(routes!(lists::record))
        .routes(routes!(lists::chat))
        .routes(routes!(lists::games_of_person))
        .routes(routes!(lists::records))
        .routes(routes!(lists::games_to_move))
        .routes(routes!(lists::running_games))
        .routes(routes!(lists::challenges))
        .routes(routes!(lists::lots))
        .routes(routes!(lists::leaderboard))
        .routes(routes!(openings::openings))
        .routes(routes!(crate::socket::open))
}

/// Parses a game id from a path.
fn parse_game_id(text: &str) -> Result<GameId, Problem> {
    GameId::parse(text).ok_or_else(|| abaque_rooms::RequestError::game_not_found().into())
}
