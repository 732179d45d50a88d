use crate::{Game, Ply, Seat, Source};

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observer {
    /// A player, who knows their own secrets.
    Player(Seat),
    /// Anybody else, who knows no secret.
    Spectator,
}

/// A game with secrets: worlds can be drawn that a viewer cannot tell from the true one.
pub trait Hidden: Game {
    /// A world consistent with the view: `sample(view).view(same observer) == view`, and the
    /// player to act has the same legal actions in it. `None` where the view contradicts itself
    /// (a view read from text may; one made by [`Game::view`] never does).
    fn sample(view: &Self::View, source: &mut dyn Source) -> Option<Self>;

    /// The history retold so that it leads to this world: the secret actions in it are replaced by
    /// those of this world, the rest stays. `history` must lead from the start to a state of which
    /// this world is a sample.
    fn retell(
        &self,
        history: &[Ply<Self::Action, Self::Roll>],
    ) -> Vec<Ply<Self::Action, Self::Roll>>;
}
