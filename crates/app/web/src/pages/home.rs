//! The home page.

use abaque_client::saved_games::SavedGame;
use abaque_client::{Route, words};
use abaque_core::GameDescription;
use abaque_online_client::{RunningTable, time_left};
use leptos::prelude::*;

use super::thumbnails::game_thumbnail;
use crate::context::context;
use crate::deferred::Pages;
use crate::icons::{self, Icon};
use crate::online;
use crate::play::game_storage;

/// Saved games shown on the home page; the list of games has the others.
const MAX_SAVED_GAMES: usize = 3;

/// The home page: games in progress, then the four games.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let context = context();
    let pages: Pages = expect_context();
    view! {
        <section class="page home">
            <header class="hero">
                <h1>"Abaque"</h1>
                <p class="tagline">{move || context.t(words::TAGLINE)}</p>
                {move || pages.show_games_in_progress()}
                <p>{move || context.t(words::INTRO)}</p>
                <p class="links">
                    <a class="button" href=Route::Lobby(None).to_string()><Icon d=icons::GLOBE />{move || context.t(words::online::LOBBY)}</a>
                    <a class="button" href=Route::Learn.to_string()><Icon d=icons::CAP />{move || context.t(words::learn::LEARN_GAME)}</a>
                    <a class="button" href=Route::Puzzles.to_string()><Icon d=icons::STAR />{move || context.t(words::learn::PUZZLES)}</a>
                    <a class="button" href=Route::Daily.to_string()><Icon d=icons::DAY />{move || context.t(words::learn::DAILY)}</a>
                </p>
            </header>
            <ul class="games">
                {abaque_catalog::GAMES.iter().map(|entry| view! { <Card info=(entry.description)() /> }).collect_view()}
            </ul>
        </section>
    }
}

/// The player's games in progress: online ones, those that wait for the player first, then the
/// latest saved ones.
#[component]
pub(crate) fn InProgress() -> impl IntoView {
    let context = context();
    let running = online::running_games();
    let saved: Vec<_> = game_storage::load_all()
        .into_iter()
        .filter(SavedGame::is_running)
        .take(MAX_SAVED_GAMES + 1)
        .collect();
    let has_more = saved.len() > MAX_SAVED_GAMES;
    let saved = StoredValue::new(saved);
    let row = move |route: Route,
                    title: String,
                    status: AnyView,
                    does: &'static str,
                    urgent: bool| {
        view! {
            <li class:urgent=urgent>
                <span><strong>{title.clone()}</strong>" "{status}</span>
                <a class="button" class:primary=urgent href=route.to_string()>{does}<span class="sr-only">" "{title}</span></a>
            </li>
        }
    };
    let online_row = move |game: RunningTable| {
        let (lang, me) = (context.lang(), running.me().unwrap_or_default());
        let waits = game.your_turn;
        let does = if waits { words::running::PLAY_NOW } else { words::running::VIEW_TABLE };
        let (route, title) = (Route::Game(game.id().to_owned()), game.title(lang));
        let status = game.status(&me, lang);
        let left = move || {
            let left = game.left(running.now.get())?;
            Some(format!(" · {}", time_left(left, context.lang())))
        };
        let status =
            view! { <small>{status}<time role="timer" aria-live="off">{left}</time></small> };
        row(route, title, status.into_any(), does.get(lang), waits)
    };
    move || {
        let lang = context.lang();
        let mut rows: Vec<_> =
            running.tables.with(|tables| tables.games().iter().cloned().map(online_row).collect());
        saved.with_value(|saved| {
            for game in saved.iter().take(MAX_SAVED_GAMES) {
                let Some(summary) = game.summary(lang) else { continue };
                let entry = abaque_catalog::find(&summary.game);
                let title = entry.map_or("", |entry| (entry.description)().title.get(lang));
                let players = summary.players.join(" – ");
                let status = view! { <small>{players}</small> }.into_any();
                let does = words::running::RESUME.get(lang);
                rows.push(row(Route::Table(game.id), title.to_owned(), status, does, false));
            }
        });
        (!rows.is_empty()).then(|| view! {
            <section class="in-progress" aria-labelledby="in-progress">
                <h2 id="in-progress">{context.t(words::running::RUNNING_GAMES)}</h2>
                <ul>{rows}</ul>
                {has_more.then(|| view! { <a href=Route::Games.to_string()>{context.t(words::running::ALL_SAVED)}</a> })}
            </section>
        })
    }
}

#[component]
fn Card(info: &'static GameDescription) -> impl IntoView {
    let context = context();
    let new = Route::New(info.name.into()).to_string();
    view! {
        <li class="card" data-game=info.name>
            <a href=new.clone() class="picture" tabindex="-1" aria-hidden="true" inner_html=move || game_thumbnail(context, info.name)></a>
            <div>
                <h2>{move || context.t(info.title)}</h2>
                <p>{move || context.t(info.blurb)}</p>
                <p class="links">
                    <a class="button primary" href=new>{move || context.t(words::PLAY)}<span class="sr-only">" "{move || context.t(info.title)}</span></a>
                    <a class="button" href=Route::Course(info.name.into()).to_string()>{move || context.t(words::learn::LEARN)}<span class="sr-only">" "{move || context.t(info.title)}</span></a>
                    <a class="button" href=Route::Rules(info.name.into()).to_string()>{move || context.t(words::RULES)}<span class="sr-only">" "{move || context.t(info.title)}</span></a>
                </p>
            </div>
        </li>
    }
}
