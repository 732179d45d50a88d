use abaque_client::Route;
use abaque_client::people::{Again, Codes, Credentials, Me, PeopleRoute, Person};
use abaque_client::trouble::Trouble;
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::codes::Secrets;
use super::entry::{Entry, EntryForm};
use super::named;
use super::sign_in::AlreadyIn;
use crate::browser;
use crate::context::context;
use crate::me::myself;
use crate::net::{self, Method};

/// What came of opening an account: who one is, and the codes if they could be made.
type Opened = (Person, Option<Vec<String>>);

/// Open an account; a guest keeps everything.
#[component]
pub(super) fn Register() -> impl IntoView {
    let (context, myself) = (context(), myself());
    let opened = RwSignal::new(None::<Opened>);
    let account = Memo::new(move |_| match myself.me.get() {
        Me::Account(person) => Some(person.name),
        _ => None,
    });
    view! {
        <section class="page narrow door">
            {move || match (opened.get(), account.get()) {
                (Some((person, codes)), _) => view! { <Welcome person codes /> }.into_any(),
                (None, Some(name)) => view! {
                    <h1>{move || context.t(words::REGISTER)}</h1>
                    <AlreadyIn name />
                }.into_any(),
                (None, None) => view! {
                    <h1>{move || context.t(words::REGISTER)}</h1>
                    <Form opened />
                }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Form(opened: RwSignal<Option<Opened>>) -> impl IntoView {
    let (context, myself) = (context(), myself());
    let entry = Entry::new();
    let open = move |asked: Credentials| {
        spawn_local(async move {
            match open_account(&asked).await {
                // The welcome first: as soon as one is somebody, this form is gone.
                Ok((person, codes)) => {
                    let _ = opened.try_set(Some((person.clone(), codes)));
                    myself.came_in(person);
                    browser::after(0, || browser::focus("welcome"));
                }
                Err(trouble) => entry.failed(trouble),
            }
        });
    };
    view! {
        <p>{move || context.t(words::REGISTER_HELP)}</p>
        <EntryForm entry does=words::REGISTER guest=words::REGISTER_GUEST fresh=true send=open />
        <ul class="ways">
            <li>
                {move || context.t(words::HAVE_ACCOUNT)}" "
                <a href=Route::People(PeopleRoute::SignIn).to_string()>{move || context.t(words::SIGN_IN)}</a>
            </li>
        </ul>
    }
}

/// Opens the account and makes its first recovery codes. An account without codes is still an account.
async fn open_account(asked: &Credentials) -> Result<Opened, Trouble> {
    let person: Person = net::send(Method::Post, "/register", asked).await?;
    let again = Again { password: asked.password.clone() };
    let codes = net::send::<Codes>(Method::Post, "/recovery-codes", &again).await;
    Ok((person, codes.ok().map(|made| made.codes)))
}

#[component]
fn Welcome(person: Person, codes: Option<Vec<String>>) -> impl IntoView {
    let (context, myself) = (context(), myself());
    let (name, file) = (person.name.clone(), format!("abaque-{}.txt", person.name));
    view! {
        <h1 id="welcome" tabindex="-1">{move || named(context.t(words::WELCOME), &name)}</h1>
        {match codes {
            Some(lines) => view! {
                <h2>{move || context.t(words::CODES)}</h2>
                <p>{move || context.t(words::CODES_ONCE)}</p>
                <Secrets lines file />
            }.into_any(),
            None => view! { <p class="notice" role="alert">{move || context.t(words::CODES_FAILED)}</p> }.into_any(),
        }}
        <p class="links">
            <button type="button" class="primary go-on" on:click=move |_| context.go(myself.way_back())>{move || context.t(words::GO_ON)}</button>
        </p>
    }
}
