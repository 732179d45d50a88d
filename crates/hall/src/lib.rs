//! Where online tables stand. Each live game is a room: a task with one mailbox, so that everything in it happens in one
//! order; an act is durable before anybody hears of it; what leaves a room passes through one function that knows what
//! each viewer may see.
//!
//! ```text
//! Hall ── Room (mailbox) ── Table (pure) ── game
//!   │       └── Store::append, then every viewer's own message
//!   ├── lobby: open games, pairing
//!   ├── thinkers: computer players on threads of their own, told what their seat may know
//!   └── warden: flags that fall while nobody is there, and the heartbeat that tells how long the server was down
//! ```

mod asleep;
mod chance;
mod deal;
mod export;
mod hall;
mod lobby;
mod log;
mod names;
mod outbox;
mod rated;
mod refusal;
mod room;
mod thinkers;
mod visitor;
mod warden;

pub use deal::{Against, Deal, Side, Terms};
pub use hall::{Clock, Hall, HallConfig, Rematch};
pub use outbox::{Outbox, Slow};
pub use refusal::Refusal;
pub use visitor::Visitor;
