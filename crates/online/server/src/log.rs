//! One log line per request: method, route, status, time. Never exact paths, people or payloads.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::app::App;

/// Whether a text is a filter for [`start`].
pub fn is_filter(text: &str) -> bool {
    text.parse::<Targets>().is_ok()
}

/// Starts logging to standard error, as text or JSON. The filter is `info` (default), `warn`
/// (default with `quiet`) or a list such as `abaque=debug,sqlx=warn`. False if a logger is installed
/// already.
pub fn start(json: bool, quiet: bool, filter: Option<&str>) -> bool {
    let wanted = filter.and_then(|text| text.parse::<Targets>().ok());
    let filter = wanted.unwrap_or_else(|| {
        Targets::new()
            .with_default(tracing::Level::WARN)
            .with_target("abaque", if quiet { tracing::Level::WARN } else { tracing::Level::INFO })
    });
    let lines = tracing_subscriber::registry().with(filter);
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
pub(crate) async fn log_requests(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = method_name(request.method());
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let route = route.unwrap_or("(site)").to_owned();
    let response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), start.elapsed());
    let ms = took.as_micros() as f64 / 1000.0;
    tracing::info!(target: "abaque", method, route, status, ms, "request");
    app.metrics().record_request(&route, method, status, took);
    response
}

/// Known methods by name; clients may invent others, which the log does not repeat.
fn method_name(method: &Method) -> &'static str {
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
