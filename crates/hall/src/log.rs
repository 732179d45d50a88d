//! What is stored of a game: every act at its table, as text. Played again in order and at its times, it leads to the
//! same table.

use abaque_core::Seat;
use abaque_table::{Act, Offer};
use serde::{Deserialize, Serialize};

/// One stored act. Short words: there are millions of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "a", rename_all = "kebab-case")]
pub(crate) enum Logged {
    /// A player's action or set-up.
    Play {
        s: u8,
        p: String,
        /// What a set-up was sealed with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        n: Option<String>,
    },
    /// A lot.
    Lot { p: String },
    /// A proposal.
    Offer { s: u8, w: char },
    /// An answer.
    Accept { s: u8, w: char },
    /// Another answer.
    Decline { s: u8, w: char },
    /// Somebody gave up.
    Resign { s: u8 },
    /// Somebody lets the window pass.
    LetPass { s: u8 },
    /// Time alone did something.
    Tick,
    /// The game was called off.
    Abort { s: u8 },
    /// The server was away for so many milliseconds, up to that moment: they count for nobody.
    Woke { slept: u64, until: i64 },
}

impl Logged {
    /// How an act is stored.
    pub(crate) fn of(act: &Act, nonce: Option<&str>) -> Logged {
        match act {
            Act::Play { seat, ply } => {
                Logged::Play { s: number(*seat), p: ply.clone(), n: nonce.map(String::from) }
            }
            Act::Lot { outcome } => Logged::Lot { p: outcome.clone() },
            Act::Offer(seat, offer) => Logged::Offer { s: number(*seat), w: letter(*offer) },
            Act::Accept(seat, offer) => Logged::Accept { s: number(*seat), w: letter(*offer) },
            Act::Decline(seat, offer) => Logged::Decline { s: number(*seat), w: letter(*offer) },
            Act::Resign(seat) => Logged::Resign { s: number(*seat) },
            Act::LetPass(seat) => Logged::LetPass { s: number(*seat) },
            Act::Tick => Logged::Tick,
        }
    }

    /// The act at the table, where it is one.
    pub(crate) fn act(&self) -> Option<Act> {
        Some(match self {
            Logged::Play { s, p, .. } => Act::play(seat(*s)?, p.clone()),
            Logged::Lot { p } => Act::Lot { outcome: p.clone() },
            Logged::Offer { s, w } => Act::Offer(seat(*s)?, offer(*w)?),
            Logged::Accept { s, w } => Act::Accept(seat(*s)?, offer(*w)?),
            Logged::Decline { s, w } => Act::Decline(seat(*s)?, offer(*w)?),
            Logged::Resign { s } => Act::Resign(seat(*s)?),
            Logged::LetPass { s } => Act::LetPass(seat(*s)?),
            Logged::Tick => Act::Tick,
            Logged::Abort { .. } | Logged::Woke { .. } => return None,
        })
    }

    /// As stored.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what was stored.
    pub(crate) fn read(text: &str) -> Option<Logged> {
        serde_json::from_str(text).ok()
    }
}

/// A seat by its number, 1 or 2.
pub(crate) fn seat(number: u8) -> Option<Seat> {
    match number {
        1 => Some(Seat::First),
        2 => Some(Seat::Second),
        _ => None,
    }
}

/// The number of a seat, 1 or 2.
pub(crate) fn number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

fn letter(offer: Offer) -> char {
    match offer {
        Offer::Draw => 'd',
        Offer::TakeBack => 't',
    }
}

fn offer(letter: char) -> Option<Offer> {
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
            Act::play(Seat::First, "a1b1"),
            Act::Lot { outcome: "d64".into() },
            Act::Offer(Seat::Second, Offer::Draw),
            Act::Accept(Seat::First, Offer::TakeBack),
            Act::Decline(Seat::First, Offer::Draw),
            Act::Resign(Seat::Second),
            Act::LetPass(Seat::First),
            Act::Tick,
        ];
        for act in acts {
            let logged = Logged::of(&act, None);
            assert_eq!(Logged::read(&logged.text()).and_then(|logged| logged.act()), Some(act));
        }
        assert_eq!(Logged::read("{\"a\":\"fly\"}"), None);
        assert_eq!(Logged::Play { s: 3, p: "a1b1".into(), n: None }.act(), None);
    }
}
