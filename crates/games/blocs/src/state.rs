//! The game state: every rod and block tracked from set-up (BLO-25), and what is public.

use abaque_core::{EndReason, Outcome, Seat};

use crate::action::Setup;
use crate::block::{Block, Colour, PawnStack, Rod, window_slot};
use crate::endings::SEVEN;
use crate::field::{ALL_FIELDS, Field, FieldSet};
use crate::options::Options;

/// What must happen next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// This player must submit a set-up.
    Setup(Seat),
    /// A lot decides who starts.
    Lot,
    /// This player begins a turn.
    Move(Seat),
    /// This player's block on the field has moved one rod and must take or turn the board.
    Act(Seat, Field),
    /// The game is over.
    Over(Outcome),
}

/// Marks a field without a block.
pub(crate) const NO_BLOCK: u8 = 255;

/// A game of Blocs-pions.
///
/// Blocks have ids: Blue's are 0 to 11 and Red's 12 to 23, in set-up order (in a position parsed
/// from text, in board order). Rods move only with the whole board, so the number of quarter-turns
/// tracks them all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blocs {
    pub(crate) options: Options,
    pub(crate) phase: Phase,
    /// Fields with a large rod.
    pub(crate) large: FieldSet,
    /// Fields whose player-planted rod has not been uncovered yet.
    pub(crate) secret: FieldSet,
    /// Fields by shown colour.
    pub(crate) shows: [FieldSet; 3],
    /// The block id on each field.
    pub(crate) block_on: [u8; 64],
    /// The field of each block.
    pub(crate) field_of: [Field; 24],
    /// Each block's pawns as built.
    pub(crate) stacks: [PawnStack; 24],
    /// Each block's publicly known pawns, one bit per slot (BLO-07).
    pub(crate) public_pawns: [u8; 24],
    /// Blocks upside down, one bit per block.
    pub(crate) upside_down: u32,
    /// Quarter-turns clockwise since set-up, modulo four.
    pub(crate) quarter_turns: u8,
    /// The lowest counts of Blue and Red blocks and the highest of neutral ones so far (BLO-25).
    pub(crate) progress_marks: [u8; 3],
    /// Whether the game was tracked from the start position, so that the planter of every rod is
    /// known; false in positions parsed from text.
    pub(crate) traced: bool,
}

impl Blocs {
    /// A board with only the given rods.
    pub(crate) fn empty(options: &Options) -> Blocs {
        Blocs {
            options: *options,
            phase: Phase::Setup(Seat::First),
            large: options.given_rods().large,
            secret: 0,
            shows: [0; 3],
            block_on: [NO_BLOCK; 64],
            field_of: [Field::ALL[0]; 24],
            stacks: [PawnStack::HIDDEN; 24],
            public_pawns: [0; 24],
            upside_down: 0,
            quarter_turns: 0,
            progress_marks: [12, 12, 0],
            traced: true,
        }
    }

    /// What must happen next.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The rod on a field; `None` in a zone not yet planted.
    pub fn rod(&self, field: Field) -> Option<Rod> {
        self.is_planted(field).then(|| self.rod_kind(field))
    }

    /// Whether the rod on a field is still secret (BLO-07).
    pub fn is_secret(&self, field: Field) -> bool {
        field.is_in(self.secret)
    }

    /// The colour shown on a field, if a block stands there.
    pub fn colour(&self, field: Field) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| field.is_in(self.shows[colour.index()]))
    }

    /// The block on a field as it stands now.
    pub fn block(&self, field: Field) -> Option<Block> {
        let id = self.block_id_on(field)?;
        let block = Block { builder: builder(id), pawns: self.stacks[id].pawns()? };
        Some(if self.is_turned_over(id) { block.turned_over() } else { block })
    }

    /// The number of blocks showing each colour, in the order of [`Colour::ALL`].
    pub fn shown_counts(&self) -> [u8; 3] {
        self.shows.map(|set| set.count_ones() as u8)
    }

    pub(crate) fn is_planted(&self, field: Field) -> bool {
        !field.is_in(self.unplanted())
    }

    /// Fields without a rod.
    pub(crate) fn unplanted(&self) -> FieldSet {
        match self.phase {
            Phase::Setup(Seat::First) => self.options.zone.gaps(),
            Phase::Setup(Seat::Second) => self.options.zone.fields_planted_by(Seat::Second),
            _ => 0,
        }
    }

    #[inline]
    pub(crate) fn rod_kind(&self, field: Field) -> Rod {
        if field.is_in(self.large) { Rod::Large } else { Rod::Small }
    }

    #[inline]
    pub(crate) fn block_id_on(&self, field: Field) -> Option<usize> {
        let id = self.block_on[field.index()];
        (id < 24).then_some(id as usize)
    }

    /// Whether a block is on the board; during set-up not all are.
    pub(crate) fn is_on_board(&self, id: usize) -> bool {
        self.block_id_on(self.field_of[id]) == Some(id)
    }

    #[inline]
    pub(crate) const fn is_turned_over(&self, id: usize) -> bool {
        self.upside_down >> id & 1 == 1
    }

    /// Fields with a block.
    #[inline]
    pub(crate) const fn occupied(&self) -> FieldSet {
        self.shows[0] | self.shows[1] | self.shows[2]
    }

    /// Fields with a rod and no block.
    #[inline]
    pub(crate) const fn free(&self) -> FieldSet {
        ALL_FIELDS & !self.occupied()
    }

    /// The slot in the window of a block on a field.
    #[inline]
    pub(crate) const fn window_slot_of(&self, id: usize, field: Field) -> usize {
        window_slot(field.is_in(self.large), self.is_turned_over(id))
    }

    /// The outcome by the rule of seven, if it applies (BLO-20).
    #[inline]
    pub(crate) fn outcome_by_seven(&self) -> Option<Outcome> {
        let [blue, red, neutral] = self.shown_counts();
        (blue <= 7 || red <= 7 || neutral >= 7)
            .then(|| self.outcome_by_counts(EndReason::Board(&SEVEN)))
    }

    /// The player with more blocks wins; equal numbers draw.
    pub(crate) fn outcome_by_counts(&self, reason: EndReason) -> Outcome {
        let [blue, red, _] = self.shown_counts();
        match blue.cmp(&red) {
            core::cmp::Ordering::Greater => Outcome::Win(Seat::First, reason),
            core::cmp::Ordering::Less => Outcome::Win(Seat::Second, reason),
            core::cmp::Ordering::Equal => Outcome::Draw(reason),
        }
    }

    /// Reconstructs a player's set-up from the tracked rods and blocks.
    pub(crate) fn setup_of(&self, seat: Seat) -> Setup {
        let fields = Setup::fields(seat);
        Setup::new(core::array::from_fn(|i| {
            let rod = self.rod_kind(fields[i].rotated_by(self.quarter_turns));
            let pawns = self.stacks[12 * seat.index() + i].pawns();
            crate::action::SetupItem::new(rod, pawns.unwrap_or([Colour::Neutral; 3]))
        }))
    }
}

/// The builder of a block.
#[inline]
pub(crate) const fn builder(id: usize) -> Seat {
    if id < 12 { Seat::First } else { Seat::Second }
}

/// The ids of a player's blocks.
pub(crate) const fn blocks_built_by(seat: Seat) -> core::ops::Range<usize> {
    match seat {
        Seat::First => 0..12,
        Seat::Second => 12..24,
    }
}
