use abaque_client::people::{Again, Codes, Left};
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::super::asked::Asked;
use super::super::codes::Secrets;
use super::super::counted;
use super::super::fields::PasswordField;
use super::super::note::{Note, Noted, Shown};
use crate::context::context;
use crate::net::{self, Method};

/// How many recovery codes are left, and new ones.
#[component]
pub(super) fn RecoveryCodes(name: String) -> impl IntoView {
    let context = context();
    let left = Asked::<Left>::new("/recovery-codes".into());
    let password = RwSignal::new(String::new());
    let made = RwSignal::new(None::<Vec<String>>);
    let note: Noted = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let renew = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let asked = Again { password: password.get_untracked() };
        spawn_local(async move {
            let answer = net::send::<Codes>(Method::Post, "/recovery-codes", &asked).await;
            busy.set(false);
            match answer {
                Ok(Codes { codes }) => {
                    password.set(String::new());
                    note.set(None);
                    made.set(Some(codes));
                    left.again();
                }
                Err(trouble) => note.set(Some(Note::Not(trouble))),
            }
        });
    };
    let told = left.show(context, move |Left { left }| match left {
        0 => view! { <p class="notice">{move || context.t(words::CODES_NONE)}</p> }.into_any(),
        n => view! { <p class="left">{move || counted(context.t(words::CODES_LEFT), n)}</p> }
            .into_any(),
    });
    view! {
        <section class="part" aria-labelledby="part-codes">
            <h2 id="part-codes">{move || context.t(words::CODES)}</h2>
            {told}
            {move || made.get().map(|lines| view! {
                <p role="status">{move || context.t(words::CODES_ONCE)}</p>
                <Secrets lines file=format!("abaque-{name}.txt") />
            })}
            <details>
                <summary>{move || context.t(words::CODES_MAKE)}</summary>
                <p class="help">{move || context.t(words::CODES_RENEW_HELP)}</p>
                <form class="sheet" on:submit=renew>
                    <PasswordField id="codes-password" label=words::PASSWORD value=password autocomplete="current-password" />
                    <Shown note />
                    <button disabled=busy>{move || context.t(words::CODES_MAKE)}</button>
                </form>
            </details>
        </section>
    }
}
