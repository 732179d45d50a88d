//! Import of games and positions from other programs.
//!
//! Moves come in Aba-Pro notation, which is this crate's own, or in Nacre notation; the notation of
//! a list is the one in which every move is legal. Positions come as PlayStrategy strings.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

mod nacre;
mod playstrategy;

use core::fmt;

use abaque_core::{
    Game, ImportError, ImportedMoves, Importer, Lang, Message, ParseError, Ply, RuleViolation,
};

use crate::{Abalone, Action, Layout};

pub use playstrategy::{PlayStrategyPosition, read_playstrategy};

/// A move notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// The rear ball and its target; arrows as both ends and the target of the first.
    AbaPro,
    /// The rear ball and the target of the foremost own ball.
    Nacre,
}

impl Notation {
    /// Both notations.
    pub const ALL: [Notation; 2] = [Notation::AbaPro, Notation::Nacre];

    /// The display name.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::AbaPro => "Aba-Pro",
            Notation::Nacre => "Nacre",
        }
    }

    /// Parses a move that is legal in `game`.
    pub fn read_move(self, game: &Abalone, text: &str) -> Result<Action, ParseError> {
        match self {
            Notation::AbaPro => check_legal(game, text.parse()?),
            Notation::Nacre => nacre::read_move(game, text),
        }
    }

    /// Writes a move that is legal in `game`.
    pub fn write_move(self, game: &Abalone, action: Action) -> String {
        match self {
            Notation::AbaPro => action.to_string(),
            Notation::Nacre => nacre::write_move(game, action),
        }
    }

    /// Parses a whole list of moves from `start`.
    pub fn read_moves(self, start: &Abalone, moves: &[&str]) -> Result<Vec<Action>, MoveListError> {
        let mut game = *start;
        let mut actions = Vec::with_capacity(moves.len());
        for (index, text) in moves.iter().enumerate() {
            let action = self.read_move(&game, text).map_err(|bad| MoveListError {
                index,
                text: text.to_string(),
                notation: self,
                message: bad.message,
            })?;
            game.apply_unchecked(Ply::Act(action));
            actions.push(action);
        }
        Ok(actions)
    }
}

/// The first move of a list that could not be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveListError {
    /// Index of the move in the list.
    pub index: usize,
    /// The move as written.
    pub text: String,
    /// The notation that parsed the most moves.
    pub notation: Notation,
    /// The reason.
    pub message: Message,
}

impl MoveListError {
    /// The full message in one language.
    pub fn localized(&self, lang: Lang) -> String {
        let (number, text, name) = (self.index + 1, &self.text, self.notation.name());
        let why = self.message.get(lang);
        match lang {
            Lang::En => format!("move {number}, `{text}` (read as {name} notation): {why}"),
            Lang::Fr => {
                format!("coup {number}, «\u{a0}{text}\u{a0}» (lu en notation {name})\u{a0}: {why}")
            }
        }
    }
}

impl fmt::Display for MoveListError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.localized(Lang::En))
    }
}

impl core::error::Error for MoveListError {}

/// Parses a list of moves in the notation that makes all of them legal. A text valid in both
/// notations moves a single ball and means the same in both, so the order of attempts is
/// irrelevant. If neither fits, the error comes from the notation that got further.
pub fn read_game(
    start: &Abalone,
    moves: &[&str],
) -> Result<(Notation, Vec<Action>), MoveListError> {
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

/// The move notations and the position strings, for any code that imports games.
pub(crate) const IMPORTER: Importer<Abalone> = Importer {
    read_start: |options, line| {
        // Eight slashes separate nine rows; move lists never have that many.
        (line.matches('/').count() >= 8)
            .then(|| Ok(named_layout(read_playstrategy(options, line)?.game)))
    },
    read_moves: |start, moves| match read_game(start, moves) {
        Ok((notation, actions)) => Ok(ImportedMoves { notation: notation.name(), actions }),
        Err(bad) => Err(ImportError {
            index: bad.index,
            message: Message { en: bad.localized(Lang::En), fr: bad.localized(Lang::Fr) },
        }),
    },
};

/// The start of a known layout if the position is one, so that the layout is named.
fn named_layout(game: Abalone) -> Abalone {
    let text = game.to_string();
    let mut starts =
        Layout::ALL.into_iter().map(|layout| Abalone::start(&game.options().with_layout(layout)));
    starts.rfind(|start| start.to_string() == text).unwrap_or(game)
}

/// Returns the action if it is legal, otherwise the reason.
fn check_legal(game: &Abalone, action: Action) -> Result<Action, ParseError> {
    match game.check(&action) {
        Ok(()) => Ok(action),
        Err(violation) => Err(ParseError::new("ACTION", violation.message())),
    }
}
