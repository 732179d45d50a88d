//! Contacts between groups in the rule sheet's terms (ABA-16): *det* balls, groups in *pac* or
//! *sumito*.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::{Game, Message, Ply, Seat, message};

use crate::{Abalone, Action, Direction, Point, PointSet};

/// Two opposing groups that touch on one axis. In a row longer than three, only the three balls
/// nearest the contact count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contact {
    /// Black's ball at the contact; White's is the next point.
    pub at: Point,
    /// The direction from Black's group to White's.
    pub toward: Direction,
    /// The balls of each group, by seat.
    pub groups: [PointSet; 2],
    /// How the groups compare.
    pub balance: Balance,
}

/// How two groups in contact compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balance {
    /// Equal numbers: neither group can push the other (ABA-08).
    Pac,
    /// One side outnumbers the other (ABA-06).
    Sumito {
        /// The stronger side.
        by: Seat,
        /// Whether it could push now: the point behind the weaker group is free or off the board
        /// (ABA-07).
        open: bool,
    },
}

impl Contact {
    /// Describes the contact.
    pub fn message(&self) -> Message {
        let [black, white] = self.groups.map(PointSet::len);
        let at = self.at;
        let to = at.step(self.toward).unwrap_or(at);
        match self.balance {
            Balance::Pac => message!(
                "pac of {black} against {white} between {at} and {to}",
                "pac à {black} contre {white} entre {at} et {to}"
            ),
            Balance::Sumito { by: Seat::First, .. } => message!(
                "Black's sumito of {black} on {white} between {at} and {to}",
                "sumito noir de {black} sur {white} entre {at} et {to}"
            ),
            Balance::Sumito { by: Seat::Second, .. } => message!(
                "White's sumito of {white} on {black} between {to} and {at}",
                "sumito blanc de {white} sur {black} entre {to} et {at}"
            ),
        }
    }
}

/// ABA-16: remarks on the position in the sheet's terms, det balls first.
pub(crate) fn remarks(game: &Abalone) -> Vec<Message> {
    let mut remarks = Vec::new();
    for seat in Seat::ALL {
        let det: Vec<String> =
            game.det_balls(seat).into_iter().map(|point| point.to_string()).collect();
        if !det.is_empty() {
            let balls = det.join(" ");
            remarks.push(match seat {
                Seat::First => {
                    message!("Black's det balls: {balls}", "boules noires det\u{a0}: {balls}")
                }
                Seat::Second => {
                    message!("White's det balls: {balls}", "boules blanches det\u{a0}: {balls}")
                }
            });
        }
    }
    remarks.extend(game.contacts().iter().map(Contact::message));
    remarks
}

impl Abalone {
    /// Every contact of two opposing groups on the board, by Black's ball and direction.
    pub fn contacts(&self) -> Vec<Contact> {
        let mut contacts = Vec::new();
        for at in Point::all().filter(|&at| self.ball(at) == Some(Seat::First)) {
            for toward in Direction::ALL {
                let next = at.step(toward);
                if let Some(next) = next.filter(|&next| self.ball(next) == Some(Seat::Second)) {
                    contacts.push(self.contact(at, next, toward));
                }
            }
        }
        contacts
    }

    fn contact(&self, at: Point, next: Point, toward: Direction) -> Contact {
        let (black, behind_black) = self.row(at, toward.opposite());
        let (white, behind_white) = self.row(next, toward);
        // A weaker row has at most two balls, so the point behind it never holds its own colour.
        let open = |behind: Option<Point>| behind.is_none_or(|at| self.ball(at).is_none());
        let balance = match black.len().cmp(&white.len()) {
            core::cmp::Ordering::Equal => Balance::Pac,
            core::cmp::Ordering::Greater => {
                Balance::Sumito { by: Seat::First, open: open(behind_white) }
            }
            core::cmp::Ordering::Less => {
                Balance::Sumito { by: Seat::Second, open: open(behind_black) }
            }
        };
        Contact { at, toward, groups: [black, white], balance }
    }

    /// Up to three balls of one colour in a row from `start`, and the point after them.
    fn row(&self, start: Point, toward: Direction) -> (PointSet, Option<Point>) {
        let (mut row, mut at) = (PointSet::NONE, Some(start));
        while let Some(point) = at {
            if row.len() == 3 || self.ball(point) != self.ball(start) {
                break;
            }
            row = row.with(point);
            at = point.step(toward);
        }
        (row, at)
    }

    /// The balls of `seat` that the opponent could eject if it were the opponent's turn.
    pub fn ejectable_balls(&self, seat: Seat) -> PointSet {
        let stronger = seat.other();
        let falls = |contact: &Contact| {
            // The weaker group extends away from the stronger one; its last ball is at the edge.
            let toward = match stronger {
                Seat::First => contact.toward,
                Seat::Second => contact.toward.opposite(),
            };
            let edge = contact.groups[seat.index()].into_iter();
            let mut edge = edge.filter(|point| point.step(toward).is_none());
            match contact.balance {
                Balance::Sumito { by, open: true } if by == stronger => edge.next(),
                _ => None,
            }
        };
        self.contacts().iter().filter_map(falls).collect()
    }

    /// The *det* balls of `seat`: the opponent could eject them now, and still could after any move
    /// of their owner (a moved ball is followed). Empty while balls are being placed or when the
    /// game is over.
    pub fn det_balls(&self, seat: Seat) -> PointSet {
        if self.is_placing() || self.is_over() {
            return PointSet::NONE;
        }
        let mut det = self.ejectable_balls(seat);
        let to_move = Abalone { side: seat, ..*self };
        let mut actions = Vec::new();
        to_move.legal_actions(&mut actions);
        for action in actions {
            if det.is_empty() {
                break;
            }
            let mut next = to_move;
            next.apply_unchecked(Ply::Act(action));
            let fallen = if next.lost[next.side.index()] < next.options.target() {
                next.ejectable_balls(seat)
            } else {
                PointSet::NONE
            };
            let moved = to_move.destination_of(action);
            det = det.into_iter().filter(|&ball| fallen.contains(moved(ball))).collect();
        }
        det
    }

    /// Maps each own ball to its point after a legal move.
    fn destination_of(&self, action: Action) -> impl Fn(Point) -> Point {
        let (group, toward) = match action {
            Action::Line(line) => (self.row(line.rear(), line.toward()).0, Some(line.toward())),
            Action::Arrow(arrow) => (arrow.group(), Some(arrow.toward())),
            Action::Place(_) => (PointSet::NONE, None),
        };
        move |ball| match toward {
            Some(toward) if group.contains(ball) => ball.step(toward).unwrap_or(ball),
            _ => ball,
        }
    }
}
