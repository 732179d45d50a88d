use serde::{Deserialize, Serialize};

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// To hear of a game from now on. Whoever was there before says which version they have and gets what they missed.
    Watch {
        /// The game.
        game: String,
        /// The version known already.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        have: Option<u32>,
    },
    /// To hear of it no longer.
    Leave {
        /// The game.
        game: String,
    },
    /// To do something in a game.
    Act {
        /// The game.
        game: String,
        /// The version the player saw when deciding.
        seen: u32,
        /// What the client calls this request: the same key again does nothing twice, and gets the same answer.
        key: String,
        /// What to do.
        act: Act,
    },
    /// To say something beside a game.
    Say {
        /// The game.
        game: String,
        /// The text.
        text: String,
    },
    /// To hear nothing more of what is said beside a game: whoever is known, wherever they are; others on this connection.
    Mute {
        /// The game.
        game: String,
        /// From now on, or no longer.
        on: bool,
    },
    /// To hear of open games and who is looking for one.
    Lobby {
        /// From now on, or no longer.
        on: bool,
    },
    /// To be answered at once.
    Ping {
        /// Whatever the client wants back.
        #[serde(default)]
        at: u64,
    },
}

/// Something to do in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// To play an action, or to hand in a secret set-up.
    Play {
        /// The action.
        ply: String,
        /// For a secret: 32 bytes in hexadecimal digits, known to nobody else, that seal it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<String>,
    },
    /// To propose something (or accept it, where the other proposed the same).
    Offer {
        /// What.
        what: Proposal,
    },
    /// To accept what the other proposed.
    Accept {
        /// What.
        what: Proposal,
    },
    /// To decline what the other proposed, or withdraw one's own proposal.
    Decline {
        /// What.
        what: Proposal,
    },
    /// To give up.
    Resign,
    /// Not to use the window to interrupt in this turn of the opponent.
    LetPass,
    /// To call a game off that has hardly begun.
    Abort,
    /// To win a game whose opponent has gone.
    Claim,
    /// To open one's seed, once both are committed to.
    Reveal {
        /// 32 bytes in hexadecimal digits.
        seed: String,
        /// The other seat's as well, where one client plays for both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<String>,
    },
}

/// Something a player may propose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// To call it a draw.
    Draw,
    /// To take back the proposer's last action.
    TakeBack,
}
