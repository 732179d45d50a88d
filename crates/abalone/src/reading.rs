//! What can be said of a position in the sheet's words (ABA-16): which balls are *det*, which
//! groups are in *pac* or in *sumito*.

use abaque_core::{Game, Ply, Said, Seat, said};

use crate::{Abalone, Action, Direction, Point, Points};

/// Two opposing groups that touch on one axis. A row longer than three counts as the three balls
/// nearest the contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contact {
    /// Black's ball at the contact; White's is the next point.
    pub at: Point,
    /// From Black's group to White's.
    pub toward: Direction,
    /// The balls of each group, by seat.
    pub groups: [Points; 2],
    /// How the groups compare.
    pub balance: Balance,
}

/// How two groups in contact compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balance {
    /// As many on either side: neither can push the other (ABA-08).
    Pac,
    /// One side outnumbers the other (ABA-06).
    Sumito {
        /// The stronger side.
        by: Seat,
        /// Whether it could push now: the point behind the other group is free or off the board
        /// (ABA-07).
        open: bool,
    },
}

impl Contact {
    /// The contact in plain words.
    pub fn said(&self) -> Said {
        let [black, white] = self.groups.map(Points::len);
        let at = self.at;
        let to = at.step(self.toward).unwrap_or(at);
        match self.balance {
            Balance::Pac => said!(
                "pac of {black} against {white} between {at} and {to}",
                "pac à {black} contre {white} entre {at} et {to}"
            ),
            Balance::Sumito { by: Seat::First, .. } => said!(
                "Black's sumito of {black} on {white} between {at} and {to}",
                "sumito noir de {black} sur {white} entre {at} et {to}"
            ),
            Balance::Sumito { by: Seat::Second, .. } => said!(
                "White's sumito of {white} on {black} between {to} and {at}",
                "sumito blanc de {white} sur {black} entre {to} et {at}"
            ),
        }
    }
}

/// ABA-16: the position in the sheet's words, det balls first.
pub(crate) fn remarks(game: &Abalone) -> Vec<Said> {
    let mut remarks = Vec::new();
    for seat in Seat::ALL {
        let det: Vec<String> = game.det(seat).into_iter().map(|point| point.to_string()).collect();
        if !det.is_empty() {
            let balls = det.join(" ");
            remarks.push(match seat {
                Seat::First => said!("Black's det balls: {balls}", "boules noires det : {balls}"),
                Seat::Second => {
                    said!("White's det balls: {balls}", "boules blanches det : {balls}")
                }
            });
        }
    }
    remarks.extend(game.contacts().iter().map(Contact::said));
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
        // A row that is weaker has at most two balls, so that what is behind it is not its own.
        let open = |behind: Option<Point>| behind.is_none_or(|at| self.ball(at).is_none());
        let balance = match black.len().cmp(&white.len()) {
            std::cmp::Ordering::Equal => Balance::Pac,
            std::cmp::Ordering::Greater => {
                Balance::Sumito { by: Seat::First, open: open(behind_white) }
            }
            std::cmp::Ordering::Less => {
                Balance::Sumito { by: Seat::Second, open: open(behind_black) }
            }
        };
        Contact { at, toward, groups: [black, white], balance }
    }

    /// Up to three balls of one colour in a row from `start`, and the point after them.
    fn row(&self, start: Point, toward: Direction) -> (Points, Option<Point>) {
        let (mut row, mut at) = (Points::NONE, Some(start));
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
    pub fn ejectable(&self, seat: Seat) -> Points {
        let stronger = seat.other();
        let falls = |contact: &Contact| {
            // The weaker group points away from the stronger one; its last ball is at the edge.
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

    /// The balls of `seat` that are *det*: the opponent could eject them now and, whatever their
    /// owner plays, still could (a ball its owner moves is followed). None while balls are being
    /// placed or when the game is over.
    pub fn det(&self, seat: Seat) -> Points {
        if self.placing() || self.is_over() {
            return Points::NONE;
        }
        let mut det = self.ejectable(seat);
        let to_move = Abalone { side: seat, ..*self };
        let mut actions = Vec::new();
        to_move.legal(&mut actions);
        for action in actions {
            if det.is_empty() {
                break;
            }
            let mut next = to_move;
            next.apply_unchecked(Ply::Act(action));
            let fallen = if next.lost[next.side.index()] < next.options.target() {
                next.ejectable(seat)
            } else {
                Points::NONE
            };
            let moved = to_move.moved(action);
            det = det.into_iter().filter(|&ball| fallen.has(moved(ball))).collect();
        }
        det
    }

    /// Where a legal move takes each own ball.
    fn moved(&self, action: Action) -> impl Fn(Point) -> Point {
        let (group, toward) = match action {
            Action::Line(line) => (self.row(line.rear(), line.toward()).0, Some(line.toward())),
            Action::Arrow(arrow) => (arrow.group(), Some(arrow.toward())),
            Action::Place(_) => (Points::NONE, None),
        };
        move |ball| match toward {
            Some(toward) if group.has(ball) => ball.step(toward).unwrap_or(ball),
            _ => ball,
        }
    }
}
