use abaque_client::shelf::{Kept, Summary};
use abaque_client::{Route, words};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlInputElement, SubmitEvent};

use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::play::store;

/// All games at this screen, and records from elsewhere.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let context = context();
    let games = RwSignal::new(store::all());
    let rows = move |running: bool| {
        let lang = context.lang();
        let with = games.get().into_iter().filter_map(|kept| Some((kept.summary(lang)?, kept)));
        let wanted: Vec<(Summary, Kept)> =
            with.filter(|(summary, _)| summary.result.is_none() == running).collect();
        (!wanted.is_empty()).then(|| view! {
            <h2>{context.t(if running { words::RUNNING } else { words::FINISHED })}</h2>
            <ul class="list">
                {wanted.into_iter().map(|(summary, kept)| view! { <Row summary kept games /> }).collect_view()}
            </ul>
        })
    };
    let save_all = move |_| {
        let all: Vec<String> = games.get_untracked().into_iter().map(|kept| kept.record).collect();
        browser::save_file("abaque.abq", &all.join("\n"));
    };
    view! {
        <section class="page narrow">
            <h1>{move || context.t(words::MY_GAMES)}</h1>
            <Show when=move || games.with(Vec::is_empty)>
                <p class="empty">{move || context.t(words::NO_GAMES)}</p>
                <a class="button primary" href=Route::Home.to_string()>{move || context.t(words::TO_HOME)}</a>
            </Show>
            {move || rows(true)}
            {move || rows(false)}
            <Show when=move || !games.with(Vec::is_empty)>
                <p><button on:click=save_all><Icon d=icons::SAVE />{move || context.t(words::EXPORT_ALL)}</button></p>
            </Show>
            <Import />
        </section>
    }
}

#[component]
fn Row(summary: Summary, kept: Kept, games: RwSignal<Vec<Kept>>) -> impl IntoView {
    let context = context();
    let id = kept.id;
    let sure = RwSignal::new(false);
    let title =
        abaque_catalog::find(&summary.game).map(|entry| (entry.info)().title.get(context.lang()));
    let title = title.unwrap_or_default();
    let remove = move |_| {
        store::remove(id);
        games.set(store::all());
    };
    view! {
        <li>
            <a class="row-link" href=Route::Table(id).to_string()>
                <strong>{title}</strong>
                <span>{summary.players.join(" – ")}</span>
                <small>
                    {summary.date}" · "{summary.plies}" "{context.t(words::PLIES)}
                    {summary.result.map(|result| format!(" · {result}"))}
                </small>
            </a>
            {move || if sure.get() {
                view! {
                    <span class="asked" role="alertdialog" aria-label=context.t(words::REMOVE)>
                        <span>{context.t(words::REMOVE_SURE)}</span>
                        <button on:click=remove>{context.t(words::YES)}</button>
                        <button class="plain" on:click=move |_| sure.set(false)>{context.t(words::NO)}</button>
                    </span>
                }.into_any()
            } else {
                view! {
                    <button class="plain" aria-label=format!("{} {title}", context.t(words::REMOVE)) on:click=move |_| sure.set(true)>
                        <Icon d=icons::TRASH />
                    </button>
                }.into_any()
            }}
        </li>
    }
}

/// A record from a file or pasted.
#[component]
fn Import() -> impl IntoView {
    let context = context();
    let text = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<String>);
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        match store::resume(&text.get_untracked()) {
            Ok(sitting) => {
                let id = store::fresh_id();
                if store::keep(id, &sitting, false) {
                    context.go(Route::Table(id));
                } else {
                    wrong.set(Some(context.t(words::NO_STORAGE).to_owned()));
                }
            }
            Err(why) => wrong.set(Some(why.get(context.lang()).to_owned())),
        }
    };
    let chosen = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0))
        else {
            return;
        };
        spawn_local(async move {
            if let Ok(found) = JsFuture::from(file.text()).await {
                text.set(found.as_string().unwrap_or_default());
            }
        });
    };
    view! {
        <form class="import" on:submit=open>
            <h2>{move || context.t(words::IMPORT)}</h2>
            <p>{move || context.t(words::IMPORT_HELP)}</p>
            <label for="import-file">{move || context.t(words::IMPORT_FILE)}</label>
            <input id="import-file" type="file" accept=".abq,.txt,text/plain" on:change=chosen />
            <label for="import-text">{move || context.t(words::IMPORT_TEXT)}</label>
            <textarea id="import-text" rows="6" spellcheck="false" prop:value=text on:input=move |event| text.set(event_target_value(&event))></textarea>
            {move || wrong.get().map(|wrong| view! { <p class="notice" role="alert">{wrong}</p> })}
            <button disabled=move || text.with(|text| text.trim().is_empty())><Icon d=icons::OPEN />{move || context.t(words::OPEN)}</button>
        </form>
    }
}
