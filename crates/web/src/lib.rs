//! The web app.

use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the app into the page.
#[wasm_bindgen]
pub fn start_app() {
    leptos::mount::mount_to_body(|| view! { <p>"Abaque"</p> });
}
