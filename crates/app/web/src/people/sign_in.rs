//! The sign-in page.

use abaque_client::PeopleRoute;
use abaque_client::Route;
use abaque_client::api_error::ApiError;
use abaque_client::words::people as words;
use abaque_people::SignInState;
use abaque_protocol::rest::{Credentials, OwnProfile};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::admission::fetch_admission;
use super::entry::{EntryForm, EntryFormState};
use super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use super::with_name;
use crate::api::{self, EmptyBody, Method};
use crate::context::context;
use crate::user_context::user_context;

/// Sign-in page: with name and password, or as a guest.
#[component]
pub(super) fn SignIn() -> impl IntoView {
    let (context, user) = (context(), user_context());
    let account = Memo::new(move |_| match user.me.get() {
        SignInState::Account(person) => Some(person.name),
        _ => None,
    });
    view! {
        <section class="page narrow door">
            <h1>{move || context.t(words::SIGN_IN)}</h1>
            {move || match account.get() {
                Some(name) => view! { <AlreadyIn name /> }.into_any(),
                None => view! { <Form /> }.into_any(),
            }}
        </section>
    }
}

/// Shown to signed-in users.
#[component]
pub(super) fn AlreadyIn(name: String) -> impl IntoView {
    let (context, user) = (context(), user_context());
    let profile = Route::People(PeopleRoute::Profile(name.clone())).to_string();
    let note: FormNoteSignal = RwSignal::new(None);
    let out = move |_| {
        spawn_local(async move {
            if let Err(error) = user.sign_out().await {
                note.set(Some(FormNote::Failed(error)));
            }
        });
    };
    view! {
        <p>{move || with_name(context.t(words::ALREADY_IN), &name)}</p>
        <p class="links">
            <a class="button primary" href=profile>{move || context.t(words::MY_PROFILE)}</a>
            <button type="button" on:click=out>{move || context.t(words::SIGN_OUT)}</button>
        </p>
        <FormNoteView note />
    }
}

#[component]
fn Form() -> impl IntoView {
    let (context, user) = (context(), user_context());
    let entry = EntryFormState::new();
    let admission = fetch_admission();
    // Signing in unmounts the page and its signals: do not touch them afterwards.
    let come_in = move |answer: Result<OwnProfile, ApiError>| match answer {
        Ok(person) => {
            user.set_signed_in(person);
            context.navigate(user.return_route());
        }
        Err(error) => entry.show_failure(error),
    };
    let enter = move |credentials: Credentials| {
        spawn_local(
            async move { come_in(api::send(Method::Post, "/sign-in", &credentials).await) },
        );
    };
    let as_guest = move |_| {
        entry.busy.set(true);
        spawn_local(async move { come_in(api::send(Method::Post, "/guest", &EmptyBody {}).await) });
    };
    view! {
        <EntryForm entry does=words::SIGN_IN guest=words::SIGN_IN_GUEST send=enter />
        <ul class="ways">
            <li>
                {move || context.t(words::NO_ACCOUNT)}" "
                <a href=Route::People(PeopleRoute::Register).to_string()>{move || context.t(words::REGISTER)}</a>
            </li>
            <li>
                {move || context.t(words::FORGOT)}" "
                <a href=Route::People(PeopleRoute::Recover).to_string()>{move || context.t(words::RECOVER)}</a>
            </li>
        </ul>
        <Show when=move || entry.guest.with(Option::is_none) && admission.get().is_none_or(|admission| admission.guests)>
            <div class="aside">
                <button type="button" class="as-guest" disabled=entry.busy on:click=as_guest>{move || context.t(words::AS_GUEST)}</button>
                <small>{move || context.t(words::AS_GUEST_HELP)}</small>
            </div>
        </Show>
    }
}
