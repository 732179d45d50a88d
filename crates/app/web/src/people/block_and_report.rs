//! Block and report buttons.

use abaque_client::address::escape;
use abaque_client::words::people as words;
use abaque_protocol::rest::{BlockList, FiledReport, ReportRequest};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use super::with_name;
use crate::api::{self, EmptyBody, Method};
use crate::context::context;
use crate::user_context::user_context;

/// Block and report buttons, for signed-in users.
#[component]
pub(super) fn BlockAndReport(name: String) -> impl IntoView {
    let user = user_context();
    let is_signed_in = Memo::new(move |_| user.me.with(|me| me.person().is_some()));
    move || {
        is_signed_in.get().then(|| {
            let note: FormNoteSignal = RwSignal::new(None);
            view! {
                <div class="manners"><BlockButton name=name.clone() note /><ReportForm name=name.clone() note /></div>
                <FormNoteView note />
            }
        })
    }
}

#[component]
fn BlockButton(name: String, note: FormNoteSignal) -> impl IntoView {
    let context = context();
    let blocked = RwSignal::new(None::<bool>);
    let whom = name.clone();
    spawn_local(async move {
        if let Ok(BlockList { names }) = api::get("/blocks").await {
            let _ = blocked.try_set(Some(names.contains(&whom)));
        }
    });
    let turn = move |_| {
        let (name, was) = (name.clone(), blocked.get_untracked() == Some(true));
        spawn_local(async move {
            let path = format!("/blocks/{}", escape(&name));
            let method = if was { Method::Delete } else { Method::Put };
            let answer = api::send::<()>(method, &path, &EmptyBody {}).await;
            let text = context.t(if was { words::UNBLOCKED } else { words::BLOCKED });
            note.set(Some(match answer {
                Ok(()) => {
                    blocked.set(Some(!was));
                    FormNote::Done(with_name(text, &name))
                }
                Err(error) => FormNote::Failed(error),
            }));
        });
    };
    let label =
        move || context.t(if blocked.get() == Some(true) { words::UNBLOCK } else { words::BLOCK });
    view! { <button type="button" class="block" disabled=move || blocked.get().is_none() on:click=turn>{label}</button> }
}

#[component]
fn ReportForm(name: String, note: FormNoteSignal) -> impl IntoView {
    let context = context();
    let text = RwSignal::new(String::new());
    let open = RwSignal::new(false);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let path = format!("/people/{}/reports", escape(&name));
        let request = ReportRequest { text: text.get_untracked(), game: None };
        spawn_local(async move {
            note.set(Some(match api::send::<FiledReport>(Method::Post, &path, &request).await {
                Ok(_) => {
                    text.set(String::new());
                    open.set(false);
                    FormNote::Done(context.t(words::REPORTED).to_owned())
                }
                Err(error) => FormNote::Failed(error),
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
