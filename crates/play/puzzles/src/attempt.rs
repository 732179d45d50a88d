use abaque_catalog::{AnyGame, PlyError};
use abaque_core::{Observer, ParseError, Seat, Turn, message};

use crate::{Puzzle, PuzzleQuestion};

/// An attempt at a puzzle; takes one answer at a time.
pub struct PuzzleAttempt {
    puzzle: Puzzle,
    /// The current position; with hidden information, one consistent with the puzzle's view.
    game: Box<dyn AnyGame>,
    solver: Seat,
    /// How many plies of the line have been played.
    line_index: usize,
    /// The solver's actions in this turn, where the whole turn is judged.
    turn: Vec<String>,
    last_wrong: Option<WrongTurn>,
}

/// A wrong answer made of actions, and what would have been right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongTurn {
    /// The solver's view before it.
    pub view: String,
    /// What was played.
    pub played: Vec<String>,
    /// The solution from there.
    pub best: Vec<String>,
}

/// The verdict on an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleVerdict {
    /// The puzzle is solved.
    Solved,
    /// Correct so far; these replies follow, then the solver acts again.
    Right(Vec<String>),
    /// Correctness shows at the end of the turn.
    Undecided,
    /// Incorrect. The attempt returns to where the line, turn or answer began.
    Wrong,
}

impl PuzzleAttempt {
    /// Starts an attempt; the error describes a fault in the puzzle itself.
    pub fn new(puzzle: &Puzzle) -> Result<PuzzleAttempt, ParseError> {
        let game = match abaque_catalog::open_at(&puzzle.game, &puzzle.position) {
            Ok(game) => game,
            Err(error) => {
                let view = abaque_catalog::parse_view(&puzzle.game, &puzzle.position);
                abaque_catalog::sample_world(&view.map_err(|_| error)?, 0)?
            }
        };
        let Turn::Of(solver) = game.turn() else {
            return Err(ParseError::new(
                "POSITION",
                message!("there is no move to play here", "il n'y a pas de coup à jouer ici"),
            ));
        };
        let (puzzle, line_index, turn) = (puzzle.clone(), 0, Vec::new());
        Ok(PuzzleAttempt { puzzle, game, solver, line_index, turn, last_wrong: None })
    }

    /// The puzzle being solved.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The solver's seat.
    pub fn solver(&self) -> Seat {
        self.solver
    }

    /// The current position. With hidden information it is only *a* position consistent with the
    /// puzzle's view: show nothing but the solver's view of it.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Judges an answer: an action, or a statement about a hidden fact in the game's notation.
    pub fn answer(&mut self, text: &str) -> Result<PuzzleVerdict, PlyError> {
        let ask = self.puzzle.ask.clone();
        match &ask {
            PuzzleQuestion::Certain { .. } => check_deduction(&self.puzzle, text),
            PuzzleQuestion::Line(line) => self.check_line(line, text),
            PuzzleQuestion::Turn(line) => {
                let wanted = self.position_after(line);
                let verdict = self.check_turn(text, |end| Some(end.position()) == wanted)?;
                // If the rest of the turn does not matter, the line ends before it.
                let done =
                    verdict == PuzzleVerdict::Undecided && Some(self.game.position()) == wanted;
                Ok(if done { PuzzleVerdict::Solved } else { verdict })
            }
            PuzzleQuestion::Most { pawns, .. } => {
                let (most, solver) = (u32::from(*pawns), self.solver);
                let start = abaque_catalog::open_at(&self.puzzle.game, &self.puzzle.position);
                let before = start.ok().and_then(|start| start.points(solver));
                self.check_turn(text, |end| {
                    let after = end.points(solver);
                    before.zip(after).is_some_and(|(before, after)| after - before >= most)
                })
            }
        }
    }

    /// The last wrong answer, if it was made of actions.
    pub fn last_wrong(&self) -> Option<&WrongTurn> {
        self.last_wrong.as_ref()
    }

