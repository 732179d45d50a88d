//! The Royal Game of Ur for machine learning.
//!
//! | numbers | action |
//! | --- | --- |
//! | 0 | a piece enters |
//! | s | the piece on step s of the own path advances, 1 to 14 |
//!
//! | lots | outcome |
//! | --- | --- |
//! | 0–19 | the throws that decide who plays first: f01 f02 … f43 |
//! | 20–24 | a throw: d0 … d4 |
//!
//! Planes (14 columns, the steps of each player's own path): own pieces, the opponent's. Scalars:
//! own pieces to enter, the opponent's; own pieces home, the opponent's; the number thrown.

use abaque_core::Seat;
use abaque_tensor::{Choice, GameTensors, NumberSet};
use abaque_ur::{Action, Phase, Roll, Square, Ur};

/// The last step of a path.
const STEPS: usize = 14;
/// The first number of a throw.
const THROWS: usize = 20;

fn action_number(action: &Action) -> usize {
    action.from.map_or(0, |square| usize::from(square.step()))
}

/// Numbers and tensors of the Royal Game of Ur.
pub struct Tensors;

impl GameTensors for Tensors {
    type Game = Ur;
    type Draft = ();

    const ACTIONS: usize = THROWS + 5;
    const LOTS: usize = THROWS + 5;
    const PLANES: [usize; 3] = [2, 1, STEPS];
    const SCALARS: usize = 5;
    const FINAL_PROGRESS: bool = true;

    fn mark_legal(game: &Ur, (): &(), _: &mut Vec<Action>, legal: &mut NumberSet) {
        game.moves().for_each(|action| legal.insert(action_number(&action)));
    }

    fn choose(game: &Ur, (): &mut (), number: usize) -> Choice<Action> {
        let (Phase::Move(thrown), Some(seat)) = (game.phase(), game.side()) else {
            return Choice::Nothing;
        };
        match number {
            0 => Choice::Action(Action { from: None, number: thrown }),
            1..=STEPS => {
                Choice::Action(Action { from: Square::on_path(seat, number as u8), number: thrown })
            }
            _ => Choice::Nothing,
        }
    }

    fn numbers_of(_: &Ur, action: &Action, out: &mut Vec<usize>) {
        out.push(action_number(action));
    }

    fn roll_number(roll: &Roll) -> usize {
        match *roll {
            Roll::First { white, black } => {
                4 * usize::from(white) + usize::from(black) - usize::from(black > white)
            }
            Roll::Throw(number) => THROWS + usize::from(number),
        }
    }

    /// Positions do not count in a game with dice.
    fn position_hash(_: &Ur) -> Option<u64> {
        None
    }

    fn write_tensor(view: &Ur, viewer: Seat, (): &(), planes: &mut [u8], scalars: &mut [u8]) {
        let other = viewer.other();
        for (plane, seat) in planes.chunks_exact_mut(STEPS).zip([viewer, other]) {
            for (cell, step) in plane.iter_mut().zip(1..) {
                *cell = u8::from(view.has_piece(seat, step));
            }
        }
        let thrown = if let Phase::Move(number) = view.phase() { number } else { 0 };
        scalars.copy_from_slice(&[
            view.waiting(viewer),
            view.waiting(other),
            view.home(viewer),
            view.home(other),
            thrown,
        ]);
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
}
