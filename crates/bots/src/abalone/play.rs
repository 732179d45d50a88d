use abaque_abalone::{Action, Arrow, Direction, Line, Point};

/// A move in thirteen bits: the point that names it, the direction, the kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play(u16);

/// What moves, and what it pushes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(crate) enum Sort {
    /// One, two or three balls in line onto a free point.
    Line1,
    Line2,
    Line3,
    /// So many balls push so many, onto a free point.
    Push21,
    Push31,
    Push32,
    /// So many balls push so many, and the last falls.
    Eject21,
    Eject31,
    Eject32,
    /// An arrow of two or three balls, on the first or the second of the two axes across.
    Arrow2A,
    Arrow2B,
    Arrow3A,
    Arrow3B,
    /// A ball from the hand.
    Place,
}

const SORTS: [Sort; 16] = [
    Sort::Line1,
    Sort::Line2,
    Sort::Line3,
    Sort::Push21,
    Sort::Push31,
    Sort::Push32,
    Sort::Eject21,
    Sort::Eject31,
    Sort::Eject32,
    Sort::Arrow2A,
    Sort::Arrow2B,
    Sort::Arrow3A,
    Sort::Arrow3B,
    Sort::Place,
    Sort::Place,
    Sort::Place,
];

impl Sort {
    /// How many own balls move in line (0: not in line).
    #[inline]
    pub(crate) const fn own(self) -> usize {
        [1, 2, 3, 2, 3, 3, 2, 3, 3, 0, 0, 0, 0, 0][self as usize]
    }

    /// How many opposing balls are pushed.
    #[inline]
    pub(crate) const fn opposing(self) -> usize {
        [0, 0, 0, 1, 1, 2, 1, 1, 2, 0, 0, 0, 0, 0][self as usize]
    }

    /// Whether a ball falls.
    #[inline]
    pub(crate) const fn ejects(self) -> bool {
        matches!(self, Sort::Eject21 | Sort::Eject31 | Sort::Eject32)
    }

    /// For an arrow: how many balls, and which of the two axes across.
    #[inline]
    pub(crate) const fn arrow(self) -> Option<(usize, usize)> {
        match self {
            Sort::Arrow2A => Some((2, 0)),
            Sort::Arrow2B => Some((2, 1)),
            Sort::Arrow3A => Some((3, 0)),
            Sort::Arrow3B => Some((3, 1)),
            _ => None,
        }
    }
}

/// The axes an arrow toward each direction may lie on.
pub(crate) const ACROSS: [[usize; 2]; 6] = [[1, 2], [2, 0], [0, 1], [1, 2], [2, 0], [0, 1]];

impl Play {
    /// Every play's number is below this.
    pub(crate) const COUNT: usize = 14 << 9;

    #[inline]
    pub(crate) const fn new(sort: Sort, toward: usize, point: usize) -> Play {
        Play((sort as u16) << 9 | (toward as u16) << 6 | point as u16)
    }

    #[inline]
    pub(crate) const fn number(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn sort(self) -> Sort {
        SORTS[(self.0 >> 9) as usize & 15]
    }

    #[inline]
    pub(crate) const fn toward(self) -> usize {
        (self.0 >> 6) as usize & 7
    }

    #[inline]
    pub(crate) const fn point(self) -> usize {
        self.0 as usize & 63
    }

    /// The action it stands for.
    pub fn action(self) -> Option<Action> {
        let point = Point::from_index(self.point())?;
        let toward = *Direction::ALL.get(self.toward())?;
        match (self.sort(), self.sort().arrow()) {
            (Sort::Place, _) => Some(Action::Place(point)),
            (_, None) => Some(Action::Line(Line::new(point, toward)?)),
            (_, Some((balls, axis))) => {
                let along = Direction::ALL[ACROSS[self.toward()][axis]];
                let last = (1..balls).try_fold(point, |at, _| at.step(along))?;
                Some(Action::Arrow(Arrow::new(point, last, toward).ok()?))
            }
        }
    }
}
