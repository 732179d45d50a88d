use std::iter::successors;

use abaque_abalone::{Abalone, Action as Push, Direction, Point};
use abaque_abraxas::Pawn::Red;
use abaque_abraxas::{Abraxas, Action as Put, Claim, Hole, Holes};
use abaque_core::{BadText, Game, Options, Spec};
use abaque_draw::{When, touched};

use super::Pawn;

/// How an action is pointed out on a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Way {
    /// The action.
    pub(crate) action: String,
    /// What is taken up for it, as a set.
    pub(crate) from: Vec<String>,
    /// Squares each of which says where it goes.
    pub(crate) to: Vec<String>,
    /// The square that stands for all of `from`: the rear ball of a line.
    pub(crate) rear: Option<String>,
    /// Drags of one of `from` that say where all of it goes.
    pub(crate) drags: Vec<(String, String)>,
    /// Which of two kinds of pawn it puts.
    pub(crate) pawn: Option<Pawn>,
}

/// The ways of all actions offered in a view.
pub(crate) fn ways(spec: &str, view: &str, offered: &[String]) -> Result<Vec<Way>, BadText> {
    let parsed: Spec = spec.parse()?;
    if parsed.name == "abalone" {
        let game = Abalone::parse(&<Abalone as Game>::Options::from_spec(&parsed)?, view)?;
        return offered.iter().map(|action| push(&game, action)).collect();
    }
    let by_squares = |action: &String| {
        let squares = touched(spec, view, action, When::Next)?;
        let mut way = Way { action: action.clone(), from: squares.from, ..Way::default() };
        if parsed.name == "abraxas" {
            match action.parse::<Put>()? {
                // The pawns taken are picked one by one.
                Put::Take(_) => return Ok(way),
                Put::Put(_) => way.pawn = Some(Pawn::Red),
                Put::Stop(_) => way.pawn = Some(Pawn::Stop),
                _ => {}
            }
        }
        way.to = squares.to;
        if let [from] = &way.from[..] {
            way.drags = way.to.iter().map(|to| (from.clone(), to.clone())).collect();
            way.rear = Some(from.clone());
        }
        Ok(way)
    };
    offered.iter().map(by_squares).collect()
}

/// The pawns one may claim where the player finds the lines (ABR-19): every red one.
pub(crate) fn claims(spec: &str, view: &str) -> Result<Vec<String>, BadText> {
    let parsed: Spec = spec.parse()?;
    if parsed.name != "abraxas" {
        return Ok(Vec::new());
    }
    let game = Abraxas::parse(&<Abraxas as Game>::Options::from_spec(&parsed)?, view)?;
    if game.options().claim != Claim::Manual || !game.phase().is_taking() {
        return Ok(Vec::new());
    }
    let red = Hole::all().filter(|&hole| game.pawn(hole) == Some(Red));
    Ok(red.map(|hole| hole.to_string()).collect())
}

/// The claim of some pawns.
pub(crate) fn claim(holes: &[String]) -> Option<String> {
    let holes: Option<Holes> = holes.iter().map(|hole| hole.parse::<Hole>().ok()).collect();
    Some(Put::Take(holes?).to_string())
}

/// Abalone moves groups: in line they go to the point before the foremost ball, sideways to the one point
/// that belongs to this direction alone.
fn push(game: &Abalone, action: &str) -> Result<Way, BadText> {
    let own = |point: &Point| game.ball(*point) == Some(game.side());
    let name = |point: Point| point.to_string();
    let mut way = Way { action: action.to_owned(), ..Way::default() };
    match action.parse()? {
        Push::Place(point) => way.to.push(name(point)),
        Push::Line(line) => {
            let row = successors(Some(line.rear()), |point| point.step(line.toward()));
            let group: Vec<Point> = row.take_while(own).collect();
            way.to.extend(group.last().and_then(|front| front.step(line.toward())).map(name));
            way.drags.extend(way.to.iter().map(|to| (name(line.rear()), to.clone())));
            way.from = group.into_iter().map(name).collect();
            way.rear = Some(name(line.rear()));
        }
        Push::Arrow(arrow) => {
            let (group, toward): (Vec<Point>, Direction) =
                (arrow.points().collect(), arrow.toward());
            let goals: Vec<Point> = group.iter().filter_map(|point| point.step(toward)).collect();
            // Seen from the group, the two directions to one side share all goals but the outermost.
            let shared = |goal: &Point| {
                let touching = group.iter().filter(|point| point.toward(*goal).is_some()).count();
                touching > 1
            };
            way.to = goals.iter().copied().filter(|goal| !shared(goal)).map(name).collect();
            way.drags =
                group.iter().zip(&goals).map(|(from, to)| (name(*from), name(*to))).collect();
            way.from = group.into_iter().map(name).collect();
        }
    }
    Ok(way)
}
