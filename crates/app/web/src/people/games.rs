//! A player's online games: filters, list, download.

use abaque_client::address::escape;
use abaque_client::saved_games::computer_name;
use abaque_client::words::{self as common, people as words};
use abaque_client::{GameFilter, PeopleRoute};
use abaque_client::{Route, clock_text};
use abaque_core::{Lang, StaticMessage};
use abaque_people::game_result_text;
use abaque_protocol::rest::GamesPage;
use abaque_protocol::{GameSummary, SeatInfo};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use super::{game_title, with_count, with_name};
use crate::api;
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};

/// Games per request.
const GAMES_PER_PAGE: u32 = 30;

/// A player's games: filters, an endless list, and download as records.
#[component]
pub(super) fn Games(name: String, filter: GameFilter) -> impl IntoView {
    let context = context();
    let games = RwSignal::new(Vec::<GameSummary>::new());
    // Cursor of the next page; `None` before the first response and after the last page.
    let next = RwSignal::new(None::<String>);
    let (busy, asked_once) = (RwSignal::new(false), RwSignal::new(false));
    let note: FormNoteSignal = RwSignal::new(None);
    let (player, which) = (StoredValue::new(name.clone()), StoredValue::new(filter.clone()));
    let more = move || {
        busy.set(true);
        let before = next.get_untracked();
        let query = which.with_value(|which| {
            which.to_api_query(before.as_deref(), GAMES_PER_PAGE, browser::day_bounds)
        });
        let path = format!("/people/{}/games{query}", escape(&player.get_value()));
        spawn_local(async move {
            let answer = api::get::<GamesPage>(&path).await;
            // The page may be gone by now.
            if busy.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(page) => {
                    asked_once.set(true);
                    note.set(None);
                    next.set(page.next);
                    games.update(|games| games.extend(page.games));
                }
                Err(error) => note.set(Some(FormNote::Failed(error))),
            }
        });
    };
    more();
    let export = move |_| {
        let query = which.with_value(|which| which.to_api_query(None, 0, browser::day_bounds));
        let name = player.get_value();
        spawn_local(async move {
            let path = format!("/people/{}/records{query}", escape(&name));
            note.set(match api::get_text(&path).await {
                Ok(text) if text.trim().is_empty() => Some(FormNote::Invalid(words::NO_RECORDS)),
                Ok(text) => {
                    browser::download_text(&format!("{name}.abq"), &text);
                    None
                }
                Err(error) => Some(FormNote::Failed(error)),
            });
        });
    };
    let heading = name.clone();
    let profile = Route::People(PeopleRoute::Profile(name.clone())).to_string();
    let empty = move || asked_once.get() && games.with(Vec::is_empty) && next.with(Option::is_none);
    view! {
        <section class="page narrow games-of">
            <h1>{move || with_name(context.t(words::GAMES_OF), &heading)}</h1>
            <p class="back"><a href=profile>{move || with_name(context.t(words::PROFILE_OF), &player.get_value())}</a></p>
            <GamesFilter name=name.clone() filter />
            <p id="shown" tabindex="-1" role="status">
                {move || if busy.get() { context.t(words::LOADING).to_owned() } else { with_count(context.t(words::SHOWN), games.with(Vec::len)) }}
            </p>
            <Show when=empty><p class="empty">{move || context.t(words::NO_SUCH_GAMES)}</p></Show>
            <ul class="list">
                <For each=move || games.get() key=|game| game.game.clone() let:game>
                    <Row game name=player.get_value() />
                </For>
            </ul>
            <FormNoteView note />
            <Show when=move || next.with(Option::is_some)>
                <p><button type="button" class="more" disabled=busy on:click=move |_| more()>{move || context.t(words::MORE)}</button></p>
            </Show>
            <Show when=move || !games.with(Vec::is_empty)>
                <p class="aside">
                    <button type="button" class="export" on:click=export><Icon d=icons::SAVE />{move || context.t(words::EXPORT_RECORDS)}</button>
                    <small>{move || context.t(words::EXPORT_RECORDS_HELP)}</small>
                </p>
            </Show>
        </section>
    }
}

