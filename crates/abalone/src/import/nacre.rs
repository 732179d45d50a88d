//! Nacre notation: the first ball of the group, then the point its last own ball reaches.
//!
//! First and last are meant along the way the group goes. For an arrow that is the end from which
//! the other lies at a sixth of a turn from the way it moves; named from the other end, a pair
//! would read like a single ball and a triple like a pair. So named, one text still fits two pairs
//! (c3-c4 going north-east and c3-d4 going east both read `c3d5`), but each needs points free that
//! the other needs taken: legality decides.

use abaque_core::{BadText, said};

use super::legal;
use crate::action::action_point;
use crate::{Abalone, Action, Arrow, Direction, Line, Point};

/// Reads a move that is legal in `game`.
pub(super) fn read(game: &Abalone, text: &str) -> Result<Action, BadText> {
    if text.starts_with('@') {
        return legal(game, text.parse()?);
    }
    if text.len() != 4 || !text.is_ascii() {
        return Err(BadText::new(
            "ACTION",
            said!(
                "`{text}` is not two points, the first ball and where the last one goes",
                "« {text} » n'est pas deux points, la première boule et l'arrivée de la dernière"
            ),
        ));
    }
    let (first, goal) = (action_point(&text[..2])?, action_point(&text[2..])?);
    let mut refused = None;
    for action in readings(game, first, goal) {
        match legal(game, action) {
            Ok(action) => return Ok(action),
            Err(bad) => refused = refused.or(Some(bad)),
        }
    }
    Err(refused.unwrap_or_else(|| {
        BadText::new(
            "ACTION",
            said!(
                "no group of one to three balls that begins on {first} has its last ball reach {goal}",
                "aucun groupe d'une à trois boules partant de {first} n'amène sa dernière boule en {goal}"
            ),
        )
    }))
}

/// Writes a move that is legal in `game`.
pub(super) fn write(game: &Abalone, action: Action) -> String {
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

/// Every action the two points may stand for, whether legal or not.
fn readings(game: &Abalone, first: Point, goal: Point) -> Vec<Action> {
    let mut actions = Vec::new();
    for toward in Direction::ALL {
        if let Some(line) = Line::new(first, toward) {
            let reached = own_row(game, line).last().and_then(|front| front.step(toward));
            if reached == Some(goal) {
                actions.push(Action::Line(line));
            }
        }
        for along in [toward.turned(1), toward.turned(5)] {
            let row = std::iter::successors(Some(first), |point| point.step(along));
            let ends = row.skip(1).take(2).filter(|last| last.step(toward) == Some(goal));
            let arrows = ends.filter_map(|last| Arrow::new(first, last, toward).ok());
            actions.extend(arrows.map(Action::Arrow));
        }
    }
    actions
}

/// The balls of the player on move in a row from the rear of a line.
fn own_row(game: &Abalone, line: Line) -> impl Iterator<Item = Point> {
    let own = game.balls(game.side());
    std::iter::successors(Some(line.rear()), move |point| point.step(line.toward()))
        .take_while(move |&point| own.has(point))
}
