use abaque_client::people::{Ended, Session, Sessions as All};
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::asked::Asked;
use super::super::counted;
use super::super::note::{Note, Noted, Shown};
use crate::browser;
use crate::context::context;
use crate::net::{self, Method, Nothing};

/// Where one is signed in.
#[component]
pub(super) fn Sessions() -> impl IntoView {
    let context = context();
    let all = Asked::<All>::new("/sessions".into());
    let note: Noted = RwSignal::new(None);
    let end_others = move |_| {
        spawn_local(async move {
            match net::send::<Ended>(Method::Delete, "/sessions", &Nothing {}).await {
                Ok(Ended { ended }) => {
                    note.set(Some(Note::Done(counted(context.t(words::ENDED), ended))));
                    all.again();
                }
                Err(trouble) => note.set(Some(Note::Not(trouble))),
            }
        });
    };
    let listed = all.show(context, move |All { sessions }| {
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
            <Shown note />
        </section>
    }
}

#[component]
fn Row(session: Session, all: Asked<All>, note: Noted) -> impl IntoView {
    let context = context();
    let Session { id, created, seen, agent, here } = session;
    let end = move |_| {
        let path = format!("/sessions/{id}");
        spawn_local(async move {
            match net::send::<()>(Method::Delete, &path, &Nothing {}).await {
                Ok(()) => note.set(None),
                Err(trouble) => note.set(Some(Note::Not(trouble))),
            }
            all.again();
        });
    };
    let known = !agent.is_empty();
    let label = agent.clone();
    let when = move || {
        let day = |at| browser::moment(at, context.lang());
        let since = context.t(words::SINCE).replace("{day}", &day(created));
        format!("{since}, {}", context.t(words::LAST_USED).replace("{day}", &day(seen)))
    };
    view! {
        <li>
            <span class="row-text">
                <span class="agent">{if known { agent } else { context.t(words::UNKNOWN_BROWSER).to_owned() }}</span>
                <small>
                    {here.then(|| view! { <strong>{move || context.t(words::THIS_BROWSER)}</strong>" · " })}
                    {when}
                </small>
            </span>
            {(!here).then(|| view! {
                <button type="button" aria-label=move || format!("{} – {label}", context.t(words::END_SESSION)) on:click=end>
                    {move || context.t(words::END_SESSION)}
                </button>
            })}
        </li>
    }
}
