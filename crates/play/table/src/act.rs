use abaque_core::{Outcome, Seat};

use crate::Timestamp;

/// A proposal that needs the opponent's consent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Proposal))]
pub enum Offer {
    /// A draw by agreement.
    Draw,
    /// Taking back the proposer's last action.
    TakeBack,
}

/// An input to the table. Its JSON is that of stored games; field names are short because there
/// are millions of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "a", rename_all = "kebab-case")
)]
pub enum TableAct {
    /// A player acts or submits in secret.
    Play {
        /// The acting player.
        #[cfg_attr(feature = "serde", serde(rename = "s", with = "abaque_core::seat_number"))]
        seat: Seat,
        /// The action as text.
        #[cfg_attr(feature = "serde", serde(rename = "p"))]
        ply: String,
        /// The nonce of a secret action's seal, kept for the record; the table ignores it.
        #[cfg_attr(
            feature = "serde",
            serde(rename = "n", default, skip_serializing_if = "Option::is_none")
        )]
        nonce: Option<String>,
    },
    /// The outcome of the lot due, from the table's lot source.
    Lot {
        /// The outcome as text.
        #[cfg_attr(feature = "serde", serde(rename = "p"))]
        outcome: String,
    },
    /// A player makes an offer.
    Offer {
        /// The proposing player.
        #[cfg_attr(feature = "serde", serde(rename = "s", with = "abaque_core::seat_number"))]
        seat: Seat,
        /// The proposal.
        #[cfg_attr(feature = "serde", serde(rename = "w", with = "OfferLetter"))]
        offer: Offer,
    },
    /// A player accepts the opponent's offer.
    Accept {
        /// The accepting player.
        #[cfg_attr(feature = "serde", serde(rename = "s", with = "abaque_core::seat_number"))]
        seat: Seat,
        /// The opponent's proposal.
        #[cfg_attr(feature = "serde", serde(rename = "w", with = "OfferLetter"))]
        offer: Offer,
    },
    /// A player declines the opponent's offer or withdraws their own.
    Decline {
        /// The player who declines or withdraws.
        #[cfg_attr(feature = "serde", serde(rename = "s", with = "abaque_core::seat_number"))]
        seat: Seat,
        /// The proposal.
        #[cfg_attr(feature = "serde", serde(rename = "w", with = "OfferLetter"))]
        offer: Offer,
    },
    /// A player resigns.
    Resign {
        /// The losing player.
        #[cfg_attr(feature = "serde", serde(rename = "s", with = "abaque_core::seat_number"))]
        seat: Seat,
    },
    /// ABR-15: a player waives the interrupt window for the rest of the opponent's turn.
    LetPass {
        /// The waiving player.
        #[cfg_attr(feature = "serde", serde(rename = "s", with = "abaque_core::seat_number"))]
        seat: Seat,
    },
    /// ABR-15: a player interrupts and will choose how: the open window stays open longer, once.
    Interrupt {
        /// The interrupting player.
        #[cfg_attr(feature = "serde", serde(rename = "s", with = "abaque_core::seat_number"))]
        seat: Seat,
    },
    /// Time has passed: windows close, flags fall.
    Tick,
}

/// An offer as one letter, in stored acts.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "Offer")]
enum OfferLetter {
    #[serde(rename = "d")]
    Draw,
    #[serde(rename = "t")]
    TakeBack,
}

impl TableAct {
    /// [`TableAct::Play`] without a nonce.
    pub fn play(seat: Seat, ply: impl Into<String>) -> TableAct {
        TableAct::Play { seat, ply: ply.into(), nonce: None }
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
    /// A player interrupted and is choosing how.
    Interrupted {
        /// The interrupting player.
        seat: Seat,
        /// When the window closes by default; `None`: never.
        until: Option<Timestamp>,
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
