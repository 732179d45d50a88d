//! The pages.

mod about;
mod games;
mod glimpse;
mod home;
mod new;
mod rules;
mod settings;

use abaque_client::{Route, words};
use leptos::prelude::*;

pub(crate) use about::About;
pub(crate) use games::Games;
pub(crate) use glimpse::{glimpse, pictured};
pub(crate) use home::Home;
pub(crate) use new::{New, Variant, spec, suggest_level};
pub(crate) use rules::Rules;
pub(crate) use settings::Settings;

use crate::context::context;

/// No page has this address.
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
