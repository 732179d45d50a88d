//! A game at this screen as it is shown: what happened is played back step by step, then whoever is due acts.

use std::collections::VecDeque;

use abaque_client::Sitting;
use abaque_client::hand::{Hand, Reaction};
use abaque_client::local::{Step, Task};
use abaque_core::{Lang, Observer, Outcome, Said, Seat, Turn, said};
use abaque_table::{Act, Refused};
use leptos::prelude::*;

use super::store;
use crate::browser::{self, Chance};
use crate::context::Context;
use crate::engine::Engine;
use crate::sound::{self, Sound};

/// The computer's move is not shown before this many milliseconds: one wants to see the own move first.
const BREATH: u64 = 450;

/// What the board shows.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Scene {
    pub(crate) view: String,
    /// The view before and the ply that led here, where it is to be seen happening.
    pub(crate) step: Option<(String, String)>,
    /// The last ply, to be marked.
    pub(crate) last: Option<String>,
    pub(crate) serial: u64,
}

/// What a hint says.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Hint {
    pub(crate) action: String,
    pub(crate) told: Said,
    pub(crate) win: f64,
}

/// A game at this screen. Everything in it is a handle, so it is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    pub(crate) id: u64,
    pub(crate) spec: StoredValue<String>,
    context: Context,
    sitting: StoredValue<Sitting, LocalStorage>,
    engine: StoredValue<Engine, LocalStorage>,
    steps: StoredValue<VecDeque<Step>, LocalStorage>,
    /// Whether a step is being shown.
    busy: StoredValue<bool>,
    /// Changes whenever what was planned before no longer holds.
    era: StoredValue<u64>,
    /// Who looks at the screen.
    eyes: RwSignal<Observer>,
    /// Changes with everything that happens at the table.
    pub(crate) version: RwSignal<u64>,
    pub(crate) scene: RwSignal<Scene>,
    /// The person who may act now.
    pub(crate) mine: RwSignal<Option<Seat>>,
    pub(crate) hand: RwSignal<Hand>,
    /// Several actions are meant: which?
    pub(crate) asked: RwSignal<Vec<String>>,
    pub(crate) curtain: RwSignal<Option<Seat>>,
    pub(crate) thinking: RwSignal<bool>,
    pub(crate) hint: RwSignal<Option<Hint>>,
    pub(crate) hinting: RwSignal<bool>,
    /// What was refused, or what one should know.
    pub(crate) notice: RwSignal<Option<String>>,
    pub(crate) flip: RwSignal<bool>,
    /// The last throw of dice, and a number that changes with each.
    pub(crate) throw: RwSignal<Option<(u64, String)>>,
    /// The leap that would end the turn: shown, but not played until its player says so.
    pub(crate) pending: RwSignal<Option<String>>,
    /// Whether the player had a choice in this turn.
    chose: StoredValue<bool>,
    /// A ply the board shows already.
    ahead: StoredValue<Option<String>>,
    /// Whether a window to shout Stop is open for whoever acts.
    pub(crate) stop_asked: RwSignal<bool>,
    /// Whether they did: now they choose a hole.
    pub(crate) stopping: RwSignal<bool>,
}

impl Session {
    /// Shows a table.
    pub(crate) fn new(id: u64, sitting: Sitting, flipped: bool, context: Context) -> Session {
        // Two people with secrets: nobody knows which of them has just sat down (or loaded the page again), so the
        // screen shows what both may see until one of them says who they are.
        let people = Seat::ALL.into_iter().all(|seat| !sitting.is_computer(seat));
        let eyes =
            if people && sitting.has_secrets() { Observer::Spectator } else { sitting.eyes() };
        let spec = sitting.table().game().spec();
        let last = sitting.table().plies().len().checked_sub(1);
        let last = last.and_then(|index| sitting.table().shown(index, eyes).map(String::from));
        let scene = Scene { view: sitting.table().view(eyes), last, ..Scene::default() };
        let session = Session {
            id,
            spec: StoredValue::new(spec),
            context,
            sitting: StoredValue::new_local(sitting),
            engine: StoredValue::new_local(Engine::default()),
            steps: StoredValue::new_local(VecDeque::new()),
            busy: StoredValue::new(false),
            era: StoredValue::new(0),
            eyes: RwSignal::new(eyes),
            version: RwSignal::new(0),
            scene: RwSignal::new(scene),
            mine: RwSignal::new(None),
            hand: RwSignal::new(Hand::default()),
            asked: RwSignal::new(Vec::new()),
            curtain: RwSignal::new(None),
            thinking: RwSignal::new(false),
            hint: RwSignal::new(None),
            hinting: RwSignal::new(false),
            notice: RwSignal::new(None),
            flip: RwSignal::new(flipped),
            throw: RwSignal::new(None),
            pending: RwSignal::new(None),
            chose: StoredValue::new(false),
            ahead: StoredValue::new(None),
            stop_asked: RwSignal::new(false),
            stopping: RwSignal::new(false),
        };
        let drawn = session.try_at(|sitting| sitting.draw(eyes, browser::now()));
        session.happened(drawn);
        session
    }

