//! Nacre notation: the first ball of the group, then the point that its last own ball reaches.
//!
//! First and last follow the direction of travel. For an arrow, the first ball is the end from
//! which the other lies 60° off the direction of the move; named from the other end, a pair would
//! read like a single ball and a triple like a pair. One text can still name two pairs (c3-c4
//! moving north-east and c3-d4 moving east both read `c3d5`), but each needs points free that the
//! other needs occupied, so legality decides.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::{ParseError, message};

use super::check_legal;
use crate::action::parse_action_point;
use crate::{Abalone, Action, ArrowMove, Direction, LineMove, Point};

/// Parses a move that is legal in `game`.
pub(super) fn read_move(game: &Abalone, text: &str) -> Result<Action, ParseError> {
    if text.starts_with('@') {
        return check_legal(game, text.parse()?);
    }
    if text.len() != 4 || !text.is_ascii() {
        return Err(ParseError::new(
            "ACTION",
            message!(
                "`{text}` is not two points, the first ball and where the last one goes",
                "«\u{a0}{text}\u{a0}» n'est pas deux points, la première boule et l'arrivée de la dernière"
            ),
        ));
    }
    let (first, goal) = (parse_action_point(&text[..2])?, parse_action_point(&text[2..])?);
    let mut refused = None;
    for action in candidate_actions(game, first, goal) {
        match check_legal(game, action) {
            Ok(action) => return Ok(action),
            Err(bad) => refused = refused.or(Some(bad)),
        }
    }
    Err(refused.unwrap_or_else(|| {
        ParseError::new(
            "ACTION",
            message!(
                "no group of one to three balls that begins on {first} has its last ball reach {goal}",
                "aucun groupe d'une à trois boules partant de {first} n'amène sa dernière boule en {goal}"
            ),
        )
    }))
}

/// Writes a move that is legal in `game`.
pub(super) fn write_move(game: &Abalone, action: Action) -> String {
    match action {
        Action::Place(_) => action.to_string(),
        Action::Line(line) => {
            let goal = own_row(game, line).last().and_then(|front| front.step(line.toward()));
            format!("{}{}", line.rear(), goal.unwrap_or(line.rear()))
        }
        Action::Arrow(arrow) => {
            let (mut first, mut last) = (arrow.first(), arrow.last());
            if !arrow.along().is_beside(arrow.toward()) {
                (first, last) = (last, first);
            }
            format!("{first}{}", last.step(arrow.toward()).unwrap_or(last))
        }
    }
}

/// Every action that the two points can name, legal or not.
fn candidate_actions(game: &Abalone, first: Point, goal: Point) -> Vec<Action> {
    let mut actions = Vec::new();
    for toward in Direction::ALL {
        if let Some(line) = LineMove::new(first, toward) {
            let reached = own_row(game, line).last().and_then(|front| front.step(toward));
            if reached == Some(goal) {
                actions.push(Action::Line(line));
            }
        }
        for along in [toward.rotated(1), toward.rotated(5)] {
            let row = core::iter::successors(Some(first), |point| point.step(along));
            let ends = row.skip(1).take(2).filter(|last| last.step(toward) == Some(goal));
            let arrows = ends.filter_map(|last| ArrowMove::new(first, last, toward).ok());
            actions.extend(arrows.map(Action::Arrow));
        }
    }
    actions
}

/// The row of balls of the player to move, from the rear of a line.
fn own_row(game: &Abalone, line: LineMove) -> impl Iterator<Item = Point> {
    let own = game.balls(game.side());
    core::iter::successors(Some(line.rear()), move |point| point.step(line.toward()))
        .take_while(move |&point| own.contains(point))
}
