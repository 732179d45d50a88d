//! The tree of moves, and walking through it.

use abaque_client::study::{Item, ROOT, Row, Shown, lot_name};
use abaque_client::words::{self, study as texts};
use abaque_core::{Observer, Seat, Turn};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::session::Session;
use crate::browser::{self, Chance};
use crate::context::context;
use crate::icons::{self, Icon};

/// To the start, back, forward, to the end; by itself.
#[component]
pub(crate) fn Walk(session: Session) -> impl IntoView {
    let context = context();
    let at_start = move || session.at.get() == ROOT;
    let at_end = move || {
        let at = session.at.get();
        session.with(|study| study.next(at).is_empty())
    };
    let step =
        move |icon: &'static str, words: abaque_core::Words, off: Signal<bool>, go: fn(Session)| {
            view! {
                <button
                    type="button"
                    aria-label=move || context.t(words)
                    title=move || context.t(words)
                    disabled=off
                    on:click=move |_| { session.rolling.set(false); go(session); }
                >
                    <Icon d=icon />
                </button>
            }
        };
    let (start, end) = (Signal::derive(at_start), Signal::derive(at_end));
    let roll_words = move || if session.rolling.get() { texts::PAUSE } else { texts::AUTOPLAY };
    view! {
        <div class="walk" role="group" aria-label=move || context.t(texts::REPLAY)>
            {step(icons::FIRST, texts::FIRST, start, Session::first)}
            {step(icons::PREVIOUS, texts::PREVIOUS, start, Session::back)}
            <button
                type="button"
                aria-label=move || context.t(roll_words())
                title=move || context.t(roll_words())
                aria-pressed=move || session.rolling.get().to_string()
                disabled=move || end.get() && !session.rolling.get()
                on:click=move |_| roll(session)
            >
                {move || view! { <Icon d=if session.rolling.get() { icons::PAUSE } else { icons::PLAY } /> }}
            </button>
            {step(icons::NEXT, texts::NEXT, end, |session| { session.forward(); })}
            {step(icons::LAST, texts::LAST, end, Session::last)}
            <button type="button" aria-label=move || context.t(words::FLIP) title=move || context.t(words::FLIP) on:click=move |_| flip(session)>
                <Icon d=icons::TURN />
            </button>
        </div>
    }
}

pub(crate) fn flip(session: Session) {
    session.desk.flip.update(|flip| *flip = !*flip);
}

/// Lets the line go on by itself, or stops it.
pub(crate) fn roll(session: Session) {
    let rolls = !session.rolling.get_untracked();
    session.rolling.set(rolls);
    if rolls {
        roll_on(session);
    }
}

fn roll_on(session: Session) {
    if session.rolling.try_get_untracked() != Some(true) {
        return;
    }
    if !session.forward() {
        session.rolling.set(false);
        return;
    }
    let wait = session.desk.context.pace() * 2 + 700;
    browser::after(wait, move || roll_on(session));
}