    /// Looks at the table, followed.
    pub(crate) fn with<T>(self, look: impl FnOnce(&Sitting) -> T) -> T {
        self.version.track();
        self.sitting.with_value(look)
    }

    /// Who looks at the screen, followed.
    pub(crate) fn eyes(self) -> Observer {
        self.eyes.get()
    }

    /// The game's name.
    pub(crate) fn game(self) -> String {
        self.spec.with_value(|spec| spec.split(':').next().unwrap_or_default().to_owned())
    }

    /// How it ended, followed.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        self.with(Sitting::outcome)
    }

    fn lang(self) -> Lang {
        self.context.prefs.with_untracked(|_| untrack(|| self.context.lang()))
    }

    fn try_at<T>(self, act: impl FnOnce(&mut Sitting) -> Result<T, Refused>) -> Result<T, Refused> {
        let mut result = None;
        self.sitting.update_value(|sitting| result = Some(act(sitting)));
        result.unwrap_or_else(|| {
            Err(Refused::Table(said!("the table is gone", "la table n'est plus là")))
        })
    }

    /// Plays an action of the person whose turn it is. The leap that ends a turn waits for their word.
    pub(crate) fn play(self, action: &str) -> bool {
        let Some(seat) = self.mine.get_untracked() else { return false };
        let chose = self.sitting.with_value(|sitting| sitting.table().game().offered().len() > 1);
        self.chose.update_value(|already| *already |= chose);
        match self.last_of_turn(seat, action) {
            Some(after) => self.show_ahead(action, after),
            None => return self.act_for(seat, action),
        }
        true
    }

    /// Plays what was typed: whoever writes an action out has decided.
    pub(crate) fn play_typed(self, action: &str) -> bool {
        if self.pending.get_untracked().is_some() {
            self.pending.set(None);
            self.jump();
        }
        self.mine.get_untracked().is_some_and(|seat| self.act_for(seat, action))
    }

    /// What the board shows after a leap that ends a turn, if its player is to be asked.
    fn last_of_turn(self, seat: Seat, action: &str) -> Option<String> {
        let asked = self.context.prefs.with_untracked(|prefs| prefs.confirm);
        if self.game() != "abagio" || !asked || !self.chose.get_value() {
            return None;
        }
        let mut game = self.sitting.with_value(|sitting| sitting.table().game().boxed());
        game.play(action).ok()?;
        let goes_on = matches!(game.turn(), Turn::Of(next) if next == seat);
        let over = matches!(game.turn(), Turn::Over(_));
        (!goes_on && !over).then(|| game.view(Observer::Player(seat)))
    }

    fn show_ahead(self, action: &str, after: String) {
        self.hand.set(Hand::default());
        self.sound(Sound::Tock);
        self.scene.update(|scene| {
            let before = std::mem::replace(&mut scene.view, after);
            scene.serial += 1;
            scene.step = Some((before, action.to_owned()));
            scene.last = Some(action.to_owned());
        });
        self.context.say(abaque_client::words::TURN_DONE.get(self.lang()));
        self.pending.set(Some(action.to_owned()));
    }

    /// The turn is over: what was shown is played.
    pub(crate) fn end_turn(self) {
        let (Some(seat), Some(action)) = (self.mine.get_untracked(), self.pending.get_untracked())
        else {
            return;
        };
        self.pending.set(None);
        self.ahead.set_value(Some(action.clone()));
        self.act_for(seat, &action);
    }

    /// Shouts Stop: now a hole is chosen for the stop pawn.
    pub(crate) fn shout_stop(self) {
        if !self.stop_asked.get_untracked() || self.stopping.get_untracked() {
            return;
        }
        let eyes = self.eyes.get_untracked();
        let hand = self.sitting.with_value(|sitting| {
            let (table, game) = (sitting.table(), sitting.table().game());
            let stops: Vec<String> =
                game.offered().into_iter().filter(|action| action.starts_with('s')).collect();
            Hand::new(&game.spec(), &table.view(eyes), &stops).unwrap_or_default()
        });
        self.hand.set(hand);
        self.stopping.set(true);
        self.context.say(abaque_client::words::STOP_WHERE.get(self.lang()));
    }

    fn act_for(self, seat: Seat, action: &str) -> bool {
        let eyes = self.eyes.get_untracked();
        let played =
            self.try_at(|sitting| sitting.play(seat, action, eyes, browser::now(), &mut Chance));
        let done = played.is_ok();
        self.happened(played);
        done
    }

    /// Any other act at the table.
    pub(crate) fn act(self, act: Act) {
        let eyes = self.eyes.get_untracked();
        let done = self.try_at(|sitting| sitting.step(act, eyes, browser::now()));
        self.happened(done);
    }

    /// A tap on a square.
    pub(crate) fn tap(self, square: &str) {
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

    /// Takes back the last action of a person.
    pub(crate) fn take_back(self) {
        if self.pending.get_untracked().is_some() {
            // Nothing was played yet.
            self.pending.set(None);
            self.jump();
            return self.settle();
        }
        let now = browser::now();
        match self.try_at(|sitting| sitting.take_back(now)) {
            Ok(()) => {
                self.new_era();
                self.context.say(abaque_client::words::TOOK_BACK.get(self.lang()));
                self.jump();
                self.settle();
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    /// Asks the best computer player.
    pub(crate) fn ask_hint(self) {
        let Some(seat) = self.mine.get_untracked() else { return };
        if self.hinting.get_untracked() {
            return;
        }
        let best = abaque_catalog::bots::Kind::Best;
        let task = self.sitting.with_value(|sitting| Task::new(sitting, seat, &best, 1));
        let Ok(task) = task else { return };
        let task = Task { millis: Some(900), ..task };
        self.hinting.set(true);
        let era = self.era.get_value();
        let engine = self.engine.get_value();
        engine.ask(&task, move |answer| {
            if self.is_gone(era) {
                return;
            }
            self.hinting.set(false);
            match answer {
                Ok(answer) => {
                    let told = self
                        .sitting
                        .with_value(|sitting| sitting.table().game().tell(&answer.action));
                    let win = answer.lines.first().map_or(0.5, |line| line.win);
                    let action = &answer.action;
                    let told = told.unwrap_or_else(|_| said!("{action}", "{action}"));
                    self.context.tell(&told);
                    self.hint.set(Some(Hint { action: answer.action, told, win }));
                }
                Err(error) => self.notice.set(Some(error)),
            }
        });
    }

    /// The curtain is drawn back: this person looks now.
    pub(crate) fn look(self, seat: Seat) {
        self.curtain.set(None);
        self.eyes.set(Observer::Player(seat));
        self.jump();
        self.settle();
    }

    /// Time has passed.
    pub(crate) fn tick(self) {
        let due = self.sitting.with_value(|sitting| sitting.table().deadline());
        if due.is_some_and(|due| browser::now() >= due) && !self.busy.get_value() {
            self.act(Act::Tick);
        }
    }

    /// The page is left.
    pub(crate) fn leave(self) {
        self.new_era();
    }

    /// Keeps the game.
    pub(crate) fn keep(self) {
        let flipped = self.flip.get_untracked();
        let kept = self.sitting.with_value(|sitting| store::keep(self.id, sitting, flipped));
        if !kept {
            self.notice.set(Some(abaque_client::words::NO_STORAGE.get(self.lang()).to_owned()));
        }
    }

    fn new_era(self) {
        self.era.update_value(|era| *era += 1);
        self.engine.with_value(Engine::stop);
        self.steps.update_value(VecDeque::clear);
        self.busy.set_value(false);
        self.thinking.set(false);
        self.hinting.set(false);
        self.hint.set(None);
        self.notice.set(None);
        self.pending.set(None);
    }

    fn is_gone(self, era: u64) -> bool {
        self.era.try_get_value() != Some(era)
    }

    fn refuse(self, refused: &Refused) {
        let text = refused.tell(self.lang());
        self.context.say(&text);
        self.notice.set(Some(text));
        self.hand.update(Hand::drop_all);
        self.sound(Sound::No);
    }

    fn happened(self, steps: Result<Vec<Step>, Refused>) {
        match steps {
            Ok(steps) => {
                self.hint.set(None);
                self.asked.set(Vec::new());
                self.notice.set(None);
                self.pending.set(None);
                self.stop_asked.set(false);
                self.mine.set(None);
                self.keep();
                self.steps.update_value(|queue| queue.extend(steps));
                self.show_next();
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    /// Shows the next step; after the last one, goes on.
    fn show_next(self) {
        if self.busy.get_value() {
            return;
        }
        let mut step = None;
        self.steps.update_value(|steps| step = steps.pop_front());
        let Some(step) = step else { return self.settle() };
        let Step { seat, ply, told, before, after } = step;
        self.context.tell(&told);
        let is_throw = seat.is_none() && self.game() == "abagio";
        let mut seen = false;
        self.ahead.update_value(|ahead| seen = ahead.take().is_some_and(|ahead| ahead == ply));
        let pace = if seen { 0 } else { self.context.pace() };
        let mut wait = pace;
        if seen {
            // The board shows it already.
        } else if is_throw {
            self.sound(Sound::Dice);
            self.throw.update(|throw| {
                let number = throw.as_ref().map_or(0, |(number, _)| number + 1);
                *throw = Some((number, ply.clone()));
            });
            wait = pace * 2;
        } else {
            let spec = self.spec.get_value();
            let motion = abaque_draw::motion(&spec, &before, &ply).unwrap_or_default();
            self.sound(if motion.left.is_empty() { Sound::Tock } else { Sound::Take });
        }
        let hidden = ply == "?";
        self.scene.update(|scene| {
            scene.serial += 1;
            scene.view = after;
            scene.step = (!hidden && !seen).then(|| (before, ply.clone()));
            scene.last = (!hidden && seat.is_some()).then_some(ply);
        });
        self.version.update(|version| *version += 1);
        self.busy.set_value(true);
        let era = self.era.get_value();
        browser::after(wait + 30, move || {
            if !self.is_gone(era) {
                self.busy.set_value(false);
                self.show_next();
            }
        });
    }

    /// Shows the board as it stands, without movement.
    fn jump(self) {
        let eyes = self.eyes.get_untracked();
        let (view, last) = self.sitting.with_value(|sitting| {
            let table = sitting.table();
            let last = table.plies().len().checked_sub(1);
            let last = last.and_then(|index| table.shown(index, eyes).map(String::from));
            (table.view(eyes), last.filter(|ply| ply != "?"))
        });
        self.scene.update(|scene| {
            *scene = Scene { view, last, step: None, serial: scene.serial + 1 };
        });
    }

    /// Nothing is left to show: lets whoever is due act.
    fn settle(self) {
        self.version.update(|version| *version += 1);
        let (over, eyes, secrets) = self
            .sitting
            .with_value(|sitting| (sitting.outcome(), sitting.eyes(), sitting.has_secrets()));
        if let Some(outcome) = over {
            self.mine.set(None);
            self.eyes.set(Observer::Spectator);
            self.jump();
            self.sound(Sound::End);
            self.context.tell(&self.sitting.with_value(|sitting| ended(sitting, outcome)));
            return;
        }
        for seat in Seat::ALL {
            let due = self
                .sitting
                .with_value(|sitting| sitting.is_computer(seat) && sitting.table().may_act(seat));
            if due && !self.thinking.get_untracked() {
                self.think(seat);
            }
        }
        let person = self.sitting.with_value(|sitting| {
            let may = |seat: &Seat| !sitting.is_computer(*seat) && sitting.table().may_act(*seat);
            Seat::ALL.into_iter().find(may)
        });
        let Some(seat) = person else {
            self.mine.set(None);
            return;
        };
        if self.eyes.get_untracked() != eyes {
            if secrets {
                // What this one sees the other one must not: the screen shows nothing of either until it is handed over.
                self.eyes.set(Observer::Spectator);
                self.jump();
                self.mine.set(None);
                self.curtain.set(Some(seat));
                return;
            }
            self.eyes.set(eyes);
            self.jump();
        }
        self.let_act(seat);
    }

    fn let_act(self, seat: Seat) {
        let eyes = self.eyes.get_untracked();
        // A turn begins after a lot: nothing was chosen in it yet.
        let begins = self.sitting.with_value(|sitting| {
            sitting.table().plies().last().is_none_or(|entry| entry.seat != Some(seat))
        });
        self.chose.update_value(|chose| *chose &= !begins);
        let stop_asked =
            self.sitting.with_value(|sitting| sitting.table().game().lapse().is_some());
        let hand = self.sitting.with_value(|sitting| {
            let table = sitting.table();
            let game = table.game();
            // Nobody stops a pawn by touching a hole: one shouts first.
            if game.sealed() || stop_asked {
                return Hand::default();
            }
            Hand::new(&game.spec(), &table.view(eyes), &game.offered()).unwrap_or_default()
        });
        self.hand.set(hand);
        self.mine.set(Some(seat));
        self.stop_asked.set(stop_asked);
        self.stopping.set(false);
        self.play_forced(seat);
    }

    /// A leap without alternative plays itself, but visibly.
    fn play_forced(self, seat: Seat) {
        if self.game() != "abagio" || !self.context.prefs.with_untracked(|prefs| prefs.forced) {
            return;
        }
        let offered = self.sitting.with_value(|sitting| sitting.table().game().offered());
        let [only] = &offered[..] else { return };
        let (only, era) = (only.clone(), self.era.get_value());
        self.notice.set(Some(abaque_client::words::FORCED.get(self.lang()).to_owned()));
        browser::after(self.context.pace() * 2 + 250, move || {
            let still = self.mine.try_get_untracked() == Some(Some(seat));
            if still && !self.is_gone(era) && self.pending.get_untracked().is_none() {
                self.play(&only);
            }
        });
    }

    fn think(self, seat: Seat) {
        let seed = abaque_core::Source::next_u64(&mut Chance);
        let task = self.sitting.with_value(|sitting| {
            let kind = sitting.players[seat.index()].computer.clone()?;
            let task = Task::new(sitting, seat, &kind, seed).ok()?;
            Some(task.hurried(sitting.table().clock(seat, browser::now())))
        });
        let Some(task) = task else { return };
        self.thinking.set(true);
        let (era, since) = (self.era.get_value(), browser::now());
        let engine = self.engine.get_value();
        engine.ask(&task, move |answer| {
            if self.is_gone(era) {
                return;
            }
            let passed = (browser::now() - since).0;
            let rest = if self.context.pace() == 0 { 0 } else { BREATH.saturating_sub(passed) };
            browser::after(rest as u32, move || {
                if self.is_gone(era) {
                    return;
                }
                self.thinking.set(false);
                match answer {
                    Ok(answer) => {
                        self.act_for(seat, &answer.action);
                    }
                    Err(error) => self.notice.set(Some(error)),
                }
            });
        });
    }

    fn sound(self, what: Sound) {
        if self.context.prefs.with_untracked(|prefs| prefs.sound) {
            sound::play(what);
        }
    }
}

/// How a game ended, in one sentence.
pub(crate) fn ended(sitting: &Sitting, outcome: Outcome) -> Said {
    let reason = outcome.reason().said();
    let (en, fr) = (&reason.en, &reason.fr);
    match outcome.winner() {
        Some(seat) => {
            let name = sitting.info().players[seat.index()];
            let (winner, gagnant) = (name.en, name.fr);
            said!("{winner} wins {en}", "{gagnant} gagne {fr}")
        }
        None => said!("Draw {en}", "Partie nulle {fr}"),
    }
}
