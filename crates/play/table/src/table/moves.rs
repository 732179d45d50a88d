//! Plies, submissions, interrupt windows, and the effects of time.

use std::sync::Arc;

use abaque_catalog::{AnyGame, PlyEffect};
use abaque_core::{EndReason, Outcome, Seat, SplitMix, Turn, message};

use super::{Table, TableEvents, TablePly, game_over_error};
use crate::{ActError, INTERRUPT_CHOICE, TableEvent, Timestamp};

impl Table {
    pub(super) fn play_action(
        &mut self,
        seat: Seat,
        ply: &str,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        if self.game.is_sealed() {
            return self.submit(seat, ply, now, events);
        }
        match self.game.turn() {
            Turn::Of(acting) if acting == seat => self.apply_ply(Some(seat), ply, now, events),
            Turn::Of(acting) => {
                let player = self.description().players[acting.index()];
                let (en, fr) = (player.en, player.fr);
                Err(message!("it is {en}'s turn", "c'est à {fr} de jouer").into())
            }
            Turn::Chance => Err(message!(
                "a random draw comes before the next move",
                "un tirage a lieu avant le prochain coup"
            )
            .into()),
            Turn::Over(_) => Err(game_over_error()),
        }
    }

    /// Holds a secret submission until both are in, then plays them in seat order.
    pub(super) fn submit(
        &mut self,
        seat: Seat,
        ply: &str,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        if !self.can_act(seat) {
            return Err(message!(
                "your set-up is already confirmed; wait for your opponent",
                "votre mise en place est déjà validée\u{a0}; attendez l'adversaire"
            )
            .into());
        }
        self.probe(seat)?.check(ply)?;
        self.clocks.end_turn(seat, now);
        self.submitted[seat.index()] = Some(ply.into());
        events.push(TableEvent::Submitted(seat));
        if !Seat::ALL.into_iter().any(|seat| self.can_act(seat)) {
            for seat in Seat::ALL {
                if let Some(ply) = self.submitted[seat.index()].take() {
                    self.apply_ply(Some(seat), &ply, now, events)?;
                }
            }
        } else {
            self.run_clocks(now);
        }
        Ok(())
    }

    /// The game with this player's submission due. For the second seat, some submission of the
    /// first is filled in; the rules do not depend on which.
    pub(super) fn probe(&self, seat: Seat) -> Result<Box<dyn AnyGame>, ActError> {
        let mut probe = self.game.clone();
        if seat == Seat::Second
            && probe.turn() == Turn::Of(Seat::First)
            && let Some(any) = probe.random_action(&mut SplitMix(0))
        {
            probe.play(&any)?;
        }
        Ok(probe)
    }

    pub(super) fn play_lot(
        &mut self,
        outcome: &str,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        if self.game.turn() != Turn::Chance {
            return Err(message!("no random draw is due", "aucun tirage n'est attendu").into());
        }
        self.apply_ply(None, outcome, now, events)
    }

    pub(super) fn apply_ply(
        &mut self,
        seat: Option<Seat>,
        ply: &str,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        let in_window = self.game.window_default().is_some();
        let sealed = self.game.is_sealed();
        let PlyEffect { text, progress: pace, revealed_secret: revealed } = {
            let played = self.game.play(ply)?;
            self.outcome = self.history.record_ply(&*self.game, &played);
            played
        };
        if let Some(seat) = seat {
            self.drop_offers_to(seat, events);
            let interrupted = in_window && pace.turns_ended > 0;
            let passed = matches!(self.game.turn(), Turn::Of(next) if next != seat)
                && !in_window
                && self.game.window_default().is_none();
            if interrupted {
                self.end_turn(seat.other(), now);
            } else if (pace.turns_ended > 0 || passed) && !sealed {
                self.end_turn(seat, now);
            }
        }
        let index = self.plies.len();
        self.plies.push(Arc::new(TablePly {
            ply: text,
            seat,
            at: now,
            clock: seat.and_then(|seat| self.clocks.time_left(seat, now)),
            irrevocable: seat.is_none() || revealed || sealed,
            secret: sealed,
        }));
        self.clocks_after_ply.push(Seat::ALL.map(|seat| self.clocks.time_left(seat, now)));
        events.push(TableEvent::Played { seat, index });
        if let Some(outcome) = self.outcome {
            self.end_game(outcome, now, events);
            return Ok(());
        }
        self.open_window(now, events)?;
        if self.game.turn() == Turn::Chance {
            events.push(TableEvent::LotDue);
        }
        self.run_clocks(now);
        Ok(())
    }

