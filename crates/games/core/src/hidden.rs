use alloc::vec::Vec;

use crate::{Game, Ply, RandomSource, Seat};

/// The viewpoint from which a game is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observer {
    /// A player, who sees their own secrets.
    Player(Seat),
    /// A non-player, who sees no secrets.
    Spectator,
}

/// A game with hidden information. It can sample worlds the observer cannot tell from the true one.
pub trait HiddenInformation: Game {
    /// A random world consistent with the view: `sample(view).view(same observer) == view`, and the
    /// player to act has the same legal actions. `None` if the view is contradictory: a parsed view
    /// may
    /// be, one made by [`Game::view`] never is.
    fn sample(view: &Self::View, source: &mut dyn RandomSource) -> Option<Self>;

    /// Rewrites `history` to lead to this world: its secret actions are replaced by this world's,
    /// the rest stay. `history` must lead from the start to a state of which this world is a
    /// sample.
    fn rewrite_history(
        &self,
        history: &[Ply<Self::Action, Self::Roll>],
    ) -> Vec<Ply<Self::Action, Self::Roll>>;
}
