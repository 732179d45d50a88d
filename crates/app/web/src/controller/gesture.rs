//! Input of a person: taps, drags, interrupts, and the confirmation that ends a turn.

use abaque_client::move_input::{InputReaction, MoveInput};
use abaque_client::words;
use abaque_core::{Observer, Seat, Turn};
use leptos::prelude::*;

use super::BoardController;
use crate::browser;
use crate::sound::Sound;

impl BoardController {
    /// Lets a person act.
    pub(crate) fn enable_input(self, seat: Seat) {
        if self.past_ply.get_untracked().is_some() {
            return;
        }
        self.end_announced.set_value(false);
        // A new turn: the player has made no choice yet.
        let begins = self
            .with_untracked(|seen| seen.plies.last().is_none_or(|line| line.seat != Some(seat)));
        self.had_choice.update_value(|chose| *chose &= !begins);
        let asked = self.with_untracked(|seen| seen.game.window_default().is_some());
        let input = self.with_untracked(|seen| {
            // Interrupting takes a shout first: a stray tap must not interrupt.
            if seen.game.is_sealed() || asked {
                return MoveInput::default();
            }
            MoveInput::new(&seen.game.spec(), &seen.view, &seen.game.offered_plies())
                .unwrap_or_default()
        });
        self.input.set(input);
        self.acting_seat.set(Some(seat));
        self.interrupt_open.set(asked);
        self.choosing_interrupt.set(false);
        if asked && self.with_untracked(|seen| seen.is_interrupting) {
            self.choose_interrupt();
        }
        self.play_forced(seat);
    }

    /// Plays an action without alternative, after a visible delay.
    fn play_forced(self, seat: Seat) {
        let enabled = self.context.prefs.with_untracked(|prefs| prefs.forced);
        if !self.board_info().has_stepwise_turns || !enabled || !self.is_real_game() {
            return;
        }
        let offered = self.with_untracked(|seen| seen.game.offered_plies());
        let [only] = &offered[..] else { return };
        let (only, generation) = (only.clone(), self.generation());
        self.show_forced_notice();
        browser::run_after(self.context.animation_millis() * 2 + 250, move || {
            let still = self.acting_seat.try_get_untracked() == Some(Some(seat));
            if still && !self.is_stale(generation) && self.pending_action.get_untracked().is_none()
            {
                self.play(&only);
            }
        });
    }

    /// Plays an action of the person to move. The action that ends a stepwise turn
    /// waits for confirmation.
    pub(crate) fn play(self, action: &str) -> bool {
        let Some(seat) = self.acting_seat.get_untracked() else { return false };
        let chose = self.with_untracked(|seen| seen.game.offered_plies().len() > 1);
        self.had_choice.update_value(|already| *already |= chose);
        match self.view_after_turn(seat, action) {
            Some(after) => self.hold_action(action, after),
            None => return self.submit(seat, action),
        }
        true
    }

    /// Plays a typed action, without asking for confirmation.
    pub(crate) fn play_typed(self, action: &str) -> bool {
        self.discard_pending();
        self.acting_seat.get_untracked().is_some_and(|seat| self.submit(seat, action))
    }

    fn submit(self, seat: Seat, action: &str) -> bool {
        self.backend().is_some_and(|backend| backend.play(seat, action))
    }

    /// The view after an action that ends the turn, if the player must confirm it.
    fn view_after_turn(self, seat: Seat, action: &str) -> Option<String> {
        let confirm = self.context.prefs.with_untracked(|prefs| prefs.confirm);
        let confirm = confirm && self.is_real_game();
        let stepwise = self.board_info().has_stepwise_turns;
        if !stepwise || !confirm || !self.had_choice.get_value() {
            return None;
        }
        let mut game = self.with_untracked(|seen| seen.game.clone_box());
        game.play(action).ok()?;
        let goes_on = matches!(game.turn(), Turn::Of(next) if next == seat);
        let over = matches!(game.turn(), Turn::Over(_));
        (!goes_on && !over).then(|| game.view(Observer::Player(seat)))
    }

    fn hold_action(self, action: &str, after: String) {
        self.input.set(MoveInput::default());
        self.play_sound(Sound::Move);
        self.show_early(action, after);
        self.context.announce(words::TURN_DONE.get(self.lang()));
        self.pending_action.set(Some(action.to_owned()));
    }

    /// Shows the result of an action before it is accepted.
    fn show_early(self, action: &str, after: String) {
        self.scene.update(|scene| {
            let before = std::mem::replace(&mut scene.view, after);
            scene.serial += 1;
            scene.step = Some((before, action.to_owned()));
            scene.last = Some(action.to_owned());
        });
    }

