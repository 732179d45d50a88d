//! The bots as a web worker: a separate module, loaded for the first search, so that the page stays
//! small and responsive.

use abaque_client::local;
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Runs a bot task; JSON in, JSON out.
#[wasm_bindgen]
pub fn think(task: &str) -> String {
    local::think(task)
}

/// Explains a turn; JSON in, JSON out.
#[wasm_bindgen]
pub fn explain(task: &str) -> String {
    local::explain(task)
}

/// Searches until the worker is terminated; `say` receives every better answer.
#[wasm_bindgen]
pub fn ponder(task: &str, say: &Function) -> String {
    abaque_study::ponder(task, &mut js_callback(say))
}

/// Reviews a whole game; `say` receives every step.
#[wasm_bindgen]
pub fn review(request: &str, say: &Function) -> String {
    abaque_study::review(request, &mut js_callback(say))
}

/// Judges the last move of a record.
#[wasm_bindgen]
pub fn judge(request: &str) -> String {
    abaque_study::judge(request)
}

fn js_callback(say: &Function) -> impl FnMut(&str) {
    move |text| {
        // The page may be gone.
        let _ = say.call1(&JsValue::NULL, &text.into());
    }
}
