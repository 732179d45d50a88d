//! The list of local games, with import and export of records.

use abaque_client::saved_games::{SavedGame, SavedGameSummary, split_records};
use abaque_client::{Route, words};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlInputElement, SubmitEvent};

use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::play::game_storage;

/// All local games, and import of records.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let context = context();
    let games = RwSignal::new(game_storage::load_all());
    let rows = move |running: bool| {
        let lang = context.lang();
        let with = games.get().into_iter().filter_map(|saved| Some((saved.summary(lang)?, saved)));
        let rows: Vec<(SavedGameSummary, SavedGame)> =
            with.filter(|(summary, _)| summary.result.is_none() == running).collect();
        (!rows.is_empty()).then(|| view! {
            <h2>{context.t(if running { words::RUNNING } else { words::FINISHED })}</h2>
            <ul class="list">
                {rows.into_iter().map(|(summary, saved)| view! { <Row summary saved games /> }).collect_view()}
            </ul>
        })
    };
    let save_all = move |_| {
        let all: Vec<String> =
            games.get_untracked().into_iter().map(|saved| saved.record).collect();
        browser::download_text("abaque.abq", &all.join("\n"));
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
            <Import games />
        </section>
    }
}

#[component]
fn Row(
    summary: SavedGameSummary,
    saved: SavedGame,
    games: RwSignal<Vec<SavedGame>>,
) -> impl IntoView {
    let context = context();
    let id = saved.id;
    let sure = RwSignal::new(false);
    let title = abaque_catalog::find(&summary.game)
        .map(|entry| (entry.description)().title.get(context.lang()));
    let title = title.unwrap_or_default();
    let remove = move |_| {
        game_storage::remove(id);
        games.set(game_storage::load_all());
    };
    view! {
        <li>
            <a class="row-link" href=Route::Table(id).to_string()>
                <strong>{title}</strong>
                <span>{summary.players.join(" – ")}</span>
                <small>
                    {browser::format_record_day(&summary.date, context.lang())}" · "{summary.plies}" "{context.t(words::PLIES)}
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

/// Imports records from files or pasted text: a single one opens, several are added to the list.
#[component]
fn Import(games: RwSignal<Vec<SavedGame>>) -> impl IntoView {
    let context = context();
    let text = RwSignal::new(String::new());
    let messages = RwSignal::new(Vec::<String>::new());
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        let lang = context.lang();
        let records = match split_records(&text.get_untracked()) {
            Ok(records) => records,
            Err(why) => return messages.set(vec![why.get(lang).to_owned()]),
        };
        let (mut ids, mut wrong) = (Vec::new(), Vec::new());
        for (number, record) in records.iter().enumerate() {
            match game_storage::resume(record) {
                Ok(game) => {
                    let id = game_storage::unused_id();
                    if !game_storage::save(id, &game, false) {
                        return messages.set(vec![context.t(words::NO_STORAGE).to_owned()]);
                    }
                    ids.push(id);
                }
                Err(why) => wrong.push(format!("{}: {}", number + 1, why.get(lang))),
            }
        }
        if let ([id], []) = (&ids[..], &wrong[..]) {
            return context.navigate(Route::Table(*id));
        }
        games.set(game_storage::load_all());
        text.set(String::new());
        let opened = context.t(words::IMPORTED).replace("{n}", &ids.len().to_string());
        messages.set([opened].into_iter().chain(wrong).collect());
    };
    let chosen = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(files) = input.and_then(|input| input.files()) else { return };
        spawn_local(async move {
            let mut all = String::new();
            for file in (0..files.length()).filter_map(|n| files.get(n)) {
                if let Ok(found) = JsFuture::from(file.text()).await {
                    all += &found.as_string().unwrap_or_default();
                    all.push('\n');
                }
            }
            text.set(all);
        });
    };
    view! {
        <form class="import" on:submit=open>
            <h2>{move || context.t(words::IMPORT)}</h2>
            <p>{move || context.t(words::IMPORT_HELP)}</p>
            <label for="import-file">{move || context.t(words::IMPORT_FILE)}</label>
            <input id="import-file" type="file" accept=".abq,.txt,text/plain" multiple=true on:change=chosen />
            <label for="import-text">{move || context.t(words::IMPORT_TEXT)}</label>
            <textarea id="import-text" rows="6" spellcheck="false" prop:value=text on:input=move |event| text.set(event_target_value(&event))></textarea>
            {move || messages.get().into_iter().map(|line| view! { <p class="notice" role="alert">{line}</p> }).collect_view()}
            <button disabled=move || text.with(|text| text.trim().is_empty())><Icon d=icons::OPEN />{move || context.t(words::OPEN)}</button>
        </form>
    }
}
