//! The lessons of one game.

use abaque_client::{Route, words};
use abaque_core::{GameDescription, ParseError};
use leptos::prelude::*;

use super::{lesson_progress, progress_updates, show_fetched};
use crate::context::context;
use crate::icons::{self, Icon};
use crate::pages::{Missing, suggest_level};

/// Bot level suggested for a first game.
const FIRST_LEVEL: u8 = 1;

/// The lessons of a game, with ticks on completed ones.
#[component]
pub(crate) fn Course(game: String) -> impl IntoView {
    let context = context();
    let Ok(entry) = abaque_catalog::find(&game) else {
        return view! { <Missing /> }.into_any();
    };
    let info: &'static GameDescription = (entry.description)();
    let news = progress_updates();
    let list = move |text: String| {
        news.track();
        let course: abaque_lessons::Course = text
            .parse()
            .map_err(|error: ParseError| error.message.get(context.lang()).to_owned())?;
        let learning = lesson_progress();
        let next =
            course.lessons.iter().position(|lesson| !learning.is_done(info.name, &lesson.id));
        let lang = context.lang();
        let row = |(at, lesson): (usize, abaque_lessons::Lesson)| {
            let done = learning.is_done(info.name, &lesson.id);
            let call = match next {
                Some(0) if at == 0 => Some(words::learn::START_HERE),
                Some(next) if at == next => Some(words::learn::GO_ON_HERE),
                _ => None,
            };
            view! {
                <li class="lesson-row" data-lesson=lesson.id.clone() data-done=done.to_string()>
                    <a class="row-link" href=Route::Lesson(info.name.into(), lesson.id.clone()).to_string()>
                        <span class="tick">{if done { view! { <Icon d=icons::CHECK /> }.into_any() } else { (at + 1).into_any() }}</span>
                        <span class="what">
                            <strong>{lesson.title.plain_text(lang)}</strong>
                            <small>{lesson.about.plain_text(lang)}</small>
                        </span>
                        {done.then(|| view! { <span class="sr-only">{context.t(words::learn::DONE)}</span> })}
                        {call.map(|call| view! { <small class="call">{context.t(call)}</small> })}
                    </a>
                </li>
            }
        };
        Ok(view! { <ol class="list lessons">{course.lessons.clone().into_iter().enumerate().map(row).collect_view()}</ol> }.into_any())
    };
    view! {
        <section class="page narrow learn">
            <p class="way"><a href=Route::Learn.to_string()>{move || context.t(words::learn::LEARN)}</a></p>
            <h1>{move || context.t(info.title)}</h1>
            {show_fetched(move || format!("/lessons/{}.json", info.name), list)}
            <h2>{move || context.t(words::learn::FIRST_GAME)}</h2>
            <p>{move || context.t(words::learn::FIRST_GAME_HELP)}</p>
            <p class="links">
                <a class="button primary" href=Route::New(info.name.into()).to_string() on:click=move |_| suggest_first_game(info.name)>
                    <Icon d=icons::PLAY />{move || context.t(words::PLAY)}
                </a>
                <a class="button" href=Route::Rules(info.name.into()).to_string()><Icon d=icons::BOOK />{move || context.t(words::learn::ALL_RULES)}</a>
                <a class="button" href=Route::Rulings(info.name.into()).to_string()>{move || context.t(words::learn::RULINGS)}</a>
                <a class="button" href=Route::Puzzles.to_string()><Icon d=icons::STAR />{move || context.t(words::learn::PUZZLES)}</a>
            </p>
        </section>
    }
    .into_any()
}

/// Preselects the beginner's level for the next game.
pub(super) fn suggest_first_game(game: &str) {
    suggest_level(game, FIRST_LEVEL);
}
