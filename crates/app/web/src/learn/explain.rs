//! Explains wrong answers: what the move allows, never what the solution would do.

use abaque_client::local::{BoardSentence, ExplainTask};
use leptos::prelude::*;

use crate::controller::{BoardController, ExplanationMarks};
use crate::engine::Engine;

/// Explains a wrong answer in the worker. `say` gets the sentences as one text, unless the board
/// has changed by then or there is nothing to say.
pub(super) fn explain_wrong(
    engine: &Engine,
    controller: BoardController,
    task: &ExplainTask,
    say: impl FnOnce(String) + 'static,
) {
    let generation = controller.generation();
    engine.request("explain", task, move |told: Result<Vec<BoardSentence>, String>| {
        let told: Vec<BoardSentence> =
            told.unwrap_or_default().into_iter().filter(|told| told.after).collect();
        if told.is_empty() || controller.is_stale(generation) {
            return;
        }
        controller.explained.set(ExplanationMarks::of(&told, true));
        say(BoardSentence::join(&told, controller.lang()));
    });
}