    pub(super) fn end_turn(&mut self, seat: Seat, now: Timestamp) {
        self.clocks.end_turn(seat, now);
        self.declined[seat.index()] = [false; 2];
        self.lets_pass[seat.other().index()] = false;
    }

    /// ABR-15: opens a window with its own short clock, or closes it at once if its owner has
    /// waived it.
    pub(super) fn open_window(
        &mut self,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        self.window_until = None;
        self.interrupting = false;
        if let (Some(lapse), Turn::Of(seat)) = (self.game.window_default(), self.game.turn()) {
            if self.lets_pass[seat.index()] {
                return self.apply_ply(Some(seat), &lapse, now, events);
            }
            self.window_until = self.settings.window.map(|length| now + length);
            if let Some(until) = self.window_until {
                events.push(TableEvent::WindowOpened { seat, until });
            }
        }
        Ok(())
    }

    pub(super) fn let_pass(
        &mut self,
        seat: Seat,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        if !self.game.has_interrupt_windows() {
            return Err(message!(
                "there is nothing to allow in this game",
                "dans ce jeu, il n'y a rien à laisser jouer"
            )
            .into());
        }
        if self.game.turn() == Turn::Of(seat) {
            let Some(lapse) = self.game.window_default() else {
                return Err(message!(
                    "it is your own turn: there is nothing to allow (ABR-15)",
                    "c'est votre tour\u{a0}: il n'y a rien à laisser jouer (ABR-15)"
                )
                .into());
            };
            self.lets_pass[seat.index()] = true;
            events.push(TableEvent::LetsPass(seat));
            return self.apply_ply(Some(seat), &lapse, now, events);
        }
        if !self.lets_pass[seat.index()] {
            self.lets_pass[seat.index()] = true;
            events.push(TableEvent::LetsPass(seat));
        }
        Ok(())
    }

    /// ABR-15: the owner of the open window says that they interrupt; the window then stays open
    /// long enough to choose how. Repeating it gains no time.
    pub(super) fn interrupt(
        &mut self,
        seat: Seat,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        if self.game.window_default().is_none() || self.game.turn() != Turn::Of(seat) {
            return Err(message!(
                "there is nothing to interrupt now (ABR-15)",
                "il n'y a rien à arrêter maintenant (ABR-15)"
            )
            .into());
        }
        if !self.interrupting {
            self.interrupting = true;
            self.window_until = self.window_until.map(|until| until.max(now + INTERRUPT_CHOICE));
            events.push(TableEvent::Interrupted { seat, until: self.window_until });
        }
        Ok(())
    }

    /// Brings the table to `now`: closes windows and drops flags that expired, in order of time.
    pub(super) fn advance_to(&mut self, now: Timestamp, events: &mut TableEvents) {
        while self.outcome.is_none() {
            let [first, second] = Seat::ALL.map(|seat| self.clocks.flag_time(seat));
            let flag = first.into_iter().chain(second).min().filter(|&at| at <= now);
            let window = self.window_until.filter(|&at| at <= now);
            match (flag, window) {
                (None, None) => return,
                (Some(at), window) if window.is_none_or(|window| at <= window) => {
                    // If both flags fall at once (both set-ups due), the first seat loses.
                    let late = if first == Some(at) { Seat::First } else { Seat::Second };
                    let outcome = Outcome::Win(late.other(), EndReason::Time);
                    self.end_game(outcome, at, events);
                }
                (_, window) => {
                    self.window_until = None;
                    if let (Some(at), Some(lapse), Turn::Of(seat)) =
                        (window, self.game.window_default(), self.game.turn())
                    {
                        // A player who interrupts and then chooses nothing holds up the game once
                        // a turn at most.
                        if self.interrupting {
                            self.lets_pass[seat.index()] = true;
                            events.push(TableEvent::LetsPass(seat));
                        }
                        // A window's default action is legal by definition.
                        let lapsed = self.apply_ply(Some(seat), &lapse, at, events);
                        debug_assert!(lapsed.is_ok());
                    }
                }
            }
        }
    }
}
