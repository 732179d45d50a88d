use std::fmt;
use std::str::FromStr;

use abaque_core::{BadText, said};

/// How strong a computer player is, 1 (a child's first opponent) to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// A level by its number.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Its number, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place in a table of eight.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Level, BadText> {
        let number = text.parse().ok().filter(|_| text.len() == 1);
        number.and_then(Level::new).ok_or_else(|| {
            BadText::new(
                "LEVEL",
                said!(
                    "`{text}` is no level; levels go from 1 to 8",
                    "« {text} » n'est pas un niveau ; les niveaux vont de 1 à 8"
                ),
            )
        })
    }
}

/// Which computer player of a game: written `5`, `best`, `random`, `greedy`, `mcts`, or the name of a
/// player only that game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A level, with its own habits and its own budget.
    Level(Level),
    /// Everything the program can do within the budget given.
    Best,
    /// Any legal action, each as likely.
    Random,
    /// What looks best right after it.
    Greedy,
    /// Plain Monte-Carlo tree search with random playouts.
    MonteCarlo,
    /// A player that only this game has (for comparisons).
    Special(String),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Kind::Level(level) => level.fmt(f),
            Kind::Best => f.write_str("best"),
            Kind::Random => f.write_str("random"),
            Kind::Greedy => f.write_str("greedy"),
            Kind::MonteCarlo => f.write_str("mcts"),
            Kind::Special(name) => f.write_str(name),
        }
    }
}

impl FromStr for Kind {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Kind, BadText> {
        Ok(match text {
            "best" => Kind::Best,
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "mcts" => Kind::MonteCarlo,
            _ if text.starts_with(|sign: char| sign.is_ascii_digit()) => Kind::Level(text.parse()?),
            _ => Kind::Special(text.into()),
        })
    }
}

impl Kind {
    /// The error of a game that has no special player of this name.
    pub fn unknown(name: &str, special: &[&str]) -> BadText {
        let mut known = vec!["1 … 8", "best", "random", "greedy", "mcts"];
        known.extend(special);
        let known = known.join(", ");
        BadText::new(
            "PLAYER",
            said!(
                "there is no computer player `{name}` here; the players are {known}",
                "il n'y a pas de joueur programmé « {name} » ici ; les joueurs sont {known}"
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_round_trip() {
        for text in ["1", "8", "best", "random", "greedy", "mcts", "uniform"] {
            assert_eq!(text.parse::<Kind>().map(|kind| kind.to_string()).as_deref(), Ok(text));
        }
        for text in ["0", "9", "10", "05", "1x"] {
            assert!(text.parse::<Kind>().is_err(), "{text}");
        }
    }
}
