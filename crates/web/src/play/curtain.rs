//! Between two people at one screen: what follows is for one pair of eyes.

use abaque_client::shelf::player_name;
use abaque_client::words;
use leptos::prelude::*;

use crate::context::context;
use crate::desk::Desk;
use crate::icons::{self, Icon};

#[component]
pub(crate) fn Curtain(desk: Desk) -> impl IntoView {
    let context = context();
    let name = move |seat: abaque_core::Seat| {
        desk.with(|seen| {
            let own = seen.info().players[seat.index()].get(context.lang());
            player_name(&seen.players[seat.index()], own, context.lang())
        })
    };
    view! {
        {move || desk.curtain.get().map(|seat| view! {
            <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="curtain-title">
                <Icon d=icons::EYE />
                <h2 id="curtain-title">{context.t(words::CURTAIN)}</h2>
                <p>{context.t(words::CURTAIN_HELP)}</p>
                <p class="name">{name(seat)}</p>
                <button class="primary" autofocus on:click=move |_| desk.take_screen(seat)>{context.t(words::READY)}</button>
            </div>
        })}
    }
}
