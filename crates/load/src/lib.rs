//! Proves a server of games from outside: many players at once who check every word they hear ([`load()`]), and a server that is
//! killed at random moments and may lose nothing it has acknowledged ([`crash()`]).
//!
//! All of it is a client: it starts the program, talks to it over loopback as browsers do, and ends it.

mod audit;
mod check;
mod crash;
mod http;
mod limit;
mod load;
mod outage;
mod pair;
mod player;
mod plot;
mod random;
mod report;
mod server;
mod stats;
mod world;

pub use crash::{Crash, Crashed, crash};
pub use limit::raise_open_files;
pub use load::{Load, load};
pub use report::Report;

/// What went wrong, in words.
pub type Wrong = String;
