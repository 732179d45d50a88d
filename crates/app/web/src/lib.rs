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
mod deferred;
mod editor;
mod engine;
mod header;
mod icons;
mod learn;
mod online;
mod pages;
mod people;
mod play;
mod png_export;
mod sound;
mod study;
mod user_context;

use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;

/// Mounts the app; the page's script calls it once the module is ready.
#[wasm_bindgen]
pub fn start_app() {
    leptos::mount::mount_to_body(|| view! { <app::App /> });
}
