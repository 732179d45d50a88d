//! The match: state, inputs and queries.

mod moves;
mod offers;

use std::sync::Arc;

use abaque_catalog::{AnyGame, AnyObservation, GameHistory};
use abaque_core::{
    EndReason, GameDescription, Millis, Observer, Outcome, RandomSource, Seat, SplitMix,
    StaticMessage, Turn, message,
};

use crate::clock::TableClocks;
use crate::{
    ActError, ClockReading, INTERRUPT_CHOICE, LotDue, LotSource, MatchSettings, Offer, TableAct,
    TableEvent, Timestamp,
};

/// A ply as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablePly {
    /// The canonical text.
    pub ply: String,
    /// The acting player; `None` for a lot.
    pub seat: Option<Seat>,
    /// When it was played.
    pub at: Timestamp,
    /// The player's displayed time after the ply.
    pub clock: Option<Millis>,
    /// Whether it can never be taken back: a lot, or a revealed secret.
    pub irrevocable: bool,
    /// Whether only its player may know it before the game is over.
    pub secret: bool,
}

/// A match in progress or over.
#[derive(Clone)]
pub struct Table {
    settings: MatchSettings,
    game: Box<dyn AnyGame>,
    history: GameHistory,
    clocks: TableClocks,
    /// Shared with copies of the table, which a server makes for every act.
    plies: Vec<Arc<TablePly>>,
    /// Both players' displayed time after each ply.
    clocks_after_ply: Vec<[Option<Millis>; 2]>,
    submitted: [Option<String>; 2],
    offers: [[bool; 2]; 2],
    declined: [[bool; 2]; 2],
    lets_pass: [bool; 2],
    window_until: Option<Timestamp>,
    /// Whether the owner of the open window has interrupted and is choosing how.
    interrupting: bool,
    outcome: Option<Outcome>,
    /// Effects of time before an act that was then refused; returned with the next answer.
    pending_events: TableEvents,
}

type TableEvents = Vec<TableEvent>;

impl Table {
    /// Starts a match; the clock of the player to act starts to run.
    pub fn new(settings: MatchSettings, now: Timestamp) -> Table {
        let game = settings.start.clone();
        let mut table = Table {
            history: GameHistory::new(&*game),
            clocks: TableClocks::new(settings.clock),
            plies: Vec::new(),
            clocks_after_ply: Vec::new(),
            submitted: [None, None],
            offers: [[false; 2]; 2],
            declined: [[false; 2]; 2],
            lets_pass: [false; 2],
            window_until: None,
            interrupting: false,
            pending_events: Vec::new(),
            outcome: match game.turn() {
                Turn::Over(outcome) => Some(outcome),
                _ => None,
            },
            game,
            settings,
        };
        table.run_clocks(now);
        table
    }

    /// Handles an act that arrived at `now`. Time that ran out earlier takes effect first; if the
    /// act is then refused, those events come with the next answer ([`TableAct::Tick`] fetches them
    /// at once).
    pub fn step(&mut self, act: TableAct, now: Timestamp) -> Result<TableEvents, ActError> {
        let mut events = std::mem::take(&mut self.pending_events);
        self.advance_to(now, &mut events);
        if self.outcome.is_some() {
            return if events.is_empty() && act != TableAct::Tick {
                Err(game_over_error())
            } else {
                Ok(events)
            };
        }
        let settled = events.len();
        match self.apply_act(act, now, &mut events) {
            Ok(()) => Ok(events),
            Err(refused) => {
                events.truncate(settled);
                self.pending_events = events;
                Err(refused)
            }
        }
    }

