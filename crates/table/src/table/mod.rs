//! A match: what is on the table and what may be asked of it.

mod moves;
mod offers;

use abaque_catalog::{AnyGame, AnySight, Judge, Memory};
use abaque_core::{
    GameInfo, Millis, Observer, Outcome, Reason, Seat, Source, SplitMix, Turn, Words, said,
};

use crate::clock::Clocks;
use crate::{Act, At, Dial, Event, LotDue, LotSource, Offer, Refused, Setting};

/// One ply of the game as it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its canonical text.
    pub ply: String,
    /// Who played it; `None` for a lot.
    pub seat: Option<Seat>,
    /// When.
    pub at: At,
    /// What the player's clock showed afterwards.
    pub clock: Option<Millis>,
    /// Whether it stands for good: a lot, or a secret that came out, cannot be taken back.
    pub stands: bool,
    /// Whether only its player may know it before the game is over.
    pub secret: bool,
}

/// A match in progress or over.
#[derive(Clone)]
pub struct Table {
    setting: Setting,
    game: Box<dyn AnyGame>,
    judge: Judge,
    clocks: Clocks,
    plies: Vec<Entry>,
    /// What both clocks showed after each ply.
    shown: Vec<[Option<Millis>; 2]>,
    submitted: [Option<String>; 2],
    offers: [[bool; 2]; 2],
    declined: [[bool; 2]; 2],
    lets_pass: [bool; 2],
    window_until: Option<At>,
    outcome: Option<Outcome>,
    /// What time alone did before an act that was then refused: told with the next answer.
    untold: Events,
}

type Events = Vec<Event>;

impl Table {
    /// Sits down: the clock of whoever acts first starts to run.
    pub fn new(setting: Setting, now: At) -> Table {
        let game = setting.start.clone();
        let mut table = Table {
            judge: Judge::new(&*game),
            clocks: Clocks::new(setting.clock),
            plies: Vec::new(),
            shown: Vec::new(),
            submitted: [None, None],
            offers: [[false; 2]; 2],
            declined: [[false; 2]; 2],
            lets_pass: [false; 2],
            window_until: None,
            untold: Vec::new(),
            outcome: match game.turn() {
                Turn::Over(outcome) => Some(outcome),
                _ => None,
            },
            game,
            setting,
        };
        table.run_clocks(now);
        table
    }

    /// Takes one act that arrived at `now`. Time that ran out before it comes first; if the act is
    /// then refused, what time did is told with the next answer ([`Act::Tick`] asks for it at once).
    pub fn step(&mut self, act: Act, now: At) -> Result<Events, Refused> {
        let mut events = std::mem::take(&mut self.untold);
        self.settle(now, &mut events);
        if self.outcome.is_some() {
            return if events.is_empty() && act != Act::Tick { Err(over()) } else { Ok(events) };
        }
        let settled = events.len();
        match self.take(act, now, &mut events) {
            Ok(()) => Ok(events),
            Err(refused) => {
                events.truncate(settled);
                self.untold = events;
                Err(refused)
            }
        }
    }

    fn take(&mut self, act: Act, now: At, events: &mut Events) -> Result<(), Refused> {
        match act {
            Act::Tick => Ok(()),
            Act::Play { seat, ply } => self.play(seat, &ply, now, events),
            Act::Lot { outcome } => self.lot(&outcome, now, events),
            Act::Offer(seat, offer) => self.offer(seat, offer, now, events),
            Act::Accept(seat, offer) => self.accept(seat, offer, now, events),
            Act::Decline(seat, offer) => self.decline(seat, offer, events),
            Act::Resign(seat) => {
                self.end(Outcome::Win(seat.other(), Reason::Resignation), now, events);
                Ok(())
            }
            Act::LetPass(seat) => self.let_pass(seat, now, events),
        }
    }

    /// Draws every lot due now through the door given.
    pub fn draw(&mut self, lots: &mut dyn LotSource, now: At) -> Result<Events, Refused> {
        let mut events = Vec::new();
        while let Some(due) = self.lot_due() {
            let outcome = due.outcome(lots.draw(&due));
            events.extend(self.step(Act::Lot { outcome }, now)?);
        }
        Ok(events)
    }

    /// The lot the game waits for, if any.
    pub fn lot_due(&self) -> Option<LotDue> {
        (self.outcome.is_none() && self.game.turn() == Turn::Chance).then(|| {
            let mut outcomes = self.game.rolls();
            outcomes.sort();
            LotDue { index: self.plies.len(), outcomes }
        })
    }

    /// The next moment at which time alone changes something: send [`Act::Tick`] then.
    pub fn deadline(&self) -> Option<At> {
        let flags = Seat::ALL.into_iter().filter_map(|seat| self.clocks.flag(seat));
        flags.chain(self.window_until).min().filter(|_| self.outcome.is_none())
    }

    /// What an observer may see: the only way a position leaves the table. Once the game is over,
    /// however it ended, there are no secrets left (BLO-07).
    pub fn view(&self, by: Observer) -> String {
        if self.outcome.is_some() { self.game.position() } else { self.game.view(by) }
    }

