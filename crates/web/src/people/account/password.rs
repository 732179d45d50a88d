use abaque_client::people::NewPassword;
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::super::fields::PasswordField;
use super::super::note::{Note, Noted, Shown};
use crate::context::context;
use crate::net::{self, Method};

/// Another password.
#[component]
pub(super) fn ChangePassword(name: String) -> impl IntoView {
    let context = context();
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let note: Noted = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let change = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let asked = NewPassword { old: old.get_untracked(), new: new.get_untracked() };
        spawn_local(async move {
            let answer = net::send::<()>(Method::Put, "/password", &asked).await;
            busy.set(false);
            match answer {
                Ok(()) => {
                    old.set(String::new());
                    new.set(String::new());
                    note.set(Some(Note::Done(context.t(words::PASSWORD_CHANGED).to_owned())));
                }
                Err(trouble) => note.set(Some(Note::Not(trouble))),
            }
        });
    };
    view! {
        <section class="part" aria-labelledby="part-password">
            <h2 id="part-password">{move || context.t(words::CHANGE_PASSWORD)}</h2>
            <p class="help">{move || context.t(words::CHANGE_PASSWORD_HELP)}</p>
            <form class="sheet" on:submit=change>
                // Where programs that keep passwords look for whose it is.
                <input type="text" name="username" autocomplete="username" value=name hidden=true readonly=true />
                <PasswordField id="old-password" label=words::OLD_PASSWORD value=old autocomplete="current-password" />
                <PasswordField id="new-password" label=words::NEW_PASSWORD value=new autocomplete="new-password" help=words::PASSWORD_HELP />
                <Shown note />
                <button disabled=busy>{move || context.t(words::CHANGE_PASSWORD)}</button>
            </form>
        </section>
    }
}
