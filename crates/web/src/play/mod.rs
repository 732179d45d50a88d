//! A game at this screen.

pub(crate) mod choices;
mod controls;
mod curtain;
mod dice;
pub(crate) mod frame;
pub(crate) mod info;
mod panel;
mod session;
pub(crate) mod store;
pub(crate) mod workshop;

use abaque_client::{Route, words};
use leptos::prelude::*;

use crate::context::context;
use crate::pages;
pub(crate) use choices::{Asked, Buttons, EndTurn, StopWindow};
use controls::{Controls, Notice};
pub(crate) use frame::Frame;
pub(crate) use info::{InWords, Typed};
use info::{Moves, Remarks};
pub(crate) use session::Session;

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
    let desk = session.desk;
    let now = frame::clockwork(move || session.tick());
    frame::keys(desk, move |key, event| match key {
        "h" => session.ask_hint(),
        "u" => session.take_back(),
        "f" => controls::flip(session),
        _ => desk.walk_by(event),
    });
    on_cleanup(move || session.new_era());
    let title = move || desk.with(|seen| seen.info().title.get(context.lang()));
    Effect::new(move |_| {
        let turn = desk.mine.get().map(|_| context.t(words::YOUR_TURN));
        let title = title();
        document().set_title(
            &turn.map_or(format!("{title} – Abaque"), |turn| format!("{turn} – {title}")),
        );
    });
    view! {
        <section class="table" data-game=desk.game()>
            <h1 class="sr-only">{title}</h1>
            <Frame desk now sealed=frame::sealed(desk) />
            <aside class="table-side" aria-label=move || context.t(words::MOVES)>
                <Notice session />
                <StopWindow desk now />
                <EndTurn desk />
                <Asked desk />
                <Buttons desk />
                <Moves desk />
                <Controls session />
                <Remarks desk />
                <Typed desk />
                <InWords desk />
            </aside>
        </section>
    }
}
