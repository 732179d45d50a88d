//! Settings and progress a browser shares between devices; opaque text to the server.

use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::auth::AuthUser;
use crate::extractors::TextBody;
use crate::problem::{Problem, ProblemBody, too_large};

/// Maximum size of settings.
const MAX_PREFS_BYTES: usize = 8 * 1024;

/// Maximum size of progress: all puzzles and lessons take about a third.
const MAX_PROGRESS_BYTES: usize = 48 * 1024;

/// Get the caller's settings as stored.
#[utoipa::path(get, path = "/prefs", tag = "account", responses(
    (status = 200, body = String, content_type = "text/plain"), (status = 401, body = ProblemBody)))]
pub(crate) async fn get(who: AuthUser) -> String {
    who.person.prefs
}

/// Store the caller's settings: any text of at most 8 kB.
#[utoipa::path(put, path = "/prefs", tag = "account",
    request_body(content = String, content_type = "text/plain"), responses(
    (status = 204), (status = 401, body = ProblemBody), (status = 413, body = ProblemBody)))]
pub(crate) async fn put(
    State(app): State<App>,
    who: AuthUser,
    TextBody(prefs): TextBody,
) -> Result<StatusCode, Problem> {
    if prefs.len() > MAX_PREFS_BYTES {
        return Err(too_large(MAX_PREFS_BYTES));
    }
    app.store().set_prefs(who.id(), &prefs).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get the caller's progress with lessons and puzzles as stored.
#[utoipa::path(get, path = "/progress", tag = "account", responses(
    (status = 200, body = String, content_type = "text/plain"), (status = 401, body = ProblemBody)))]
pub(crate) async fn progress(State(app): State<App>, who: AuthUser) -> Result<String, Problem> {
    Ok(app.store().progress(who.id()).await?)
}

/// Store the caller's progress with lessons and puzzles: any text of at most 48 kB.
#[utoipa::path(put, path = "/progress", tag = "account",
    request_body(content = String, content_type = "text/plain"), responses(
    (status = 204), (status = 401, body = ProblemBody), (status = 413, body = ProblemBody)))]
pub(crate) async fn put_progress(
    State(app): State<App>,
    who: AuthUser,
    TextBody(progress): TextBody,
) -> Result<StatusCode, Problem> {
    if progress.len() > MAX_PROGRESS_BYTES {
        return Err(too_large(MAX_PROGRESS_BYTES));
    }
    app.store().set_progress(who.id(), &progress).await?;
    Ok(StatusCode::NO_CONTENT)
}
