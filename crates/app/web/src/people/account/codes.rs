//! Account section: recovery codes.

use abaque_client::words::people as words;
use abaque_protocol::rest::{ConfirmPassword, RecoveryCodes, RecoveryCodesLeft};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::super::api_resource::ApiResource;
use super::super::fields::PasswordField;
use super::super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use super::super::secret_texts::Secrets;
use super::super::with_count;
use crate::api::{self, Method};
use crate::context::context;

/// The number of recovery codes left, and a button for new ones.
#[component]
pub(super) fn RecoveryCodes(name: String) -> impl IntoView {
    let context = context();
    let left = ApiResource::<RecoveryCodesLeft>::new("/recovery-codes".into());
    let password = RwSignal::new(String::new());
    let made = RwSignal::new(None::<Vec<String>>);
    let note: FormNoteSignal = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let renew = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let request = ConfirmPassword { password: password.get_untracked().into() };
        spawn_local(async move {
            let answer =
                api::send::<RecoveryCodes>(Method::Post, "/recovery-codes", &request).await;
            busy.set(false);
            match answer {
                Ok(RecoveryCodes { codes }) => {
                    password.set(String::new());
                    note.set(None);
                    made.set(Some(codes));
                    left.reload();
                }
                Err(error) => note.set(Some(FormNote::Failed(error))),
            }
        });
    };
    let codes_left = left.show(context, move |RecoveryCodesLeft { left }| match left {
        0 => view! { <p class="notice">{move || context.t(words::CODES_NONE)}</p> }.into_any(),
        n => view! { <p class="left">{move || with_count(context.t(words::CODES_LEFT), n)}</p> }
            .into_any(),
    });
    view! {
        <section class="part" aria-labelledby="part-codes">
            <h2 id="part-codes">{move || context.t(words::CODES)}</h2>
            {codes_left}
            {move || made.get().map(|lines| view! {
                <p role="status">{move || context.t(words::CODES_ONCE)}</p>
                <Secrets lines file=format!("abaque-{name}.txt") />
            })}
            <details>
                <summary>{move || context.t(words::CODES_MAKE)}</summary>
                <p class="help">{move || context.t(words::CODES_RENEW_HELP)}</p>
                <form class="sheet" on:submit=renew>
                    <PasswordField id="codes-password" label=words::PASSWORD value=password autocomplete="current-password" />
                    <FormNoteView note />
                    <button disabled=busy>{move || context.t(words::CODES_MAKE)}</button>
                </form>
            </details>
        </section>
    }
}
