use std::fmt;
use std::str::FromStr;

use crate::{BadText, Said, Seat, said};

/// Why a game ended: by the board (first six) or at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
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
    /// Blocs-pions: neither player can act.
    Stuck,
    /// The same position for the third time (COM-01).
    Repetition,
    /// Three hundred turns without progress (COM-03).
    NoProgress,
    /// A draw agreed by both (COM-02).
    Agreement,
    /// A player gave up (COM-02).
    Resignation,
    /// A flag fell (COM-04).
    Time,
}

impl Reason {
    /// Every reason, in the order of the rulebook.
    pub const ALL: [Reason; 11] = [
        Reason::Ejection,
        Reason::Blocked,
        Reason::Target,
        Reason::Pond,
        Reason::Seven,
        Reason::Stuck,
        Reason::Repetition,
        Reason::NoProgress,
        Reason::Agreement,
        Reason::Resignation,
        Reason::Time,
    ];

    /// The word used in results.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Ejection => "ejection",
            Reason::Blocked => "blocked",
            Reason::Target => "target",
            Reason::Pond => "pond",
            Reason::Seven => "seven",
            Reason::Stuck => "stuck",
            Reason::Repetition => "repetition",
            Reason::NoProgress => "no-progress",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
        }
    }

    /// The reason in plain words, to follow "wins" or "draw".
    pub fn said(self) -> Said {
        match self {
            Reason::Ejection => said!("by ejection", "par éjection"),
            Reason::Blocked => {
                said!("as the opponent cannot move", "car l'adversaire ne peut plus jouer")
            }
            Reason::Target => said!("with enough pawns", "avec assez de pions"),
            Reason::Pond => said!("with all frogs in the pond", "toutes ses grenouilles à l'étang"),
            Reason::Seven => said!("by the rule of seven", "par la règle des 7"),
            Reason::Stuck => {
                said!("as neither player can act", "car plus personne ne peut jouer")
            }
            Reason::Repetition => {
                said!("by repetition of the position", "par répétition de la position")
            }
            Reason::NoProgress => {
                said!("after 300 turns without progress", "après 300 tours sans progrès")
            }
            Reason::Agreement => said!("by agreement", "d'un commun accord"),
            Reason::Resignation => said!("by resignation", "par abandon"),
            Reason::Time => said!("on time", "au temps"),
        }
    }

    /// Whether the board alone shows this ending (the others are the table's).
    pub const fn on_board(self) -> bool {
        matches!(
            self,
            Reason::Ejection
                | Reason::Blocked
                | Reason::Target
                | Reason::Pond
                | Reason::Seven
                | Reason::Stuck
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Reason {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        Reason::ALL.into_iter().find(|reason| reason.word() == text).ok_or_else(|| {
            let all = Reason::ALL.map(Reason::word).join(", ");
            BadText::new(
                "REASON",
                said!(
                    "`{text}` is no way a game ends; allowed: {all}",
                    "« {text} » n'est pas une fin de partie ; possibles : {all}"
                ),
            )
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The seat that won, and why.
    Win(Seat, Reason),
    /// Nobody won.
    Draw(Reason),
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
    pub const fn reason(self) -> Reason {
        match self {
            Outcome::Win(_, reason) | Outcome::Draw(reason) => reason,
        }
    }

    /// `P wins REASON` or `draw REASON` with the letters of a game's players.
    pub fn text(self, letters: [char; 2]) -> String {
        match self {
            Outcome::Win(seat, reason) => format!("{} wins {reason}", letters[seat.index()]),
            Outcome::Draw(reason) => format!("draw {reason}"),
        }
    }

    /// Reads what [`Outcome::text`] writes.
    pub fn parse(text: &str, letters: [char; 2]) -> Result<Outcome, BadText> {
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

fn bad_result(text: &str, letters: [char; 2]) -> BadText {
    let [a, b] = letters;
    BadText::new(
        "RESULT",
        said!(
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
        for reason in Reason::ALL {
            for outcome in [
                Outcome::Draw(reason),
                Outcome::Win(Seat::First, reason),
                Outcome::Win(Seat::Second, reason),
            ] {
                assert_eq!(Outcome::parse(&outcome.text(['b', 'w']), ['b', 'w']), Ok(outcome));
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
