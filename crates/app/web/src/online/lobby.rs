//! The lobby: finding an opponent.

use abaque_client::PeopleRoute;
use abaque_client::address::escape;
use abaque_client::api_error::ApiError;
use abaque_client::words;
use abaque_client::words::online;
use abaque_client::{Route, clock_text};
use abaque_people::SignInState;
use abaque_protocol::GameSummary;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::connection::server_connection;
use super::create_table::CreateTable;
use super::game_lists::{self, GameList, GameRow};
use super::{ConnectionNotice, matchmaker, system_notifications};
use crate::context::context;
use crate::icons::{self, Icon};
use crate::user_context::user_context;

/// Clocks of the quick match buttons.
const QUICK_CLOCKS: [&str; 4] = ["180+2", "600+5", "1800+20", "3/turn"];

/// The lobby page.
#[component]
pub(crate) fn Lobby(against: Option<String>) -> impl IntoView {
    let context = context();
    let connection = server_connection();
    let me = user_context().me;
    connection.watch_lobby(true);
    let turns: game_lists::GameListSignal = RwSignal::new(None);
    let live: game_lists::GameListSignal = RwSignal::new(None);
    let challenges: game_lists::GameListSignal = RwSignal::new(None);
    let playing: game_lists::GameListSignal = RwSignal::new(None);
    let tables: game_lists::GameListSignal = RwSignal::new(None);
    game_lists::load_list("/games?which=live", live);
    let own = move || {
        let Some(name) = me.with_untracked(|me| me.person().map(|person| person.name.clone()))
        else {
            return;
        };
        game_lists::load_list("/me/turns", turns);
        game_lists::load_list("/me/challenges", challenges);
        for (status, list) in [("playing", playing), ("open", tables)] {
            game_lists::load_list(
                &format!("/people/{}/games?status={status}", escape(&name)),
                list,
            );
        }
    };
    Effect::new(move |_| match me.get() {
        SignInState::Guest(_) | SignInState::Account(_) => own(),
        SignInState::Unknown | SignInState::Nobody => turns.set(Some(Ok(Vec::new()))),
    });
    // Polls the lists that the server does not push.
    let again = set_interval_with_handle(
        move || {
            game_lists::load_list("/games?which=live", live);
            own();
        },
        std::time::Duration::from_secs(15),
    );
    on_cleanup(move || {
        connection.watch_lobby(false);
        if let Ok(again) = again {
            again.clear();
        }
    });
    // Players cannot join their own table.
    let does = move |info: &GameSummary| {
        let own = info
            .seats
            .iter()
            .filter_map(|seat| seat.name.as_ref())
            .any(|name| connection.is_own_name(name));
        if own { words::OPEN } else { online::JOIN }
    };
    let open = move || {
        connection.open_games().map(|games| {
            if games.is_empty() {
                return view! { <p class="empty">{context.t(online::NO_OPEN)}</p> }.into_any();
            }
            view! {
                <ul class="list" aria-label=context.t(online::OPEN_GAMES)>{games.into_iter().map(|info| view! { <GameRow does=does(&info) info /> }).collect_view()}</ul>
            }
            .into_any()
        })
    };
    // Games where the opponent is to move; the others are listed as the player's turn.
    let others = Signal::derive(move || {
        let due = turns.with(game_ids);
        let games = playing.get()?;
        Some(
            games.map(|games| games.into_iter().filter(|info| !due.contains(&info.game)).collect()),
        )
    });
    let challenged = move || challenges.with(|list| !game_ids(list).is_empty());
    let hosts = move || tables.with(|list| !game_ids(list).is_empty());
    let waits = Memo::new(move |_| others.with(|list| !game_ids(list).is_empty()));
    let invites = against.is_some();
    let loading = move || connection.open_games().is_none();
    view! {
        <section class="page lobby">
            <h1>{move || context.t(online::LOBBY)}</h1>
            <p>{move || context.t(online::LOBBY_HELP)}</p>
            <ConnectionNotice />
            <div class="lobby-parts">
                <div class="find">
                    <QuickMatch />
                    <details open=invites>
                        <summary>{move || context.t(online::CREATE)}</summary>
                        <CreateTable against />
                    </details>
                </div>
                <Show when=move || me.with(|me| me.person().is_some())>
                    <div class="own">
                        <Show when=challenged>
                            <GameList title=online::CHALLENGES empty=online::NO_TURNS does=online::JOIN list=challenges />
                        </Show>
                        <GameList title=online::YOUR_TURNS empty=online::NO_TURNS does=words::PLAY list=turns />
                        <Show when=move || waits.get()>
                            <GameList title=online::YOUR_GAMES empty=online::NO_TURNS does=words::OPEN list=others />
                        </Show>
                        <Show when=hosts>
                            <GameList title=online::YOUR_TABLES empty=online::NO_TURNS does=words::OPEN list=tables />
                        </Show>
                        <NotificationSetting />
                    </div>
                </Show>
                <div class="others">
                    <h2>{move || context.t(online::OPEN_GAMES)}</h2>
                    <Show when=loading><p role="status">{move || context.t(online::LOADING)}</p></Show>
                    {open}
                    <GameList title=online::LIVE empty=online::NO_LIVE does=online::WATCH list=live />
                    <p class="links"><a class="button" href=Route::People(PeopleRoute::Players).to_string()><Icon d=icons::CUP />{move || context.t(words::people::PLAYERS)}</a></p>
                </div>
            </div>
        </section>
    }
}

