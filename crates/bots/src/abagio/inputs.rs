//! What the nets see. A position is a short list of *rows*, one for each stack, home, pond and the
//! chief; each row stands for a handful of *inputs* that share weights between similar stacks.
//! Learned are the weights of the inputs; evaluated are sums of whole rows, made once.

use abaque_abagio::{Abagio, Square, Stack};
use abaque_core::Seat;

/// How many different rows there are.
pub const ROWS: usize = CHIEF + 18 * 3;

/// How many inputs there are.
pub const INPUTS: usize = INNER_INPUTS + 66;

/// Inputs before this one speak of the outer path and of the chief: a net for races does without.
pub const INNER_INPUTS: usize = CHIEF_INPUTS + 18 * 3;

const EIGHT: usize = 18 * 64;
const ONE: usize = EIGHT + 8;
const SAFE: usize = ONE + 8;
const HOME: usize = SAFE + 2 * 36;
const POND: usize = HOME + 2 * 13;
const CHIEF: usize = POND + 2 * 13;

/// Inputs for each square of the outer path.
const PER_SQUARE: usize = 18;
const CHIEF_INPUTS: usize = 18 * PER_SQUARE;
const EIGHT_INPUTS: usize = INNER_INPUTS;
const ONE_INPUTS: usize = EIGHT_INPUTS + 6;
const SAFE_INPUTS: usize = ONE_INPUTS + 6;
const HOME_INPUTS: usize = SAFE_INPUTS + 36;
const POND_INPUTS: usize = HOME_INPUTS + 8;
const OUTSIDE_INPUTS: usize = POND_INPUTS + 6;
const PIPS_INPUTS: usize = OUTSIDE_INPUTS + 2;

/// The rows of one position, as the player about to throw sees it.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    rows: [u16; 37],
    len: u8,
    /// Whether all frogs of both players are on the inner path or in the pond.
    pub race: bool,
}

impl Rows {
    /// The rows of a position, the chief's apart ([`chief_row`]).
    pub fn of(game: &Abagio, thrower: Seat) -> Rows {
        let waiting = Seat::ALL.iter().any(|&seat| game.home(seat) > 0);
        let mut out = Rows { rows: [0; 37], len: 0, race: !waiting };
        for (square, stack) in game.stacks() {
            let index = square.index();
            out.race &= !square.is_outer();
            out.push(match index {
                0..18 => index * 64 + code(stack, thrower),
                18 => EIGHT + code(stack, thrower),
                31 => ONE + code(stack, thrower),
                _ => {
                    let owner = if index < 25 { Seat::First } else { Seat::Second };
                    let step = index - if index < 25 { 19 } else { 25 };
                    let count = usize::from(stack.count(owner));
                    SAFE + side(owner, thrower) * 36 + step * 6 + count
                }
            });
        }
        for seat in Seat::ALL {
            let side = side(seat, thrower);
            out.push(HOME + side * 13 + usize::from(game.home(seat)));
            out.push(POND + side * 13 + usize::from(game.pond(seat)));
        }
        out
    }

    fn push(&mut self, row: usize) {
        self.rows[usize::from(self.len)] = row as u16;
        self.len += 1;
    }

    /// The same with one more row.
    pub fn with(mut self, row: Option<u16>) -> Rows {
        if let Some(row) = row {
            self.push(usize::from(row));
        }
        self
    }

    /// The rows.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.rows[..usize::from(self.len)].iter().map(|&row| usize::from(row))
    }
}

/// The row of the chief on a square (`None` beside the board, which has no row).
#[inline]
pub fn chief_row(chief: Option<Square>, on: Stack, thrower: Seat) -> Option<u16> {
    let kind = match on.top() {
        None => 0,
        Some(seat) => 2 - side(seat, thrower),
    };
    chief.map(|square| (CHIEF + square.index() * 3 + kind) as u16)
}

/// 0 for the thrower's own things, 1 for the opponent's.
const fn side(seat: Seat, thrower: Seat) -> usize {
    (seat.index() ^ thrower.index()) & 1
}

