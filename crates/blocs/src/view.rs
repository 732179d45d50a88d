//! What an observer may see (BLO-07): the one place where secrets are taken out of a state.

use std::fmt;

use abaque_core::{Observer, Seat};

use crate::block::{Colour, Rod};
use crate::field::{Field, Fields};
use crate::state::{Blocs, Phase, builder, built_by};
use crate::text::write;

/// A game as an observer sees it: colours shown, rods that are or once were uncovered, one's own
/// set-up, and every pawn that ever stood in the window of a block on a rod now known.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub(crate) by: Observer,
    /// The state with holes: no rod on `hidden` fields, no pawn the observer does not know.
    pub(crate) game: Blocs,
    /// Fields whose rods the observer does not know.
    pub(crate) hidden: Fields,
    pub(crate) small: Small,
}

/// How many of the hidden rods are small: everybody can count the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Small {
    /// Under Blue's and under Red's blocks: each player has planted as many small as large ones.
    Each([u8; 2]),
    /// In all: it is not known who planted the rods uncovered before (no history).
    Both(u8),
}

/// A block as an observer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Who built it.
    pub builder: Seat,
    /// The colour it shows.
    pub shown: Colour,
    /// Bottom, middle, top, as far as they are known.
    pub pawns: [Option<Colour>; 3],
}

impl View {
    pub(crate) fn of(game: &Blocs, by: Observer) -> View {
        let mut masked = *game;
        let mut hidden = 0;
        if !matches!(game.phase, Phase::Over(_)) {
            for seat in Seat::ALL {
                if by == Observer::Player(seat) {
                    continue;
                }
                hidden |= game.secret & built(game, seat);
                for id in built_by(seat) {
                    masked.stacks[id] = game.stacks[id].masked(game.seen[id]);
                }
            }
        }
        masked.large &= !hidden;
        let unseen = hidden & !game.large;
        let small = if game.traced {
            Small::Each(Seat::ALL.map(|seat| (unseen & built(game, seat)).count_ones() as u8))
        } else {
            Small::Both(unseen.count_ones() as u8)
        };
        View { by, game: masked, hidden, small }
    }

    /// Who looks.
    pub const fn observer(&self) -> Observer {
        self.by
    }

    /// What the position waits for.
    pub const fn phase(&self) -> Phase {
        self.game.phase
    }

    /// Whether a rod stands on a field.
    pub fn is_planted(&self, field: Field) -> bool {
        self.game.is_planted(field)
    }

    /// The rod on a field, if the observer knows it.
    pub fn rod(&self, field: Field) -> Option<Rod> {
        self.game.rod(field).filter(|_| !field.within(self.hidden))
    }

    /// Whether the rod on a field is secret, to the observer or to others.
    pub fn is_secret(&self, field: Field) -> bool {
        self.game.is_secret(field)
    }

    /// The block on a field.
    pub fn block(&self, field: Field) -> Option<Seen> {
        let id = self.game.id_on(field)?;
        let shown = self.game.colour(field)?;
        let mut pawns = [0, 1, 2].map(|slot| self.game.stacks[id].get(slot));
        if self.game.is_turned_over(id) {
            pawns.reverse();
        }
        Some(Seen { builder: builder(id), shown, pawns })
    }

    /// Blocks of a player that the opponent could take with a turn, were it theirs: everybody sees that much. Whether the
    /// taking block keeps its colour on the way is not asked (BLO-17).
    pub fn threatened(&self, seat: Seat) -> impl Iterator<Item = Field> + use<> {
        let taken = self.game.takeable(seat.other());
        Field::ALL.into_iter().filter(move |field| field.within(taken))
    }

    /// How many blocks show each colour, in the order of [`Colour::ALL`].
    pub fn counts(&self) -> [u8; 3] {
        self.game.counts()
    }

    /// The groups of hidden rods of which the number of small ones is known.
    pub(crate) fn pools(&self) -> [(Fields, u8); 2] {
        match self.small {
            Small::Both(n) => [(self.hidden, n), (0, 0)],
            Small::Each([blue, red]) => {
                let of = |seat| self.hidden & built(&self.game, seat);
                [(of(Seat::First), blue), (of(Seat::Second), red)]
            }
        }
    }
}

/// The fields with blocks a player built.
fn built(game: &Blocs, seat: Seat) -> Fields {
    let standing = built_by(seat).filter(|&id| game.stands(id));
    standing.fold(0, |set, id| set | game.at[id].bit())
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write(&self.game, self.hidden, f)
    }
}
