//! Matches between computer players: varied openings played from both sides, the same dice for
//! both, luck taken out of the result, and how sure one can be of what came out.
//!
//! ```
//! use abaque_arena::{Terms, contest};
//! use abaque_search::Stop;
//!
//! let mut terms = Terms::new("abalone:target=1", ["greedy", "random"]).unwrap();
//! (terms.games, terms.max_plies) = (2, 40);
//! let standing = contest(&terms, &Stop::default(), &mut |_, _| ()).unwrap();
//! assert_eq!(standing.pairs.count(), 1);
//! ```

mod clock;
mod contender;
mod contest;
mod game;
mod luck;
mod opening;
mod player;
mod record;
mod standing;
pub mod stats;
mod terms;

pub use clock::Clock;
pub use contest::contest;
pub use game::{Ending, Game, Noted, Spent};
pub use player::{Player, Who, duration};
pub use record::record;
pub use standing::{Pair, Standing};
pub use terms::Terms;

/// A number drawn from two others: seeds for what must not depend on one another.
pub(crate) fn mix(seed: u64, salt: u64) -> u64 {
    use abaque_core::{Source, SplitMix};
    let spread = SplitMix(salt).next_u64();
    SplitMix(seed ^ spread).next_u64()
}
