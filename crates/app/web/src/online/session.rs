//! An online game as this browser shows it.

use abaque_client::PlayerView;
use abaque_client::chat_phrases::localized_line;
use abaque_core::{Observer, Seat};
use abaque_online_client::{OnlineTable, SeedCommitment, TableUpdate};
use abaque_protocol::{GameAct, GameStage, Offer};
use leptos::prelude::*;

use super::connection::{ServerConnection, server_connection};
use super::notices::{GameWatch, game_watch};
use super::{seed_storage, system_notifications};
use crate::browser::BrowserRandom;
use crate::context::{AppContext, context};
use crate::controller::{BoardController, GameBackend, PlayerStatus};
use crate::sound::Sound;
use crate::user_context::{UserContext, user_context};

/// An online game. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(crate) struct OnlineSession {
    id: StoredValue<String>,
    pub(crate) connection: ServerConnection,
    context: AppContext,
    user: UserContext,
    game_watch: GameWatch,
    /// The board, once there is a view.
    pub(crate) controller: RwSignal<Option<BoardController>>,
    /// Incremented at every event.
    version: RwSignal<u64>,
    /// The server's last refusal.
    pub(crate) refusal: RwSignal<Option<String>>,
    /// The player's offer that the opponent declined, until the player acts or closes the notice.
    pub(crate) declined: RwSignal<Option<Offer>>,
    /// Number of the opponent's chat lines not read yet.
    pub(crate) unread: RwSignal<usize>,
    /// Whether the chat covers the page, on narrow screens.
    pub(crate) chat_open: RwSignal<bool>,
}

impl OnlineSession {
    /// Watches a game. The page must call [`OnlineSession::leave`] when it closes.
    pub(crate) fn new(id: &str) -> OnlineSession {
        let session = OnlineSession {
            id: StoredValue::new(id.to_owned()),
            connection: server_connection(),
            context: context(),
            user: user_context(),
            game_watch: game_watch(),
            controller: RwSignal::new(None),
            version: RwSignal::new(0),
            refusal: RwSignal::new(None),
            declined: RwSignal::new(None),
            unread: RwSignal::new(0),
            chat_open: RwSignal::new(false),
        };
        session.watch(session.seed_commitment());
        session
    }

    /// Starts watching, with the player's seed.
    pub(crate) fn watch(self, own_seed: Option<SeedCommitment>) {
        let owner = Owner::current();
        self.connection.watch(&self.id(), own_seed, move |news| match &owner {
            Some(owner) => owner.with(|| self.handle_news(news)),
            None => self.handle_news(news),
        });
    }

    /// The player's seed, if this browser holds it.
    pub(crate) fn seed_commitment(self) -> Option<SeedCommitment> {
        seed_storage::load(&self.id(), self.user.id()?)
    }

    /// Stops watching.
    pub(crate) fn leave(self) {
        self.connection.leave(&self.id());
        if let Some(controller) = self.controller.get_untracked() {
            controller.cancel_scheduled();
        }
    }

    pub(crate) fn id(self) -> String {
        self.id.get_value()
    }

    /// Reads the table, reactive; `None` before the first message about it.
    pub(crate) fn with<T>(self, look: impl FnOnce(&OnlineTable) -> Option<T>) -> Option<T> {
        self.version.track();
        self.with_untracked(look)
    }

    fn with_untracked<T>(self, look: impl FnOnce(&OnlineTable) -> Option<T>) -> Option<T> {
        self.connection.with(&self.id(), look).flatten()
    }

    /// The stage of the game, reactive.
    pub(crate) fn stage(self) -> Option<GameStage> {
        self.with(|table| Some(table.state()?.stage))
    }

    /// The player's seat, reactive.
    pub(crate) fn seat(self) -> Option<Seat> {
        self.with(|table| table.own_seats().first().copied())
    }

    /// Sends an act.
    pub(crate) fn act(self, act: GameAct) {
        self.refusal.set(None);
        self.declined.set(None);
        self.connection.act(&self.id(), act);
    }

    /// Mutes or unmutes the chat.
    pub(crate) fn set_muted(self, on: bool) {
        self.connection.send_for_game(&self.id(), |table| Some(table.mute(on)));
        self.version.update(|version| *version += 1);
    }

