use abaque_table::Offer;
use serde::{Deserialize, Serialize};

/// A message from a client to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Subscribes to a game. A client that reconnects sends its last version and gets only the
    /// missed steps.
    Watch {
        /// Id of the game.
        game: String,
        /// Last version the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        have: Option<u32>,
    },
    /// Unsubscribes from a game.
    Leave {
        /// Id of the game.
        game: String,
    },
    /// Performs an act in a game.
    Act {
        /// Id of the game.
        game: String,
        /// Version the player saw when deciding.
        seen: u32,
        /// Idempotency key chosen by the client: a repeated key gets the first answer and changes
        /// nothing.
        key: String,
        /// The act.
        act: GameAct,
    },
    /// Sends a chat line.
    Say {
        /// Id of the game.
        game: String,
        /// Text of the line, at most [`MAX_CHAT_CHARS`](crate::MAX_CHAT_CHARS) characters.
        text: String,
    },
    /// Mutes or unmutes the chat of a game. For signed-in users and guests the setting covers all
    /// their connections; for anonymous watchers only this one.
    Mute {
        /// Id of the game.
        game: String,
        /// `true` mutes, `false` unmutes.
        on: bool,
    },
    /// Subscribes to the list of open games.
    Lobby {
        /// `true` subscribes, `false` unsubscribes.
        on: bool,
    },
    /// Asks for a [`Pong`](crate::ServerMessage::Pong).
    Ping {
        /// Opaque value echoed in the pong.
        #[serde(default)]
        at: u64,
    },
}

/// An act of a player in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GameAct {
    /// Plays an action or submits a secret set-up.
    Play {
        /// The action in the game's notation.
        ply: String,
        /// For a secret set-up: the nonce of its commitment, 32 bytes in hexadecimal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<String>,
    },
    /// Makes a proposal, or accepts it if the opponent has made the same one.
    Offer {
        /// The proposal.
        what: Offer,
    },
    /// Accepts the opponent's proposal.
    Accept {
        /// The proposal.
        what: Offer,
    },
    /// Declines the opponent's proposal, or withdraws the player's own.
    Decline {
        /// The proposal.
        what: Offer,
    },
    /// Resigns the game.
    Resign,
    /// Waives the interrupt window in this turn of the opponent.
    LetPass,
    /// Interrupts in an open window: the window stays open longer, once, while the player chooses
    /// how.
    Interrupt,
    /// Aborts a game in which not both players have had a turn.
    Abort,
    /// Claims the win after the opponent has left.
    Claim,
    /// Reveals the player's seed once both players have committed to theirs.
    Reveal {
        /// The seed, 32 bytes in hexadecimal.
        seed: String,
        /// The opponent's seed, where one client plays for both seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<String>,
    },
}
