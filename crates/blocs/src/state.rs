//! The state: every rod and block followed from set-up (BLO-25), and what everybody has seen.

use abaque_core::{Outcome, Reason, Seat};

use crate::action::Setup;
use crate::block::{Block, Colour, Rod, Stack, window_slot};
use crate::field::{BOARD, Field, Fields};
use crate::options::BlocsOptions;

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// This player has still to submit a set-up.
    Setup(Seat),
    /// The lot decides who starts.
    Lot,
    /// This player begins a turn.
    Move(Seat),
    /// This player's block on the field has made one step and must take or turn the board.
    Act(Seat, Field),
    /// The game is over.
    Over(Outcome),
}

/// No block.
pub(crate) const NONE: u8 = 255;

/// A game of Blocs-pions.
///
/// Blocks have numbers: Blue's are 0 to 11 and Red's 12 to 23, in the order of the set-up (in a
/// position read from text, in board order). Rods never move but with the whole board, so the
/// number of quarter-turns follows them all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blocs {
    pub(crate) options: BlocsOptions,
    pub(crate) phase: Phase,
    /// Fields whose rod is large.
    pub(crate) large: Fields,
    /// Fields whose rod was planted by a player and has not been uncovered since.
    pub(crate) secret: Fields,
    /// Fields by the colour shown there.
    pub(crate) shows: [Fields; 3],
    /// The block on each field.
    pub(crate) on: [u8; 64],
    /// The field of each block.
    pub(crate) at: [Field; 24],
    /// Each block's pawns as built.
    pub(crate) stacks: [Stack; 24],
    /// Each block's pawns, a bit a slot, that everybody has seen (BLO-07).
    pub(crate) seen: [u8; 24],
    /// Blocks upside down, a bit a block.
    pub(crate) over: u32,
    /// Quarter-turns clockwise since set-up, modulo four.
    pub(crate) turned: u8,
    /// The lowest numbers of Blue and Red blocks and the highest of neutral ones so far (BLO-25).
    pub(crate) marks: [u8; 3],
    /// Whether the game was followed from the start position, so that it is known who planted
    /// which rod; false in positions read from text.
    pub(crate) traced: bool,
}

impl Blocs {
    /// The rods given before set-up and nothing else.
    pub(crate) fn empty(options: &BlocsOptions) -> Blocs {
        Blocs {
            options: *options,
            phase: Phase::Setup(Seat::First),
            large: options.given().large,
            secret: 0,
            shows: [0; 3],
            on: [NONE; 64],
            at: [Field::ALL[0]; 24],
            stacks: [Stack::HIDDEN; 24],
            seen: [0; 24],
            over: 0,
            turned: 0,
            marks: [12, 12, 0],
            traced: true,
        }
    }

    /// What the position waits for.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The rod on a field; `None` in a zone not yet planted.
    pub fn rod(&self, field: Field) -> Option<Rod> {
        self.is_planted(field).then(|| self.rod_kind(field))
    }

    /// Whether the rod on a field is still secret (BLO-07).
    pub fn is_secret(&self, field: Field) -> bool {
        field.within(self.secret)
    }

    /// The colour shown on a field, if a block stands there.
    pub fn colour(&self, field: Field) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| field.within(self.shows[colour.index()]))
    }

    /// The block on a field as it stands now.
    pub fn block(&self, field: Field) -> Option<Block> {
        let id = self.id_on(field)?;
        let block = Block { builder: builder(id), pawns: self.stacks[id].pawns()? };
        Some(if self.is_turned_over(id) { block.turned_over() } else { block })
    }

    /// How many blocks show each colour, in the order of [`Colour::ALL`].
    pub fn counts(&self) -> [u8; 3] {
        self.shows.map(|set| set.count_ones() as u8)
    }

    pub(crate) fn is_planted(&self, field: Field) -> bool {
        !field.within(self.unplanted())
    }

    /// Fields still without a rod.
    pub(crate) fn unplanted(&self) -> Fields {
        match self.phase {
            Phase::Setup(Seat::First) => self.options.zone.gaps(),
            Phase::Setup(Seat::Second) => self.options.zone.planted_by(Seat::Second),
            _ => 0,
        }
    }

    #[inline]
    pub(crate) fn rod_kind(&self, field: Field) -> Rod {
        if field.within(self.large) { Rod::Large } else { Rod::Small }
    }

    #[inline]
    pub(crate) fn id_on(&self, field: Field) -> Option<usize> {
        let id = self.on[field.index()];
        (id < 24).then_some(id as usize)
    }

    /// Whether a block is on the board: during the set-ups not all are.
    pub(crate) fn stands(&self, id: usize) -> bool {
        self.id_on(self.at[id]) == Some(id)
    }

    #[inline]
    pub(crate) const fn is_turned_over(&self, id: usize) -> bool {
        self.over >> id & 1 == 1
    }

    /// Fields with a block.
    #[inline]
    pub(crate) const fn taken_up(&self) -> Fields {
        self.shows[0] | self.shows[1] | self.shows[2]
    }

    /// Fields with a rod and no block.
    #[inline]
    pub(crate) const fn free(&self) -> Fields {
        BOARD & !self.taken_up()
    }

    /// The slot of a block's window on a field.
    #[inline]
    pub(crate) const fn slot(&self, id: usize, field: Field) -> usize {
        window_slot(field.within(self.large), self.is_turned_over(id))
    }

    /// How the rule of seven ends the game, if it does (BLO-20).
    #[inline]
    pub(crate) fn by_seven(&self) -> Option<Outcome> {
        let [blue, red, neutral] = self.counts();
        (blue <= 7 || red <= 7 || neutral >= 7).then(|| self.verdict(Reason::Seven))
    }

    /// More blocks win, equal numbers are a draw.
    pub(crate) fn verdict(&self, reason: Reason) -> Outcome {
        let [blue, red, _] = self.counts();
        match blue.cmp(&red) {
            std::cmp::Ordering::Greater => Outcome::Win(Seat::First, reason),
            std::cmp::Ordering::Less => Outcome::Win(Seat::Second, reason),
            std::cmp::Ordering::Equal => Outcome::Draw(reason),
        }
    }

    /// The set-up a player submitted, read off the rods and blocks followed since.
    pub(crate) fn setup_of(&self, seat: Seat) -> Setup {
        let fields = Setup::fields(seat);
        Setup::new(std::array::from_fn(|i| {
            let rod = self.rod_kind(fields[i].turned_by(self.turned));
            let pawns = self.stacks[12 * seat.index() + i].pawns();
            crate::action::Item::new(rod, pawns.unwrap_or([Colour::Neutral; 3]))
        }))
    }
}

/// Who built a block.
#[inline]
pub(crate) const fn builder(id: usize) -> Seat {
    if id < 12 { Seat::First } else { Seat::Second }
}

/// The numbers of the blocks a player built.
pub(crate) const fn built_by(seat: Seat) -> std::ops::Range<usize> {
    match seat {
        Seat::First => 0..12,
        Seat::Second => 12..24,
    }
}
