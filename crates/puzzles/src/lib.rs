//! Puzzles: positions with one clearly best answer, a line of JSON each ([`Puzzle`]), the ones that
//! come with the program ([`shipped()`]), and whether an answer is right ([`Attempt`]).
//!
//! ```
//! use abaque_puzzles::{Attempt, Puzzle, Verdict};
//!
//! let puzzle: Puzzle = r#"{"id":"aba-0000","game":"abalone:target=1",
//!     "position":"wwwww/wwwwww/ww5/8/wbb6/8/3b3/bbbbbb/bbbbb b 0-0 -",
//!     "ask":{"line":["e3e2"]},"rating":600,"themes":["ejection"]}"#.parse().unwrap();
//! let mut attempt = Attempt::new(&puzzle).unwrap();
//! assert_eq!(attempt.answer("c4d4").unwrap(), Verdict::Wrong);
//! assert_eq!(attempt.answer("e3e2").unwrap(), Verdict::Solved);
//! ```

mod attempt;
mod puzzle;
mod shipped;

pub use attempt::{Attempt, Verdict};
pub use puzzle::{Ask, Puzzle, read};
pub use shipped::shipped;
