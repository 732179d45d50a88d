use std::fmt;

use crate::Hole;

/// What the player to act is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Player 2 lays the plate.
    Corner,
    /// A turn starts.
    Place,
    /// A turn starts after a stop pawn: no stop pawn now (ABR-16).
    PlaceNoStop,
    /// May play again after a line (ABR-12).
    Again,
    /// May stop the pawn just put (ABR-14).
    Stop {
        /// Where the pawn was moved from; `None` if it came from the reserve.
        from: Option<Hole>,
        /// Where it was put.
        at: Hole,
    },
    /// Must push after a red pawn.
    Push,
    /// May push after a stop pawn.
    PushOrNot,
    /// Takes a line.
    Take,
    /// Takes a line, having taken from this push already (manual claims only).
    TakeMore,
    /// Takes a line made by a stop-pawn push.
    TakeStop,
    /// Nothing: somebody has won.
    Over,
}

impl Phase {
    /// Whether pawns may be taken.
    pub const fn is_taking(self) -> bool {
        matches!(self, Phase::Take | Phase::TakeMore | Phase::TakeStop)
    }

    /// Whether a turn starts.
    pub const fn starts_turn(self) -> bool {
        matches!(self, Phase::Place | Phase::PlaceNoStop)
    }

    /// Whether a pawn is put now (a Stop aside).
    pub const fn is_placing(self) -> bool {
        matches!(self, Phase::Place | Phase::PlaceNoStop | Phase::Again)
    }

    /// The phase a position's text names; `None` if there is no such phase.
    pub fn read(text: &str) -> Option<Phase> {
        Some(match text {
            "corner" => Phase::Corner,
            "place" => Phase::Place,
            "place-nostop" => Phase::PlaceNoStop,
            "again" => Phase::Again,
            "push" => Phase::Push,
            "push?" => Phase::PushOrNot,
            "take" => Phase::Take,
            "take+" => Phase::TakeMore,
            "take-stop" => Phase::TakeStop,
            "over" => Phase::Over,
            _ => {
                let put = text.strip_prefix("stop?")?;
                match put.split_once('-') {
                    Some((from, at)) => {
                        Phase::Stop { from: Some(from.parse().ok()?), at: at.parse().ok()? }
                    }
                    None => Phase::Stop { from: None, at: put.parse().ok()? },
                }
            }
        })
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Phase::Corner => "corner",
            Phase::Place => "place",
            Phase::PlaceNoStop => "place-nostop",
            Phase::Again => "again",
            Phase::Stop { from: Some(from), at } => return write!(f, "stop?{from}-{at}"),
            Phase::Stop { from: None, at } => return write!(f, "stop?{at}"),
            Phase::Push => "push",
            Phase::PushOrNot => "push?",
            Phase::Take => "take",
            Phase::TakeMore => "take+",
            Phase::TakeStop => "take-stop",
            Phase::Over => "over",
        })
    }
}
