//! A game to think about: a tree of plies with comments and marks, and a place in it. Made from a record and written as one.

mod grow;
mod link;
mod look;
mod lots;
mod notes;
mod place;
mod ponder;
mod read;
mod review;
mod rows;
mod tree;
mod write;

#[cfg(test)]
mod tests;

use abaque_catalog::AnyGame;
use abaque_core::{Millis, Observer, Outcome, Seat};
use abaque_record::Mark;

pub use link::{Link, MAX_LINK, decode, encode};
pub use lots::lot_name;
pub use place::Place;
pub use ponder::ponder;
pub use read::read_any;
pub use review::{Figures, Finding, Judged, Look, Review, Throw, Verdict, judge, review};
pub use rows::{Item, Row};

/// What may be said of a ply, in the order people expect.
pub const MARKS: [Mark; 6] =
    [Mark::Brilliant, Mark::Good, Mark::Interesting, Mark::Dubious, Mark::Mistake, Mark::Blunder];

/// A ply of a study by its number, which it keeps.
pub type Id = usize;

/// Where a study begins.
pub const ROOT: Id = 0;

#[derive(Clone, Debug, Default)]
struct Node {
    ply: String,
    seat: Option<Seat>,
    /// The number of the turn it belongs to, and whether that turn begins with it.
    turn: u32,
    begins: bool,
    /// Comments before it, at the beginning of a variation.
    intro: Vec<String>,
    comments: Vec<String>,
    mark: Option<Mark>,
    clock: Option<Millis>,
    elapsed: Option<Millis>,
    parent: Id,
    /// What may follow; the first of them is the line, the others are variations.
    next: Vec<Id>,
}

/// Whose eyes look at a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// Nobody's in particular: everything is known.
    #[default]
    All,
    /// What somebody could see when it was played.
    As(Observer),
}

/// A study.
#[derive(Clone)]
pub struct Study {
    start: Box<dyn AnyGame>,
    /// What the record says beside game, start and result.
    tags: Vec<(String, String)>,
    /// The plies and the result of the record it was made from: they belong together.
    played: Vec<String>,
    outcome: Option<Outcome>,
    nodes: Vec<Node>,
    cursor: Id,
}

impl Study {
    /// A study of a position.
    pub fn new(start: Box<dyn AnyGame>) -> Study {
        let nodes = vec![Node::default()];
        let (tags, played) = (Vec::new(), Vec::new());
        Study { start, tags, played, outcome: None, nodes, cursor: ROOT }
    }

    /// The spec of the game.
    pub fn spec(&self) -> String {
        self.start.spec()
    }

    /// Where it begins.
    pub fn start(&self) -> &dyn AnyGame {
        &*self.start
    }

    /// A tag of the record it was made from.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Where one is.
    pub fn cursor(&self) -> Id {
        self.cursor
    }

    /// Goes somewhere.
    pub fn go(&mut self, to: Id) {
        if self.has(to) {
            self.cursor = to;
        }
    }
}
