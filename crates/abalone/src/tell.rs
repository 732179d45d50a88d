use abaque_core::{Said, Seat, said};

use crate::{Abalone, Action, Line, Point};

/// What a move in line does: the groups before it, from the rear to the front.
struct Push {
    own: u8,
    front: Point,
    opposing: u8,
    /// The foremost ball pushed, and where it goes (`None`: off the board).
    pushed: Option<(Point, Option<Point>)>,
}

/// One sentence about a legal action, without the player's name.
pub(crate) fn tell(game: &Abalone, action: Action) -> Said {
    match action {
        Action::Place(at) => said!("places a ball on {at}", "pose une boule en {at}"),
        Action::Arrow(arrow) => {
            let (from, to, balls) = (arrow.first(), arrow.last(), arrow.balls());
            let goals: Vec<Point> = arrow.goals().collect();
            let (goal, end) = (goals[0], goals[goals.len() - 1]);
            said!(
                "makes an arrow of {balls} balls, {from}-{to} to {goal}-{end}",
                "fait une flèche de {balls} boules, de {from}-{to} en {goal}-{end}"
            )
        }
        Action::Line(line) => tell_line(game, line),
    }
}

fn tell_line(game: &Abalone, line: Line) -> Said {
    let push = push(game, line);
    let (rear, front, own, opposing) = (line.rear(), push.front, push.own, push.opposing);
    let [to, head] = [rear, front].map(|point| point.step(line.toward()).unwrap_or(point));
    match push.pushed {
        None if own == 1 => {
            said!("moves a ball from {rear} to {to}", "déplace une boule de {rear} en {to}")
        }
        None => said!(
            "moves {own} balls in line, {rear}-{front} to {to}-{head}",
            "déplace {own} boules en ligne, de {rear}-{front} en {to}-{head}"
        ),
        Some((ball, Some(to))) => said!(
            "pushes {own} on {opposing} from {rear}, the ball on {ball} goes to {to}",
            "pousse à {own} sur {opposing} depuis {rear}, la boule en {ball} passe en {to}"
        ),
        Some((ball, None)) => said!(
            "pushes {own} on {opposing} from {rear} and ejects the ball on {ball}",
            "pousse à {own} sur {opposing} depuis {rear} et éjecte la boule en {ball}"
        ),
    }
}

fn push(game: &Abalone, line: Line) -> Push {
    let count = |from: Point, seat: Seat| {
        let row = std::iter::successors(Some(from), |point| point.step(line.toward()));
        let row: Vec<Point> = row.take_while(|&point| game.ball(point) == Some(seat)).collect();
        (row.len() as u8, row.last().copied())
    };
    let (own, front) = count(line.rear(), game.side());
    let front = front.unwrap_or(line.rear());
    let contact = front.step(line.toward());
    let (opposing, last) = contact.map_or((0, None), |at| count(at, game.side().other()));
    Push { own, front, opposing, pushed: last.map(|at| (at, at.step(line.toward()))) }
}
