//! Buttons and notices at a local table.

use abaque_bot::BotKind;
use abaque_client::letter_case::capitalize;
use abaque_client::level_offer::{LevelOffer, result_at_level};
use abaque_client::local::{BoardSentence, LotEvidence, SeatedPlayer};
use abaque_client::percent_text::percent;
use abaque_client::prefs::MoveListStyle;
use abaque_client::{LocalGame, PlayerView, Route, StudySource, saved_games, words};
use abaque_core::{Outcome, Seat};
use abaque_table::{MatchSettings, Offer, TableAct};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::confirm::Confirm;
use super::{LocalSession, game_storage};
use crate::browser::{self, BrowserRandom};
use crate::context::context;
use crate::controller::BoardController;
use crate::deferred::Pages;
use crate::icons::{self, Icon};
use crate::pages::suggest_level;

/// Turns the board round.
pub(crate) fn flip_board(session: LocalSession) {
    session.controller.flipped.update(|flip| *flip = !*flip);
    session.save();
}

/// The result, or a hint.
#[component]
pub(crate) fn Notice(session: LocalSession) -> impl IntoView {
    let context = context();
    let over = move || {
        let outcome = session.controller.outcome()?;
        Some((outcome, session.controller.with(PlayerView::ended)?.get(context.lang()).to_owned()))
    };
    let hint = move || {
        session.controller.hint.get().map(|hint| {
            // The notation is for players who read it in the list of moves.
            let in_notation = context.prefs.with(|prefs| prefs.moves == MoveListStyle::Notation);
            let description = hint.message.get(context.lang());
            let description =
                if in_notation { description.to_owned() } else { capitalize(description) };
            let notation = in_notation.then(|| view! { <strong>{hint.action}</strong>" " });
            let percent = percent(hint.win, context.lang());
            let chance = context.t(words::WIN_CHANCE).replace("{percent}", &percent);
            let why = BoardSentence::join(&hint.explanation, context.lang());
            view! {
                <p class="notice hint">
                    <Icon d=icons::BULB />
                    <span>{notation}{description}". "<span class="why">{why}</span>" "<br /><small>{chance}</small></span>
                </p>
            }
        })
    };
    view! {
        {move || over().map(|(outcome, words)| view! { <GameOver session outcome words /> })}
        {hint}
    }
}

#[component]
fn GameOver(session: LocalSession, outcome: Outcome, words: String) -> impl IntoView {
    let pages: Pages = expect_context();
    let own = session.controller.with_untracked(|seen| seen.own_seat);
    let lost = own.is_some() && outcome.winner() == own.map(Seat::other);
    view! {
        <div class="result" class:drawn=outcome.winner().is_none() class:lost-game=lost>
            <h2>{words}</h2>
            {move || pages.show_next_games(session)}
        </div>
    }
}

/// What to do after a local game: another one, perhaps at another level, a review, a puzzle.
#[component]
pub(crate) fn NextGames(session: LocalSession) -> impl IntoView {
    let context = context();
    let again = move |level: Option<u8>| {
        if let Some(id) = start_rematch(session, level) {
            context.navigate(Route::Table(id));
        }
    };
    let offer = level_offer(session).map(|offer| {
        let words = match offer {
            LevelOffer::Harder(_) => words::running::NEXT_LEVEL,
            LevelOffer::Easier(_) => words::running::EASIER_LEVEL,
        };
        let text = move || context.t(words).replace("{n}", &offer.level().to_string());
        view! {
            <button class="primary next-level" on:click=move |_| again(Some(offer.level()))><Icon d=icons::CHIP />{text}</button>
        }
    });
    let plain = offer.is_none();
    view! {
        <p class="links">
            {offer}
            <button class="rematch" class:primary=plain on:click=move |_| again(None)><Icon d=icons::PLAY />{move || context.t(words::REMATCH)}</button>
            <a class="button" href=Route::Study(StudySource::Saved(session.id)).to_string()><Icon d=icons::LENS />{move || context.t(words::study::REVIEW)}</a>
            {next_puzzle_link(session.controller)}
        </p>
    }
}

/// Link to the next puzzle of the game, if it has puzzles.
pub(crate) fn next_puzzle_link(controller: BoardController) -> impl IntoView {
    let context = context();
    let name = controller.game_name();
    abaque_client::puzzle_progress::has_puzzles(&name).then(|| {
        let href = Route::NextPuzzle(name).to_string();
        view! { <a class="button next-puzzle" href=href><Icon d=icons::STAR />{move || context.t(words::running::NEXT_PUZZLE)}</a> }
    })
}

/// The level to offer after this game against a bot.
fn level_offer(session: LocalSession) -> Option<LevelOffer> {
    let level = session.with(|game| {
        let person = game.only_person()?;
        game.players[person.other().index()].computer.as_ref()?.to_string().parse().ok()
    })?;
    let name = session.controller.game_name();
    let saved = game_storage::load_all();
    let results = saved.iter().filter_map(|saved| result_at_level(saved, &name, level));
    LevelOffer::after(level, results)
}

