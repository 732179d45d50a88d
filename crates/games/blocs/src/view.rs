//! Views (BLO-07): the only place where secrets are removed from a state.

use core::fmt;

use abaque_core::{Observer, Seat};

use crate::block::{Colour, Rod};
use crate::field::{ALL_FIELDS, Field, FieldSet};
use crate::options::Options;
use crate::state::{Blocs, Phase, blocks_built_by, builder};
use crate::text::write_position;

/// A game as an observer sees it: shown colours, rods that are or were uncovered, the observer's
/// own set-up, and every pawn that ever stood in the window of a block on a rod now known.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub(crate) by: Observer,
    /// The state with holes: no rods on `hidden` fields, no pawns unknown to the observer.
    pub(crate) game: Blocs,
    /// Fields whose rods are unknown to the observer.
    pub(crate) hidden: FieldSet,
    pub(crate) small: SmallRodCount,
}

/// How many of the hidden rods are small; deducible from the public totals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SmallRodCount {
    /// Under Blue's and under Red's blocks: each player planted as many small rods as large ones.
    Each([u8; 2]),
    /// In total: without history, the planters of uncovered rods are unknown.
    Both(u8),
}

/// A block as an observer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockView {
    /// The player who built it.
    pub builder: Seat,
    /// The shown colour.
    pub shown: Colour,
    /// Bottom, middle, top, where known.
    pub pawns: [Option<Colour>; 3],
}

impl View {
    pub(crate) fn new(game: &Blocs, by: Observer) -> View {
        let mut masked = *game;
        let mut hidden = 0;
        if !matches!(game.phase, Phase::Over(_)) {
            for seat in Seat::ALL {
                if by == Observer::Player(seat) {
                    continue;
                }
                hidden |= game.secret & fields_built_by(game, seat);
                for id in blocks_built_by(seat) {
                    masked.stacks[id] = game.stacks[id].masked(game.public_pawns[id]);
                }
            }
        }
        masked.large &= !hidden;
        let unseen = hidden & !game.large;
        let small = if game.traced {
            SmallRodCount::Each(
                Seat::ALL.map(|seat| (unseen & fields_built_by(game, seat)).count_ones() as u8),
            )
        } else {
            SmallRodCount::Both(unseen.count_ones() as u8)
        };
        View { by, game: masked, hidden, small }
    }

    /// The observer.
    pub const fn observer(&self) -> Observer {
        self.by
    }

    /// What must happen next.
    pub const fn phase(&self) -> Phase {
        self.game.phase
    }

    /// Whether a rod stands on a field.
    pub fn is_planted(&self, field: Field) -> bool {
        self.game.is_planted(field)
    }

    /// The rod on a field, if the observer knows it.
    pub fn rod(&self, field: Field) -> Option<Rod> {
        self.game.rod(field).filter(|_| !field.is_in(self.hidden))
    }

    /// Whether the rod on a field is secret, from the observer or from others.
    pub fn is_secret(&self, field: Field) -> bool {
        self.game.is_secret(field)
    }

    /// The block on a field.
    pub fn block(&self, field: Field) -> Option<BlockView> {
        let id = self.game.block_id_on(field)?;
        let shown = self.game.colour(field)?;
        let mut pawns = [0, 1, 2].map(|slot| self.game.stacks[id].get(slot));
        if self.game.is_turned_over(id) {
            pawns.reverse();
        }
        Some(BlockView { builder: builder(id), shown, pawns })
    }

    /// Blocks of a player that the opponent could take in one turn, from public information.
    /// Ignores whether the taking block keeps its colour on the way (BLO-17).
    pub fn threatened_fields(&self, seat: Seat) -> impl Iterator<Item = Field> + use<> {
        let taken = self.game.takeable(seat.other());
        Field::ALL.into_iter().filter(move |field| field.is_in(taken))
    }

    /// The number of blocks showing each colour, in the order of [`Colour::ALL`].
    pub fn shown_counts(&self) -> [u8; 3] {
        self.game.shown_counts()
    }

    /// The fields of the blocks that show a colour, as bits `8 · row + column`.
    #[inline]
    pub const fn shown_bits(&self, colour: Colour) -> u64 {
        self.game.shows[colour.index()]
    }

    /// The fields whose rods the observer knows to have this size, as bits.
    #[inline]
    pub fn rod_bits(&self, rod: Rod) -> u64 {
        let known = ALL_FIELDS & !self.game.unplanted() & !self.hidden;
        match rod {
            Rod::Small => known & !self.game.large,
            Rod::Large => known & self.game.large,
        }
    }

    /// The fields with secret rods, from the observer or from others, as bits.
    #[inline]
    pub const fn secret_bits(&self) -> u64 {
        self.game.secret
    }

    /// Every block on the board: its builder, the bit of its field, and its pawns from bottom to
    /// top, where known.
    #[inline]
    pub fn blocks(&self) -> impl Iterator<Item = (Seat, u64, [Option<Colour>; 3])> {
        let game = &self.game;
        (0..24).filter(move |&id| game.is_on_board(id)).map(move |id| {
            let stack = game.stacks[id];
            let (bottom, top) = if game.is_turned_over(id) { (2, 0) } else { (0, 2) };
            let pawns = [stack.get(bottom), stack.get(1), stack.get(top)];
            (builder(id), game.field_of[id].bit(), pawns)
        })
    }

    /// The rods on the board that the observer does not know: the small ones, and all.
    #[inline]
    pub const fn unknown_rods(&self) -> [u8; 2] {
        let small = match self.small {
            SmallRodCount::Each([blue, red]) => blue + red,
            SmallRodCount::Both(small) => small,
        };
        [small, self.hidden.count_ones() as u8]
    }

    /// The options of the game.
    #[inline]
    pub const fn options(&self) -> &Options {
        &self.game.options
    }

    /// Quarter-turns of the board clockwise since set-up, modulo four.
    #[inline]
    pub const fn quarter_turns(&self) -> u8 {
        self.game.quarter_turns
    }

    /// Groups of hidden rods with a known number of small ones.
    pub(crate) fn hidden_rod_pools(&self) -> [(FieldSet, u8); 2] {
        match self.small {
            SmallRodCount::Both(n) => [(self.hidden, n), (0, 0)],
            SmallRodCount::Each([blue, red]) => {
                let of = |seat| self.hidden & fields_built_by(&self.game, seat);
                [(of(Seat::First), blue), (of(Seat::Second), red)]
            }
        }
    }
}

/// The fields of a player's blocks.
fn fields_built_by(game: &Blocs, seat: Seat) -> FieldSet {
    let standing = blocks_built_by(seat).filter(|&id| game.is_on_board(id));
    standing.fold(0, |set, id| set | game.field_of[id].bit())
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_position(&self.game, self.hidden, f)
    }
}
