//! Mistakes and hints in words: what a game's bot says about a turn, with squares and arrows to
//! show it.
//!
//! Each game makes its own facts, from what the player could know, and states only what it has
//! proved on the board. Tests prove every fact again with other code.

use abaque_core::{Game, Message};

/// A turn to explain: a mistake, or a hint before anything is played.
#[derive(Debug)]
pub struct TurnToExplain<'a, G: Game> {
    /// The position before the turn, as its player saw it. That player is to act.
    pub view: &'a G::View,
    /// What was played, up to another player's decision or a lot. `None` for a hint.
    pub played: Option<&'a [G::Action]>,
    /// The best line; it may go on beyond the turn.
    pub best: &'a [G::Action],
}

/// A sentence about a turn, and where it can be seen on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The sentence. Its subject is the move: "Lets White push e5 off."
    pub text: Message,
    /// The position that squares and arrows belong to.
    pub shown_on: ShownOn,
    /// Squares to mark, by name.
    pub marks: Vec<String>,
    /// Arrows from square to square.
    pub arrows: Vec<(String, String)>,
}

/// A position that an explanation can be shown on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownOn {
    /// The position before the turn.
    Before,
    /// The position after the turn that was played.
    After,
}

impl Explanation {
    /// A sentence about the position before the turn.
    pub fn before(text: Message) -> Explanation {
        let (marks, arrows) = (Vec::new(), Vec::new());
        Explanation { text, shown_on: ShownOn::Before, marks, arrows }
    }

    /// A sentence about the position after the turn that was played.
    pub fn after(text: Message) -> Explanation {
        Explanation { shown_on: ShownOn::After, ..Explanation::before(text) }
    }

    /// The same with squares to mark.
    pub fn with_marks(self, squares: impl IntoIterator<Item: ToString>) -> Explanation {
        let marks = squares.into_iter().map(|square| square.to_string()).collect();
        Explanation { marks, ..self }
    }

    /// The same with one more arrow.
    pub fn with_arrow(mut self, from: impl ToString, to: impl ToString) -> Explanation {
        self.arrows.push((from.to_string(), to.to_string()));
        self
    }
}
