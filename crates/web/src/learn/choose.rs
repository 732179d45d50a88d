use abaque_client::puzzling::{Wish, daily_game, daily_place, day_of};
use abaque_client::{Route, words};
use abaque_core::{BadText, Words};
use abaque_puzzles::read;
use leptos::prelude::*;

use super::puzzle::next;
use super::{fetched, games, news, puzzle, puzzling};
use crate::browser;
use crate::context::{Context, context};
use crate::icons::{self, Icon};
use crate::pages::pictured;

const WISHES: [(Wish, &str, Words); 3] = [
    (Wish::Easier, "easier", words::learn::EASIER),
    (Wish::Fitting, "fitting", words::learn::FOR_ME),
    (Wish::Harder, "harder", words::learn::HARDER),
];

/// Which game, how hard; how it went so far.
#[component]
pub(crate) fn Puzzles() -> impl IntoView {
    let context = context();
    let news = news();
    let kept = puzzling();
    let game = RwSignal::new(kept.game.clone());
    let wish = RwSignal::new(kept.wish);
    let day = day_of(&browser::today()).unwrap_or_default();
    let choose_game = move |chosen: Option<&'static str>| {
        game.set(chosen.map(String::from));
        puzzle(|puzzling| puzzling.game = chosen.map(String::from));
    };
    let tile = move |chosen: Option<&'static str>, name: Words| {
        view! {
            <label class="tile small">
                <input type="radio" name="game" value=chosen.unwrap_or("all") prop:checked=move || game.get().as_deref() == chosen on:change=move |_| choose_game(chosen) />
                <span>{move || context.t(name)}</span>
            </label>
        }
    };
    let wish_tile = move |(value, key, name): (Wish, &'static str, Words)| {
        let choose = move |_| {
            wish.set(value);
            puzzle(|puzzling| puzzling.wish = value);
        };
        view! {
            <label class="tile small">
                <input type="radio" name="wish" value=key prop:checked=move || wish.get() == value on:change=choose />
                <span>{move || context.t(name)}</span>
            </label>
        }
    };
    view! {
        <section class="page narrow learn">
            <h1>{move || context.t(words::learn::PUZZLES)}</h1>
            <p class="lead">{move || context.t(words::learn::PUZZLES_INTRO)}</p>
            <Today day news />
            <fieldset>
                <legend>{move || context.t(words::learn::WHICH_GAME)}</legend>
                <div class="tiles">
                    {tile(None, words::learn::ANY_GAME)}
                    {games().map(|info| tile(Some(info.name), info.title)).collect_view()}
                </div>
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::learn::DIFFICULTY)}</legend>
                <div class="tiles">{WISHES.into_iter().map(wish_tile).collect_view()}</div>
            </fieldset>
            <p><button type="button" class="primary large begin" on:click=move |_| next(context, None)><Icon d=icons::STAR />{move || context.t(words::learn::SOLVE)}</button></p>
            {move || { news.track(); standing(context, day) }}
            {move || game.get().map(|game| view! { <All game /> })}
        </section>
    }
}

/// The puzzle of the day, as it looks.
#[component]
fn Today(day: u32, news: RwSignal<u32>) -> impl IntoView {
    let context = context();
    let (game, at) = (daily_game(day), move |count| daily_place(day, count));
    let picture = move |text: String| {
        let puzzles = read(&text).map_err(|error| error.said.get(context.lang()).to_owned())?;
        let puzzle = puzzles.get(at(puzzles.len()));
        let drawn = puzzle.and_then(|puzzle| pictured(context, &puzzle.game, &puzzle.position));
        Ok(view! { <a href=Route::Daily.to_string() class="picture" tabindex="-1" aria-hidden="true" inner_html=drawn></a> }.into_any())
    };
    let title = abaque_catalog::find(game).map(|entry| (entry.info)().title).ok();
    let done = move || {
        news.track();
        let done = puzzling().is_day_solved(day);
        context.t(if done { words::learn::DAILY_DONE } else { words::learn::DAILY_HELP })
    };
    view! {
        <div class="card daily-card" data-game=game>
            {fetched(move || format!("/puzzles/{game}.jsonl"), picture)}
            <div>
                <h2>{move || context.t(words::learn::DAILY)}</h2>
                <p>{move || title.map(|title| context.t(title))}". "{done}</p>
                <p class="links"><a class="button primary" href=Route::Daily.to_string()><Icon d=icons::DAY />{move || context.t(words::learn::SOLVE_DAILY)}</a></p>
            </div>
        </div>
    }
}

/// How it went so far.
fn standing(context: Context, day: u32) -> impl IntoView {
    let kept = puzzling();
    let (streak, days) = (kept.streak, kept.day_streak(day));
    let row = move |info: &'static abaque_core::GameInfo| {
        let standing = kept.standing(info.name);
        view! {
            <tr data-game=info.name>
                <th scope="row">{move || context.t(info.title)}</th>
                <td>{standing.level.round()}</td>
                <td class="solved">{standing.solved.len()}</td>
            </tr>
        }
    };
    view! {
        <dl class="standing">
            <div><dt><Icon d=icons::FLAME />{move || context.t(words::learn::STREAK)}</dt><dd class="streak">{streak.now}</dd></div>
            <div><dt>{move || context.t(words::learn::BEST_STREAK)}</dt><dd>{streak.best}</dd></div>
            <div><dt><Icon d=icons::DAY />{move || context.t(words::learn::DAY_STREAK)}</dt><dd class="days">{days.now}</dd></div>
            <div><dt>{move || context.t(words::learn::BEST_STREAK)}</dt><dd>{days.best}</dd></div>
        </dl>
        <table class="levels-table">
            <thead><tr>
                <th scope="col">{move || context.t(words::learn::WHICH_GAME)}</th>
                <th scope="col">{move || context.t(words::learn::MY_LEVEL)}</th>
                <th scope="col">{move || context.t(words::learn::SOLVED_COUNT)}</th>
            </tr></thead>
            <tbody>{games().map(row).collect_view()}</tbody>
        </table>
    }
}

/// Every puzzle of a game, those solved ticked.
#[component]
fn All(game: String) -> impl IntoView {
    let context = context();
    let open = RwSignal::new(false);
    let list = move |text: String| {
        let tell = |error: BadText| error.said.get(context.lang()).to_owned();
        let mut puzzles = read(&text).map_err(tell)?;
        puzzles.sort_by_key(|puzzle| puzzle.rating);
        let kept = puzzling();
        let item = |puzzle: abaque_puzzles::Puzzle| {
            let solved = kept.has_solved(&puzzle.id);
            view! {
                <li data-solved=solved.to_string()>
                    <a href=Route::Puzzle(puzzle.id.clone()).to_string()>
                        {puzzle.id.clone()}" "<small>{puzzle.rating}</small>
                        {solved.then(|| view! { <Icon d=icons::CHECK /><span class="sr-only">{context.t(words::learn::SOLVED_BEFORE)}</span> })}
                    </a>
                </li>
            }
        };
        Ok(view! { <ul class="all-puzzles">{puzzles.into_iter().map(item).collect_view()}</ul> }
            .into_any())
    };
    let path = StoredValue::new(format!("/puzzles/{game}.jsonl"));
    view! {
        <details on:toggle=move |_| if !open.get_untracked() { open.set(true) }>
            <summary>{move || context.t(words::learn::ALL_PUZZLES)}</summary>
            {move || open.get().then(|| fetched(move || path.get_value(), list))}
        </details>
    }
}