    fn apply_act(
        &mut self,
        act: TableAct,
        now: Timestamp,
        events: &mut TableEvents,
    ) -> Result<(), ActError> {
        match act {
            TableAct::Tick => Ok(()),
            TableAct::Play { seat, ply, .. } => self.play_action(seat, &ply, now, events),
            TableAct::Lot { outcome } => self.play_lot(&outcome, now, events),
            TableAct::Offer { seat, offer } => self.offer(seat, offer, now, events),
            TableAct::Accept { seat, offer } => self.accept(seat, offer, now, events),
            TableAct::Decline { seat, offer } => self.decline(seat, offer, events),
            TableAct::Resign { seat } => {
                self.end_game(Outcome::Win(seat.other(), EndReason::Resignation), now, events);
                Ok(())
            }
            TableAct::LetPass { seat } => self.let_pass(seat, now, events),
            TableAct::Interrupt { seat } => self.interrupt(seat, now, events),
        }
    }

    /// Draws every lot due now from `lots`.
    pub fn draw_lots(
        &mut self,
        lots: &mut dyn LotSource,
        now: Timestamp,
    ) -> Result<TableEvents, ActError> {
        let mut events = Vec::new();
        while let Some(due) = self.lot_due() {
            let outcome = due.outcome(lots.draw_lot(&due));
            events.extend(self.step(TableAct::Lot { outcome }, now)?);
        }
        Ok(events)
    }

    /// The lot due, if any.
    pub fn lot_due(&self) -> Option<LotDue> {
        (self.outcome.is_none() && self.game.turn() == Turn::Chance).then(|| {
            let mut outcomes = self.game.rolls();
            outcomes.sort();
            LotDue { index: self.plies.len(), outcomes }
        })
    }

    /// The next moment at which time alone changes the match: send [`TableAct::Tick`] then.
    pub fn deadline(&self) -> Option<Timestamp> {
        let flags = Seat::ALL.into_iter().filter_map(|seat| self.clocks.flag_time(seat));
        flags.chain(self.window_until).min().filter(|_| self.outcome.is_none())
    }

    /// The view of an observer: the only way a position leaves the table. A finished game, however
    /// it ended, has no secrets (BLO-07).
    pub fn view(&self, by: Observer) -> String {
        if self.outcome.is_some() { self.game.position() } else { self.game.view(by) }
    }

    /// Whether the two players' views differ.
    pub fn has_secrets(&self) -> bool {
        let view = |seat| self.game.view(Observer::Player(seat));
        let differ = || view(Seat::First) != view(Seat::Second);
        self.outcome.is_none() && (self.game.is_sealed() || differ())
    }

    /// A ply as an observer may know it: its text, or `?` while it is another player's secret.
    pub fn visible_ply(&self, index: usize, by: Observer) -> Option<&str> {
        let entry = self.plies.get(index)?;
        let own = matches!(by, Observer::Player(seat) if entry.seat == Some(seat));
        let hidden = entry.secret && !own && self.outcome.is_none();
        Some(if hidden { "?" } else { &entry.ply })
    }

    /// A player's view after their secret submission.
    pub fn preview(&self, seat: Seat, ply: &str) -> Result<String, ActError> {
        let mut probe = self.probe(seat)?;
        probe.play(ply)?;
        Ok(probe.view(Observer::Player(seat)))
    }

    /// Named ready-made submissions for a player.
    pub fn presets(&self, seat: Seat) -> Vec<(StaticMessage, String)> {
        self.probe(seat).map(|probe| probe.presets()).unwrap_or_default()
    }

    /// A player's current observation, with earlier views.
    pub fn observation(&self, seat: Seat) -> Result<AnyObservation, ActError> {
        // The second seat's set-up is due while the first one's waits at the table. Any legal
        // set-up in its place gives the same view.
        if seat == Seat::Second
            && self.game.is_sealed()
            && self.game.turn() == Turn::Of(Seat::First)
            && let Some(any) = self.game.random_action(&mut SplitMix(0))
        {
            let (mut game, mut history) = (self.game.clone(), self.history.clone());
            let played = game.play(&any)?;
            history.record_ply(&*game, &played);
            return Ok(history.observation_of(&*game, seat));
        }
        Ok(self.history.observation_of(&*self.game, seat))
    }

