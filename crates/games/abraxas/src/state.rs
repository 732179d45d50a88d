use abaque_core::Seat;

use crate::{
    Cell, CellView, ClaimMode, Corner, Hole, HoleSet, LineIter, Options, Phase, PushRule, Sheet,
};

/// A pawn in a hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pawn {
    /// A red pawn.
    Red,
    /// A blue stop pawn.
    Stop,
}

/// A game of Abraxas: the rules and the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abraxas {
    pub(crate) options: Options,
    pub(crate) red: u64,
    pub(crate) stop: u64,
    /// `None` only in the phase `corner`.
    pub(crate) corner: Option<Corner>,
    pub(crate) side: Seat,
    pub(crate) reserve: u8,
    pub(crate) scores: [u8; 2],
    pub(crate) stops: [u8; 2],
    pub(crate) phase: Phase,
}

/// The number of red pawns in the game.
pub(crate) const RED_PAWNS: u8 = 24;
/// Each player's number of stop pawns.
pub(crate) const STOP_PAWNS: u8 = 3;

impl Abraxas {
    pub(crate) const fn new(options: Options) -> Abraxas {
        Abraxas {
            options,
            red: 0,
            stop: 0,
            corner: None,
            side: Seat::Second,
            reserve: RED_PAWNS,
            scores: [0; 2],
            stops: [STOP_PAWNS; 2],
            phase: Phase::Corner,
        }
    }

    /// The pawn in a hole.
    pub const fn pawn(&self, hole: Hole) -> Option<Pawn> {
        if self.red & hole.bit() != 0 {
            Some(Pawn::Red)
        } else if self.stop & hole.bit() != 0 {
            Some(Pawn::Stop)
        } else {
            None
        }
    }

    /// The holes with red pawns.
    pub const fn red_pawns(&self) -> HoleSet {
        HoleSet(self.red)
    }

    /// The holes with stop pawns.
    pub const fn stop_pawns(&self) -> HoleSet {
        HoleSet(self.stop)
    }

    /// The holes without a pawn.
    pub const fn free_holes(&self) -> HoleSet {
        HoleSet(!(self.red | self.stop))
    }

    /// Where the plate lies; `None` before it is laid.
    pub const fn corner(&self) -> Option<Corner> {
        self.corner
    }

    /// The player to act; in a finished game the winner.
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// The decision expected from the player to act.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The sheet under the plate.
    pub const fn sheet(&self) -> Sheet {
        self.options.sheet
    }

    /// Red pawns in the common reserve.
    pub const fn reserve(&self) -> u8 {
        self.reserve
    }

    /// Red pawns a player has taken.
    pub const fn score(&self, seat: Seat) -> u8 {
        self.scores[seat.index()]
    }

    /// Stop pawns a player has left.
    pub const fn stops_left(&self, seat: Seat) -> u8 {
        self.stops[seat.index()]
    }

    /// What is visible from above on a cell of the sheet; the bare sheet before the plate is laid.
    pub fn cell_view(&self, cell: Cell) -> CellView {
        let hole = self.corner.and_then(|corner| cell.hole(corner));
        match hole.and_then(|hole| self.pawn(hole)) {
            Some(Pawn::Red) => CellView::Pawn,
            Some(Pawn::Stop) => CellView::Stop,
            None if self.options.sheet.has_dot(cell) => CellView::Dot,
            None => CellView::Blank,
        }
    }

    /// The lines visible now. They count only after a push (ABR-04); with manual claims, players
    /// find them themselves (ABR-19).
    pub fn lines(&self) -> LineIter {
        // Without the plate there are no pawns and so no lines; any corner will do.
        let corner = self.corner.unwrap_or(Corner::Sw);
        LineIter::new(self.options.sheet.dots(), self.red, self.stop, corner)
    }

    /// The corners an arrow leads to from here (ABR-03): one, or two with `push=either`.
    pub fn arrows(&self) -> impl Iterator<Item = Corner> {
        let back = self.corner.filter(|_| self.options.push == PushRule::Either);
        self.corner.map(Corner::next).into_iter().chain(back.map(Corner::previous))
    }

    pub(crate) fn has_manual_claims(&self) -> bool {
        self.options.claim == ClaimMode::Manual
    }
}
