//! What stands between a game and its board: what happened is played back step by step, then a hand may act. Where the game is
//! played (at this screen, on a server, in a lesson) is its [`Host`]'s business.

mod gesture;
mod past;

use std::collections::VecDeque;
use std::rc::Rc;

use abaque_client::hand::Hand;
use abaque_client::local::Step;
use abaque_client::{Seen, words};
use abaque_core::{Lang, Observer, Outcome, Said, Seat};
use leptos::prelude::*;

use crate::browser;
use crate::context::Context;
use crate::sound::{self, Sound};

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

/// What is known of a player beside the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Standing {
    /// The rating.
    pub(crate) rating: Option<String>,
    /// Whether they are there, where that can be told.
    pub(crate) here: Option<bool>,
    /// Whose page there is to see.
    pub(crate) person: Option<String>,
}

/// Where a game is played.
pub(crate) trait Host {
    /// The game as it stands, for these eyes; nothing while that is not known.
    fn seen(&self, by: Observer) -> Option<Seen>;
    /// Plays an action of a person; says whether it was taken.
    fn play(&self, seat: Seat, action: &str) -> bool;
    /// Lets the window to interrupt pass for the whole turn.
    fn let_pass(&self, _seat: Seat) {}
    /// This person looks at the screen now.
    fn take_screen(&self, _seat: Seat) {}
    /// Everything that happened was shown.
    fn settle(&self);
    /// The board after so many plies, for these eyes, where that is known.
    fn past(&self, _plies: usize, _by: Observer) -> Option<String> {
        None
    }
    /// Whether what is played here stands: then nobody ends a turn unasked, and what is forced plays itself.
    fn counts(&self) -> bool {
        true
    }
}

/// A game as it lies before whoever looks at it. Everything in it is a handle, so it is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct Desk {
    pub(crate) context: Context,
    pub(crate) spec: StoredValue<String>,
    host: StoredValue<Option<Rc<dyn Host>>, LocalStorage>,
    seen: StoredValue<Seen, LocalStorage>,
    steps: StoredValue<VecDeque<Step>, LocalStorage>,
    /// Whether a step is being shown.
    busy: StoredValue<bool>,
    /// Changes whenever what was planned before no longer holds.
    era: StoredValue<u64>,
    /// Who looks.
    eyes: RwSignal<Observer>,
    /// Changes with everything that happens.
    version: RwSignal<u64>,
    pub(crate) scene: RwSignal<Scene>,
    /// How many plies the board shows, while somebody looks back.
    pub(crate) looking: RwSignal<Option<usize>>,
    /// The person who may act now.
    pub(crate) mine: RwSignal<Option<Seat>>,
    /// Whose turn to look it is, while nobody looks.
    pub(crate) curtain: RwSignal<Option<Seat>>,
    pub(crate) hand: RwSignal<Hand>,
    /// Several actions are meant: which?
    pub(crate) asked: RwSignal<Vec<String>>,
    pub(crate) hint: RwSignal<Option<Hint>>,
    /// Actions worth a thought, the best first: pointed out on the board.
    pub(crate) ideas: RwSignal<Vec<String>>,
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
    /// Whether a computer thinks.
    pub(crate) thinking: RwSignal<bool>,
    /// What is known of the players.
    pub(crate) standing: RwSignal<[Standing; 2]>,
    /// Whether the end was told.
    finished: StoredValue<bool>,
    /// Squares that are pointed out.
    pub(crate) pointed: RwSignal<Vec<String>>,
    /// What a tap on a square does where nothing is played by it.
    pub(crate) on_tap: RwSignal<Option<Callback<String>>>,
}

impl Desk {
    /// Lays a game out. Its host comes next ([`Desk::serve`]).
    pub(crate) fn new(seen: Seen, flipped: bool, context: Context) -> Desk {
        let last = seen.plies.last().map(|line| line.ply.clone()).filter(|ply| ply != "?");
        let scene = Scene { view: seen.view.clone(), last, ..Scene::default() };
        Desk {
            context,
            spec: StoredValue::new(seen.game.spec()),
            host: StoredValue::new_local(None),
            eyes: RwSignal::new(seen.by),
            seen: StoredValue::new_local(seen),
            steps: StoredValue::new_local(VecDeque::new()),
            busy: StoredValue::new(false),
            era: StoredValue::new(0),
            version: RwSignal::new(0),
            scene: RwSignal::new(scene),
            looking: RwSignal::new(None),
            mine: RwSignal::new(None),
            curtain: RwSignal::new(None),
            hand: RwSignal::new(Hand::default()),
            asked: RwSignal::new(Vec::new()),
            hint: RwSignal::new(None),
            ideas: RwSignal::new(Vec::new()),
            notice: RwSignal::new(None),
            flip: RwSignal::new(flipped),
            throw: RwSignal::new(None),
            pending: RwSignal::new(None),
            chose: StoredValue::new(false),
            ahead: StoredValue::new(None),
            stop_asked: RwSignal::new(false),
            stopping: RwSignal::new(false),
            thinking: RwSignal::new(false),
            standing: RwSignal::default(),
            finished: StoredValue::new(false),
            pointed: RwSignal::new(Vec::new()),
            on_tap: RwSignal::new(None),
        }
    }

    /// Another game is laid out, or the same one by other options. The board follows with the next scene.
    pub(crate) fn lay_out(self, spec: String) {
        self.spec.set_value(spec);
    }

    /// Says where the game is played.
    pub(crate) fn serve(self, host: impl Host + 'static) {
        self.host.set_value(Some(Rc::new(host)));
    }

