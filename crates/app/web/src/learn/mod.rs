//! Lessons, rulings and puzzles. Texts and positions are files, fetched on demand.

mod certainty_form;
mod course;
mod explain;
mod lesson;
mod lesson_session;
mod overview;
mod progress;
mod puzzle;
mod puzzle_list;
mod puzzle_session;
mod rulings;

use abaque_client::words;
use abaque_core::GameDescription;
use leptos::prelude::*;
use leptos::task::spawn_local;

pub(crate) use course::Course;
pub(crate) use lesson::Lesson;
pub(crate) use overview::Learn;
pub(crate) use puzzle::{Daily, NextPuzzle, Puzzle};
pub(crate) use puzzle_list::Puzzles;
pub(crate) use rulings::Rulings;

use progress::{
    lesson_progress, progress_updates, puzzle_progress, update_lessons, update_puzzles,
};

use crate::browser;
use crate::context::context;

/// The games, in their usual order.
fn game_descriptions() -> impl Iterator<Item = &'static GameDescription> {
    abaque_catalog::GAMES.iter().map(|entry| (entry.description)())
}

/// Shows the contents of a fetched file, or the error with a retry button.
fn show_fetched(
    path: impl Fn() -> String + 'static,
    then: impl Fn(String) -> Result<AnyView, String> + Send + 'static,
) -> impl IntoView {
    let context = context();
    let text = RwSignal::new(None::<Result<String, String>>);
    let again = RwSignal::new(0);
    Effect::new(move |_| {
        again.track();
        let path = path();
        text.set(None);
        spawn_local(async move {
            let found = browser::fetch_text(&path).await;
            text.try_set(Some(found));
        });
    });
    move || {
        match text.get().map(|text| text.and_then(&then)) {
        None => view! { <p class="loading" role="status">{context.t(words::learn::LOADING)}</p> }.into_any(),
        Some(Ok(shown)) => shown,
        Some(Err(error)) => view! {
            <div class="notice" role="alert">
                <span>{context.t(words::learn::CANNOT_LOAD)}" "{error}</span>
                <button type="button" on:click=move |_| again.update(|again| *again += 1)>{context.t(words::learn::TRY_AGAIN)}</button>
            </div>
        }
        .into_any(),
    }
    }
}
