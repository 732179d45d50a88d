use core::fmt;
use core::str::FromStr;

use abaque_core::{Message, ParseError, message};

use crate::{Direction, Point, PointSet};

/// A player's action: a move in line, an arrow, or a placement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// An in-line move of a ball and the own balls directly ahead of it: `a1b2`.
    Line(LineMove),
    /// A sideways move of two or three balls: `c3c5d3`.
    Arrow(ArrowMove),
    /// A placement from the reserve onto a free point: `@e5`.
    Place(Point),
}

/// A move in line, named by its rear ball, which stays on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineMove {
    rear: Point,
    toward: Direction,
}

impl LineMove {
    /// The move of the ball on `rear` and the balls ahead of it; `None` if `rear` itself would
    /// leave the board, which the notation cannot express.
    #[inline]
    pub const fn new(rear: Point, toward: Direction) -> Option<LineMove> {
        if rear.step(toward).is_none() {
            return None;
        }
        Some(LineMove { rear, toward })
    }

    /// Like [`LineMove::new`] for a move the generator knows to stay on the board.
    #[inline]
    pub(crate) const fn new_unchecked(rear: Point, toward: Direction) -> LineMove {
        LineMove { rear, toward }
    }

    /// The rear ball of the group.
    #[inline]
    pub const fn rear(self) -> Point {
        self.rear
    }

    /// The direction of the move.
    #[inline]
    pub const fn toward(self) -> Direction {
        self.toward
    }
}

/// An arrow: two or three points in line and a sideways direction, all on the board. The end whose
/// name sorts first comes first, so equal arrows compare equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ArrowMove {
    first: Point,
    /// From the first end to the last: E, NE or NW.
    along: Direction,
    balls: u8,
    toward: Direction,
}

impl ArrowMove {
    /// The arrow of the group between two ends, in either order; the error explains why there is
    /// none.
    pub fn new(one: Point, other: Point, toward: Direction) -> Result<ArrowMove, Message> {
        let (first, last) = if one < other { (one, other) } else { (other, one) };
        let [e, ne, nw, ..] = Direction::ALL;
        let group = [e, ne, nw].into_iter().find_map(|along| {
            let next = first.step(along)?;
            let balls = if next == last {
                2
            } else if next.step(along) == Some(last) {
                3
            } else {
                return None;
            };
            Some((along, balls))
        });
        let Some((along, balls)) = group else {
            return Err(message!(
                "{one} and {other} are not the ends of two or three points in a row",
                "{one} et {other} ne sont pas les bouts d'une rangée de deux ou trois points"
            ));
        };
        if toward == along || toward == along.opposite() {
            return Err(message!(
                "an arrow goes sideways, not along {first}-{last}; write a move in line as the rear point and the next one",
                "une flèche part de côté, pas le long de {first}-{last}\u{a0}; un mouvement en ligne s'écrit par le point arrière et le suivant"
            ));
        }
        let arrow = ArrowMove { first, along, balls, toward };
        if arrow.points().any(|point| point.step(toward).is_none()) {
            return Err(message!(
                "the arrow {first}-{last} would leave the board; you cannot move your own balls off it",
                "la flèche {first}-{last} sortirait du plateau\u{a0}; on ne sort jamais ses propres boules"
            ));
        }
        Ok(arrow)
    }

    /// Like [`ArrowMove::new`] for an arrow the generator knows to be valid.
    #[inline]
    pub(crate) const fn new_unchecked(
        first: Point,
        along: Direction,
        balls: u8,
        toward: Direction,
    ) -> ArrowMove {
        ArrowMove { first, along, balls, toward }
    }

    /// The end whose name sorts first.
    pub const fn first(self) -> Point {
        self.first
    }

    /// The other end.
    pub fn last(self) -> Point {
        self.points().last().unwrap_or(self.first)
    }

    /// The direction from the first end to the last.
    pub const fn along(self) -> Direction {
        self.along
    }

    /// The direction of the move.
    #[inline]
    pub const fn toward(self) -> Direction {
        self.toward
    }

    /// The number of balls moved, two or three.
    pub const fn balls(self) -> u8 {
        self.balls
    }

    /// The points of the group from first end to last.
    #[inline]
    pub fn points(self) -> impl Iterator<Item = Point> {
        core::iter::successors(Some(self.first), move |point| point.step(self.along))
            .take(usize::from(self.balls))
    }

    /// The points the group moves to, in the same order.
    #[inline]
    pub fn targets(self) -> impl Iterator<Item = Point> {
        self.points().filter_map(move |point| point.step(self.toward))
    }

    /// The points of the group as a set.
    pub fn group(self) -> PointSet {
        self.points().collect()
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Action::Line(line) => line.fmt(f),
            Action::Arrow(arrow) => arrow.fmt(f),
            Action::Place(point) => write!(f, "@{point}"),
        }
    }
}

impl fmt::Display for LineMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.rear)?;
        self.rear.step(self.toward).map_or(Ok(()), |point| write!(f, "{point}"))
    }
}

impl fmt::Display for ArrowMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.first, self.last())?;
        self.first.step(self.toward).map_or(Ok(()), |point| write!(f, "{point}"))
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        if !text.is_ascii() {
            return Err(not_spelled(text));
        }
        if let Some(point) = text.strip_prefix('@') {
            return Ok(Action::Place(parse_action_point(point)?));
        }
        match text.len() {
            4 => {
                let [rear, next] = [&text[..2], &text[2..]].map(parse_action_point);
                let (rear, next) = (rear?, next?);
                let toward = rear.direction_to(next).ok_or_else(|| not_neighbours(rear, next))?;
                Ok(Action::Line(LineMove { rear, toward }))
            }
            6 => {
                let [one, other, goal] =
                    [&text[..2], &text[2..4], &text[4..]].map(parse_action_point);
                let (one, other, goal) = (one?, other?, goal?);
                let toward = one.direction_to(goal).ok_or_else(|| not_neighbours(one, goal))?;
                let arrow = ArrowMove::new(one, other, toward);
                Ok(Action::Arrow(arrow.map_err(|message| ParseError::new("ACTION", message))?))
            }
            _ => Err(not_spelled(text)),
        }
    }
}

/// Parses a point inside an action; errors name the field `ACTION`.
pub(crate) fn parse_action_point(text: &str) -> Result<Point, ParseError> {
    text.parse().map_err(|bad: ParseError| ParseError::new("ACTION", bad.message))
}

fn not_neighbours(from: Point, to: Point) -> ParseError {
    ParseError::new(
        "ACTION",
        message!(
            "{to} is not next to {from}; a ball moves by exactly one point",
            "{to} n'est pas voisin de {from}\u{a0}; une boule se déplace d'un seul point"
        ),
    )
}

fn not_spelled(text: &str) -> ParseError {
    ParseError::new(
        "ACTION",
        message!(
            "`{text}` is not a move; write `a1b2` (in line), `c3c5d3` (arrow) or `@e5` (placing)",
            "«\u{a0}{text}\u{a0}» n'est pas un coup\u{a0}; écrire «\u{a0}a1b2\u{a0}» (en ligne), «\u{a0}c3c5d3\u{a0}» (en flèche) ou «\u{a0}@e5\u{a0}» (pose)"
        ),
    )
}
