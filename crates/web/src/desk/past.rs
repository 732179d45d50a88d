//! Looking back in a game that goes on. Whatever happens leads to the present again.

use abaque_client::Hand;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::{Desk, Scene};

impl Desk {
    /// How many plies the board shows, of how many; followed.
    pub(crate) fn place(self) -> (usize, usize) {
        let all = self.with(|seen| seen.plies.len());
        (self.looking.get().unwrap_or(all).min(all), all)
    }

    /// Shows the board as it was after so many plies, or the game as it stands. False where that is not known; while
    /// something is being shown or asked nothing happens.
    pub(crate) fn look_back(self, plies: usize) -> bool {
        let (shown, all) = untrack(|| self.place());
        let in_play = self.pending.get_untracked().is_some() || self.stopping.get_untracked();
        if self.is_busy() || in_play || self.stop_asked.get_untracked() || plies == shown {
            return true;
        }
        if plies >= all {
            self.look_now();
            return true;
        }
        let eyes = self.eyes.get_untracked();
        let Some(view) = self.host().and_then(|host| host.past(plies, eyes)) else { return false };
        let before = |at: usize| self.glance(|seen| seen.plies.get(at.checked_sub(1)?).cloned());
        let ply = before(plies).filter(|line| line.ply != "?");
        self.mine.set(None);
        self.asked.set(Vec::new());
        self.hint.set(None);
        self.hand.update(Hand::drop_all);
        self.looking.set(Some(plies));
        self.scene.update(|scene| {
            // One ply onwards is seen happening.
            let step = (plies == shown + 1).then(|| ply.clone()).flatten();
            let from = std::mem::take(&mut scene.view);
            *scene = Scene {
                view,
                step: step.map(|line| (from, line.ply)),
                last: ply.filter(|line| line.seat.is_some()).map(|line| line.ply),
                serial: scene.serial + 1,
            };
        });
        true
    }

    /// The game as it stands.
    pub(crate) fn look_now(self) {
        if self.looking.get_untracked().is_some() {
            self.jump();
            if let Some(host) = self.host() {
                host.settle();
            }
        }
    }

    /// Follows a key pressed anywhere at the table but on the board, whose own walk it is there.
    pub(crate) fn walk_by(self, event: &KeyboardEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let elsewhere =
            target.is_none_or(|element| matches!(element.closest(".board-svg, .moves"), Ok(None)));
        if elsewhere && self.walk(&event.key()) {
            event.prevent_default();
        }
    }

    /// Follows a key that walks through the game; says whether it is one.
    pub(crate) fn walk(self, key: &str) -> bool {
        let (shown, all) = untrack(|| self.place());
        let to = match key {
            "ArrowLeft" => shown.saturating_sub(1),
            "ArrowRight" => shown + 1,
            "Home" => 0,
            "End" => all,
            _ => return false,
        };
        self.look_back(to)
    }
}
