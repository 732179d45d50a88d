//! A server of games over HTTP: the web app, embedded in the program, and below `/api/v1` people and what they play.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use abaque_server::{App, Config, listen, serve};
//!
//! let config = Config::local("sqlite:games.db").at(&["https://games.example"]).map_err(|said| said.en)?;
//! let app = App::open(config).await?;
//! serve(listen([127, 0, 0, 1].into(), 4816).await?, app).await?;
//! # Ok(())
//! # }
//! ```
//!
//! A handler asks for what it needs: [`Who`] (or [`MaybeWho`]) for who asks, [`Owner`] and [`Holder`] where a token is not
//! enough, [`Asked`] for a body of JSON. What goes wrong is a [`problem::Problem`].

mod address;
mod app;
mod ask;
mod assets;
mod cards;
mod cookie;
mod docs;
mod files;
mod games;
mod headers;
mod health;
mod limit;
mod log;
mod mail;
mod metrics;
mod origin;
mod people;
pub mod problem;
mod run;
mod secret;
mod socket;
mod who;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::{any, get};
use axum::{Extension, Router};
use utoipa_axum::router::OpenApiRouter;

pub use address::Address;
pub use app::{App, Clock, Config};
pub use ask::{Asked, Text};
pub use assets::is_built;
pub use files::raise_open_files;
pub use limit::{Asker, Door, Limits, Rate};
pub use log::start as start_log;
pub use mail::Mail;
pub use metrics::{Metrics, Number};
pub use people::password::hash_password;
pub use run::{listen, serve, serve_site};
pub use who::{Holder, MaybeWho, Owner, Scope, Via, Who};

/// The web app alone, which needs no store.
pub fn site() -> Router {
    Router::new().fallback(assets::serve).layer(map_response(headers::strict))
}

/// Everything below `/api/v1`. A part adds its addresses in one line, and they are described with it.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(people::routes()).merge(games::routes()).merge(docs::routes())
}

/// The whole server.
pub fn router(app: App) -> Router {
    let (routes, described) = OpenApiRouter::new().nest("/api/v1", api()).split_for_parts();
    // Each layer stands outside those above it.
    let api = routes
        .route("/api", get(docs::page))
        .route("/api/style.css", get(docs::style))
        .route("/api/", any(nowhere))
        .route("/api/{*rest}", any(nowhere))
        .layer(Extension(Arc::new(docs::Docs::new(described))))
        .layer(DefaultBodyLimit::max(app.config().limits.body))
        .layer(from_fn(who::renew))
        .layer(from_fn_with_state(app.clone(), origin::check))
        .layer(from_fn_with_state(app.clone(), run::not_too_often))
        .layer(from_fn_with_state(app.clone(), run::not_too_long))
        .layer(from_fn(problem::tell))
        .layer(map_response(headers::not_kept));
    Router::new()
        .merge(api)
        .merge(cards::routes(&app))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .fallback(cards::serve)
        .layer(map_response(headers::strict))
        .layer(from_fn_with_state(app.clone(), log::watch))
        .with_state(app)
}

async fn nowhere() -> problem::Problem {
    problem::no_address()
}
