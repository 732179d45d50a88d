//! The entry page of lessons and puzzles.

use abaque_client::{Route, words};
use abaque_core::GameDescription;
use leptos::prelude::*;

use super::{game_descriptions, lesson_progress, progress_updates, puzzle_progress, show_fetched};
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::pages::game_thumbnail;

/// The four games, and the progress in each.
#[component]
pub(crate) fn Learn() -> impl IntoView {
    let context = context();
    let news = progress_updates();
    let solved = move || {
        news.track();
        is_todays_puzzle_solved().then(|| view! { <Icon d=icons::CHECK /> })
    };
    view! {
        <section class="page learn">
            <h1>{move || context.t(words::learn::LEARN)}</h1>
            <p class="lead">{move || context.t(words::learn::LEARN_INTRO)}</p>
            <ul class="games courses">{game_descriptions().map(|info| view! { <Card info news /> }).collect_view()}</ul>
            <h2>{move || context.t(words::learn::PUZZLES)}</h2>
            <p>{move || context.t(words::learn::PUZZLES_INTRO)}</p>
            <p class="links">
                <a class="button primary" href=Route::Puzzles.to_string()><Icon d=icons::STAR />{move || context.t(words::learn::SOLVE)}</a>
                <a class="button" href=Route::Daily.to_string()>
                    <Icon d=icons::DAY />{move || context.t(words::learn::DAILY)}
                    {solved}
                </a>
            </p>
        </section>
    }
}

/// Whether today's puzzle is solved.
fn is_todays_puzzle_solved() -> bool {
    abaque_client::puzzle_progress::day_number(&browser::today())
        .is_some_and(|day| puzzle_progress().is_day_solved(day))
}

#[component]
fn Card(info: &'static GameDescription, news: RwSignal<u32>) -> impl IntoView {
    let context = context();
    let progress = move |text: String| {
        news.track();
        let course: abaque_lessons::Course =
            text.parse().map_err(|error: abaque_core::ParseError| {
                error.message.get(context.lang()).to_owned()
            })?;
        let all = course.lessons.len();
        let done = lesson_progress()
            .count_done(info.name, course.lessons.iter().map(|lesson| lesson.id.as_str()));
        let next =
            course.lessons.iter().find(|lesson| !lesson_progress().is_done(info.name, &lesson.id));
        let next =
            next.map(|lesson| Route::Lesson(info.name.into(), lesson.id.clone()).to_string());
        let call = if done == 0 { words::learn::START_HERE } else { words::learn::GO_ON_HERE };
        Ok(view! {
            <p class="progress-line">
                <progress max=all.to_string() value=done.to_string() aria-label=context.t(words::learn::LESSONS_DONE)></progress>
                <small>{done}" / "{all}" "{context.t(words::learn::LESSONS_DONE)}</small>
            </p>
            <p class="links">
                {next.map(|next| view! {
                    <a class="button primary" href=next>{context.t(call)}<span class="sr-only">" – "{context.t(info.title)}</span></a>
                })}
                <a class="button" href=Route::Course(info.name.into()).to_string()>{context.t(words::learn::ALL_LESSONS)}<span class="sr-only">" – "{context.t(info.title)}</span></a>
            </p>
        }
        .into_any())
    };
    view! {
        <li class="card course-card" data-game=info.name>
            <a href=Route::Course(info.name.into()).to_string() class="picture" tabindex="-1" aria-hidden="true" inner_html=move || game_thumbnail(context, info.name)></a>
            <div>
                <h2>{move || context.t(info.title)}</h2>
                <p>{move || context.t(info.blurb)}</p>
                {show_fetched(move || format!("/lessons/{}.json", info.name), progress)}
            </div>
        </li>
    }
}