    fn handle_news(self, news: TableUpdate) {
        if self.version.is_disposed() {
            return;
        }
        let mut declined = None;
        self.connection.send_for_game(&self.id(), |table| {
            declined = table.take_declined();
            table.reveal_seed()
        });
        if declined.is_some() {
            self.declined.set(declined);
            self.context.play_sound(Sound::Refused);
        }
        if let TableUpdate::Steps(_) | TableUpdate::BoardChanged | TableUpdate::DetailsChanged =
            news
        {
            self.lay_out_board();
        }
        let controller = self.controller.get_untracked();
        match (news, controller) {
            (TableUpdate::Steps(steps), Some(controller)) => {
                system_notifications::notify_steps(self.context, &steps, controller);
                controller.show_steps(steps);
            }
            (TableUpdate::BoardChanged, Some(controller)) => {
                controller.cancel_scheduled();
                controller.show_current();
                self.continue_play();
            }
            (TableUpdate::DetailsChanged | TableUpdate::Done, Some(controller)) => {
                controller.refresh();
                // Keeps the selected piece unless the turn changed.
                let stands = (
                    controller.acting_seat.get_untracked(),
                    controller.curtain_for.get_untracked(),
                );
                if !controller.is_animating() && stands != (self.due_seat(), self.curtain_seat()) {
                    self.continue_play();
                }
            }
            (TableUpdate::Refused(problem), controller) => {
                self.refusal.set(Some(problem.detail.clone()));
                if let Some(controller) = controller {
                    controller.show_refusal(&problem.detail);
                    controller.discard_prediction();
                    self.continue_play();
                }
            }
            (TableUpdate::ChatReceived(chat), Some(controller)) => {
                let own = self.connection.is_own_name(&chat.name);
                if !own {
                    let text = localized_line(&chat.text, controller.lang());
                    self.context.announce(&format!("{}: {text}", chat.name));
                    controller.play_sound(Sound::Move);
                    if !self.chat_open.get_untracked() {
                        self.unread.update(|count| *count += 1);
                    }
                }
            }
            _ => {}
        }
        self.version.update(|version| *version += 1);
    }

    /// The local seat that is to move.
    fn due_seat(self) -> Option<Seat> {
        self.with_untracked(OnlineTable::ready_seat)
    }

    /// The seat to hand the screen to, in a hot-seat game.
    fn curtain_seat(self) -> Option<Seat> {
        self.with_untracked(OnlineTable::curtain_for)
    }

    /// Creates the board once there is a view, and updates who is present.
    fn lay_out_board(self) {
        let Some(seen) = self.with_untracked(OnlineTable::player_view) else { return };
        let controller = self.controller.get_untracked().unwrap_or_else(|| {
            let flipped = self.with_untracked(|table| table.own_seats().first().copied())
                == Some(Seat::Second);
            self.game_watch.mark_seen(&self.id());
            let controller = BoardController::new(seen, flipped, self.context);
            controller.set_backend(self);
            self.controller.set(Some(controller));
            self.continue_play();
            controller
        });
        let standing = self.with_untracked(|table| {
            let info = table.info()?;
            let of = |seat: Seat| {
                let sits = &info.seats[seat.index()];
                // In a hot-seat game the server knows only the account that created the table.
                if sits.bot.is_some() || info.hot_seat {
                    return PlayerStatus { rating: sits.rating.clone(), ..PlayerStatus::default() };
                }
                // The local player is present, even if the server said otherwise before seats were
                // drawn.
                let here = table.present[seat.index()] || table.own_seats().contains(&seat);
                PlayerStatus {
                    rating: sits.rating.clone(),
                    is_present: Some(here),
                    profile_name: sits.name.clone(),
                }
            };
            Some(Seat::ALL.map(of))
        });
        if let Some(standing) = standing
            && controller.player_status.with_untracked(|before| *before != standing)
        {
            controller.player_status.set(standing);
        }
    }
}

impl GameBackend for OnlineSession {
    fn player_view(&self, _: Observer) -> Option<PlayerView> {
        self.with_untracked(OnlineTable::player_view)
    }

    fn play(&self, _: Seat, action: &str) -> bool {
        let Some(controller) = self.controller.get_untracked() else { return false };
        // Illegal actions are refused without asking the server.
        let checked = controller.with_untracked(|seen| {
            if seen.has_secrets || seen.game.is_sealed() { Ok(()) } else { seen.game.check(action) }
        });
        if let Err(refused) = checked {
            controller.show_refusal(&refused.localized(controller.lang()));
            return false;
        }
        self.refusal.set(None);
        self.declined.set(None);
        controller.acting_seat.set(None);
        controller.choices.set(Vec::new());
        controller.notice.set(None);
        controller.show_predicted(action);
        self.connection
            .send_for_game(&self.id(), |table| Some(table.play(action, &mut BrowserRandom)));
        true
    }

    fn interrupt(&self, _: Seat) {
        self.act(GameAct::Interrupt);
    }

    fn let_pass(&self, _: Seat) {
        self.act(GameAct::LetPass);
    }

    fn view_after(&self, plies: usize, _: Observer) -> Option<String> {
        self.with_untracked(|table| table.view_after(plies))
    }

    fn take_screen(&self, seat: Seat) {
        self.connection.send_for_game(&self.id(), |table| {
            table.take_screen(seat);
            None
        });
    }

    fn continue_play(&self) {
        let Some(controller) = self.controller.get_untracked() else { return };
        controller.refresh();
        if controller.with_untracked(|seen| seen.outcome.is_some()) {
            return controller.show_end();
        }
        if let Some(seat) = self.curtain_seat() {
            return controller.close_curtain(seat);
        }
        controller.curtain_for.set(None);
        let observer =
            self.with_untracked(|table| Some(table.observer())).unwrap_or(Observer::Spectator);
        if untrack(|| controller.observer()) != observer {
            controller.set_observer(observer);
        }
        match self.due_seat() {
            Some(seat) => controller.enable_input(seat),
            None => controller.acting_seat.set(None),
        }
    }
}
