use abaque_bots::BotKind;
use abaque_catalog::{AnyGame, AnyObservation};
use abaque_core::{GameDescription, Message, Millis, Observer, Outcome, RandomSource, Seat};
use abaque_record::Record;
use abaque_table::{
    ActError, LotSource, MatchSettings, Offer, Table, TableAct, TableEvent, Timestamp,
    VerifiableLots,
};

use super::LotEvidence;

/// The player of a seat.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatedPlayer {
    /// The name they entered.
    pub name: Option<String>,
    /// The bot, if the player is one.
    pub computer: Option<BotKind>,
}

/// One ply for the board, with an observer's views before and after it.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyStep {
    /// Who played; `None` for a lot.
    pub seat: Option<Seat>,
    /// The public text of the ply, `?` while it is secret.
    pub ply: String,
    /// Describes the ply.
    pub message: Message,
    /// The view before it.
    pub before: String,
    /// The view after it.
    pub after: String,
}

/// A game at one screen.
pub struct LocalGame {
    pub(super) table: Table,
    pub(super) lot_evidence: LotEvidence,
    /// The players by seat.
    pub players: [SeatedPlayer; 2],
    /// Thinking time per bot action; `None` for the bot's own budget.
    pub computer_time: Option<Millis>,
    /// The start date.
    pub date: String,
    /// The record this game was resumed from, with its comments.
    pub(super) resumed: Option<Record>,
}

impl LocalGame {
    /// Starts a game. `proof` comes from [`LotEvidence::generate`].
    pub fn new(
        setting: MatchSettings,
        players: [SeatedPlayer; 2],
        proof: LotEvidence,
        date: String,
        now: Timestamp,
    ) -> LocalGame {
        let table = Table::new(setting, now);
        LocalGame { table, lot_evidence: proof, players, computer_time: None, date, resumed: None }
    }

