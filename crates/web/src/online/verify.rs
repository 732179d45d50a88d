//! Every lot of a game computed again, here in the browser.

use abaque_client::Route;
use abaque_client::online::Verdict;
use abaque_client::trouble::Trouble;
use abaque_client::words::online;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use web_sys::SubmitEvent;

use crate::context::context;
use crate::icons::{self, Icon};
use crate::net;

/// An entry of the server's public log.
#[derive(Deserialize)]
struct Logged {
    commitment: String,
}

/// The page. A game of the server is fetched and computed at once.
#[component]
pub(crate) fn Verify(game: Option<String>) -> impl IntoView {
    let context = context();
    let text = RwSignal::new(String::new());
    let verdict = RwSignal::new(None::<Result<Verdict, abaque_core::Said>>);
    let trouble = RwSignal::new(None::<Trouble>);
    let logged = RwSignal::new(false);
    let judge = move || {
        let found = Verdict::of(&text.get_untracked());
        logged.set(false);
        if let Ok(Verdict { game: Some(game), commitment: Some(commitment), .. }) = &found {
            let (game, commitment) = (game.clone(), commitment.clone());
            spawn_local(async move {
                if in_log(&game, &commitment).await {
                    logged.try_set(true);
                }
            });
        }
        verdict.set(Some(found));
    };
    if let Some(game) = game {
        spawn_local(async move {
            match net::get_text(&format!("/games/{game}/record")).await {
                Ok(record) => {
                    text.try_set(record);
                    judge();
                }
                Err(why) => drop(trouble.try_set(Some(why))),
            }
        });
    }
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        judge();
    };
    let shown = move || match verdict.get() {
        None => ().into_any(),
        Some(Err(why)) => view! {
            <div class="verdict wrong" role="status">
                <h2><Icon d=icons::CROSS />{context.t(online::VERIFY_WRONG)}</h2>
                <p>{why.get(context.lang()).to_owned()}</p>
            </div>
        }
        .into_any(),
        Some(Ok(found)) => view! { <Found found logged /> }.into_any(),
    };
    view! {
        <section class="page narrow">
            <h1>{move || context.t(online::VERIFY_TITLE)}</h1>
            <p>{move || context.t(online::VERIFY_HELP)}</p>
            {move || trouble.get().map(|why| view! { <p class="notice" role="alert">{why.tell(context.lang())}</p> })}
            {shown}
            <form class="import" on:submit=send>
                <label for="verify-text">{move || context.t(online::RECORD)}</label>
                <textarea id="verify-text" rows="12" spellcheck="false" prop:value=text on:input=move |event| text.set(event_target_value(&event))></textarea>
                <button class="primary" disabled=move || text.with(|text| text.trim().is_empty())><Icon d=icons::CHECK />{move || context.t(online::VERIFY_DO)}</button>
            </form>
        </section>
    }
}

#[component]
fn Found(found: Verdict, logged: RwSignal<bool>) -> impl IntoView {
    let context = context();
    let Verdict { game, plies, lots, seals, sides, .. } = found;
    let link = game.map(|game| Route::Game(game).to_string());
    let count = lots.as_ref().map(Vec::len);
    let throws = lots.filter(|lots| !lots.is_empty());
    view! {
        <div class="verdict" role="status">
            <h2><Icon d=icons::CHECK />{context.t(online::VERIFY_FINE)}</h2>
            <ul>
                <li>{plies}" "{context.t(online::VERIFY_PLIES)}</li>
                {match count {
                    Some(count) => view! { <li>{count}" "{context.t(online::VERIFY_LOTS)}</li> }.into_any(),
                    None => view! { <li>{context.t(online::VERIFY_NO_LOTS)}</li> }.into_any(),
                }}
                {(seals > 0).then(|| view! { <li>{seals}" "{context.t(online::VERIFY_SEALS)}</li> })}
                {sides.then(|| view! { <li>{context.t(online::VERIFY_SIDES)}</li> })}
                <Show when=move || logged.get()><li>{move || context.t(online::VERIFY_LOG)}</li></Show>
            </ul>
            {throws.map(|lots| view! {
                <details>
                    <summary>{context.t(online::VERIFY_DRAWN)}" "<small>{lots.len()}</small></summary>
                    <ol class="lot-list">{lots.into_iter().map(|(ply, lot)| view! { <li value=ply.to_string()><code>{lot}</code></li> }).collect_view()}</ol>
                </details>
            })}
            {link.filter(|_| count.is_some()).map(|href| view! { <p><a href=href>{context.t(online::TO_GAME)}</a></p> })}
        </div>
    }
}

/// Whether the server promised just this, in public.
async fn in_log(game: &str, commitment: &str) -> bool {
    let entries = net::get::<Vec<Logged>>(&format!("/lots?game={game}")).await;
    entries.is_ok_and(|entries| entries.iter().any(|entry| entry.commitment == commitment))
}
