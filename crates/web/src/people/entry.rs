//! Name and password at the door: to come in, or to open an account.

use abaque_client::people::{Credentials, Me};
use abaque_client::trouble::Trouble;
use abaque_client::words::people as words;
use abaque_core::Words;
use leptos::prelude::*;
use web_sys::SubmitEvent;

use super::fields::{Field, PasswordField};
use super::named;
use super::note::{Note, Noted, Shown};
use crate::context::context;
use crate::me::myself;

/// What the page at the door knows: what came of asking, and whether an answer is on its way.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    note: Noted,
    pub(super) busy: RwSignal<bool>,
    /// The name of a guest who is in already.
    pub(super) guest: Memo<Option<String>>,
}

impl Entry {
    pub(super) fn new() -> Entry {
        let me = myself().me;
        let guest = Memo::new(move |_| match me.get() {
            Me::Guest(person) => Some(person.name),
            _ => None,
        });
        Entry { note: RwSignal::new(None), busy: RwSignal::new(false), guest }
    }

    /// It was not granted: one may try again.
    pub(super) fn failed(self, trouble: Trouble) {
        self.busy.set(false);
        self.note.set(Some(Note::Not(trouble)));
    }
}

/// The form. `send` is handed what was filled in, once until it has been answered.
#[component]
pub(super) fn EntryForm(
    entry: Entry,
    /// What its button says.
    does: Words,
    /// What a guest should know.
    guest: Words,
    /// Whether name and password are new ones.
    #[prop(optional)]
    fresh: bool,
    send: impl Fn(Credentials) + 'static,
) -> impl IntoView {
    let context = context();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let filled = move |event: SubmitEvent| {
        event.prevent_default();
        if !entry.busy.get_untracked() {
            entry.busy.set(true);
            let name = name.get_untracked().trim().to_owned();
            send(Credentials { name, password: password.get_untracked() });
        }
    };
    let help = |words: Words| fresh.then_some(words);
    let kind = if fresh { "new-password" } else { "current-password" };
    view! {
        {move || entry.guest.get().map(|name| view! {
            <p class="notice hint">{move || named(context.t(guest), &name)}</p>
        })}
        <form class="sheet" on:submit=filled>
            <Field id="name" label=words::NAME value=name autocomplete="username" help=help(words::NAME_HELP) />
            <PasswordField id="password" label=words::PASSWORD value=password autocomplete=kind help=help(words::PASSWORD_HELP) />
            <Shown note=entry.note />
            <button class="primary large" disabled=entry.busy>{move || context.t(does)}</button>
        </form>
    }
}
