use abaque_client::{Route, words};
use abaque_core::GameInfo;
use abaque_draw::Options;
use leptos::prelude::*;

use crate::context::context;
use crate::icons::{self, Icon};
use crate::play::store;

/// Positions that show what a game is like.
const SHOWN: &[(&str, &str, &str)] = &[
    ("abalone", "abalone:layout=belgian-daisy", ""),
    ("abraxas", "abraxas:sheet=2", "8/8/8/3r4/3r4/2rrrr2/3r4/8 sw 1 17 0-0 3-3 push"),
    ("abagio", "abagio", ""),
    ("blocs", "blocs", ""),
];

/// The four games.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let context = context();
    let latest = store::all().into_iter().find(|kept| {
        kept.summary(abaque_core::Lang::En).is_some_and(|summary| summary.result.is_none())
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
                {latest.map(|kept| view! {
                    <a class="button primary" href=Route::Table(kept.id).to_string()>
                        <Icon d=icons::PLAY />{move || context.t(words::GO_ON_LATEST)}
                    </a>
                })}
            </header>
            <ul class="games">
                {abaque_catalog::GAMES.iter().map(|entry| view! { <Card info=(entry.info)() /> }).collect_view()}
            </ul>
        </section>
    }
}

#[component]
fn Card(info: &'static GameInfo) -> impl IntoView {
    let context = context();
    let picture = move || {
        let (_, spec, position) = SHOWN.iter().find(|(name, ..)| *name == info.name)?;
        let start = abaque_catalog::open(spec).ok()?;
        let view = if position.is_empty() { sample(start) } else { (*position).to_owned() };
        let options = Options {
            theme: context.theme(),
            panels: false,
            coordinates: false,
            ..Options::default()
        };
        abaque_draw::svg(spec, &view, &options).ok()
    };
    let new = Route::New(info.name.into()).to_string();
    view! {
        <li class="card" data-game=info.name>
            <a href=new.clone() class="picture" tabindex="-1" aria-hidden="true" inner_html=move || picture().unwrap_or_default()></a>
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

/// A view some turns into a game, always the same one.
fn sample(mut game: Box<dyn abaque_catalog::AnyGame>) -> String {
    let mut source = abaque_core::SplitMix(11);
    for _ in 0..36 {
        let ply = match game.turn() {
            abaque_core::Turn::Over(_) => break,
            abaque_core::Turn::Chance => {
                let rolls = game.rolls();
                let n = abaque_core::Source::below(&mut source, rolls.len() as u64) as usize;
                rolls.get(n).map(|(roll, _)| roll.clone())
            }
            abaque_core::Turn::Of(_) => game.random_action(&mut source),
        };
        if ply.is_none_or(|ply| game.play(&ply).is_err()) {
            break;
        }
    }
    game.view(abaque_core::Observer::Spectator)
}
