use alloc::vec::Vec;

use crate::{Game, Ply, Seat};

/// The viewpoint from which a game is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observer {
    /// A player, who sees their own secrets.
    Player(Seat),
    /// A non-player, who sees no secrets.
    Spectator,
}

/// A game with hidden information. [`Game::sample_position`] gives worlds that the observer cannot
/// tell from the true one: the same observer has the same view of them, and the player to act has
/// the same legal actions.
pub trait HiddenInformation: Game {
    /// Rewrites `history` to lead to this world: its secret actions are replaced by this world's,
    /// the rest stay. `history` must lead from the start to a state of which this world is a
    /// sample.
    fn rewrite_history(
        &self,
        history: &[Ply<Self::Action, Self::Roll>],
    ) -> Vec<Ply<Self::Action, Self::Roll>>;
}
