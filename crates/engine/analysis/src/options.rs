use abaque_core::{Millis, Seat};
use abaque_search::{SearchLimits, StopFlag};

/// Viewpoint of the analysis in games with hidden information; irrelevant in other games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Viewpoint {
    /// Every move by what its own player could know.
    #[default]
    Movers,
    /// Only one player's moves, by what that player could know.
    Player(Seat),
    /// Full information; only for finished games.
    Everything,
}

/// Options of an analysis.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// Search limits per position.
    pub limits: SearchLimits,
    /// Viewpoint in games with hidden information.
    pub viewpoint: Viewpoint,
    /// Random seed; the same seed and node limit give the same report.
    pub seed: u64,
    /// Maximum search threads.
    pub threads: usize,
    /// Stops the current search early.
    pub stop: StopFlag,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            limits: SearchLimits::time(Millis(200)),
            viewpoint: Viewpoint::Movers,
            seed: 0,
            threads: 1,
            stop: StopFlag::default(),
        }
    }
}
