use abaque_client::puzzling::{self, daily_game, daily_place, day_of, game_of};
use abaque_client::{Route, words};
use abaque_core::{BadText, Source};
use abaque_puzzles::{Ask, read};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::certain::Certain;
use super::solving::{Phase, Solving};
use super::{fetched, puzzling};
use crate::browser::{self, Chance};
use crate::context::{Context, context};
use crate::icons::{self, Icon};
use crate::pages::Missing;
use crate::play::{Asked, Buttons, EndTurn, Frame, InWords, StopWindow, Typed};

/// The page of a puzzle.
#[component]
pub(crate) fn Puzzle(id: String) -> impl IntoView {
    let Some(game) = game_of(&id) else {
        return view! { <Missing /> }.into_any();
    };
    let choose =
        move |puzzles: &[abaque_puzzles::Puzzle]| puzzles.iter().position(|puzzle| puzzle.id == id);
    shown(game, choose, None).into_any()
}

/// The puzzle of the day.
#[component]
pub(crate) fn Daily() -> impl IntoView {
    let day = day_of(&browser::today()).unwrap_or_default();
    let choose = move |puzzles: &[abaque_puzzles::Puzzle]| Some(daily_place(day, puzzles.len()));
    shown(daily_game(day), choose, Some(day))
}

fn shown(
    game: &'static str,
    choose: impl Fn(&[abaque_puzzles::Puzzle]) -> Option<usize> + Send + 'static,
    day: Option<u32>,
) -> impl IntoView {
    let context = context();
    let show = move |text: String| {
        let lang = untrack(|| context.lang());
        let tell = |error: BadText| error.said.get(lang).to_owned();
        let puzzles = read(&text).map_err(tell)?;
        let Some(puzzle) = choose(&puzzles).and_then(|at| puzzles.get(at)) else {
            return Ok(view! {
                <section class="page narrow">
                    <h1>{context.t(words::learn::NO_PUZZLE)}</h1>
                    <a class="button primary" href=Route::Puzzles.to_string()>{context.t(words::learn::ALL_PUZZLES)}</a>
                </section>
            }
            .into_any());
        };
        let solving = Solving::new(puzzle, day, context).map_err(tell)?;
        Ok(view! { <Asking solving day /> }.into_any())
    };
    fetched(move || format!("/puzzles/{game}.jsonl"), show)
}

/// Chooses the next puzzle as it is wished, and goes there.
pub(super) fn next(context: Context, not: Option<String>) {
    let puzzling = puzzling();
    let any = || puzzling::GAMES[Chance.below(puzzling::GAMES.len() as u64) as usize].1;
    let game = puzzling.game.clone().unwrap_or_else(|| any().to_owned());
    spawn_local(async move {
        let found = browser::fetch(&format!("/puzzles/{game}.jsonl")).await;
        let puzzles = found.ok().and_then(|text| read(&text).ok()).unwrap_or_default();
        let rated: Vec<(&str, u16)> =
            puzzles.iter().map(|puzzle| (puzzle.id.as_str(), puzzle.rating)).collect();
        match puzzling.choose(&rated, not.as_deref(), &mut Chance) {
            Some(id) => context.go(Route::Puzzle(id.into())),
            None => context.say(context.t(words::learn::CANNOT_LOAD)),
        }
    });
}

