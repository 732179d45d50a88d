//! The computer players as a web worker: a module of its own, loaded when the first thought is due, so that the
//! page stays small and smooth.

use abaque_client::{local, study};
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A task in, an answer out, both as JSON.
#[wasm_bindgen]
pub fn think(task: &str) -> String {
    local::think(task)
}

/// Thinks on for as long as the thread lives; `say` hears of every better answer.
#[wasm_bindgen]
pub fn ponder(task: &str, say: &Function) -> String {
    study::ponder(task, &mut teller(say))
}

/// Looks through a whole game; `say` hears of every move.
#[wasm_bindgen]
pub fn review(look: &str, say: &Function) -> String {
    study::review(look, &mut teller(say))
}

/// Judges the last move of a record.
#[wasm_bindgen]
pub fn judge(look: &str) -> String {
    study::judge(look)
}

fn teller(say: &Function) -> impl FnMut(&str) {
    move |text| {
        // A page that is gone hears nothing.
        let _ = say.call1(&JsValue::NULL, &text.into());
    }
}
