use abaque_client::Route;
use abaque_client::people::{PeopleRoute, Recover as Asked};
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::fields::{Field, PasswordField};
use super::note::{Note, Noted, Shown};
use crate::context::context;
use crate::me::myself;
use crate::net::{self, Method};

/// A new password by a recovery code.
#[component]
pub(super) fn Recover() -> impl IntoView {
    let (context, myself) = (context(), myself());
    let fields = [(); 3].map(|()| RwSignal::new(String::new()));
    let [name, code, password] = fields;
    let note: Noted = RwSignal::new(None);
    let (busy, done) = (RwSignal::new(false), RwSignal::new(false));
    let recover = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let asked = Asked {
            name: name.get_untracked().trim().to_owned(),
            code: code.get_untracked(),
            password: password.get_untracked(),
        };
        spawn_local(async move {
            let answer = net::send::<()>(Method::Post, "/recover", &asked).await;
            busy.set(false);
            match answer {
                Ok(()) => {
                    // Whoever was in here is out as well.
                    myself.ask().await;
                    done.set(true);
                    note.set(Some(Note::Done(context.t(words::RECOVERED).to_owned())));
                }
                Err(trouble) => note.set(Some(Note::Not(trouble))),
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
            <Shown note />
            <p class="links">
                <a class="button" href=Route::People(PeopleRoute::SignIn).to_string()>{move || context.t(words::SIGN_IN)}</a>
            </p>
        </section>
    }
}
