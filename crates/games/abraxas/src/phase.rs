use core::fmt;

use crate::Hole;

/// The decision expected from the player to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Player 2 lays the plate.
    Corner,
    /// A turn starts.
    Place,
    /// A turn starts after the opponent's stop pawn: no stop pawn may answer it (ABR-16).
    PlaceNoStop,
    /// The player may play again after a line (ABR-12).
    Again,
    /// The player may stop the pawn just put (ABR-14).
    Stop {
        /// The hole the pawn was moved from; `None` if it came from the reserve.
        from: Option<Hole>,
        /// The hole the pawn is in.
        at: Hole,
    },
    /// The player must push after a red pawn.
    Push,
    /// The player may push after a stop pawn.
    PushOrNot,
    /// The player takes a line.
    Take,
    /// The player may take another line after this push (manual claims only).
    TakeMore,
    /// The player takes a line made by pushing after a stop pawn.
    TakeStop,
    /// A player has won.
    Over,
}

impl Phase {
    /// Whether pawns may be taken.
    pub const fn is_taking(self) -> bool {
        matches!(self, Phase::Take | Phase::TakeMore | Phase::TakeStop)
    }

    /// Whether this phase starts a turn.
    pub const fn starts_turn(self) -> bool {
        matches!(self, Phase::Place | Phase::PlaceNoStop)
    }

    /// Whether a pawn is due (other than for a Stop).
    pub const fn is_placing(self) -> bool {
        matches!(self, Phase::Place | Phase::PlaceNoStop | Phase::Again)
    }

    /// Parses the phase field of a position.
    pub fn parse(text: &str) -> Option<Phase> {
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
