//! Access control of the metrics endpoint.

use std::fmt;

use abaque_core::{Message, message};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::metrics::Reading;
use crate::problem::{self, Problem};
use crate::{auth, client_ip, headers, health, secret};

/// Bearer token for the metrics, stored as a hash.
#[derive(Clone, PartialEq, Eq)]
pub struct MetricsToken(String);

impl MetricsToken {
    /// Parses a token of at least 16 printable ASCII characters.
    pub fn new(token: &str) -> Result<MetricsToken, Message> {
        if token.len() < 16 || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(message!(
                "the metrics token needs at least 16 letters, digits or symbols, without spaces",
                "le jeton des mesures doit avoir au moins 16 lettres, chiffres ou signes, sans espaces"
            ));
        }
        Ok(MetricsToken(secret::sha256_hex(token)))
    }

    /// Compares hashes in constant time, so that timing reveals neither a prefix nor the length.
    fn matches(&self, sent: &str) -> bool {
        let sent = secret::sha256_hex(sent);
        let differ = self.0.bytes().zip(sent.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
        differ == 0
    }
}

impl fmt::Debug for MetricsToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// Router of the separate metrics address.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/metrics", get(metrics_on_own_address))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .layer(map_response(headers::add_security_headers))
        .with_state(app)
}

/// Metrics on their own address: open to all who can reach it, or with the token if set.
async fn metrics_on_own_address(State(app): State<App>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let lang = problem::preferred_language(&parts.headers);
    match app.config().metrics_token {
        Some(_) => match check_token(&app, &parts.headers) {
            Ok(()) => render_metrics(&app).await,
            Err(problem) => problem.to_response(lang),
        },
        None => render_metrics(&app).await,
    }
}

/// Metrics on the main address: with the token if set, otherwise local requests only unless
/// configured.
pub(crate) async fn metrics(State(app): State<App>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let config = app.config();
    let allowed = if config.metrics_address.is_some() {
        let detail = message!(
            "Metrics are served at a separate address.",
            "Les mesures sont servies à une autre adresse."
        );
        Err(Problem::new(problem::LOOPBACK_ONLY, detail))
    } else if config.metrics_token.is_some() {
        check_token(&app, &parts.headers)
    } else if config.open_metrics || client_ip::is_local(&parts) {
        Ok(())
    } else {
        let detail = message!(
            "Send the request from the server itself, not through a proxy.",
            "Envoyez la requête depuis la machine du serveur, sans passer par un proxy."
        );
        Err(Problem::new(problem::LOOPBACK_ONLY, detail))
    };
    match allowed {
        Ok(()) => render_metrics(&app).await,
        Err(problem) => problem.to_response(problem::preferred_language(&parts.headers)),
    }
}

fn check_token(app: &App, headers: &axum::http::HeaderMap) -> Result<(), Problem> {
    let token = app.config().metrics_token.as_ref();
    match (token, auth::bearer_token(headers)) {
        (Some(token), Some(sent)) if token.matches(sent) => Ok(()),
        _ => Err(Problem::new(
            problem::BAD_TOKEN,
            message!(
                "Send the metrics token: Authorization: Bearer TOKEN.",
                "Envoyez le jeton des mesures\u{a0}: Authorization: Bearer JETON."
            ),
        )),
    }
}

async fn render_metrics(app: &App) -> Response {
    let mut readings = bot_readings(app);
    readings.extend(cluster_readings(app));
    readings.extend(commit_readings(app));
    if let Some(bytes) = app.store().wal_size() {
        let help = "Bytes in SQLite's log of writes.";
        readings.push(Reading::Gauge("abaque_store_log_bytes", help, bytes));
    }
    if let Ok(sessions) = app.store().count_sessions().await {
        readings.push(Reading::Gauge("abaque_sessions", "Browsers signed in.", sessions));
    }
    let text = app.metrics().render_with(&readings);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

fn commit_readings(app: &App) -> [Reading; 4] {
    let stats = app.store().commit_stats();
    [
        Reading::Counter(
            "abaque_store_commits_total",
            "Transactions the store committed.",
            stats.commits,
        ),
        Reading::Counter(
            "abaque_store_slow_commits_total",
            "Groups of acts that took the store 100 ms or more.",
            stats.slow,
        ),
        Reading::Counter(
            "abaque_store_commit_milliseconds_total",
            "How long the store took for all groups of acts together.",
            stats.total.as_millis() as u64,
        ),
        Reading::Gauge(
            "abaque_store_slowest_commit_milliseconds",
            "The longest the store has taken for a group of acts since the server started.",
            stats.slowest.as_millis() as u64,
        ),
    ]
}

fn bot_readings(app: &App) -> Vec<Reading> {
    let bots = app.rooms().bot_pool_stats();
    vec![
        Reading::Gauge(
            "abaque_bot_searches_queued",
            "Bot searches waiting for a thread.",
            bots.queued,
        ),
        Reading::Gauge("abaque_bot_searches_running", "Bot searches running.", bots.running),
        Reading::Gauge(
            "abaque_bot_search_longest_wait_milliseconds",
            "The longest a bot search has waited since the server started.",
            bots.longest_wait.as_millis() as u64,
        ),
        Reading::Counter("abaque_bot_searches_total", "Bot searches begun.", bots.started),
        Reading::Counter(
            "abaque_bot_searches_cancelled_total",
            "Bot searches cancelled.",
            bots.cancelled,
        ),
        Reading::Counter(
            "abaque_bot_searches_shortened_total",
            "Bot searches cut short under load.",
            bots.shortened,
        ),
        Reading::Counter(
            "abaque_bot_search_wait_milliseconds_total",
            "How long bot searches have waited, all together.",
            bots.waited.as_millis() as u64,
        ),
    ]
}

/// Readings of one of several servers.
fn cluster_readings(app: &App) -> Vec<Reading> {
    let Some(node) = app.rooms().cluster_stats() else { return Vec::new() };
    vec![
        Reading::Gauge(
            "abaque_bus_connected",
            "Whether the bus between the servers is connected.",
            node.is_connected.into(),
        ),
        Reading::Gauge("abaque_leases", "Games this server drives.", node.leases as u64),
        Reading::Counter("abaque_bus_hints_total", "Hints from other servers.", node.hints),
        Reading::Counter(
            "abaque_recovered_changes_total",
            "Changes by other servers found by polling before a hint told of them.",
            node.recovered,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_metrics_token_matches() {
        let token = MetricsToken::new("0123456789abcdef").unwrap();
        assert!(token.matches("0123456789abcdef"));
        for wrong in ["", "0123456789abcdeF", "0123456789abcdef0", "0123456789abcde"] {
            assert!(!token.matches(wrong), "{wrong}");
        }
        assert_eq!(format!("{token:?}"), "…");
        for bad in ["", "short", "with a space in it", "0123456789abcdé0"] {
            assert!(MetricsToken::new(bad).is_err(), "{bad}");
        }
    }
}
