//! Lists of online games.

use abaque_client::api_error::ApiError;
use abaque_client::words::online;
use abaque_client::{Route, clock_text};
use abaque_core::StaticMessage;
use abaque_online_client::formatting;
use abaque_protocol::rest::GamesPage;
use abaque_protocol::{GameStage, GameSummary};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api;
use crate::context::context;

/// A list: loading, loaded or failed.
pub(crate) type GameListState = Option<Result<Vec<GameSummary>, ApiError>>;
/// Signal of a list.
pub(crate) type GameListSignal = RwSignal<GameListState>;

/// Loads a list. An unchanged list is not replaced, so that its rows keep the focus.
pub(crate) fn load_list(path: &str, into: GameListSignal) {
    let path = path.to_owned();
    spawn_local(async move {
        let page = Some(api::get::<GamesPage>(&path).await.map(|page| page.games));
        if into.try_with_untracked(|before| *before != page) == Some(true) {
            into.set(page);
        }
    });
}

/// One game: title, players, terms.
#[component]
pub(crate) fn GameRow(info: GameSummary, does: StaticMessage) -> impl IntoView {
    let context = context();
    let href = Route::Game(info.game.clone()).to_string();
    let rated = if info.rated { online::RATED } else { online::CASUAL };
    let (spec, clock) = (info.spec.clone(), info.clock.clone());
    let starting = info.stage() == GameStage::Seeds;
    let does = if starting { online::STARTING } else { does };
    let players = move || formatting::player_names(&info, context.lang()).join(" – ");
    view! {
        <li>
            <a class="row-link" href=href>
                <strong>{move || formatting::game_title(&spec, context.lang())}</strong>
                <span>{players}</span>
                <small>{move || clock_text::clock_rule_text(&clock, context.lang())}" · "{move || context.t(rated)}" · "<b>{move || context.t(does)}</b></small>
            </a>
        </li>
    }
}

/// A list with its heading, and a placeholder while it is empty.
#[component]
pub(crate) fn GameList(
    title: StaticMessage,
    empty: StaticMessage,
    does: StaticMessage,
    #[prop(into)] list: Signal<GameListState>,
) -> impl IntoView {
    let context = context();
    let rows = move || {
        match list.get() {
        None => view! { <p role="status">{context.t(online::LOADING)}</p> }.into_any(),
        Some(Err(error)) => view! { <p class="notice">{error.to_text(context.lang())}</p> }.into_any(),
        Some(Ok(games)) if games.is_empty() => {
            view! { <p class="empty">{context.t(empty)}</p> }.into_any()
        }
        Some(Ok(games)) => view! {
            <ul class="list" aria-label=context.t(title)>{games.into_iter().map(|info| view! { <GameRow info does /> }).collect_view()}</ul>
        }
        .into_any(),
    }
    };
    view! {
        <h2>{move || context.t(title)}</h2>
        {rows}
    }
}
