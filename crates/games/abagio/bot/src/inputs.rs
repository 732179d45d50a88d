//! Net inputs. A position is a short list of *rows*: one per stack, home and pond, and one for the
//! chief. Each row stands for a few *inputs*, which share weights between similar stacks. Training
//! learns the input weights; evaluation adds up precomputed row sums.

use abaque_abagio::{Abagio, Square, Stack};
use abaque_core::Seat;

/// Number of rows.
pub const ROW_COUNT: usize = CHIEF_ROWS + 18 * 3;

/// Number of inputs.
pub const INPUT_COUNT: usize = INNER_INPUTS + 66;

/// Inputs below this describe the outer path and the chief; the race net skips them.
pub const INNER_INPUTS: usize = CHIEF_INPUTS + 18 * 3;

const EIGHT_ROWS: usize = 18 * 64;
const ONE_ROWS: usize = EIGHT_ROWS + 8;
const SAFE_ROWS: usize = ONE_ROWS + 8;
const HOME_ROWS: usize = SAFE_ROWS + 2 * 36;
const POND_ROWS: usize = HOME_ROWS + 2 * 13;
const CHIEF_ROWS: usize = POND_ROWS + 2 * 13;

/// Inputs per square of the outer path.
const INPUTS_PER_SQUARE: usize = 18;
const CHIEF_INPUTS: usize = 18 * INPUTS_PER_SQUARE;
const EIGHT_INPUTS: usize = INNER_INPUTS;
const ONE_INPUTS: usize = EIGHT_INPUTS + 6;
const SAFE_INPUTS: usize = ONE_INPUTS + 6;
const HOME_INPUTS: usize = SAFE_INPUTS + 36;
const POND_INPUTS: usize = HOME_INPUTS + 8;
const OUTSIDE_INPUTS: usize = POND_INPUTS + 6;
const PIPS_INPUTS: usize = OUTSIDE_INPUTS + 2;

/// The rows of one position, seen by the player about to throw.
#[derive(Clone, Copy, Debug)]
pub struct InputRows {
    rows: [u16; 37],
    len: u8,
    /// Whether all frogs of both players are on the inner path or in the pond.
    pub is_race: bool,
}

impl InputRows {
    /// The rows of a position except the chief's ([`chief_row`]).
    pub fn of(game: &Abagio, thrower: Seat) -> InputRows {
        let waiting = Seat::ALL.iter().any(|&seat| game.home(seat) > 0);
        let mut out = InputRows { rows: [0; 37], len: 0, is_race: !waiting };
        for (square, stack) in game.stacks() {
            let index = square.index();
            out.is_race &= !square.is_outer();
            out.push(match index {
                0..18 => index * 64 + stack_code(stack, thrower),
                18 => EIGHT_ROWS + stack_code(stack, thrower),
                31 => ONE_ROWS + stack_code(stack, thrower),
                _ => {
                    let owner = if index < 25 { Seat::First } else { Seat::Second };
                    let step = index - if index < 25 { 19 } else { 25 };
                    let count = usize::from(stack.count(owner));
                    SAFE_ROWS + side(owner, thrower) * 36 + step * 6 + count
                }
            });
        }
        for seat in Seat::ALL {
            let side = side(seat, thrower);
            out.push(HOME_ROWS + side * 13 + usize::from(game.home(seat)));
            out.push(POND_ROWS + side * 13 + usize::from(game.pond(seat)));
        }
        out
    }

    fn push(&mut self, row: usize) {
        self.rows[usize::from(self.len)] = row as u16;
        self.len += 1;
    }

    /// Adds one row.
    pub fn with(mut self, row: Option<u16>) -> InputRows {
        if let Some(row) = row {
            self.push(usize::from(row));
        }
        self
    }

    /// Iterates over the row indices.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.rows[..usize::from(self.len)].iter().map(|&row| usize::from(row))
    }
}

/// Row of the chief on a square; `None` beside the board.
#[inline]
pub fn chief_row(chief: Option<Square>, on: Stack, thrower: Seat) -> Option<u16> {
    let kind = match on.top() {
        None => 0,
        Some(seat) => 2 - side(seat, thrower),
    };
    chief.map(|square| (CHIEF_ROWS + square.index() * 3 + kind) as u16)
}

/// 0 for the thrower's pieces, 1 for the opponent's.
const fn side(seat: Seat, thrower: Seat) -> usize {
    (seat.index() ^ thrower.index()) & 1
}

