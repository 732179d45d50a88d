//! The name and password form, for signing in and registering.

use abaque_client::api_error::ApiError;
use abaque_client::words::people as words;
use abaque_core::StaticMessage;
use abaque_people::SignInState;
use abaque_protocol::rest::Credentials;
use leptos::prelude::*;
use web_sys::SubmitEvent;

use super::fields::{Field, PasswordField};
use super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use super::with_name;
use crate::context::context;
use crate::user_context::user_context;

/// State of the form: the last error, and whether a request is pending.
#[derive(Clone, Copy)]
pub(super) struct EntryFormState {
    note: FormNoteSignal,
    pub(super) busy: RwSignal<bool>,
    /// Name of the signed-in guest, if any.
    pub(super) guest: Memo<Option<String>>,
}

impl EntryFormState {
    pub(super) fn new() -> EntryFormState {
        let me = user_context().me;
        let guest = Memo::new(move |_| match me.get() {
            SignInState::Guest(person) => Some(person.name),
            _ => None,
        });
        EntryFormState { note: RwSignal::new(None), busy: RwSignal::new(false), guest }
    }

    /// Shows an error and lets the user try again.
    pub(super) fn show_failure(self, error: ApiError) {
        self.busy.set(false);
        self.note.set(Some(FormNote::Failed(error)));
    }
}

/// The form. `send` gets the input; the form cannot be sent again before the answer.
#[component]
pub(super) fn EntryForm(
    entry: EntryFormState,
    /// Button label.
    does: StaticMessage,
    /// Note for guests.
    guest: StaticMessage,
    /// Whether name and password are new.
    #[prop(optional)]
    fresh: bool,
    /// Code of an invitation, where one is needed.
    #[prop(default = None)]
    invitation: Option<RwSignal<String>>,
    send: impl Fn(Credentials) + 'static,
) -> impl IntoView {
    let context = context();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let filled = move |event: SubmitEvent| {
        event.prevent_default();
        if !entry.busy.get_untracked() {
            entry.busy.set(true);
            let name = name.get_untracked().trim().to_owned();
            send(Credentials { name, password: password.get_untracked().into() });
        }
    };
    let help = |words: StaticMessage| fresh.then_some(words);
    let kind = if fresh { "new-password" } else { "current-password" };
    view! {
        {move || entry.guest.get().map(|name| view! {
            <p class="notice hint">{move || with_name(context.t(guest), &name)}</p>
        })}
        <form class="sheet" on:submit=filled>
            {invitation.map(|code| view! {
                <Field id="invitation" label=words::INVITATION value=code help=Some(words::INVITATION_HELP) />
            })}
            <Field id="name" label=words::NAME value=name autocomplete="username" help=help(words::NAME_HELP) />
            <PasswordField id="password" label=words::PASSWORD value=password autocomplete=kind help=help(words::PASSWORD_HELP) />
            <FormNoteView note=entry.note />
            <button class="primary large" disabled=entry.busy>{move || context.t(does)}</button>
        </form>
    }
}
