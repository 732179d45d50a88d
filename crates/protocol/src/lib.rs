//! What clients and servers of online tables say to each other: plain data, strings and numbers, as JSON. Rules, clocks
//! and secrets are decided elsewhere; whatever a [`State`] holds, its reader may know.
//!
//! ```
//! use abaque_protocol::{Act, Ask};
//!
//! let ask = r#"{"ask":"act","game":"k3m9x2p7qa","seen":4,"key":"7","act":{"do":"play","ply":"a1b1"}}"#;
//! let ask: Ask = serde_json::from_str(ask).unwrap();
//! let Ask::Act { seen, act, .. } = ask else { panic!() };
//! assert_eq!((seen, act), (4, Act::Play { ply: "a1b1".into(), nonce: None }));
//! ```

mod ask;
mod tell;
mod terms;

pub use ask::{Act, Ask, Proposal};
pub use tell::{
    Chat, Clock, Ending, GameInfo, Lots, Plies, Problem, Seat, Shown, Snapshot, Stage, State, Tell,
    Window,
};
pub use terms::{Against, Side, Terms};

/// The version of these messages. A client that speaks another one is told so when it connects.
pub const VERSION: u32 = 1;

/// The longest message a client may send, in bytes.
pub const LONGEST: usize = 4096;

/// The longest line of chat, in characters.
pub const LONGEST_LINE: usize = 300;
