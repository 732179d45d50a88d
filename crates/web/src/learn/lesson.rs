use abaque_client::{Route, words};
use abaque_core::BadText;
use abaque_lessons::Text;
use leptos::prelude::*;

use super::course::first_game;
use super::fetched;
use super::lecture::Lecture;
use crate::browser;
use crate::context::{Context, context};
use crate::icons::{self, Icon};
use crate::pages::Missing;
use crate::play::{Asked, Buttons, Frame, InWords, StopWindow, Typed};

/// The page of a lesson.
#[component]
pub(crate) fn Lesson(game: String, lesson: String) -> impl IntoView {
    let context = context();
    let path = format!("/lessons/{game}.json");
    let show = move |text: String| {
        // What is said follows the language by itself: the lesson must not begin anew when it changes.
        let lang = untrack(|| context.lang());
        let tell = |error: BadText| error.said.get(lang).to_owned();
        let course: abaque_lessons::Course = text.parse().map_err(tell)?;
        let Some(found) = course.lesson(&lesson).cloned() else {
            return Ok(view! { <Missing /> }.into_any());
        };
        let next = course.after(&lesson).map(|next| (next.id.clone(), next.title.clone()));
        let lecture = Lecture::new(found, context).map_err(tell)?;
        Ok(view! { <Taught lecture next panels=course.panels /> }.into_any())
    };
    fetched(move || path.clone(), show)
}

#[component]
fn Taught(lecture: Lecture, next: Option<(String, Text)>, panels: bool) -> impl IntoView {
    let context = context();
    let desk = lecture.desk;
    let game = desk.game();
    let time = RwSignal::new(browser::now());
    on_cleanup(move || desk.new_era());
    let (title, count) =
        lecture.with(|walk| (walk.lesson().title.clone(), walk.lesson().steps.len()));
    let name = lecture.with(|walk| walk.game().info().title);
    let over = Memo::new(move |_| lecture.now.with(|now| now.over));
    let at = move || lecture.now.with(|now| now.at);
    let next = StoredValue::new(next);
    let course = Route::Course(game.clone()).to_string();
    let rules = Route::Rules(game.clone()).to_string();
    let rules = StoredValue::new(rules);
    let named = StoredValue::new(game.clone());
    view! {
        <section class="table lesson" data-game=game>
            <Frame desk now=time panels />
            <aside class="table-side" aria-label=move || context.t(words::learn::LESSONS)>
                <header class="lesson-head">
                    <p class="way">
                        <a href=Route::Learn.to_string()>{move || context.t(words::learn::LEARN)}</a>" › "
                        <a href=course>{move || context.t(name)}</a>
                    </p>
                    <h1>{move || title.plain(context.lang())}</h1>
                    <p class="progress-line">
                        <progress
                            max=count.to_string()
                            value=move || (at() + usize::from(over.get())).to_string()
                            aria-label=move || context.t(words::learn::LESSON_STEP)
                        ></progress>
                        <small>{move || format!("{} {} {} {count}", context.t(words::learn::LESSON_STEP), at() + 1, context.t(words::learn::OF))}</small>
                    </p>
                </header>
                {move || if over.get() {
                    let (next, game) = (next.get_value(), named.get_value());
                    view! { <Over next game /> }.into_any()
                } else {
                    view! { <Told lecture /> }.into_any()
                }}
                <StopWindow desk now=time />
                <Asked desk />
                <Buttons desk />
                <Show when=move || !over.get()><Ways lecture /></Show>
                <Typed desk />
                <InWords desk />
                <p class="taught">
                    <small>
                        {move || context.t(words::learn::LESSON_RULES)}" "
                        <a href=rules.get_value()>{move || lecture.step().rules.join(", ")}</a>
                    </small>
                </p>
            </aside>
        </section>
    }
}

/// What is told and asked at this step.
#[component]
fn Told(lecture: Lecture) -> impl IntoView {
    let context = context();
    let desk = lecture.desk;
    let done = Memo::new(move |_| lecture.now.with(|now| now.done));
    let told = move || {
        let (told, done) = lecture.now.with(|now| (now.told.clone(), now.done));
        told.map(|told| {
            let (class, icon) =
                if done { ("told right", icons::CHECK) } else { ("told wrong", icons::BULB) };
            view! { <p class=class><Icon d=icon /><span>{told}</span></p> }
        })
    };
    view! {
        <div class="lesson-text" id="step">
            <p>{move || pieces(context, &lecture.step().text)}</p>
            <Show when=move || !done.get() && desk.mine.get().is_some()>
                <p class="task"><Icon d=icons::HAND />{move || context.t(words::learn::YOUR_TASK)}</p>
            </Show>
            {told}
        </div>
    }
}

/// Back, the answer, onward.
#[component]
fn Ways(lecture: Lecture) -> impl IntoView {
    let context = context();
    let first = move || lecture.now.with(|now| now.at == 0);
    let done = Memo::new(move |_| lecture.now.with(|now| now.done));
    let may_show = move || lecture.now.with(|now| now.may_show && !now.done);
    let onward = move || {
        lecture.now.track();
        let last = lecture.with(|walk| walk.is_last());
        context.t(if last { words::learn::FINISH } else { words::learn::NEXT })
    };
    view! {
        <div class="lesson-ways">
            <button type="button" class="back" disabled=first on:click=move |_| lecture.go(lecture.with(|walk| walk.at()).saturating_sub(1))>
                <Icon d=icons::BACKWARD />{move || context.t(words::learn::PREVIOUS)}
            </button>
            <Show when=may_show>
                <button type="button" class="show-me" on:click=move |_| lecture.show()><Icon d=icons::BULB />{move || context.t(words::learn::SHOW_ME)}</button>
            </Show>
            <button type="button" class="next" class:primary=move || done.get() disabled=move || !done.get() on:click=move |_| lecture.next()>
                {onward}<Icon d=icons::ONWARD />
            </button>
        </div>
    }
}

/// A lesson is done: what comes next.
#[component]
fn Over(next: Option<(String, Text)>, game: String) -> impl IntoView {
    let context = context();
    let (lessons, new) = (Route::Course(game.clone()), Route::New(game.clone()));
    let starts = game.clone();
    let last = next.is_none();
    view! {
        <div class="result lesson-over" role="status">
            <h2>{move || context.t(words::learn::LESSON_OVER)}</h2>
            {next.map(|(id, title)| view! {
                <a class="button primary" href=Route::Lesson(game.clone(), id).to_string()>
                    {move || context.t(words::learn::NEXT_LESSON)}" "{move || title.plain(context.lang())}<Icon d=icons::ONWARD />
                </a>
            })}
            <p class="links">
                <a class="button" class:primary=last href=new.to_string() on:click=move |_| first_game(&starts)><Icon d=icons::PLAY />{move || context.t(words::learn::FIRST_GAME)}</a>
                <a class="button" href=lessons.to_string()>{move || context.t(words::learn::ALL_LESSONS)}</a>
            </p>
        </div>
    }
}

/// A text with the game's own words set apart.
fn pieces(context: Context, text: &Text) -> Vec<AnyView> {
    text.pieces(context.lang())
        .map(|(term, piece)| {
            let piece = piece.to_owned();
            if term { view! { <strong>{piece}</strong> }.into_any() } else { piece.into_any() }
        })
        .collect()
}
