//! Pages about users: sign-in, account, profiles, game lists.

mod account;
mod admission;
mod api_resource;
mod block_and_report;
mod dice;
mod entry;
mod fields;
mod form_note;
mod games;
mod history;
mod players;
mod profile;
mod recover;
mod register;
mod secret_texts;
mod sign_in;

use abaque_client::PeopleRoute;
use abaque_client::words::people as words;
use leptos::prelude::*;

use crate::context::AppContext;

/// Renders a route.
pub(crate) fn page(page: PeopleRoute) -> AnyView {
    match page {
        PeopleRoute::SignIn => view! { <sign_in::SignIn /> }.into_any(),
        PeopleRoute::Register => view! { <register::Register /> }.into_any(),
        PeopleRoute::Recover => view! { <recover::Recover /> }.into_any(),
        PeopleRoute::Account => view! { <account::Account /> }.into_any(),
        PeopleRoute::Players => view! { <players::Players /> }.into_any(),
        PeopleRoute::Profile(name) => view! { <profile::Profile name /> }.into_any(),
        PeopleRoute::Games(name, filter) => view! { <games::Games name filter /> }.into_any(),
    }
}

/// Sets the page title.
pub(crate) fn set_title(context: AppContext, page: &PeopleRoute) {
    let title = match page {
        PeopleRoute::SignIn => context.t(words::SIGN_IN).to_owned(),
        PeopleRoute::Register => context.t(words::REGISTER).to_owned(),
        PeopleRoute::Recover => context.t(words::RECOVER).to_owned(),
        PeopleRoute::Account => context.t(words::ACCOUNT).to_owned(),
        PeopleRoute::Players => context.t(words::PLAYERS).to_owned(),
        PeopleRoute::Profile(name) => name.clone(),
        PeopleRoute::Games(name, _) => with_name(context.t(words::GAMES_OF), name),
    };
    context.set_title(&format!("{title} – Abaque"));
}

/// Fills a name into a text.
fn with_name(text: &str, name: &str) -> String {
    text.replace("{name}", name)
}

/// Fills a number into a text.
fn with_count(text: &str, count: impl ToString) -> String {
    text.replace("{n}", &count.to_string())
}

/// The title of a game by its name.
fn game_title(kind: &str, context: AppContext) -> String {
    let info = abaque_catalog::find(kind).map(|entry| (entry.description)());
    info.map_or_else(|_| kind.to_owned(), |info| context.t(info.title).to_owned())
}
