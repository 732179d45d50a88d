//! What one can do about somebody whose company one does not want.

use abaque_client::address::escape;
use abaque_client::people::{Blocks, Filed, Told};
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::named;
use super::note::{Note, Noted, Shown};
use crate::context::context;
use crate::me::myself;
use crate::net::{self, Method, Nothing};

/// Block and report; for whoever is in.
#[component]
pub(super) fn Manners(name: String) -> impl IntoView {
    let myself = myself();
    let somebody = Memo::new(move |_| myself.me.with(|me| me.person().is_some()));
    move || {
        somebody.get().then(|| {
            let note: Noted = RwSignal::new(None);
            view! {
                <div class="manners"><Block name=name.clone() note /><Report name=name.clone() note /></div>
                <Shown note />
            }
        })
    }
}

#[component]
fn Block(name: String, note: Noted) -> impl IntoView {
    let context = context();
    let blocked = RwSignal::new(None::<bool>);
    let whom = name.clone();
    spawn_local(async move {
        if let Ok(Blocks { names }) = net::get("/blocks").await {
            let _ = blocked.try_set(Some(names.contains(&whom)));
        }
    });
    let turn = move |_| {
        let (name, was) = (name.clone(), blocked.get_untracked() == Some(true));
        spawn_local(async move {
            let path = format!("/blocks/{}", escape(&name));
            let method = if was { Method::Delete } else { Method::Put };
            let answer = net::send::<()>(method, &path, &Nothing {}).await;
            let text = context.t(if was { words::UNBLOCKED } else { words::BLOCKED });
            note.set(Some(match answer {
                Ok(()) => {
                    blocked.set(Some(!was));
                    Note::Done(named(text, &name))
                }
                Err(trouble) => Note::Not(trouble),
            }));
        });
    };
    let label =
        move || context.t(if blocked.get() == Some(true) { words::UNBLOCK } else { words::BLOCK });
    view! { <button type="button" class="block" disabled=move || blocked.get().is_none() on:click=turn>{label}</button> }
}

#[component]
fn Report(name: String, note: Noted) -> impl IntoView {
    let context = context();
    let text = RwSignal::new(String::new());
    let open = RwSignal::new(false);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let path = format!("/people/{}/reports", escape(&name));
        let told = Told { text: text.get_untracked() };
        spawn_local(async move {
            note.set(Some(match net::send::<Filed>(Method::Post, &path, &told).await {
                Ok(_) => {
                    text.set(String::new());
                    open.set(false);
                    Note::Done(context.t(words::REPORTED).to_owned())
                }
                Err(trouble) => Note::Not(trouble),
            }));
        });
    };
    let toggle = move |_| open.update(|open| *open = !*open);
    view! {
        <button type="button" class="report" aria-expanded=move || open.get().to_string() on:click=toggle>{move || context.t(words::REPORT)}</button>
        <form class="sheet" hidden=move || !open.get() on:submit=send>
            <div class="field">
                <label for="report-text">{move || context.t(words::REPORT_WHAT)}</label>
                <textarea id="report-text" rows="4" maxlength="2000" required=true prop:value=text on:input=move |event| text.set(event_target_value(&event))></textarea>
            </div>
            <button>{move || context.t(words::REPORT_SEND)}</button>
        </form>
    }
}
