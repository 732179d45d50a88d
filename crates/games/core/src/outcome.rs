use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{Message, ParseError, Seat, message};

/// Why a game ended: on the board (first six) or at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// Abalone: enough balls ejected.
    Ejection,
    /// Abalone: no legal move.
    Blocked,
    /// Abraxas: enough pawns taken.
    Target,
    /// Abagio: all frogs in the pond.
    Pond,
    /// Blocs-pions: the rule of seven.
    Seven,
    /// Blocs-pions: neither player can move.
    Stuck,
    /// The same position for the third time (COM-01).
    Repetition,
    /// Three hundred turns without progress (COM-03).
    NoProgress,
    /// A draw agreed by both players (COM-02).
    Agreement,
    /// A player resigned (COM-02).
    Resignation,
    /// A flag fell (COM-04).
    Time,
}

impl EndReason {
    /// Every reason, in rulebook order.
    pub const ALL: [EndReason; 11] = [
        EndReason::Ejection,
        EndReason::Blocked,
        EndReason::Target,
        EndReason::Pond,
        EndReason::Seven,
        EndReason::Stuck,
        EndReason::Repetition,
        EndReason::NoProgress,
        EndReason::Agreement,
        EndReason::Resignation,
        EndReason::Time,
    ];

    /// The keyword used in results.
    pub const fn as_str(self) -> &'static str {
        match self {
            EndReason::Ejection => "ejection",
            EndReason::Blocked => "blocked",
            EndReason::Target => "target",
            EndReason::Pond => "pond",
            EndReason::Seven => "seven",
            EndReason::Stuck => "stuck",
            EndReason::Repetition => "repetition",
            EndReason::NoProgress => "no-progress",
            EndReason::Agreement => "agreement",
            EndReason::Resignation => "resignation",
            EndReason::Time => "time",
        }
    }

    /// The reason as a phrase that follows "wins" or "draw".
    pub fn message(self) -> Message {
        match self {
            EndReason::Ejection => message!("by ejection", "par éjection"),
            EndReason::Blocked => {
                message!("as the opponent cannot move", "car l'adversaire ne peut plus jouer")
            }
            EndReason::Target => message!("with enough pawns", "avec assez de pions"),
            EndReason::Pond => {
                message!("with all frogs in the pond", "toutes ses grenouilles à l'étang")
            }
            EndReason::Seven => message!("by the rule of seven", "par la règle des 7"),
            EndReason::Stuck => {
                message!("as neither player can act", "car plus personne ne peut jouer")
            }
            EndReason::Repetition => {
                message!("by repetition of the position", "par répétition de la position")
            }
            EndReason::NoProgress => {
                message!("after 300 turns without progress", "après 300 tours sans progrès")
            }
            EndReason::Agreement => message!("by agreement", "d'un commun accord"),
            EndReason::Resignation => message!("by resignation", "par abandon"),
            EndReason::Time => message!("on time", "au temps"),
        }
    }

    /// Whether the position alone proves this ending; the table decides the others.
    pub const fn is_on_board(self) -> bool {
        matches!(
            self,
            EndReason::Ejection
                | EndReason::Blocked
                | EndReason::Target
                | EndReason::Pond
                | EndReason::Seven
                | EndReason::Stuck
        )
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for EndReason {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        EndReason::ALL.into_iter().find(|reason| reason.as_str() == text).ok_or_else(|| {
            let all = EndReason::ALL.map(EndReason::as_str).join(", ");
            ParseError::new(
                "REASON",
                message!(
                    "`{text}` is no way a game ends; allowed: {all}",
                    "« {text} » n'est pas une fin de partie ; possibles : {all}"
                ),
            )
        })
    }
}

/// The result of a game and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A win for this seat.
    Win(Seat, EndReason),
    /// A draw.
    Draw(EndReason),
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Win(seat, _) => Some(seat),
            Outcome::Draw(_) => None,
        }
    }

    /// Why the game ended.
    pub const fn reason(self) -> EndReason {
        match self {
            Outcome::Win(_, reason) | Outcome::Draw(reason) => reason,
        }
    }

    /// `P wins REASON` or `draw REASON` with the letters of a game's players.
    pub fn to_text(self, letters: [char; 2]) -> String {
        match self {
            Outcome::Win(seat, reason) => format!("{} wins {reason}", letters[seat.index()]),
            Outcome::Draw(reason) => format!("draw {reason}"),
        }
    }

    /// Parses the output of [`Outcome::to_text`].
    pub fn parse(text: &str, letters: [char; 2]) -> Result<Outcome, ParseError> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["draw", reason] => Ok(Outcome::Draw(reason.parse()?)),
            [who, "wins", reason] => {
                let seat =
                    Seat::ALL.into_iter().find(|seat| who == letters[seat.index()].to_string());
                seat.map_or_else(
                    || Err(bad_result(text, letters)),
                    |seat| Ok(Outcome::Win(seat, reason.parse()?)),
                )
            }
            _ => Err(bad_result(text, letters)),
        }
    }
}

fn bad_result(text: &str, letters: [char; 2]) -> ParseError {
    let [a, b] = letters;
    ParseError::new(
        "RESULT",
        message!(
            "`{text}` is no result; write `{a} wins REASON`, `{b} wins REASON` or `draw REASON`",
            "« {text} » n'est pas un résultat ; écrire « {a} wins RAISON », « {b} wins RAISON » ou « draw RAISON »"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_round_trip() {
        for reason in EndReason::ALL {
            for outcome in [
                Outcome::Draw(reason),
                Outcome::Win(Seat::First, reason),
                Outcome::Win(Seat::Second, reason),
            ] {
                assert_eq!(Outcome::parse(&outcome.to_text(['b', 'w']), ['b', 'w']), Ok(outcome));
            }
        }
    }

    #[test]
    fn wrong_results_are_refused() {
        for text in
            ["", "b", "b wins", "x wins time", "b wins luck", "draw", "b  wins time", "draw time "]
        {
            assert!(Outcome::parse(text, ['b', 'w']).is_err(), "{text}");
        }
    }
}
