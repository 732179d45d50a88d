//! Direct legality check, square by square, independent of the move generator's bit sets.

use crate::square::{HOME_STEP, SAFE_STEP};
use crate::{Action, Phase, Square, Ur, Violation};

/// Checks an action of the player to act.
pub(crate) fn check(game: &Ur, action: Action) -> Result<(), Violation> {
    let Action { from, number } = action;
    let thrown = match game.phase {
        Phase::First => return Err(Violation::DecideFirst),
        Phase::Roll => return Err(Violation::ThrowFirst),
        Phase::Over => return Err(Violation::Over),
        Phase::Move(thrown) => thrown,
    };
    if number != thrown {
        return Err(Violation::NotThrown { number, thrown });
    }
    match from {
        Some(square) if !square.is_on_path_of(game.side) => {
            return Err(Violation::OthersSquare { from: square });
        }
        Some(square) if game.piece(square) != Some(game.side) => {
            return Err(Violation::NoPiece { from });
        }
        None if game.waiting(game.side) == 0 => return Err(Violation::NoPiece { from }),
        _ => {}
    }
    let step = from.map_or(0, Square::step);
    match Square::on_path(game.side, step + number) {
        Some(on) => match game.piece(on) {
            Some(piece) if piece == game.side => Err(Violation::OwnPiece { on }),
            Some(_) if on.step() == SAFE_STEP => Err(Violation::SafePiece),
            _ => Ok(()),
        },
        None if step + number == HOME_STEP => Ok(()),
        None => Err(Violation::TooFar { number, need: HOME_STEP - step }),
    }
}