/// Encodes a stack below 64: a marker bit, then the frogs bottom to top, 0 for the thrower's.
fn stack_code(stack: Stack, thrower: Seat) -> usize {
    stack.frogs().fold(1, |code, seat| code << 1 | side(seat, thrower))
}

/// Calls `emit` with each input of a row and its value.
pub fn for_each_input(row: usize, emit: &mut dyn FnMut(usize, f32)) {
    match row {
        0..EIGHT_ROWS => outer_inputs(row / 64, row % 64, emit),
        EIGHT_ROWS..ONE_ROWS => diamond_inputs(row - EIGHT_ROWS, EIGHT_INPUTS, 8.0, emit),
        ONE_ROWS..SAFE_ROWS => diamond_inputs(row - ONE_ROWS, ONE_INPUTS, 1.0, emit),
        SAFE_ROWS..HOME_ROWS => {
            let (place, count) = ((row - SAFE_ROWS) / 6, (row - SAFE_ROWS) % 6);
            let (side, step) = (place / 6, place % 6);
            let frogs = count as f32;
            let at = SAFE_INPUTS + place * 3;
            emit(at, flag(count >= 1));
            emit(at + 1, flag(count >= 2));
            emit(at + 2, (frogs - 2.0).max(0.0));
            emit(PIPS_INPUTS + side, frogs * (7 - step) as f32 / 100.0);
        }
        HOME_ROWS..POND_ROWS => {
            let (side, count) = ((row - HOME_ROWS) / 13, (row - HOME_ROWS) % 13);
            let at = HOME_INPUTS + side * 4;
            emit(at, flag(count >= 1));
            emit(at + 1, flag(count >= 2));
            emit(at + 2, flag(count >= 4));
            emit(at + 3, count as f32 / 6.0);
            emit(OUTSIDE_INPUTS + side, count as f32 / 12.0);
            emit(PIPS_INPUTS + side, count as f32 * 27.0 / 100.0);
        }
        POND_ROWS..CHIEF_ROWS => {
            let (side, count) = ((row - POND_ROWS) / 13, (row - POND_ROWS) % 13);
            let at = POND_INPUTS + side * 3;
            emit(at, flag(count >= 1));
            emit(at + 1, count as f32 / 12.0);
            emit(at + 2, (count as f32 - 8.0).max(0.0) / 4.0);
        }
        _ => emit(CHIEF_INPUTS + row - CHIEF_ROWS, 1.0),
    }
}

/// Inputs of a stack on the outer path: frogs of each colour, whose blot, pair or heap is on top,
/// prisoners, and whether it is full.
fn outer_inputs(square: usize, code: usize, emit: &mut dyn FnMut(usize, f32)) {
    if code < 2 {
        return;
    }
    let height = code.ilog2() as usize;
    let other = code.count_ones() as usize - 1;
    let counts = [height - other, other];
    let top = code & 1;
    let run = (0..height).take_while(|&depth| code >> depth & 1 == top).count();
    let at = square * INPUTS_PER_SQUARE;
    for (side, &count) in counts.iter().enumerate() {
        emit(at + 3 * side, flag(count >= 1));
        emit(at + 3 * side + 1, flag(count >= 2));
        emit(at + 3 * side + 2, (count as f32 - 2.0).max(0.0));
        emit(OUTSIDE_INPUTS + side, count as f32 / 12.0);
        emit(PIPS_INPUTS + side, count as f32 * (26 - square) as f32 / 100.0);
    }
    emit(at + 6 + 3 * top + run.min(3) - 1, 1.0);
    let prisoners = counts[1 - top];
    emit(at + 12 + top, flag(prisoners >= 1));
    emit(at + 14 + top, (prisoners as f32 - 1.0).max(0.0));
    emit(at + 16 + top, flag(height == 5));
}

/// Inputs of a stack on Eight or One: one per possible content.
fn diamond_inputs(code: usize, inputs: usize, need: f32, emit: &mut dyn FnMut(usize, f32)) {
    if code < 2 {
        return;
    }
    emit(inputs + code - 2, 1.0);
    let other = code.count_ones() as usize - 1;
    let own = code.ilog2() as usize - other;
    emit(PIPS_INPUTS, own as f32 * need / 100.0);
    emit(PIPS_INPUTS + 1, other as f32 * need / 100.0);
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}
