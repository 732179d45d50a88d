//! Account section: password change.

use abaque_client::words::people as words;
use abaque_protocol::rest::NewPassword;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::super::fields::PasswordField;
use super::super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use crate::api::{self, Method};
use crate::context::context;

/// Form to change the password.
#[component]
pub(super) fn ChangePassword(name: String) -> impl IntoView {
    let context = context();
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let note: FormNoteSignal = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let change = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let request =
            NewPassword { old: old.get_untracked().into(), new: new.get_untracked().into() };
        spawn_local(async move {
            let answer = api::send::<()>(Method::Put, "/password", &request).await;
            busy.set(false);
            match answer {
                Ok(()) => {
                    old.set(String::new());
                    new.set(String::new());
                    note.set(Some(FormNote::Done(context.t(words::PASSWORD_CHANGED).to_owned())));
                }
                Err(error) => note.set(Some(FormNote::Failed(error))),
            }
        });
    };
    view! {
        <section class="part" aria-labelledby="part-password">
            <h2 id="part-password">{move || context.t(words::CHANGE_PASSWORD)}</h2>
            <p class="help">{move || context.t(words::CHANGE_PASSWORD_HELP)}</p>
            <form class="sheet" on:submit=change>
                // Password managers read the user name from this field.
                <input type="text" name="username" autocomplete="username" value=name hidden=true readonly=true />
                <PasswordField id="old-password" label=words::OLD_PASSWORD value=old autocomplete="current-password" />
                <PasswordField id="new-password" label=words::NEW_PASSWORD value=new autocomplete="new-password" help=words::PASSWORD_HELP />
                <FormNoteView note />
                <button disabled=busy>{move || context.t(words::CHANGE_PASSWORD)}</button>
            </form>
        </section>
    }
}
