use std::fmt::Debug;

use abaque_core::Seat;

use crate::SearchTuning;

/// Value of a won position; a win in `n` plies is worth `WIN - n`.
pub const WIN: i32 = 30_000;

/// Values of at least this (or at most its negative) are proven wins (losses).
pub const PROVEN_WIN: i32 = WIN - 1_000;

/// Moves with at least this ordering score are never reduced. Killer and history bonuses are scaled
/// to add about as much at most.
pub const FULL_DEPTH_SCORE: i32 = 1_000;

/// A position as alpha-beta sees it: deterministic, no hidden information, cheap to copy. The same
/// player may move several times in a row.
pub trait Node: Clone + Send + Sync {
    /// A move of the search; may be more compact than the game's action.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The player to move.
    fn side_to_move(&self) -> Seat;

    /// Value to [`Node::side_to_move`] if the game is over on the board: `WIN`, `-WIN` or 0.
    fn terminal_value(&self) -> Option<i32>;

    /// Appends every legal move worth searching, each once.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Appends the moves quiescence must play out (ejections, takings), each once; none if the
    /// position is quiet.
    fn noisy_moves(&self, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn after(&self, play: Self::Move) -> Self;

    /// Hash of everything that affects the value.
    fn key(&self) -> u64;

    /// Static evaluation for [`Node::side_to_move`], in hundredths of the game's unit, well inside
    /// ±`PROVEN_WIN`.
    fn evaluate(&self) -> i32;

    /// Static ordering score; higher is searched earlier. [`FULL_DEPTH_SCORE`] sets the scale.
    fn ordering_score(&self, play: Self::Move) -> i32;

    /// Index of the move in the history table, below [`Node::HISTORY_SLOTS`].
    fn history_slot(&self, play: Self::Move) -> usize;

    /// Size of the history table per side.
    const HISTORY_SLOTS: usize;

    /// Largest usual change of the evaluation by a quiet move, for futility pruning; `None`
    /// disables pruning.
    const FUTILITY_MARGIN: Option<i32> = None;

    /// Parameters of the search.
    const TUNING: SearchTuning = SearchTuning::PLAIN;

    /// Number of [`Node::follow_up_slot`]s; 0 disables the history of pairs of moves.
    const FOLLOW_UP_SLOTS: usize = 0;

    /// Coarse index of the move in the history of pairs of moves, below
    /// [`Node::FOLLOW_UP_SLOTS`].
    fn follow_up_slot(&self, _play: Self::Move) -> usize {
        0
    }

    /// Value of a draw by repetition to [`Node::side_to_move`]; negative for a player who should
    /// avoid draws.
    fn draw_value(&self) -> i32 {
        0
    }

    /// The position after a pass, for null-move pruning; `None` where passing is impossible or
    /// could be better than every move.
    fn after_null_move(&self) -> Option<Self> {
        None
    }

    /// Whether this position counts for repetition (COM-01).
    fn counts_for_repetition(&self) -> bool {
        true
    }

    /// Whether the position is inside a compulsory sequence and has no static evaluation yet.
    fn is_unsettled(&self) -> bool {
        false
    }
}
