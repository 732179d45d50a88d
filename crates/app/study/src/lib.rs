//! A study: a tree of plies with comments and marks, and a cursor in it. Read from a record and
//! written as one.

mod edit;
mod from_record;
mod link;
mod move_list;
mod notes;
mod ponder;
mod position;
mod position_view;
mod review;
mod to_record;
mod tree;

#[cfg(test)]
mod tests;

use abaque_catalog::AnyGame;
use abaque_core::{Millis, Observer, Outcome, Seat};
use abaque_record::MoveMark;

pub use from_record::parse_games;
pub use link::{MAX_LINK_LEN, StudyLink, decode, encode};
pub use move_list::{MoveListItem, MoveListRow};
pub use ponder::ponder;
pub use position::StudyPosition;
pub use review::{
    GameReview, JudgedMove, JudgedThrow, MistakeKind, PlayerFigures, RetryVerdict, ReviewRequest,
    judge, review,
};

/// The move marks, in their usual order.
pub const MARKS: [MoveMark; 6] = [
    MoveMark::Brilliant,
    MoveMark::Good,
    MoveMark::Interesting,
    MoveMark::Dubious,
    MoveMark::Mistake,
    MoveMark::Blunder,
];

/// Stable number of a ply in the study.
pub type NodeId = usize;

/// The root of the tree: the start position.
pub const ROOT: NodeId = 0;

#[derive(Clone, Debug, Default)]
struct StudyNode {
    ply: String,
    seat: Option<Seat>,
    /// The number of its turn, and whether the turn begins with it.
    turn: u32,
    begins_turn: bool,
    /// Comments before it, at the beginning of a variation.
    intro: Vec<String>,
    comments: Vec<String>,
    mark: Option<MoveMark>,
    clock: Option<Millis>,
    elapsed: Option<Millis>,
    parent: NodeId,
    /// The continuations; the first is the line, the others are variations.
    children: Vec<NodeId>,
}

/// Whose view a study shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Perspective {
    /// Everything is visible.
    #[default]
    All,
    /// What an observer could see when it was played.
    As(Observer),
}

/// A study.
#[derive(Clone)]
pub struct Study {
    start: Box<dyn AnyGame>,
    /// The record's tags besides game, start and result.
    tags: Vec<(String, String)>,
    /// The plies and the result of the record it was made from: they belong together.
    played: Vec<String>,
    outcome: Option<Outcome>,
    nodes: Vec<StudyNode>,
    cursor: NodeId,
}

impl Study {
    /// A study of a position.
    pub fn new(start: Box<dyn AnyGame>) -> Study {
        let nodes = vec![StudyNode::default()];
        let (tags, played) = (Vec::new(), Vec::new());
        Study { start, tags, played, outcome: None, nodes, cursor: ROOT }
    }

    /// The spec of the game.
    pub fn spec(&self) -> String {
        self.start.spec()
    }

    /// The start position.
    pub fn start(&self) -> &dyn AnyGame {
        &*self.start
    }

    /// A tag of the record it was made from.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The current node.
    pub fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// Moves the cursor.
    pub fn go_to(&mut self, to: NodeId) {
        if self.contains(to) {
            self.cursor = to;
        }
    }
}
