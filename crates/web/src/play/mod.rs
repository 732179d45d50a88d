//! A game at this screen.

pub(crate) mod choices;
mod controls;
mod curtain;
pub(crate) mod dice;
pub(crate) mod info;
pub(crate) mod panel;
mod session;
pub(crate) mod store;
pub(crate) mod workshop;

use abaque_client::{Route, words};
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::board::{Board, staged};
use crate::context::context;
use crate::{browser, pages};
pub(crate) use choices::{Asked, Buttons, EndTurn, StopWindow};
use controls::{Controls, Notice};
use curtain::Curtain;
pub(crate) use dice::Dice;
pub(crate) use info::{InWords, Typed};
use info::{Moves, Remarks};
pub(crate) use panel::Panel;
pub(crate) use session::Session;
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
        session.new_era();
    });
    let desk = session.desk;
    let stage = staged(context, desk);
    let defs = Memo::new(move |_| {
        stage.with(|stage| stage.as_ref().map(|stage| stage.defs.clone()).unwrap_or_default())
    });
    let title = move || desk.with(|seen| seen.info().title.get(context.lang()));
    Effect::new(move |_| {
        let turn = desk.mine.get().map(|_| context.t(words::YOUR_TURN));
        let title = title();
        document().set_title(
            &turn.map_or(format!("{title} – Abaque"), |turn| format!("{turn} – {title}")),
        );
    });
    // A board is kept as long as there is one: everything on it moves by itself.
    let sealed =
        Memo::new(move |_| desk.mine.get().filter(|_| desk.with(|seen| seen.game.sealed())));
    view! {
        <section class="table" data-game=desk.game()>
            <h1 class="sr-only">{title}</h1>
            <svg class="defs" aria-hidden="true"><defs inner_html=defs></defs></svg>
            <div class="table-board">
                <Panel desk stage now seat=move || desk.flip.get().into() />
                <div class="board-frame">
                    {move || match sealed.get() {
                        Some(seat) => view! { <Setup desk seat /> }.into_any(),
                        None => view! { <Board desk stage /> }.into_any(),
                    }}
                    <Dice desk />
                    <Curtain session />
                </div>
                <Panel desk stage now seat=move || (!desk.flip.get()).into() />
            </div>
            <aside class="table-side" aria-label=move || context.t(words::MOVES)>
                <Notice session />
                <StopWindow desk now />
                <EndTurn desk />
                <Asked desk />
                <Buttons desk />
                <Controls session />
                <Moves desk />
                <Remarks desk />
                <Typed desk />
                <InWords desk />
            </aside>
        </section>
    }
}

/// Keys that work wherever one is at the table, but not while writing.
fn keyed(session: Session, event: &KeyboardEvent) {
    let Some(key) = browser::shortcut(event) else { return };
    match key.as_str() {
        "h" | "H" => session.ask_hint(),
        "u" | "U" => session.take_back(),
        "e" | "E" => session.desk.end_turn(),
        "s" | "S" => session.desk.shout_stop(),
        "f" | "F" => controls::flip(session),
        "t" | "T" => {
            event.prevent_default();
            browser::focus("typed");
        }
        _ => session.desk.walk_by(event),
    }
}
