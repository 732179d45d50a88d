use abaque_catalog::{AnyGame, OpenedGame, PlyError};
use abaque_core::{Observer, ParseError, Seat, Turn, message};

use crate::{Lesson, LessonStep, LessonText, StepPosition};

/// A learner's run through a lesson.
pub struct LessonRun {
    lesson: Lesson,
    step_index: usize,
    game: Box<dyn AnyGame>,
    observer: Observer,
    /// Whether the task of this step is done.
    done: bool,
    /// Wrong attempts at the task of this step.
    wrong_tries: u32,
}

/// The feedback to an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskFeedback {
    /// Accepted. These plies were played: the action, then the automatic replies.
    Right(Vec<String>),
    /// Not accepted, and not played.
    Wrong(LessonText),
}

impl LessonRun {
    /// Starts a lesson; the error describes a fault in the lesson itself.
    pub fn new(lesson: Lesson) -> Result<LessonRun, ParseError> {
        let (game, eyes) = open_step(&lesson, 0)?;
        Ok(LessonRun { lesson, step_index: 0, game, observer: eyes, done: false, wrong_tries: 0 })
    }

    /// The lesson being run.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The index of the current step.
    pub fn step_index(&self) -> usize {
        self.step_index
    }

    /// The current step.
    pub fn step(&self) -> &LessonStep {
        &self.lesson.steps[self.step_index]
    }

    /// Whether the current step is the last.
    pub fn is_last(&self) -> bool {
        self.step_index + 1 >= self.lesson.steps.len()
    }

    /// The current game state.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Whose view to show; a spectator where everything is revealed.
    pub fn observer(&self) -> Observer {
        self.observer
    }

    /// The seat that must act in this step's task; `None` once it is done.
    pub fn learner(&self) -> Option<Seat> {
        match self.game.turn() {
            Turn::Of(seat) if !self.is_done() => Some(seat),
            _ => None,
        }
    }

    /// Whether the current step needs no more action.
    pub fn is_done(&self) -> bool {
        self.done || self.step().task.is_none()
    }

    /// Wrong attempts at the current task.
    pub fn wrong_tries(&self) -> u32 {
        self.wrong_tries
    }

    /// An accepted action, if the current step has a task.
    pub fn solution(&self) -> Option<String> {
        let task = self.step().task.as_ref().filter(|_| !self.done)?;
        let first = task.accept.first()?;
        if !first.ends_with('*') {
            return Some(first.clone());
        }
        self.game.offered_plies().into_iter().find(|action| task.accepts(action))
    }

    /// Plays an action for the task; an illegal ply is an error unless the lesson has feedback for
    /// it.
    pub fn play(&mut self, action: &str) -> Result<TaskFeedback, PlyError> {
        let mut game = self.game.clone();
        let played = game.play(action);
        let Some(task) = self.lesson.steps[self.step_index].task.as_ref().filter(|_| !self.done)
        else {
            return Err(PlyError::NotDue(message!(
                "there is nothing to play here",
                "il n'y a rien à jouer ici"
            )));
        };
        let text = played.as_ref().map_or(action, |played| &played.text);
        if played.is_ok() && task.accepts(text) {
            let mut plies = vec![text.to_owned()];
            for reply in &task.replies {
                plies.push(game.play(reply)?.text);
            }
            (self.game, self.done) = (game, true);
            return Ok(TaskFeedback::Right(plies));
        }
        self.wrong_tries += 1;
        if let Some(wrong) = task.wrong.iter().find(|wrong| wrong.action == text) {
            return Ok(TaskFeedback::Wrong(wrong.text.clone()));
        }
        played.map(|_| TaskFeedback::Wrong(task.hint.clone()))
    }

    /// Goes to a step. The next step continues from the current board, any other from the lesson's
    /// own line.
    pub fn go_to_step(&mut self, at: usize) -> Result<(), ParseError> {
        let at = at.min(self.lesson.steps.len().saturating_sub(1));
        let goes_on =
            at == self.step_index + 1 && self.is_done() && self.lesson.steps[at].at.is_none();
        if !goes_on {
            (self.game, self.observer) = open_step(&self.lesson, at)?;
        }
        (self.step_index, self.done, self.wrong_tries) = (at, false, 0);
        Ok(())
    }
}

/// The board of a step when every earlier task was solved by its first accepted action.
fn open_step(lesson: &Lesson, at: usize) -> Result<(Box<dyn AnyGame>, Observer), ParseError> {
    let before = lesson.steps.get(..=at).unwrap_or_default();
    let nowhere = || {
        ParseError::new(
            "LESSON",
            message!("the first step has no position", "la première étape n'a pas de position"),
        )
    };
    let first = before.iter().rposition(|step| step.at.is_some()).ok_or_else(nowhere)?;
    let opening = before[first].at.as_ref().ok_or_else(nowhere)?;
    let mut game = open_position(opening)?;
    let eyes = match game.turn() {
        Turn::Of(seat) if opening.secret => Observer::Player(seat),
        _ => Observer::Spectator,
    };
    for task in before[first..at].iter().filter_map(|step| step.task.as_ref()) {
        let legal = game.offered_plies();
        let first = task.accept.first().filter(|accept| !accept.ends_with('*'));
        let answer = first.or_else(|| legal.iter().find(|action| task.accepts(action)));
        for ply in answer.into_iter().chain(&task.replies) {
            game.play(ply).map_err(|refused| {
                ParseError::new("LESSON", message!("{ply}: {refused}", "{ply}\u{a0}: {refused}"))
            })?;
        }
    }
    Ok((game, eyes))
}

fn open_position(opening: &StepPosition) -> OpenedGame {
    match &opening.position {
        Some(position) => abaque_catalog::open_at(&opening.game, position),
        None => abaque_catalog::open(&opening.game),
    }
}