    /// Whether the two players see different things.
    pub fn has_secrets(&self) -> bool {
        let view = |seat| self.game.view(Observer::Player(seat));
        let differ = || view(Seat::First) != view(Seat::Second);
        self.outcome.is_none() && (self.game.sealed() || differ())
    }

    /// A ply as an observer may know it: its text, or `?` while it is another player's secret.
    pub fn shown(&self, index: usize, by: Observer) -> Option<&str> {
        let entry = self.plies.get(index)?;
        let own = matches!(by, Observer::Player(seat) if entry.seat == Some(seat));
        let hidden = entry.secret && !own && self.outcome.is_none();
        Some(if hidden { "?" } else { &entry.ply })
    }

    /// What a player would see after their secret submission.
    pub fn preview(&self, seat: Seat, ply: &str) -> Result<String, Refused> {
        let mut probe = self.probe(seat)?;
        probe.play(ply)?;
        Ok(probe.view(Observer::Player(seat)))
    }

    /// Ready-made submissions for a player, with names.
    pub fn presets(&self, seat: Seat) -> Vec<(Words, String)> {
        self.probe(seat).map(|probe| probe.presets()).unwrap_or_default()
    }

    /// What a player may know now, with what they saw before.
    pub fn sight(&self, seat: Seat) -> Result<AnySight, Refused> {
        let mut game = self.setting.start.clone();
        let mut memory = Memory::new(&*game);
        for entry in &self.plies {
            let played = game.play(&entry.ply)?;
            memory.played(&*game, &played);
        }
        // A secret set-up of the second seat is due while the first one's waits at the table. Any
        // other in its place looks the same from here.
        if seat == Seat::Second
            && game.sealed()
            && game.turn() == Turn::Of(Seat::First)
            && let Some(any) = game.random_action(&mut SplitMix(0))
        {
            let played = game.play(&any)?;
            memory.played(&*game, &played);
        }
        Ok(memory.sight_of(&*game, seat))
    }

    /// A submission for a player at random.
    pub fn random_submission(&self, seat: Seat, source: &mut dyn Source) -> Option<String> {
        self.probe(seat).ok()?.random_action(source)
    }

    /// The game as it stands, with all its secrets: for those who run the table.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// What was agreed.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The game's names.
    pub fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    /// Every ply so far, with all secrets: for those who run the table.
    pub fn plies(&self) -> &[Entry] {
        &self.plies
    }

    /// How it ended, at the board or at the table.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether a player may act on the board now.
    pub fn may_act(&self, seat: Seat) -> bool {
        self.outcome.is_none()
            && if self.game.sealed() {
                // A position may begin with the first seat's submission in.
                let is_in = seat == Seat::First && self.game.turn() == Turn::Of(Seat::Second);
                !is_in && self.submitted[seat.index()].is_none()
            } else {
                self.game.turn() == Turn::Of(seat)
            }
    }

    /// What a player's clock shows.
    pub fn clock(&self, seat: Seat, now: At) -> Option<Millis> {
        self.clocks.shows(seat, now)
    }

    /// A player's clock as it stands.
    pub fn dial(&self, seat: Seat, now: At) -> Option<Dial> {
        self.clocks.dial(seat, now)
    }

    /// Sets what the clock showed after a ply, for a game that goes on after a pause: the clock of
    /// its player goes on from there. Called ply by ply as the game is played again. Nothing where
    /// there are no clocks.
    pub fn restore_clock(&mut self, index: usize, left: Millis, now: At) {
        let Some(entry) = self.plies.get_mut(index) else { return };
        let (Some(seat), Some(_)) = (entry.seat, entry.clock) else { return };
        entry.clock = Some(left);
        for shown in &mut self.shown[index..] {
            shown[seat.index()] = Some(left);
        }
        self.clocks.set(seat, left, now);
    }

    /// Lets a game that was played again end as it did at its own table: given up, agreed, out of time.
    pub fn conclude(&mut self, outcome: Outcome, now: At) {
        if self.outcome.is_none() {
            self.end(outcome, now, &mut Vec::new());
        }
    }

    /// Whether a player's proposal stands.
    pub fn offered(&self, seat: Seat, offer: Offer) -> bool {
        self.offers[seat.index()][offer as usize]
    }

    /// Until when the player to act may interrupt.
    pub fn window_until(&self) -> Option<At> {
        self.window_until
    }

    /// Turns in a row without progress (COM-03).
    pub fn idle_turns(&self) -> u16 {
        self.judge.idle_turns()
    }

    fn end(&mut self, outcome: Outcome, now: At, events: &mut Events) {
        self.outcome = Some(outcome);
        self.window_until = None;
        self.offers = [[false; 2]; 2];
        self.clocks.run([false; 2], now);
        events.push(Event::Ended(outcome));
    }

    /// The clocks of all who may act run, none while a window is open (ABR-15).
    fn run_clocks(&mut self, now: At) {
        let running = Seat::ALL.map(|seat| self.may_act(seat) && self.game.lapse().is_none());
        self.clocks.run(running, now);
    }
}

fn over() -> Refused {
    said!("the game is over", "la partie est finie").into()
}
