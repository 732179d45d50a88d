//! A puzzle on a live board: judges answers, plays replies, records the result.

use abaque_catalog::AnyGame;
use abaque_client::local::ExplainTask;
use abaque_client::puzzle_progress::PuzzleResult;
use abaque_client::{PlayerView, attempts, words};
use abaque_core::{Observer, ParseError, Seat, StaticMessage, Turn};
use abaque_draw::ActionTiming;
use abaque_draw::puzzles::DeductionForm;
use abaque_puzzles::{Puzzle, PuzzleAttempt, PuzzleQuestion, PuzzleVerdict};
use leptos::prelude::*;

use super::explain::explain_wrong;
use super::update_puzzles;
use crate::context::AppContext;
use crate::controller::{BoardController, GameBackend};
use crate::engine::Engine;
use crate::sound::Sound;

/// Progress of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum PuzzlePhase {
    /// Not solved yet.
    #[default]
    Open,
    /// Solved.
    Solved,
    /// The solution was shown.
    Shown,
}

/// State of the text beside the board.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct PuzzleState {
    pub(super) phase: PuzzlePhase,
    pub(super) feedback: Option<String>,
    /// Whether the feedback is positive.
    pub(super) is_good_news: bool,
    /// Rating change, once decided.
    pub(super) rating_change: Option<i32>,
    /// Whether part of the answer was played.
    pub(super) begun: bool,
}

/// A puzzle on a live board. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(super) struct PuzzleSession {
    pub(super) controller: BoardController,
    attempt: StoredValue<PuzzleAttempt, LocalStorage>,
    /// The day, for a puzzle of the day.
    day: Option<u32>,
    hinted: StoredValue<bool>,
    engine: StoredValue<Engine, LocalStorage>,
    pub(super) state: RwSignal<PuzzleState>,
}

impl PuzzleSession {
    /// Sets up a puzzle.
    pub(super) fn new(
        puzzle: &Puzzle,
        day: Option<u32>,
        context: AppContext,
    ) -> Result<PuzzleSession, ParseError> {
        let attempt = PuzzleAttempt::new(puzzle)?;
        let flipped = attempt.solver() == Seat::Second;
        let controller = BoardController::new(player_view(&attempt, false), flipped, context);
        let session = PuzzleSession {
            controller,
            attempt: StoredValue::new_local(attempt),
            day,
            hinted: StoredValue::new(false),
            engine: StoredValue::new_local(Engine::default()),
            state: RwSignal::new(PuzzleState::default()),
        };
        controller.set_backend(session);
        session.continue_play();
        Ok(session)
    }

    /// Reads the attempt.
    pub(super) fn with<T>(self, look: impl FnOnce(&PuzzleAttempt) -> T) -> T {
        self.attempt.with_value(look)
    }

    /// Starts over; does not affect the result.
    pub(super) fn start_over(self) {
        if let Ok(attempt) = self.with(|attempt| PuzzleAttempt::new(attempt.puzzle())) {
            self.attempt.set_value(attempt);
            self.state.update(|now| (now.begun, now.feedback) = (false, None));
            self.controller.cancel_scheduled();
            self.controller.reset_input();
            self.controller.highlighted.set(Vec::new());
            self.controller.show_current();
            self.continue_play();
        }
    }

    /// Highlights where the answer begins.
    pub(super) fn hint(self) {
        self.hinted.set_value(true);
        let lang = self.controller.lang();
        if self.with(PuzzleAttempt::expected_action).is_none()
            && self.state.with_untracked(|now| now.begun)
        {
            self.start_over();
        }
        let (ask, next) =
            self.with(|attempt| (attempt.puzzle().ask.clone(), attempt.expected_action()));
        let (squares, message) = match (ask, next) {
            (PuzzleQuestion::Certain { place, .. }, _) => {
                let field = place.split(':').next().unwrap_or_default().to_owned();
                (vec![field], words::learn::LOOK_HERE.get(lang).to_owned())
            }
            (ask, Some(next)) => {
                let (spec, view) =
                    (self.controller.spec.get_value(), self.controller.scene.get_untracked().view);
                let touched = abaque_draw::action_squares(&spec, &view, &next, ActionTiming::Next)
                    .unwrap_or_default();
                let squares = if touched.from.is_empty() { touched.to } else { touched.from };
                let begins = words::learn::BEGINS_SO.get(lang);
                let message = match ask {
                    PuzzleQuestion::Most { pawns, .. } => {
                        let answer = abaque_draw::puzzle_texts(&spec)
                            .map_or("", |texts| texts.most_answer.get(lang));
                        format!("{pawns} {answer} {begins}")
                    }
                    _ => begins.to_owned(),
                };
                (squares, message)
            }
            (_, None) => return,
        };
        self.controller.highlighted.set(squares);
        self.give_feedback(message, true);
    }

