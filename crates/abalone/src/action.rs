use std::fmt;
use std::str::FromStr;

use abaque_core::{BadText, Said, said};

use crate::{Direction, Point, Points};

/// What a player does: move in line, move in an arrow, or place a ball.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A ball and the own balls directly ahead of it move along their line: `a1b2`.
    Line(Line),
    /// Two or three balls move sideways: `c3c5d3`.
    Arrow(Arrow),
    /// A ball from the hand onto a free point: `@e5`.
    Place(Point),
}

/// A move in line, spelled by its rear ball. It ends on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    rear: Point,
    toward: Direction,
}

impl Line {
    /// The move of the ball on `rear` and those ahead of it; `None` where that ball would leave
    /// the board, which cannot be spelled.
    #[inline]
    pub const fn new(rear: Point, toward: Direction) -> Option<Line> {
        if rear.step(toward).is_none() {
            return None;
        }
        Some(Line { rear, toward })
    }

    /// A move of which the generator knows that it ends on the board.
    #[inline]
    pub(crate) const fn known(rear: Point, toward: Direction) -> Line {
        Line { rear, toward }
    }

    /// The hindmost ball of the group.
    #[inline]
    pub const fn rear(self) -> Point {
        self.rear
    }

    /// Where the group moves.
    #[inline]
    pub const fn toward(self) -> Direction {
        self.toward
    }
}

/// An arrow: two or three points on a line and a sideways direction, all on the board. Kept with
/// the end first that is the smaller as text, so that equal arrows are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    first: Point,
    /// From the first end to the other: E, NE or NW.
    along: Direction,
    balls: u8,
    toward: Direction,
}

impl Arrow {
    /// The arrow of the group between two ends, named in either order; the error says why there
    /// is none.
    pub fn new(one: Point, other: Point, toward: Direction) -> Result<Arrow, Said> {
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
            return Err(said!(
                "{one} and {other} are not the ends of two or three points in a row",
                "{one} et {other} ne sont pas les bouts d'une rangée de deux ou trois points"
            ));
        };
        if toward == along || toward == along.opposite() {
            return Err(said!(
                "an arrow goes sideways, not along {first}-{last}; a move in line is the rear point and the next",
                "une flèche part de côté, pas le long de {first}-{last} ; un mouvement en ligne s'écrit par le point arrière et le suivant"
            ));
        }
        let arrow = Arrow { first, along, balls, toward };
        if arrow.points().any(|point| point.step(toward).is_none()) {
            return Err(said!(
                "the arrow {first}-{last} would leave the board; no ball does so by its own side's move",
                "la flèche {first}-{last} sortirait du plateau ; aucune boule n'en sort par un coup de son camp"
            ));
        }
        Ok(arrow)
    }

    /// An arrow of which the generator knows that it is in order.
    #[inline]
    pub(crate) const fn known(
        first: Point,
        along: Direction,
        balls: u8,
        toward: Direction,
    ) -> Arrow {
        Arrow { first, along, balls, toward }
    }

    /// The end that is the smaller as text.
    pub const fn first(self) -> Point {
        self.first
    }

    /// The other end.
    pub fn last(self) -> Point {
        self.points().last().unwrap_or(self.first)
    }

    /// From the first end to the other.
    pub const fn along(self) -> Direction {
        self.along
    }

    /// Where the group moves.
    #[inline]
    pub const fn toward(self) -> Direction {
        self.toward
    }

    /// How many balls move, two or three.
    pub const fn balls(self) -> u8 {
        self.balls
    }

    /// The points of the group from the first end to the other.
    #[inline]
    pub fn points(self) -> impl Iterator<Item = Point> {
        std::iter::successors(Some(self.first), move |point| point.step(self.along))
            .take(usize::from(self.balls))
    }

    /// The points the group moves to, in the same order.
    #[inline]
    pub fn goals(self) -> impl Iterator<Item = Point> {
        self.points().filter_map(move |point| point.step(self.toward))
    }

    /// The points of the group as a set.
    pub fn group(self) -> Points {
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

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.rear)?;
        self.rear.step(self.toward).map_or(Ok(()), |point| write!(f, "{point}"))
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.first, self.last())?;
        self.first.step(self.toward).map_or(Ok(()), |point| write!(f, "{point}"))
    }
}

impl FromStr for Action {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Action, BadText> {
        if !text.is_ascii() {
            return Err(not_spelled(text));
        }
        if let Some(point) = text.strip_prefix('@') {
            return Ok(Action::Place(action_point(point)?));
        }
        match text.len() {
            4 => {
                let [rear, next] = [&text[..2], &text[2..]].map(action_point);
                let (rear, next) = (rear?, next?);
                let toward = rear.toward(next).ok_or_else(|| not_neighbours(rear, next))?;
                Ok(Action::Line(Line { rear, toward }))
            }
            6 => {
                let [one, other, goal] = [&text[..2], &text[2..4], &text[4..]].map(action_point);
                let (one, other, goal) = (one?, other?, goal?);
                let toward = one.toward(goal).ok_or_else(|| not_neighbours(one, goal))?;
                let arrow = Arrow::new(one, other, toward);
                Ok(Action::Arrow(arrow.map_err(|said| BadText::new("ACTION", said))?))
            }
            _ => Err(not_spelled(text)),
        }
    }
}

/// A point inside an action: the same words, the action's field.
pub(crate) fn action_point(text: &str) -> Result<Point, BadText> {
    text.parse().map_err(|bad: BadText| BadText::new("ACTION", bad.said))
}

fn not_neighbours(from: Point, to: Point) -> BadText {
    BadText::new(
        "ACTION",
        said!(
            "{to} is not next to {from}; a ball moves by exactly one point",
            "{to} n'est pas voisin de {from} ; une boule se déplace d'un seul point"
        ),
    )
}

fn not_spelled(text: &str) -> BadText {
    BadText::new(
        "ACTION",
        said!(
            "`{text}` is no action; write `a1b2` (in line), `c3c5d3` (arrow) or `@e5` (placing)",
            "« {text} » n'est pas un coup ; écrire « a1b2 » (en ligne), « c3c5d3 » (en flèche) ou « @e5 » (pose)"
        ),
    )
}