/// Ids of the games in a list.
fn game_ids(list: &game_lists::GameListState) -> Vec<String> {
    let games = list.as_ref().and_then(|list| list.as_ref().ok());
    games.into_iter().flatten().map(|info| info.game.clone()).collect()
}

/// Quick match: game, clock, opponent in one click.
#[component]
fn QuickMatch() -> impl IntoView {
    let context = context();
    let matchmaker = matchmaker();
    let rated = RwSignal::new(false);
    let busy = RwSignal::new(false);
    let error = RwSignal::new(None::<ApiError>);
    let account = move || matchmaker.user.me.with(|me| matches!(me, SignInState::Account(_)));
    let seek = move |spec: &'static str, clock: &'static str| {
        busy.set(true);
        error.set(None);
        let rated = rated.get_untracked() && account();
        spawn_local(async move {
            if let Err(why) = matchmaker.seek(spec, clock, rated).await {
                error.try_set(Some(why));
            }
            busy.try_set(false);
        });
    };
    let row = move |entry: &'static abaque_catalog::CatalogEntry| {
        let info = (entry.description)();
        let button = move |clock: &'static str| {
            let label = move || {
                format!(
                    "{}, {}",
                    context.t(info.title),
                    clock_text::clock_rule_text(clock, context.lang())
                )
            };
            view! {
                <td>
                    <button disabled=busy aria-label=label on:click=move |_| seek(info.name, clock)>{move || clock_text::clock_rule_text(clock, context.lang())}</button>
                </td>
            }
        };
        view! {
            <tr>
                <th scope="row"><a href=Route::Rules(info.name.into()).to_string()>{move || context.t(info.title)}</a></th>
                {QUICK_CLOCKS.into_iter().map(button).collect_view()}
            </tr>
        }
    };
    view! {
        <h2 id="quick-match">{move || context.t(online::QUICK)}</h2>
        <table class="quick" aria-labelledby="quick-match"><tbody>{abaque_catalog::GAMES.iter().map(row).collect_view()}</tbody></table>
        <Show when=account>
            <label class="switch">
                <input type="checkbox" prop:checked=rated on:change=move |event| rated.set(event_target_checked(&event)) />
                <span>{move || context.t(online::QUICK_RATED)}</span>
            </label>
        </Show>
        {move || error.get().map(|why| view! { <p class="notice" role="alert">{why.to_text(context.lang())}</p> })}
    }
}

/// Switch for system notifications.
#[component]
fn NotificationSetting() -> impl IntoView {
    let context = context();
    let allowed = RwSignal::new(system_notifications::permission());
    let ask = move |_| {
        system_notifications::request_permission(move |granted| {
            allowed.try_set(Some(granted));
        });
    };
    move || {
        match allowed.get() {
        Some(true) => view! { <p class="help">{context.t(online::NOTIFY_ON)}</p> }.into_any(),
        Some(false) => view! { <p class="help">{context.t(online::NOTIFY_NO)}</p> }.into_any(),
        None => view! { <p><button on:click=ask><Icon d=icons::BELL />{context.t(online::NOTIFY)}</button></p> }.into_any(),
    }
    }
}
