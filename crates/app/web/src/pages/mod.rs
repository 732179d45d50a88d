//! Home, new game, rules, and the smaller pages.

mod about;
mod games;
mod home;
mod new_game;
mod option_form;
mod rules;
mod settings;
mod thumbnails;

use abaque_client::{Route, words};
use leptos::prelude::*;

pub(crate) use about::About;
pub(crate) use games::Games;
pub(crate) use home::{Home, InProgress};
pub(crate) use new_game::{NewGameAt, NewGamePage, suggest_level};
pub(crate) use option_form::{OptionForm, spec_text};
pub(crate) use rules::Rules;
pub(crate) use settings::Settings;
pub(crate) use thumbnails::{game_thumbnail, position_thumbnail};

use crate::context::context;

/// Not-found page.
#[component]
pub(crate) fn Missing() -> impl IntoView {
    let context = context();
    view! {
        <section class="page narrow">
            <h1>{move || context.t(words::NOT_FOUND)}</h1>
            <p>{move || context.t(words::NOT_FOUND_HELP)}</p>
            <a class="button primary" href=Route::Home.to_string()>{move || context.t(words::TO_HOME)}</a>
        </section>
    }
}
