//! A local game: people share the screen, bots search in a worker, the browser stores it.

use abaque_client::local::{BoardSentence, BotTask, PlyStep};
use abaque_client::{LocalGame, PlayerView, words};
use abaque_core::{Observer, Seat, message};
use abaque_table::{ActError, TableAct};
use leptos::prelude::*;

use super::game_storage;
use crate::browser::{self, BrowserRandom};
use crate::context::AppContext;
use crate::controller::{BoardController, GameBackend, Hint};
use crate::engine::Engine;

/// Minimum delay of a bot's move in milliseconds, so that the player sees their own move first.
const MIN_MOVE_DELAY_MS: u64 = 450;

/// A local game. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(crate) struct LocalSession {
    pub(crate) id: u64,
    pub(crate) controller: BoardController,
    local_game: StoredValue<LocalGame, LocalStorage>,
    engine: StoredValue<Engine, LocalStorage>,
    pub(crate) hint_pending: RwSignal<bool>,
}

impl LocalSession {
    /// Opens a table.
    pub(crate) fn new(
        id: u64,
        game: LocalGame,
        flipped: bool,
        context: AppContext,
    ) -> LocalSession {
        // With two people and secrets, nobody knows who sits down or reloads the page: show only
        // public information until one of them takes the screen.
        let people = Seat::ALL.into_iter().all(|seat| !game.is_computer(seat));
        let observer =
            if people && game.has_secrets() { Observer::Spectator } else { game.observer() };
        let controller = BoardController::new(
            PlayerView::from_local(&game, observer, browser::now()),
            flipped,
            context,
        );
        let session = LocalSession {
            id,
            controller,
            local_game: StoredValue::new_local(game),
            engine: StoredValue::new_local(Engine::default()),
            hint_pending: RwSignal::new(false),
        };
        controller.set_backend(session);
        let drawn = session.try_act(|game| game.draw_lots(observer, browser::now()));
        session.handle_steps(drawn);
        session
    }

    /// Reads the game, reactive.
    pub(crate) fn with<T>(self, look: impl FnOnce(&LocalGame) -> T) -> T {
        self.controller.with(|_| ());
        self.local_game.with_value(look)
    }

    fn try_act<T>(
        self,
        act: impl FnOnce(&mut LocalGame) -> Result<T, ActError>,
    ) -> Result<T, ActError> {
        let mut result = None;
        self.local_game.update_value(|game| result = Some(act(game)));
        result.unwrap_or_else(|| {
            Err(ActError::Table(message!("the table no longer exists", "la table n'existe plus")))
        })
    }

    fn observer(self) -> Observer {
        untrack(|| self.controller.observer())
    }

    /// Performs an act other than a game action.
    pub(crate) fn act(self, act: TableAct) {
        let observer = self.observer();
        let done = self.try_act(|game| game.act_with_lots(act, observer, browser::now()));
        self.handle_steps(done);
    }

    fn handle_steps(self, steps: Result<Vec<PlyStep>, ActError>) {
        match steps {
            Ok(steps) => {
                self.save();
                self.controller.show_steps(steps);
            }
            Err(refused) => {
                self.controller.show_refusal(&refused.localized(self.controller.lang()))
            }
        }
    }

    /// Takes back a person's last action, or cancels the pending one.
    pub(crate) fn take_back(self) {
        if self.controller.undo_pending() {
            return;
        }
        let now = browser::now();
        match self.try_act(|game| game.take_back(now)) {
            Ok(()) => {
                self.cancel_scheduled();
                self.controller.context.announce(words::TOOK_BACK.get(self.controller.lang()));
                self.controller.show_current();
                self.continue_play();
            }
            Err(refused) => {
                self.controller.show_refusal(&refused.localized(self.controller.lang()))
            }
        }
    }

    /// Asks the strongest bot for a hint.
    pub(crate) fn ask_hint(self) {
        let controller = self.controller;
        let Some(seat) = controller.acting_seat.get_untracked() else { return };
        if self.hint_pending.get_untracked() {
            return;
        }
        let best = abaque_bot::BotKind::Best;
        let task = self.local_game.with_value(|game| BotTask::new(game, seat, &best, 1));
        let Ok(task) = task else { return };
        let task = BotTask { millis: Some(900), explains: true, ..task };
        self.hint_pending.set(true);
        let generation = controller.generation();
        let engine = self.engine.get_value();
        engine.search(&task, move |answer| {
            if controller.is_stale(generation) {
                return;
            }
            self.hint_pending.set(false);
            match answer {
                Ok(answer) => {
                    let message =
                        controller.with_untracked(|seen| seen.game.describe(&answer.action));
                    let win = answer.lines.first().map_or(0.5, |line| line.win);
                    let action = &answer.action;
                    let message = message.unwrap_or_else(|_| message!("{action}", "{action}"));
                    controller.context.announce_message(&message);
                    let explanation = answer.explanation;
                    let why = BoardSentence::join(&explanation, controller.lang());
                    if !why.is_empty() {
                        controller.context.announce(&why);
                    }
                    let hint = Hint { action: answer.action, message, win, explanation };
                    controller.hint.set(Some(hint));
                }
                Err(error) => controller.show_refusal(&error),
            }
        });
    }

