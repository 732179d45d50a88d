//! Puzzles: positions with one clearly best answer, one JSON line each ([`Puzzle`]), the built-in
//! collection ([`shipped()`]), and the judging of answers ([`PuzzleAttempt`]).
//!
//! ```
//! use abaque_puzzles::{Puzzle, PuzzleAttempt, PuzzleVerdict};
//!
//! let puzzle: Puzzle = r#"{"id":"aba-0000","game":"abalone:target=1",
//!     "position":"wwwww/wwwwww/ww5/8/wbb6/8/3b3/bbbbbb/bbbbb b 0-0 -",
//!     "ask":{"line":["e3e2"]},"rating":600,"themes":["ejection"]}"#.parse().unwrap();
//! let mut attempt = PuzzleAttempt::new(&puzzle).unwrap();
//! assert_eq!(attempt.answer("c4d4").unwrap(), PuzzleVerdict::Wrong);
//! assert_eq!(attempt.answer("e3e2").unwrap(), PuzzleVerdict::Solved);
//! ```

mod attempt;
mod puzzle;
mod shipped;

pub use attempt::{PuzzleAttempt, PuzzleVerdict, WrongTurn};
pub use puzzle::{Puzzle, PuzzleQuestion, parse_puzzles};
pub use shipped::shipped;
