use abaque_core::{Millis, Seat};
use abaque_search::{Limits, Stop};

/// From whose eyes a game with secrets is judged. Games without secrets look the same to all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Eyes {
    /// Every move by what its own player could know.
    #[default]
    Movers,
    /// One player's moves only, by what that player could know.
    Player(Seat),
    /// With everything known: only for games that are over.
    Everything,
}

/// How to look at a game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How much to spend on one position.
    pub limits: Limits,
    /// From whose eyes.
    pub eyes: Eyes,
    /// Where random choices start from: same seed and nodes, same report.
    pub seed: u64,
    /// How many threads may help.
    pub threads: usize,
    /// Ends the thought in progress early.
    pub stop: Stop,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            limits: Limits::time(Millis(200)),
            eyes: Eyes::Movers,
            seed: 0,
            threads: 1,
            stop: Stop::default(),
        }
    }
}
