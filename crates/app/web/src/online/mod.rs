//! Online play: lobby, live and correspondence games, chat, verifiable chance.

mod chat;
pub(crate) mod connection;
mod create_table;
mod game_lists;
mod lobby;
mod matchmaking;
mod notices;
mod running_games;
mod seed_storage;
mod session;
mod side_panel;
mod socket;
mod system_notifications;
mod table;
mod verify;

use leptos::prelude::*;

use crate::context::context;
use crate::user_context::user_context;

pub(crate) use lobby::Lobby;
pub(crate) use notices::{Notices, provide as provide_notices};
pub(crate) use running_games::running_games;
pub(crate) use table::Game;
pub(crate) use verify::Verify;

use connection::server_connection;
use matchmaking::Matchmaker;
use socket::ConnectionState;

/// Starts what watches the player's tables, once the chunk has arrived: the notices and the
/// connection that the online pages share.
pub(crate) fn start() {
    let watch = notices::game_watch();
    notices::start(watch);
    let connection = connection::provide(watch);
    Effect::new(move |_| {
        if watch.needed.get() {
            connection.connect();
        }
    });
}

fn matchmaker() -> Matchmaker {
    Matchmaker { context: context(), user: user_context() }
}

/// Shown while the connection is lost.
#[component]
fn ConnectionNotice() -> impl IntoView {
    let context = context();
    let standing = server_connection().state;
    Effect::new(move |before: Option<ConnectionState>| {
        let now = standing.get();
        match (before, now) {
            (Some(ConnectionState::Up), ConnectionState::Lost) => {
                context.announce(context.t(abaque_client::words::online::LOST));
            }
            (Some(ConnectionState::Lost), ConnectionState::Up) => {
                context.announce(context.t(abaque_client::words::online::BACK));
            }
            _ => {}
        }
        now
    });
    view! {
        <Show when=move || standing.get() == ConnectionState::Lost>
            <p class="notice lost">{move || context.t(abaque_client::words::online::LOST)}</p>
        </Show>
    }
}
