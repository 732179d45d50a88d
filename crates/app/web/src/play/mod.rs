//! Local games.

pub(crate) mod choices;
pub(crate) mod confirm;
mod controls;
mod curtain;
mod dice;
pub(crate) mod frame;
pub(crate) mod game_storage;
pub(crate) mod info;
mod panel;
mod session;
pub(crate) mod workshop;

use abaque_client::{Route, words};
use leptos::prelude::*;

use crate::context::context;
use crate::deferred::Pages;
use crate::pages;
pub(crate) use choices::{ActionButtons, ActionChoice, EndTurn, InterruptWindow, Prompts};
use controls::{Controls, Notice};
pub(crate) use controls::{NextGames, next_puzzle_link};
pub(crate) use frame::Frame;
use info::Moves;
pub(crate) use info::{ActionField, BoardInWords, TableNotes};
pub(crate) use session::LocalSession;
pub(crate) use workshop::SetupEditor;

/// The page of a local game.
#[component]
pub(crate) fn Table(id: u64) -> impl IntoView {
    match game_storage::take_started(id) {
        Some(started) => {
            let session = LocalSession::new(id, started.game, started.flipped, context());
            view! { <LocalTable session /> }.into_any()
        }
        None => {
            let pages: Pages = expect_context();
            (move || pages.show_saved_table(id)).into_any()
        }
    }
}

/// A local game from the browser's storage.
#[component]
pub(crate) fn SavedTable(id: u64) -> impl IntoView {
    let context = context();
    let saved = game_storage::load(id);
    let opened = saved.as_ref().map(|saved| game_storage::resume(&saved.record));
    match (saved, opened) {
        (Some(saved), Some(Ok(game))) => {
            let session = LocalSession::new(id, game, saved.flipped, context);
            view! { <LocalTable session /> }.into_any()
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
fn LocalTable(session: LocalSession) -> impl IntoView {
    let context = context();
    let pages: Pages = expect_context();
    let controller = session.controller;
    let now = frame::ticking_clock(move || session.tick());
    frame::handle_table_keys(controller, move |key, event| match key {
        "h" => session.ask_hint(),
        "u" => session.take_back(),
        "f" => controls::flip_board(session),
        _ => controller.handle_key(event),
    });
    on_cleanup(move || session.cancel_scheduled());
    frame::focus_board_at_start();
    let title = move || controller.with(|seen| seen.info().title.get(context.lang()));
    Effect::new(move |_| {
        let turn = controller.acting_seat.get().map(|_| context.t(words::YOUR_TURN));
        let title = title();
        context.set_title(
            &turn.map_or(format!("{title} – Abaque"), |turn| format!("{turn} – {title}")),
        );
    });
    view! {
        <section class="table" style:--wide=controller.board_info().aspect_ratio.to_string() data-game=controller.game_name()>
            <h1 class="sr-only">{title}</h1>
            <Frame controller now sealed=frame::secret_setup_seat(controller) />
            <aside class="table-side" aria-label=move || context.t(words::BESIDE_BOARD)>
                <div class="side-column">
                    <Prompts controller now><Notice session /></Prompts>
                    <Moves controller />
                    <Controls session />
                </div>
                {move || pages.show_table_notes(controller)}
            </aside>
        </section>
    }
}
