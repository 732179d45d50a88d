//! What is one's own: each part a section.

mod blocks;
mod codes;
mod data;
mod password;
mod sessions;
mod tokens;

use abaque_client::Route;
use abaque_client::people::{Me, PeopleRoute, Person, WhoAmI};
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::asked::Asked;
use super::note::{Note, Noted, Shown};
use crate::context::context;
use crate::icons::{self, Icon};
use crate::me::myself;

/// The account, as far as whoever looks has one.
#[component]
pub(super) fn Account() -> impl IntoView {
    let (context, myself) = (context(), myself());
    let me = Memo::new(move |_| myself.me.get());
    // Said here, for by then there is no account to say it.
    let gone = RwSignal::new(false);
    view! {
        <section class="page narrow account">
            <h1>{move || context.t(words::ACCOUNT)}</h1>
            <Show when=move || gone.get()>
                <p class="notice hint" role="status">{move || context.t(words::DELETED)}</p>
            </Show>
            {move || match me.get() {
                Me::Unknown => view! { <Unknown /> }.into_any(),
                Me::Nobody => view! { <Nobody /> }.into_any(),
                Me::Guest(person) => view! {
                    <Hello person=person.clone() />
                    <blocks::Blocks />
                    <data::Data person gone />
                }.into_any(),
                Me::Account(person) => view! {
                    <Hello person=person.clone() />
                    <password::ChangePassword name=person.name.clone() />
                    <codes::RecoveryCodes name=person.name.clone() />
                    <sessions::Sessions />
                    <tokens::Tokens />
                    <blocks::Blocks />
                    <data::Data person gone />
                }.into_any(),
            }}
        </section>
    }
}

/// Nobody has answered yet: ask once more, where one can see what comes of it.
#[component]
fn Unknown() -> impl IntoView {
    let (context, myself) = (context(), myself());
    let who = Asked::<WhoAmI>::new("/me".into());
    Effect::new(move |_| {
        if let Some(WhoAmI { person }) = who.get() {
            myself.know(person);
        }
    });
    who.show(context, |_| ())
}

#[component]
fn Nobody() -> impl IntoView {
    let context = context();
    view! {
        <p>{move || context.t(words::ACCOUNT_NOBODY)}</p>
        <p class="links">
            <a class="button primary" href=Route::People(PeopleRoute::SignIn).to_string()>{move || context.t(words::SIGN_IN)}</a>
            <a class="button" href=Route::People(PeopleRoute::Register).to_string()>{move || context.t(words::REGISTER)}</a>
        </p>
    }
}

/// Who one is, and the way out.
#[component]
fn Hello(person: Person) -> impl IntoView {
    let (context, myself) = (context(), myself());
    let note: Noted = RwSignal::new(None);
    let out = move |_| {
        spawn_local(async move {
            match myself.sign_out().await {
                Ok(()) => context.say(context.t(words::SIGNED_OUT)),
                Err(trouble) => note.set(Some(Note::Not(trouble))),
            }
        });
    };
    let profile = Route::People(PeopleRoute::Profile(person.name.clone())).to_string();
    view! {
        <p class="who-am-i"><Icon d=icons::PERSON /><strong>{person.name}</strong></p>
        {person.guest.then(|| view! { <p>{move || context.t(words::ACCOUNT_GUEST)}</p> })}
        <p class="links">
            {person.guest.then(|| view! {
                <a class="button primary" href=Route::People(PeopleRoute::Register).to_string()>{move || context.t(words::REGISTER)}</a>
            })}
            <a class="button" href=profile>{move || context.t(words::MY_PROFILE)}</a>
            // A guest who signs out cannot come back: they may only delete what is theirs.
            {(!person.guest).then(|| view! {
                <button type="button" class="sign-out" on:click=out><Icon d=icons::EXIT />{move || context.t(words::SIGN_OUT)}</button>
            })}
        </p>
        <Shown note />
    }
}