    /// The form for deductions, where the game asks for any.
    pub(super) fn deduction_form(self) -> Option<&'static DeductionForm> {
        let texts = self.controller.spec.with_value(|spec| abaque_draw::puzzle_texts(spec));
        texts.ok()?.deduction
    }

    /// Plays the solution from the start.
    pub(super) fn show_solution(self) {
        self.record_result(PuzzleResult::Failed);
        self.start_over();
        let lang = self.controller.lang();
        let (before, ask) =
            self.with(|attempt| (attempt.game().clone_box(), attempt.puzzle().ask.clone()));
        let (plies, answer) = match ask {
            PuzzleQuestion::Line(line) | PuzzleQuestion::Turn(line) => {
                (line.clone(), line.join(" "))
            }
            PuzzleQuestion::Most { line, .. } => (with_lapses(&*before, &line), line.join(" ")),
            PuzzleQuestion::Certain { place, answer } => {
                let field = place.split(':').next().unwrap_or_default().to_owned();
                self.controller.highlighted.set(vec![field]);
                let form = self.deduction_form();
                (Vec::new(), super::certainty_form::describe_answer(form, &place, &answer, lang))
            }
        };
        let steps = attempts::steps(&*before, &plies, self.observer()).unwrap_or_default();
        self.state.update(|now| now.phase = PuzzlePhase::Shown);
        // The board runs ahead of the attempt, which is over: nobody acts any more.
        self.controller.show_steps(steps);
        self.give_feedback(format!("{} {answer}", words::learn::SOLUTION_IS.get(lang)), true);
    }

    /// Handles an answer; `false` if refused.
    pub(super) fn answer(self, action: &str) -> bool {
        let lang = self.controller.lang();
        let before = self.with(|attempt| attempt.game().clone_box());
        let mut verdict = None;
        self.attempt.update_value(|attempt| verdict = Some(attempt.answer(action)));
        let plies = |replies: &[String]| {
            let plies = with_lapses(&*before, &[action.to_owned()]);
            let plies: Vec<String> = plies.into_iter().chain(replies.iter().cloned()).collect();
            attempts::steps(&*before, &plies, self.observer()).unwrap_or_default()
        };
        let say = |words: StaticMessage| words.get(lang).to_owned();
        let (steps, feedback) = match verdict {
            Some(Ok(PuzzleVerdict::Solved)) => {
                self.record_solved();
                (plies(&[]), Some(say(words::learn::SOLVED)))
            }
            Some(Ok(PuzzleVerdict::Right(replies))) => {
                (plies(&replies), Some(say(words::learn::RIGHT_GO_ON)))
            }
            Some(Ok(PuzzleVerdict::Undecided)) => (plies(&[]), Some(say(words::learn::GO_ON))),
            Some(Ok(PuzzleVerdict::Wrong)) => {
                self.record_result(PuzzleResult::Failed);
                self.state.update(|now| now.begun = false);
                self.controller.play_sound(Sound::Refused);
                self.controller.cancel_scheduled();
                self.controller.reset_input();
                self.controller.show_current();
                self.continue_play();
                self.give_feedback(say(words::learn::NOT_THAT), false);
                self.explain_wrong_answer();
                return false;
            }
            Some(Err(refused)) => {
                self.controller.show_refusal(&refused.localized(lang));
                return false;
            }
            None => return false,
        };
        self.controller.highlighted.set(Vec::new());
        self.state.update(|now| now.begun = true);
        self.controller.show_steps(steps);
        if let Some(feedback) = feedback {
            self.give_feedback(feedback, true);
        }
        true
    }

    /// Adds what the wrong answer allows to the feedback.
    fn explain_wrong_answer(self) {
        let task = self.with(|attempt| {
            let wrong = attempt.last_wrong()?.clone();
            Some(ExplainTask {
                spec: attempt.puzzle().game.clone(),
                second: attempt.solver() == Seat::Second,
                view: wrong.view,
                played: Some(wrong.played),
                best: wrong.best,
            })
        });
        let Some(task) = task else { return };
        let engine = self.engine.get_value();
        let not_that = words::learn::NOT_THAT;
        explain_wrong(&engine, self.controller, &task, move |why| {
            let lang = self.controller.lang();
            self.give_feedback(format!("{} {why}", not_that.get(lang)), false);
        });
    }

    fn record_solved(self) {
        let id = self.with(|attempt| attempt.puzzle().id.clone());
        self.record_result(if self.hinted.get_value() {
            PuzzleResult::Hinted
        } else {
            PuzzleResult::Clean
        });
        update_puzzles(|puzzling| {
            puzzling.mark_solved(&id);
            if let Some(day) = self.day {
                puzzling.mark_day_solved(day);
            }
        });
        self.controller.play_sound(Sound::GameOver);
        self.state.update(|now| now.phase = PuzzlePhase::Solved);
    }

    /// Only the first result of a puzzle counts.
    fn record_result(self, result: PuzzleResult) {
        if self.state.with_untracked(|now| now.rating_change.is_some()) {
            return;
        }
        let (id, rating) =
            self.with(|attempt| (attempt.puzzle().id.clone(), attempt.puzzle().rating));
        let change = update_puzzles(|puzzling| puzzling.record_result(&id, rating, result));
        self.state.update(|now| now.rating_change = Some(change));
    }

    fn give_feedback(self, feedback: String, good: bool) {
        self.controller.context.announce(&feedback);
        self.state.update(|now| (now.feedback, now.is_good_news) = (Some(feedback), good));
    }

    fn observer(self) -> Observer {
        self.with(|attempt| Observer::Player(attempt.solver()))
    }
}

