//! Lessons, rulings, puzzles.

catalogue! {
}
