//! Lessons, rulings, puzzles: everything one learns by. Their texts and positions are files, fetched when they are wanted.

mod certain;
mod choose;
mod course;
mod lecture;
mod lesson;
mod overview;
mod progress;
mod puzzle;
mod rulings;
mod solving;

use abaque_client::words;
use abaque_core::GameInfo;
use leptos::prelude::*;
use leptos::task::spawn_local;

pub(crate) use choose::Puzzles;
pub(crate) use course::Course;
pub(crate) use lesson::Lesson;
pub(crate) use overview::Learn;
pub(crate) use puzzle::{Daily, Puzzle};
pub(crate) use rulings::Rulings;

use progress::{learn, learning, news, puzzle, puzzling};

use crate::browser;
use crate::context::context;

/// The games' names, in their order.
fn games() -> impl Iterator<Item = &'static GameInfo> {
    abaque_catalog::GAMES.iter().map(|entry| (entry.info)())
}

/// What a file holds, once it is there; while it is not, why.
fn fetched(
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
            let found = browser::fetch(&path).await;
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