    /// Shows an action while its backend decides on it; the accepted ply is not animated again.
    pub(crate) fn show_predicted(self, action: &str) {
        if self.predicted_ply.with_value(|ahead| ahead.as_deref() == Some(action)) {
            return;
        }
        let Some(after) = self.with_untracked(|seen| seen.view_after_action(action)) else {
            return;
        };
        self.play_sound(Sound::Move);
        self.show_early(action, after);
        self.predicted_ply.set_value(Some(action.to_owned()));
    }

    /// Withdraws a prediction that was refused.
    pub(crate) fn discard_prediction(self) {
        self.predicted_ply.set_value(None);
        self.show_current();
    }

    /// Confirms the end of the turn: plays the pending action.
    pub(crate) fn end_turn(self) {
        let (Some(seat), Some(action)) =
            (self.acting_seat.get_untracked(), self.pending_action.get_untracked())
        else {
            return;
        };
        self.pending_action.set(None);
        self.predicted_ply.set_value(Some(action.clone()));
        self.submit(seat, &action);
    }

    /// Undoes the pending action; `false` if there is none.
    pub(crate) fn undo_pending(self) -> bool {
        if !self.discard_pending() {
            return false;
        }
        if let Some(backend) = self.backend() {
            backend.continue_play();
        }
        true
    }

    fn discard_pending(self) -> bool {
        let pending = self.pending_action.get_untracked().is_some();
        if pending {
            self.pending_action.set(None);
            self.show_current();
        }
        pending
    }

    /// Interrupts the opponent: the player now chooses how.
    pub(crate) fn interrupt(self) {
        if !self.interrupt_open.get_untracked() || self.choosing_interrupt.get_untracked() {
            return;
        }
        self.choose_interrupt();
        // The window waits longer from now on.
        if let (Some(seat), Some(backend)) = (self.acting_seat.get_untracked(), self.backend()) {
            backend.interrupt(seat);
        }
    }

    /// Lets the player choose how to interrupt.
    fn choose_interrupt(self) {
        let input = self.with_untracked(|seen| {
            let pass = seen.game.window_default();
            let mut offered = seen.game.offered_plies();
            offered.retain(|action| pass.as_ref() != Some(action));
            MoveInput::new(&seen.game.spec(), &seen.view, &offered).unwrap_or_default()
        });
        self.input.set(input);
        self.choosing_interrupt.set(true);
        if let Some(texts) = self.board_info().interrupt {
            self.context.announce(texts.choose.get(self.lang()));
        }
    }

    /// Lets the opponent's action pass.
    pub(crate) fn pass_interrupt(self) {
        if let Some(pass) = self.with_untracked(|seen| seen.game.window_default()) {
            self.play(&pass);
        }
    }

    /// Declines to interrupt for the rest of this turn.
    pub(crate) fn let_pass(self) {
        if let (Some(seat), Some(backend)) = (self.acting_seat.get_untracked(), self.backend()) {
            backend.let_pass(seat);
        }
    }

    /// Handles a tap on a square.
    pub(crate) fn tap(self, square: &str) {
        if let Some(on_tap) = self.on_tap.get_untracked() {
            return on_tap.run(square.to_owned());
        }
        self.handle_gesture(|input| input.tap(square));
    }

    /// Handles a drag from square to square.
    pub(crate) fn drag(self, from: &str, to: &str) {
        self.handle_gesture(|input| input.drag(from, to));
    }

    fn handle_gesture(self, point: impl FnOnce(&mut MoveInput) -> InputReaction) {
        if self.acting_seat.get_untracked().is_none() {
            return;
        }
        self.notice.set(None);
        let mut reaction = InputReaction::Picked;
        self.input.update(|input| reaction = point(input));
        match reaction {
            InputReaction::Play(action) => {
                self.play(&action);
            }
            InputReaction::Ask(actions) => self.choices.set(actions),
            InputReaction::Refused(action) => self.explain_refusal(action.as_deref()),
            InputReaction::Picked => {}
        }
    }

    /// Says why an action that a gesture meant is refused, as for a typed one.
    fn explain_refusal(self, action: Option<&str>) {
        let lang = self.lang();
        let refused = action.and_then(|action| {
            self.with_untracked(|seen| seen.game.check(action).err()).map(|why| why.localized(lang))
        });
        self.show_refusal(&refused.unwrap_or_else(|| words::NO_MOVE_THERE.get(lang).to_owned()));
    }

    /// Puts back what is picked up, for a press beside the board.
    pub(crate) fn deselect(self) {
        self.notice.set(None);
        self.choices.set(Vec::new());
        self.input.update(MoveInput::clear_picked);
    }

    /// Resets the input.
    pub(crate) fn reset_input(self) {
        self.notice.set(None);
        self.choices.set(Vec::new());
        if self.choosing_interrupt.get_untracked() {
            self.choosing_interrupt.set(false);
            self.input.set(MoveInput::default());
        }
        self.input.update(MoveInput::clear_picked);
    }
}