/// Every ply, with variations and comments.
#[component]
pub(crate) fn Tree(session: Session) -> impl IntoView {
    let context = context();
    let rows = Memo::new(move |_| session.with(|study| study.rows()));
    let list = NodeRef::<leptos::html::Div>::new();
    // What is current stays in sight within the list; the page itself does not move.
    Effect::new(move |_| {
        session.at.track();
        rows.track();
        let Some(list) = list.get() else { return };
        browser::after(0, move || {
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
        <section class="tree">
            <h2>{move || context.t(words::MOVES)}</h2>
            <div class="tree-list" node_ref=list role="group" aria-label=move || context.t(words::MOVES)>
                <button
                    type="button"
                    class="ply start"
                    aria-current=move || (session.at.get() == ROOT).then_some("true")
                    tabindex=move || if session.at.get() == ROOT { "0" } else { "-1" }
                    on:click=move |_| session.go(ROOT)
                >
                    {move || context.t(texts::START)}
                </button>
                <For each=move || rows.get().into_iter().enumerate() key=|row| row.clone() let:row>
                    <Line session row=row.1 />
                </For>
            </div>
        </section>
    }
}

#[component]
fn Line(session: Session, row: Row) -> impl IntoView {
    let context = context();
    let depth = row.depth;
    let aside = (depth > 0)
        .then(|| view! { <span class="sr-only">{move || context.t(texts::VARIATION)}</span> });
    let items = row.items.into_iter().map(|item| match item {
        Item::Comment(text) => view! { <span class="said">{text}</span> }.into_any(),
        Item::Ply { id, turn, text, mark, seat } => view! {
            {turn.map(|turn| view! { <span class="turn">{turn}"."</span> })}
            <button
                type="button"
                class="ply"
                data-seat=seat.map_or("lot".to_owned(), |seat| seat.to_string())
                aria-current=move || (session.at.get() == id).then_some("true")
                tabindex=move || if session.at.get() == id { "0" } else { "-1" }
                on:click=move |_| session.go(id)
            >
                {text}{(!mark.is_empty()).then(|| view! { <b>{mark}</b> })}
            </button>
        }
        .into_any(),
    });
    view! {
        <div class="row" data-depth=depth.min(4).to_string()>{aside}{items.collect_view()}</div>
    }
}

/// Whose eyes look, in games with secrets.
#[component]
pub(crate) fn Eyes(session: Session) -> impl IntoView {
    let context = context();
    let secrets = Memo::new(move |_| session.with(|study| study.has_secrets()));
    let info = session.glance(|study| study.start().info());
    let option = move |shown: Shown, words: abaque_core::Words| {
        view! {
            <label class="tile small">
                <input type="radio" name="eyes" prop:checked=move || session.shown.get() == shown on:change=move |_| session.look(shown) />
                <span>{move || context.t(words)}</span>
            </label>
        }
    };
    view! {
        <Show when=move || secrets.get()>
            <fieldset class="eyes">
                <legend>{move || context.t(texts::EYES)}</legend>
                <div class="tiles">
                    {option(Shown::All, texts::EYES_ALL)}
                    {Seat::ALL.map(|seat| option(Shown::As(Observer::Player(seat)), info.players[seat.index()])).into_iter().collect_view()}
                    {option(Shown::As(Observer::Spectator), texts::EYES_SPECTATOR)}
                </div>
            </fieldset>
        </Show>
    }
}

/// What a lot may bring: whoever studies chooses.
#[component]
pub(crate) fn Lots(session: Session) -> impl IntoView {
    let context = context();
    let due = Memo::new(move |_| {
        let place = session.place();
        match place.game.turn() {
            Turn::Chance => place.game.rolls(),
            _ => Vec::new(),
        }
    });
    let play = move |roll: &str| {
        crate::desk::Host::play(&session, Seat::First, roll);
    };
    let any = move |_| {
        let rolls = due.get_untracked();
        let all: u64 = rolls.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut left = abaque_core::Source::next_u64(&mut Chance) % all.max(1);
        for (roll, weight) in rolls {
            if left < u64::from(weight) {
                return play(&roll);
            }
            left -= u64::from(weight);
        }
    };
    let asked = move || {
        let first = due.with(|due| due.iter().any(|(roll, _)| roll.starts_with('f')));
        match (session.desk.game() == "abagio", first) {
            (true, true) => texts::FIRST_DUE,
            (true, false) => texts::THROW_DUE,
            (false, _) => texts::LOT_DUE,
        }
    };
    view! {
        <Show when=move || !due.with(Vec::is_empty)>
            <div class="asked lots" role="group" aria-label=move || context.t(asked())>
                <p>{move || context.t(asked())}</p>
                <button type="button" class="primary" on:click=any>{move || context.t(texts::ANY_THROW)}</button>
                <div class="rolls">
                    {move || due.get().into_iter().map(|(roll, _)| {
                        let shown = session.glance(|study| lot_name(study.start().info(), &roll));
                        view! { <button type="button" on:click=move |_| play(&roll)>{move || shown.get(context.lang()).to_owned()}</button> }
                    }).collect_view()}
                </div>
            </div>
        </Show>
    }
}
