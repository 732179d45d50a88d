//! The game server over HTTP: serves the embedded web app, and people, games and live play below
//! `/api/v1`.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use abaque_server::{App, Config, listen, serve};
//!
//! let config = Config::local("sqlite:games.db")
//!     .with_origins(&["https://games.example"])
//!     .map_err(|error| error.en)?;
//! let app = App::open(config).await?;
//! serve(listen([127, 0, 0, 1].into(), 4816).await?, app).await?;
//! # Ok(())
//! # }
//! ```
//!
//! A handler states its needs by extractors: [`AuthUser`] (or [`OptionalUser`]) for the caller,
//! [`SessionUser`] and [`AccountUser`] where a token is not enough, [`ValidJson`] for a JSON body.
//! Errors are [`problem::Problem`]s.

mod accept;
mod app;
mod assets;
mod auth;
mod body;
mod client_ip;
mod cluster;
mod connections;
mod cookie;
mod docs;
mod extractors;
mod fd_limit;
mod games;
mod headers;
mod health;
mod linger;
mod link_preview;
mod live_socket;
mod log;
mod mail;
mod metrics;
mod metrics_endpoint;
mod origin;
mod people;
pub mod problem;
mod rate_limit;
mod run;
mod secret;
mod socket;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::{any, get};
use axum::{Extension, Router};
use utoipa_axum::router::OpenApiRouter;

pub use abaque_rooms::{BusConfig, ClusterConfig, LocalBus, NatsServers};
pub use app::{App, ClockSource, Config};
pub use assets::{has_web_app, serve_web_app_from};
pub use auth::{AccountUser, AuthMethod, AuthUser, OptionalUser, Scope, SessionUser};
pub use client_ip::ClientIp;
pub use extractors::{TextBody, ValidJson};
pub use fd_limit::raise_open_files;
pub use log::{is_filter as is_log_filter, start as start_log};
pub use mail::Mailer;
pub use metrics::Metrics;
pub use metrics_endpoint::MetricsToken;
pub use people::admission::new_invitation;
pub use people::hashing::hash_password;
pub use rate_limit::{LimitedAction, RateKey, RateLimit, ServerLimits};
pub use run::{listen, serve, serve_site};

/// Router of the web app alone; needs no store.
pub fn site() -> Router {
    Router::new().fallback(assets::serve).layer(map_response(headers::add_security_headers))
}

/// All routes below `/api/v1`. Each part registers its routes together with their OpenAPI
/// description.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(people::routes()).merge(games::routes()).merge(docs::routes())
}

/// The complete router.
pub fn router(app: App) -> Router {
    let (routes, described) = OpenApiRouter::new().nest("/api/v1", api()).split_for_parts();
    // Each layer wraps those above it.
    let api = routes
        .route("/api", get(docs::page))
        .route("/api/style.css", get(docs::style))
        .route("/api/", any(no_such_route))
        .route("/api/{*rest}", any(no_such_route))
        .layer(Extension(Arc::new(docs::ApiDocs::new(described))))
        .layer(DefaultBodyLimit::max(app.config().limits.max_body_bytes))
        .layer(from_fn_with_state(app.clone(), body::buffer_body))
        .layer(from_fn(auth::renew_session_cookie))
        .layer(from_fn_with_state(app.clone(), origin::check))
        .layer(from_fn_with_state(app.clone(), run::enforce_rate_limit))
        .layer(from_fn_with_state(app.clone(), run::enforce_timeout))
        .layer(from_fn(problem::localize_problems))
        .layer(map_response(headers::forbid_caching));
    Router::new()
        .merge(api)
        .merge(link_preview::routes(&app))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(metrics_endpoint::metrics))
        .fallback(link_preview::serve)
        .layer(map_response(headers::add_security_headers))
        .layer(from_fn_with_state(app.clone(), headers::add_hsts))
        .layer(from_fn_with_state(app.clone(), log::log_requests))
        .with_state(app)
}

async fn no_such_route() -> problem::Problem {
    problem::no_such_route()
}
