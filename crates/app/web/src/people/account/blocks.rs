//! Account section: blocked players.

use abaque_client::PeopleRoute;
use abaque_client::Route;
use abaque_client::address::escape;
use abaque_client::words::people as words;
use abaque_protocol::rest::BlockList;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::api_resource::ApiResource;
use super::super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use super::super::with_name;
use crate::api::{self, EmptyBody, Method};
use crate::context::context;

/// The players the user has blocked.
#[component]
pub(super) fn Blocks() -> impl IntoView {
    let context = context();
    let all = ApiResource::<BlockList>::new("/blocks".into());
    let note: FormNoteSignal = RwSignal::new(None);
    let listed = all.show(context, move |BlockList { names }| match names.is_empty() {
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
            <FormNoteView note />
        </section>
    }
}

#[component]
fn Row(name: String, all: ApiResource<BlockList>, note: FormNoteSignal) -> impl IntoView {
    let context = context();
    let profile = Route::People(PeopleRoute::Profile(name.clone())).to_string();
    let (whom, label) = (name.clone(), name.clone());
    let unblock = move |_| {
        let name = whom.clone();
        spawn_local(async move {
            let path = format!("/blocks/{}", escape(&name));
            let answer = api::send::<()>(Method::Delete, &path, &EmptyBody {}).await;
            note.set(Some(match answer {
                Ok(()) => FormNote::Done(with_name(context.t(words::UNBLOCKED), &name)),
                Err(error) => FormNote::Failed(error),
            }));
            all.reload();
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
