//! Browser tests of the web app: a running server, a Chromium as good as new for every test, and
//! helpers for player actions.

mod accessibility_tree;
mod browser;
mod page;
mod randomness;
mod session;

pub use browser::{Browser, ScreenConfig};
pub use page::Page;

/// Error of a test step.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
