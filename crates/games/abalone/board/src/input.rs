use std::iter::successors;

use abaque_abalone::{Abalone, Action, ArrowMove, Direction, LineMove, Options, Point};
use abaque_board::{BoardAction, BoardInfo, BoardInput, SampleGame, StaticMessage, text};
use abaque_core::{Game, ParseError, Seat};

use crate::Board;

const PIECE_NAMES: &[(&str, StaticMessage)] = &[
    ("ball black", text!("black ball", "boule noire")),
    ("ball white", text!("white ball", "boule blanche")),
];

impl BoardInput for Board {
    const INFO: BoardInfo = BoardInfo {
        piece_names: PIECE_NAMES,
        aspect_ratio: 1.11,
        sample: SampleGame { options: "layout=belgian-daisy", position: None },
        gesture_help: Some(text!(
            "drag across balls or tap both ends to select a group.",
            "faites glisser le doigt sur les boules ou touchez les deux bouts pour choisir un groupe."
        )),
        warning_help: Some(text!("balls that can be ejected", "boules menacées d'éjection")),
        has_puzzles: true,
        ..BoardInfo::DEFAULT
    };

    /// Groups move inline to the point before the foremost ball, sideways to the one point that
    /// belongs to this direction alone.
    fn board_action(game: &Abalone, action: &str) -> Result<BoardAction, ParseError> {
        let own = |point: &Point| game.ball(*point) == Some(game.side());
        let name = |point: Point| point.to_string();
        let mut input = BoardAction { text: action.to_owned(), ..BoardAction::default() };
        match action.parse()? {
            Action::Place(point) => input.to.push(name(point)),
            Action::Line(line) => {
                let row = successors(Some(line.rear()), |point| point.step(line.toward()));
                let group: Vec<Point> = row.take_while(own).collect();
                input.to.extend(group.last().and_then(|front| front.step(line.toward())).map(name));
                input.drags.extend(input.to.iter().map(|to| (name(line.rear()), to.clone())));
                input.from = group.into_iter().map(name).collect();
                input.rear = Some(name(line.rear()));
            }
            Action::Arrow(arrow) => {
                let (group, toward): (Vec<Point>, Direction) =
                    (arrow.points().collect(), arrow.toward());
                let goals: Vec<Point> =
                    group.iter().filter_map(|point| point.step(toward)).collect();
                // The two directions to one side share all goals but the outermost.
                let shared = |goal: &Point| {
                    let touching =
                        group.iter().filter(|point| point.direction_to(*goal).is_some()).count();
                    touching > 1
                };
                input.to = goals.iter().copied().filter(|goal| !shared(goal)).map(name).collect();
                input.drags =
                    group.iter().zip(&goals).map(|(from, to)| (name(*from), name(*to))).collect();
                input.from = group.into_iter().map(name).collect();
            }
        }
        Ok(input)
    }

    fn attempted_action(game: &Abalone, picked: &[String], pointed: &str) -> Option<String> {
        let pointed: Point = pointed.parse().ok()?;
        let group: Vec<Point> =
            picked.iter().map(|name| name.parse().ok()).collect::<Option<_>>()?;
        let line = |rear: Point, toward| LineMove::new(rear, toward).map(Action::Line);
        let action = match group[..] {
            [] => {
                game.ball(pointed)?;
                Direction::ALL.into_iter().find_map(|toward| line(pointed, toward))
            }
            [one] => {
                // The ball itself moves, or it pushes the own balls before it.
                let toward = direction_of(one, pointed)?;
                let between = successors(one.step(toward), |point| point.step(toward));
                let own = |point: Point| game.ball(point) == Some(game.side());
                let free = between.into_iter().take_while(|point| *point != pointed).all(own);
                line(one, toward).filter(|_| free)
            }
            [first, .., last] => {
                let ends = [(first, last), (last, first)];
                let inline = ends.into_iter().find_map(|(rear, front)| {
                    let toward = direction_of(rear, front)?;
                    (front.direction_to(pointed) == Some(toward)).then(|| line(rear, toward))?
                });
                let sideways = || {
                    let toward = group.iter().find_map(|point| point.direction_to(pointed))?;
                    ArrowMove::new(first, last, toward).ok().map(Action::Arrow)
                };
                inline.or_else(sideways)
            }
        };
        action.map(|action| action.to_string())
    }

    /// Balls that cannot move any more: det balls.
    fn endangered_squares(options: &Options, view: &str) -> Result<Vec<String>, ParseError> {
        let game = Abalone::parse(options, view)?;
        let det = Seat::ALL.into_iter().flat_map(|seat| game.det_balls(seat));
        Ok(det.map(|point| point.to_string()).collect())
    }
}

/// The direction in which a straight row of points leads from one point to another.
fn direction_of(from: Point, to: Point) -> Option<Direction> {
    let reaches = |toward: &Direction| {
        successors(from.step(*toward), |point| point.step(*toward)).any(|point| point == to)
    };
    Direction::ALL.into_iter().find(reaches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_that_are_det_are_marked_as_endangered() {
        // White's ball in the corner i9 cannot move.
        let options = Options::new(14, abaque_abalone::Layout::Standard);
        let det = Board::endangered_squares(&options.unwrap(), "3bw/4bb/6b/8/9/8/7/6/w4 b 10-12 -");
        assert_eq!(det, Ok(vec!["i9".to_owned()]));
        assert!(Board::endangered_squares(&Options::default(), "nonsense").is_err());
    }
}
