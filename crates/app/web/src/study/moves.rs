//! The move tree and its navigation.

use abaque_client::words::{self, study as texts};
use abaque_core::{Observer, Seat, Turn};
use abaque_study::{MoveListItem, MoveListRow, Perspective, ROOT};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::session::StudySession;
use crate::browser::{self, BrowserRandom};
use crate::context::context;
use crate::icons::{self, Icon};

/// Buttons: start, back, forward, end, autoplay.
#[component]
pub(crate) fn StudyNavigation(session: StudySession) -> impl IntoView {
    let context = context();
    let at_start = move || session.at.get() == ROOT;
    let at_end = move || {
        let at = session.at.get();
        session.with(|study| study.children(at).is_empty())
    };
    let step = move |icon: &'static str,
                     words: abaque_core::StaticMessage,
                     off: Signal<bool>,
                     go: fn(StudySession)| {
        view! {
            <button
                type="button"
                aria-label=move || context.t(words)
                title=move || context.t(words)
                disabled=off
                on:click=move |_| { session.autoplay.set(false); go(session); }
            >
                <Icon d=icon />
            </button>
        }
    };
    let (start, end) = (Signal::derive(at_start), Signal::derive(at_end));
    let roll_words = move || if session.autoplay.get() { texts::PAUSE } else { texts::AUTOPLAY };
    view! {
        <div class="walk" role="group" aria-label=move || context.t(texts::REPLAY)>
            {step(icons::FIRST, texts::FIRST, start, StudySession::go_to_start)}
            {step(icons::PREVIOUS, texts::PREVIOUS, start, StudySession::back)}
            <button
                type="button"
                aria-label=move || context.t(roll_words())
                title=move || context.t(roll_words())
                aria-pressed=move || session.autoplay.get().to_string()
                disabled=move || end.get() && !session.autoplay.get()
                on:click=move |_| toggle_autoplay(session)
            >
                {move || view! { <Icon d=if session.autoplay.get() { icons::PAUSE } else { icons::AUTOPLAY } /> }}
            </button>
            {step(icons::NEXT, texts::NEXT, end, |session| { session.forward(); })}
            {step(icons::LAST, texts::LAST, end, StudySession::go_to_end)}
            <button type="button" aria-label=move || context.t(words::FLIP) title=move || context.t(words::FLIP) on:click=move |_| flip_board(session)>
                <Icon d=icons::TURN />
            </button>
        </div>
    }
}

pub(crate) fn flip_board(session: StudySession) {
    session.controller.flipped.update(|flip| *flip = !*flip);
}

/// Starts or stops autoplay.
pub(crate) fn toggle_autoplay(session: StudySession) {
    let rolls = !session.autoplay.get_untracked();
    session.autoplay.set(rolls);
    if rolls {
        autoplay_step(session);
    }
}

fn autoplay_step(session: StudySession) {
    if session.autoplay.try_get_untracked() != Some(true) {
        return;
    }
    if !session.forward() {
        session.autoplay.set(false);
        return;
    }
    let wait = session.controller.context.animation_millis() * 2 + 700;
    browser::run_after(wait, move || autoplay_step(session));
}

/// Every ply, with variations and comments.
#[component]
pub(crate) fn MoveTree(session: StudySession) -> impl IntoView {
    let context = context();
    let rows = Memo::new(move |_| {
        let style = context.prefs.with(|prefs| prefs.moves);
        session.with(|study| study.rows(style, context.lang()))
    });
    let [first, second] = session
        .controller
        .spec
        .with_value(|spec| abaque_draw::seat_colours(spec))
        .unwrap_or_default();
    let list = NodeRef::<leptos::html::Div>::new();
    // Scrolls the current ply into view within the list, without scrolling the page.
    Effect::new(move |_| {
        session.at.track();
        rows.track();
        let Some(list) = list.get() else { return };
        browser::run_after(0, move || {
            let Ok(Some(current)) = list.query_selector("[aria-current]") else { return };
            let Ok(current) = current.dyn_into::<web_sys::HtmlElement>() else { return };
            let (top, bottom) =
                (current.offset_top(), current.offset_top() + current.offset_height());
            let (from, height) = (list.scroll_top(), list.client_height());
            if top < from || bottom > from + height {
                list.set_scroll_top(top - height / 2);
            }
        });
    });
    view! {
        <section class="tree" style:--first=first style:--second=second>
            <h2>{move || context.t(words::MOVES)}</h2>
            <div class="tree-list" node_ref=list role="group" aria-label=move || context.t(words::MOVES)>
                <button
                    type="button"
                    class="ply start"
                    aria-current=move || (session.at.get() == ROOT).then_some("true")
                    tabindex=move || if session.at.get() == ROOT { "0" } else { "-1" }
                    on:click=move |_| session.go_to(ROOT)
                >
                    {move || context.t(texts::START)}
                </button>
                <For each=move || rows.get().into_iter().enumerate() key=|row| row.clone() let:row>
                    <MoveRow session row=row.1 />
                </For>
            </div>
        </section>
    }
}

