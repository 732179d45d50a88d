//! The computer players as a web worker: a module of its own, loaded when the first thought is due, so that the
//! page stays small and smooth.

use wasm_bindgen::prelude::wasm_bindgen;

/// A task in, an answer out, both as JSON.
#[wasm_bindgen]
pub fn think(task: &str) -> String {
    abaque_client::local::think(task)
}
