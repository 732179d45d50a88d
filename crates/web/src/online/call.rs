//! What calls a player back from any other page: a game that begins, games that wait.

use abaque_client::Route;
use abaque_client::words;
use abaque_client::words::online;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::notify;
use super::wire::wire;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::me::myself;
use crate::net;

/// Games of which nothing matters but how many there are.
#[derive(Deserialize)]
struct Count {
    games: Vec<IgnoredAny>,
}

/// How often waiting games are counted, in seconds.
const OFTEN: u64 = 60;

/// A game of one's own begins, and one is elsewhere.
#[component]
pub(crate) fn Call() -> impl IntoView {
    let context = context();
    let wire = wire();
    let paired = wire.paired;
    let called = Memo::new(move |_| {
        let game = paired.get()?;
        (context.route.get() != Route::Game(game.clone())).then_some(game)
    });
    Effect::new(move |_| {
        if called.get().is_some() {
            context.say(context.t(online::TABLE_WAITS));
            notify::show("Abaque", context.t(online::TABLE_WAITS));
        }
    });
    // Whoever is there has heard.
    Effect::new(move |_| {
        paired.track();
        if let Route::Game(here) = context.route.get() {
            wire.heard_of(&here);
        }
    });
    view! {
        {move || called.get().map(|game| view! {
            <div class="update call" role="status">
                <span>{context.t(online::TABLE_WAITS)}</span>
                <a class="button primary" href=Route::Game(game).to_string()>{context.t(words::OPEN)}</a>
                <button class="plain" aria-label=context.t(words::CLOSE) on:click=move |_| paired.set(None)><Icon d=icons::CROSS /></button>
            </div>
        })}
    }
}

/// How many games wait for oneself, followed: asked when the app starts, and now and then while it is looked at.
pub(crate) fn waiting() -> Signal<usize> {
    let me = myself().me;
    let context = context();
    let turns = RwSignal::new(0);
    let count = move || {
        if me.with_untracked(|me| me.person().is_some()) && !document().hidden() {
            spawn_local(async move {
                let mut count = 0;
                for path in ["/me/turns", "/me/challenges"] {
                    let Ok(Count { games }) = net::get(path).await else { return };
                    count += games.len();
                }
                turns.try_set(count);
            });
        }
    };
    Effect::new(move |_| {
        me.track();
        context.route.track();
        count();
    });
    set_interval(count, std::time::Duration::from_secs(OFTEN));
    turns.into()
}
