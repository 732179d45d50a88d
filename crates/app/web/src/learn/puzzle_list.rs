//! The puzzle overview: filters, daily puzzle, progress, all puzzles of a game.

use abaque_client::puzzle_progress::{PuzzleDifficulty, daily_game, daily_index, day_number};
use abaque_client::{Route, words};
use abaque_core::{ParseError, StaticMessage};
use abaque_puzzles::parse_puzzles;
use leptos::prelude::*;

use super::puzzle::go_to_next;
use super::{game_descriptions, progress_updates, puzzle_progress, show_fetched, update_puzzles};
use crate::browser;
use crate::context::{AppContext, context};
use crate::icons::{self, Icon};
use crate::pages::position_thumbnail;

const DIFFICULTY_CHOICES: [(PuzzleDifficulty, &str, StaticMessage); 3] = [
    (PuzzleDifficulty::Easier, "easier", words::learn::EASIER),
    (PuzzleDifficulty::Fitting, "fitting", words::learn::FOR_ME),
    (PuzzleDifficulty::Harder, "harder", words::learn::HARDER),
];

/// Game and difficulty filters, and the progress so far.
#[component]
pub(crate) fn Puzzles() -> impl IntoView {
    let context = context();
    let news = progress_updates();
    let progress = puzzle_progress();
    let game = RwSignal::new(progress.game.clone());
    let difficulty = RwSignal::new(progress.wish);
    let day = day_number(&browser::today()).unwrap_or_default();
    let choose_game = move |chosen: Option<&'static str>| {
        game.set(chosen.map(String::from));
        update_puzzles(|puzzling| puzzling.game = chosen.map(String::from));
    };
    let tile = move |chosen: Option<&'static str>, name: StaticMessage| {
        view! {
            <label class="tile small">
                <input type="radio" name="game" value=chosen.unwrap_or("all") prop:checked=move || game.get().as_deref() == chosen on:change=move |_| choose_game(chosen) />
                <span>{move || context.t(name)}</span>
            </label>
        }
    };
    let difficulty_tile = move |(value, key, name): (
        PuzzleDifficulty,
        &'static str,
        StaticMessage,
    )| {
        let choose = move |_| {
            difficulty.set(value);
            update_puzzles(|puzzling| puzzling.wish = value);
        };
        view! {
            <label class="tile small">
                <input type="radio" name="wish" value=key prop:checked=move || difficulty.get() == value on:change=choose />
                <span>{move || context.t(name)}</span>
            </label>
        }
    };
    view! {
        <section class="page narrow learn">
            <h1>{move || context.t(words::learn::PUZZLES)}</h1>
            <p class="lead">{move || context.t(words::learn::PUZZLES_INTRO)}</p>
            <DailyCard day news />
            <fieldset>
                <legend>{move || context.t(words::learn::WHICH_GAME)}</legend>
                <div class="tiles">
                    {tile(None, words::learn::ANY_GAME)}
                    {game_descriptions().map(|info| tile(Some(info.name), info.title)).collect_view()}
                </div>
            </fieldset>
            <fieldset>
                <legend>{move || context.t(words::learn::DIFFICULTY)}</legend>
                <div class="tiles">{DIFFICULTY_CHOICES.into_iter().map(difficulty_tile).collect_view()}</div>
            </fieldset>
            <p><button type="button" class="primary large begin" on:click=move |_| go_to_next(context, None)><Icon d=icons::STAR />{move || context.t(words::learn::SOLVE)}</button></p>
            {move || { news.track(); progress_summary(context, day) }}
            {move || game.get().map(|game| view! { <AllPuzzles game /> })}
        </section>
    }
}

/// The puzzle of the day, with a picture.
#[component]
fn DailyCard(day: u32, news: RwSignal<u32>) -> impl IntoView {
    let context = context();
    let (game, at) = (daily_game(day), move |count| daily_index(day, count));
    let picture = move |text: String| {
        let puzzles =
            parse_puzzles(&text).map_err(|error| error.message.get(context.lang()).to_owned())?;
        let puzzle = puzzles.get(at(puzzles.len()));
        let drawn =
            puzzle.and_then(|puzzle| position_thumbnail(context, &puzzle.game, &puzzle.position));
        Ok(view! { <a href=Route::Daily.to_string() class="picture" tabindex="-1" aria-hidden="true" inner_html=drawn></a> }.into_any())
    };
    let title = abaque_catalog::find(game).map(|entry| (entry.description)().title).ok();
    let done = move || {
        news.track();
        let done = puzzle_progress().is_day_solved(day);
        context.t(if done { words::learn::DAILY_DONE } else { words::learn::DAILY_HELP })
    };
    view! {
        <div class="card daily-card" data-game=game>
            {show_fetched(move || format!("/puzzles/{game}.jsonl"), picture)}
            <div>
                <h2>{move || context.t(words::learn::DAILY)}</h2>
                <p>{move || title.map(|title| context.t(title))}". "{done}</p>
                <p class="links"><a class="button primary" href=Route::Daily.to_string()><Icon d=icons::DAY />{move || context.t(words::learn::SOLVE_DAILY)}</a></p>
            </div>
        </div>
    }
}

/// The progress so far.
fn progress_summary(context: AppContext, day: u32) -> impl IntoView {
    let progress = puzzle_progress();
    let (streak, days) = (progress.streak, progress.day_streak(day));
    let row = move |info: &'static abaque_core::GameDescription| {
        let standing = progress.stats(info.name);
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
        <table class="levels-table" aria-label=move || context.t(words::learn::MY_LEVEL)>
            <thead><tr>
                <th scope="col">{move || context.t(words::learn::WHICH_GAME)}</th>
                <th scope="col">{move || context.t(words::learn::MY_LEVEL)}</th>
                <th scope="col">{move || context.t(words::learn::SOLVED_COUNT)}</th>
            </tr></thead>
            <tbody>{game_descriptions().map(row).collect_view()}</tbody>
        </table>
    }
}

/// Every puzzle of a game, with ticks on solved ones.
#[component]
fn AllPuzzles(game: String) -> impl IntoView {
    let context = context();
    let open = RwSignal::new(false);
    let list = move |text: String| {
        let tell = |error: ParseError| error.message.get(context.lang()).to_owned();
        let mut puzzles = parse_puzzles(&text).map_err(tell)?;
        puzzles.sort_by_key(|puzzle| puzzle.rating);
        let progress = puzzle_progress();
        let item = |puzzle: abaque_puzzles::Puzzle| {
            let solved = progress.has_solved(&puzzle.id);
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
            {move || open.get().then(|| show_fetched(move || path.get_value(), list))}
        </details>
    }
}
