use abaque_core::{Outcome, Seat};

use crate::Timestamp;

/// A proposal to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// A draw.
    Draw,
    /// Taking back the proposer's last action and everything after it.
    TakeBack,
}

/// An input to the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableAct {
    /// A player acts or submits in secret.
    Play {
        /// The acting player.
        seat: Seat,
        /// The action as text.
        ply: String,
    },
    /// The outcome of the lot due, from the table's lot source.
    Lot {
        /// The outcome as text.
        outcome: String,
    },
    /// A player makes an offer.
    Offer(Seat, Offer),
    /// A player accepts the opponent's offer.
    Accept(Seat, Offer),
    /// A player declines the opponent's offer or withdraws their own.
    Decline(Seat, Offer),
    /// A player resigns.
    Resign(Seat),
    /// ABR-15: a player waives the interrupt window for the rest of the opponent's turn.
    LetPass(Seat),
    /// Time has passed: windows close, flags fall.
    Tick,
}

impl TableAct {
    /// Shorthand for [`TableAct::Play`].
    pub fn play(seat: Seat, ply: impl Into<String>) -> TableAct {
        TableAct::Play { seat, ply: ply.into() }
    }
}

/// A change at the table, in order. Events are the same for all observers and carry no secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableEvent {
    /// A ply was played. [`Table::visible_ply`](crate::Table::visible_ply) gives each observer its
    /// text.
    Played {
        /// The acting player; `None` for a lot.
        seat: Option<Seat>,
        /// The index of the ply, from 0.
        index: usize,
    },
    /// A player has submitted in secret.
    Submitted(Seat),
    /// A lot must be drawn now.
    LotDue,
    /// An interrupt window opened; no other clock runs.
    WindowOpened {
        /// The player who may interrupt.
        seat: Seat,
        /// When the window closes by default.
        until: Timestamp,
    },
    /// A player waived the interrupt window for this turn.
    LetsPass(Seat),
    /// A player made an offer.
    OfferMade(Seat, Offer),
    /// An offer was withdrawn, declined or superseded.
    OfferDropped(Seat, Offer),
    /// The plies from this index on were taken back.
    TookBack {
        /// The number of remaining plies.
        plies: usize,
    },
    /// The game is over.
    Ended(Outcome),
}
