//! The registration page.

use abaque_client::PeopleRoute;
use abaque_client::Route;
use abaque_client::api_error::ApiError;
use abaque_client::words::people as words;
use abaque_people::SignInState;
use abaque_protocol::rest::{
    ConfirmPassword, Credentials, OwnProfile, RecoveryCodes, Registration, RegistrationMode,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::admission::fetch_admission;
use super::entry::{EntryForm, EntryFormState};
use super::secret_texts::Secrets;
use super::sign_in::AlreadyIn;
use super::with_name;
use crate::api::{self, Method};
use crate::browser;
use crate::context::context;
use crate::user_context::user_context;

/// A new account, and its recovery codes if they could be created.
type NewAccount = (OwnProfile, Option<Vec<String>>);

/// Registration page; a guest keeps all games.
#[component]
pub(super) fn Register() -> impl IntoView {
    let (context, user) = (context(), user_context());
    let opened = RwSignal::new(None::<NewAccount>);
    let admission = fetch_admission();
    let account = Memo::new(move |_| match user.me.get() {
        SignInState::Account(person) => Some(person.name),
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
                    {move || admission.get().map(|admission| match admission.registration {
                        RegistrationMode::Open => view! { <Form opened /> }.into_any(),
                        RegistrationMode::Invitation => view! { <Form opened by_invitation=true /> }.into_any(),
                        RegistrationMode::Closed => view! {
                            <p class="notice" role="status">{move || context.t(words::REGISTRATION_CLOSED)}</p>
                            <SignInInstead />
                        }.into_any(),
                    })}
                }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Form(
    opened: RwSignal<Option<NewAccount>>,
    /// Whether the server asks for an invitation.
    #[prop(optional)]
    by_invitation: bool,
) -> impl IntoView {
    let (context, user) = (context(), user_context());
    let entry = EntryFormState::new();
    // A link of an invitation carries the code behind the #, where no server sees it.
    let invitation = by_invitation.then(|| RwSignal::new(browser::address_fragment()));
    let open = move |Credentials { name, password }: Credentials| {
        let invitation = invitation.map(|code| code.get_untracked().into());
        let registration = Registration { name, password, invitation };
        spawn_local(async move {
            match open_account(&registration).await {
                // Show the welcome first: setting the user unmounts this form.
                Ok((person, codes)) => {
                    let _ = opened.try_set(Some((person.clone(), codes)));
                    user.set_signed_in(person);
                    browser::run_after(0, || browser::focus_element("welcome"));
                }
                Err(error) => entry.show_failure(error),
            }
        });
    };
    view! {
        <p>{move || context.t(words::REGISTER_HELP)}</p>
        <EntryForm entry does=words::REGISTER guest=words::REGISTER_GUEST fresh=true invitation send=open />
        <SignInInstead />
    }
}

#[component]
fn SignInInstead() -> impl IntoView {
    let context = context();
    view! {
        <ul class="ways">
            <li>
                {move || context.t(words::HAVE_ACCOUNT)}" "
                <a href=Route::People(PeopleRoute::SignIn).to_string()>{move || context.t(words::SIGN_IN)}</a>
            </li>
        </ul>
    }
}

/// Creates the account and its first recovery codes. Failing codes do not fail the account.
async fn open_account(registration: &Registration) -> Result<NewAccount, ApiError> {
    let person: OwnProfile = api::send(Method::Post, "/register", registration).await?;
    let again = ConfirmPassword { password: registration.password.clone() };
    let codes = api::send::<RecoveryCodes>(Method::Post, "/recovery-codes", &again).await;
    Ok((person, codes.ok().map(|made| made.codes)))
}

#[component]
fn Welcome(person: OwnProfile, codes: Option<Vec<String>>) -> impl IntoView {
    let (context, user) = (context(), user_context());
    let (name, file) = (person.name.clone(), format!("abaque-{}.txt", person.name));
    view! {
        <h1 id="welcome" tabindex="-1">{move || with_name(context.t(words::WELCOME), &name)}</h1>
        {match codes {
            Some(lines) => view! {
                <h2>{move || context.t(words::CODES)}</h2>
                <p>{move || context.t(words::CODES_ONCE)}</p>
                <Secrets lines file />
            }.into_any(),
            None => view! { <p class="notice" role="alert">{move || context.t(words::CODES_FAILED)}</p> }.into_any(),
        }}
        <p class="links">
            <button type="button" class="primary go-on" on:click=move |_| context.navigate(user.return_route())>{move || context.t(words::GO_ON)}</button>
        </p>
    }
}
