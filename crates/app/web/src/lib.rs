//! The web app: pages, boards, settings. Everything that needs no browser is in `abaque-client`.

#![allow(
    unreachable_pub,
    reason = "what the component macro makes is public, whatever the component is"
)]

mod api;
mod app;
mod board;
mod browser;
mod context;
mod controller;
mod editor;
mod engine;
mod header;
mod icons;
mod learn;
mod module_routes;
mod online;
mod pages;
mod people;
mod play;
mod png_export;
mod sound;
mod study;
mod user_context;

/// Starts the first module: local games, rules, settings.
pub fn start_front() {
    module_routes::start(&module_routes::FRONT);
}

/// Starts the second module: online games, accounts, lessons, studies.
pub fn start_more() {
    module_routes::start(&module_routes::MORE);
}
