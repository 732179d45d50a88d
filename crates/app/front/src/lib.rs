//! The first part of the web app: games at this screen, rules, settings.

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts it into the page.
#[wasm_bindgen]
pub fn start_app() {
    abaque_web::start_front();
}
