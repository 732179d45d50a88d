//! A lesson on a live board: waits for the requested actions, explains wrong ones, plays the
//! replies.

use abaque_client::local::ExplainTask;
use abaque_client::{PlayerView, attempts};
use abaque_core::{Observer, ParseError, Seat};
use abaque_lessons::{Lesson, LessonRun, LessonStep, TaskFeedback};
use leptos::prelude::*;

use super::explain::explain_wrong;
use super::update_lessons;
use crate::context::AppContext;
use crate::controller::{BoardController, GameBackend};
use crate::engine::Engine;
use crate::sound::Sound;

/// Wrong answers after which the solution is offered.
const TRIES_BEFORE_ANSWER: u32 = 2;

/// State of the text beside the board.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct LessonState {
    pub(super) step_index: usize,
    /// Whether the task is done, or the step has none.
    pub(super) done: bool,
    /// Whether the answer may be shown.
    pub(super) may_show: bool,
    /// Feedback on the last answer.
    pub(super) feedback: Option<String>,
    /// Whether the lesson is finished.
    pub(super) finished: bool,
}

/// A lesson on a live board. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(super) struct LessonSession {
    pub(super) controller: BoardController,
    lesson_run: StoredValue<LessonRun, LocalStorage>,
    engine: StoredValue<Engine, LocalStorage>,
    pub(super) state: RwSignal<LessonState>,
}

impl LessonSession {
    /// Sets up a lesson.
    pub(super) fn new(lesson: Lesson, context: AppContext) -> Result<LessonSession, ParseError> {
        let run = LessonRun::new(lesson)?;
        let controller = BoardController::new(player_view(&run), false, context);
        let run = StoredValue::new_local(run);
        let session = LessonSession {
            controller,
            lesson_run: run,
            engine: StoredValue::new_local(Engine::default()),
            state: RwSignal::new(LessonState::default()),
        };
        controller.set_backend(session);
        session.begin_step();
        Ok(session)
    }

    /// Reads the lesson run.
    pub(super) fn with<T>(self, look: impl FnOnce(&LessonRun) -> T) -> T {
        self.lesson_run.with_value(look)
    }

    /// The current step, reactive.
    pub(super) fn step(self) -> LessonStep {
        self.state.track();
        self.with(|run| run.step().clone())
    }

    /// Goes to the next step, or ends the lesson.
    pub(super) fn advance(self) {
        let (at, last, game) =
            self.with(|run| (run.step_index(), run.is_last(), run.game().description().name));
        if last {
            let id = self.with(|run| run.lesson().id.clone());
            update_lessons(|learning| learning.mark_done(game, &id));
            self.controller.play_sound(Sound::GameOver);
            self.state.update(|now| now.finished = true);
        } else {
            self.go_to_step(at + 1);
        }
    }

    /// Goes to a step.
    pub(super) fn go_to_step(self, at: usize) {
        let mut wrong = None;
        self.lesson_run.update_value(|run| wrong = run.go_to_step(at).err());
        if let Some(error) = wrong {
            return self.controller.show_refusal(error.message.get(self.controller.lang()));
        }
        self.begin_step();
    }

    /// Plays the answer.
    pub(super) fn show_answer(self) {
        let (seat, answer) = self.with(|run| (run.learner(), run.solution()));
        if let (Some(seat), Some(answer)) = (seat, answer) {
            self.play(seat, &answer);
        }
    }

    /// Starts a step: its board, highlights and text.
    fn begin_step(self) {
        let controller = self.controller;
        controller.cancel_scheduled();
        controller.reset_input();
        controller.set_spec(self.with(|run| run.game().spec()));
        let (at, step) = self.with(|run| (run.step_index(), run.step().clone()));
        controller.show_current();
        controller.highlighted.set(step.point);
        self.state.set(LessonState { step_index: at, ..LessonState::default() });
        controller.context.announce(&step.text.plain_text(controller.lang()));
        self.continue_play();
    }

    /// Explains a wrong or illegal answer and lets the learner try again.
    fn reject_answer(self, why: &str) {
        self.controller.play_sound(Sound::Refused);
        self.controller.choices.set(Vec::new());
        self.controller.context.announce(why);
        let may_show = self.with(|run| run.wrong_tries() >= TRIES_BEFORE_ANSWER);
        self.state.update(|now| {
            now.feedback = Some(why.to_owned());
            now.may_show = may_show;
        });
        self.continue_play();
    }
}

impl LessonSession {
    /// Adds what a wrong action allows to the feedback.
    fn explain_wrong_action(self, action: &str) {
        let task = self.with(|run| {
            let (seat, best) = (run.learner()?, run.solution()?);
            Some(ExplainTask {
                spec: run.game().spec(),
                second: seat == Seat::Second,
                view: attempts::shown_position(run.game(), Observer::Player(seat)),
                played: Some(vec![action.to_owned()]),
                best: vec![best],
            })
        });
        let Some(task) = task else { return };
        let engine = self.engine.get_value();
        explain_wrong(&engine, self.controller, &task, move |why| {
            self.controller.context.announce(&why);
            self.state.update(|now| {
                if let Some(feedback) = &mut now.feedback {
                    *feedback = format!("{feedback} {why}");
                }
            });
        });
    }
}

impl GameBackend for LessonSession {
    fn player_view(&self, _by: Observer) -> Option<PlayerView> {
        Some(self.with(player_view))
    }

    fn play(&self, _seat: Seat, action: &str) -> bool {
        let lang = self.controller.lang();
        let (before, observer) = self.with(|run| (run.game().clone_box(), run.observer()));
        let mut result = None;
        self.lesson_run.update_value(|run| result = Some(run.play(action)));
        match result {
            Some(Ok(TaskFeedback::Right(plies))) => {
                let steps = attempts::steps(&*before, &plies, observer).unwrap_or_default();
                self.controller.highlighted.set(Vec::new());
                self.state.update(|now| now.feedback = None);
                self.controller.show_steps(steps);
                return true;
            }
            Some(Ok(TaskFeedback::Wrong(text))) => {
                self.reject_answer(&text.plain_text(lang));
                self.explain_wrong_action(action);
            }
            Some(Err(refused)) => self.reject_answer(&refused.localized(lang)),
            None => {}
        }
        false
    }

    /// Every action is checked at once.
    fn is_real_game(&self) -> bool {
        false
    }

    fn let_pass(&self, seat: Seat) {
        let lapse = self.controller.with_untracked(|seen| seen.game.window_default());
        if let Some(lapse) = lapse {
            self.play(seat, &lapse);
        }
    }

    /// After the animation, lets the learner act or reports that the task is done.
    fn continue_play(&self) {
        let controller = self.controller;
        controller.refresh();
        let (learner, done) = self.with(|run| (run.learner(), run.is_done()));
        if done && !self.state.with_untracked(|now| now.done) {
            let after = self.with(|run| run.step().task.as_ref().map(|task| task.after.clone()));
            let feedback = after.map(|after| after.plain_text(controller.lang()));
            if let Some(feedback) = &feedback {
                controller.context.announce(feedback);
            }
            self.state.update(|now| {
                now.done = true;
                now.feedback = feedback;
            });
        }
        match learner {
            Some(seat) => controller.enable_input(seat),
            None => controller.acting_seat.set(None),
        }
    }
}

fn player_view(run: &LessonRun) -> PlayerView {
    attempts::player_view(run.game(), run.observer(), run.learner())
}
