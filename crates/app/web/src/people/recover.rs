//! The account recovery page.

use abaque_client::PeopleRoute;
use abaque_client::Route;
use abaque_client::words::people as words;
use abaque_protocol::rest::RecoverByCode;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::fields::{Field, PasswordField};
use super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use crate::api::{self, Method};
use crate::context::context;
use crate::user_context::user_context;

/// Sets a new password with a recovery code.
#[component]
pub(super) fn Recover() -> impl IntoView {
    let (context, user) = (context(), user_context());
    let fields = [(); 3].map(|()| RwSignal::new(String::new()));
    let [name, code, password] = fields;
    let note: FormNoteSignal = RwSignal::new(None);
    let (busy, done) = (RwSignal::new(false), RwSignal::new(false));
    let recover = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let request = RecoverByCode {
            name: name.get_untracked().trim().to_owned(),
            code: code.get_untracked().into(),
            password: password.get_untracked().into(),
        };
        spawn_local(async move {
            let answer = api::send::<()>(Method::Post, "/recover", &request).await;
            busy.set(false);
            match answer {
                Ok(()) => {
                    // The server has ended this browser's session too.
                    user.refresh().await;
                    done.set(true);
                    note.set(Some(FormNote::Done(context.t(words::RECOVERED).to_owned())));
                }
                Err(error) => note.set(Some(FormNote::Failed(error))),
            }
        });
    };
    view! {
        <section class="page narrow door">
            <h1>{move || context.t(words::RECOVER)}</h1>
            <p>{move || context.t(words::RECOVER_HELP)}</p>
            <Show when=move || !done.get()>
                <form class="sheet" on:submit=recover>
                    <Field id="name" label=words::NAME value=name autocomplete="username" />
                    <Field id="code" label=words::CODE value=code autocomplete="one-time-code" help=words::CODE_HELP />
                    <PasswordField id="password" label=words::NEW_PASSWORD value=password autocomplete="new-password" help=words::PASSWORD_HELP />
                    <button class="primary large" disabled=busy>{move || context.t(words::SET_PASSWORD)}</button>
                </form>
            </Show>
            <FormNoteView note />
            <p class="links">
                <a class="button" href=Route::People(PeopleRoute::SignIn).to_string()>{move || context.t(words::SIGN_IN)}</a>
            </p>
        </section>
    }
}
