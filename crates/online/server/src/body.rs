//! Buffers the request body before authentication, so that a slow sender who was signed out
//! meanwhile is rejected.

use abaque_core::message;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Limited};

use crate::app::App;
use crate::problem::{self, Problem};

/// Reads the body up to the size limit. The timeout layer bounds the time.
pub(crate) async fn buffer_body(State(app): State<App>, request: Request, next: Next) -> Response {
    let most = app.config().limits.max_body_bytes;
    let (parts, body) = request.into_parts();
    // A WebSocket upgrade has no body.
    if parts.headers.contains_key(header::UPGRADE) {
        return next.run(Request::from_parts(parts, body)).await;
    }
    match Limited::new(body, most).collect().await {
        Ok(body) => next.run(Request::from_parts(parts, Body::from(body.to_bytes()))).await,
        Err(error) if error.is::<http_body_util::LengthLimitError>() => {
            problem::too_large(most).into_response()
        }
        Err(_) => incomplete_body().into_response(),
    }
}

/// The problem for a body that ended early.
pub(crate) fn incomplete_body() -> Problem {
    Problem::new(
        problem::BAD_REQUEST,
        message!("The body is incomplete.", "Le corps de la requête est incomplet."),
    )
}
