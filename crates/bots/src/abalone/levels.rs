use abaque_search::Limits;

use crate::Level;

/// How a player of some strength plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habits {
    /// What it spends on a move when nothing else is said; `None`: whatever is reasonable.
    pub limits: Option<Limits>,
    /// How unsure it is of the value of a move, in hundredths of a ball (standard deviation).
    pub blur: i32,
}

impl Habits {
    /// Everything the program can do.
    pub const BEST: Habits = Habits { limits: None, blur: 0 };

    /// How many moves it must know the value of: a player that is unsure compares them all.
    pub(super) fn compared(&self) -> usize {
        if self.blur > 0 { usize::MAX } else { 1 }
    }
}

const fn depth(depth: u32, blur: i32) -> Habits {
    Habits { limits: Some(Limits::depth(depth)), blur }
}

const fn nodes(nodes: u64) -> Habits {
    Habits { limits: Some(Limits::nodes(nodes)), blur: 0 }
}

/// The levels, the weakest first.
const LEVELS: [Habits; 8] = [
    depth(1, 40),
    depth(1, 12),
    depth(2, 10),
    depth(3, 4),
    nodes(5_000),
    nodes(25_000),
    nodes(120_000),
    nodes(700_000),
];

/// How a level plays.
pub fn habits(level: Level) -> Habits {
    LEVELS[level.index()]
}