#[component]
fn MoveRow(session: StudySession, row: MoveListRow) -> impl IntoView {
    let context = context();
    let depth = row.depth;
    let aside = (depth > 0)
        .then(|| view! { <span class="sr-only">{move || context.t(texts::VARIATION)}</span> });
    let items = row.items.into_iter().map(|item| match item {
        MoveListItem::Comment(text) => view! { <span class="said">{text}</span> }.into_any(),
        MoveListItem::Ply { id, turn, ply, text, mark, seat } => view! {
            // A number never stands at the end of a line without its move.
            <span class="numbered">
            {turn.map(|turn| view! { <span class="turn">{turn}"."</span> })}
            <button
                type="button"
                class="ply"
                data-ply=ply
                data-seat=seat.map_or("lot".to_owned(), |seat| seat.to_string())
                aria-current=move || (session.at.get() == id).then_some("true")
                tabindex=move || if session.at.get() == id { "0" } else { "-1" }
                on:click=move |_| session.go_to(id)
            >
                {text}{(!mark.is_empty()).then(|| view! { <b>{mark}</b> })}
            </button>
            </span>
        }
        .into_any(),
    });
    view! {
        <div class="row" data-depth=depth.min(4).to_string()>{aside}{items.collect_view()}</div>
    }
}

/// Choice of the observer, in games with secrets.
#[component]
pub(crate) fn ObserverChoice(session: StudySession) -> impl IntoView {
    let context = context();
    let secrets = Memo::new(move |_| session.with(|study| study.has_secrets()));
    let info = session.with_untracked(|study| study.start().description());
    let option = move |shown: Perspective, words: abaque_core::StaticMessage| {
        view! {
            <label class="tile small">
                <input type="radio" name="eyes" prop:checked=move || session.perspective.get() == shown on:change=move |_| session.set_perspective(shown) />
                <span>{move || context.t(words)}</span>
            </label>
        }
    };
    view! {
        <Show when=move || secrets.get()>
            <fieldset class="eyes">
                <legend>{move || context.t(texts::EYES)}</legend>
                <div class="tiles">
                    {option(Perspective::All, texts::EYES_ALL)}
                    {Seat::ALL.map(|seat| option(Perspective::As(Observer::Player(seat)), info.players[seat.index()])).into_iter().collect_view()}
                    {option(Perspective::As(Observer::Spectator), texts::EYES_SPECTATOR)}
                </div>
            </fieldset>
        </Show>
    }
}

/// Choice of the chance outcome.
#[component]
pub(crate) fn LotChoice(session: StudySession) -> impl IntoView {
    let context = context();
    let due = Memo::new(move |_| {
        let place = session.place();
        match place.game.turn() {
            Turn::Chance => place.game.rolls(),
            _ => Vec::new(),
        }
    });
    let play = move |roll: &str| {
        crate::controller::GameBackend::play(&session, Seat::First, roll);
    };
    let any = move |_| {
        let rolls = due.get_untracked();
        let all: u64 = rolls.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut left = abaque_core::RandomSource::next_u64(&mut BrowserRandom) % all.max(1);
        for (roll, weight) in rolls {
            if left < u64::from(weight) {
                return play(&roll);
            }
            left -= u64::from(weight);
        }
    };
    let question = move || {
        let roll = due.with(|due| due.first().map(|(roll, _)| roll.clone())).unwrap_or_default();
        let spec = session.controller.spec;
        let question = spec.with_value(|spec| abaque_draw::lot_question(spec, &roll));
        question.map_or("", |question| context.t(question))
    };
    view! {
        <Show when=move || !due.with(Vec::is_empty)>
            <div class="asked lots" role="group" aria-label=question>
                <p>{question}</p>
                <button type="button" class="primary" on:click=any>{move || context.t(texts::ANY_THROW)}</button>
                <div class="rolls" class:few=move || due.with(|due| due.len() <= 2)>
                    {move || due.get().into_iter().map(|(roll, _)| {
                        let shown = session.controller.spec.with_value(|spec| abaque_draw::lot_name(spec, &roll));
                        let shown = move || shown.as_ref().map_or("", |shown| shown.get(context.lang())).to_owned();
                        view! { <button type="button" on:click=move |_| play(&roll)>{shown}</button> }
                    }).collect_view()}
                </div>
            </div>
        </Show>
    }
}
