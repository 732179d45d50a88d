//! Records and positions written elsewhere.
//!
//! Moves come in Aba-Pro notation, which is this crate's own, or in Nacre notation; which of the
//! two a list of moves is in shows by which of them makes every move legal. Positions come as
//! PlayStrategy strings.

mod nacre;
mod playstrategy;

use std::fmt;

use abaque_core::{BadText, Game, Lang, Ply, Refusal, Said};

use crate::{Abalone, Action};

pub use playstrategy::{PlayStrategy, read_playstrategy};

/// A way of writing moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// The rear ball and where it goes; arrows by their ends and where the first-named goes.
    AbaPro,
    /// The rear ball and the point that the foremost own ball reaches.
    Nacre,
}

impl Notation {
    /// Both notations.
    pub const ALL: [Notation; 2] = [Notation::AbaPro, Notation::Nacre];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::AbaPro => "Aba-Pro",
            Notation::Nacre => "Nacre",
        }
    }

    /// Reads a move that is legal in `game`.
    pub fn read_move(self, game: &Abalone, text: &str) -> Result<Action, BadText> {
        match self {
            Notation::AbaPro => legal(game, text.parse()?),
            Notation::Nacre => nacre::read(game, text),
        }
    }

    /// Writes a move that is legal in `game`.
    pub fn write_move(self, game: &Abalone, action: Action) -> String {
        match self {
            Notation::AbaPro => action.to_string(),
            Notation::Nacre => nacre::write(game, action),
        }
    }

    /// Reads a whole list of moves from `start`.
    pub fn read_moves(self, start: &Abalone, moves: &[&str]) -> Result<Vec<Action>, BadMove> {
        let mut game = *start;
        let mut actions = Vec::with_capacity(moves.len());
        for (index, text) in moves.iter().enumerate() {
            let action = self.read_move(&game, text).map_err(|bad| BadMove {
                index,
                text: text.to_string(),
                notation: self,
                why: bad.said,
            })?;
            game.apply_unchecked(Ply::Act(action));
            actions.push(action);
        }
        Ok(actions)
    }
}

/// The first move of a list that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadMove {
    /// How many moves come before it.
    pub index: usize,
    /// The move as written.
    pub text: String,
    /// The notation that got this far.
    pub notation: Notation,
    /// What is wrong with it.
    pub why: Said,
}

impl BadMove {
    /// The whole message in one language.
    pub fn tell(&self, lang: Lang) -> String {
        let (number, text, name) = (self.index + 1, &self.text, self.notation.name());
        let why = self.why.get(lang);
        match lang {
            Lang::En => format!("move {number}, `{text}` (read as {name} notation): {why}"),
            Lang::Fr => format!("coup {number}, « {text} » (lu en notation {name}) : {why}"),
        }
    }
}

impl fmt::Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.tell(Lang::En))
    }
}

impl std::error::Error for BadMove {}

/// Reads a list of moves in whichever notation makes all of them legal. A text that both can read
/// moves a single ball and means the same in both, so the order of trying does not matter. Where
/// neither fits, the error is that of the notation that got further.
pub fn read_game(start: &Abalone, moves: &[&str]) -> Result<(Notation, Vec<Action>), BadMove> {
    let aba_pro = match Notation::AbaPro.read_moves(start, moves) {
        Ok(actions) => return Ok((Notation::AbaPro, actions)),
        Err(bad) => bad,
    };
    match Notation::Nacre.read_moves(start, moves) {
        Ok(actions) => Ok((Notation::Nacre, actions)),
        Err(nacre) if nacre.index > aba_pro.index => Err(nacre),
        Err(_) => Err(aba_pro),
    }
}

/// The action if it is legal, else why not.
fn legal(game: &Abalone, action: Action) -> Result<Action, BadText> {
    match game.check(&action) {
        Ok(()) => Ok(action),
        Err(refusal) => Err(BadText::new("ACTION", refusal.said())),
    }
}