impl GameBackend for PuzzleSession {
    fn player_view(&self, _by: Observer) -> Option<PlayerView> {
        let begun = self.state.with_untracked(|now| now.begun || now.phase != PuzzlePhase::Open);
        Some(self.with(|attempt| player_view(attempt, begun)))
    }

    fn play(&self, _seat: Seat, action: &str) -> bool {
        self.answer(action)
    }

    /// After the animation, lets the solver act if anything is left to find.
    fn continue_play(&self) {
        let open = self.state.with_untracked(|now| now.phase == PuzzlePhase::Open);
        if open {
            self.controller.refresh();
        }
        let acts = self.with(|attempt| {
            let certain = matches!(attempt.puzzle().ask, PuzzleQuestion::Certain { .. });
            let turn = attempt.game().turn() == Turn::Of(attempt.solver());
            (open && turn && !certain).then(|| attempt.solver())
        });
        match acts {
            Some(seat) => self.controller.enable_input(seat),
            None => self.controller.acting_seat.set(None),
        }
    }
}

/// The solver's view: before the first action, the puzzle's own view, which includes remembered
/// facts.
fn player_view(attempt: &PuzzleAttempt, begun: bool) -> PlayerView {
    let solver = attempt.solver();
    let acts = (attempt.game().turn() == Turn::Of(solver)).then_some(solver);
    let seen = attempts::player_view(attempt.game(), Observer::Player(solver), acts);
    let certain = matches!(attempt.puzzle().ask, PuzzleQuestion::Certain { .. });
    if begun && !certain {
        return seen;
    }
    let view = abaque_catalog::canonical_view(&attempt.puzzle().game, &attempt.puzzle().position);
    PlayerView { view: view.unwrap_or_else(|_| seen.view.clone()), ..seen }
}

/// Inserts the interrupt windows that lapse between the actions.
fn with_lapses(game: &dyn AnyGame, actions: &[String]) -> Vec<String> {
    let mut game = game.clone_box();
    let mut plies = Vec::new();
    for action in actions {
        if game.play(action).is_err() {
            break;
        }
        plies.push(action.clone());
        while let Some(lapse) = game.window_default() {
            if game.play(&lapse).is_err() {
                break;
            }
            plies.push(lapse);
        }
    }
    plies
}
