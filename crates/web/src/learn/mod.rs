//! Lessons, rulings, puzzles: everything one learns by. Their texts and positions are files, fetched when they are wanted.

mod certain;
mod choose;
mod course;
mod lecture;
mod lesson;
mod overview;
mod puzzle;
mod rulings;
mod solving;

use abaque_client::{Learning, Puzzling, words};
use abaque_core::GameInfo;
use leptos::prelude::*;
use leptos::task::spawn_local;

pub(crate) use choose::Puzzles;
pub(crate) use course::Course;
pub(crate) use lesson::Lesson;
pub(crate) use overview::Learn;
pub(crate) use puzzle::{Daily, Puzzle};
pub(crate) use rulings::Rulings;

use crate::browser;
use crate::context::context;

const LEARNING: &str = "abaque.learn";
const PUZZLING: &str = "abaque.puzzles";

/// The lessons done in this browser.
fn learning() -> Learning {
    Learning::read(&browser::load(LEARNING).unwrap_or_default())
}

/// Changes which lessons are done, and keeps it.
fn learn(change: impl FnOnce(&mut Learning)) {
    let mut learning = learning();
    change(&mut learning);
    browser::store(LEARNING, &learning.text());
}

/// How puzzles went in this browser.
fn puzzling() -> Puzzling {
    Puzzling::read(&browser::load(PUZZLING).unwrap_or_default())
}

/// Changes how puzzles went, and keeps it.
fn puzzle<T>(change: impl FnOnce(&mut Puzzling) -> T) -> T {
    let mut puzzling = puzzling();
    let told = change(&mut puzzling);
    browser::store(PUZZLING, &puzzling.text());
    told
}

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
