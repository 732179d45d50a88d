//! The home page.

use abaque_client::{Route, words};
use abaque_core::GameDescription;
use leptos::prelude::*;

use super::thumbnails::game_thumbnail;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::play::game_storage;

/// The home page: the four games.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let context = context();
    let latest = game_storage::load_all().into_iter().find(|game| {
        game.summary(abaque_core::Lang::En).is_some_and(|summary| summary.result.is_none())
    });
    view! {
        <section class="page home">
            <header class="hero">
                <h1>"Abaque"</h1>
                <p class="tagline">{move || context.t(words::TAGLINE)}</p>
                <p>{move || context.t(words::INTRO)}</p>
                <p class="links">
                    <a class="button" href=Route::Lobby(None).to_string()><Icon d=icons::GLOBE />{move || context.t(words::online::LOBBY)}</a>
                    <a class="button" href=Route::Learn.to_string()><Icon d=icons::CAP />{move || context.t(words::learn::LEARN_GAME)}</a>
                    <a class="button" href=Route::Puzzles.to_string()><Icon d=icons::STAR />{move || context.t(words::learn::PUZZLES)}</a>
                    <a class="button" href=Route::Daily.to_string()><Icon d=icons::DAY />{move || context.t(words::learn::DAILY)}</a>
                </p>
                {latest.map(|game| view! {
                    <a class="button primary" href=Route::Table(game.id).to_string()>
                        <Icon d=icons::PLAY />{move || context.t(words::GO_ON_LATEST)}
                    </a>
                })}
            </header>
            <ul class="games">
                {abaque_catalog::GAMES.iter().map(|entry| view! { <Card info=(entry.description)() /> }).collect_view()}
            </ul>
        </section>
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
