use abaque_abalone::{Action, ArrowMove, Direction, LineMove, Point};

/// A move in thirteen bits: point, direction, kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedMove(u16);

/// Moving and pushed balls of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(crate) enum MoveKind {
    /// One, two or three balls in line onto a free point.
    Line1,
    Line2,
    Line3,
    /// A push onto a free point: own balls, pushed balls.
    Push21,
    Push31,
    Push32,
    /// A push that ejects a ball: own balls, pushed balls.
    Eject21,
    Eject31,
    Eject32,
    /// A broadside arrow of two or three balls on the first (A) or second (B) crossing axis.
    Arrow2A,
    Arrow2B,
    Arrow3A,
    Arrow3B,
    /// Places a ball from the hand.
    Place,
}

const MOVE_KINDS: [MoveKind; 16] = [
    MoveKind::Line1,
    MoveKind::Line2,
    MoveKind::Line3,
    MoveKind::Push21,
    MoveKind::Push31,
    MoveKind::Push32,
    MoveKind::Eject21,
    MoveKind::Eject31,
    MoveKind::Eject32,
    MoveKind::Arrow2A,
    MoveKind::Arrow2B,
    MoveKind::Arrow3A,
    MoveKind::Arrow3B,
    MoveKind::Place,
    MoveKind::Place,
    MoveKind::Place,
];

impl MoveKind {
    /// Own balls moving in line; 0 for other moves.
    #[inline]
    pub(crate) const fn own_balls(self) -> usize {
        [1, 2, 3, 2, 3, 3, 2, 3, 3, 0, 0, 0, 0, 0][self as usize]
    }

    /// Opposing balls pushed.
    #[inline]
    pub(crate) const fn pushed_balls(self) -> usize {
        [0, 0, 0, 1, 1, 2, 1, 1, 2, 0, 0, 0, 0, 0][self as usize]
    }

    /// Whether a ball is ejected.
    #[inline]
    pub(crate) const fn ejects(self) -> bool {
        matches!(self, MoveKind::Eject21 | MoveKind::Eject31 | MoveKind::Eject32)
    }

    /// For an arrow: its length and which crossing axis it lies on.
    #[inline]
    pub(crate) const fn as_arrow(self) -> Option<(usize, usize)> {
        match self {
            MoveKind::Arrow2A => Some((2, 0)),
            MoveKind::Arrow2B => Some((2, 1)),
            MoveKind::Arrow3A => Some((3, 0)),
            MoveKind::Arrow3B => Some((3, 1)),
            _ => None,
        }
    }
}

/// The two axes an arrow towards each direction may lie on.
pub(crate) const ARROW_AXES: [[usize; 2]; 6] = [[1, 2], [2, 0], [0, 1], [1, 2], [2, 0], [0, 1]];

impl PackedMove {
    /// Upper bound on [`PackedMove::index`].
    pub(crate) const COUNT: usize = 14 << 9;

    #[inline]
    pub(crate) const fn new(kind: MoveKind, toward: usize, point: usize) -> PackedMove {
        PackedMove((kind as u16) << 9 | (toward as u16) << 6 | point as u16)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Upper bound on [`PackedMove::coarse_index`].
    pub(crate) const COARSE_COUNT: usize = 61 * 6;

    /// Index by point and direction alone.
    #[inline]
    pub(crate) const fn coarse_index(self) -> usize {
        self.point() * 6 + self.direction()
    }

    #[inline]
    pub(crate) const fn kind(self) -> MoveKind {
        MOVE_KINDS[(self.0 >> 9) as usize & 15]
    }

    #[inline]
    pub(crate) const fn direction(self) -> usize {
        (self.0 >> 6) as usize & 7
    }

    #[inline]
    pub(crate) const fn point(self) -> usize {
        self.0 as usize & 63
    }

    /// The game action of this move.
    pub fn to_action(self) -> Option<Action> {
        let point = Point::from_index(self.point())?;
        let toward = *Direction::ALL.get(self.direction())?;
        match (self.kind(), self.kind().as_arrow()) {
            (MoveKind::Place, _) => Some(Action::Place(point)),
            (_, None) => Some(Action::Line(LineMove::new(point, toward)?)),
            (_, Some((balls, axis))) => {
                let along = Direction::ALL[ARROW_AXES[self.direction()][axis]];
                let last = (1..balls).try_fold(point, |at, _| at.step(along))?;
                Some(Action::Arrow(ArrowMove::new(point, last, toward).ok()?))
            }
        }
    }
}
