//! Live games of a server. Each game is a room: a task with one mailbox, so that its events have
//! one order. An act is stored before any viewer learns of it, and every message that leaves a room
//! passes through one module (`room::visibility`) that knows what each viewer may see.
//!
//! ```text
//! Rooms ── Room (mailbox) ── Table (pure) ── game
//!   │        └── Store::append, then one message per kind of viewer
//!   ├── lobby: list of open games; seek: pairing
//!   ├── bot pool: bot searches on dedicated threads, shared fairly between users
//!   ├── quotas: limits per user
//!   ├── server clock: monotonic time, immune to wall clock jumps
//!   ├── cluster: other servers on the same store, a bus of hints, leases
//!   └── background: overdue clocks of unloaded games, heartbeat that measures downtime
//! ```

mod act_log;
mod audit;
mod background;
mod bot_pool;
mod cluster;
mod connection;
mod downtime;
mod entropy;
mod error;
mod export;
mod lobby;
mod outbox;
mod quota;
mod rate_limit;
mod ratings;
mod replay;
mod room;
mod rooms;
mod seek;
mod server_clock;
mod summary;
mod terms;
mod token_buckets;
mod writing;

pub use audit::{AuditFinding, AuditReport, audit};
pub use bot_pool::{BotPoolStats, SearchFn, SearchJob};
pub use cluster::{
    BusConfig, BusFaults, ClusterConfig, ClusterStats, LocalBus, NatsServers, ServerHint,
};
pub use connection::Connection;
pub use error::{RequestError, fault_reason};
pub use outbox::{Outbox, OutboxReceiver};
pub use quota::UserLimits;
pub use rate_limit::Allowance;
pub use rooms::{NowFn, Rooms, RoomsConfig};
pub use server_clock::{ServerClock, TimeSource};
pub use terms::{GameTerms, OpponentChoice, SideChoice, ValidTerms};
pub use token_buckets::{MAX_BUCKETS, TokenBuckets};
