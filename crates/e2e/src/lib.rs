//! The web app in a real browser: a served app, a Chromium of its own for every test, and words for what players do.

mod browser;
mod page;

pub use browser::{Browser, Screen};
pub use page::Page;

/// What went wrong, in one line.
pub type Wrong = Box<dyn std::error::Error + Send + Sync>;
