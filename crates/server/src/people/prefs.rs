//! What a browser keeps and wants to find elsewhere: settings, progress. Texts the server keeps and does not read.

use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::ask::Text;
use crate::problem::{Body, Problem, too_large};
use crate::who::Who;

/// Bytes of settings.
const MOST: usize = 8 * 1024;

/// Bytes of progress: every puzzle solved and every lesson done is about a third of it.
const MOST_PROGRESS: usize = 48 * 1024;

/// One's settings as they were stored.
#[utoipa::path(get, path = "/prefs", tag = "account", responses(
    (status = 200, body = String, content_type = "text/plain"), (status = 401, body = Body)))]
pub(crate) async fn get(who: Who) -> String {
    who.person.prefs
}

/// Store one's settings: any text of at most 8 kB.
#[utoipa::path(put, path = "/prefs", tag = "account",
    request_body(content = String, content_type = "text/plain"), responses(
    (status = 204), (status = 401, body = Body), (status = 413, body = Body)))]
pub(crate) async fn put(
    State(app): State<App>,
    who: Who,
    Text(prefs): Text,
) -> Result<StatusCode, Problem> {
    if prefs.len() > MOST {
        return Err(too_large(MOST));
    }
    app.store().set_prefs(who.id(), &prefs).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How far one has come with lessons and puzzles, as it was stored.
#[utoipa::path(get, path = "/progress", tag = "account", responses(
    (status = 200, body = String, content_type = "text/plain"), (status = 401, body = Body)))]
pub(crate) async fn progress(State(app): State<App>, who: Who) -> Result<String, Problem> {
    Ok(app.store().progress(who.id()).await?)
}

/// Store how far one has come with lessons and puzzles: any text of at most 48 kB.
#[utoipa::path(put, path = "/progress", tag = "account",
    request_body(content = String, content_type = "text/plain"), responses(
    (status = 204), (status = 401, body = Body), (status = 413, body = Body)))]
pub(crate) async fn put_progress(
    State(app): State<App>,
    who: Who,
    Text(progress): Text,
) -> Result<StatusCode, Problem> {
    if progress.len() > MOST_PROGRESS {
        return Err(too_large(MOST_PROGRESS));
    }
    app.store().set_progress(who.id(), &progress).await?;
    Ok(StatusCode::NO_CONTENT)
}
