use abaque_catalog::{AnyGame, Judge, Played};
use abaque_core::{
    GameInfo, Millis, Observer, Outcome, Reason, Said, Seat, Source, SplitMix, Turn, Words, said,
};

use crate::clock::Clocks;
use crate::{Act, At, Event, LotDue, LotSource, Offer, Refused, Setting};

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

    /// Takes one act that arrived at `now`. Time that ran out before it comes first.
    pub fn step(&mut self, act: Act, now: At) -> Result<Events, Refused> {
        let mut events = Vec::new();
        self.settle(now, &mut events);
        if self.outcome.is_some() {
            return if events.is_empty() && act != Act::Tick { Err(over()) } else { Ok(events) };
        }
        match act {
            Act::Tick => Ok(()),
            Act::Play { seat, ply } => self.play(seat, &ply, now, &mut events),
            Act::Lot { outcome } => self.lot(&outcome, now, &mut events),
            Act::Offer(seat, offer) => self.offer(seat, offer, now, &mut events),
            Act::Accept(seat, offer) => self.accept(seat, offer, now, &mut events),
            Act::Decline(seat, offer) => self.decline(seat, offer, &mut events),
            Act::Resign(seat) => {
                self.end(Outcome::Win(seat.other(), Reason::Resignation), now, &mut events);
                Ok(())
            }
            Act::LetPass(seat) => self.let_pass(seat, now, &mut events),
        }?;
        Ok(events)
    }

    /// Draws every lot due now through the door given.
    pub fn draw(&mut self, lots: &mut dyn LotSource, now: At) -> Result<Events, Refused> {
        let mut events = Vec::new();
        while let Some(mut due) = self.lot_due() {
            let drawn = lots.draw(&due);
            let outcome = due.outcomes.swap_remove(drawn).0;
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
                self.submitted[seat.index()].is_none()
            } else {
                self.game.turn() == Turn::Of(seat)
            }
    }

    /// What a player's clock shows.
    pub fn clock(&self, seat: Seat, now: At) -> Option<Millis> {
        self.clocks.shows(seat, now)
    }

    /// Sets what a player's clock shows: for a game that goes on after a pause.
    pub fn set_clock(&mut self, seat: Seat, left: Millis, now: At) {
        self.clocks.set(seat, left, now);
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

    fn play(&mut self, seat: Seat, ply: &str, now: At, events: &mut Events) -> Result<(), Refused> {
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
    fn submit(
        &mut self,
        seat: Seat,
        ply: &str,
        now: At,
        events: &mut Events,
    ) -> Result<(), Refused> {
        if self.submitted[seat.index()].is_some() {
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
        if self.submitted.iter().all(Option::is_some) {
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
    fn probe(&self, seat: Seat) -> Result<Box<dyn AnyGame>, Refused> {
        let mut probe = self.game.clone();
        if seat == Seat::Second
            && probe.turn() == Turn::Of(Seat::First)
            && let Some(any) = probe.random_action(&mut SplitMix(0))
        {
            probe.play(&any)?;
        }
        Ok(probe)
    }

    fn lot(&mut self, outcome: &str, now: At, events: &mut Events) -> Result<(), Refused> {
        if self.game.turn() != Turn::Chance {
            return Err(said!("no lot is due", "aucun tirage n'est attendu").into());
        }
        self.apply(None, outcome, now, events)
    }

    fn apply(
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

    fn end_turn(&mut self, seat: Seat, now: At) {
        self.clocks.end_turn(seat, now);
        self.declined[seat.index()] = [false; 2];
        self.lets_pass[seat.other().index()] = false;
    }

    /// ABR-15: a window opens with its own short clock, or closes at once if its owner has
    /// declared to let this turn pass.
    fn open_window(&mut self, now: At, events: &mut Events) -> Result<(), Refused> {
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

    fn let_pass(&mut self, seat: Seat, now: At, events: &mut Events) -> Result<(), Refused> {
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

    fn offer(
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

    fn accept(
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

    fn decline(&mut self, seat: Seat, offer: Offer, events: &mut Events) -> Result<(), Refused> {
        let by = [seat, seat.other()].into_iter().find(|&by| self.offered(by, offer));
        let by = by.ok_or_else(nothing_offered)?;
        self.drop_offer(by, offer, events);
        Ok(())
    }

    /// Whoever plays on has answered what was proposed to them, and takes their own take-back off.
    fn drop_offers_to(&mut self, seat: Seat, events: &mut Events) {
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

    fn drop_offer(&mut self, by: Seat, offer: Offer, events: &mut Events) {
        self.offers[by.index()][offer as usize] = false;
        self.declined[by.index()][offer as usize] = true;
        events.push(Event::Dropped(by, offer));
    }

    /// Plays the first plies again from the start. Time used stays used, and nobody has more than
    /// they had then: turns taken back earn nothing.
    fn take_back(&mut self, plies: usize, now: At) -> Result<(), Refused> {
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
        self.window_until = None;
        (self.game, self.judge) = (game, judge);
        self.run_clocks(now);
        Ok(())
    }

    /// Brings the table to `now`: windows that closed and flags that fell before, in their order.
    fn settle(&mut self, now: At, events: &mut Events) {
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

fn nothing_offered() -> Refused {
    let said: Said = said!("nothing of the kind was proposed", "rien de tel n'a été proposé");
    said.into()
}
