//! Shared by every page with a game: the board between its two players, the clock, keyboard
//! shortcuts.

use abaque_client::{labels, words};
use abaque_core::Seat;
use abaque_draw::BoardLayers;
use abaque_table::Timestamp;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::curtain::Curtain;
use super::dice::Dice;
use super::panel::{Feedback, SeatPanel};
use crate::board::{Board, board_layers};
use crate::browser;
use crate::context::context;
use crate::controller::BoardController;
use crate::deferred::Pages;

/// Clock refresh interval, in milliseconds.
const CLOCK_TICK_MS: u64 = 100;

/// Board, dice, both players, and `children` below. The workshop replaces the board while a secret
/// set-up is due; a curtain covers it while the screen changes hands.
#[component]
pub(crate) fn Frame(
    controller: BoardController,
    now: RwSignal<Timestamp>,
    /// Seat whose secret set-up is due.
    #[prop(optional)]
    sealed: Option<Memo<Option<Seat>>>,
    /// Whether the players are shown.
    #[prop(default = true)]
    panels: bool,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let stage = board_layers(context(), controller);
    let defs = Memo::new(move |_| {
        stage.with(|stage| stage.as_ref().map(|stage| stage.defs.clone()).unwrap_or_default())
    });
    // Keeps one board alive: recreating it would lose running animations.
    let pages: Pages = expect_context();
    let board = move || match sealed.and_then(|sealed| sealed.get()) {
        Some(seat) => pages.show_set_up_editor(controller, seat),
        None => view! { <Board controller stage /> }.into_any(),
    };
    let panel = move |far: bool| {
        panels.then(
            || view! { <SeatPanel controller stage now seat=move || (controller.flipped.get() == far).into() is_near=!far /> },
        )
    };
    view! {
        <svg class="defs" aria-hidden="true"><defs inner_html=defs></defs></svg>
        <div class="table-board">
            {panel(true)}
            <div class="board-frame">{board}<Dice controller /><Curtain controller />{(!panels).then(|| view! { <Feedback controller /> })}</div>
            {panel(false)}
            {controller.board_info().has_small_details.then(|| view! { <PieceDetail controller stage /> })}
            {children.map(|children| children())}
        </div>
    }
}

/// Focuses what the player needs first once the page is there: the curtain's button, the board or
/// the set-up. Leaves a focus inside the page alone.
pub(crate) fn focus_board_at_start() {
    let focus = || {
        let is_elsewhere = document()
            .active_element()
            .is_some_and(|focused| focused.id() != "content" && focused.tag_name() != "BODY");
        if is_elsewhere {
            return;
        }
        let wanted = [".curtain button", ".board .spot[tabindex='0']", ".workshop"];
        let find = |css: &&str| document().query_selector(css).ok().flatten();
        if let Some(element) = wanted.iter().find_map(find) {
            browser::focus(&element);
        }
    };
    Effect::new(move |_| browser::run_after(0, focus));
}

/// The piece last pointed at, enlarged: on a phone its details are too small to read. It shows no
/// more than the board does.
#[component]
fn PieceDetail(controller: BoardController, stage: Memo<Option<BoardLayers>>) -> impl IntoView {
    let context = context();
    let shown = Memo::new(move |_| {
        let square = controller.inspected.get()?;
        stage.with(|stage| {
            let stage = stage.as_ref()?;
            let piece = stage.pieces.iter().find(|piece| piece.slot == square)?;
            let (info, lang) = (controller.board_info(), context.lang());
            let view = controller.scene.with(|scene| scene.view.clone());
            let contents = controller
                .spec
                .with_value(|spec| abaque_draw::square_contents(spec, &view).unwrap_or_default());
            let label = labels::square_announcement(info, stage, &contents, &square, None, lang);
            Some((piece.svg.clone(), label))
        })
    });
    view! {
        <div class="piece-detail">
            {move || match shown.get() {
                Some((svg, label)) => view! { <svg viewBox="-54 -54 108 108" aria-hidden="true" inner_html=svg></svg><span>{label}</span> }.into_any(),
                None => view! { <small>{move || context.t(words::TAP_FOR_DETAIL)}</small> }.into_any(),
            }}
        </div>
    }
}

/// Seat whose secret set-up is due, reactive.
pub(crate) fn secret_setup_seat(controller: BoardController) -> Memo<Option<Seat>> {
    Memo::new(move |_| {
        controller.acting_seat.get().filter(|_| controller.with(|seen| seen.game.is_sealed()))
    })
}

/// The current time, reactive while the page is mounted; calls `tick` at every update.
pub(crate) fn ticking_clock(tick: impl Fn() + 'static) -> RwSignal<Timestamp> {
    let now = RwSignal::new(browser::now());
    let every = std::time::Duration::from_millis(CLOCK_TICK_MS);
    let look = move || {
        now.set(browser::now());
        tick();
    };
    if let Ok(clockwork) = set_interval_with_handle(look, every) {
        on_cleanup(move || clockwork.clear());
    }
    now
}

/// Shortcuts that work anywhere at the table except in text fields; `more` gets the other keys.
pub(crate) fn handle_table_keys(
    controller: BoardController,
    more: impl Fn(&str, &KeyboardEvent) + 'static,
) {
    let listener = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let Some(key) = browser::shortcut_key(&event) else { return };
        match key.to_ascii_lowercase().as_str() {
            "e" => controller.end_turn(),
            "s" => controller.interrupt(),
            "t" => focus_field(&event, "typed"),
            key => more(key, &event),
        }
    });
    on_cleanup(move || listener.remove());
}

/// Focuses a field without typing the shortcut key into it.
pub(crate) fn focus_field(event: &KeyboardEvent, id: &str) {
    event.prevent_default();
    browser::focus_element(id);
}
