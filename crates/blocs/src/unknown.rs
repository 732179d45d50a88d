//! What a view leaves open, block by block, for whoever weighs the possibilities.

use abaque_core::{Observer, Seat};

use crate::action::Setup;
use crate::block::{Colour, Rod, Stack};
use crate::field::Field;
use crate::position::pawns_left;
use crate::state::{Blocs, built_by};
use crate::view::{Small, View};

/// A block as far as a viewer can follow it from the set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Built {
    /// Its number: Blue's are 0 to 11, Red's 12 to 23.
    pub id: usize,
    /// Where it stands.
    pub field: Field,
    /// Where it stood first, in the order of [`Setup::fields`]; not known in a view read from text.
    pub item: Option<usize>,
    /// The colour it shows.
    pub shown: Colour,
    /// The rod on which it stood first, if that is known.
    pub first_rod: Option<Rod>,
    /// The rod under it, if it is known.
    pub rod: Option<Rod>,
    /// Its pawns as built, bottom to top, as far as they are known. In a view read from text a block
    /// counts as built the way it stands.
    pub pawns: [Option<Colour>; 3],
}

impl Built {
    /// Whether nothing about it is hidden from the viewer.
    pub fn is_known(&self) -> bool {
        self.rod.is_some() && self.pawns.iter().all(Option::is_some)
    }

    /// Whether the block can be these pawns, as built, on this rod.
    pub fn may_be(&self, rod: Rod, pawns: [Colour; 3]) -> bool {
        let agrees = (0..3).all(|slot| self.pawns[slot].is_none_or(|pawn| pawn == pawns[slot]));
        // A block on an unknown rod has never moved.
        agrees
            && self.rod.is_none_or(|known| known == rod)
            && (self.rod.is_some() || pawns[rod.window()] == self.shown)
    }
}

impl View {
    /// A position that hides nothing from its viewer.
    pub fn open(game: &Blocs) -> View {
        View { by: Observer::Spectator, game: *game, hidden: 0, small: Small::Both(0) }
    }

    /// The blocks a player built, as far as they are on the board.
    pub fn built(&self, builder: Seat) -> impl Iterator<Item = Built> {
        let game = &self.game;
        built_by(builder).filter(|&id| game.stands(id)).map(move |id| {
            let field = game.at[id];
            let first = Setup::fields(builder)[id % 12].turned_by(game.turned);
            Built {
                id,
                field,
                item: game.traced.then_some(id % 12),
                shown: game.colour(field).unwrap_or(Colour::Neutral),
                first_rod: self.rod(first).filter(|_| game.traced),
                rod: self.rod(field),
                pawns: [0, 1, 2].map(|slot| game.stacks[id].get(slot)),
            }
        })
    }

    /// The blocks a player built of which something is not known.
    pub fn unknown(&self, builder: Seat) -> impl Iterator<Item = Built> {
        self.built(builder).filter(|block| !block.is_known())
    }

    /// How many small ones are among the unknown rods under a player's blocks; `None` if only
    /// their number under both players' blocks is known.
    pub fn small_unknown(&self, builder: Seat) -> Option<u8> {
        let [blue, red] = Seat::ALL.map(|seat| self.unknown(seat).any(|block| block.rod.is_none()));
        match self.small {
            Small::Each(each) => Some(each[builder.index()]),
            Small::Both(all) => match (blue, red) {
                (true, true) => None,
                (true, false) => Some(if builder == Seat::First { all } else { 0 }),
                (false, _) => Some(if builder == Seat::Second { all } else { 0 }),
            },
        }
    }

    /// How many pawns of each colour are in the unknown slots of a player's blocks besides the one
    /// each block on an unknown rod shows.
    pub fn pawns_unknown(&self, builder: Seat) -> Option<[u8; 3]> {
        pawns_left(&self.game, self.hidden, builder).ok()
    }

    /// The world in which these blocks are as given, on these rods; it is a world of this view if
    /// every unknown block is given something it may be and the numbers come out.
    pub fn filled(&self, blocks: impl IntoIterator<Item = (usize, Rod, [Colour; 3])>) -> Blocs {
        let mut world = self.game;
        for (id, rod, pawns) in blocks.into_iter().filter(|(id, ..)| *id < 24) {
            world.stacks[id] = Stack::new(pawns);
            let field = world.at[id];
            if field.within(self.hidden) && rod == Rod::Large {
                world.large |= field.bit();
            }
        }
        world
    }

    /// See [`Blocs::fingerprint`]: it is the same in every world of the view.
    pub fn fingerprint(&self) -> u64 {
        self.game.fingerprint()
    }
}
