//! Reporting people to the administrators.

use abaque_core::{message, visible_text};
use abaque_protocol::rest::{FiledReport, ReportRequest};
use abaque_store::GameId;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::find_person;
use crate::app::App;
use crate::auth::AuthUser;
use crate::extractors::ValidJson;
use crate::problem::{self, Problem, ProblemBody};
use crate::rate_limit::{LimitedAction, RateKey};

/// Maximum length of a report in characters.
const MAX_REPORT_CHARS: usize = 2000;

/// Report a person to the administrators.
#[utoipa::path(post, path = "/people/{name}/reports", tag = "people", request_body = ReportRequest,
    params(("name" = String, Path, description = "Name of the person", example = "Bob")),
    responses((status = 201, body = FiledReport), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn report(
    State(app): State<App>,
    who: AuthUser,
    Path(name): Path<String>,
    ValidJson(body): ValidJson<ReportRequest>,
) -> Result<(StatusCode, Json<FiledReport>), Problem> {
    let other = find_person(&app, &name).await?;
    let wrong = |detail| Err(Problem::new(problem::BAD_VALUE, detail));
    if other.id == who.id() {
        return wrong(message!(
            "You cannot report yourself.",
            "Vous ne pouvez pas vous signaler vous-même."
        ));
    }
    let text = visible_text(&body.text);
    let text = text.trim();
    let length = text.chars().count();
    if !(1..=MAX_REPORT_CHARS).contains(&length) {
        return wrong(message!(
            "A report has 1 to {MAX_REPORT_CHARS} characters; this one has {length}.",
            "Un signalement compte de 1 à {MAX_REPORT_CHARS} caractères\u{a0}; celui-ci en a {length}."
        ));
    }
    let game = match body.game.as_deref().map(GameId::parse) {
        Some(None) => {
            return wrong(message!(
                "This is not a game id: ten letters and digits.",
                "Ce n'est pas un identifiant de partie\u{a0}: dix lettres et chiffres."
            ));
        }
        Some(game) => game,
        None => None,
    };
    app.check_rate(LimitedAction::Report, RateKey::Person(who.id()))?;
    let id = app.store().add_report(who.id(), other.id, game.as_ref(), text, app.now()).await?;
    Ok((StatusCode::CREATED, Json(FiledReport { id })))
}
