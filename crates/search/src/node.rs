use std::fmt::Debug;

use abaque_core::Seat;

/// The value of a position won now; a win `n` plies away is worth `WIN - n`.
pub const WIN: i32 = 30_000;

/// Values from here on are wins (or, negative, losses) that were seen to the end.
pub const SEEN_TO_THE_END: i32 = WIN - 1_000;

/// A move that promises this much is always searched to its full depth; what the search learns by
/// itself about a move (killers, history) counts for at most about as much.
pub const PROMISING: i32 = 1_000;

/// A position as alpha-beta sees it: no lots, no secrets, cheap to copy. The same player may move
/// several times in a row.
pub trait Node: Clone + Send + Sync {
    /// What can be played.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Who is to move.
    fn side(&self) -> Seat;

    /// The value for [`Node::side`] if the game is over by the board: `WIN`, `-WIN` or 0.
    fn ended(&self) -> Option<i32>;

    /// Appends every legal move that deserves a look, each once.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Appends the moves that must be played out before a position can be judged at rest
    /// (ejections, takings), each once; nothing if the position is quiet.
    fn loud(&self, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn after(&self, play: Self::Move) -> Self;

    /// A hash of everything that matters for the value.
    fn key(&self) -> u64;

    /// What the position at rest is worth to [`Node::side`], in hundredths of the game's unit,
    /// well inside ±`SEEN_TO_THE_END`.
    fn value(&self) -> i32;

    /// How promising a move looks at first sight, for ordering; the higher the sooner. See
    /// [`PROMISING`] for the scale.
    fn promise(&self, play: Self::Move) -> i32;

    /// A small number for the move, below [`Node::SLOTS`]: where its history is kept.
    fn slot(&self, play: Self::Move) -> usize;

    /// How many slots there are.
    const SLOTS: usize;

    /// How far a quiet move as a rule shifts the value at most, for pruning near the horizon; `None`
    /// where nothing may be pruned.
    const DRIFT: Option<i32> = None;

    /// The position if the player passed, for null-move pruning; `None` where passing makes no
    /// sense or might be better than every move.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Whether this position counts for repetition (COM-01).
    fn recurs(&self) -> bool {
        true
    }

    /// Whether play must go on before the position can be judged (inside a compulsory sequence).
    fn unsettled(&self) -> bool {
        false
    }
}