/// Starts a rematch, perhaps at another level; against a bot the seats are swapped.
fn start_rematch(session: LocalSession, level: Option<u8>) -> Option<u64> {
    let id = game_storage::unused_id();
    let kind = level.and_then(|level| level.to_string().parse::<BotKind>().ok());
    if let Some(level) = level {
        suggest_level(&session.controller.game_name(), level);
    }
    let game = session.with(|game| {
        let setting = MatchSettings {
            start: game.table().settings().start.clone(),
            ..game.table().settings().clone()
        };
        let [mut first, mut second]: [SeatedPlayer; 2] = game.players.clone();
        for player in [&mut first, &mut second] {
            if let (Some(computer), Some(kind)) = (&mut player.computer, &kind) {
                computer.clone_from(kind);
            }
        }
        let proof = LotEvidence::generate("local", &mut BrowserRandom);
        LocalGame::new(setting, [second, first], proof, browser::today(), browser::now())
    });
    let flipped = game.is_computer(Seat::First) && !game.is_computer(Seat::Second);
    game_storage::save(id, &game, flipped).then_some(id)
}

/// Buttons: hint, take back, turn the board, resign, save.
#[component]
pub(crate) fn Controls(session: LocalSession) -> impl IntoView {
    let context = context();
    let sure = RwSignal::new(None::<bool>);
    let running = move || session.controller.outcome().is_none();
    let mine = move || {
        session.controller.acting_seat.get().is_some()
            && session.controller.pending_action.with(Option::is_none)
    };
    let can_take_back = move || {
        session.with(|game| {
            let person = |seat: Option<Seat>| seat.is_some_and(|seat| !game.is_computer(seat));
            game.table().plies().iter().any(|entry| person(entry.seat))
        })
    };
    let two_people =
        move || session.with(|game| Seat::ALL.iter().all(|&seat| !game.is_computer(seat)));
    let give_up = move || {
        let draw = sure.get_untracked() == Some(true);
        sure.set(None);
        let seat = session.with(|game| {
            let person = |seat: &Seat| !game.is_computer(*seat);
            game.seat_to_act().filter(person).or_else(|| Seat::ALL.into_iter().find(person))
        });
        let Some(seat) = seat else { return };
        if draw {
            session.act(TableAct::Offer { seat, offer: Offer::Draw });
            session.act(TableAct::Accept { seat: seat.other(), offer: Offer::Draw });
        } else {
            session.act(TableAct::Resign { seat });
        }
    };
    let record = move || session.with(saved_games::record_text).unwrap_or_default();
    let save = move |_| {
        browser::download_text(
            &format!("{}-{}.abq", session.controller.game_name(), session.id),
            &record(),
        );
    };
    let copy = move |_| {
        let text = record();
        spawn_local(async move {
            if browser::copy_to_clipboard(&text).await {
                context.announce(context.t(words::COPIED));
                session.controller.notice.set(Some(context.t(words::COPIED).to_owned()));
            }
        });
    };
    view! {
        <div class="controls" role="group" aria-label=move || context.t(words::GAME_CONTROLS)>
            <button disabled=move || !mine() || session.hint_pending.get() on:click=move |_| session.ask_hint()>
                <Icon d=icons::BULB />{move || context.t(words::HINT)}
            </button>
            <button disabled=move || !can_take_back() on:click=move |_| session.take_back()>
                <Icon d=icons::BACK />{move || context.t(words::TAKE_BACK)}
            </button>
            <button on:click=move |_| flip_board(session)><Icon d=icons::TURN />{move || context.t(words::FLIP)}</button>
            <Show when=running>
                <button on:click=move |_| sure.set(Some(false))><Icon d=icons::FLAG />{move || context.t(words::RESIGN)}</button>
                <Show when=two_people>
                    <button on:click=move |_| sure.set(Some(true))><Icon d=icons::HANDS />{move || context.t(words::DRAW)}</button>
                </Show>
            </Show>
            <button on:click=save><Icon d=icons::SAVE />{move || context.t(words::EXPORT)}</button>
            <button on:click=copy><Icon d=icons::COPY />{move || context.t(words::COPY)}</button>
            <a class="button" href=move || Route::Rules(session.controller.game_name()).to_string()><Icon d=icons::BOOK />{move || context.t(words::RULES)}</a>
        </div>
        <Confirm
            is_open=move || sure.get().is_some() && running()
            question=move || context.t(if sure.get() == Some(true) { words::DRAW_SURE } else { words::RESIGN_SURE })
            answer=move || context.t(if sure.get() == Some(true) { words::DRAW } else { words::RESIGN })
            confirm=give_up
            cancel=move || sure.set(None)
        />
    }
}
