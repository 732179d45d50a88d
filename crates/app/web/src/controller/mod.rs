//! Connects a game to its board: replays new plies step by step, then enables input. The
//! [`GameBackend`] knows where the game is played: locally, on a server, or in a lesson.

mod gesture;
mod replay;

use std::collections::VecDeque;
use std::rc::Rc;

use abaque_client::letter_case::capitalize;
use abaque_client::local::{BoardSentence, PlyStep};
use abaque_client::move_input::MoveInput;
use abaque_client::{PlayerView, words};
use abaque_core::{Lang, Message, Observer, Outcome, Seat};
use abaque_draw::BoardInfo;
use leptos::prelude::*;

use crate::browser;
use crate::context::AppContext;
use crate::sound::Sound;

/// What the board shows.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct BoardScene {
    pub(crate) view: String,
    /// The previous view and the ply to animate, if any.
    pub(crate) step: Option<(String, String)>,
    /// The last ply, to be marked.
    pub(crate) last: Option<String>,
    pub(crate) serial: u64,
}

/// Squares and arrows that show an explanation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ExplanationMarks {
    pub(crate) squares: Vec<String>,
    pub(crate) arrows: Vec<(String, String)>,
}

impl ExplanationMarks {
    /// The marks of sentences about the position before or after a turn.
    pub(crate) fn of(sentences: &[BoardSentence], after: bool) -> ExplanationMarks {
        let shown = || sentences.iter().filter(move |told| told.after == after);
        ExplanationMarks {
            squares: shown().flat_map(|told| told.marks.iter().cloned()).collect(),
            arrows: shown().flat_map(|told| told.arrows.iter().cloned()).collect(),
        }
    }
}

/// A suggested action, its description and the winning chance.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Hint {
    pub(crate) action: String,
    pub(crate) message: Message,
    pub(crate) win: f64,
    pub(crate) explanation: Vec<BoardSentence>,
}

/// What is known about a player outside the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlayerStatus {
    /// The rating, as text.
    pub(crate) rating: Option<String>,
    /// Whether the player is connected, where that is known.
    pub(crate) is_present: Option<bool>,
    /// Name of the profile page, if there is one.
    pub(crate) profile_name: Option<String>,
}

/// Where a game is played.
pub(crate) trait GameBackend {
    /// The current game as this observer sees it; `None` while unknown.
    fn player_view(&self, by: Observer) -> Option<PlayerView>;
    /// Plays an action of a person; `false` if refused.
    fn play(&self, seat: Seat, action: &str) -> bool;
    /// Interrupts: the window waits while the player chooses how.
    fn interrupt(&self, _seat: Seat) {}
    /// Declines to interrupt for the whole turn.
    fn let_pass(&self, _seat: Seat) {}
    /// This person takes over the screen.
    fn take_screen(&self, _seat: Seat) {}
    /// Called when every step has been shown.
    fn continue_play(&self);
    /// The view after a number of plies, where it is known.
    fn view_after(&self, _plies: usize, _by: Observer) -> Option<String> {
        None
    }
    /// Whether actions here are final: then turns end only on confirmation, and forced actions play
    /// themselves.
    fn is_real_game(&self) -> bool {
        true
    }
}