#[component]
fn Asking(solving: Solving, day: Option<u32>) -> impl IntoView {
    let context = context();
    let desk = solving.desk;
    let time = RwSignal::new(browser::now());
    on_cleanup(move || desk.new_era());
    let puzzle = solving.with(|attempt| attempt.puzzle().clone());
    let certain = matches!(puzzle.ask, Ask::Certain { .. });
    let (title, player) = solving.with(|attempt| {
        let info = attempt.game().info();
        (info.title, info.players[attempt.solver().index()])
    });
    let question = match &puzzle.ask {
        Ask::Line(line) if line.len() == 1 => words::learn::ASK_LINE,
        Ask::Line(_) => words::learn::ASK_LONG,
        Ask::Turn(_) => words::learn::ASK_TURN,
        Ask::Most { .. } => words::learn::ASK_MOST,
        Ask::Certain { .. } => words::learn::ASK_CERTAIN,
    };
    let before = puzzling().has_solved(&puzzle.id);
    let themes: Vec<abaque_core::Words> =
        puzzle.themes.iter().filter_map(|theme| words::learn::theme(theme)).collect();
    let heading = move || {
        let what = if day.is_some() { words::learn::DAILY } else { words::learn::PUZZLE };
        context.t(what)
    };
    let (id, rating) = (puzzle.id.clone(), puzzle.rating);
    view! {
        <section class="table puzzle" data-game=desk.game() data-puzzle=puzzle.id.clone()>
            <Frame desk now=time />
            <aside class="table-side" aria-label=heading>
                <header class="lesson-head">
                    <p class="way"><a href=Route::Puzzles.to_string()>{move || context.t(words::learn::PUZZLES)}</a></p>
                    <h1>{heading}" – "{move || context.t(title)}</h1>
                    <p class="puzzle-facts">
                        <small>{id.clone()}" · "{move || context.t(words::learn::RATED)}" "{rating}</small>
                        {before.then(|| view! { <small class="before"><Icon d=icons::CHECK />{move || context.t(words::learn::SOLVED_BEFORE)}</small> })}
                    </p>
                </header>
                <div class="lesson-text">
                    <p><strong>{move || context.t(player)}</strong>" "{move || context.t(words::learn::PLAYS)}" "{move || context.t(question)}</p>
                    <Heard solving />
                </div>
                <StopWindow desk now=time />
                <EndTurn desk />
                <Asked desk />
                <Buttons desk />
                {certain.then(|| view! { <Certain solving /> })}
                <Ways solving id=puzzle.id.clone() />
                <Standing solving game=desk.game() day />
                {(!certain).then(|| view! { <Typed desk /> })}
                <details class="themes">
                    <summary>{move || context.t(words::learn::THEMES)}</summary>
                    <ul>{themes.into_iter().map(|theme| view! { <li>{move || context.t(theme)}</li> }).collect_view()}</ul>
                </details>
                <InWords desk />
            </aside>
        </section>
    }
}

/// What the last answer was told, or what was refused.
#[component]
fn Heard(solving: Solving) -> impl IntoView {
    let told = move || {
        let now = solving.now.get();
        let class = if now.good { "told right" } else { "told wrong" };
        let icon = if now.good { icons::CHECK } else { icons::CROSS };
        now.told.map(|told| view! { <p class=class><Icon d=icon /><span>{told}</span></p> })
    };
    view! {
        {told}
        {move || solving.desk.notice.get().map(|text| view! { <p class="told wrong"><Icon d=icons::CROSS /><span>{text}</span></p> })}
    }
}

/// Hint, solution, once more, the next one.
#[component]
fn Ways(solving: Solving, id: String) -> impl IntoView {
    let context = context();
    let open = Memo::new(move |_| solving.now.with(|now| now.phase == Phase::Open));
    let begun = move || solving.now.with(|now| now.begun);
    let id = StoredValue::new(id);
    view! {
        <div class="controls" role="group" aria-label=move || context.t(words::learn::PUZZLE)>
            <Show when=move || open.get()>
                <button type="button" class="hint-button" on:click=move |_| solving.hint()><Icon d=icons::BULB />{move || context.t(words::HINT)}</button>
                <button type="button" class="solution" on:click=move |_| solving.solve()><Icon d=icons::EYE />{move || context.t(words::learn::SOLUTION)}</button>
                <button type="button" disabled=move || !begun() on:click=move |_| solving.start_over()><Icon d=icons::BACK />{move || context.t(words::learn::START_OVER)}</button>
            </Show>
            <button type="button" class="next" class:primary=move || !open.get() on:click=move |_| next(context, Some(id.get_value()))>
                {move || context.t(words::learn::NEXT_PUZZLE)}<Icon d=icons::ONWARD />
            </button>
        </div>
    }
}

/// Level and streaks as they are now.
#[component]
fn Standing(solving: Solving, game: String, day: Option<u32>) -> impl IntoView {
    let context = context();
    let line = move || {
        let now = solving.now.get();
        let puzzling = puzzling();
        let level = puzzling.standing(&game).level.round();
        let change = now.change.filter(|change| *change != 0);
        let streak = puzzling.streak;
        let days = day.map(|day| puzzling.day_streak(day).now);
        view! {
            <dl class="standing">
                <div><dt>{context.t(words::learn::MY_LEVEL)}</dt><dd class="level">{level}
                    {change.map(|change| view! { <small class="change">{format!("{change:+}")}</small> })}</dd></div>
                <div><dt><Icon d=icons::FLAME />{context.t(words::learn::STREAK)}</dt><dd class="streak">{streak.now}</dd></div>
                <div><dt>{context.t(words::learn::BEST_STREAK)}</dt><dd>{streak.best}</dd></div>
                {days.map(|days| view! {
                    <div><dt><Icon d=icons::DAY />{context.t(words::learn::DAY_STREAK)}</dt><dd class="days">{days}</dd></div>
                })}
            </dl>
            {day.filter(|day| puzzling.is_day_solved(*day)).map(|_| view! { <p class="daily-done">{context.t(words::learn::DAILY_DONE)}</p> })}
        }
    };
    view! { {line} }
}
