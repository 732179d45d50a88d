//! Account section: sessions.

use abaque_client::words::people as words;
use abaque_people::browser_name;
use abaque_protocol::rest::{BrowserSession, BrowserSessions, EndedSessions};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::api_resource::ApiResource;
use super::super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use super::super::with_count;
use crate::api::{self, EmptyBody, Method};
use crate::browser;
use crate::context::context;

/// The user's sessions.
#[component]
pub(super) fn Sessions() -> impl IntoView {
    let context = context();
    let all = ApiResource::<BrowserSessions>::new("/sessions".into());
    let note: FormNoteSignal = RwSignal::new(None);
    let end_others = move |_| {
        spawn_local(async move {
            match api::send::<EndedSessions>(Method::Delete, "/sessions", &EmptyBody {}).await {
                Ok(EndedSessions { ended }) => {
                    note.set(Some(FormNote::Done(with_count(context.t(words::ENDED), ended))));
                    all.reload();
                }
                Err(error) => note.set(Some(FormNote::Failed(error))),
            }
        });
    };
    let listed = all.show(context, move |BrowserSessions { sessions }| {
        let several = sessions.len() > 1;
        view! {
            <ul class="list sessions">
                {sessions.into_iter().map(|session| view! { <Row session all note /> }).collect_view()}
            </ul>
            {several.then(|| view! {
                <p><button type="button" class="end-others" on:click=end_others>{move || context.t(words::END_OTHERS)}</button></p>
            })}
        }
    });
    view! {
        <section class="part" aria-labelledby="part-sessions">
            <h2 id="part-sessions">{move || context.t(words::SESSIONS)}</h2>
            {listed}
            <FormNoteView note />
        </section>
    }
}

#[component]
fn Row(
    session: BrowserSession,
    all: ApiResource<BrowserSessions>,
    note: FormNoteSignal,
) -> impl IntoView {
    let context = context();
    let BrowserSession { id, created, seen, agent, here } = session;
    let end = move |_| {
        let path = format!("/sessions/{id}");
        spawn_local(async move {
            match api::send::<()>(Method::Delete, &path, &EmptyBody {}).await {
                Ok(()) => note.set(None),
                Err(error) => note.set(Some(FormNote::Failed(error))),
            }
            all.reload();
        });
    };
    let agent = StoredValue::new(agent);
    let name = move || {
        let known = agent.with_value(|agent| browser_name(agent, context.lang()));
        known.unwrap_or_else(|| context.t(words::UNKNOWN_BROWSER).to_owned())
    };
    let when = move || {
        let day = |at| browser::format_date_time(at, context.lang());
        let since = context.t(words::SINCE).replace("{day}", &day(created));
        format!("{since}, {}", context.t(words::LAST_USED).replace("{day}", &day(seen)))
    };
    view! {
        <li>
            <span class="row-text">
                <span class="agent">{name}</span>
                <small>
                    {here.then(|| view! { <strong>{move || context.t(words::THIS_BROWSER)}</strong>" · " })}
                    {when}
                </small>
            </span>
            {(!here).then(|| view! {
                <button type="button" aria-label=move || format!("{} – {}", context.t(words::END_SESSION), name()) on:click=end>
                    {move || context.t(words::END_SESSION)}
                </button>
            })}
        </li>
    }
}
