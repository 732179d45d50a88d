use abaque_core::Seat;

use crate::square::{EIGHT, POND, START};
use crate::{Square, Stack};

/// How many frogs each colour has.
pub(crate) const FROGS: u8 = 12;

/// Where every frog and the chief is.
///
/// Beside the stacks it keeps, for each colour and by the place on that colour's track, one bit a
/// square: where its frogs lie on top and where one of them may land. So the leaps of a number
/// are one shift and one `and`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    stacks: [Stack; Square::COUNT],
    pub(crate) home: [u8; 2],
    pub(crate) pond: [u8; 2],
    /// Frogs that are not yet on the inner path: final leaps wait for them (AGO-17).
    outside: [u8; 2],
    pub(crate) chief: Option<Square>,
    tops: [u32; 2],
    open: [u32; 2],
}

impl Board {
    /// No frog on any square.
    pub(crate) const fn bare(home: [u8; 2], pond: [u8; 2]) -> Board {
        Board {
            stacks: [Stack::EMPTY; Square::COUNT],
            home,
            pond,
            outside: home,
            chief: None,
            tops: [0; 2],
            open: [(1 << POND) - 2; 2],
        }
    }

    /// The set-up (AGO-02): the stack on 10 shows the colour of the one who plays first.
    pub(crate) fn set_up(first: Seat) -> Board {
        let mut board = Board::bare([6; 2], [0; 2]);
        for (number, top) in [(5, first.other()), (10, first), (15, first.other())] {
            let stack = [top.other(), top, top.other(), top]
                .into_iter()
                .fold(Stack::EMPTY, |stack, seat| stack.push(seat));
            if let Some(corner) = Square::outer(number) {
                board.place(corner, stack);
            }
        }
        board
    }

    #[inline]
    pub(crate) const fn stack(&self, square: Square) -> Stack {
        self.stacks[square.index()]
    }

    /// Puts a stack on an empty square.
    pub(crate) fn place(&mut self, square: Square, stack: Stack) {
        self.set(square, stack);
        if square.is_outer() {
            for seat in Seat::ALL {
                self.outside[seat.index()] += stack.count(seat);
            }
        }
    }

    /// All frogs of a colour, wherever they are.
    pub(crate) fn frogs(&self, seat: Seat) -> u8 {
        let on_squares: u8 = self.stacks.iter().map(|stack| stack.count(seat)).sum();
        on_squares + self.home[seat.index()] + self.pond[seat.index()]
    }

    /// One bit for every place on the track from which a frog might leap: on top, not under the
    /// chief (AGO-07, AGO-21), bit 0 for the start.
    #[inline]
    pub(crate) fn ready(&self, seat: Seat) -> u32 {
        let start = u32::from(self.home[seat.index()] > 0) << START;
        (self.tops[seat.index()] | start) & !self.under_chief()
    }

    /// One bit for every square on the track where a frog of this colour may land (AGO-08 to
    /// AGO-13, AGO-21).
    #[inline]
    pub(crate) fn open(&self, seat: Seat) -> u32 {
        self.open[seat.index()] & !self.under_chief()
    }

    /// Whether all frogs of this colour are on the inner path or in the pond (AGO-17).
    #[inline]
    pub(crate) const fn all_inside(&self, seat: Seat) -> bool {
        self.outside[seat.index()] == 0
    }

    /// One bit for every square, by its index, where this player may put the chief (AGO-19): on
    /// the outer path, empty or with an own frog on a stack that is not full.
    #[inline]
    pub(crate) const fn chief_squares(&self, seat: Seat) -> u32 {
        let own = self.tops[seat.index()] & self.open[seat.index()];
        let empty = !(self.tops[0] | self.tops[1]);
        (own | empty) >> 1 & ((1 << 18) - 1)
    }

    /// The chief lies on the outer path only, which both tracks share.
    #[inline]
    fn under_chief(&self) -> u32 {
        self.chief.map_or(0, |square| 2 << square.index())
    }

    /// A frog advances by `number` from a place on its track. It hits a blot where it lands
    /// (AGO-09) and covers anything else.
    pub(crate) fn leap(&mut self, seat: Seat, from: u8, number: u8) {
        let (own, other) = (seat.index(), seat.other().index());
        let to = from + number;
        match Square::on_track(seat, from) {
            Some(square) => self.set(square, self.stack(square).pop()),
            None => self.home[own] -= 1,
        }
        if from < EIGHT && to >= EIGHT {
            self.outside[own] -= 1;
        }
        let Some(square) = Square::on_track(seat, to) else {
            self.pond[own] += 1;
            return;
        };
        let mut stack = self.stack(square);
        if stack.top() == Some(seat.other()) && stack.run() == 1 {
            stack = stack.pop();
            self.home[other] += 1;
            self.outside[other] += u8::from(to >= EIGHT);
        }
        self.set(square, stack.push(seat));
    }

    #[inline]
    fn set(&mut self, square: Square, stack: Stack) {
        self.stacks[square.index()] = stack;
        let full = stack.height() >= square.limit();
        let top = stack.top();
        for seat in Seat::ALL {
            let Some(track) = square.track(seat) else { continue };
            let heap = top == Some(seat.other()) && stack.run() >= 3;
            write_bit(&mut self.tops[seat.index()], track, top == Some(seat));
            write_bit(&mut self.open[seat.index()], track, !full && !heap);
        }
    }
}

#[inline]
fn write_bit(bits: &mut u32, at: u8, on: bool) {
    *bits = *bits & !(1 << at) | u32::from(on) << at;
}