/// A stack as a number below 64: a marker bit, then the frogs bottom to top, 0 for the thrower's.
fn code(stack: Stack, thrower: Seat) -> usize {
    stack.frogs().fold(1, |code, seat| code << 1 | side(seat, thrower))
}

/// Calls `tell` with each input a row stands for and its value.
pub fn describe(row: usize, tell: &mut dyn FnMut(usize, f32)) {
    match row {
        0..EIGHT => outer(row / 64, row % 64, tell),
        EIGHT..ONE => diamond(row - EIGHT, EIGHT_INPUTS, 8.0, tell),
        ONE..SAFE => diamond(row - ONE, ONE_INPUTS, 1.0, tell),
        SAFE..HOME => {
            let (place, count) = ((row - SAFE) / 6, (row - SAFE) % 6);
            let (side, step) = (place / 6, place % 6);
            let frogs = count as f32;
            let at = SAFE_INPUTS + place * 3;
            tell(at, yes(count >= 1));
            tell(at + 1, yes(count >= 2));
            tell(at + 2, (frogs - 2.0).max(0.0));
            tell(PIPS_INPUTS + side, frogs * (7 - step) as f32 / 100.0);
        }
        HOME..POND => {
            let (side, count) = ((row - HOME) / 13, (row - HOME) % 13);
            let at = HOME_INPUTS + side * 4;
            tell(at, yes(count >= 1));
            tell(at + 1, yes(count >= 2));
            tell(at + 2, yes(count >= 4));
            tell(at + 3, count as f32 / 6.0);
            tell(OUTSIDE_INPUTS + side, count as f32 / 12.0);
            tell(PIPS_INPUTS + side, count as f32 * 27.0 / 100.0);
        }
        POND..CHIEF => {
            let (side, count) = ((row - POND) / 13, (row - POND) % 13);
            let at = POND_INPUTS + side * 3;
            tell(at, yes(count >= 1));
            tell(at + 1, count as f32 / 12.0);
            tell(at + 2, (count as f32 - 8.0).max(0.0) / 4.0);
        }
        _ => tell(CHIEF_INPUTS + row - CHIEF, 1.0),
    }
}

/// A stack on the outer path: how many of each colour, whose blot, pair or heap is on top, what
/// is imprisoned, and whether it is full.
fn outer(square: usize, code: usize, tell: &mut dyn FnMut(usize, f32)) {
    if code < 2 {
        return;
    }
    let height = code.ilog2() as usize;
    let other = code.count_ones() as usize - 1;
    let counts = [height - other, other];
    let top = code & 1;
    let run = (0..height).take_while(|&depth| code >> depth & 1 == top).count();
    let at = square * PER_SQUARE;
    for (side, &count) in counts.iter().enumerate() {
        tell(at + 3 * side, yes(count >= 1));
        tell(at + 3 * side + 1, yes(count >= 2));
        tell(at + 3 * side + 2, (count as f32 - 2.0).max(0.0));
        tell(OUTSIDE_INPUTS + side, count as f32 / 12.0);
        tell(PIPS_INPUTS + side, count as f32 * (26 - square) as f32 / 100.0);
    }
    tell(at + 6 + 3 * top + run.min(3) - 1, 1.0);
    let prisoners = counts[1 - top];
    tell(at + 12 + top, yes(prisoners >= 1));
    tell(at + 14 + top, (prisoners as f32 - 1.0).max(0.0));
    tell(at + 16 + top, yes(height == 5));
}

/// A stack on Eight or One: its six contents apart.
fn diamond(code: usize, inputs: usize, need: f32, tell: &mut dyn FnMut(usize, f32)) {
    if code < 2 {
        return;
    }
    tell(inputs + code - 2, 1.0);
    let other = code.count_ones() as usize - 1;
    let own = code.ilog2() as usize - other;
    tell(PIPS_INPUTS, own as f32 * need / 100.0);
    tell(PIPS_INPUTS + 1, other as f32 * need / 100.0);
}

fn yes(is: bool) -> f32 {
    f32::from(u8::from(is))
}
