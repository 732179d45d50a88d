//! JSON messages between clients and servers of online games. Seats, offers, clocks and times are
//! the table's own types, so nothing is converted on the way; a [`GameState`] holds only what its
//! reader may know.
//!
//! ```
//! use abaque_protocol::{ClientMessage, GameAct};
//!
//! let json = r#"{"ask":"act","game":"k3m9x2p7qa","seen":4,"key":"7","act":{"do":"play","ply":"a1b1"}}"#;
//! let message: ClientMessage = serde_json::from_str(json).unwrap();
//! let ClientMessage::Act { seen, act, .. } = message else { panic!() };
//! assert_eq!((seen, act), (4, GameAct::Play { ply: "a1b1".into(), nonce: None }));
//! ```

mod client_message;
pub mod examples;
pub mod rest;
mod server_message;
mod terms;

pub use abaque_core::{Millis, Seat};
pub use abaque_table::{ClockReading, Offer, Timestamp};
pub use client_message::{ClientMessage, GameAct};
pub use server_message::{
    ChatLine, GameResult, GameSnapshot, GameStage, GameState, GameSummary, InterruptWindow,
    LotProof, Plies, ProblemDetail, SeatInfo, ServerMessage, VisiblePly,
};
pub use terms::{GameTerms, OpponentChoice, SideChoice};

/// Protocol version, sent in [`ServerMessage::Hello`].
pub const VERSION: u32 = 1;

/// Maximum size of a client message in bytes.
pub const MAX_MESSAGE_BYTES: usize = 4096;

/// Maximum length of a chat line in characters.
pub const MAX_CHAT_CHARS: usize = 300;
