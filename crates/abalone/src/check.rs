//! Whether an action is legal, decided by walking along its line: nothing here is shared with the
//! generator, so that each can be held against the other.

use abaque_core::Seat;

use crate::{Abalone, AbaloneRefusal, Action, Arrow, Line, Point};

/// Decides about an action of the player on move in a game that is not over.
pub(crate) fn check(game: &Abalone, action: Action) -> Result<(), AbaloneRefusal> {
    match action {
        Action::Place(_) if !game.placing() => Err(AbaloneRefusal::NothingToPlace),
        Action::Place(at) => match game.ball(at) {
            Some(_) => Err(AbaloneRefusal::Taken(at)),
            None => Ok(()),
        },
        _ if game.placing() => Err(AbaloneRefusal::StillPlacing),
        Action::Line(line) => check_line(game, line),
        Action::Arrow(arrow) => check_arrow(game, arrow),
    }
}

fn check_line(game: &Abalone, line: Line) -> Result<(), AbaloneRefusal> {
    let (rear, me) = (line.rear(), game.side());
    check_own(game, rear)?;
    let (own, front, ahead) = run(game, line, rear, me);
    if own > 3 {
        return Err(AbaloneRefusal::TooMany { rear, balls: own });
    }
    let at = ahead.ok_or(AbaloneRefusal::LeavesBoard(front))?;
    if game.ball(at).is_none() {
        return Ok(());
    }
    let (opposing, _, behind) = run(game, line, at, me.other());
    if opposing.min(3) == own {
        return Err(AbaloneRefusal::Pac { at, balls: own });
    }
    if opposing > own {
        return Err(AbaloneRefusal::Weaker { at, own, opposing });
    }
    match behind {
        Some(at) if game.ball(at).is_some() => Err(AbaloneRefusal::NoRoom(at)),
        _ => Ok(()),
    }
}

fn check_arrow(game: &Abalone, arrow: Arrow) -> Result<(), AbaloneRefusal> {
    for point in arrow.points() {
        check_own(game, point)?;
    }
    match arrow.goals().find(|&goal| game.ball(goal).is_some()) {
        Some(taken) => Err(AbaloneRefusal::ArrowBlocked(taken)),
        None => Ok(()),
    }
}

fn check_own(game: &Abalone, at: Point) -> Result<(), AbaloneRefusal> {
    match game.ball(at) {
        None => Err(AbaloneRefusal::NoBall(at)),
        Some(seat) if seat != game.side() => Err(AbaloneRefusal::OpposingBall(at)),
        Some(_) => Ok(()),
    }
}

/// The row of `seat`'s balls that begins at `start`: how many, the last of them, and the point
/// after it.
fn run(game: &Abalone, line: Line, start: Point, seat: Seat) -> (u8, Point, Option<Point>) {
    let (mut balls, mut last) = (1, start);
    loop {
        match last.step(line.toward()) {
            Some(next) if game.ball(next) == Some(seat) => (balls, last) = (balls + 1, next),
            after => return (balls, last, after),
        }
    }
}
