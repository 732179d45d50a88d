use abaque_search::Limits;

use crate::Level;

/// How a player of some strength plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habits {
    /// What it spends on a move when nothing else is said; `None`: whatever is reasonable.
    pub limits: Option<Limits>,
    /// How unsure its judgement of a position is, in hundredths of a ball (standard deviation).
    pub blur: u16,
}

impl Habits {
    /// Everything the program can do.
    pub const BEST: Habits = Habits { limits: None, blur: 0 };
}

const fn depth(depth: u32, blur: u16) -> Habits {
    Habits { limits: Some(Limits::depth(depth)), blur }
}

const fn nodes(nodes: u64, blur: u16) -> Habits {
    Habits { limits: Some(Limits::nodes(nodes)), blur }
}

/// The levels, the weakest first.
const LEVELS: [Habits; 8] = [
    depth(1, 20),
    depth(1, 11),
    depth(2, 24),
    nodes(2_000, 0),
    nodes(7_000, 0),
    nodes(25_000, 0),
    nodes(110_000, 0),
    nodes(500_000, 0),
];

/// How a level plays.
pub fn habits(level: Level) -> Habits {
    LEVELS[level.index()]
}
