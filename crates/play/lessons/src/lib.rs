//! Lessons: explanations beside a live board, one JSON file per game ([`Course`]), the built-in
//! courses ([`shipped()`]), and runs through a lesson ([`LessonRun`]).
//!
//! ```
//! use abaque_lessons::{LessonRun, TaskFeedback, shipped};
//!
//! let course = shipped("abalone").unwrap();
//! let mut run = LessonRun::new(course.lessons[0].clone()).unwrap();
//! while !run.is_last() {
//!     if let Some(action) = run.solution() {
//!         assert!(matches!(run.play(&action).unwrap(), TaskFeedback::Right(_)));
//!     }
//!     run.go_to_step(run.step_index() + 1).unwrap();
//! }
//! ```

mod lesson;
mod lesson_run;
mod shipped;

pub use lesson::{Course, Lesson, LessonStep, LessonTask, LessonText, StepPosition, WrongAnswer};
pub use lesson_run::{LessonRun, TaskFeedback};
pub use shipped::shipped;
