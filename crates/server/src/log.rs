//! One line a request: method, route, status, time. Never what was asked for exactly, by whom, or with what.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::app::App;

/// Starts logging to standard error, as lines to read or as JSON. The variable `ABAQUE_LOG` says what: `info` (the
/// default), `warn` (where it shall be quiet), `abaque=debug,sqlx=warn`. False if something logs already.
pub fn start(json: bool, quiet: bool) -> bool {
    let wanted = std::env::var("ABAQUE_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let what = wanted.unwrap_or_else(|| {
        Targets::new()
            .with_default(tracing::Level::WARN)
            .with_target("abaque", if quiet { tracing::Level::WARN } else { tracing::Level::INFO })
    });
    let lines = tracing_subscriber::registry().with(what);
    let to = std::io::stderr;
    if json {
        lines
            .with(tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(to))
            .try_init()
    } else {
        lines.with(tracing_subscriber::fmt::layer().with_writer(to)).try_init()
    }
    .is_ok()
}

/// Logs and counts every request.
pub(crate) async fn watch(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = named(request.method());
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let route = route.unwrap_or("(site)").to_owned();
    let response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), start.elapsed());
    let ms = took.as_micros() as f64 / 1000.0;
    tracing::info!(target: "abaque", method, route, status, ms, "request");
    app.metrics().request(&route, method, status, took);
    response
}

/// The methods there are; anybody may invent others, and the log need not repeat them.
fn named(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