/// A game on the board, as one observer sees it. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(crate) struct BoardController {
    pub(crate) context: AppContext,
    pub(crate) spec: StoredValue<String>,
    backend: StoredValue<Option<Rc<dyn GameBackend>>, LocalStorage>,
    player_view: StoredValue<PlayerView, LocalStorage>,
    queued_steps: StoredValue<VecDeque<PlyStep>, LocalStorage>,
    /// Whether a step is being animated.
    animating: StoredValue<bool>,
    /// Generation counter; stale callbacks compare it.
    generation: StoredValue<u64>,
    /// Whose view is shown.
    observer: RwSignal<Observer>,
    /// Incremented at every change.
    version: RwSignal<u64>,
    pub(crate) scene: RwSignal<BoardScene>,
    /// The ply shown while looking back.
    pub(crate) past_ply: RwSignal<Option<usize>>,
    /// The person who may act now.
    pub(crate) acting_seat: RwSignal<Option<Seat>>,
    /// Whose turn it is to take the screen, while the curtain is closed.
    pub(crate) curtain_for: RwSignal<Option<Seat>>,
    pub(crate) input: RwSignal<MoveInput>,
    /// Actions that match an ambiguous input; the player chooses one.
    pub(crate) choices: RwSignal<Vec<String>>,
    pub(crate) hint: RwSignal<Option<Hint>>,
    /// Suggested actions, best first, marked on the board.
    pub(crate) suggestions: RwSignal<Vec<String>>,
    /// What shows an explanation on the board.
    pub(crate) explained: RwSignal<ExplanationMarks>,
    /// A refusal or a notice for the player.
    pub(crate) notice: RwSignal<Option<String>>,
    pub(crate) flipped: RwSignal<bool>,
    /// The last throw of dice, with a number that changes at each throw.
    pub(crate) dice_throw: RwSignal<Option<(u64, Vec<u8>)>>,
    /// The action that would end the turn: shown, but not played until the player confirms.
    pub(crate) pending_action: RwSignal<Option<String>>,
    /// Whether the player had a choice in this turn.
    had_choice: StoredValue<bool>,
    /// A ply that the board already shows.
    predicted_ply: StoredValue<Option<String>>,
    /// Whether the acting player may interrupt.
    pub(crate) interrupt_open: RwSignal<bool>,
    /// Whether the player interrupted and is choosing how.
    pub(crate) choosing_interrupt: RwSignal<bool>,
    /// Whether a bot is thinking.
    pub(crate) computer_thinking: RwSignal<bool>,
    /// What is known about the two players.
    pub(crate) player_status: RwSignal<[PlayerStatus; 2]>,
    /// Whether the end of the game was announced.
    end_announced: StoredValue<bool>,
    /// The square last pointed at, shown enlarged where pieces carry small details.
    pub(crate) inspected: RwSignal<Option<String>>,
    /// Highlighted squares.
    pub(crate) highlighted: RwSignal<Vec<String>>,
    /// Tap handler that replaces playing.
    pub(crate) on_tap: RwSignal<Option<Callback<String>>>,
}

impl BoardController {
    /// Sets up a board. Call [`BoardController::set_backend`] next.
    pub(crate) fn new(seen: PlayerView, flipped: bool, context: AppContext) -> BoardController {
        let last = seen.plies.last().map(|line| line.ply.clone()).filter(|ply| ply != "?");
        let scene = BoardScene { view: seen.view.clone(), last, ..BoardScene::default() };
        BoardController {
            context,
            spec: StoredValue::new(seen.game.spec()),
            backend: StoredValue::new_local(None),
            observer: RwSignal::new(seen.observer),
            player_view: StoredValue::new_local(seen),
            queued_steps: StoredValue::new_local(VecDeque::new()),
            animating: StoredValue::new(false),
            generation: StoredValue::new(0),
            version: RwSignal::new(0),
            scene: RwSignal::new(scene),
            past_ply: RwSignal::new(None),
            acting_seat: RwSignal::new(None),
            curtain_for: RwSignal::new(None),
            input: RwSignal::new(MoveInput::default()),
            choices: RwSignal::new(Vec::new()),
            hint: RwSignal::new(None),
            suggestions: RwSignal::new(Vec::new()),
            explained: RwSignal::default(),
            notice: RwSignal::new(None),
            flipped: RwSignal::new(flipped),
            dice_throw: RwSignal::new(None),
            pending_action: RwSignal::new(None),
            had_choice: StoredValue::new(false),
            predicted_ply: StoredValue::new(None),
            interrupt_open: RwSignal::new(false),
            choosing_interrupt: RwSignal::new(false),
            computer_thinking: RwSignal::new(false),
            player_status: RwSignal::default(),
            end_announced: StoredValue::new(false),
            inspected: RwSignal::new(None),
            highlighted: RwSignal::new(Vec::new()),
            on_tap: RwSignal::new(None),
        }
    }

    /// Changes the game or its options. The board follows with the next scene.
    pub(crate) fn set_spec(self, spec: String) {
        self.spec.set_value(spec);
    }

