use abaque_catalog::bots::Kind;
use abaque_catalog::{AnyGame, AnySight};
use abaque_core::{GameInfo, Millis, Observer, Outcome, Said, Seat, Source};
use abaque_record::Record;
use abaque_table::{Act, At, Event, LotSource, Offer, Refused, Setting, Table, VerifiableLots};

use super::Proof;

/// Who sits on a seat.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Player {
    /// The name they gave.
    pub name: Option<String>,
    /// The computer player, if it is one.
    pub computer: Option<Kind>,
}

/// One ply as it is shown: what the board looked like to the observer asked for, before and after.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Who played; `None` for a lot.
    pub seat: Option<Seat>,
    /// The ply as everybody may know it, `?` while it is secret.
    pub ply: String,
    /// What it did, in words.
    pub told: Said,
    /// The view before it.
    pub before: String,
    /// The view after it.
    pub after: String,
}

/// A game at one screen.
pub struct Sitting {
    pub(super) table: Table,
    pub(super) proof: Proof,
    /// Who sits where.
    pub players: [Player; 2],
    /// How long computers think about an action, where they were told.
    pub computer_time: Option<Millis>,
    /// The day it began.
    pub date: String,
    /// The record it goes on from, with whatever people noted in it.
    pub(super) resumed: Option<Record>,
}

impl Sitting {
    /// Sits down. `proof` comes from [`Proof::fresh`].
    pub fn new(
        setting: Setting,
        players: [Player; 2],
        proof: Proof,
        date: String,
        now: At,
    ) -> Sitting {
        let table = Table::new(setting, now);
        Sitting { table, proof, players, computer_time: None, date, resumed: None }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The game's names.
    pub fn info(&self) -> &'static GameInfo {
        self.table.info()
    }

    /// What makes its lots checkable.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// Whether a computer sits there.
    pub fn is_computer(&self, seat: Seat) -> bool {
        self.players[seat.index()].computer.is_some()
    }

    /// Who is to act next, people and computers alike; of two with secret submissions the first.
    pub fn acting(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.table.may_act(seat))
    }

    /// The board after so many plies, as far as these eyes may see it by now; nothing if there were not so many.
    pub fn past(&self, plies: usize, by: Observer) -> Option<String> {
        let mut game = self.table.setting().start.boxed();
        for entry in self.table.plies().get(..plies)? {
            game.play(&entry.ply).ok()?;
        }
        Some(if self.outcome().is_some() { game.position() } else { game.view(by) })
    }

    /// Whether the two players see different things.
    pub fn has_secrets(&self) -> bool {
        self.table.has_secrets()
    }

    /// Whose eyes the screen is for: the only person's, or of two people the one to act. Where computers
    /// play among themselves, and when it is over, everybody's.
    pub fn eyes(&self) -> Observer {
        if self.outcome().is_some() {
            return Observer::Spectator;
        }
        match Seat::ALL.map(|seat| self.is_computer(seat)) {
            [false, true] => Observer::Player(Seat::First),
            [true, false] => Observer::Player(Seat::Second),
            [true, true] => Observer::Spectator,
            [false, false] => self.acting().map_or(Observer::Spectator, Observer::Player),
        }
    }

    /// Hands an act to the table and draws the lots that follow; gives every ply as `by` sees it.
    pub fn step(&mut self, act: Act, by: Observer, now: At) -> Result<Vec<Step>, Refused> {
        let mut steps = self.hand(act, by, now)?;
        steps.extend(self.draw(by, now)?);
        Ok(steps)
    }

    /// Draws the lots that are due.
    pub fn draw(&mut self, by: Observer, now: At) -> Result<Vec<Step>, Refused> {
        let mut lots = VerifiableLots(self.proof.lots(&self.table.game().spec()));
        let mut steps = Vec::new();
        while let Some(due) = self.table.lot_due() {
            let outcome = due.outcome(lots.draw(&due));
            steps.extend(self.hand(Act::Lot { outcome }, by, now)?);
        }
        Ok(steps)
    }

    /// Plays an action, a secret one sealed first, and draws the lots that follow.
    pub fn play(
        &mut self,
        seat: Seat,
        action: &str,
        by: Observer,
        now: At,
        source: &mut dyn Source,
    ) -> Result<Vec<Step>, Refused> {
        let mut steps = self.act(Act::play(seat, action), by, now, source)?;
        steps.extend(self.draw(by, now)?);
        Ok(steps)
    }

    /// Hands any act to the table, a secret action sealed first. The lots that follow wait for
    /// [`Sitting::draw`].
    pub fn act(
        &mut self,
        act: Act,
        by: Observer,
        now: At,
        source: &mut dyn Source,
    ) -> Result<Vec<Step>, Refused> {
        let proof = self.proof.clone();
        if let Act::Play { seat, ply } = &act
            && self.table.game().sealed()
        {
            let letter = self.table.info().letters[seat.index()];
            self.proof.seal(letter, *seat, ply, source);
        }
        let steps = self.hand(act, by, now);
        if steps.is_err() {
            self.proof = proof;
        }
        steps
    }

    /// Takes back the last action of a person, with all that came after it. At one screen people agree
    /// aloud, and the computer always does.
    pub fn take_back(&mut self, now: At) -> Result<(), Refused> {
        let acted = self.table.plies().iter().rev().filter_map(|entry| entry.seat);
        let people = acted.filter(|&seat| !self.is_computer(seat)).collect::<Vec<_>>();
        let by = people.first().copied().or(self.acting()).unwrap_or(Seat::First);
        self.table.step(Act::Offer(by, Offer::TakeBack), now)?;
        self.table.step(Act::Accept(by.other(), Offer::TakeBack), now).map(drop)
    }

    /// What a player may know now, with what they saw before.
    pub fn sight(&self, seat: Seat) -> Result<AnySight, Refused> {
        self.table.sight(seat)
    }

    fn hand(&mut self, act: Act, by: Observer, now: At) -> Result<Vec<Step>, Refused> {
        let known = self.table.plies().len();
        let mut before = self.table.game().boxed();
        let events = self.table.step(act, now)?;
        let played = |event: &Event| match event {
            Event::Played { index, .. } => Some(*index),
            _ => None,
        };
        // What time did before an act that was refused is told only now, and on the board already.
        if let Some(first) = events.iter().find_map(played).filter(|&first| first < known) {
            before = self.table.setting().start.clone();
            for entry in &self.table.plies()[..first] {
                before.play(&entry.ply)?;
            }
        }
        self.shown(before, &events, by)
    }

    fn shown(
        &self,
        mut before: Box<dyn AnyGame>,
        events: &[Event],
        by: Observer,
    ) -> Result<Vec<Step>, Refused> {
        let mut steps = Vec::new();
        for event in events {
            let Event::Played { seat, index } = event else { continue };
            let Some(entry) = self.table.plies().get(*index) else { continue };
            let view = before.view(by);
            let told = before.tell(&entry.ply)?;
            before.play(&entry.ply)?;
            steps.push(Step {
                seat: *seat,
                ply: self.table.shown(*index, by).unwrap_or("?").to_owned(),
                told,
                before: view,
                after: before.view(by),
            });
        }
        Ok(steps)
    }
}
