//! Tables on a server: the lobby, live and slow games, chat, lots that can be checked.

mod aside;
mod call;
mod chat;
mod create;
mod doing;
mod lists;
mod lobby;
mod notify;
mod session;
mod stakes;
mod table;
mod verify;
pub(crate) mod wire;

use leptos::prelude::*;

use crate::context::context;
use crate::me::myself;

pub(crate) use call::waiting;
pub(crate) use lobby::Lobby;
pub(crate) use table::Game;
pub(crate) use verify::Verify;

use doing::Door;
use wire::wire;

/// What stands beside all pages of this part: the connection, and what calls one to a table.
pub(crate) fn beside() -> AnyView {
    wire::provide();
    view! { <call::Call /> }.into_any()
}

fn door() -> Door {
    Door { context: context(), myself: myself() }
}

/// Says that the connection is lost, as long as it is.
#[component]
fn Connection() -> impl IntoView {
    let context = context();
    let standing = wire().standing;
    Effect::new(move |before: Option<wire::Standing>| {
        let now = standing.get();
        match (before, now) {
            (Some(wire::Standing::Up), wire::Standing::Lost) => {
                context.say(context.t(abaque_client::words::online::LOST));
            }
            (Some(wire::Standing::Lost), wire::Standing::Up) => {
                context.say(context.t(abaque_client::words::online::BACK));
            }
            _ => {}
        }
        now
    });
    view! {
        <Show when=move || standing.get() == wire::Standing::Lost>
            <p class="notice lost">{move || context.t(abaque_client::words::online::LOST)}</p>
        </Show>
    }
}
