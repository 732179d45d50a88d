//! Plies, submissions, windows, and what time alone does.

use abaque_catalog::{AnyGame, Played};
use abaque_core::{Outcome, Reason, Seat, SplitMix, Turn, said};

use super::{Entry, Events, Table, over};
use crate::{At, Event, Refused};

impl Table {
    pub(super) fn play(
        &mut self,
        seat: Seat,
        ply: &str,
        now: At,
        events: &mut Events,
    ) -> Result<(), Refused> {
        if self.game.sealed() {
            return self.submit(seat, ply, now, events);
        }
        match self.game.turn() {
            Turn::Of(acting) if acting == seat => self.apply(Some(seat), ply, now, events),
            Turn::Of(acting) => {
                let player = self.info().players[acting.index()];
                let (en, fr) = (player.en, player.fr);
                Err(said!("{en} is to play", "c'est à {fr} de jouer").into())
            }
            Turn::Chance => Err(said!(
                "a lot must be drawn before anybody plays",
                "un tirage doit se faire avant que quelqu'un joue"
            )
            .into()),
            Turn::Over(_) => Err(over()),
        }
    }

    /// A secret submission waits until both are in; the position takes them in seat order.
    pub(super) fn submit(
        &mut self,
        seat: Seat,
        ply: &str,
        now: At,
        events: &mut Events,
    ) -> Result<(), Refused> {
        if !self.may_act(seat) {
            return Err(said!(
                "you have submitted already; wait for your opponent",
                "votre envoi est déjà fait ; attendez l'adversaire"
            )
            .into());
        }
        self.probe(seat)?.check(ply)?;
        self.clocks.end_turn(seat, now);
        self.submitted[seat.index()] = Some(ply.into());
        events.push(Event::Submitted(seat));
        if !Seat::ALL.into_iter().any(|seat| self.may_act(seat)) {
            for seat in Seat::ALL {
                if let Some(ply) = self.submitted[seat.index()].take() {
                    self.apply(Some(seat), &ply, now, events)?;
                }
            }
        } else {
            self.run_clocks(now);
        }
        Ok(())
    }

    /// The game with this player's submission due. The second seat's is looked at in a world where
    /// some first one is in: which one it is makes no difference to the rules.
    pub(super) fn probe(&self, seat: Seat) -> Result<Box<dyn AnyGame>, Refused> {
        let mut probe = self.game.clone();
        if seat == Seat::Second
            && probe.turn() == Turn::Of(Seat::First)
            && let Some(any) = probe.random_action(&mut SplitMix(0))
        {
            probe.play(&any)?;
        }
        Ok(probe)
    }

    pub(super) fn lot(
        &mut self,
        outcome: &str,
        now: At,
        events: &mut Events,
    ) -> Result<(), Refused> {
        if self.game.turn() != Turn::Chance {
            return Err(said!("no lot is due", "aucun tirage n'est attendu").into());
        }
        self.apply(None, outcome, now, events)
    }

    pub(super) fn apply(
        &mut self,
        seat: Option<Seat>,
        ply: &str,
        now: At,
        events: &mut Events,
    ) -> Result<(), Refused> {
        let in_window = self.game.lapse().is_some();
        let sealed = self.game.sealed();
        let Played { text, pace, revealed } = {
            let played = self.game.play(ply)?;
            self.outcome = self.judge.played(&*self.game, &played);
            played
        };
        if let Some(seat) = seat {
            self.drop_offers_to(seat, events);
            let interrupted = in_window && pace.turns_ended > 0;
            let passed = matches!(self.game.turn(), Turn::Of(next) if next != seat)
                && !in_window
                && self.game.lapse().is_none();
            if interrupted {
                self.end_turn(seat.other(), now);
            } else if (pace.turns_ended > 0 || passed) && !sealed {
                self.end_turn(seat, now);
            }
        }
        let index = self.plies.len();
        self.plies.push(Entry {
            ply: text,
            seat,
            at: now,
            clock: seat.and_then(|seat| self.clocks.shows(seat, now)),
            stands: seat.is_none() || revealed || sealed,
            secret: sealed,
        });
        self.shown.push(Seat::ALL.map(|seat| self.clocks.shows(seat, now)));
        events.push(Event::Played { seat, index });
        if let Some(outcome) = self.outcome {
            self.end(outcome, now, events);
            return Ok(());
        }
        self.open_window(now, events)?;
        if self.game.turn() == Turn::Chance {
            events.push(Event::LotDue);
        }
        self.run_clocks(now);
        Ok(())
    }

    pub(super) fn end_turn(&mut self, seat: Seat, now: At) {
        self.clocks.end_turn(seat, now);
        self.declined[seat.index()] = [false; 2];
        self.lets_pass[seat.other().index()] = false;
    }

    /// ABR-15: a window opens with its own short clock, or closes at once if its owner has
    /// declared to let this turn pass.
    pub(super) fn open_window(&mut self, now: At, events: &mut Events) -> Result<(), Refused> {
        self.window_until = None;
        if let (Some(lapse), Turn::Of(seat)) = (self.game.lapse(), self.game.turn()) {
            if self.lets_pass[seat.index()] {
                return self.apply(Some(seat), &lapse, now, events);
            }
            self.window_until = self.setting.window.map(|length| now + length);
            if let Some(until) = self.window_until {
                events.push(Event::WindowOpened { seat, until });
            }
        }
        Ok(())
    }

    pub(super) fn let_pass(
        &mut self,
        seat: Seat,
        now: At,
        events: &mut Events,
    ) -> Result<(), Refused> {
        if !self.game.windows() {
            return Err(said!(
                "in this game there is nothing to let pass",
                "dans ce jeu, il n'y a rien à laisser passer"
            )
            .into());
        }
        if self.game.turn() == Turn::Of(seat) {
            let Some(lapse) = self.game.lapse() else {
                return Err(said!(
                    "it is your own turn: there is nothing to let pass (ABR-15)",
                    "c'est votre tour : il n'y a rien à laisser passer (ABR-15)"
                )
                .into());
            };
            self.lets_pass[seat.index()] = true;
            events.push(Event::LetsPass(seat));
            return self.apply(Some(seat), &lapse, now, events);
        }
        if !self.lets_pass[seat.index()] {
            self.lets_pass[seat.index()] = true;
            events.push(Event::LetsPass(seat));
        }
        Ok(())
    }

    /// Brings the table to `now`: windows that closed and flags that fell before, in their order.
    pub(super) fn settle(&mut self, now: At, events: &mut Events) {
        while self.outcome.is_none() {
            let [first, second] = Seat::ALL.map(|seat| self.clocks.flag(seat));
            let flag = first.into_iter().chain(second).min().filter(|&at| at <= now);
            let window = self.window_until.filter(|&at| at <= now);
            match (flag, window) {
                (None, None) => return,
                (Some(at), window) if window.is_none_or(|window| at <= window) => {
                    // Both at one moment (set-ups due from both): the first seat was asked first.
                    let late = if first == Some(at) { Seat::First } else { Seat::Second };
                    let outcome = Outcome::Win(late.other(), Reason::Time);
                    self.end(outcome, at, events);
                }
                (_, window) => {
                    self.window_until = None;
                    if let (Some(at), Some(lapse), Turn::Of(seat)) =
                        (window, self.game.lapse(), self.game.turn())
                    {
                        // The action a window lapses to is legal by its definition.
                        let lapsed = self.apply(Some(seat), &lapse, at, events);
                        debug_assert!(lapsed.is_ok());
                    }
                }
            }
        }
    }
}
