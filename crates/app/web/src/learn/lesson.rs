//! The page of one lesson.

use abaque_client::{Route, words};
use abaque_core::ParseError;
use abaque_lessons::LessonText;
use leptos::prelude::*;

use super::course::suggest_first_game;
use super::lesson_session::LessonSession;
use super::show_fetched;
use crate::browser;
use crate::context::{AppContext, context};
use crate::icons::{self, Icon};
use crate::pages::Missing;
use crate::play::{ActionButtons, ActionChoice, ActionField, BoardInWords, Frame, InterruptWindow};

/// The page of a lesson.
#[component]
pub(crate) fn Lesson(game: String, lesson: String) -> impl IntoView {
    let context = context();
    let path = format!("/lessons/{game}.json");
    let show = move |text: String| {
        // Untracked: texts follow the language by themselves, and changing it must not restart the
        // lesson.
        let lang = untrack(|| context.lang());
        let tell = |error: ParseError| error.message.get(lang).to_owned();
        let course: abaque_lessons::Course = text.parse().map_err(tell)?;
        let Some(found) = course.lesson(&lesson).cloned() else {
            return Ok(view! { <Missing /> }.into_any());
        };
        let next = course.next_lesson(&lesson).map(|next| (next.id.clone(), next.title.clone()));
        let session = LessonSession::new(found, context).map_err(tell)?;
        Ok(view! { <LessonView session next panels=course.panels /> }.into_any())
    };
    show_fetched(move || path.clone(), show)
}

#[component]
fn LessonView(
    session: LessonSession,
    next: Option<(String, LessonText)>,
    panels: bool,
) -> impl IntoView {
    let context = context();
    let controller = session.controller;
    let game = controller.game_name();
    let time = RwSignal::new(browser::now());
    on_cleanup(move || controller.cancel_scheduled());
    let (title, count) = session.with(|run| (run.lesson().title.clone(), run.lesson().steps.len()));
    let name = session.with(|run| run.game().description().title);
    let over = Memo::new(move |_| session.state.with(|now| now.finished));
    let at = move || session.state.with(|now| now.step_index);
    let next = StoredValue::new(next);
    let course = Route::Course(game.clone()).to_string();
    let rules = Route::Rules(game.clone()).to_string();
    let rules = StoredValue::new(rules);
    let named = StoredValue::new(game.clone());
    view! {
        <section class="table lesson" style:--wide=controller.board_info().aspect_ratio.to_string() data-game=game>
            <Frame controller now=time panels />
            <aside class="table-side" aria-label=move || context.t(words::learn::LESSONS)>
                <header class="lesson-head">
                    <p class="way">
                        <a href=Route::Learn.to_string()>{move || context.t(words::learn::LEARN)}</a>" › "
                        <a href=course>{move || context.t(name)}</a>
                    </p>
                    <h1>{move || title.plain_text(context.lang())}</h1>
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
                    view! { <LessonDone next game /> }.into_any()
                } else {
                    view! { <StepText session /> }.into_any()
                }}
                <InterruptWindow controller now=time />
                <ActionChoice controller />
                <ActionButtons controller />
                <Show when=move || !over.get()><LessonButtons session /></Show>
                <ActionField controller />
                <BoardInWords controller />
                <p class="taught">
                    <small>
                        {move || context.t(words::learn::LESSON_RULES)}" "
                        <a href=rules.get_value()>{move || session.step().rules.join(", ")}</a>
                    </small>
                </p>
            </aside>
        </section>
    }
}

/// The step's text and task.
#[component]
fn StepText(session: LessonSession) -> impl IntoView {
    let context = context();
    let controller = session.controller;
    let done = Memo::new(move |_| session.state.with(|now| now.done));
    let feedback = move || {
        let (feedback, done) = session.state.with(|now| (now.feedback.clone(), now.done));
        feedback.map(|feedback| {
            let (class, icon) =
                if done { ("told right", icons::CHECK) } else { ("told wrong", icons::BULB) };
            view! { <p class=class><Icon d=icon /><span>{feedback}</span></p> }
        })
    };
    view! {
        <div class="lesson-text" id="step">
            <p>{move || styled_text(context, &session.step().text)}</p>
            <Show when=move || !done.get() && controller.acting_seat.get().is_some()>
                <p class="task"><Icon d=icons::HAND />{move || context.t(words::learn::YOUR_TASK)}</p>
            </Show>
            {feedback}
        </div>
    }
}

/// Buttons: back, show the answer, next.
#[component]
fn LessonButtons(session: LessonSession) -> impl IntoView {
    let context = context();
    let first = move || session.state.with(|now| now.step_index == 0);
    let done = Memo::new(move |_| session.state.with(|now| now.done));
    let may_show = move || session.state.with(|now| now.may_show && !now.done);
    let onward = move || {
        session.state.track();
        let last = session.with(|run| run.is_last());
        context.t(if last { words::learn::FINISH } else { words::learn::NEXT })
    };
    view! {
        <div class="lesson-ways">
            <button type="button" class="back" disabled=first on:click=move |_| session.go_to_step(session.with(|run| run.step_index()).saturating_sub(1))>
                <Icon d=icons::BACKWARD />{move || context.t(words::learn::PREVIOUS)}
            </button>
            <Show when=may_show>
                <button type="button" class="show-me" on:click=move |_| session.show_answer()><Icon d=icons::BULB />{move || context.t(words::learn::SHOW_ME)}</button>
            </Show>
            <button type="button" class="next" class:primary=move || done.get() disabled=move || !done.get() on:click=move |_| session.advance()>
                {onward}<Icon d=icons::ONWARD />
            </button>
        </div>
    }
}

/// End of a lesson: what to do next.
#[component]
fn LessonDone(next: Option<(String, LessonText)>, game: String) -> impl IntoView {
    let context = context();
    let (lessons, new) = (Route::Course(game.clone()), Route::New(game.clone()));
    let starts = game.clone();
    let last = next.is_none();
    view! {
        <div class="result lesson-over" role="status">
            <h2>{move || context.t(words::learn::LESSON_OVER)}</h2>
            {next.map(|(id, title)| view! {
                <a class="button primary" href=Route::Lesson(game.clone(), id).to_string()>
                    {move || context.t(words::learn::NEXT_LESSON)}" "{move || title.plain_text(context.lang())}<Icon d=icons::ONWARD />
                </a>
            })}
            <p class="links">
                <a class="button" class:primary=last href=new.to_string() on:click=move |_| suggest_first_game(&starts)><Icon d=icons::PLAY />{move || context.t(words::learn::FIRST_GAME)}</a>
                <a class="button" href=lessons.to_string()>{move || context.t(words::learn::ALL_LESSONS)}</a>
            </p>
        </div>
    }
}

/// A text with the game's own terms highlighted.
fn styled_text(context: AppContext, text: &LessonText) -> Vec<AnyView> {
    text.pieces(context.lang())
        .map(|(term, piece)| {
            let piece = piece.to_owned();
            if term { view! { <strong>{piece}</strong> }.into_any() } else { piece.into_any() }
        })
        .collect()
}
