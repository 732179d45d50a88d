//! Per-block knowledge in a view, for code that weighs the possible worlds.

use abaque_core::{Observer, Seat};

use crate::action::Setup;
use crate::block::{Colour, PawnStack, Rod};
use crate::field::Field;
use crate::position::pawns_left;
use crate::state::{Blocs, blocks_built_by};
use crate::view::{SmallRodCount, View};

/// What a viewer knows about a block, tracked from the set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockKnowledge {
    /// The block id: Blue's are 0 to 11, Red's 12 to 23.
    pub id: usize,
    /// The current field.
    pub field: Field,
    /// Index of the original field in the order of [`Setup::fields`]; unknown in a view parsed from
    /// text.
    pub item: Option<usize>,
    /// The shown colour.
    pub shown: Colour,
    /// The original rod, if known.
    pub first_rod: Option<Rod>,
    /// The rod under the block, if known.
    pub rod: Option<Rod>,
    /// The known pawns as built, bottom to top. In a view parsed from text a block counts as built
    /// the way it stands.
    pub pawns: [Option<Colour>; 3],
}

impl BlockKnowledge {
    /// Whether the viewer knows the block completely.
    pub fn is_known(&self) -> bool {
        self.rod.is_some() && self.pawns.iter().all(Option::is_some)
    }

    /// Whether the block can consist of these pawns, as built, on this rod.
    pub fn can_be(&self, rod: Rod, pawns: [Colour; 3]) -> bool {
        let agrees = (0..3).all(|slot| self.pawns[slot].is_none_or(|pawn| pawn == pawns[slot]));
        // A block on an unknown rod has never moved.
        agrees
            && self.rod.is_none_or(|known| known == rod)
            && (self.rod.is_some() || pawns[rod.window()] == self.shown)
    }
}

impl View {
    /// A view of the position that hides nothing.
    pub fn fully_visible(game: &Blocs) -> View {
        View { by: Observer::Spectator, game: *game, hidden: 0, small: SmallRodCount::Both(0) }
    }

    /// A player's blocks that are on the board.
    pub fn blocks_built_by(&self, builder: Seat) -> impl Iterator<Item = BlockKnowledge> {
        let game = &self.game;
        blocks_built_by(builder).filter(|&id| game.is_on_board(id)).map(move |id| {
            let field = game.field_of[id];
            let first = Setup::fields(builder)[id % 12].rotated_by(game.quarter_turns);
            BlockKnowledge {
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

    /// A player's blocks that the viewer does not know completely.
    pub fn unknown_blocks(&self, builder: Seat) -> impl Iterator<Item = BlockKnowledge> {
        self.blocks_built_by(builder).filter(|block| !block.is_known())
    }

    /// The number of small rods among the unknown rods under a player's blocks; `None` if only the
    /// total for both players is known.
    pub fn unknown_small_rods(&self, builder: Seat) -> Option<u8> {
        let [blue, red] =
            Seat::ALL.map(|seat| self.unknown_blocks(seat).any(|block| block.rod.is_none()));
        match self.small {
            SmallRodCount::Each(each) => Some(each[builder.index()]),
            SmallRodCount::Both(all) => match (blue, red) {
                (true, true) => None,
                (true, false) => Some(if builder == Seat::First { all } else { 0 }),
                (false, _) => Some(if builder == Seat::Second { all } else { 0 }),
            },
        }
    }

    /// The pawns of each colour in the unknown slots of a player's blocks, not counting the shown
    /// pawn of each block on an unknown rod.
    pub fn unknown_pawns(&self, builder: Seat) -> Option<[u8; 3]> {
        pawns_left(&self.game, self.hidden, builder).ok()
    }

    /// The world in which the given blocks have these pawns and rods. It is consistent with this
    /// view if every unknown block is included, each passes [`BlockKnowledge::can_be`], and the
    /// counts match.
    pub fn to_world(&self, blocks: impl IntoIterator<Item = (usize, Rod, [Colour; 3])>) -> Blocs {
        let mut world = self.game;
        for (id, rod, pawns) in blocks.into_iter().filter(|(id, ..)| *id < 24) {
            world.stacks[id] = PawnStack::new(pawns);
            let field = world.field_of[id];
            if field.is_in(self.hidden) && rod == Rod::Large {
                world.large |= field.bit();
            }
        }
        world
    }

    /// See [`Blocs::fingerprint`]; it is the same in every world of the view.
    pub fn fingerprint(&self) -> u64 {
        self.game.fingerprint()
    }
}
