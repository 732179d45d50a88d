//! Number of online games that wait for the player. The list itself is in the lobby, to keep the
//! main module small.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::api;
use crate::context::context;
use crate::user_context::user_context;

/// Poll interval, in seconds.
const POLL_INTERVAL_SECS: u64 = 60;

/// A page of games, of which only the number matters.
#[derive(Deserialize)]
struct GameCount {
    games: Vec<IgnoredAny>,
}

/// Number of games that wait for the player, reactive: fetched at start, then polled while the page
/// is visible.
pub(crate) fn waiting_games() -> Signal<usize> {
    let me = user_context().me;
    let context = context();
    let games = RwSignal::new(0);
    let ask = move || {
        if me.with_untracked(|me| me.person().is_some()) && !document().hidden() {
            spawn_local(async move {
                let mut count = 0;
                for path in ["/me/turns", "/me/challenges"] {
                    let Ok(GameCount { games }) = api::get(path).await else { return };
                    count += games.len();
                }
                games.try_set(count);
            });
        }
    };
    Effect::new(move |_| {
        me.track();
        context.route.track();
        ask();
    });
    set_interval(ask, std::time::Duration::from_secs(POLL_INTERVAL_SECS));
    games.into()
}
