//! The generator: sets of leaps as bits along the track, filtered by how many numbers each of
//! them lets the player play. The direct check in `check.rs` answers the same another way.

use abaque_core::Seat;

use crate::board::{Board, FROGS};
use crate::square::{POND, START};
use crate::{Action, Dice, Place, Square};

/// Legal leaps: for each different number the places on the track from which it may be played.
#[derive(Clone, Copy)]
pub(crate) struct Leaps {
    numbers: [u8; 2],
    from: [u32; 2],
}

impl Leaps {
    pub(crate) fn count(&self) -> u32 {
        self.from[0].count_ones() + self.from[1].count_ones()
    }

    /// The leaps as actions, the larger number first.
    pub(crate) fn actions(&self, seat: Seat) -> impl Iterator<Item = Action> {
        let (numbers, from) = (self.numbers, self.from);
        (0..2).flat_map(move |i| {
            ones(from[i]).filter_map(move |track| {
                let from = Place::on_track(seat, track)?;
                Some(Action::Leap { from, number: numbers[i] })
            })
        })
    }
}

/// The places on the track from which a frog may leap by `number`, each judged by itself.
#[inline]
pub(crate) fn alone(board: &Board, seat: Seat, number: u8) -> u32 {
    let ready = board.ready(seat);
    let onto_squares = ready & (board.open(seat) >> number);
    if board.all_inside(seat) {
        onto_squares | ready & finals(board, seat, ready, number)
    } else {
        onto_squares
    }
}

/// The place from which `number` leads exactly into the pond (AGO-17), or the farthest one if the
/// number is larger than every frog left needs (AGO-18).
#[inline]
fn finals(board: &Board, seat: Seat, ready: u32, number: u8) -> u32 {
    let exact = 1 << (POND - number);
    // Own safe squares hold own frogs only, and a frog imprisoned on One is as near as can be;
    // only on Eight may a frog that is farther than all ready ones lie hidden.
    let behind = ready & (exact - 1) != 0 || board.stack(Square::EIGHT).count(seat) > 0;
    if behind || ready & exact != 0 { exact } else { ready & ready.wrapping_neg() }
}

/// Whether any of the numbers can be played.
#[inline]
pub(crate) fn any(board: &Board, seat: Seat, dice: Dice) -> bool {
    alone(board, seat, dice.high()) != 0
        || dice.low().is_some_and(|low| alone(board, seat, low) != 0)
}

/// The legal leaps (AGO-14, AGO-15, AGO-18, AGO-23).
pub(crate) fn leaps(board: &Board, seat: Seat, dice: Dice) -> Leaps {
    let high = dice.high();
    let numbers = [high, dice.low().unwrap_or(high)];
    let mut singles = [alone(board, seat, high), 0];
    let Some(rest) = dice.without(high) else { return Leaps { numbers, from: singles } };
    if dice.low().is_some() {
        singles[1] = alone(board, seat, rest.high());
    }
    // For each number, the leaps that let `n` numbers be played in all, and those that win.
    let mut playing = [[0u32; 5]; 2];
    let mut winning = [0u32; 2];
    let mut most = 0;
    for i in 0..2 {
        let (number, Some(rest)) = (numbers[i], dice.without(numbers[i])) else { continue };
        let others = if dice.low().is_some() { singles[1 - i] } else { singles[0] };
        for from in ones(singles[i]) {
            let spared = others & !touched(board, seat, from, number, rest.high());
            let played = if spared.count_ones() >= u32::from(rest.left()) {
                dice.left()
            } else if let Some(next) = after(board, seat, from, number) {
                1 + longest(&next, seat, rest)
            } else {
                winning[i] |= 1 << from;
                1
            };
            playing[i][usize::from(played)] |= 1 << from;
            most = most.max(played);
        }
    }
    let mut from = [playing[0][usize::from(most)], playing[1][usize::from(most)]];
    if most == 1 && from[0] != 0 {
        from[1] = 0;
    }
    Leaps { numbers, from: [from[0] | winning[0], from[1] | winning[1]] }
}

/// The places from which a leap by `then` may no longer be what it was once a frog has leapt from
/// `from` by `number`: that place itself, and those that lead to it or to where the frog landed.
/// From all others the leaps stay legal, and all of them can be played one after the other, the
/// hindmost first: so the search below is seldom needed.
#[inline]
fn touched(board: &Board, seat: Seat, from: u8, number: u8, then: u8) -> u32 {
    // Bits are kept eight places up, as the places that lead to the start would be below it.
    let (left, landed) = (1u64 << (from + 8), 1u64 << (from + number + 8));
    let start_keeps_frogs = from == START && board.home[seat.index()] > 1;
    let same = if start_keeps_frogs { 0 } else { left };
    ((same | left >> then | landed >> then) >> 8) as u32
}

/// How many of the numbers can be played at most.
fn longest(board: &Board, seat: Seat, dice: Dice) -> u8 {
    let number = dice.high();
    let singles = alone(board, seat, number);
    let Some(rest) = dice.without(number) else { return u8::from(singles != 0) };
    // Only doubles leave several numbers, and each place gives one leap, the hindmost first.
    if singles.count_ones() >= u32::from(dice.left()) {
        return dice.left();
    }
    let mut most = 0;
    for from in ones(singles) {
        let played =
            1 + after(board, seat, from, number).map_or(0, |next| longest(&next, seat, rest));
        most = most.max(played);
        if most == dice.left() {
            break;
        }
    }
    most
}

/// The board after a leap; `None` if it wins (AGO-23).
#[inline]
fn after(board: &Board, seat: Seat, from: u8, number: u8) -> Option<Board> {
    let mut next = *board;
    next.leap(seat, from, number);
    (next.pond[seat.index()] < FROGS).then_some(next)
}

/// The places of the bits set, lowest first.
pub(crate) fn ones(mut bits: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros() as u8;
        bits &= bits.wrapping_sub(1);
        (at < 32).then_some(at)
    })
}
