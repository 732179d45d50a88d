//! What every page with a game has: the board between its two players, the time, keys.

use abaque_core::Seat;
use abaque_table::At;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::curtain::Curtain;
use super::dice::Dice;
use super::panel::Panel;
use super::workshop::Setup;
use crate::board::{Board, staged};
use crate::browser;
use crate::context::context;
use crate::desk::Desk;

/// How often the time is looked at, in milliseconds.
const TICK: u64 = 100;

/// Board, dice, the players on both sides, and what is put below (`children`). Where a secret set-up is due it is put together in
/// the board's place; where the screen is to be handed over a curtain lies on it.
#[component]
pub(crate) fn Frame(
    desk: Desk,
    now: RwSignal<At>,
    /// Whose set-up is due, where one is asked for.
    #[prop(optional)]
    sealed: Option<Memo<Option<Seat>>>,
    /// Whether the players are shown.
    #[prop(default = true)]
    panels: bool,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let stage = staged(context(), desk);
    let defs = Memo::new(move |_| {
        stage.with(|stage| stage.as_ref().map(|stage| stage.defs.clone()).unwrap_or_default())
    });
    // A board is kept as long as there is one: everything on it moves by itself.
    let board = move || match sealed.and_then(|sealed| sealed.get()) {
        Some(seat) => view! { <Setup desk seat /> }.into_any(),
        None => view! { <Board desk stage /> }.into_any(),
    };
    let panel = move |far: bool| {
        panels.then(
            || view! { <Panel desk stage now seat=move || (desk.flip.get() == far).into() /> },
        )
    };
    view! {
        <svg class="defs" aria-hidden="true"><defs inner_html=defs></defs></svg>
        <div class="table-board">
            {panel(true)}
            <div class="board-frame">{board}<Dice desk /><Curtain desk /></div>
            {panel(false)}
            {children.map(|children| children())}
        </div>
    }
}

/// Whose set-up is due at a table where one is handed in.
pub(crate) fn sealed(desk: Desk) -> Memo<Option<Seat>> {
    Memo::new(move |_| desk.mine.get().filter(|_| desk.with(|seen| seen.game.sealed())))
}

/// The time, followed as long as the page is there; `tick` is told each time.
pub(crate) fn clockwork(tick: impl Fn() + 'static) -> RwSignal<At> {
    let now = RwSignal::new(browser::now());
    let every = std::time::Duration::from_millis(TICK);
    let look = move || {
        now.set(browser::now());
        tick();
    };
    if let Ok(clockwork) = set_interval_with_handle(look, every) {
        on_cleanup(move || clockwork.clear());
    }
    now
}

/// Keys that work wherever one is at the table, but not while writing; `more` hears those that are not every table's.
pub(crate) fn keys(desk: Desk, more: impl Fn(&str, &KeyboardEvent) + 'static) {
    let heard = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let Some(key) = browser::shortcut(&event) else { return };
        match key.to_ascii_lowercase().as_str() {
            "e" => desk.end_turn(),
            "s" => desk.shout_stop(),
            "t" => focus(&event, "typed"),
            key => more(key, &event),
        }
    });
    on_cleanup(move || heard.remove());
}

/// Puts the focus into a field; the key that did it is not written there.
pub(crate) fn focus(event: &KeyboardEvent, id: &str) {
    event.prevent_default();
    browser::focus(id);
}
