use abaque_core::Seat;

use crate::square::{TRACK_EIGHT, TRACK_POND, TRACK_START};
use crate::{Square, Stack};

/// Each player's number of frogs.
pub(crate) const FROGS_PER_PLAYER: u8 = 12;

/// The places of all frogs and the chief.
///
/// Besides the stacks it keeps bitboards per colour, indexed by that colour's track: where its
/// frogs are on top and where they may land. The leaps of a number are then one shift and one
/// `and`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    stacks: [Stack; Square::COUNT],
    pub(crate) home: [u8; 2],
    pub(crate) pond: [u8; 2],
    /// Frogs not yet on the inner path; final leaps wait for them (AGO-17).
    outside: [u8; 2],
    pub(crate) chief: Option<Square>,
    tops: [u32; 2],
    open: [u32; 2],
}

impl Board {
    /// A board without frogs on squares.
    pub(crate) const fn empty(home: [u8; 2], pond: [u8; 2]) -> Board {
        Board {
            stacks: [Stack::EMPTY; Square::COUNT],
            home,
            pond,
            outside: home,
            chief: None,
            tops: [0; 2],
            open: [(1 << TRACK_POND) - 2; 2],
        }
    }

    /// The set-up (AGO-02): the stack on 10 shows the colour of the first player.
    pub(crate) fn initial(first: Seat) -> Board {
        let mut board = Board::empty([6; 2], [0; 2]);
        for (number, top) in [(5, first.other()), (10, first), (15, first.other())] {
            let stack = [top.other(), top, top.other(), top]
                .into_iter()
                .fold(Stack::EMPTY, |stack, seat| stack.push(seat));
            if let Some(corner) = Square::outer(number) {
                board.put_stack(corner, stack);
            }
        }
        board
    }

    #[inline]
    pub(crate) const fn stack(&self, square: Square) -> Stack {
        self.stacks[square.index()]
    }

    /// Puts a stack on an empty square.
    pub(crate) fn put_stack(&mut self, square: Square, stack: Stack) {
        self.set_stack(square, stack);
        if square.is_outer() {
            for seat in Seat::ALL {
                self.outside[seat.index()] += stack.count(seat);
            }
        }
    }

    /// The total number of frogs of a colour.
    pub(crate) fn count_frogs(&self, seat: Seat) -> u8 {
        let on_squares: u8 = self.stacks.iter().map(|stack| stack.count(seat)).sum();
        on_squares + self.home[seat.index()] + self.pond[seat.index()]
    }

    /// Bitboard of track indices from which a frog might leap: on top and not under the chief
    /// (AGO-07, AGO-21); bit 0 is the start.
    #[inline]
    pub(crate) fn leap_sources(&self, seat: Seat) -> u32 {
        let start = u32::from(self.home[seat.index()] > 0) << TRACK_START;
        (self.tops[seat.index()] | start) & !self.chief_mask()
    }

    /// Bitboard of track indices where a frog of this colour may land (AGO-08 to AGO-13, AGO-21).
    #[inline]
    pub(crate) fn landing_squares(&self, seat: Seat) -> u32 {
        self.open[seat.index()] & !self.chief_mask()
    }

    /// Whether all frogs of this colour are on the inner path or in the pond (AGO-17).
    #[inline]
    pub(crate) const fn has_all_inside(&self, seat: Seat) -> bool {
        self.outside[seat.index()] == 0
    }

    /// Bitboard by square index where this player may put the chief (AGO-19): on the outer path,
    /// empty or with an own frog on top of a stack that is not full.
    #[inline]
    pub(crate) const fn chief_squares(&self, seat: Seat) -> u32 {
        let own = self.tops[seat.index()] & self.open[seat.index()];
        let empty = !(self.tops[0] | self.tops[1]);
        (own | empty) >> 1 & ((1 << 18) - 1)
    }

    /// The chief's bit. It lies only on the outer path, which both tracks share.
    #[inline]
    fn chief_mask(&self) -> u32 {
        self.chief.map_or(0, |square| 2 << square.index())
    }

    /// Advances a frog by `number` from a track index. It hits a blot on the landing square
    /// (AGO-09) and covers any other stack.
    pub(crate) fn leap(&mut self, seat: Seat, from: u8, number: u8) {
        let (own, other) = (seat.index(), seat.other().index());
        let to = from + number;
        match Square::on_track(seat, from) {
            Some(square) => self.set_stack(square, self.stack(square).pop()),
            None => self.home[own] -= 1,
        }
        if from < TRACK_EIGHT && to >= TRACK_EIGHT {
            self.outside[own] -= 1;
        }
        let Some(square) = Square::on_track(seat, to) else {
            self.pond[own] += 1;
            return;
        };
        let mut stack = self.stack(square);
        if stack.top() == Some(seat.other()) && stack.top_run() == 1 {
            stack = stack.pop();
            self.home[other] += 1;
            self.outside[other] += u8::from(to >= TRACK_EIGHT);
        }
        self.set_stack(square, stack.push(seat));
    }

    #[inline]
    fn set_stack(&mut self, square: Square, stack: Stack) {
        self.stacks[square.index()] = stack;
        let full = stack.height() >= square.capacity();
        let top = stack.top();
        for seat in Seat::ALL {
            let Some(track) = square.track(seat) else { continue };
            let heap = top == Some(seat.other()) && stack.top_run() >= 3;
            write_bit(&mut self.tops[seat.index()], track, top == Some(seat));
            write_bit(&mut self.open[seat.index()], track, !full && !heap);
        }
    }
}

#[inline]
fn write_bit(bits: &mut u32, at: u8, on: bool) {
    *bits = *bits & !(1 << at) | u32::from(on) << at;
}
