use alloc::vec::Vec;

use crate::{Game, Message, ParseError};

/// A start position, or the error in its text.
pub type ParsedStart<G> = Result<G, ParseError>;

/// A list of moves, or the first one that could not be parsed.
pub type ImportResult<A> = Result<ImportedMoves<A>, ImportError>;

/// How a game reads move lists and positions of other programs.
pub struct Importer<G: Game> {
    /// Parses a start position from the first line of a text; `None` if the line is no position.
    pub read_start: fn(&G::Options, &str) -> Option<ParsedStart<G>>,
    /// Parses a whole list of moves from a start position.
    pub read_moves: fn(&G, &[&str]) -> ImportResult<G::Action>,
}

/// A list of moves from another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedMoves<A> {
    /// The name of the notation they were written in.
    pub notation: &'static str,
    /// The moves, all legal.
    pub actions: Vec<A>,
}

/// The first move of a list that could not be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportError {
    /// Index of the move in the list.
    pub index: usize,
    /// The reason, naming the move.
    pub message: Message,
}