/// Filters of the list. They are kept in the address, so that it can be shared.
#[component]
fn GamesFilter(name: String, filter: GameFilter) -> impl IntoView {
    let context = context();
    let chosen = RwSignal::new(filter.clone());
    let is_filtered = !filter.is_empty();
    let (player, all) = (name.clone(), name);
    let go = move |name: String, filter: GameFilter| {
        context.navigate(Route::People(PeopleRoute::Games(name, filter)));
        browser::run_after(0, || browser::focus_element("shown"));
    };
    let show = move |event: SubmitEvent| {
        event.prevent_default();
        go(player.clone(), chosen.get_untracked());
    };
    let games = move || {
        let games = abaque_catalog::GAMES.iter().map(|entry| (entry.description)());
        games.map(|info| (info.name, info.title)).collect::<Vec<_>>()
    };
    let statuses = vec![
        ("playing", words::STATUS_PLAYING),
        ("over", words::STATUS_OVER),
        ("aborted", words::STATUS_ABORTED),
    ];
    let rated = vec![("true", words::ONLY_RATED), ("false", words::ONLY_CASUAL)];
    let day = move |id: &'static str,
                    label: StaticMessage,
                    get: fn(&GameFilter) -> &String,
                    set: fn(&mut GameFilter) -> &mut String| {
        view! {
            <div class="field">
                <label for=id>{move || context.t(label)}</label>
                <input id=id type="date" prop:value=move || chosen.with(|chosen| get(chosen).clone())
                    on:input=move |event| chosen.update(|chosen| *set(chosen) = event_target_value(&event)) />
            </div>
        }
    };
    view! {
        <details class="which" open=is_filtered>
            <summary>{move || context.t(words::FILTER)}</summary>
            <form on:submit=show>
                <FilterChoice id="filter-kind" label=words::GAME any=words::ANY_GAME options=games() chosen get=|filter| &filter.kind set=|filter| &mut filter.kind />
                <FilterChoice id="filter-status" label=words::STATUS any=words::ANY_STATUS options=statuses chosen get=|filter| &filter.status set=|filter| &mut filter.status />
                <FilterChoice id="filter-rated" label=words::RATED any=words::ANY_RATED options=rated chosen get=|filter| &filter.rated set=|filter| &mut filter.rated />
                <div class="field">
                    <label for="filter-opponent">{move || context.t(words::AGAINST)}</label>
                    <input id="filter-opponent" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="20"
                        prop:value=move || chosen.with(|chosen| chosen.opponent.clone())
                        on:input=move |event| chosen.update(|chosen| chosen.opponent = event_target_value(&event).trim().to_owned()) />
                </div>
                {day("filter-since", words::FROM_DAY, |filter| &filter.since, |filter| &mut filter.since)}
                {day("filter-until", words::TO_DAY, |filter| &filter.until, |filter| &mut filter.until)}
                <p class="links">
                    <button class="primary">{move || context.t(words::SHOW)}</button>
                    {is_filtered.then(|| view! {
                        <button type="button" on:click=move |_| go(all.clone(), GameFilter::default())>{move || context.t(words::SHOW_ALL)}</button>
                    })}
                </p>
            </form>
        </details>
    }
}

/// A drop-down list with "any".
#[component]
fn FilterChoice(
    id: &'static str,
    label: StaticMessage,
    any: StaticMessage,
    options: Vec<(&'static str, StaticMessage)>,
    chosen: RwSignal<GameFilter>,
    get: fn(&GameFilter) -> &String,
    set: fn(&mut GameFilter) -> &mut String,
) -> impl IntoView {
    let context = context();
    let now = chosen.with_untracked(|chosen| get(chosen).clone());
    let option = move |(value, words): (&'static str, StaticMessage)| {
        view! { <option value=value selected={value == now}>{move || context.t(words)}</option> }
    };
    view! {
        <div class="field">
            <label for=id>{move || context.t(label)}</label>
            <select id=id on:change=move |event| chosen.update(|chosen| *set(chosen) = event_target_value(&event))>
                <option value="">{move || context.t(any)}</option>
                {options.into_iter().map(option).collect_view()}
            </select>
        </div>
    }
}

#[component]
fn Row(game: GameSummary, name: String) -> impl IntoView {
    let context = context();
    let kind = game.spec.split(':').next().unwrap_or_default().to_owned();
    let address = format!("/g/{}", game.game);
    let game = StoredValue::new(game);
    let players = move || {
        game.with_value(|game| {
            let [first, second] = &game.seats;
            format!(
                "{} – {}",
                player_text(first, context.lang()),
                player_text(second, context.lang())
            )
        })
    };
    let how = move || game.with_value(|game| game_result_text(game, &name, context.lang()));
    let more = move || {
        game.with_value(|game| {
            let lang = context.lang();
            let mut parts = vec![browser::format_day(game.touched, lang)];
            parts.push(match game.plies {
                1 => context.t(words::ONE_PLY).to_owned(),
                plies => format!("{plies} {}", context.t(common::PLIES)),
            });
            parts.push(clock_text::clock_rule_text(&game.clock, lang));
            parts.extend(game.rated.then(|| context.t(words::IS_RATED).to_owned()));
            parts.extend((!game.public).then(|| context.t(words::PRIVATE).to_owned()));
            parts.join(" · ")
        })
    };
    view! {
        <li>
            <a class="row-link" href=address>
                <strong>{move || game_title(&kind, context)}</strong>
                <span>{players}</span>
                <span class="how">{how}</span>
                <small>{more}</small>
            </a>
        </li>
    }
}

/// A player's name with rating.
fn player_text(seat: &SeatInfo, lang: Lang) -> String {
    let bot = seat.bot.as_ref().map(|kind| computer_name(kind, lang));
    let name = seat.name.clone().or(bot);
    let name = name.unwrap_or_else(|| words::FREE_SEAT.get(lang).to_owned());
    match &seat.rating {
        Some(rating) => format!("{name} ({rating})"),
        None => name,
    }
}
