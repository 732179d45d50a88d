//! The web app: pages, boards, settings. Whatever can be said without a browser lives in `abaque-client`.

#![allow(
    unreachable_pub,
    reason = "what the component macro makes is public, whatever the component is"
)]

mod app;
mod board;
mod browser;
mod context;
mod desk;
mod editor;
mod engine;
mod icons;
mod pages;
mod picture;
mod play;
mod sound;
mod study;

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the app into the page.
#[wasm_bindgen]
pub fn start_app() {
    leptos::mount::mount_to_body(app::App);
}
