//! A player's panel: name, emblem, counters, clock.

use abaque_client::PeopleRoute;
use abaque_client::Route;
use abaque_client::clock_text::clock_face;
use abaque_client::labels::own_due;
use abaque_client::words;
use abaque_client::words::online;
use abaque_core::Seat;
use abaque_draw::{BoardLayers, PlayerPanel};
use abaque_table::Timestamp;
use leptos::prelude::*;

use crate::context::context;
use crate::controller::BoardController;
use crate::icons::{self, Icon};

/// The seat on one side of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoardSide(Seat);

/// The far side is the second player's unless the board is turned.
impl From<bool> for BoardSide {
    fn from(first: bool) -> BoardSide {
        BoardSide(if first { Seat::First } else { Seat::Second })
    }
}

/// Why the last gesture was refused, or another notice. It lies over the panel, so that nothing
/// else moves; the announcement for screen readers is made with it.
#[component]
pub(crate) fn Feedback(controller: BoardController) -> impl IntoView {
    move || controller.notice.get().map(|text| view! { <p class="notice feedback">{text}</p> })
}

#[component]
pub(crate) fn SeatPanel(
    controller: BoardController,
    stage: Memo<Option<BoardLayers>>,
    now: RwSignal<Timestamp>,
    seat: impl Fn() -> BoardSide + Copy + Send + Sync + 'static,
    /// Whether this is the side near the viewer, where refusals appear.
    is_near: bool,
) -> impl IntoView {
    let context = context();
    let seat = Memo::new(move |_| seat().0);
    let drawn = Memo::new(move |_| {
        stage.with(|stage| stage.as_ref().map(|stage| stage.panels[seat.get().index()].clone()))
    });
    let is_own = move || controller.with(|seen| seen.own_seat == Some(seat.get()));
    let name = move || match is_own() {
        true => context.t(words::running::YOU).to_owned(),
        false => controller.with(|seen| seen.player_name(seat.get(), context.lang())),
    };
    let own =
        move || controller.with(|seen| seen.info().players[seat.get().index()].get(context.lang()));
    let is_computer = move || controller.with(|seen| seen.is_computer(seat.get()));
    let acts = move || controller.with(|seen| seen.acting[seat.get().index()]);
    let won = move || controller.outcome().and_then(|outcome| outcome.winner()) == Some(seat.get());
    let note = move || {
        if acts() && controller.computer_thinking.get() && is_computer() {
            return context.t(words::THINKING).to_owned();
        }
        if controller.outcome().is_some() {
            return String::new();
        }
        let note =
            drawn.with(|drawn| drawn.as_ref().map(|panel| panel.note.clone()).unwrap_or_default());
        if is_own() { own_due(&note) } else { note }
    };
    // The player's colour, unless the name says it, and what is due.
    let line = move || {
        let side = if name() == own() { "" } else { own() };
        [side, note().as_str()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" · ")
    };
    let art = move |x: f64, width: f64| {
        drawn
            .with(|drawn| {
                let panel = drawn.as_ref()?;
                Some(format!(
                    "<svg viewBox=\"{x} 0 {width} {}\" aria-hidden=\"true\">{}</svg>",
                    PlayerPanel::HEIGHT,
                    panel.svg
                ))
            })
            .unwrap_or_default()
    };
    let clock = move || {
        controller
            .with(|seen| seen.clock(seat.get(), now.get()))
            .map(|left| clock_face(left, context.lang()))
    };
    let standing =
        Memo::new(move |_| controller.player_status.with(|both| both[seat.get().index()].clone()));
    // The name links to the profile, if there is one.
    let known = move || {
        let standing = standing.get();
        let here = standing.is_present.map(|here| {
            let words = if here { online::HERE } else { online::AWAY };
            view! { <i class="presence" data-here=here.to_string() role="img" aria-label=context.t(words) title=context.t(words)></i> }
        });
        let rating = standing.rating.map(|rating| view! { <span class="rating">{rating}</span> });
        let name = match standing.profile_name {
            Some(person) => {
                let href = Route::People(PeopleRoute::Profile(person)).to_string();
                view! { <a href=href>{name}</a> }.into_any()
            }
            None => view! { <span>{name}</span> }.into_any(),
        };
        view! { {here}{name}{rating} }
    };
    view! {
        <div class="panel" role="group" aria-label=name class:wide-counters=controller.board_info().has_wide_counters class:acts=acts class:won=won data-seat=move || seat.get().index()>
            <span class="emblem" inner_html=move || art(PlayerPanel::EMBLEM_X - 46.0, 92.0)></span>
            <span class="who">
                <strong>
                    {move || is_computer().then(|| view! { <Icon d=icons::CHIP /> })}
                    {known}
                </strong>
                <small>{line}</small>
            </span>
            <span class="counters" inner_html=move || art(450.0, BoardLayers::SIDE - 450.0)></span>
            {is_near.then(|| view! { <Feedback controller /> })}
            {move || clock().map(|left| view! { <time class="clock" role="timer" class:running=acts aria-label=format!("{left} {}", context.t(words::TIME_LEFT))>{left.clone()}</time> })}
        </div>
    }
}
