//! Lists of games on the server.

use abaque_client::Route;
use abaque_client::online::telling;
use abaque_client::trouble::Trouble;
use abaque_client::words::online;
use abaque_core::Words;
use abaque_protocol::GameInfo;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;

use crate::context::context;
use crate::net;

/// Games as the server lists them.
#[derive(Deserialize)]
pub(crate) struct Page {
    pub(crate) games: Vec<GameInfo>,
}

/// A list that is being asked for, there, or not to be had.
pub(crate) type Listed = Option<Result<Vec<GameInfo>, Trouble>>;
/// A place for one.
pub(crate) type Asked = RwSignal<Listed>;

/// Asks for a list. One that is as it was is left alone, or whoever is just at a row would lose it.
pub(crate) fn ask(path: &str, into: Asked) {
    let path = path.to_owned();
    spawn_local(async move {
        let page = Some(net::get::<Page>(&path).await.map(|page| page.games));
        if into.try_with_untracked(|before| *before != page) == Some(true) {
            into.set(page);
        }
    });
}

/// What is said of one game: its title, who plays, how.
#[component]
pub(crate) fn Row(info: GameInfo, does: Words) -> impl IntoView {
    let context = context();
    let href = Route::Game(info.game.clone()).to_string();
    let rated = if info.rated { online::RATED } else { online::CASUAL };
    let (spec, clock) = (info.spec.clone(), info.clock.clone());
    let players = move || telling::players(&info, context.lang()).join(" – ");
    view! {
        <li>
            <a class="row-link" href=href>
                <strong>{move || telling::title(&spec, context.lang())}</strong>
                <span>{players}</span>
                <small>{move || telling::clock(&clock, context.lang())}" · "{move || context.t(rated)}" · "<b>{move || context.t(does)}</b></small>
            </a>
        </li>
    }
}

/// A list with its heading, and what is said while there is none.
#[component]
pub(crate) fn List(
    title: Words,
    empty: Words,
    does: Words,
    #[prop(into)] list: Signal<Listed>,
) -> impl IntoView {
    let context = context();
    let rows = move || {
        match list.get() {
        None => view! { <p role="status">{context.t(online::LOADING)}</p> }.into_any(),
        Some(Err(trouble)) => view! { <p class="notice">{trouble.tell(context.lang())}</p> }.into_any(),
        Some(Ok(games)) if games.is_empty() => {
            view! { <p class="empty">{context.t(empty)}</p> }.into_any()
        }
        Some(Ok(games)) => view! {
            <ul class="list">{games.into_iter().map(|info| view! { <Row info does /> }).collect_view()}</ul>
        }
        .into_any(),
    }
    };
    view! {
        <h2>{move || context.t(title)}</h2>
        {rows}
    }
}
