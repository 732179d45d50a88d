//! Proposals and their answers, and taking back (COM-02).

use abaque_catalog::Judge;
use abaque_core::{Outcome, Reason, Said, Seat, said};

use super::{Events, Table};
use crate::{At, Event, Offer, Refused};

impl Table {
    /// How many plies would remain if this player took back, or why it cannot be.
    pub fn take_back_to(&self, seat: Seat) -> Result<usize, Refused> {
        if !self.setting.take_backs {
            return Err(said!(
                "a played move stands at this table (COM-02)",
                "à cette table, un coup joué ne peut pas être repris (COM-02)"
            )
            .into());
        }
        let last = self.plies.iter().rposition(|entry| entry.seat == Some(seat));
        let Some(target) = last else {
            return Err(said!(
                "there is nothing of yours to take back",
                "vous n'avez encore rien à reprendre"
            )
            .into());
        };
        if self.plies[target..].iter().any(|entry| entry.stands) {
            return Err(said!(
                "dice thrown and secrets shown cannot be taken back (COM-02)",
                "on ne reprend ni des dés lancés ni un secret découvert (COM-02)"
            )
            .into());
        }
        Ok(target)
    }

    pub(super) fn offer(
        &mut self,
        seat: Seat,
        offer: Offer,
        now: At,
        events: &mut Events,
    ) -> Result<(), Refused> {
        if self.offered(seat.other(), offer) {
            return self.accept(seat, offer, now, events);
        }
        if offer == Offer::TakeBack {
            self.take_back_to(seat)?;
        }
        if self.declined[seat.index()][offer as usize] {
            return Err(said!(
                "that was declined; ask again after your next turn",
                "cela a été refusé ; redemandez après votre prochain tour"
            )
            .into());
        }
        if !self.offered(seat, offer) {
            self.offers[seat.index()][offer as usize] = true;
            events.push(Event::Offered(seat, offer));
        }
        Ok(())
    }

    pub(super) fn accept(
        &mut self,
        seat: Seat,
        offer: Offer,
        now: At,
        events: &mut Events,
    ) -> Result<(), Refused> {
        let proposer = seat.other();
        if !self.offered(proposer, offer) {
            return Err(nothing_offered());
        }
        match offer {
            Offer::Draw => self.end(Outcome::Draw(Reason::Agreement), now, events),
            Offer::TakeBack => {
                let plies = self.take_back_to(proposer)?;
                self.take_back(plies, now)?;
                events.push(Event::TookBack { plies });
            }
        }
        Ok(())
    }

    pub(super) fn decline(
        &mut self,
        seat: Seat,
        offer: Offer,
        events: &mut Events,
    ) -> Result<(), Refused> {
        let by = [seat, seat.other()].into_iter().find(|&by| self.offered(by, offer));
        let by = by.ok_or_else(nothing_offered)?;
        self.drop_offer(by, offer, events);
        Ok(())
    }

    /// Whoever plays on has answered what was proposed to them, and takes their own take-back off.
    pub(super) fn drop_offers_to(&mut self, seat: Seat, events: &mut Events) {
        for offer in [Offer::Draw, Offer::TakeBack] {
            if self.offered(seat.other(), offer) {
                self.drop_offer(seat.other(), offer, events);
            }
        }
        if self.offered(seat, Offer::TakeBack) {
            self.offers[seat.index()][Offer::TakeBack as usize] = false;
            events.push(Event::Dropped(seat, Offer::TakeBack));
        }
    }

    pub(super) fn drop_offer(&mut self, by: Seat, offer: Offer, events: &mut Events) {
        self.offers[by.index()][offer as usize] = false;
        self.declined[by.index()][offer as usize] = true;
        events.push(Event::Dropped(by, offer));
    }

    /// Plays the first plies again from the start. Time used stays used, and nobody has more than
    /// they had then: turns taken back earn nothing.
    pub(super) fn take_back(&mut self, plies: usize, now: At) -> Result<(), Refused> {
        let mut game = self.setting.start.clone();
        let mut judge = Judge::new(&*game);
        for entry in &self.plies[..plies] {
            let played = game.play(&entry.ply)?;
            judge.played(&*game, &played);
        }
        self.plies.truncate(plies);
        self.shown.truncate(plies);
        let budget = Some(self.setting.clock.budget());
        let then = self.shown.last().copied().unwrap_or([budget; 2]);
        for seat in Seat::ALL {
            if let (Some(left), Some(most)) = (self.clocks.shows(seat, now), then[seat.index()]) {
                self.clocks.set(seat, left.min(most), now);
            }
        }
        self.offers = [[false; 2]; 2];
        self.lets_pass = [false; 2];
        self.window_until = None;
        (self.game, self.judge) = (game, judge);
        self.run_clocks(now);
        Ok(())
    }
}

fn nothing_offered() -> Refused {
    let said: Said = said!("nothing of the kind was proposed", "rien de tel n'a été proposé");
    said.into()
}
