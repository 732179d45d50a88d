//! Lessons, rulings, puzzles.

catalogue! {}
