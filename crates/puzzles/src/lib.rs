//! Puzzles: positions with one clearly best answer, a line of JSON each.
//!
//! ```
//! let puzzle: abaque_puzzles::Puzzle = serde_json::from_str(
//!     r#"{"id":"aba-0001","game":"abalone","position":"5/6/7/8/9/8/7/6/5 b 0-0 14-14",
//!        "ask":{"line":["a1b2"]},"rating":900,"themes":["ejection"]}"#,
//! ).unwrap();
//! assert_eq!(puzzle.rating, 900);
//! ```

mod puzzle;

pub use puzzle::{Ask, Puzzle};
