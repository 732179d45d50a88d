use abaque_client::people::{Again, Person};
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::super::fields::PasswordField;
use super::super::named;
use super::super::note::{Note, Noted, Shown};
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::me::myself;
use crate::net::{self, Method};

/// All that is stored of oneself: a copy of it, and its end.
#[component]
pub(super) fn Data(person: Person, gone: RwSignal<bool>) -> impl IntoView {
    let context = context();
    let note: Noted = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let export = move |_| {
        busy.set(true);
        spawn_local(async move {
            match net::get_text("/me/export").await {
                Ok(text) => {
                    browser::save_file("abaque.json", &text);
                    note.set(None);
                }
                Err(trouble) => note.set(Some(Note::Not(trouble))),
            }
            busy.set(false);
        });
    };
    view! {
        <section class="part" aria-labelledby="part-data">
            <h2 id="part-data">{move || context.t(words::DATA)}</h2>
            <p class="help">{move || context.t(words::EXPORT_HELP)}</p>
            <p><button type="button" class="export" disabled=busy on:click=export><Icon d=icons::SAVE />{move || context.t(words::EXPORT)}</button></p>
            <Shown note />
            <Delete person gone />
        </section>
    }
}

/// The end of an account: its name typed, its password given.
#[component]
fn Delete(person: Person, gone: RwSignal<bool>) -> impl IntoView {
    let (context, myself) = (context(), myself());
    let (typed, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let note: Noted = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let Person { name, guest, .. } = person;
    let label = name.clone();
    let sure = Memo::new(move |_| typed.with(|typed| typed.trim() == name));
    let delete = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() || !sure.get_untracked() {
            return;
        }
        busy.set(true);
        let asked = Again { password: password.get_untracked() };
        spawn_local(async move {
            match net::send::<()>(Method::Delete, "/me", &asked).await {
                // This section is gone as soon as nobody is in.
                Ok(()) => {
                    gone.set(true);
                    myself.went_out();
                }
                Err(trouble) => {
                    busy.set(false);
                    note.set(Some(Note::Not(trouble)));
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
                    <label for="delete-name">{move || named(context.t(words::DELETE_TYPE), &label)}</label>
                    <input id="delete-name" autocomplete="off" autocapitalize="none" spellcheck="false" prop:value=typed on:input=move |event| typed.set(event_target_value(&event)) />
                </div>
                {(!guest).then(|| view! {
                    <PasswordField id="delete-password" label=words::PASSWORD value=password autocomplete="current-password" />
                })}
                <Shown note />
                <button class="danger" disabled=move || busy.get() || !sure.get()><Icon d=icons::TRASH />{move || context.t(words::DELETE_NOW)}</button>
            </form>
        </details>
    }
}
