//! Lessons: texts beside a live board, one file of JSON a game ([`Course`]), the ones that come with the
//! program ([`shipped()`]), and a walk through one ([`Walk`]).
//!
//! ```
//! use abaque_lessons::{Heard, Walk, shipped};
//!
//! let course = shipped("abalone").unwrap();
//! let mut walk = Walk::new(course.lessons[0].clone()).unwrap();
//! while !walk.is_last() {
//!     if let Some(action) = walk.answer() {
//!         assert!(matches!(walk.play(&action).unwrap(), Heard::Right(_)));
//!     }
//!     walk.go(walk.at() + 1).unwrap();
//! }
//! ```

mod lesson;
mod shipped;
mod walk;

pub use lesson::{Course, Lesson, Opening, Step, Task, Text, Wrong};
pub use shipped::shipped;
pub use walk::{Heard, Walk};
