//! The move generator: leaps as bitboards along the track, filtered by how many numbers each leap
//! allows to be played. `check.rs` decides the same question independently.

use abaque_core::Seat;

use crate::board::{Board, FROGS_PER_PLAYER};
use crate::square::{TRACK_POND, TRACK_START};
use crate::{Action, Dice, LeapOrigin, Square};

/// Legal leaps: for each distinct number, the track indices from which it may be played.
#[derive(Clone, Copy)]
pub(crate) struct LegalLeaps {
    numbers: [u8; 2],
    from: [u32; 2],
}

impl LegalLeaps {
    pub(crate) fn count(&self) -> u32 {
        self.from[0].count_ones() + self.from[1].count_ones()
    }

    /// The leaps as actions, larger number first.
    pub(crate) fn actions(&self, seat: Seat) -> impl Iterator<Item = Action> {
        let (numbers, from) = (self.numbers, self.from);
        (0..2).flat_map(move |i| {
            bit_indices(from[i]).filter_map(move |track| {
                let from = LeapOrigin::on_track(seat, track)?;
                Some(Action::Leap { from, number: numbers[i] })
            })
        })
    }
}

/// Track indices from which a frog may leap by `number`, ignoring the other numbers.
#[inline]
pub(crate) fn leap_sources_alone(board: &Board, seat: Seat, number: u8) -> u32 {
    let ready = board.leap_sources(seat);
    let onto_squares = ready & (board.landing_squares(seat) >> number);
    if board.has_all_inside(seat) {
        onto_squares | ready & final_leap_sources(board, seat, ready, number)
    } else {
        onto_squares
    }
}

/// The source from which `number` leads exactly into the pond (AGO-17), or the farthest frog if the
/// number exceeds what every remaining frog needs (AGO-18).
#[inline]
fn final_leap_sources(board: &Board, seat: Seat, ready: u32, number: u8) -> u32 {
    let exact = 1 << (TRACK_POND - number);
    // Own safe squares hold only own frogs, and a frog imprisoned on One is as near as possible;
    // only Eight can hide a frog farther away than all movable ones.
    let behind = ready & (exact - 1) != 0 || board.stack(Square::EIGHT).count(seat) > 0;
    if behind || ready & exact != 0 { exact } else { ready & ready.wrapping_neg() }
}

/// Whether any of the numbers can be played.
#[inline]
pub(crate) fn can_play_any(board: &Board, seat: Seat, dice: Dice) -> bool {
    leap_sources_alone(board, seat, dice.high()) != 0
        || dice.low().is_some_and(|low| leap_sources_alone(board, seat, low) != 0)
}

/// The legal leaps (AGO-14, AGO-15, AGO-18, AGO-23).
pub(crate) fn legal_leaps(board: &Board, seat: Seat, dice: Dice) -> LegalLeaps {
    let high = dice.high();
    let numbers = [high, dice.low().unwrap_or(high)];
    let mut singles = [leap_sources_alone(board, seat, high), 0];
    let Some(rest) = dice.without(high) else { return LegalLeaps { numbers, from: singles } };
    if dice.low().is_some() {
        singles[1] = leap_sources_alone(board, seat, rest.high());
    }
    // For each number, the leaps that allow `n` numbers in total, and those that win.
    let mut playing = [[0u32; 5]; 2];
    let mut winning = [0u32; 2];
    let mut most = 0;
    for i in 0..2 {
        let (number, Some(rest)) = (numbers[i], dice.without(numbers[i])) else { continue };
        let others = if dice.low().is_some() { singles[1 - i] } else { singles[0] };
        for from in bit_indices(singles[i]) {
            let spared = others & !affected_sources(board, seat, from, number, rest.high());
            let played = if spared.count_ones() >= u32::from(rest.count()) {
                dice.count()
            } else if let Some(next) = board_after(board, seat, from, number) {
                1 + max_playable(&next, seat, rest)
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
    LegalLeaps { numbers, from: [from[0] | winning[0], from[1] | winning[1]] }
}

/// The sources whose leaps by `then` may change after a frog leaps from `from` by `number`: `from`
/// itself, and those that lead to it or to the landing square. All other leaps stay legal and can
/// be played one after the other, rearmost first, so the search below is rarely needed.
#[inline]
fn affected_sources(board: &Board, seat: Seat, from: u8, number: u8, then: u8) -> u32 {
    // Bits are shifted up by eight, because sources that lead to the start would be negative.
    let (left, landed) = (1u64 << (from + 8), 1u64 << (from + number + 8));
    let start_keeps_frogs = from == TRACK_START && board.home[seat.index()] > 1;
    let same = if start_keeps_frogs { 0 } else { left };
    ((same | left >> then | landed >> then) >> 8) as u32
}

/// The maximum number of dice numbers that can be played.
fn max_playable(board: &Board, seat: Seat, dice: Dice) -> u8 {
    let number = dice.high();
    let singles = leap_sources_alone(board, seat, number);
    let Some(rest) = dice.without(number) else { return u8::from(singles != 0) };
    // Only doubles leave several numbers, and each source gives one leap, rearmost first.
    if singles.count_ones() >= u32::from(dice.count()) {
        return dice.count();
    }
    let mut most = 0;
    for from in bit_indices(singles) {
        let played = 1 + board_after(board, seat, from, number)
            .map_or(0, |next| max_playable(&next, seat, rest));
        most = most.max(played);
        if most == dice.count() {
            break;
        }
    }
    most
}

/// The board after a leap; `None` if it wins (AGO-23).
#[inline]
fn board_after(board: &Board, seat: Seat, from: u8, number: u8) -> Option<Board> {
    let mut next = *board;
    next.leap(seat, from, number);
    (next.pond[seat.index()] < FROGS_PER_PLAYER).then_some(next)
}

/// Indices of the set bits, lowest first.
pub(crate) fn bit_indices(mut bits: u32) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let at = bits.trailing_zeros() as u8;
        bits &= bits.wrapping_sub(1);
        (at < 32).then_some(at)
    })
}
