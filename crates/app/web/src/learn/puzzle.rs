//! The page of one puzzle, and the puzzle of the day.

use abaque_client::puzzle_progress::{self, daily_game, daily_index, day_number, game_of};
use abaque_client::{Route, words};
use abaque_core::{ParseError, RandomSource};
use abaque_draw::puzzles::PuzzleTexts;
use abaque_people::format_rating_change;
use abaque_puzzles::{PuzzleQuestion, parse_puzzles};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::certainty_form::CertaintyForm;
use super::puzzle_session::{PuzzlePhase, PuzzleSession};
use super::{puzzle_progress, show_fetched};
use crate::browser::{self, BrowserRandom};
use crate::context::{AppContext, context};
use crate::icons::{self, Icon};
use crate::pages::Missing;
use crate::play::{
    ActionButtons, ActionChoice, ActionField, BoardInWords, EndTurn, Frame, InterruptWindow,
};

/// The page of a puzzle.
#[component]
pub(crate) fn Puzzle(id: String) -> impl IntoView {
    let Some(game) = game_of(&id) else {
        return view! { <Missing /> }.into_any();
    };
    let choose =
        move |puzzles: &[abaque_puzzles::Puzzle]| puzzles.iter().position(|puzzle| puzzle.id == id);
    show_puzzle(game, choose, None).into_any()
}

/// The puzzle of the day.
#[component]
pub(crate) fn Daily() -> impl IntoView {
    let day = day_number(&browser::today()).unwrap_or_default();
    let choose = move |puzzles: &[abaque_puzzles::Puzzle]| Some(daily_index(day, puzzles.len()));
    show_puzzle(daily_game(day), choose, Some(day))
}

fn show_puzzle(
    game: &'static str,
    choose: impl Fn(&[abaque_puzzles::Puzzle]) -> Option<usize> + Send + 'static,
    day: Option<u32>,
) -> impl IntoView {
    let context = context();
    let show = move |text: String| {
        let lang = untrack(|| context.lang());
        let tell = |error: ParseError| error.message.get(lang).to_owned();
        let puzzles = parse_puzzles(&text).map_err(tell)?;
        let Some(puzzle) = choose(&puzzles).and_then(|at| puzzles.get(at)) else {
            return Ok(view! {
                <section class="page narrow">
                    <h1>{context.t(words::learn::NO_PUZZLE)}</h1>
                    <a class="button primary" href=Route::Puzzles.to_string()>{context.t(words::learn::ALL_PUZZLES)}</a>
                </section>
            }
            .into_any());
        };
        let session = PuzzleSession::new(puzzle, day, context).map_err(tell)?;
        Ok(view! { <PuzzleView session day /> }.into_any())
    };
    show_fetched(move || format!("/puzzles/{game}.jsonl"), show)
}

/// Leads to the next puzzle of a game.
#[component]
pub(crate) fn NextPuzzle(game: String) -> impl IntoView {
    let context = context();
    let failed = RwSignal::new(false);
    spawn_local(async move {
        match pick_next(&game, None).await {
            // The address of this page must not remain in the history.
            Some(next) => {
                context.replace_address(&next);
                context.route.try_set(next);
            }
            None => {
                failed.try_set(true);
            }
        }
    });
    view! {
        <section class="page narrow">
            <h1>{move || context.t(words::learn::PUZZLES)}</h1>
            <p role="status">{move || context.t(if failed.get() { words::learn::CANNOT_LOAD } else { words::learn::LOADING })}</p>
        </section>
    }
}

/// Picks a puzzle of a game by the player's progress.
async fn pick_next(game: &str, not: Option<&str>) -> Option<Route> {
    let text = browser::fetch_text(&format!("/puzzles/{game}.jsonl")).await.ok()?;
    let puzzles = parse_puzzles(&text).ok()?;
    let rated: Vec<(&str, u16)> =
        puzzles.iter().map(|puzzle| (puzzle.id.as_str(), puzzle.rating)).collect();
    let id = puzzle_progress().choose(&rated, not, &mut BrowserRandom)?;
    Some(Route::Puzzle(id.into()))
}

/// Picks the next puzzle by the chosen filters, and goes there.
pub(super) fn go_to_next(context: AppContext, not: Option<String>) {
    let any = || {
        let games = puzzle_progress::puzzle_games();
        let index = BrowserRandom.below(games.len() as u64) as usize;
        games.get(index).map_or("", |game| game.name)
    };
    let game = puzzle_progress().game.unwrap_or_else(|| any().to_owned());
    spawn_local(async move {
        match pick_next(&game, not.as_deref()).await {
            Some(next) => context.navigate(next),
            None => context.announce(context.t(words::learn::CANNOT_LOAD)),
        }
    });
}

