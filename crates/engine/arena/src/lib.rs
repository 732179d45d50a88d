//! Matches between computer players: varied openings played from both sides, the same dice for
//! both, luck-adjusted results, and error bars.
//!
//! ```
//! use abaque_arena::{MatchTerms, play_match};
//! use abaque_search::StopFlag;
//!
//! let mut terms = MatchTerms::new("abalone:target=1", ["greedy", "random"]).unwrap();
//! (terms.games, terms.max_plies) = (2, 40);
//! let standing = play_match(&terms, &StopFlag::default(), &mut |_, _| ()).unwrap();
//! assert_eq!(standing.pairs.count(), 1);
//! ```

mod active_player;
mod game;
mod luck;
mod openings;
mod play_match;
mod player_spec;
mod record;
mod standing;
pub mod stats;
mod terms;
mod time_control;

pub use game::{EndCause, MatchGame, MatchPly, SearchUsage};
pub use play_match::play_match;
pub use player_spec::{PlayerKind, PlayerSpec, parse_duration};
pub use record::game_record;
pub use standing::{GamePair, MatchStanding};
pub use terms::MatchTerms;
pub use time_control::TimeControl;

/// Derives an independent seed.
pub(crate) fn derive_seed(seed: u64, salt: u64) -> u64 {
    use abaque_core::{RandomSource, SplitMix};
    let spread = SplitMix(salt).next_u64();
    SplitMix(seed ^ spread).next_u64()
}
