use abaque_client::Route;
use abaque_client::address::escape;
use abaque_client::people::{Blocks as All, PeopleRoute};
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::asked::Asked;
use super::super::named;
use super::super::note::{Note, Noted, Shown};
use crate::context::context;
use crate::net::{self, Method, Nothing};

/// Whom one blocks.
#[component]
pub(super) fn Blocks() -> impl IntoView {
    let context = context();
    let all = Asked::<All>::new("/blocks".into());
    let note: Noted = RwSignal::new(None);
    let listed = all.show(context, move |All { names }| match names.is_empty() {
        true => view! { <p class="empty">{move || context.t(words::NO_BLOCKS)}</p> }.into_any(),
        false => view! {
            <ul class="list">{names.into_iter().map(|name| view! { <Row name all note /> }).collect_view()}</ul>
        }
        .into_any(),
    });
    view! {
        <section class="part" aria-labelledby="part-blocks">
            <h2 id="part-blocks">{move || context.t(words::BLOCKS)}</h2>
            <p class="help">{move || context.t(words::BLOCKS_HELP)}</p>
            {listed}
            <Shown note />
        </section>
    }
}

#[component]
fn Row(name: String, all: Asked<All>, note: Noted) -> impl IntoView {
    let context = context();
    let profile = Route::People(PeopleRoute::Profile(name.clone())).to_string();
    let (whom, label) = (name.clone(), name.clone());
    let unblock = move |_| {
        let name = whom.clone();
        spawn_local(async move {
            let path = format!("/blocks/{}", escape(&name));
            let answer = net::send::<()>(Method::Delete, &path, &Nothing {}).await;
            note.set(Some(match answer {
                Ok(()) => Note::Done(named(context.t(words::UNBLOCKED), &name)),
                Err(trouble) => Note::Not(trouble),
            }));
            all.again();
        });
    };
    view! {
        <li>
            <a class="row-link" href=profile>{name}</a>
            <button type="button" aria-label=move || format!("{} {label}", context.t(words::UNBLOCK)) on:click=unblock>
                {move || context.t(words::UNBLOCK)}
            </button>
        </li>
    }
}
