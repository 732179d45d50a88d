//! What a hand does over the board.

use abaque_client::hand::{Hand, Reaction};
use abaque_client::words;
use abaque_core::{Observer, Seat, Turn};
use leptos::prelude::*;

use super::Desk;
use crate::browser;
use crate::sound::Sound;

impl Desk {
    /// Lets a person act.
    pub(crate) fn let_act(self, seat: Seat) {
        if self.looking.get_untracked().is_some() {
            return;
        }
        self.finished.set_value(false);
        // A turn begins after a lot: nothing was chosen in it yet.
        let begins =
            self.glance(|seen| seen.plies.last().is_none_or(|line| line.seat != Some(seat)));
        self.chose.update_value(|chose| *chose &= !begins);
        let stop_asked = self.glance(|seen| seen.game.lapse().is_some());
        let hand = self.glance(|seen| {
            // Nobody stops a pawn by touching a hole: one shouts first.
            if seen.game.sealed() || stop_asked {
                return Hand::default();
            }
            Hand::new(&seen.game.spec(), &seen.view, &seen.game.offered()).unwrap_or_default()
        });
        self.hand.set(hand);
        self.mine.set(Some(seat));
        self.stop_asked.set(stop_asked);
        self.stopping.set(false);
        self.play_forced(seat);
    }

    /// A leap without alternative plays itself, but visibly.
    fn play_forced(self, seat: Seat) {
        let wanted = self.context.prefs.with_untracked(|prefs| prefs.forced);
        if self.game() != "abagio" || !wanted || !self.counts() {
            return;
        }
        let offered = self.glance(|seen| seen.game.offered());
        let [only] = &offered[..] else { return };
        let (only, era) = (only.clone(), self.era());
        self.say_forced();
        browser::after(self.context.pace() * 2 + 250, move || {
            let still = self.mine.try_get_untracked() == Some(Some(seat));
            if still && !self.is_gone(era) && self.pending.get_untracked().is_none() {
                self.play(&only);
            }
        });
    }

    /// Plays an action of the person whose turn it is. The leap that ends a turn waits for their word.
    pub(crate) fn play(self, action: &str) -> bool {
        let Some(seat) = self.mine.get_untracked() else { return false };
        let chose = self.glance(|seen| seen.game.offered().len() > 1);
        self.chose.update_value(|already| *already |= chose);
        match self.last_of_turn(seat, action) {
            Some(after) => self.show_ahead(action, after),
            None => return self.hand_over(seat, action),
        }
        true
    }

    /// Plays what was typed: whoever writes an action out has decided.
    pub(crate) fn play_typed(self, action: &str) -> bool {
        self.put_off();
        self.mine.get_untracked().is_some_and(|seat| self.hand_over(seat, action))
    }

    fn hand_over(self, seat: Seat, action: &str) -> bool {
        self.host().is_some_and(|host| host.play(seat, action))
    }

    /// What the board shows after a leap that ends a turn, if its player is to be asked.
    fn last_of_turn(self, seat: Seat, action: &str) -> Option<String> {
        let asked = self.context.prefs.with_untracked(|prefs| prefs.confirm);
        let asked = asked && self.counts();
        if self.game() != "abagio" || !asked || !self.chose.get_value() {
            return None;
        }
        let mut game = self.glance(|seen| seen.game.boxed());
        game.play(action).ok()?;
        let goes_on = matches!(game.turn(), Turn::Of(next) if next == seat);
        let over = matches!(game.turn(), Turn::Over(_));
        (!goes_on && !over).then(|| game.view(Observer::Player(seat)))
    }

    fn show_ahead(self, action: &str, after: String) {
        self.hand.set(Hand::default());
        self.sound(Sound::Tock);
        self.show_now(action, after);
        self.context.say(words::TURN_DONE.get(self.lang()));
        self.pending.set(Some(action.to_owned()));
    }

    /// Shows what an action will lead to before it is known to stand.
    fn show_now(self, action: &str, after: String) {
        self.scene.update(|scene| {
            let before = std::mem::replace(&mut scene.view, after);
            scene.serial += 1;
            scene.step = Some((before, action.to_owned()));
            scene.last = Some(action.to_owned());
        });
    }

    /// Shows an action on its way to where it is decided; what it leads to is shown once.
    pub(crate) fn foresee(self, action: &str) {
        if self.ahead.with_value(|ahead| ahead.as_deref() == Some(action)) {
            return;
        }
        let Some(after) = self.glance(|seen| seen.after(action)) else { return };
        self.sound(Sound::Tock);
        self.show_now(action, after);
        self.ahead.set_value(Some(action.to_owned()));
    }

    /// What was foreseen did not come true.
    pub(crate) fn fall_back(self) {
        self.ahead.set_value(None);
        self.jump();
    }

    /// The turn is over: what was shown is played.
    pub(crate) fn end_turn(self) {
        let (Some(seat), Some(action)) = (self.mine.get_untracked(), self.pending.get_untracked())
        else {
            return;
        };
        self.pending.set(None);
        self.ahead.set_value(Some(action.clone()));
        self.hand_over(seat, &action);
    }

    /// Takes the leap back that would have ended the turn; says whether there was one.
    pub(crate) fn undo_pending(self) -> bool {
        if !self.put_off() {
            return false;
        }
        if let Some(host) = self.host() {
            host.settle();
        }
        true
    }

    fn put_off(self) -> bool {
        let pending = self.pending.get_untracked().is_some();
        if pending {
            self.pending.set(None);
            self.jump();
        }
        pending
    }

    /// Shouts Stop: now a hole is chosen for the stop pawn.
    pub(crate) fn shout_stop(self) {
        if !self.stop_asked.get_untracked() || self.stopping.get_untracked() {
            return;
        }
        let hand = self.glance(|seen| {
            let stops: Vec<String> =
                seen.game.offered().into_iter().filter(|action| action.starts_with('s')).collect();
            Hand::new(&seen.game.spec(), &seen.view, &stops).unwrap_or_default()
        });
        self.hand.set(hand);
        self.stopping.set(true);
        self.context.say(words::STOP_WHERE.get(self.lang()));
    }

    /// Never in this turn.
    pub(crate) fn let_pass(self) {
        if let (Some(seat), Some(host)) = (self.mine.get_untracked(), self.host()) {
            host.let_pass(seat);
        }
    }

    /// A tap on a square.
    pub(crate) fn tap(self, square: &str) {
        if let Some(on_tap) = self.on_tap.get_untracked() {
            return on_tap.run(square.to_owned());
        }
        self.gesture(|hand| hand.tap(square));
    }

    /// A drag from square to square.
    pub(crate) fn drag(self, from: &str, to: &str) {
        self.gesture(|hand| hand.drag(from, to));
    }

    fn gesture(self, point: impl FnOnce(&mut Hand) -> Reaction) {
        if self.mine.get_untracked().is_none() {
            return;
        }
        self.notice.set(None);
        let mut reaction = Reaction::Nothing;
        self.hand.update(|hand| reaction = point(hand));
        match reaction {
            Reaction::Play(action) => {
                self.play(&action);
            }
            Reaction::Ask(actions) => self.asked.set(actions),
            Reaction::Nothing => self.sound(Sound::No),
            Reaction::Picked => {}
        }
    }

    /// Puts everything back.
    pub(crate) fn put_back(self) {
        self.asked.set(Vec::new());
        if self.stopping.get_untracked() {
            self.stopping.set(false);
            self.hand.set(Hand::default());
        }
        self.hand.update(Hand::drop_all);
    }
}
