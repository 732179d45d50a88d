//! Recomputes every chance event of a game in the browser.

use abaque_client::Route;
use abaque_client::api_error::ApiError;
use abaque_client::words::online;
use abaque_online_client::{LogFinding, RecordVerification, SeedMode};
use abaque_protocol::rest::LotLogEntry;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use crate::api;
use crate::context::context;
use crate::icons::{self, Icon};

/// The page. A game of the server is fetched and verified at once.
#[component]
pub(crate) fn Verify(game: Option<String>) -> impl IntoView {
    let context = context();
    let text = RwSignal::new(String::new());
    let verdict = RwSignal::new(None::<Result<RecordVerification, abaque_core::Message>>);
    let error = RwSignal::new(None::<ApiError>);
    let logged = RwSignal::new(LogFinding::Missing);
    let verify = move || {
        let found = RecordVerification::verify(&text.get_untracked());
        logged.set(LogFinding::Missing);
        if let Ok(verdict @ RecordVerification { game: Some(_), commitment: Some(_), .. }) = &found
        {
            let verdict = verdict.clone();
            spawn_local(async move {
                logged.try_set(check_public_log(&verdict).await);
            });
        }
        verdict.set(Some(found));
    };
    if let Some(game) = game {
        spawn_local(async move {
            match api::get_text(&format!("/games/{game}/record")).await {
                Ok(record) => {
                    text.try_set(record);
                    verify();
                }
                Err(why) => drop(error.try_set(Some(why))),
            }
        });
    }
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        verify();
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
        Some(Ok(found)) => view! { <VerifiedLots found logged /> }.into_any(),
    };
    view! {
        <section class="page narrow">
            <h1>{move || context.t(online::VERIFY_TITLE)}</h1>
            <p>{move || context.t(online::VERIFY_HELP)}</p>
            {move || error.get().map(|why| view! { <p class="notice" role="alert">{why.to_text(context.lang())}</p> })}
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
fn VerifiedLots(found: RecordVerification, logged: RwSignal<LogFinding>) -> impl IntoView {
    let context = context();
    let RecordVerification { game, plies, lots, seals, sides, seeds, .. } = found;
    let link = game.map(|game| Route::Game(game).to_string());
    let count = lots.as_ref().map(Vec::len);
    let throws = lots.filter(|lots| !lots.is_empty());
    let wrong = move || logged.get() == LogFinding::Contradicts;
    let heading = move || match wrong() {
        true => view! { <Icon d=icons::CROSS />{context.t(online::VERIFY_WRONG)} }.into_any(),
        false => view! { <Icon d=icons::CHECK />{context.t(online::VERIFY_FINE)} }.into_any(),
    };
    view! {
        <div class="verdict" class:wrong=wrong role="status">
            <h2>{heading}</h2>
            <ul>
                <li>{plies}" "{context.t(online::VERIFY_PLIES)}</li>
                {match count {
                    Some(count) => view! { <li>{count}" "{context.t(online::VERIFY_LOTS)}</li> }.into_any(),
                    None => view! { <li>{context.t(online::VERIFY_NO_LOTS)}</li> }.into_any(),
                }}
                {(seals > 0).then(|| view! { <li>{seals}" "{context.t(online::VERIFY_SEALS)}</li> })}
                {sides.then(|| view! { <li>{context.t(online::VERIFY_SIDES)}</li> })}
                {seeds.map(|mode| view! { <li>{context.t(match mode {
                    SeedMode::Deposited => online::VERIFY_DEPOSITED,
                    SeedMode::Live => online::VERIFY_LIVE,
                })}</li> })}
                {move || match logged.get() {
                    LogFinding::Missing => None,
                    LogFinding::Table => Some(online::VERIFY_LOG),
                    LogFinding::All => Some(online::VERIFY_LOG_ALL),
                    LogFinding::Contradicts => Some(online::VERIFY_LOG_WRONG),
                }.map(|words| view! { <li>{context.t(words)}</li> })}
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

/// Looks the game up in the public log.
async fn check_public_log(verdict: &RecordVerification) -> LogFinding {
    let Some(game) = &verdict.game else { return LogFinding::Missing };
    let entries = api::get::<Vec<LotLogEntry>>(&format!("/lots?game={game}")).await;
    entries.map_or(LogFinding::Missing, |entries| verdict.compare_with_log(&entries))
}
