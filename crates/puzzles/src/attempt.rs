use abaque_abraxas::Abraxas;
use abaque_blocs::{Blocs, Colour, Field, Rod, deduce};
use abaque_catalog::{AnyGame, Refused};
use abaque_core::{BadText, Game, Options, Seat, Spec, Turn, said};

use crate::{Ask, Puzzle};

/// Somebody's try at a puzzle: answers go in one at a time.
pub struct Attempt {
    puzzle: Puzzle,
    /// Where the attempt stands; in a game with secrets a position that looks like the puzzle's.
    game: Box<dyn AnyGame>,
    solver: Seat,
    /// How much of a line is played.
    at: usize,
}

/// What an answer is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The puzzle is solved.
    Solved,
    /// Right so far; these replies follow, then it is the solver's turn again.
    Right(Vec<String>),
    /// Whether it is right shows when the turn is over.
    GoOn,
    /// Not the answer. The attempt stands where it stood before the line, turn or answer.
    Wrong,
}

impl Attempt {
    /// Begins; the error says what is wrong with the puzzle's own texts.
    pub fn new(puzzle: &Puzzle) -> Result<Attempt, BadText> {
        let game = match abaque_catalog::open_at(&puzzle.game, &puzzle.position) {
            Ok(game) => game,
            Err(error) => {
                let view = abaque_catalog::read_view(&puzzle.game, &puzzle.position);
                abaque_catalog::imagine(&view.map_err(|_| error)?, 0)?
            }
        };
        let Turn::Of(solver) = game.turn() else {
            return Err(BadText::new(
                "POSITION",
                said!("nobody is to act here", "personne n'a à jouer ici"),
            ));
        };
        Ok(Attempt { puzzle: puzzle.clone(), game, solver, at: 0 })
    }

    /// What is tried.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Who solves.
    pub fn solver(&self) -> Seat {
        self.solver
    }

    /// Where the attempt stands. With secrets it is *a* position that looks like the puzzle's: show
    /// only the solver's view of it.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Takes an answer: an action, or `FIELD:PART=LETTER` where something certain is asked for.
    pub fn answer(&mut self, text: &str) -> Result<Verdict, Refused> {
        let ask = self.puzzle.ask.clone();
        match &ask {
            Ask::Certain { .. } => certain(&self.puzzle, text),
            Ask::Line(line) => self.line(line, text),
            Ask::Turn(line) => {
                let wanted = self.result_of(line);
                let verdict = self.turn(text, |end| Some(end.position()) == wanted)?;
                // Where the rest of the turn does not matter, the line ends before it.
                let done = verdict == Verdict::GoOn && Some(self.game.position()) == wanted;
                Ok(if done { Verdict::Solved } else { verdict })
            }
            Ask::Most { pawns, .. } => {
                let (pawns, solver) = (*pawns, self.solver);
                let before = score(&self.puzzle.game, &self.puzzle.position, solver);
                self.turn(text, |end| {
                    let after = score(&end.spec(), &end.position(), solver);
                    before.zip(after).is_some_and(|(before, after)| after - before >= pawns)
                })
            }
        }
    }

    /// The action the solution goes on with from here; nothing where it is not an action, or where a turn left its way.
    pub fn expected(&self) -> Option<String> {
        let (line, at) = match &self.puzzle.ask {
            Ask::Certain { .. } => return None,
            Ask::Line(line) => (line, Some(self.at)),
            Ask::Turn(line) | Ask::Most { line, .. } => {
                let here = self.game.position();
                let on_the_way = |at: &usize| self.result_of(&line[..*at]).as_ref() == Some(&here);
                (line, (0..line.len()).find(on_the_way))
            }
        };
        line.get(at?).cloned()
    }

