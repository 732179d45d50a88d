//! Pages about people: ways in, one's account, profiles, lists of games.

mod account;
mod asked;
mod codes;
mod dice;
mod entry;
mod fields;
mod games;
mod history;
mod manners;
mod note;
mod players;
mod profile;
mod recover;
mod register;
mod sign_in;

use abaque_client::people::PeopleRoute;
use abaque_client::words::people as words;
use leptos::prelude::*;

use crate::context::Context;

/// The page of an address.
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

/// The title of the window.
pub(crate) fn set_title(context: Context, page: &PeopleRoute) {
    let title = match page {
        PeopleRoute::SignIn => context.t(words::SIGN_IN).to_owned(),
        PeopleRoute::Register => context.t(words::REGISTER).to_owned(),
        PeopleRoute::Recover => context.t(words::RECOVER).to_owned(),
        PeopleRoute::Account => context.t(words::ACCOUNT).to_owned(),
        PeopleRoute::Players => context.t(words::PLAYERS).to_owned(),
        PeopleRoute::Profile(name) => name.clone(),
        PeopleRoute::Games(name, _) => named(context.t(words::GAMES_OF), name),
    };
    document().set_title(&format!("{title} – Abaque"));
}

/// A text with somebody's name in its place.
fn named(text: &str, name: &str) -> String {
    text.replace("{name}", name)
}

/// A text with a number in its place.
fn counted(text: &str, count: impl ToString) -> String {
    text.replace("{n}", &count.to_string())
}

/// The title of a game by its name.
fn title(kind: &str, context: Context) -> String {
    let info = abaque_catalog::find(kind).map(|entry| (entry.info)());
    info.map_or_else(|_| kind.to_owned(), |info| context.t(info.title).to_owned())
}
