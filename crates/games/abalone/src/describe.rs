use alloc::vec::Vec;

use abaque_core::{Message, Seat, message};

use crate::{Abalone, Action, LineMove, Point};

/// The groups that a move in line shifts, from rear to front.
struct PushedGroups {
    own: u8,
    front: Point,
    opposing: u8,
    /// The foremost pushed ball and its destination (`None`: off the board).
    pushed: Option<(Point, Option<Point>)>,
}

/// Describes a legal action in one sentence, without the player's name.
pub(crate) fn describe(game: &Abalone, action: Action) -> Message {
    match action {
        Action::Place(at) => message!("places a ball on {at}", "pose une boule en {at}"),
        Action::Arrow(arrow) => {
            let (from, to, balls) = (arrow.first(), arrow.last(), arrow.balls());
            let goals: Vec<Point> = arrow.targets().collect();
            let (goal, end) = (goals[0], goals[goals.len() - 1]);
            message!(
                "makes an arrow of {balls} balls, {from}-{to} to {goal}-{end}",
                "fait une flèche de {balls} boules, de {from}-{to} en {goal}-{end}"
            )
        }
        Action::Line(line) => describe_line(game, line),
    }
}

fn describe_line(game: &Abalone, line: LineMove) -> Message {
    let push = pushed_groups(game, line);
    let (rear, front, own, opposing) = (line.rear(), push.front, push.own, push.opposing);
    let [to, head] = [rear, front].map(|point| point.step(line.toward()).unwrap_or(point));
    match push.pushed {
        None if own == 1 => {
            message!("moves a ball from {rear} to {to}", "déplace une boule de {rear} en {to}")
        }
        None => message!(
            "moves {own} balls in line, {rear}-{front} to {to}-{head}",
            "déplace {own} boules en ligne, de {rear}-{front} en {to}-{head}"
        ),
        Some((ball, Some(to))) => message!(
            "pushes {own} on {opposing} from {rear}, the ball on {ball} goes to {to}",
            "pousse à {own} sur {opposing} depuis {rear}, la boule en {ball} passe en {to}"
        ),
        Some((ball, None)) => message!(
            "pushes {own} on {opposing} from {rear} and ejects the ball on {ball}",
            "pousse à {own} sur {opposing} depuis {rear} et éjecte la boule en {ball}"
        ),
    }
}

fn pushed_groups(game: &Abalone, line: LineMove) -> PushedGroups {
    let count = |from: Point, seat: Seat| {
        let row = core::iter::successors(Some(from), |point| point.step(line.toward()));
        let row: Vec<Point> = row.take_while(|&point| game.ball(point) == Some(seat)).collect();
        (row.len() as u8, row.last().copied())
    };
    let (own, front) = count(line.rear(), game.side());
    let front = front.unwrap_or(line.rear());
    let contact = front.step(line.toward());
    let (opposing, last) = contact.map_or((0, None), |at| count(at, game.side().other()));
    PushedGroups { own, front, opposing, pushed: last.map(|at| (at, at.step(line.toward()))) }
}
