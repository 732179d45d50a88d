//! The account page; each part is a section.

mod blocks;
mod codes;
mod data;
mod password;
mod sessions;
mod tokens;

use abaque_client::PeopleRoute;
use abaque_client::Route;
use abaque_client::words::people as words;
use abaque_people::SignInState;
use abaque_protocol::rest::{OwnProfile, WhoAmI};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::api_resource::ApiResource;
use super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use crate::context::context;
use crate::icons::{self, Icon};
use crate::user_context::user_context;

/// The account page, for guests, accounts and visitors.
#[component]
pub(super) fn Account() -> impl IntoView {
    let (context, user) = (context(), user_context());
    let me = Memo::new(move |_| user.me.get());
    // Shown here, because the account sections are gone by then.
    let gone = RwSignal::new(false);
    view! {
        <section class="page narrow account">
            <h1>{move || context.t(words::ACCOUNT)}</h1>
            <Show when=move || gone.get()>
                <p class="notice hint" role="status">{move || context.t(words::DELETED)}</p>
            </Show>
            {move || match me.get() {
                SignInState::Unknown => view! { <AccountUnknown /> }.into_any(),
                SignInState::Nobody => view! { <SignedOut /> }.into_any(),
                SignInState::Guest(person) => view! {
                    <AccountHeader person=person.clone() />
                    <blocks::Blocks />
                    <data::AccountData person gone />
                }.into_any(),
                SignInState::Account(person) => view! {
                    <AccountHeader person=person.clone() />
                    <password::ChangePassword name=person.name.clone() />
                    <codes::RecoveryCodes name=person.name.clone() />
                    <sessions::Sessions />
                    <tokens::Tokens />
                    <blocks::Blocks />
                    <data::AccountData person gone />
                }.into_any(),
            }}
        </section>
    }
}

/// The server has not answered yet; offers a retry.
#[component]
fn AccountUnknown() -> impl IntoView {
    let (context, user) = (context(), user_context());
    let resource = ApiResource::<WhoAmI>::new("/me".into());
    Effect::new(move |_| {
        if let Some(WhoAmI { person }) = resource.get() {
            user.set_person(person);
        }
    });
    resource.show(context, |_| ())
}

#[component]
fn SignedOut() -> impl IntoView {
    let context = context();
    view! {
        <p>{move || context.t(words::ACCOUNT_NOBODY)}</p>
        <p class="links">
            <a class="button primary" href=Route::People(PeopleRoute::SignIn).to_string()>{move || context.t(words::SIGN_IN)}</a>
            <a class="button" href=Route::People(PeopleRoute::Register).to_string()>{move || context.t(words::REGISTER)}</a>
        </p>
    }
}

/// Name and sign-out.
#[component]
fn AccountHeader(person: OwnProfile) -> impl IntoView {
    let (context, user) = (context(), user_context());
    let note: FormNoteSignal = RwSignal::new(None);
    let out = move |_| {
        spawn_local(async move {
            match user.sign_out().await {
                Ok(()) => context.announce(context.t(words::SIGNED_OUT)),
                Err(error) => note.set(Some(FormNote::Failed(error))),
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
            // A guest who signs out cannot come back: guests may only delete their data.
            {(!person.guest).then(|| view! {
                <button type="button" class="sign-out" on:click=out><Icon d=icons::EXIT />{move || context.t(words::SIGN_OUT)}</button>
            })}
        </p>
        <FormNoteView note />
    }
}
