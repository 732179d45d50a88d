//! Whether one action is legal, decided from the stacks themselves, without the generator: each
//! leap by itself first, then whether another choice would play more numbers.

use abaque_core::Seat;

use crate::board::{Board, FROGS};
use crate::square::{EIGHT, POND};
use crate::{Abagio, Action, Dice, Phase, Place, Refusal, Square};

/// The answer for the player to act.
pub(crate) fn check(game: &Abagio, action: Action) -> Result<(), Refusal> {
    match (game.phase, action) {
        (Phase::First, _) => Err(Refusal::DecideFirst),
        (Phase::Roll, _) => Err(Refusal::ThrowFirst),
        (Phase::Over, _) => Err(Refusal::Over),
        (Phase::Leap(_), Action::Chief(_)) => Err(Refusal::LeapFirst),
        (Phase::Chief, Action::Leap { .. }) => Err(Refusal::ChiefNext),
        (Phase::Chief, Action::Chief(square)) => chief(&game.board, game.side, square),
        (Phase::Leap(dice), Action::Leap { from, number }) => {
            if !dice.has(number) {
                return Err(Refusal::NotThrown { number });
            }
            let from = by_itself(&game.board, game.side, from, number)?;
            enough(&game.board, game.side, dice, from, number)
        }
    }
}

/// AGO-19.
fn chief(board: &Board, seat: Seat, square: Option<Square>) -> Result<(), Refusal> {
    let Some(on) = square else { return Ok(()) };
    let stack = board.stack(on);
    match stack.top() {
        _ if !on.is_outer() => Err(Refusal::ChiefInside { on }),
        Some(of) if of != seat => Err(Refusal::ChiefOnOther { on, of }),
        _ if stack.height() >= on.limit() => Err(Refusal::ChiefOnFull { on }),
        _ => Ok(()),
    }
}

/// Whether the leap is legal by itself; gives the frog's place on its track.
fn by_itself(board: &Board, seat: Seat, from: Place, number: u8) -> Result<u8, Refusal> {
    let track = match from {
        Place::Start if board.home[seat.index()] == 0 => return Err(Refusal::NoFrog { from }),
        Place::Start => 0,
        Place::On(square) => {
            let Some(track) = square.track(seat) else {
                return Err(Refusal::OthersPath { from: square });
            };
            let stack = board.stack(square);
            match stack.top() {
                Some(top) if top == seat => {}
                Some(by) if stack.count(seat) > 0 => {
                    return Err(Refusal::Imprisoned { from: square, by });
                }
                _ => return Err(Refusal::NoFrog { from }),
            }
            if board.chief == Some(square) {
                return Err(Refusal::UnderChief { from: square });
            }
            track
        }
    };
    match Square::on_track(seat, track + number) {
        Some(on) => landing(board, seat, on)?,
        None => final_leap(board, seat, track, number)?,
    }
    Ok(track)
}

/// AGO-08 to AGO-12 and AGO-21 for the square to land on.
fn landing(board: &Board, seat: Seat, on: Square) -> Result<(), Refusal> {
    let stack = board.stack(on);
    if board.chief == Some(on) {
        return Err(Refusal::ChiefOn { on });
    }
    if stack.height() >= on.limit() {
        return Err(Refusal::Full { on, frogs: stack.height() });
    }
    match (stack.top(), stack.run()) {
        (Some(of), frogs @ 3..) if of != seat => Err(Refusal::Heap { on, of, frogs }),
        _ => Ok(()),
    }
}

/// AGO-17 and AGO-18 for a frog whose leap would reach the pond or pass it.
fn final_leap(board: &Board, seat: Seat, track: u8, number: u8) -> Result<(), Refusal> {
    if board.home[seat.index()] > 0 {
        return Err(Refusal::NotAllInside { left: Place::Start });
    }
    let left = |square: &Square| board.stack(*square).count(seat) > 0;
    if let Some(square) = Square::outer_path().find(left) {
        return Err(Refusal::NotAllInside { left: Place::On(square) });
    }
    if track + number == POND {
        return Ok(());
    }
    let inner = (EIGHT..POND).filter_map(|track| Square::on_track(seat, track));
    let Some(farthest) = inner.into_iter().find(left) else { return Ok(()) };
    let at = farthest.track(seat).unwrap_or(track);
    match POND - at {
        need if need >= number => Err(Refusal::Needed { number, by: farthest, need }),
        _ if at != track => Err(Refusal::NotFarthest { farthest }),
        _ => Ok(()),
    }
}

/// AGO-14 and AGO-15 for a leap that is legal by itself; AGO-23 frees the winning one.
fn enough(board: &Board, seat: Seat, dice: Dice, from: u8, number: u8) -> Result<(), Refusal> {
    let Some(rest) = dice.without(number) else { return Ok(()) };
    let Some(next) = leapt(board, seat, from, number) else { return Ok(()) };
    let of = dice.left();
    match dice.low() {
        Some(low) => {
            let other = rest.high();
            if lasts(&next, seat, other, 1) {
                return Ok(());
            }
            if in_order(board, seat, number, other) || in_order(board, seat, other, number) {
                return Err(Refusal::FewerNumbers { with: 1, of });
            }
            if number == low && lasts(board, seat, other, 1) {
                return Err(Refusal::LargerNumber { larger: other });
            }
            Ok(())
        }
        None => {
            let mut with = 1;
            while with < of && lasts(&next, seat, number, with) {
                with += 1;
            }
            if with < of && lasts(board, seat, number, with + 1) {
                return Err(Refusal::FewerNumbers { with, of });
            }
            Ok(())
        }
    }
}

/// Whether the two numbers can be played in this order.
fn in_order(board: &Board, seat: Seat, first: u8, then: u8) -> bool {
    frogs(board, seat, first)
        .filter_map(|from| leapt(board, seat, from, first))
        .any(|next| lasts(&next, seat, then, 1))
}

/// Whether one number can be played that many times.
fn lasts(board: &Board, seat: Seat, number: u8, times: u8) -> bool {
    match times {
        0 => true,
        1 => frogs(board, seat, number).next().is_some(),
        _ => frogs(board, seat, number)
            .filter_map(|from| leapt(board, seat, from, number))
            .any(|next| lasts(&next, seat, number, times - 1)),
    }
}

/// The places on the track of all frogs that may leap by this number, the foremost first.
fn frogs(board: &Board, seat: Seat, number: u8) -> impl Iterator<Item = u8> {
    (0..POND).rev().filter(move |&track| {
        Place::on_track(seat, track)
            .is_some_and(|place| by_itself(board, seat, place, number).is_ok())
    })
}

/// The board after the leap; `None` if it ends the game.
fn leapt(board: &Board, seat: Seat, from: u8, number: u8) -> Option<Board> {
    let mut next = *board;
    next.leap(seat, from, number);
    (next.pond[seat.index()] != FROGS).then_some(next)
}
