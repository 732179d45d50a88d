//! The front end without a screen: what a player points at, pieces that keep their identity while they move, and games at one
//! screen, between two people or with computers; pages, settings, texts. Everything here is plain data in and out and tested
//! without a browser.

pub mod address;
mod cast;
pub mod editor;
pub mod hand;
pub mod labels;
pub mod learning;
pub mod local;
pub mod online;
pub mod people;
pub mod prefs;
pub mod progress;
pub mod puzzling;
pub mod route;
pub mod rove;
pub mod seen;
pub mod shelf;
pub mod slide;
pub mod span;
pub mod study;
pub mod tried;
pub mod trouble;
pub mod warn;
pub mod words;
pub mod workshop;

pub use cast::{Cast, Member};
pub use hand::Hand;
pub use learning::Learning;
pub use local::Sitting;
pub use prefs::Prefs;
pub use progress::Progress;
pub use puzzling::Puzzling;
pub use route::{Route, Subject};
pub use seen::Seen;
pub use study::Study;
