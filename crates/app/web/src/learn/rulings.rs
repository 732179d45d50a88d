//! The rulings page of a game.

use abaque_client::{Route, words};
use leptos::prelude::*;

use super::show_fetched;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::pages::Missing;

/// Rulings and reconstructions of a game, extracted from the rules when the app is bundled.
#[component]
pub(crate) fn Rulings(game: String) -> impl IntoView {
    let context = context();
    let Ok(entry) = abaque_catalog::find(&game) else {
        return view! { <Missing /> }.into_any();
    };
    let info = (entry.description)();
    let path = move || format!("/lessons/{}.rulings.{}.html", info.name, context.lang().code());
    let show = |html: String| Ok(view! { <article inner_html=html></article> }.into_any());
    view! {
        <section class="page narrow rules learn">
            <p class="way">
                <a href=Route::Learn.to_string()>{move || context.t(words::learn::LEARN)}</a>" › "
                <a href=Route::Course(info.name.into()).to_string()>{move || context.t(info.title)}</a>
            </p>
            <h1>{move || context.t(words::learn::RULINGS)}</h1>
            <p class="lead">{move || context.t(words::learn::RULINGS_HELP)}</p>
            {show_fetched(path, show)}
            <p class="links">
                <a class="button" href=Route::Rules(info.name.into()).to_string()><Icon d=icons::BOOK />{move || context.t(words::learn::ALL_RULES)}</a>
            </p>
        </section>
    }
    .into_any()
}
