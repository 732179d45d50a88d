//! Looking back in a running game. Any new ply returns to the present.

use abaque_client::MoveInput;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::{BoardController, BoardScene};

impl BoardController {
    /// The ply shown and the number of plies, reactive.
    pub(crate) fn ply_position(self) -> (usize, usize) {
        let all = self.with(|seen| seen.plies.len());
        (self.past_ply.get().unwrap_or(all).min(all), all)
    }

    /// Shows the board after a number of plies, or the present. `false` if that view is unknown;
    /// does nothing while steps are shown or a choice is pending.
    pub(crate) fn show_ply(self, plies: usize) -> bool {
        let (shown, all) = untrack(|| self.ply_position());
        let in_play = self.pending_action.get_untracked().is_some()
            || self.choosing_interrupt.get_untracked();
        if self.is_animating() || in_play || self.interrupt_open.get_untracked() || plies == shown {
            return true;
        }
        if plies >= all {
            self.show_present();
            return true;
        }
        let observer = self.observer.get_untracked();
        let Some(view) = self.backend().and_then(|backend| backend.view_after(plies, observer))
        else {
            return false;
        };
        let before =
            |at: usize| self.with_untracked(|seen| seen.plies.get(at.checked_sub(1)?).cloned());
        let ply = before(plies).filter(|line| line.ply != "?");
        self.acting_seat.set(None);
        self.choices.set(Vec::new());
        self.hint.set(None);
        self.input.update(MoveInput::clear_picked);
        self.past_ply.set(Some(plies));
        self.scene.update(|scene| {
            // A single step forward is animated.
            let step = (plies == shown + 1).then(|| ply.clone()).flatten();
            let from = std::mem::take(&mut scene.view);
            *scene = BoardScene {
                view,
                step: step.map(|line| (from, line.ply)),
                last: ply.filter(|line| line.seat.is_some()).map(|line| line.ply),
                serial: scene.serial + 1,
            };
        });
        true
    }

    /// Returns to the current position.
    pub(crate) fn show_present(self) {
        if self.past_ply.get_untracked().is_some() {
            self.show_current();
            if let Some(backend) = self.backend() {
                backend.continue_play();
            }
        }
    }

    /// Handles a key pressed anywhere at the table except on the board, where arrow keys move the
    /// focus.
    pub(crate) fn handle_key(self, event: &KeyboardEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let elsewhere =
            target.is_none_or(|element| matches!(element.closest(".board-svg, .moves"), Ok(None)));
        if elsewhere && self.step_by_key(&event.key()) {
            event.prevent_default();
        }
    }

    /// Handles a key that steps through the game; `false` for other keys.
    pub(crate) fn step_by_key(self, key: &str) -> bool {
        let (shown, all) = untrack(|| self.ply_position());
        let to = match key {
            "ArrowLeft" => shown.saturating_sub(1),
            "ArrowRight" => shown + 1,
            "Home" => 0,
            "End" => all,
            _ => return false,
        };
        self.show_ply(to)
    }
}
