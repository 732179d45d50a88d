//! Account section: data export and account deletion.

use abaque_client::words::people as words;
use abaque_protocol::rest::{ConfirmPassword, OwnProfile};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::super::fields::PasswordField;
use super::super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use super::super::with_name;
use crate::api::{self, Method};
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::user_context::user_context;

/// Export and deletion of the user's data.
#[component]
pub(super) fn AccountData(person: OwnProfile, gone: RwSignal<bool>) -> impl IntoView {
    let context = context();
    let note: FormNoteSignal = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let export = move |_| {
        busy.set(true);
        spawn_local(async move {
            match api::get_text("/me/export").await {
                Ok(text) => {
                    browser::download_text("abaque.json", &text);
                    note.set(None);
                }
                Err(error) => note.set(Some(FormNote::Failed(error))),
            }
            busy.set(false);
        });
    };
    view! {
        <section class="part" aria-labelledby="part-data">
            <h2 id="part-data">{move || context.t(words::DATA)}</h2>
            <p class="help">{move || context.t(words::EXPORT_HELP)}</p>
            <p><button type="button" class="export" disabled=busy on:click=export><Icon d=icons::SAVE />{move || context.t(words::EXPORT)}</button></p>
            <FormNoteView note />
            <DeleteAccount person gone />
        </section>
    }
}

/// Deletes the account, confirmed by name and password.
#[component]
fn DeleteAccount(person: OwnProfile, gone: RwSignal<bool>) -> impl IntoView {
    let (context, user) = (context(), user_context());
    let (typed, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let note: FormNoteSignal = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let OwnProfile { name, guest, .. } = person;
    let label = name.clone();
    let sure = Memo::new(move |_| typed.with(|typed| typed.trim() == name));
    let delete = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() || !sure.get_untracked() {
            return;
        }
        busy.set(true);
        let request = ConfirmPassword { password: password.get_untracked().into() };
        spawn_local(async move {
            match api::send::<()>(Method::Delete, "/me", &request).await {
                // The section unmounts as soon as the user is signed out.
                Ok(()) => {
                    gone.set(true);
                    user.set_signed_out();
                }
                Err(error) => {
                    busy.set(false);
                    note.set(Some(FormNote::Failed(error)));
                }
            }
        });
    };
    let title = if guest { words::DELETE_GUEST } else { words::DELETE };
    view! {
        <details class="delete">
            <summary>{move || context.t(title)}</summary>
            <p>{move || context.t(words::DELETE_HELP)}</p>
            <form class="sheet" on:submit=delete>
                <div class="field">
                    <label for="delete-name">{move || with_name(context.t(words::DELETE_TYPE), &label)}</label>
                    <input id="delete-name" autocomplete="off" autocapitalize="none" spellcheck="false" prop:value=typed on:input=move |event| typed.set(event_target_value(&event)) />
                </div>
                {(!guest).then(|| view! {
                    <PasswordField id="delete-password" label=words::PASSWORD value=password autocomplete="current-password" />
                })}
                <FormNoteView note />
                <button class="danger" disabled=move || busy.get() || !sure.get()><Icon d=icons::TRASH />{move || context.t(words::DELETE_NOW)}</button>
            </form>
        </details>
    }
}
