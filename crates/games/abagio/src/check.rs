//! Direct legality check from the stacks, independent of the generator: first each leap by itself,
//! then whether another choice would play more numbers.

use abaque_core::Seat;

use crate::board::{Board, FROGS_PER_PLAYER};
use crate::square::{TRACK_EIGHT, TRACK_POND};
use crate::{Abagio, Action, Dice, LeapOrigin, Phase, Square, Violation};

/// Checks an action of the player to act.
pub(crate) fn check(game: &Abagio, action: Action) -> Result<(), Violation> {
    match (game.phase, action) {
        (Phase::First, _) => Err(Violation::DecideFirst),
        (Phase::Roll, _) => Err(Violation::ThrowFirst),
        (Phase::Over, _) => Err(Violation::Over),
        (Phase::Leap(_), Action::Chief(_)) => Err(Violation::LeapFirst),
        (Phase::Chief, Action::Leap { .. }) => Err(Violation::ChiefNext),
        (Phase::Chief, Action::Chief(square)) => check_chief(&game.board, game.side, square),
        (Phase::Leap(dice), Action::Leap { from, number }) => {
            if !dice.contains(number) {
                return Err(Violation::NotThrown { number });
            }
            let from = check_leap_alone(&game.board, game.side, from, number)?;
            check_enough_played(&game.board, game.side, dice, from, number)
        }
    }
}

/// AGO-19: where the chief may lie.
fn check_chief(board: &Board, seat: Seat, square: Option<Square>) -> Result<(), Violation> {
    let Some(on) = square else { return Ok(()) };
    let stack = board.stack(on);
    match stack.top() {
        _ if !on.is_outer() => Err(Violation::ChiefInside { on }),
        Some(of) if of != seat => Err(Violation::ChiefOnOther { on, of }),
        _ if stack.height() >= on.capacity() => Err(Violation::ChiefOnFull { on }),
        _ => Ok(()),
    }
}

/// Checks a leap by itself and returns the frog's track index.
fn check_leap_alone(
    board: &Board,
    seat: Seat,
    from: LeapOrigin,
    number: u8,
) -> Result<u8, Violation> {
    let track = match from {
        LeapOrigin::Start if board.home[seat.index()] == 0 => {
            return Err(Violation::NoFrog { from });
        }
        LeapOrigin::Start => 0,
        LeapOrigin::On(square) => {
            let Some(track) = square.track(seat) else {
                return Err(Violation::OthersPath { from: square });
            };
            let stack = board.stack(square);
            match stack.top() {
                Some(top) if top == seat => {}
                Some(by) if stack.count(seat) > 0 => {
                    return Err(Violation::Imprisoned { from: square, by });
                }
                _ => return Err(Violation::NoFrog { from }),
            }
            if board.chief == Some(square) {
                return Err(Violation::UnderChief { from: square });
            }
            track
        }
    };
    match Square::on_track(seat, track + number) {
        Some(on) => check_landing(board, seat, on)?,
        None => check_final_leap(board, seat, track, number)?,
    }
    Ok(track)
}

/// AGO-08 to AGO-12 and AGO-21 for the landing square.
fn check_landing(board: &Board, seat: Seat, on: Square) -> Result<(), Violation> {
    let stack = board.stack(on);
    if board.chief == Some(on) {
        return Err(Violation::ChiefOn { on });
    }
    if stack.height() >= on.capacity() {
        return Err(Violation::Full { on, frogs: stack.height() });
    }
    match (stack.top(), stack.top_run()) {
        (Some(of), frogs @ 3..) if of != seat => Err(Violation::Heap { on, of, frogs }),
        _ => Ok(()),
    }
}

/// AGO-17 and AGO-18 for a leap that reaches or passes the pond.
fn check_final_leap(board: &Board, seat: Seat, track: u8, number: u8) -> Result<(), Violation> {
    if board.home[seat.index()] > 0 {
        return Err(Violation::NotAllInside { left: LeapOrigin::Start });
    }
    let left = |square: &Square| board.stack(*square).count(seat) > 0;
    if let Some(square) = Square::outer_path().find(left) {
        return Err(Violation::NotAllInside { left: LeapOrigin::On(square) });
    }
    if track + number == TRACK_POND {
        return Ok(());
    }
    let inner = (TRACK_EIGHT..TRACK_POND).filter_map(|track| Square::on_track(seat, track));
    let Some(farthest) = inner.into_iter().find(left) else { return Ok(()) };
    let at = farthest.track(seat).unwrap_or(track);
    match TRACK_POND - at {
        need if need >= number => Err(Violation::Needed { number, by: farthest, need }),
        _ if at != track => Err(Violation::NotFarthest { farthest }),
        _ => Ok(()),
    }
}

/// AGO-14 and AGO-15 for a leap that is legal by itself; AGO-23 exempts a winning leap.
fn check_enough_played(
    board: &Board,
    seat: Seat,
    dice: Dice,
    from: u8,
    number: u8,
) -> Result<(), Violation> {
    let Some(rest) = dice.without(number) else { return Ok(()) };
    let Some(next) = board_after(board, seat, from, number) else { return Ok(()) };
    let of = dice.count();
    match dice.low() {
        Some(low) => {
            let other = rest.high();
            if can_repeat(&next, seat, other, 1) {
                return Ok(());
            }
            if can_play_in_order(board, seat, number, other)
                || can_play_in_order(board, seat, other, number)
            {
                return Err(Violation::FewerNumbers { with: 1, of });
            }
            if number == low && can_repeat(board, seat, other, 1) {
                return Err(Violation::LargerNumber { larger: other });
            }
            Ok(())
        }
        None => {
            let mut with = 1;
            while with < of && can_repeat(&next, seat, number, with) {
                with += 1;
            }
            if with < of && can_repeat(board, seat, number, with + 1) {
                return Err(Violation::FewerNumbers { with, of });
            }
            Ok(())
        }
    }
}

/// Whether the two numbers can be played in this order.
fn can_play_in_order(board: &Board, seat: Seat, first: u8, then: u8) -> bool {
    leapable_frogs(board, seat, first)
        .filter_map(|from| board_after(board, seat, from, first))
        .any(|next| can_repeat(&next, seat, then, 1))
}

/// Whether one number can be played `times` times.
fn can_repeat(board: &Board, seat: Seat, number: u8, times: u8) -> bool {
    match times {
        0 => true,
        1 => leapable_frogs(board, seat, number).next().is_some(),
        _ => leapable_frogs(board, seat, number)
            .filter_map(|from| board_after(board, seat, from, number))
            .any(|next| can_repeat(&next, seat, number, times - 1)),
    }
}

/// Track indices of all frogs that may leap by this number, foremost first.
fn leapable_frogs(board: &Board, seat: Seat, number: u8) -> impl Iterator<Item = u8> {
    (0..TRACK_POND).rev().filter(move |&track| {
        LeapOrigin::on_track(seat, track)
            .is_some_and(|place| check_leap_alone(board, seat, place, number).is_ok())
    })
}

/// The board after the leap; `None` if it ends the game.
fn board_after(board: &Board, seat: Seat, from: u8, number: u8) -> Option<Board> {
    let mut next = *board;
    next.leap(seat, from, number);
    (next.pond[seat.index()] != FROGS_PER_PLAYER).then_some(next)
}
