//! Abagio for machine learning.
//!
//! Places are counted along the track of the player concerned: 0 is the start, 1 to 18 the outer
//! path, 19 Eight, 20 to 25 the own safe squares, 26 One.
//!
//! | numbers | action |
//! | --- | --- |
//! | 6 · place + n − 1 | the frog on this place leaps by n |
//! | 162 + s − 1 | the chief to square s, 1 to 18 |
//! | 180 | the chief beside the board |
//!
//! | lots | outcome |
//! | --- | --- |
//! | 0–29 | the dice that decide who plays first: f12 f13 … f65 |
//! | 30–50 | a throw: d11 d21 d22 … d66 |
//!
//! Planes (32 columns: places 1 to 26, then the opponent's safe squares from the far one): own frogs
//! at the bottom of a stack, then at each level above; the opponent's likewise; the chief. Scalars:
//! own frogs at the start, the opponent's; own frogs in the pond, the opponent's; how often each
//! number 1 to 6 is left to play; whether a leap, the chief, or a throw is due.

use abaque_abagio::{Abagio, Action, LeapOrigin, Phase, Roll, Square};
use abaque_core::{Game, Seat};
use abaque_tensor::{Choice, GameTensors, NumberSet};

/// The first number that moves the chief.
const CHIEF: usize = 27 * 6;
/// The number that puts the chief beside the board.
const CHIEF_BESIDE: usize = CHIEF + 18;
/// The first number of a throw.
const THROWS: usize = 30;
/// Levels of a stack.
const LEVELS: usize = 5;
const SQUARES: usize = Square::COUNT;

fn action_number(seat: Seat, action: &Action) -> usize {
    match *action {
        Action::Leap { from, number } => {
            6 * usize::from(from.track(seat).unwrap_or_default()) + usize::from(number) - 1
        }
        Action::Chief(Some(square)) => CHIEF + square.index(),
        Action::Chief(None) => CHIEF_BESIDE,
    }
}

fn action_of(seat: Seat, number: usize) -> Option<Action> {
    match number {
        0..CHIEF => {
            let from = LeapOrigin::on_track(seat, (number / 6) as u8)?;
            Some(Action::Leap { from, number: (number % 6) as u8 + 1 })
        }
        CHIEF..CHIEF_BESIDE => {
            Square::new((number - CHIEF) as u8).map(|at| Action::Chief(Some(at)))
        }
        CHIEF_BESIDE => Some(Action::Chief(None)),
        _ => None,
    }
}

/// The column of a square, seen by a player.
fn column(square: Square, viewer: Seat) -> usize {
    let track = |seat| square.track(seat).map(usize::from);
    match track(viewer) {
        Some(place) => place - 1,
        None => track(viewer.other()).unwrap_or_default() + 6,
    }
}

/// Numbers and tensors of Abagio.
pub struct Tensors;

impl GameTensors for Tensors {
    type Game = Abagio;
    type Draft = ();

    const ACTIONS: usize = CHIEF_BESIDE + 1;
    const LOTS: usize = THROWS + 21;
    const PLANES: [usize; 3] = [2 * LEVELS + 1, 1, SQUARES];
    const SCALARS: usize = 13;
    const FINAL_PROGRESS: bool = true;

    #[inline]
    fn mark_legal(game: &Abagio, (): &(), actions: &mut Vec<Action>, legal: &mut NumberSet) {
        let Some(seat) = game.side() else { return };
        game.legal_actions(actions);
        for action in actions {
            legal.insert(action_number(seat, action));
        }
    }

    #[inline]
    fn choose(game: &Abagio, (): &mut (), number: usize) -> Choice<Action> {
        let action = game.side().and_then(|seat| action_of(seat, number));
        action.map_or(Choice::Nothing, Choice::Action)
    }

    fn numbers_of(game: &Abagio, action: &Action, out: &mut Vec<usize>) {
        out.extend(game.side().map(|seat| action_number(seat, action)));
    }

    fn roll_number(roll: &Roll) -> usize {
        match *roll {
            Roll::First { red, purple } => {
                let skipped = usize::from(purple > red);
                5 * (usize::from(red) - 1) + usize::from(purple) - 1 - skipped
            }
            Roll::Throw { high, low } => {
                let high = usize::from(high);
                THROWS + high * (high - 1) / 2 + usize::from(low) - 1
            }
        }
    }

    /// Positions do not count in a game with dice.
    fn position_hash(_: &Abagio) -> Option<u64> {
        None
    }

    #[inline]
    fn write_tensor(view: &Abagio, viewer: Seat, (): &(), planes: &mut [u8], scalars: &mut [u8]) {
        for (square, stack) in view.stacks() {
            let at = column(square, viewer);
            for (level, seat) in stack.frogs().enumerate() {
                let plane = level + if seat == viewer { 0 } else { LEVELS };
                planes[SQUARES * plane + at] = 1;
            }
        }
        if let Some(square) = view.chief() {
            planes[SQUARES * 2 * LEVELS + column(square, viewer)] = 1;
        }
        let other = viewer.other();
        scalars[..4].copy_from_slice(&[
            view.home(viewer),
            view.home(other),
            view.pond(viewer),
            view.pond(other),
        ]);
        for number in view.dice().into_iter().flat_map(|dice| dice.numbers()) {
            scalars[3 + usize::from(number)] += 1;
        }
        match view.phase() {
            Phase::Leap(_) => scalars[10] = 1,
            Phase::Chief => scalars[11] = 1,
            Phase::First | Phase::Roll => scalars[12] = 1,
            Phase::Over => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lot_has_its_number() {
        let rolls = Roll::deciding_rolls().chain(Roll::throws());
        let numbers: Vec<usize> = rolls.map(|roll| Tensors::roll_number(&roll)).collect();
        assert_eq!(numbers, (0..Tensors::LOTS).collect::<Vec<_>>());
    }

    #[test]
    fn every_square_has_its_column() {
        for viewer in Seat::ALL {
            let mut columns: Vec<usize> =
                Square::all().map(|square| column(square, viewer)).collect();
            columns.sort_unstable();
            assert_eq!(columns, (0..SQUARES).collect::<Vec<_>>());
        }
    }
}
