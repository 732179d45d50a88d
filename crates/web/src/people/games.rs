use abaque_client::Route;
use abaque_client::address::escape;
use abaque_client::online::telling;
use abaque_client::people::{Filter, GamesPage, PeopleRoute, result};
use abaque_client::shelf::computer_name;
use abaque_client::words::{self as here, people as words};
use abaque_core::{Lang, Words};
use abaque_protocol::{GameInfo, Seat};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::SubmitEvent;

use super::note::{Note, Noted, Shown};
use super::{counted, named, title};
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};
use crate::net;

/// Games asked for at a time.
const PAGE: u32 = 30;

/// Somebody's games: which, as a list that goes on, and as records.
#[component]
pub(super) fn Games(name: String, filter: Filter) -> impl IntoView {
    let context = context();
    let games = RwSignal::new(Vec::<GameInfo>::new());
    // Where the next page begins; nothing before the first answer, and after the last page.
    let next = RwSignal::new(None::<String>);
    let (busy, asked_once) = (RwSignal::new(false), RwSignal::new(false));
    let note: Noted = RwSignal::new(None);
    let (whose, which) = (StoredValue::new(name.clone()), StoredValue::new(filter.clone()));
    let more = move || {
        busy.set(true);
        let before = next.get_untracked();
        let query =
            which.with_value(|which| which.asked(before.as_deref(), PAGE, browser::day_edges));
        let path = format!("/people/{}/games{query}", escape(&whose.get_value()));
        spawn_local(async move {
            let answer = net::get::<GamesPage>(&path).await;
            // The page may be gone by then.
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
                Err(trouble) => note.set(Some(Note::Not(trouble))),
            }
        });
    };
    more();
    let export = move |_| {
        let query = which.with_value(|which| which.asked(None, 0, browser::day_edges));
        let name = whose.get_value();
        spawn_local(async move {
            let path = format!("/people/{}/records{query}", escape(&name));
            note.set(match net::get_text(&path).await {
                Ok(text) if text.trim().is_empty() => Some(Note::Cannot(words::NO_RECORDS)),
                Ok(text) => {
                    browser::save_file(&format!("{name}.abq"), &text);
                    None
                }
                Err(trouble) => Some(Note::Not(trouble)),
            });
        });
    };
    let heading = name.clone();
    let profile = Route::People(PeopleRoute::Profile(name.clone())).to_string();
    let empty = move || asked_once.get() && games.with(Vec::is_empty) && next.with(Option::is_none);
    view! {
        <section class="page narrow games-of">
            <h1>{move || named(context.t(words::GAMES_OF), &heading)}</h1>
            <p class="back"><a href=profile>{move || named(context.t(words::PROFILE_OF), &whose.get_value())}</a></p>
            <Which name=name.clone() filter />
            <p id="shown" tabindex="-1" role="status">
                {move || if busy.get() { context.t(words::LOADING).to_owned() } else { counted(context.t(words::SHOWN), games.with(Vec::len)) }}
            </p>
            <Show when=empty><p class="empty">{move || context.t(words::NO_SUCH_GAMES)}</p></Show>
            <ul class="list">
                <For each=move || games.get() key=|game| game.game.clone() let:game>
                    <Row game name=whose.get_value() />
                </For>
            </ul>
            <Shown note />
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

/// Which games are wanted. The address follows, so that it can be kept and sent.
#[component]
fn Which(name: String, filter: Filter) -> impl IntoView {
    let context = context();
    let wanted = RwSignal::new(filter.clone());
    let chosen = !filter.is_empty();
    let (whose, all) = (name.clone(), name);
    let go = move |name: String, filter: Filter| {
        context.go(Route::People(PeopleRoute::Games(name, filter)));
        browser::after(0, || browser::focus("shown"));
    };
    let show = move |event: SubmitEvent| {
        event.prevent_default();
        go(whose.clone(), wanted.get_untracked());
    };
    let games = move || {
        let games = abaque_catalog::GAMES.iter().map(|entry| (entry.info)());
        games.map(|info| (info.name, info.title)).collect::<Vec<_>>()
    };
    let statuses = vec![
        ("playing", words::STATUS_PLAYING),
        ("over", words::STATUS_OVER),
        ("aborted", words::STATUS_ABORTED),
    ];
    let rated = vec![("true", words::ONLY_RATED), ("false", words::ONLY_CASUAL)];
    let day = move |id: &'static str,
                    label: Words,
                    get: fn(&Filter) -> &String,
                    set: fn(&mut Filter) -> &mut String| {
        view! {
            <div class="field">
                <label for=id>{move || context.t(label)}</label>
                <input id=id type="date" prop:value=move || wanted.with(|wanted| get(wanted).clone())
                    on:input=move |event| wanted.update(|wanted| *set(wanted) = event_target_value(&event)) />
            </div>
        }
    };
    view! {
        <details class="which" open=chosen>
            <summary>{move || context.t(words::FILTER)}</summary>
            <form on:submit=show>
                <Choice id="filter-kind" label=words::GAME any=words::ANY_GAME options=games() wanted get=|filter| &filter.kind set=|filter| &mut filter.kind />
                <Choice id="filter-status" label=words::STATUS any=words::ANY_STATUS options=statuses wanted get=|filter| &filter.status set=|filter| &mut filter.status />
                <Choice id="filter-rated" label=words::RATED any=words::ANY_RATED options=rated wanted get=|filter| &filter.rated set=|filter| &mut filter.rated />
                <div class="field">
                    <label for="filter-opponent">{move || context.t(words::AGAINST)}</label>
                    <input id="filter-opponent" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="20"
                        prop:value=move || wanted.with(|wanted| wanted.opponent.clone())
                        on:input=move |event| wanted.update(|wanted| wanted.opponent = event_target_value(&event).trim().to_owned()) />
                </div>
                {day("filter-since", words::FROM_DAY, |filter| &filter.since, |filter| &mut filter.since)}
                {day("filter-until", words::TO_DAY, |filter| &filter.until, |filter| &mut filter.until)}
                <p class="links">
                    <button class="primary">{move || context.t(words::SHOW)}</button>
                    {chosen.then(|| view! {
                        <button type="button" on:click=move |_| go(all.clone(), Filter::default())>{move || context.t(words::SHOW_ALL)}</button>
                    })}
                </p>
            </form>
        </details>
    }
}

/// One of several values, or any.
#[component]
fn Choice(
    id: &'static str,
    label: Words,
    any: Words,
    options: Vec<(&'static str, Words)>,
    wanted: RwSignal<Filter>,
    get: fn(&Filter) -> &String,
    set: fn(&mut Filter) -> &mut String,
) -> impl IntoView {
    let context = context();
    let now = wanted.with_untracked(|wanted| get(wanted).clone());
    let option = move |(value, words): (&'static str, Words)| {
        view! { <option value=value selected={value == now}>{move || context.t(words)}</option> }
    };
    view! {
        <div class="field">
            <label for=id>{move || context.t(label)}</label>
            <select id=id on:change=move |event| wanted.update(|wanted| *set(wanted) = event_target_value(&event))>
                <option value="">{move || context.t(any)}</option>
                {options.into_iter().map(option).collect_view()}
            </select>
        </div>
    }
}

#[component]
fn Row(game: GameInfo, name: String) -> impl IntoView {
    let context = context();
    let kind = game.spec.split(':').next().unwrap_or_default().to_owned();
    let address = format!("/g/{}", game.game);
    let game = StoredValue::new(game);
    let players = move || {
        game.with_value(|game| {
            let [first, second] = &game.seats;
            format!("{} – {}", player(first, context.lang()), player(second, context.lang()))
        })
    };
    let how = move || game.with_value(|game| result(game, &name, context.lang()));
    let more = move || {
        game.with_value(|game| {
            let lang = context.lang();
            let mut parts = vec![browser::day(game.touched, lang)];
            parts.push(match game.plies {
                1 => context.t(words::ONE_PLY).to_owned(),
                plies => format!("{plies} {}", context.t(here::PLIES)),
            });
            parts.push(telling::clock(&game.clock, lang));
            parts.extend(game.rated.then(|| context.t(words::IS_RATED).to_owned()));
            parts.extend((!game.public).then(|| context.t(words::PRIVATE).to_owned()));
            parts.join(" · ")
        })
    };
    view! {
        <li>
            <a class="row-link" href=address>
                <strong>{move || title(&kind, context)}</strong>
                <span>{players}</span>
                <span class="how">{how}</span>
                <small>{more}</small>
            </a>
        </li>
    }
}

/// Who sits somewhere, with their rating.
fn player(seat: &Seat, lang: Lang) -> String {
    let bot = seat.bot.as_ref().map(|kind| computer_name(kind, lang));
    let name = seat.name.clone().or(bot);
    let name = name.unwrap_or_else(|| words::FREE_SEAT.get(lang).to_owned());
    match &seat.rating {
        Some(rating) => format!("{name} ({rating})"),
        None => name,
    }
}
