//! The rest of the web app: tables on a server, people, lessons, studies. Loaded when one goes there.

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts it into the page.
#[wasm_bindgen]
pub fn start_app() {
    abaque_web::start_more();
}
