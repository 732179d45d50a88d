//! The curtain between two people at one screen: hides one player's secrets from the other.

use abaque_client::saved_games::player_name;
use abaque_client::words;
use leptos::prelude::*;

use crate::context::context;
use crate::controller::BoardController;
use crate::icons::{self, Icon};

#[component]
pub(crate) fn Curtain(controller: BoardController) -> impl IntoView {
    let context = context();
    let name = move |seat: abaque_core::Seat| {
        controller.with(|seen| {
            let own = seen.info().players[seat.index()].get(context.lang());
            player_name(&seen.players[seat.index()], own, context.lang())
        })
    };
    view! {
        {move || controller.curtain_for.get().map(|seat| view! {
            <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="curtain-title">
                <Icon d=icons::EYE />
                <h2 id="curtain-title">{context.t(words::CURTAIN)}</h2>
                <p>{context.t(words::CURTAIN_HELP)}</p>
                <p class="name">{name(seat)}</p>
                <button class="primary" autofocus on:click=move |_| controller.take_screen(seat)>{context.t(words::READY)}</button>
            </div>
        })}
    }
}