    /// The next action of the solution; `None` if it is not an action or the turn has left the
    /// solution.
    pub fn expected_action(&self) -> Option<String> {
        let (line, at) = match &self.puzzle.ask {
            PuzzleQuestion::Certain { .. } => return None,
            PuzzleQuestion::Line(line) => (line, Some(self.line_index)),
            PuzzleQuestion::Turn(line) | PuzzleQuestion::Most { line, .. } => {
                let here = self.game.position();
                let on_the_way =
                    |at: &usize| self.position_after(&line[..*at]).as_ref() == Some(&here);
                (line, (0..line.len()).find(on_the_way))
            }
        };
        line.get(at?).cloned()
    }

    fn check_line(&mut self, line: &[String], text: &str) -> Result<PuzzleVerdict, PlyError> {
        let mut game = self.game.clone();
        let played = game.play(text)?;
        if line.get(self.line_index) != Some(&played.text) {
            // The puzzle's own view includes what the solver remembers.
            let view = match self.line_index {
                0 => self.puzzle.position.clone(),
                _ => self.game.view(Observer::Player(self.solver)),
            };
            let best = line.get(self.line_index..).unwrap_or_default().to_vec();
            self.last_wrong = Some(WrongTurn { view, played: vec![played.text], best });
            return Ok(PuzzleVerdict::Wrong);
        }
        let mut at = self.line_index + 1;
        let mut replies = Vec::new();
        while at < line.len() && game.turn() != Turn::Of(self.solver) {
            game.play(&line[at])?;
            replies.push(line[at].clone());
            at += 1;
        }
        (self.game, self.line_index) = (game, at);
        Ok(if at == line.len() { PuzzleVerdict::Solved } else { PuzzleVerdict::Right(replies) })
    }

    /// Plays an action; at the end of the turn `good` decides, and a wrong turn is taken back
    /// whole.
    fn check_turn(
        &mut self,
        text: &str,
        good: impl Fn(&dyn AnyGame) -> bool,
    ) -> Result<PuzzleVerdict, PlyError> {
        let played = self.game.play(text)?;
        self.turn.push(played.text);
        // Nobody says Stop in a puzzle: the window closes by default.
        while let Some(lapse) = self.game.window_default() {
            self.game.play(&lapse)?;
        }
        if self.game.turn() == Turn::Of(self.solver) {
            return Ok(PuzzleVerdict::Undecided);
        }
        let played = std::mem::take(&mut self.turn);
        if good(&*self.game) {
            return Ok(PuzzleVerdict::Solved);
        }
        let best = match &self.puzzle.ask {
            PuzzleQuestion::Turn(line) | PuzzleQuestion::Most { line, .. } => line.clone(),
            PuzzleQuestion::Line(_) | PuzzleQuestion::Certain { .. } => Vec::new(),
        };
        let view = self.puzzle.position.clone();
        self.last_wrong = Some(WrongTurn { view, played, best });
        if let Ok(game) = abaque_catalog::open_at(&self.puzzle.game, &self.puzzle.position) {
            self.game = game;
        }
        Ok(PuzzleVerdict::Wrong)
    }

    fn position_after(&self, line: &[String]) -> Option<String> {
        let mut game = abaque_catalog::open_at(&self.puzzle.game, &self.puzzle.position).ok()?;
        for ply in line {
            game.play(ply).ok()?;
            while let Some(lapse) = game.window_default() {
                game.play(&lapse).ok()?;
            }
        }
        Some(game.position())
    }
}

/// Any fact that is certain and was never shown is correct, not only the one the puzzle names.
fn check_deduction(puzzle: &Puzzle, text: &str) -> Result<PuzzleVerdict, PlyError> {
    let view = abaque_catalog::parse_view(&puzzle.game, &puzzle.position);
    let right = view.and_then(|view| abaque_catalog::is_certain(&view, text));
    let right = right.map_err(PlyError::Unreadable)?;
    Ok(if right { PuzzleVerdict::Solved } else { PuzzleVerdict::Wrong })
}
