//! Stored form of the acts of a game. Replaying the log in order, at the stored times, rebuilds the
//! same table.

use abaque_core::Seat;
use abaque_table::{Offer, TableAct};
use serde::{Deserialize, Serialize};

/// One stored act. Field names are short because there are millions of rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "a", rename_all = "kebab-case")]
pub(crate) enum LoggedAct {
    /// A player's action or secret set-up.
    Play {
        s: u8,
        p: String,
        /// Nonce of a secret set-up's commitment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        n: Option<String>,
    },
    /// A lot drawn by the server.
    Lot { p: String },
    /// A draw or take-back offer.
    Offer { s: u8, w: char },
    /// Acceptance of an offer.
    Accept { s: u8, w: char },
    /// Refusal or withdrawal of an offer.
    Decline { s: u8, w: char },
    /// Resignation.
    Resign { s: u8 },
    /// Waiver of the interrupt window.
    LetPass { s: u8 },
    /// An effect of time: a flag fell or a window closed.
    Tick,
    /// The game was aborted.
    Abort { s: u8 },
    /// `slept` milliseconds ending at `until` that run on no clock: downtime, or a bot's wait for a
    /// thread.
    Woke { slept: u64, until: i64 },
}

impl LoggedAct {
    /// Converts a table act for storage.
    pub(crate) fn from_table_act(act: &TableAct, nonce: Option<&str>) -> LoggedAct {
        match act {
            TableAct::Play { seat, ply } => LoggedAct::Play {
                s: seat_number(*seat),
                p: ply.clone(),
                n: nonce.map(String::from),
            },
            TableAct::Lot { outcome } => LoggedAct::Lot { p: outcome.clone() },
            TableAct::Offer(seat, offer) => {
                LoggedAct::Offer { s: seat_number(*seat), w: offer_letter(*offer) }
            }
            TableAct::Accept(seat, offer) => {
                LoggedAct::Accept { s: seat_number(*seat), w: offer_letter(*offer) }
            }
            TableAct::Decline(seat, offer) => {
                LoggedAct::Decline { s: seat_number(*seat), w: offer_letter(*offer) }
            }
            TableAct::Resign(seat) => LoggedAct::Resign { s: seat_number(*seat) },
            TableAct::LetPass(seat) => LoggedAct::LetPass { s: seat_number(*seat) },
            TableAct::Tick => LoggedAct::Tick,
        }
    }

    /// The table act, if this entry is one.
    pub(crate) fn to_table_act(&self) -> Option<TableAct> {
        Some(match self {
            LoggedAct::Play { s, p, .. } => TableAct::play(seat_from_number(*s)?, p.clone()),
            LoggedAct::Lot { p } => TableAct::Lot { outcome: p.clone() },
            LoggedAct::Offer { s, w } => {
                TableAct::Offer(seat_from_number(*s)?, offer_from_letter(*w)?)
            }
            LoggedAct::Accept { s, w } => {
                TableAct::Accept(seat_from_number(*s)?, offer_from_letter(*w)?)
            }
            LoggedAct::Decline { s, w } => {
                TableAct::Decline(seat_from_number(*s)?, offer_from_letter(*w)?)
            }
            LoggedAct::Resign { s } => TableAct::Resign(seat_from_number(*s)?),
            LoggedAct::LetPass { s } => TableAct::LetPass(seat_from_number(*s)?),
            LoggedAct::Tick => TableAct::Tick,
            LoggedAct::Abort { .. } | LoggedAct::Woke { .. } => return None,
        })
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a stored act; `None` if it is malformed.
    pub(crate) fn parse(text: &str) -> Option<LoggedAct> {
        serde_json::from_str(text).ok()
    }
}

/// Seat with number 1 or 2.
pub(crate) fn seat_from_number(number: u8) -> Option<Seat> {
    match number {
        1 => Some(Seat::First),
        2 => Some(Seat::Second),
        _ => None,
    }
}

/// Number of a seat: 1 or 2.
pub(crate) fn seat_number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

fn offer_letter(offer: Offer) -> char {
    match offer {
        Offer::Draw => 'd',
        Offer::TakeBack => 't',
    }
}

fn offer_from_letter(letter: char) -> Option<Offer> {
    match letter {
        'd' => Some(Offer::Draw),
        't' => Some(Offer::TakeBack),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_comes_back() {
        let acts = [
            TableAct::play(Seat::First, "a1b1"),
            TableAct::Lot { outcome: "d64".into() },
            TableAct::Offer(Seat::Second, Offer::Draw),
            TableAct::Accept(Seat::First, Offer::TakeBack),
            TableAct::Decline(Seat::First, Offer::Draw),
            TableAct::Resign(Seat::Second),
            TableAct::LetPass(Seat::First),
            TableAct::Tick,
        ];
        for act in acts {
            let logged = LoggedAct::from_table_act(&act, None);
            assert_eq!(
                LoggedAct::parse(&logged.to_json()).and_then(|logged| logged.to_table_act()),
                Some(act)
            );
        }
        assert_eq!(LoggedAct::parse("{\"a\":\"fly\"}"), None);
        assert_eq!(LoggedAct::Play { s: 3, p: "a1b1".into(), n: None }.to_table_act(), None);
    }
}
