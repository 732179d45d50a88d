use abaque_core::{Outcome, Seat};

use crate::At;

/// Something a player may propose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// To call the game a draw.
    Draw,
    /// To take back the proposer's last action and all that came after it.
    TakeBack,
}

/// Something that happens at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// A player's action (or secret submission).
    Play {
        /// Who plays.
        seat: Seat,
        /// The action as text.
        ply: String,
    },
    /// The outcome of the lot due, from the table's source.
    Lot {
        /// The outcome as text.
        outcome: String,
    },
    /// A player proposes something.
    Offer(Seat, Offer),
    /// A player accepts what the other proposed.
    Accept(Seat, Offer),
    /// A player declines what the other proposed, or withdraws their own proposal.
    Decline(Seat, Offer),
    /// A player gives up.
    Resign(Seat),
    /// ABR-15: a player declares that they will not use the window in the opponent's present turn.
    LetPass(Seat),
    /// Time has passed: windows close, flags fall.
    Tick,
}

impl Act {
    /// A player's action.
    pub fn play(seat: Seat, ply: impl Into<String>) -> Act {
        Act::Play { seat, ply: ply.into() }
    }
}

/// Something that has happened at a table, in order. Events carry no secrets: they are the same for
/// everybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A ply was played. [`Table::shown`](crate::Table::shown) tells each observer what it was.
    Played {
        /// Who played; `None` for a lot.
        seat: Option<Seat>,
        /// Its number, from 0.
        index: usize,
    },
    /// A player has submitted in secret.
    Submitted(Seat),
    /// A lot must now be drawn.
    LotDue,
    /// The player to act may interrupt until then; no other clock runs.
    WindowOpened {
        /// Who may interrupt.
        seat: Seat,
        /// When silence counts as letting pass.
        until: At,
    },
    /// A player has declared that they let this turn pass.
    LetsPass(Seat),
    /// A player proposed something.
    Offered(Seat, Offer),
    /// A proposal is off the table.
    Dropped(Seat, Offer),
    /// The plies from this number on were taken back.
    TookBack {
        /// How many plies remain.
        plies: usize,
    },
    /// The game is over.
    Ended(Outcome),
}