    /// A random submission for a player.
    pub fn random_submission(&self, seat: Seat, source: &mut dyn RandomSource) -> Option<String> {
        self.probe(seat).ok()?.random_action(source)
    }

    /// The game with all its secrets; for the operator of the table only.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The settings of this match.
    pub fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// Names and options of the game.
    pub fn description(&self) -> &'static GameDescription {
        self.game.description()
    }

    /// Every ply so far, with all secrets; for the operator of the table only.
    pub fn plies(&self) -> &[Arc<TablePly>] {
        &self.plies
    }

    /// The outcome, on the board or at the table.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether a player may act on the board now.
    pub fn can_act(&self, seat: Seat) -> bool {
        self.outcome.is_none()
            && if self.game.is_sealed() {
                // A start position may already include the first seat's submission.
                let is_in = seat == Seat::First && self.game.turn() == Turn::Of(Seat::Second);
                !is_in && self.submitted[seat.index()].is_none()
            } else {
                self.game.turn() == Turn::Of(seat)
            }
    }

    /// A player's displayed time.
    pub fn time_left(&self, seat: Seat, now: Timestamp) -> Option<Millis> {
        self.clocks.time_left(seat, now)
    }

    /// A player's clock reading.
    pub fn clock_reading(&self, seat: Seat, now: Timestamp) -> Option<ClockReading> {
        self.clocks.reading(seat, now)
    }

    /// Sets a player's clock as it was after a ply, to resume a paused game. Call it ply by ply
    /// during the replay. Does nothing without clocks.
    pub fn restore_clock(&mut self, index: usize, left: Millis, now: Timestamp) {
        let Some(entry) = self.plies.get_mut(index).map(Arc::make_mut) else { return };
        let (Some(seat), Some(_)) = (entry.seat, entry.clock) else { return };
        entry.clock = Some(left);
        for shown in &mut self.clocks_after_ply[index..] {
            shown[seat.index()] = Some(left);
        }
        self.clocks.set_time_left(seat, left, now);
    }

    /// Ends a replayed game as it ended at its own table: by resignation, agreement or time.
    pub fn conclude(&mut self, outcome: Outcome, now: Timestamp) {
        if self.outcome.is_none() {
            self.end_game(outcome, now, &mut Vec::new());
        }
    }

    /// Whether a player's offer is open.
    pub fn has_offered(&self, seat: Seat, offer: Offer) -> bool {
        self.offers[seat.index()][offer as usize]
    }

    /// When the open interrupt window closes.
    pub fn window_until(&self) -> Option<Timestamp> {
        self.window_until
    }

    /// Whether the owner of the open interrupt window has interrupted and is choosing how.
    pub fn is_interrupting(&self) -> bool {
        self.interrupting
    }

    /// The full length of the open interrupt window; `None` without a limit.
    pub fn window_length(&self) -> Option<Millis> {
        let length = self.settings.window?;
        Some(if self.interrupting { length.max(INTERRUPT_CHOICE) } else { length })
    }

    /// Consecutive turns without progress (COM-03).
    pub fn idle_turns(&self) -> u16 {
        self.history.idle_turns()
    }

    fn end_game(&mut self, outcome: Outcome, now: Timestamp, events: &mut TableEvents) {
        self.outcome = Some(outcome);
        self.window_until = None;
        self.interrupting = false;
        self.offers = [[false; 2]; 2];
        self.clocks.run_only([false; 2], now);
        events.push(TableEvent::Ended(outcome));
    }

    /// Runs the clocks of all who may act; none while a window is open (ABR-15).
    fn run_clocks(&mut self, now: Timestamp) {
        let running =
            Seat::ALL.map(|seat| self.can_act(seat) && self.game.window_default().is_none());
        self.clocks.run_only(running, now);
    }
}

fn game_over_error() -> ActError {
    message!("the game is over", "la partie est terminée").into()
}