    /// Sets where the game is played.
    pub(crate) fn set_backend(self, backend: impl GameBackend + 'static) {
        self.backend.set_value(Some(Rc::new(backend)));
    }

    fn backend(self) -> Option<Rc<dyn GameBackend>> {
        self.backend.try_get_value().flatten()
    }

    /// Whether actions here are final.
    fn is_real_game(self) -> bool {
        self.backend().is_some_and(|backend| backend.is_real_game())
    }

    /// Reads the view, reactive.
    pub(crate) fn with<T>(self, look: impl FnOnce(&PlayerView) -> T) -> T {
        self.version.track();
        self.player_view.with_value(look)
    }

    /// Reads the view, untracked.
    pub(crate) fn with_untracked<T>(self, look: impl FnOnce(&PlayerView) -> T) -> T {
        self.player_view.with_value(look)
    }

    /// The observer, reactive.
    pub(crate) fn observer(self) -> Observer {
        self.observer.get()
    }

    /// The observer's seat, if the observer is a player.
    pub(crate) fn observer_seat(self) -> Option<Seat> {
        match self.observer.get_untracked() {
            Observer::Player(seat) => Some(seat),
            Observer::Spectator => None,
        }
    }

    /// The game's name.
    pub(crate) fn game_name(self) -> String {
        self.spec.with_value(|spec| spec.split(':').next().unwrap_or_default().to_owned())
    }

