use crate::GameTensors;

/// Scalars that all games share, before their own: whether the viewer is to act, whether the viewer
/// is the second player, turns without progress (at most 255), and how often the position has
/// occurred.
pub const COMMON_SCALARS: usize = 4;

/// The sizes of a game's arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// How many action numbers there are.
    pub actions: usize,
    /// How many outcomes lots have.
    pub lots: usize,
    /// Planes, rows and columns of a tensor.
    pub planes: [usize; 3],
    /// Scalars after the planes, common ones included.
    pub scalars: usize,
}

impl Layout {
    /// The layout of a game.
    pub const fn of<T: GameTensors>() -> Layout {
        assert!(T::LOTS <= T::ACTIONS, "lots share the masks of actions");
        Layout {
            actions: T::ACTIONS,
            lots: T::LOTS,
            planes: T::PLANES,
            scalars: COMMON_SCALARS + T::SCALARS,
        }
    }

    /// Bytes of all planes.
    pub const fn plane_bytes(&self) -> usize {
        self.planes[0] * self.planes[1] * self.planes[2]
    }

    /// Bytes of one observation.
    pub const fn observation(&self) -> usize {
        self.plane_bytes() + self.scalars
    }

    /// Bytes of a mask with one bit per number.
    pub const fn packed(&self) -> usize {
        self.actions.div_ceil(8)
    }

    /// Words of 64 bits that hold a set of numbers.
    pub(crate) const fn words(&self) -> usize {
        self.actions.div_ceil(64)
    }
}
