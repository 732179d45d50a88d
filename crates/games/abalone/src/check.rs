//! Direct legality check: walks along the line of an action. It shares no code with the generator,
//! so each can test the other.

use abaque_core::Seat;

use crate::{Abalone, Action, ArrowMove, LineMove, Point, Violation};

/// Checks an action of the player to move in a game that is not over.
pub(crate) fn check(game: &Abalone, action: Action) -> Result<(), Violation> {
    match action {
        Action::Place(_) if !game.is_placing() => Err(Violation::NothingToPlace),
        Action::Place(at) => match game.ball(at) {
            Some(_) => Err(Violation::Taken(at)),
            None => Ok(()),
        },
        _ if game.is_placing() => Err(Violation::StillPlacing),
        Action::Line(line) => check_line(game, line),
        Action::Arrow(arrow) => check_arrow(game, arrow),
    }
}

fn check_line(game: &Abalone, line: LineMove) -> Result<(), Violation> {
    let (rear, me) = (line.rear(), game.side());
    check_own(game, rear)?;
    let (own, front, ahead) = row_of(game, line, rear, me);
    if own > 3 {
        return Err(Violation::TooMany { rear, balls: own });
    }
    let at = ahead.ok_or(Violation::LeavesBoard(front))?;
    if game.ball(at).is_none() {
        return Ok(());
    }
    let (opposing, _, behind) = row_of(game, line, at, me.other());
    if opposing.min(3) == own {
        return Err(Violation::Pac { at, balls: own });
    }
    if opposing > own {
        return Err(Violation::Weaker { at, own, opposing });
    }
    match behind {
        Some(at) if game.ball(at).is_some() => Err(Violation::NoRoom(at)),
        _ => Ok(()),
    }
}

fn check_arrow(game: &Abalone, arrow: ArrowMove) -> Result<(), Violation> {
    for point in arrow.points() {
        check_own(game, point)?;
    }
    match arrow.targets().find(|&goal| game.ball(goal).is_some()) {
        Some(taken) => Err(Violation::ArrowBlocked(taken)),
        None => Ok(()),
    }
}

fn check_own(game: &Abalone, at: Point) -> Result<(), Violation> {
    match game.ball(at) {
        None => Err(Violation::NoBall(at)),
        Some(seat) if seat != game.side() => Err(Violation::OpposingBall(at)),
        Some(_) => Ok(()),
    }
}

/// The row of `seat`'s balls that begins at `start`: its length, its last ball, and the point
/// beyond.
fn row_of(game: &Abalone, line: LineMove, start: Point, seat: Seat) -> (u8, Point, Option<Point>) {
    let (mut balls, mut last) = (1, start);
    loop {
        match last.step(line.toward()) {
            Some(next) if game.ball(next) == Some(seat) => (balls, last) = (balls + 1, next),
            after => return (balls, last, after),
        }
    }
}
