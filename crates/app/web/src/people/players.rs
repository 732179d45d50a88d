//! Leaderboards, and search for a player.

use abaque_client::PeopleRoute;
use abaque_client::Route;
use abaque_client::words::people as words;
use abaque_core::GameDescription;
use abaque_protocol::rest::LeaderboardRow;
use leptos::prelude::*;
use web_sys::SubmitEvent;

use super::api_resource::ApiResource;
use super::with_count;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::user_context::user_context;

/// Players shown per leaderboard.
const MAX_LISTED_PLAYERS: usize = 10;

/// Leaderboards, and search by name.
#[component]
pub(super) fn Players() -> impl IntoView {
    let context = context();
    let games = abaque_catalog::GAMES.iter().map(|entry| (entry.description)());
    view! {
        <section class="page players">
            <h1>{move || context.t(words::PLAYERS)}</h1>
            <p class="lead">{move || context.t(words::PLAYERS_HELP)}</p>
            <FindPlayer />
            <div class="boards">{games.map(|info| view! { <Leaderboard info /> }).collect_view()}</div>
        </section>
    }
}

/// Opens a profile by name.
#[component]
fn FindPlayer() -> impl IntoView {
    let context = context();
    let name = RwSignal::new(String::new());
    let written = move || name.with(|name| name.trim().trim_start_matches('@').to_owned());
    let go = move |event: SubmitEvent| {
        event.prevent_default();
        let name = untrack(written);
        if !name.is_empty() {
            context.navigate(Route::People(PeopleRoute::Profile(name)));
        }
    };
    view! {
        <form class="find-player" role="search" on:submit=go>
            <label for="who">{move || context.t(words::FIND_PLAYER)}</label>
            <div class="find-line">
                <input id="who" type="search" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="40" prop:value=name on:input=move |event| name.set(event_target_value(&event)) />
                <button disabled=move || written().is_empty()><Icon d=icons::LENS />{move || context.t(words::SHOW_PLAYER)}</button>
            </div>
        </form>
    }
}

/// Leaderboard of one game.
#[component]
fn Leaderboard(info: &'static GameDescription) -> impl IntoView {
    let context = context();
    let best = ApiResource::<Vec<LeaderboardRow>>::new(format!("/best/{}", info.name));
    let shown = best.show(context, |best| view! { <LeaderboardTable best /> });
    view! {
        <section class="part" data-game=info.name>
            <h2>{move || context.t(info.title)}</h2>
            {shown}
        </section>
    }
}

#[component]
fn LeaderboardTable(best: Vec<LeaderboardRow>) -> impl IntoView {
    let (context, user) = (context(), user_context());
    let (all, whole) = (RwSignal::new(false), best.len());
    let row = move |(place, best): (usize, LeaderboardRow)| {
        let LeaderboardRow { name, rating, deviation, games } = best;
        let href = Route::People(PeopleRoute::Profile(name.clone())).to_string();
        let player = name.clone();
        let own = move || user.me.with(|me| me.is_called(&player)).to_string();
        view! {
            <tr data-own=own>
                <td>{place + 1}</td>
                <th scope="row"><a href=href>{name}</a></th>
                <td>{format!("{rating:.0}")}<small>{format!(" ± {deviation:.0}")}</small></td>
                <td>{games}</td>
            </tr>
        }
    };
    if best.is_empty() {
        return view! { <p class="empty">{move || context.t(words::NO_BEST)}</p> }.into_any();
    }
    let rows = move || {
        let count = if all.get() { whole } else { MAX_LISTED_PLAYERS };
        best.iter().take(count).cloned().enumerate().map(row).collect_view()
    };
    let more = move || {
        (whole > MAX_LISTED_PLAYERS && !all.get()).then(|| view! {
            <button type="button" on:click=move |_| all.set(true)>{move || with_count(context.t(words::ALL_BEST), whole)}</button>
        })
    };
    view! {
        <table class="results">
            <thead><tr>
                <th scope="col"><span class="sr-only">{move || context.t(words::PLACE)}</span></th>
                <th scope="col">{move || context.t(words::NAME)}</th>
                <th scope="col">{move || context.t(words::RATED)}</th>
                <th scope="col">{move || context.t(words::RATED_COUNT)}</th>
            </tr></thead>
            <tbody>{rows}</tbody>
        </table>
        {more}
    }
    .into_any()
}
