use abaque_catalog::{AnyGame, Opened, Refused};
use abaque_core::{BadText, Observer, Seat, Turn, said};

use crate::{Lesson, Opening, Step, Text};

/// Somebody's way through a lesson.
pub struct Walk {
    lesson: Lesson,
    at: usize,
    game: Box<dyn AnyGame>,
    eyes: Observer,
    /// Whether the task of this step is done.
    done: bool,
    /// How often the task of this step was answered wrong.
    tries: u32,
}

/// What an action is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// It will do. These plies were played: the action, then what follows by itself.
    Right(Vec<String>),
    /// It will not, and nothing was played.
    Wrong(Text),
}

impl Walk {
    /// Begins; the error says what is wrong with the lesson's own texts.
    pub fn new(lesson: Lesson) -> Result<Walk, BadText> {
        let (game, eyes) = opened(&lesson, 0)?;
        Ok(Walk { lesson, at: 0, game, eyes, done: false, tries: 0 })
    }

    /// The lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The number of the step.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The step.
    pub fn step(&self) -> &Step {
        &self.lesson.steps[self.at]
    }

    /// Whether this step is the last one.
    pub fn is_last(&self) -> bool {
        self.at + 1 >= self.lesson.steps.len()
    }

    /// The game as it stands.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Whose eyes look: everybody's where everything is open.
    pub fn eyes(&self) -> Observer {
        self.eyes
    }

    /// Who is to act for the task of this step; nobody once it is done.
    pub fn learner(&self) -> Option<Seat> {
        match self.game.turn() {
            Turn::Of(seat) if !self.is_done() => Some(seat),
            _ => None,
        }
    }

    /// Whether nothing is left to do here.
    pub fn is_done(&self) -> bool {
        self.done || self.step().task.is_none()
    }

    /// How often the task was answered wrong.
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// An action that will do here, where one is asked for.
    pub fn answer(&self) -> Option<String> {
        let task = self.step().task.as_ref().filter(|_| !self.done)?;
        let first = task.accept.first()?;
        if !first.ends_with('*') {
            return Some(first.clone());
        }
        self.game.offered().into_iter().find(|action| task.accepts(action))
    }

    /// Plays an action for the task; a ply against the rules is refused unless the lesson has a word for it.
    pub fn play(&mut self, action: &str) -> Result<Heard, Refused> {
        let mut game = self.game.clone();
        let played = game.play(action);
        let Some(task) = self.lesson.steps[self.at].task.as_ref().filter(|_| !self.done) else {
            return Err(Refused::NotDue(said!(
                "nothing is to be played here",
                "rien n'est à jouer ici"
            )));
        };
        let text = played.as_ref().map_or(action, |played| &played.text);
        if played.is_ok() && task.accepts(text) {
            let mut plies = vec![text.to_owned()];
            for reply in &task.replies {
                plies.push(game.play(reply)?.text);
            }
            (self.game, self.done) = (game, true);
            return Ok(Heard::Right(plies));
        }
        self.tries += 1;
        if let Some(wrong) = task.wrong.iter().find(|wrong| wrong.action == text) {
            return Ok(Heard::Wrong(wrong.text.clone()));
        }
        played.map(|_| Heard::Wrong(task.hint.clone()))
    }

    /// Goes to a step: the next one goes on from the board as it is, any other from the lesson's own line.
    pub fn go(&mut self, at: usize) -> Result<(), BadText> {
        let at = at.min(self.lesson.steps.len().saturating_sub(1));
        let goes_on = at == self.at + 1 && self.is_done() && self.lesson.steps[at].at.is_none();
        if !goes_on {
            (self.game, self.eyes) = opened(&self.lesson, at)?;
        }
        (self.at, self.done, self.tries) = (at, false, 0);
        Ok(())
    }
}

/// The board as a step finds it when every task before was answered by its first answer.
fn opened(lesson: &Lesson, at: usize) -> Result<(Box<dyn AnyGame>, Observer), BadText> {
    let before = lesson.steps.get(..=at).unwrap_or_default();
    let nowhere = || {
        BadText::new(
            "LESSON",
            said!("the first step has no position", "la première étape n'a pas de position"),
        )
    };
    let first = before.iter().rposition(|step| step.at.is_some()).ok_or_else(nowhere)?;
    let opening = before[first].at.as_ref().ok_or_else(nowhere)?;
    let mut game = open(opening)?;
    let eyes = match game.turn() {
        Turn::Of(seat) if opening.secret => Observer::Player(seat),
        _ => Observer::Spectator,
    };
    for task in before[first..at].iter().filter_map(|step| step.task.as_ref()) {
        let legal = game.offered();
        let first = task.accept.first().filter(|accept| !accept.ends_with('*'));
        let answer = first.or_else(|| legal.iter().find(|action| task.accepts(action)));
        for ply in answer.into_iter().chain(&task.replies) {
            game.play(ply).map_err(|refused| {
                BadText::new("LESSON", said!("{ply}: {refused}", "{ply} : {refused}"))
            })?;
        }
    }
    Ok((game, eyes))
}

fn open(opening: &Opening) -> Opened {
    match &opening.position {
        Some(position) => abaque_catalog::open_at(&opening.game, position),
        None => abaque_catalog::open(&opening.game),
    }
}