    fn line(&mut self, line: &[String], text: &str) -> Result<Verdict, Refused> {
        let mut game = self.game.clone();
        let played = game.play(text)?;
        if line.get(self.at) != Some(&played.text) {
            return Ok(Verdict::Wrong);
        }
        let mut at = self.at + 1;
        let mut replies = Vec::new();
        while at < line.len() && game.turn() != Turn::Of(self.solver) {
            game.play(&line[at])?;
            replies.push(line[at].clone());
            at += 1;
        }
        (self.game, self.at) = (game, at);
        Ok(if at == line.len() { Verdict::Solved } else { Verdict::Right(replies) })
    }

    /// Plays on; at the end of the turn `good` decides, and a wrong turn is taken back whole.
    fn turn(
        &mut self,
        text: &str,
        good: impl Fn(&dyn AnyGame) -> bool,
    ) -> Result<Verdict, Refused> {
        self.game.play(text)?;
        // In a puzzle nobody says Stop: the window closes by itself.
        while let Some(lapse) = self.game.lapse() {
            self.game.play(&lapse)?;
        }
        if self.game.turn() == Turn::Of(self.solver) {
            return Ok(Verdict::GoOn);
        }
        if good(&*self.game) {
            return Ok(Verdict::Solved);
        }
        if let Ok(game) = abaque_catalog::open_at(&self.puzzle.game, &self.puzzle.position) {
            self.game = game;
        }
        Ok(Verdict::Wrong)
    }

    fn result_of(&self, line: &[String]) -> Option<String> {
        let mut game = abaque_catalog::open_at(&self.puzzle.game, &self.puzzle.position).ok()?;
        for ply in line {
            game.play(ply).ok()?;
            while let Some(lapse) = game.lapse() {
                game.play(&lapse).ok()?;
            }
        }
        Some(game.position())
    }
}

fn score(spec: &str, position: &str, seat: Seat) -> Option<u8> {
    let spec: Spec = spec.parse().ok()?;
    let options = <Abraxas as Game>::Options::from_spec(&spec).ok()?;
    Some(Abraxas::parse(&options, position).ok()?.score(seat))
}

/// Whatever is certain and was never shown is a right answer, not only the one the puzzle names.
fn certain(puzzle: &Puzzle, text: &str) -> Result<Verdict, Refused> {
    let wrong = || {
        Refused::Unreadable(BadText::new(
            "ANSWER",
            said!(
                "`{text}` is no answer; write FIELD:PART=LETTER, such as d6:middle=n or d6:rod=s (parts: bottom, middle, top, rod)",
                "« {text} » n'est pas une réponse ; écrire CASE:PARTIE=LETTRE, par exemple d6:middle=n ou d6:rod=s (parties : bottom, middle, top, rod)"
            ),
        ))
    };
    let (place, what) = text.split_once('=').ok_or_else(wrong)?;
    let (field, part) = place.split_once(':').ok_or_else(wrong)?;
    let field: Field = field.parse().map_err(Refused::Unreadable)?;
    let slot = ["bottom", "middle", "top"].into_iter().position(|name| name == part);
    if (slot.is_none() && part != "rod") || what.len() != 1 {
        return Err(wrong());
    }
    let spec: Spec = puzzle.game.parse().map_err(Refused::Unreadable)?;
    let options = <Blocs as Game>::Options::from_spec(&spec).map_err(Refused::Unreadable)?;
    let view = Blocs::parse_view(&options, &puzzle.position).map_err(Refused::Unreadable)?;
    let known =
        deduce(&view).into_iter().find(|block| block.field == field).and_then(|block| match slot {
            Some(slot) => {
                let shown = view.block(field).is_none_or(|seen| seen.pawns[slot].is_some());
                block.pawns[slot].certain().filter(|_| !shown).map(Colour::letter)
            }
            None => {
                let (small, rods) = block.small;
                let rod = if small == 0 { Rod::Large } else { Rod::Small };
                let sure = small == 0 || small == rods;
                (sure && view.rod(field).is_none()).then(|| rod.letter())
            }
        });
    let right = known.is_some_and(|known| what == known.to_string());
    Ok(if right { Verdict::Solved } else { Verdict::Wrong })
}
