//! Start page of studies: local games, initial positions, custom positions, imported records.

use abaque_client::saved_games::SavedGame;
use abaque_client::words::{self, study as texts};
use abaque_client::{Route, StudySource};
use abaque_study::{Study, StudyLink, parse_games};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlInputElement, SubmitEvent};

use crate::browser;
use crate::context::{AppContext, context};
use crate::icons::{self, Icon};
use crate::play::game_storage;

/// Maximum local games listed.
const MAX_LISTED_GAMES: usize = 30;

#[component]
pub(crate) fn Studies() -> impl IntoView {
    let context = context();
    let games = game_storage::load_all();
    let none = games.is_empty();
    let games = StoredValue::new(games);
    let rows = move || {
        let lang = context.lang();
        let row = |saved: &SavedGame| {
            let summary = saved.summary(lang)?;
            let title = abaque_catalog::find(&summary.game)
                .map(|entry| (entry.description)().title.get(lang));
            Some(view! {
                <li>
                    <a class="row-link" href=Route::Study(StudySource::Saved(saved.id)).to_string()>
                        <strong>{title.unwrap_or_default()}</strong>
                        <span>{summary.players.join(" – ")}</span>
                        <small>
                            {browser::format_record_day(&summary.date, lang)}" · "{summary.plies}" "{context.t(words::PLIES)}
                            {summary.result.map(|result| format!(" · {result}"))}
                        </small>
                    </a>
                </li>
            })
        };
        games.with_value(|games| games.iter().take(MAX_LISTED_GAMES).filter_map(row).collect_view())
    };
    let starts = move || {
        abaque_catalog::GAMES.iter().map(|entry| {
            let info = (entry.description)();
            let start = Route::Study(StudySource::Link(format!("spec={}", info.name)));
            let editor = Route::Editor(info.name.into(), String::new());
            view! {
                <li>
                    <a class="row-link" href=start.to_string()><strong>{move || context.t(info.title)}</strong></a>
                    <a class="button" href=editor.to_string()><Icon d=icons::PENCIL /><span>{move || context.t(texts::EDITOR)}</span><span class="sr-only">" "{move || context.t(info.title)}</span></a>
                </li>
            }
        }).collect_view()
    };
    view! {
        <section class="page narrow studies">
            <h1>{move || context.t(texts::STUDY)}</h1>
            <p>{move || context.t(texts::STUDY_INTRO)}</p>
            <h2>{move || context.t(texts::FROM_START)}</h2>
            <ul class="list starts">{starts()}</ul>
            <h2>{move || context.t(texts::FROM_GAMES)}</h2>
            {none.then(|| view! { <p class="empty">{move || context.t(words::NO_GAMES)}</p> })}
            <ul class="list">{rows}</ul>
            <ImportRecord />
            <FromPosition />
        </section>
    }
}

/// Imports a pasted or uploaded record.
#[component]
fn ImportRecord() -> impl IntoView {
    let context = context();
    let text = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<String>);
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        if let Err(why) = open_text(context, &text.get_untracked()) {
            wrong.set(Some(why));
        }
    };
    let chosen = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let file = input.and_then(|input| input.files()).and_then(|files| files.get(0));
        let Some(file) = file else { return };
        spawn_local(async move {
            if let Ok(found) = JsFuture::from(file.text()).await {
                text.set(found.as_string().unwrap_or_default());
            }
        });
    };
    view! {
        <form class="import" on:submit=open>
            <h2>{move || context.t(texts::FROM_RECORD)}</h2>
            <p>{move || context.t(texts::FROM_RECORD_HELP)}</p>
            <label for="study-file">{move || context.t(words::IMPORT_FILE)}</label>
            <input id="study-file" type="file" accept=".abq,.txt,text/plain" on:change=chosen />
            <label for="study-text">{move || context.t(words::IMPORT_TEXT)}</label>
            <textarea id="study-text" rows="5" spellcheck="false" prop:value=text on:input=move |event| text.set(event_target_value(&event))></textarea>
            {move || wrong.get().map(|wrong| view! { <p class="notice" role="alert">{wrong}</p> })}
            <button disabled=move || text.with(|text| text.trim().is_empty())><Icon d=icons::OPEN />{move || context.t(words::OPEN)}</button>
        </form>
    }
}

/// Opens a study link, or stores the games of a text and opens the first.
fn open_text(context: AppContext, text: &str) -> Result<(), String> {
    let lang = context.lang();
    if let Some((_, query)) = text.trim().split_once("/study/new?") {
        let query = query.split(char::is_whitespace).next().unwrap_or_default();
        StudyLink::parse(query).open_study().map_err(|why| why.get(lang).to_owned())?;
        context.navigate(Route::Study(StudySource::Link(query.to_owned())));
        return Ok(());
    }
    let records = parse_games(text).map_err(|why| why.get(lang).to_owned())?;
    for record in &records {
        Study::parse(record).map_err(|why| why.get(lang).to_owned())?;
    }
    let mut first = None;
    for record in &records {
        let game = game_storage::resume(record).map_err(|why| why.get(lang).to_owned())?;
        let id = game_storage::unused_id();
        if !game_storage::save(id, &game, false) {
            return Err(context.t(words::NO_STORAGE).to_owned());
        }
        game_storage::save_notes(id, record);
        first = first.or(Some(id));
    }
    if let Some(id) = first {
        context.navigate(Route::Study(StudySource::Saved(id)));
    }
    Ok(())
}

/// Starts from a position given as text.
#[component]
fn FromPosition() -> impl IntoView {
    let context = context();
    let first_game = abaque_catalog::GAMES.first().map_or("", |entry| (entry.description)().name);
    let spec = RwSignal::new(first_game.to_owned());
    let position = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<String>);
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        let position = position.get_untracked().trim().to_owned();
        let link = StudyLink {
            spec: spec.get_untracked(),
            position: Some(position),
            ..StudyLink::default()
        };
        match link.open_study() {
            Ok(_) => context.navigate(Route::Study(StudySource::Link(link.to_query()))),
            Err(why) => wrong.set(Some(why.get(context.lang()).to_owned())),
        }
    };
    view! {
        <form class="import" on:submit=open>
            <h2>{move || context.t(texts::FROM_POSITION)}</h2>
            <p>{move || context.t(texts::FROM_POSITION_HELP)}</p>
            <label for="position-spec">{move || context.t(texts::GAME)}</label>
            <input id="position-spec" list="position-games" autocomplete="off" spellcheck="false" prop:value=spec on:input=move |event| spec.set(event_target_value(&event)) />
            <datalist id="position-games">
                {abaque_catalog::GAMES.iter().map(|entry| view! { <option value=(entry.description)().name></option> }).collect_view()}
            </datalist>
            <label for="position-text">{move || context.t(texts::POSITION)}</label>
            <input id="position-text" autocomplete="off" spellcheck="false" prop:value=position on:input=move |event| position.set(event_target_value(&event)) />
            {move || wrong.get().map(|wrong| view! { <p class="notice" role="alert">{wrong}</p> })}
            <button disabled=move || position.with(|text| text.trim().is_empty())><Icon d=icons::OPEN />{move || context.t(words::OPEN)}</button>
        </form>
    }
}
