//! What belongs to one player: name, emblem, counters, clock.

use abaque_client::Route;
use abaque_client::online::telling::face;
use abaque_client::people::PeopleRoute;
use abaque_client::shelf::player_name;
use abaque_client::words;
use abaque_client::words::online;
use abaque_core::Seat;
use abaque_draw::{Panel as Drawn, Stage};
use abaque_table::At;
use leptos::prelude::*;

use crate::context::context;
use crate::desk::Desk;
use crate::icons::{self, Icon};

/// Which side of the board: the far one first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Side(Seat);

/// The far side is the second player's unless the board is turned round.
impl From<bool> for Side {
    fn from(first: bool) -> Side {
        Side(if first { Seat::First } else { Seat::Second })
    }
}

#[component]
pub(crate) fn Panel(
    desk: Desk,
    stage: Memo<Option<Stage>>,
    now: RwSignal<At>,
    seat: impl Fn() -> Side + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let context = context();
    let seat = Memo::new(move |_| seat().0);
    let drawn = Memo::new(move |_| {
        stage.with(|stage| stage.as_ref().map(|stage| stage.panels[seat.get().index()].clone()))
    });
    let name = move || {
        desk.with(|seen| {
            let index = seat.get().index();
            let own = seen.info().players[index].get(context.lang());
            player_name(&seen.players[index], own, context.lang())
        })
    };
    let own = move || desk.with(|seen| seen.info().players[seat.get().index()].get(context.lang()));
    let is_computer = move || desk.with(|seen| seen.is_computer(seat.get()));
    let acts = move || desk.with(|seen| seen.acting[seat.get().index()]);
    let won = move || desk.outcome().and_then(|outcome| outcome.winner()) == Some(seat.get());
    let note = move || {
        if acts() && desk.thinking.get() && is_computer() {
            return context.t(words::THINKING).to_owned();
        }
        if desk.outcome().is_some() {
            return String::new();
        }
        drawn.with(|drawn| drawn.as_ref().map(|panel| panel.note.clone()).unwrap_or_default())
    };
    // Whose side it is, unless the name says so already, and what is due.
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
                    Drawn::HEIGHT,
                    panel.art
                ))
            })
            .unwrap_or_default()
    };
    let clock = move || {
        desk.with(|seen| seen.clock(seat.get(), now.get())).map(|left| face(left, context.lang()))
    };
    let standing = Memo::new(move |_| desk.standing.with(|both| both[seat.get().index()].clone()));
    // A name leads to its page where there is one.
    let known = move || {
        let standing = standing.get();
        let here = standing.here.map(|here| {
            let words = if here { online::HERE } else { online::AWAY };
            view! { <i class="presence" data-here=here.to_string() role="img" aria-label=context.t(words) title=context.t(words)></i> }
        });
        let rating = standing.rating.map(|rating| view! { <span class="rating">{rating}</span> });
        let name = match standing.person {
            Some(person) => {
                let href = Route::People(PeopleRoute::Profile(person)).to_string();
                view! { <a href=href>{name}</a> }.into_any()
            }
            None => view! { <span>{name}</span> }.into_any(),
        };
        view! { {here}{name}{rating} }
    };
    view! {
        <div class="panel" class:acts=acts class:won=won data-seat=move || seat.get().index()>
            <span class="emblem" inner_html=move || art(Drawn::EMBLEM - 46.0, 92.0)></span>
            <span class="who">
                <strong>
                    {move || is_computer().then(|| view! { <Icon d=icons::CHIP /> })}
                    {known}
                </strong>
                <small>{line}</small>
            </span>
            <span class="counters" inner_html=move || art(450.0, Stage::SIDE - 450.0)></span>
            {move || clock().map(|left| view! { <time class="clock" class:running=acts>{left}</time> })}
        </div>
    }
}