    /// Checks the clocks.
    pub(crate) fn tick(self) {
        let due = self.local_game.with_value(|game| game.table().deadline());
        if due.is_some_and(|due| browser::now() >= due) && !self.controller.is_animating() {
            self.act(TableAct::Tick);
        }
    }

    /// Cancels everything scheduled.
    pub(crate) fn cancel_scheduled(self) {
        self.engine.with_value(Engine::stop);
        self.hint_pending.set(false);
        self.controller.cancel_scheduled();
    }

    /// Stores the game.
    pub(crate) fn save(self) {
        let flipped = self.controller.flipped.get_untracked();
        let saved = self.local_game.with_value(|game| game_storage::save(self.id, game, flipped));
        if !saved {
            self.controller
                .notice
                .set(Some(words::NO_STORAGE.get(self.controller.lang()).to_owned()));
        }
    }

    fn start_search(self, seat: Seat) {
        let controller = self.controller;
        let seed = abaque_core::RandomSource::next_u64(&mut BrowserRandom);
        let task = self.local_game.with_value(|game| {
            let kind = game.players[seat.index()].computer.clone()?;
            let task = BotTask::new(game, seat, &kind, seed).ok()?;
            Some(task.limit_to_clock(game.table().time_left(seat, browser::now())))
        });
        let Some(task) = task else { return };
        controller.computer_thinking.set(true);
        let (generation, since) = (controller.generation(), browser::now());
        let engine = self.engine.get_value();
        engine.search(&task, move |answer| {
            if controller.is_stale(generation) {
                return;
            }
            let passed = (browser::now() - since).0;
            let rest = if controller.context.animation_millis() == 0 {
                0
            } else {
                MIN_MOVE_DELAY_MS.saturating_sub(passed)
            };
            browser::run_after(rest as u32, move || {
                if controller.is_stale(generation) {
                    return;
                }
                controller.computer_thinking.set(false);
                match answer {
                    Ok(answer) => {
                        self.play(seat, &answer.action);
                    }
                    Err(error) => controller.show_refusal(&error),
                }
            });
        });
    }
}

impl GameBackend for LocalSession {
    fn player_view(&self, by: Observer) -> Option<PlayerView> {
        self.local_game.with_value(|game| Some(PlayerView::from_local(game, by, browser::now())))
    }

    fn play(&self, seat: Seat, action: &str) -> bool {
        let observer = self.observer();
        let played = self
            .try_act(|game| game.play(seat, action, observer, browser::now(), &mut BrowserRandom));
        let done = played.is_ok();
        self.handle_steps(played);
        done
    }

    fn interrupt(&self, seat: Seat) {
        self.act(TableAct::Interrupt { seat });
    }

    fn let_pass(&self, seat: Seat) {
        self.act(TableAct::LetPass { seat });
    }

    fn view_after(&self, plies: usize, by: Observer) -> Option<String> {
        self.local_game.with_value(|game| game.view_after(plies, by))
    }

    /// Lets the player to move act.
    fn continue_play(&self) {
        let controller = self.controller;
        controller.refresh();
        let (over, observer, secrets) = self
            .local_game
            .with_value(|game| (game.outcome(), game.observer(), game.has_secrets()));
        if over.is_some() {
            return controller.show_end();
        }
        for seat in Seat::ALL {
            let due = controller
                .with_untracked(|seen| seen.is_computer(seat) && seen.acting[seat.index()]);
            if due && !controller.computer_thinking.get_untracked() {
                self.start_search(seat);
            }
        }
        let person = controller.with_untracked(|seen| {
            let may = |seat: &Seat| !seen.is_computer(*seat) && seen.acting[seat.index()];
            Seat::ALL.into_iter().find(may)
        });
        let Some(seat) = person else {
            controller.acting_seat.set(None);
            return;
        };
        if self.observer() != observer {
            if secrets {
                // This view has secrets that the other player must not see.
                return controller.close_curtain(seat);
            }
            controller.set_observer(observer);
        }
        controller.enable_input(seat);
    }
}
