//! A game at this screen.

mod controls;
mod curtain;
mod dice;
mod info;
mod panel;
mod session;
pub(crate) mod store;
mod workshop;

use abaque_client::{Route, words};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::board::{Board, staged};
use crate::context::context;
use crate::{browser, pages};
use controls::{Asked, Buttons, Controls, EndTurn, Notice, StopWindow};
use curtain::Curtain;
use dice::Dice;
use info::{InWords, Moves, Remarks, Typed};
use panel::Panel;
pub(crate) use session::{Session, ended};
use workshop::Setup;

/// The page of a game.
#[component]
pub(crate) fn Table(id: u64) -> impl IntoView {
    let context = context();
    let kept = store::load(id);
    let opened = kept.as_ref().map(|kept| store::resume(&kept.record));
    match (kept, opened) {
        (Some(kept), Some(Ok(sitting))) => {
            let session = Session::new(id, sitting, kept.flipped, context);
            view! { <Seated session /> }.into_any()
        }
        (_, Some(Err(why))) => view! {
            <section class="page narrow">
                <h1>{context.t(words::LOST)}</h1>
                <p>{why.get(context.lang()).to_owned()}</p>
                <a class="button" href=Route::Games.to_string()>{context.t(words::MY_GAMES)}</a>
            </section>
        }
        .into_any(),
        _ => view! { <pages::Missing /> }.into_any(),
    }
}

#[component]
fn Seated(session: Session) -> impl IntoView {
    let context = context();
    let now = RwSignal::new(browser::now());
    let clockwork = set_interval_with_handle(
        move || {
            now.set(browser::now());
            session.tick();
        },
        std::time::Duration::from_millis(200),
    );
    let keys = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        keyed(session, &event)
    });
    on_cleanup(move || {
        if let Ok(clockwork) = clockwork {
            clockwork.clear();
        }
        keys.remove();
        session.leave();
    });
    let stage = staged(context, session);
    let defs = Memo::new(move |_| {
        stage.with(|stage| stage.as_ref().map(|stage| stage.defs.clone()).unwrap_or_default())
    });
    let title = move || session.with(|sitting| sitting.info().title.get(context.lang()));
    Effect::new(move |_| {
        let turn = session.mine.get().map(|_| context.t(words::YOUR_TURN));
        let title = title();
        document().set_title(
            &turn.map_or(format!("{title} – Abaque"), |turn| format!("{turn} – {title}")),
        );
    });
    // A board is kept as long as there is one: everything on it moves by itself.
    let sealed = Memo::new(move |_| {
        session.mine.get().filter(|_| session.with(|sitting| sitting.table().game().sealed()))
    });
    view! {
        <section class="table" data-game=session.game()>
            <h1 class="sr-only">{title}</h1>
            <svg class="defs" aria-hidden="true"><defs inner_html=defs></defs></svg>
            <div class="table-board">
                <Panel session stage now seat=move || session.flip.get().into() />
                <div class="board-frame">
                    {move || match sealed.get() {
                        Some(seat) => view! { <Setup session seat /> }.into_any(),
                        None => view! { <Board session stage /> }.into_any(),
                    }}
                    <Dice session />
                    <Curtain session />
                </div>
                <Panel session stage now seat=move || (!session.flip.get()).into() />
            </div>
            <aside class="table-side" aria-label=move || context.t(words::MOVES)>
                <Notice session />
                <StopWindow session now />
                <EndTurn session />
                <Asked session />
                <Buttons session />
                <Controls session />
                <Moves session />
                <Remarks session />
                <Typed session />
                <InWords session />
            </aside>
        </section>
    }
}

/// Keys that work wherever one is at the table, but not while writing.
fn keyed(session: Session, event: &KeyboardEvent) {
    let writing = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let writing = writing.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
    });
    if writing || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    match event.key().as_str() {
        "h" | "H" => session.ask_hint(),
        "u" | "U" => session.take_back(),
        "e" | "E" => session.end_turn(),
        "s" | "S" => session.shout_stop(),
        "f" | "F" => controls::flip(session),
        "t" | "T" => {
            event.prevent_default();
            browser::focus("typed");
        }
        _ => {}
    }
}
