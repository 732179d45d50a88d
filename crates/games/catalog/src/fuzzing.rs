use abaque_core::fuzzing::FuzzedGame;

/// Code that is generic over the type of a game, for [`fuzz_game`].
pub trait FuzzVisitor {
    /// Called with the type of the game.
    fn visit<G: FuzzedGame>(self);
}

macro_rules! dispatch {
    ($($(#[$cfg:meta])* $name:literal: $rules:ty, $bots:path, $board:path, $tensors:path;)*) => {
        /// Runs a visitor with the type of the game at an index of [`GAMES`](crate::GAMES). An
        /// index beyond the end wraps, so that the first byte of an input can pick the game; small
        /// ones keep picking the same game when games are added.
        pub fn fuzz_game(index: usize, visitor: impl FuzzVisitor) {
            let mut index = index % crate::GAMES.len();
            $(
                $(#[$cfg])*
                {
                    if index == 0 {
                        return visitor.visit::<$rules>();
                    }
                    index -= 1;
                }
            )*
            let _ = index;
        }
    };
}

for_each_game!(dispatch);
