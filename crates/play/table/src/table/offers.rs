//! Offers, their answers, and take-backs (COM-02).

use abaque_catalog::GameHistory;
use abaque_core::{EndReason, Message, Outcome, Seat, message};

use super::{Table, TableEvents};
use crate::{ActError, Offer, TableEvent, Timestamp};

impl Table {
    /// How many plies would remain after this player's take-back, or why it is impossible.
    pub fn take_back_target(&self, seat: Seat) -> Result<usize, ActError> {
        if !self.settings.take_backs {
            return Err(message!(
                "moves cannot be taken back at this table (COM-02)",
                "à cette table, on ne reprend pas les coups (COM-02)"
            )
            .into());
        }
        let last = self.plies.iter().rposition(|entry| entry.seat == Some(seat));
        let Some(target) = last else {
            return Err(message!(
                "you have no move to take back",
                "vous n'avez pas de coup à reprendre"
            )
            .into());
        };
        if self.plies[target..].iter().any(|entry| entry.irrevocable) {
            return Err(message!(
                "a roll or a revealed secret cannot be taken back (COM-02)",
                "on ne reprend ni un lancer de dés ni un secret révélé (COM-02)"
            )
            .into());
        }
        Ok(target)
    }

    pub(super) fn offer(
        &mut self,
        seat: Seat,
        offer: Offer,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        if self.has_offered(seat.other(), offer) {
            return self.accept(seat, offer, now, events);
        }
        if offer == Offer::TakeBack {
            self.take_back_target(seat)?;
        }
        if self.declined[seat.index()][offer as usize] {
            return Err(message!(
                "your offer was declined; ask again after your next turn",
                "votre demande a été refusée\u{a0}; redemandez après votre prochain tour"
            )
            .into());
        }
        if !self.has_offered(seat, offer) {
            self.offers[seat.index()][offer as usize] = true;
            events.push(TableEvent::OfferMade(seat, offer));
        }
        Ok(())
    }

    pub(super) fn accept(
        &mut self,
        seat: Seat,
        offer: Offer,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        let proposer = seat.other();
        if !self.has_offered(proposer, offer) {
            return Err(nothing_offered());
        }
        match offer {
            Offer::Draw => self.end_game(Outcome::Draw(EndReason::Agreement), now, events),
            Offer::TakeBack => {
                let plies = self.take_back_target(proposer)?;
                self.take_back(plies, now)?;
                events.push(TableEvent::TookBack { plies });
            }
        }
        Ok(())
    }

    pub(super) fn decline(
        &mut self,
        seat: Seat,
        offer: Offer,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        let by = [seat, seat.other()].into_iter().find(|&by| self.has_offered(by, offer));
        let by = by.ok_or_else(nothing_offered)?;
        self.drop_offer(by, offer, events);
        Ok(())
    }

    /// Playing on declines the opponent's offers and withdraws the player's own take-back.
    pub(super) fn drop_offers_to(&mut self, seat: Seat, events: &mut TableEvents) {
        for offer in [Offer::Draw, Offer::TakeBack] {
            if self.has_offered(seat.other(), offer) {
                self.drop_offer(seat.other(), offer, events);
            }
        }
        if self.has_offered(seat, Offer::TakeBack) {
            self.offers[seat.index()][Offer::TakeBack as usize] = false;
            events.push(TableEvent::OfferDropped(seat, Offer::TakeBack));
        }
    }

    pub(super) fn drop_offer(&mut self, by: Seat, offer: Offer, events: &mut TableEvents) {
        self.offers[by.index()][offer as usize] = false;
        self.declined[by.index()][offer as usize] = true;
        events.push(TableEvent::OfferDropped(by, offer));
    }

    /// Replays the first plies from the start. Used time stays used, and no player gets more than
    /// they had then: turns taken back earn no increment.
    pub(super) fn take_back(&mut self, plies: usize, now: Timestamp) -> Result<(), ActError> {
        let mut game = self.settings.start.clone();
        let mut history = GameHistory::new(&*game);
        for entry in &self.plies[..plies] {
            let played = game.play(&entry.ply)?;
            history.record_ply(&*game, &played);
        }
        self.plies.truncate(plies);
        self.clocks_after_ply.truncate(plies);
        let budget = Some(self.settings.clock.budget());
        let then = self.clocks_after_ply.last().copied().unwrap_or([budget; 2]);
        for seat in Seat::ALL {
            if let (Some(left), Some(most)) = (self.clocks.time_left(seat, now), then[seat.index()])
            {
                self.clocks.set_time_left(seat, left.min(most), now);
            }
        }
        self.offers = [[false; 2]; 2];
        self.lets_pass = [false; 2];
        self.window_until = None;
        self.interrupting = false;
        (self.game, self.history) = (game, history);
        self.run_clocks(now);
        Ok(())
    }
}

fn nothing_offered() -> ActError {
    let message: Message = message!("there is no such offer", "il n'y a pas de telle proposition");
    message.into()
}
