//! Whether the server lives, whether it can work, and what it counts.

use std::time::Duration;

use abaque_core::said;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::address;
use crate::app::App;
use crate::problem::{self, Problem};

/// How long the store may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The process lives.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The store answers, and nobody told the server to stop.
pub(crate) async fn readyz(State(app): State<App>) -> (StatusCode, &'static str) {
    if *app.stopping().borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match tokio::time::timeout(PATIENCE, app.store().ping()).await {
        Ok(Ok(())) => (StatusCode::OK, "ready\n"),
        Ok(Err(error)) => {
            tracing::warn!(target: "abaque", %error, "the store does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n")
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store takes too long\n"),
    }
}

/// The metrics, for this machine unless set up otherwise.
pub(crate) async fn metrics(State(app): State<App>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if !app.config().open_metrics && !address::is_here(&parts) {
        let told = said!(
            "Ask on the machine itself, not through a proxy.",
            "Demander sur la machine même, sans passer par un mandataire."
        );
        return Problem::new(problem::LOOPBACK_ONLY, told)
            .answer(problem::language(&parts.headers));
    }
    let count = app.metrics();
    count
        .counter("abaque_store_commits_total", "Transactions the store committed.")
        .set(app.store().commits());
    if let Ok(sessions) = app.store().count_sessions().await {
        count.gauge("abaque_sessions", "Browsers signed in.").set(sessions);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], count.text()).into_response()
}
