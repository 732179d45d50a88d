//! The rules page of a game.

use abaque_client::{Route, words};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::fetch_text;
use crate::context::context;

/// The rules of a game, rendered when the app is bundled.
#[component]
pub(crate) fn Rules(name: String) -> impl IntoView {
    let context = context();
    let text = RwSignal::new(None::<Result<String, String>>);
    let game = name.clone();
    Effect::new(move |_| {
        let path = format!("/rules/{game}.{}.html", context.lang().code());
        text.set(None);
        spawn_local(async move {
            let found = fetch_text(&path).await;
            text.set(Some(found));
        });
    });
    let title = abaque_catalog::find(&name).map(|entry| (entry.description)().title);
    view! {
        <section class="page narrow rules">
            {title.ok().map(|title| view! {
                <p class="links"><a class="button primary" href=Route::New(name.clone()).to_string()>
                    {move || context.t(words::PLAY)}" "{move || context.t(title)}
                </a></p>
            })}
            {move || match text.get() {
                None => view! { <p class="loading" role="status">"…"</p> }.into_any(),
                Some(Ok(html)) => view! { <article inner_html=html></article> }.into_any(),
                Some(Err(error)) => view! { <p class="notice" role="alert">{error}</p> }.into_any(),
            }}
        </section>
    }
}
