//! Black-box tests of a game server: many players who check every message ([`load()`]); kills at
//! random moments that may lose nothing acknowledged ([`crash()`]); a suite of attacks
//! ([`hostile()`]); a long, steady load under which memory and open files must stay flat
//! ([`soak()`]); and several nodes that fail in every way ([`cluster()`]).
//!
//! The crate is a pure client: it starts the program, talks to it over loopback like a browser, and
//! ends it.

mod audit;
#[cfg(unix)]
mod cluster;
mod context;
mod crash;
mod crash_report;
mod fleet;
mod games;
mod hostile;
mod http;
mod load;
mod lots_log;
mod observed_game;
mod outage;
mod pair;
mod player;
mod plot;
mod process_stats;
mod random;
mod report;
mod server;
mod services;
mod soak;
mod stats;

#[cfg(unix)]
pub use cluster::{ClusterOptions, ClusterReport, cluster};
pub use crash::{CrashOptions, CrashReport, crash};
pub use fleet::{CpuSeconds, StoreTimes};
pub use hostile::{AttackReport, AttackVerdict, HostileOptions, HostileReport, hostile, scenarios};
pub use load::{DEFAULT_CONCURRENT_OPENINGS, LoadOptions, load};
pub use report::LoadReport;
pub use soak::{SoakOptions, SoakReport, soak};

/// Description of a failed check.
pub type Failure = String;
