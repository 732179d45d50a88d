use abaque_client::Route;
use abaque_client::people::{Credentials, Me, PeopleRoute, Person};
use abaque_client::trouble::Trouble;
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::entry::{Entry, EntryForm};
use super::named;
use super::note::{Note, Noted, Shown};
use crate::context::context;
use crate::me::myself;
use crate::net::{self, Method, Nothing};

/// Come in with name and password, or as a guest.
#[component]
pub(super) fn SignIn() -> impl IntoView {
    let (context, myself) = (context(), myself());
    let account = Memo::new(move |_| match myself.me.get() {
        Me::Account(person) => Some(person.name),
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

/// Whoever is in sees that they are.
#[component]
pub(super) fn AlreadyIn(name: String) -> impl IntoView {
    let (context, myself) = (context(), myself());
    let profile = Route::People(PeopleRoute::Profile(name.clone())).to_string();
    let note: Noted = RwSignal::new(None);
    let out = move |_| {
        spawn_local(async move {
            if let Err(trouble) = myself.sign_out().await {
                note.set(Some(Note::Not(trouble)));
            }
        });
    };
    view! {
        <p>{move || named(context.t(words::ALREADY_IN), &name)}</p>
        <p class="links">
            <a class="button primary" href=profile>{move || context.t(words::MY_PROFILE)}</a>
            <button type="button" on:click=out>{move || context.t(words::SIGN_OUT)}</button>
        </p>
        <Shown note />
    }
}

#[component]
fn Form() -> impl IntoView {
    let (context, myself) = (context(), myself());
    let entry = Entry::new();
    // The page goes with its signals once somebody is in: nothing of it is touched after that.
    let come_in = move |answer: Result<Person, Trouble>| match answer {
        Ok(person) => {
            myself.came_in(person);
            context.go(myself.way_back());
        }
        Err(trouble) => entry.failed(trouble),
    };
    let enter = move |asked: Credentials| {
        spawn_local(async move { come_in(net::send(Method::Post, "/sign-in", &asked).await) });
    };
    let as_guest = move |_| {
        entry.busy.set(true);
        spawn_local(async move { come_in(net::send(Method::Post, "/guest", &Nothing {}).await) });
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
        <Show when=move || entry.guest.with(Option::is_none)>
            <div class="aside">
                <button type="button" class="as-guest" disabled=entry.busy on:click=as_guest>{move || context.t(words::AS_GUEST)}</button>
                <small>{move || context.t(words::AS_GUEST_HELP)}</small>
            </div>
        </Show>
    }
}