    /// Names and looks of the game's board.
    pub(crate) fn board_info(self) -> &'static BoardInfo {
        self.spec.with_value(|spec| abaque_draw::board_info(spec)).unwrap_or(&BoardInfo::DEFAULT)
    }

    /// The outcome, reactive.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        self.with(|seen| seen.outcome)
    }

    pub(crate) fn lang(self) -> Lang {
        untrack(|| self.context.lang())
    }

    /// Shows a refusal or an error.
    pub(crate) fn show_refusal(self, text: &str) {
        self.context.announce(text);
        self.notice.set(Some(capitalize(text)));
        self.input.update(MoveInput::clear_picked);
        self.play_sound(Sound::Refused);
    }

    /// Queues new plies: they are shown one by one, then the player to move acts.
    pub(crate) fn show_steps(self, steps: Vec<PlyStep>) {
        self.hint.set(None);
        self.suggestions.set(Vec::new());
        self.explained.set(ExplanationMarks::default());
        self.choices.set(Vec::new());
        self.notice.set(None);
        self.pending_action.set(None);
        self.interrupt_open.set(false);
        self.acting_seat.set(None);
        if self.past_ply.get_untracked().is_some() {
            self.show_current();
        }
        self.refresh();
        self.queued_steps.update_value(|queue| queue.extend(steps));
        self.show_next_step();
    }

    /// Reads the view from the backend again.
    pub(crate) fn refresh(self) {
        let seen =
            self.backend().and_then(|backend| backend.player_view(self.observer.get_untracked()));
        if let Some(seen) = seen {
            self.player_view.set_value(seen);
        }
        self.version.update(|version| *version += 1);
    }

    /// Changes the observer and shows the current board without animation.
    pub(crate) fn set_observer(self, by: Observer) {
        self.observer.set(by);
        self.show_current();
    }

    /// Closes the curtain: the screen shows only public information until this person takes it.
    pub(crate) fn close_curtain(self, seat: Seat) {
        self.set_observer(Observer::Spectator);
        self.acting_seat.set(None);
        self.curtain_for.set(Some(seat));
    }

    /// Opens the curtain for this person.
    pub(crate) fn take_screen(self, seat: Seat) {
        self.curtain_for.set(None);
        if let Some(backend) = self.backend() {
            backend.take_screen(seat);
            self.set_observer(Observer::Player(seat));
            backend.continue_play();
        }
    }

    /// Shows the current board without animation.
    pub(crate) fn show_current(self) {
        self.past_ply.set(None);
        self.refresh();
        let (view, last) = self.with_untracked(|seen| {
            (seen.view.clone(), seen.plies.last().map(|line| line.ply.clone()))
        });
        self.scene.update(|scene| {
            let last = last.filter(|ply| ply != "?");
            *scene = BoardScene { view, last, step: None, serial: scene.serial + 1 };
        });
    }

    /// Whether steps are still being shown.
    pub(crate) fn is_animating(self) -> bool {
        self.animating.get_value()
    }

    /// Shows the next step; after the last one, continues the game.
    fn show_next_step(self) {
        if self.animating.get_value() {
            return;
        }
        let mut step = None;
        self.queued_steps.update_value(|steps| step = steps.pop_front());
        let Some(step) = step else {
            if let Some(backend) = self.backend() {
                backend.continue_play();
            }
            return;
        };
        let PlyStep { seat, ply, message, before, after } = step;
        self.context.announce_message(&message);
        let dice = match seat {
            None => self.spec.with_value(|spec| abaque_draw::dice_numbers(spec, &ply)),
            Some(_) => Vec::new(),
        };
        let mut seen = false;
        self.predicted_ply
            .update_value(|ahead| seen = ahead.take().is_some_and(|ahead| ahead == ply));
        let pace = if seen { 0 } else { self.context.animation_millis() };
        let mut wait = pace;
        if seen {
            // The board shows this ply already.
        } else if !dice.is_empty() {
            self.play_sound(Sound::Dice);
            self.dice_throw.update(|throw| {
                let number = throw.as_ref().map_or(0, |(number, _)| number + 1);
                *throw = Some((number, dice));
            });
            wait = pace * 2;
        } else {
            let spec = self.spec.get_value();
            let motion = abaque_draw::motion(&spec, &before, &ply).unwrap_or_default();
            self.play_sound(if motion.removed.is_empty() { Sound::Move } else { Sound::Capture });
        }
        let hidden = ply == "?";
        self.scene.update(|scene| {
            scene.serial += 1;
            scene.view = after;
            scene.step = (!hidden && !seen).then(|| (before, ply.clone()));
            scene.last = (!hidden && seat.is_some()).then_some(ply);
        });
        self.version.update(|version| *version += 1);
        self.animating.set_value(true);
        let generation = self.generation.get_value();
        browser::run_after(wait + 30, move || {
            if !self.is_stale(generation) {
                self.animating.set_value(false);
                self.show_next_step();
            }
        });
    }

    /// Ends the game: all hidden information is revealed.
    pub(crate) fn show_end(self) {
        self.acting_seat.set(None);
        self.curtain_for.set(None);
        self.set_observer(Observer::Spectator);
        if self.end_announced.get_value() {
            return;
        }
        self.end_announced.set_value(true);
        self.play_sound(Sound::GameOver);
        if let Some(message) = self.with_untracked(PlayerView::ended) {
            self.context.announce_message(&message);
        }
    }

    /// Cancels everything scheduled.
    pub(crate) fn cancel_scheduled(self) {
        self.generation.update_value(|generation| *generation += 1);
        self.queued_steps.update_value(VecDeque::clear);
        self.animating.set_value(false);
        self.computer_thinking.set(false);
        self.hint.set(None);
        self.suggestions.set(Vec::new());
        self.explained.set(ExplanationMarks::default());
        self.notice.set(None);
        self.pending_action.set(None);
    }

    /// Generation counter; stale callbacks compare it.
    pub(crate) fn generation(self) -> u64 {
        self.generation.get_value()
    }

    /// Whether a callback of this generation is stale.
    pub(crate) fn is_stale(self, generation: u64) -> bool {
        self.generation.try_get_value() != Some(generation)
    }

    pub(crate) fn play_sound(self, what: Sound) {
        self.context.play_sound(what);
    }

    /// Describes an action in words.
    pub(crate) fn describe_action(self, action: &str, lang: Lang) -> String {
        let message = self.with(|seen| seen.game.describe(action));
        message.map_or_else(|_| action.to_owned(), |message| capitalize(message.get(lang)))
    }

    /// Announces that a forced action plays itself.
    fn show_forced_notice(self) {
        self.notice.set(Some(words::FORCED.get(self.lang()).to_owned()));
    }
}