    /// The rules-side table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The description of the game.
    pub fn info(&self) -> &'static GameDescription {
        self.table.description()
    }

    /// The seeds that make the lots verifiable.
    pub fn lot_evidence(&self) -> &LotEvidence {
        &self.lot_evidence
    }

    /// The outcome, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// Whether a bot plays this seat.
    pub fn is_computer(&self, seat: Seat) -> bool {
        self.players[seat.index()].computer.is_some()
    }

    /// The seat of the one person at the table, if the opponent is a bot.
    pub fn only_person(&self) -> Option<Seat> {
        match Seat::ALL.map(|seat| self.is_computer(seat)) {
            [false, true] => Some(Seat::First),
            [true, false] => Some(Seat::Second),
            _ => None,
        }
    }

    /// The seat to act, person or bot; the first seat if both have a secret submission due.
    pub fn seat_to_act(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.table.can_act(seat))
    }

    /// The board after that many plies as `by` may see it now; `None` if fewer were played.
    pub fn view_after(&self, plies: usize, by: Observer) -> Option<String> {
        let mut game = self.table.settings().start.clone_box();
        for entry in self.table.plies().get(..plies)? {
            game.play(&entry.ply).ok()?;
        }
        Some(if self.outcome().is_some() { game.position() } else { game.view(by) })
    }

    /// Whether the two players see different things.
    pub fn has_secrets(&self) -> bool {
        self.table.has_secrets()
    }

    /// Whose view the screen shows: the only person's, or with two people that of the one to act.
    /// Between bots, and once the game is over, everybody's.
    pub fn observer(&self) -> Observer {
        if self.outcome().is_some() {
            return Observer::Spectator;
        }
        match Seat::ALL.map(|seat| self.is_computer(seat)) {
            [false, true] => Observer::Player(Seat::First),
            [true, false] => Observer::Player(Seat::Second),
            [true, true] => Observer::Spectator,
            [false, false] => self.seat_to_act().map_or(Observer::Spectator, Observer::Player),
        }
    }

    /// Performs an act and draws the lots that follow; returns every ply as `by` sees it.
    pub fn act_with_lots(
        &mut self,
        act: TableAct,
        by: Observer,
        now: Timestamp,
    ) -> Result<Vec<PlyStep>, ActError> {
        let mut steps = self.apply_act(act, by, now)?;
        steps.extend(self.draw_lots(by, now)?);
        Ok(steps)
    }

    /// Draws the lots that are due.
    pub fn draw_lots(&mut self, by: Observer, now: Timestamp) -> Result<Vec<PlyStep>, ActError> {
        let mut lots = VerifiableLots(self.lot_evidence.lots(&self.table.game().spec()));
        let mut steps = Vec::new();
        while let Some(due) = self.table.lot_due() {
            let outcome = due.outcome(lots.draw_lot(&due));
            steps.extend(self.apply_act(TableAct::Lot { outcome }, by, now)?);
        }
        Ok(steps)
    }

    /// Plays an action, sealing a secret one, and draws the lots that follow.
    pub fn play(
        &mut self,
        seat: Seat,
        action: &str,
        by: Observer,
        now: Timestamp,
        source: &mut dyn RandomSource,
    ) -> Result<Vec<PlyStep>, ActError> {
        let mut steps = self.act(TableAct::play(seat, action), by, now, source)?;
        steps.extend(self.draw_lots(by, now)?);
        Ok(steps)
    }

    /// Performs an act, sealing a secret action. The lots that follow wait for
    /// [`LocalGame::draw_lots`].
    pub fn act(
        &mut self,
        act: TableAct,
        by: Observer,
        now: Timestamp,
        source: &mut dyn RandomSource,
    ) -> Result<Vec<PlyStep>, ActError> {
        let proof = self.lot_evidence.clone();
        if let TableAct::Play { seat, ply, .. } = &act
            && self.table.game().is_sealed()
        {
            let letter = self.table.description().letters[seat.index()];
            self.lot_evidence.seal_setup(letter, *seat, ply, source);
        }
        let steps = self.apply_act(act, by, now);
        if steps.is_err() {
            self.lot_evidence = proof;
        }
        steps
    }

    /// Takes back the last action of a person and all plies after it. At one screen people agree
    /// aloud, and bots always agree.
    pub fn take_back(&mut self, now: Timestamp) -> Result<(), ActError> {
        let acted = self.table.plies().iter().rev().filter_map(|entry| entry.seat);
        let people = acted.filter(|&seat| !self.is_computer(seat)).collect::<Vec<_>>();
        let by = people.first().copied().or(self.seat_to_act()).unwrap_or(Seat::First);
        self.table.step(TableAct::Offer { seat: by, offer: Offer::TakeBack }, now)?;
        self.table
            .step(TableAct::Accept { seat: by.other(), offer: Offer::TakeBack }, now)
            .map(drop)
    }

    /// What a player may know now, including earlier views.
    pub fn observation(&self, seat: Seat) -> Result<AnyObservation, ActError> {
        self.table.observation(seat)
    }

    fn apply_act(
        &mut self,
        act: TableAct,
        by: Observer,
        now: Timestamp,
    ) -> Result<Vec<PlyStep>, ActError> {
        let known = self.table.plies().len();
        let mut before = self.table.game().clone_box();
        let events = self.table.step(act, now)?;
        let played = |event: &TableEvent| match event {
            TableEvent::Played { index, .. } => Some(*index),
            _ => None,
        };
        // Plies played by a timeout before a refused act are reported only now, though already on
        // the board.
        if let Some(first) = events.iter().find_map(played).filter(|&first| first < known) {
            before = self.table.settings().start.clone();
            for entry in &self.table.plies()[..first] {
                before.play(&entry.ply)?;
            }
        }
        self.steps_of(before, &events, by)
    }

    fn steps_of(
        &self,
        mut before: Box<dyn AnyGame>,
        events: &[TableEvent],
        by: Observer,
    ) -> Result<Vec<PlyStep>, ActError> {
        let mut steps = Vec::new();
        for event in events {
            let TableEvent::Played { seat, index } = event else { continue };
            let Some(entry) = self.table.plies().get(*index) else { continue };
            let view = before.view(by);
            let message = before.describe(&entry.ply)?;
            before.play(&entry.ply)?;
            steps.push(PlyStep {
                seat: *seat,
                ply: self.table.visible_ply(*index, by).unwrap_or("?").to_owned(),
                message,
                before: view,
                after: before.view(by),
            });
        }
        Ok(steps)
    }
}