    fn host(self) -> Option<Rc<dyn Host>> {
        self.host.try_get_value().flatten()
    }

    /// Whether what is played here stands.
    fn counts(self) -> bool {
        self.host().is_some_and(|host| host.counts())
    }

    /// Looks at the game, followed.
    pub(crate) fn with<T>(self, look: impl FnOnce(&Seen) -> T) -> T {
        self.version.track();
        self.seen.with_value(look)
    }

    /// Looks at the game as it is now.
    pub(crate) fn glance<T>(self, look: impl FnOnce(&Seen) -> T) -> T {
        self.seen.with_value(look)
    }

    /// Who looks, followed.
    pub(crate) fn eyes(self) -> Observer {
        self.eyes.get()
    }

    /// The seat of whoever looks, if it is a player.
    pub(crate) fn eyes_seat(self) -> Option<Seat> {
        match self.eyes.get_untracked() {
            Observer::Player(seat) => Some(seat),
            Observer::Spectator => None,
        }
    }

    /// The game's name.
    pub(crate) fn game(self) -> String {
        self.spec.with_value(|spec| spec.split(':').next().unwrap_or_default().to_owned())
    }

    /// How it ended, followed.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        self.with(|seen| seen.outcome)
    }

    pub(crate) fn lang(self) -> Lang {
        untrack(|| self.context.lang())
    }

    /// Something is refused, or went wrong.
    pub(crate) fn refuse(self, text: &str) {
        self.context.say(text);
        self.notice.set(Some(text.to_owned()));
        self.hand.update(Hand::drop_all);
        self.sound(Sound::No);
    }

    /// Things happened: they are shown one by one, then whoever is due acts.
    pub(crate) fn happened(self, steps: Vec<Step>) {
        self.hint.set(None);
        self.ideas.set(Vec::new());
        self.asked.set(Vec::new());
        self.notice.set(None);
        self.pending.set(None);
        self.stop_asked.set(false);
        self.mine.set(None);
        if self.looking.get_untracked().is_some() {
            self.jump();
        }
        self.refresh();
        self.steps.update_value(|queue| queue.extend(steps));
        self.show_next();
    }

    /// Looks again at how the game stands.
    pub(crate) fn refresh(self) {
        let seen = self.host().and_then(|host| host.seen(self.eyes.get_untracked()));
        if let Some(seen) = seen {
            self.seen.set_value(seen);
        }
        self.version.update(|version| *version += 1);
    }

    /// Other eyes look now: the board as it stands, without movement.
    pub(crate) fn look_as(self, by: Observer) {
        self.eyes.set(by);
        self.jump();
    }

    /// Nobody looks before this person says that it is them: the screen shows what everybody may see.
    pub(crate) fn draw_curtain(self, seat: Seat) {
        self.look_as(Observer::Spectator);
        self.mine.set(None);
        self.curtain.set(Some(seat));
    }

    /// The curtain is drawn back: this person looks now.
    pub(crate) fn take_screen(self, seat: Seat) {
        self.curtain.set(None);
        if let Some(host) = self.host() {
            host.take_screen(seat);
            self.look_as(Observer::Player(seat));
            host.settle();
        }
    }

    /// Shows the board as it stands, without movement.
    pub(crate) fn jump(self) {
        self.looking.set(None);
        self.refresh();
        let (view, last) =
            self.glance(|seen| (seen.view.clone(), seen.plies.last().map(|line| line.ply.clone())));
        self.scene.update(|scene| {
            let last = last.filter(|ply| ply != "?");
            *scene = Scene { view, last, step: None, serial: scene.serial + 1 };
        });
    }

    /// Whether something is still being shown.
    pub(crate) fn is_busy(self) -> bool {
        self.busy.get_value()
    }

    /// Shows the next step; after the last one, goes on.
    fn show_next(self) {
        if self.busy.get_value() {
            return;
        }
        let mut step = None;
        self.steps.update_value(|steps| step = steps.pop_front());
        let Some(step) = step else {
            if let Some(host) = self.host() {
                host.settle();
            }
            return;
        };
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

    /// It is over: everybody may see everything.
    pub(crate) fn finish(self) {
        self.mine.set(None);
        self.curtain.set(None);
        self.look_as(Observer::Spectator);
        if self.finished.get_value() {
            return;
        }
        self.finished.set_value(true);
        self.sound(Sound::End);
        if let Some(said) = self.glance(Seen::ended) {
            self.context.tell(&said);
        }
    }

    /// What was planned no longer holds.
    pub(crate) fn new_era(self) {
        self.era.update_value(|era| *era += 1);
        self.steps.update_value(VecDeque::clear);
        self.busy.set_value(false);
        self.thinking.set(false);
        self.hint.set(None);
        self.ideas.set(Vec::new());
        self.notice.set(None);
        self.pending.set(None);
    }

    /// What tells plans of today from those of yesterday.
    pub(crate) fn era(self) -> u64 {
        self.era.get_value()
    }

    /// Whether plans made then no longer hold.
    pub(crate) fn is_gone(self, era: u64) -> bool {
        self.era.try_get_value() != Some(era)
    }

    pub(crate) fn sound(self, what: Sound) {
        if self.context.prefs.with_untracked(|prefs| prefs.sound) {
            sound::play(what);
        }
    }

    /// An action in words.
    pub(crate) fn told(self, action: &str, lang: Lang) -> String {
        let told = self.with(|seen| seen.game.tell(action));
        told.map_or_else(|_| action.to_owned(), |told| capital(told.get(lang)))
    }

    /// Says that a leap plays itself.
    fn say_forced(self) {
        self.notice.set(Some(words::FORCED.get(self.lang()).to_owned()));
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