#[component]
fn PuzzleView(session: PuzzleSession, day: Option<u32>) -> impl IntoView {
    let context = context();
    let controller = session.controller;
    let time = RwSignal::new(browser::now());
    on_cleanup(move || controller.cancel_scheduled());
    let puzzle = session.with(|attempt| attempt.puzzle().clone());
    let certain = matches!(puzzle.ask, PuzzleQuestion::Certain { .. });
    let (title, player) = session.with(|attempt| {
        let info = attempt.game().description();
        (info.title, info.players[attempt.solver().index()])
    });
    let special = abaque_draw::puzzle_texts(&puzzle.game).unwrap_or(&PuzzleTexts::DEFAULT);
    let question = match &puzzle.ask {
        PuzzleQuestion::Line(line) if line.len() == 1 => words::learn::ASK_LINE,
        PuzzleQuestion::Line(_) => words::learn::ASK_LONG,
        PuzzleQuestion::Turn(_) => words::learn::ASK_TURN,
        PuzzleQuestion::Most { .. } => special.most_task,
        PuzzleQuestion::Certain { .. } => {
            special.deduction.map_or(words::learn::ASK_LINE, |form| form.task)
        }
    };
    let before = puzzle_progress().has_solved(&puzzle.id);
    let themes: Vec<abaque_core::StaticMessage> =
        puzzle.themes.iter().filter_map(|theme| special.theme_name(theme)).collect();
    let heading = move || {
        let what = if day.is_some() { words::learn::DAILY } else { words::learn::PUZZLE };
        context.t(what)
    };
    let (id, rating) = (puzzle.id.clone(), puzzle.rating);
    view! {
        <section class="table puzzle" style:--wide=controller.board_info().aspect_ratio.to_string() data-game=controller.game_name() data-puzzle=puzzle.id.clone()>
            <Frame controller now=time />
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
                    <PuzzleFeedback session />
                </div>
                <InterruptWindow controller now=time />
                <EndTurn controller />
                <ActionChoice controller />
                <ActionButtons controller />
                {certain.then(|| session.deduction_form().map(|form| view! { <CertaintyForm session form /> }))}
                <PuzzleButtons session id=puzzle.id.clone() />
                <PuzzleScore session game=controller.game_name() day />
                {(!certain).then(|| view! { <ActionField controller /> })}
                <details class="themes">
                    <summary>{move || context.t(words::learn::THEMES)}</summary>
                    <ul>{themes.into_iter().map(|theme| view! { <li>{move || context.t(theme)}</li> }).collect_view()}</ul>
                </details>
                <BoardInWords controller />
            </aside>
        </section>
    }
}

/// Feedback on the last answer.
#[component]
fn PuzzleFeedback(session: PuzzleSession) -> impl IntoView {
    let feedback = move || {
        let now = session.state.get();
        let class = if now.is_good_news { "told right" } else { "told wrong" };
        let icon = if now.is_good_news { icons::CHECK } else { icons::CROSS };
        now.feedback
            .map(|feedback| view! { <p class=class><Icon d=icon /><span>{feedback}</span></p> })
    };
    view! {
        {feedback}
    }
}

/// Buttons: hint, solution, retry, next puzzle.
#[component]
fn PuzzleButtons(session: PuzzleSession, id: String) -> impl IntoView {
    let context = context();
    let open = Memo::new(move |_| session.state.with(|now| now.phase == PuzzlePhase::Open));
    let begun = move || session.state.with(|now| now.begun);
    let id = StoredValue::new(id);
    view! {
        <div class="controls" role="group" aria-label=move || context.t(words::learn::PUZZLE)>
            <Show when=move || open.get()>
                <button type="button" class="hint-button" on:click=move |_| session.hint()><Icon d=icons::BULB />{move || context.t(words::HINT)}</button>
                <button type="button" class="solution" on:click=move |_| session.show_solution()><Icon d=icons::EYE />{move || context.t(words::learn::SOLUTION)}</button>
                <button type="button" disabled=move || !begun() on:click=move |_| session.start_over()><Icon d=icons::BACK />{move || context.t(words::learn::START_OVER)}</button>
            </Show>
            <button type="button" class="next" class:primary=move || !open.get() on:click=move |_| go_to_next(context, Some(id.get_value()))>
                {move || context.t(words::learn::NEXT_PUZZLE)}<Icon d=icons::ONWARD />
            </button>
        </div>
    }
}

/// Current puzzle rating and streaks.
#[component]
fn PuzzleScore(session: PuzzleSession, game: String, day: Option<u32>) -> impl IntoView {
    let context = context();
    let line = move || {
        let now = session.state.get();
        let puzzling = puzzle_progress();
        let level = puzzling.stats(&game).level.round();
        let change = now.rating_change.filter(|change| *change != 0);
        let streak = puzzling.streak;
        let days = day.map(|day| puzzling.day_streak(day).now);
        view! {
            <dl class="standing">
                <div><dt>{context.t(words::learn::MY_LEVEL)}</dt><dd class="level">{level}
                    {change.map(|change| view! { <small class="change" class:worse=(change < 0)>{format_rating_change(f64::from(change))}</small> })}</dd></div>
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
