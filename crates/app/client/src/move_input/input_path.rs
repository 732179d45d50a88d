use std::iter::successors;

use abaque_abalone::{Abalone, Action as Push, Direction, Point};
use abaque_abraxas::Pawn::Red;
use abaque_abraxas::{Abraxas, Action as Put, ClaimMode, Hole, HoleSet};
use abaque_core::{Game, GameOptions, ParseError, Spec};
use abaque_draw::{ActionTiming, action_squares};

use super::PawnKind;

/// The gestures that enter one action on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct InputPath {
    /// The action.
    pub(crate) action: String,
    /// The squares picked up for it, as a set.
    pub(crate) from: Vec<String>,
    /// Target squares; any of them completes the action.
    pub(crate) to: Vec<String>,
    /// The square that stands for all of `from`: the rear ball of a line.
    pub(crate) rear: Option<String>,
    /// Drags of one square of `from` that move all of it.
    pub(crate) drags: Vec<(String, String)>,
    /// The kind of pawn it puts, where there are two.
    pub(crate) pawn: Option<PawnKind>,
}

/// The input paths of all offered actions.
pub(crate) fn input_paths(
    spec: &str,
    view: &str,
    offered: &[String],
) -> Result<Vec<InputPath>, ParseError> {
    let parsed: Spec = spec.parse()?;
    if parsed.name == "abalone" {
        let game = Abalone::parse(&<Abalone as Game>::Options::from_spec(&parsed)?, view)?;
        return offered.iter().map(|action| abalone_path(&game, action)).collect();
    }
    let by_squares = |action: &String| {
        let squares = action_squares(spec, view, action, ActionTiming::Next)?;
        let mut path =
            InputPath { action: action.clone(), from: squares.from, ..InputPath::default() };
        if parsed.name == "abraxas" {
            match action.parse::<Put>()? {
                // The captured pawns are picked one by one.
                Put::Take(_) => return Ok(path),
                Put::Put(_) => path.pawn = Some(PawnKind::Red),
                Put::Stop(_) => path.pawn = Some(PawnKind::Stop),
                _ => {}
            }
        }
        path.to = squares.to;
        if let [from] = &path.from[..] {
            path.drags = path.to.iter().map(|to| (from.clone(), to.clone())).collect();
            path.rear = Some(from.clone());
        }
        Ok(path)
    };
    offered.iter().map(by_squares).collect()
}

/// The pawns that can be claimed where the player has to find the lines (ABR-19): every red one.
pub(crate) fn claimable_pawns(spec: &str, view: &str) -> Result<Vec<String>, ParseError> {
    let parsed: Spec = spec.parse()?;
    if parsed.name != "abraxas" {
        return Ok(Vec::new());
    }
    let game = Abraxas::parse(&<Abraxas as Game>::Options::from_spec(&parsed)?, view)?;
    if game.options().claim != ClaimMode::Manual || !game.phase().is_taking() {
        return Ok(Vec::new());
    }
    let red = Hole::all().filter(|&hole| game.pawn(hole) == Some(Red));
    Ok(red.map(|hole| hole.to_string()).collect())
}

/// The action that claims these pawns.
pub(crate) fn claim_action(holes: &[String]) -> Option<String> {
    let holes: Option<HoleSet> = holes.iter().map(|hole| hole.parse::<Hole>().ok()).collect();
    Some(Put::Take(holes?).to_string())
}

/// Abalone moves groups: inline to the point before the foremost ball, sideways to the one point
/// that belongs to this direction alone.
fn abalone_path(game: &Abalone, action: &str) -> Result<InputPath, ParseError> {
    let own = |point: &Point| game.ball(*point) == Some(game.side());
    let name = |point: Point| point.to_string();
    let mut path = InputPath { action: action.to_owned(), ..InputPath::default() };
    match action.parse()? {
        Push::Place(point) => path.to.push(name(point)),
        Push::Line(line) => {
            let row = successors(Some(line.rear()), |point| point.step(line.toward()));
            let group: Vec<Point> = row.take_while(own).collect();
            path.to.extend(group.last().and_then(|front| front.step(line.toward())).map(name));
            path.drags.extend(path.to.iter().map(|to| (name(line.rear()), to.clone())));
            path.from = group.into_iter().map(name).collect();
            path.rear = Some(name(line.rear()));
        }
        Push::Arrow(arrow) => {
            let (group, toward): (Vec<Point>, Direction) =
                (arrow.points().collect(), arrow.toward());
            let goals: Vec<Point> = group.iter().filter_map(|point| point.step(toward)).collect();
            // The two directions to one side share all goals but the outermost.
            let shared = |goal: &Point| {
                let touching =
                    group.iter().filter(|point| point.direction_to(*goal).is_some()).count();
                touching > 1
            };
            path.to = goals.iter().copied().filter(|goal| !shared(goal)).map(name).collect();
            path.drags =
                group.iter().zip(&goals).map(|(from, to)| (name(*from), name(*to))).collect();
            path.from = group.into_iter().map(name).collect();
        }
    }
    Ok(path)
}
