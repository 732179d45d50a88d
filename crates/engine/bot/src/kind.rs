use std::fmt;
use std::str::FromStr;

use abaque_core::{ParseError, message};

/// Strength of a computer player, 1 (a child's first opponent) to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// A level by its number, if it is in range.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// The number, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Index into a table of eight.
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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Level, ParseError> {
        let number = text.parse().ok().filter(|_| text.len() == 1);
        number.and_then(Level::new).ok_or_else(|| {
            ParseError::new(
                "LEVEL",
                message!(
                    "`{text}` is not a level; levels go from 1 to 8",
                    "«\u{a0}{text}\u{a0}» n'est pas un niveau\u{a0}; les niveaux vont de 1 à 8"
                ),
            )
        })
    }
}

/// Selects a computer player: written `5`, `best`, `random`, `greedy`, `mcts`, or the name of a bot
/// only that game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// A level, with its own settings and limits.
    Level(Level),
    /// Full strength within the limits given.
    Best,
    /// A uniformly random legal action.
    Random,
    /// The action with the best static evaluation after it.
    Greedy,
    /// Plain Monte-Carlo tree search with random playouts.
    MonteCarlo,
    /// A bot only this game has, for comparisons.
    Special(String),
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BotKind::Level(level) => level.fmt(f),
            BotKind::Best => f.write_str("best"),
            BotKind::Random => f.write_str("random"),
            BotKind::Greedy => f.write_str("greedy"),
            BotKind::MonteCarlo => f.write_str("mcts"),
            BotKind::Special(name) => f.write_str(name),
        }
    }
}

impl FromStr for BotKind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<BotKind, ParseError> {
        Ok(match text {
            "best" => BotKind::Best,
            "random" => BotKind::Random,
            "greedy" => BotKind::Greedy,
            "mcts" => BotKind::MonteCarlo,
            _ if text.starts_with(|sign: char| sign.is_ascii_digit()) => {
                BotKind::Level(text.parse()?)
            }
            _ => BotKind::Special(text.into()),
        })
    }
}

impl BotKind {
    /// Error for a name that is not one of the game's special bots.
    pub fn unknown_bot_error(name: &str, special: &[&str]) -> ParseError {
        let mut known = vec!["1 … 8", "best", "random", "greedy", "mcts"];
        known.extend(special);
        let known = known.join(", ");
        ParseError::new(
            "PLAYER",
            message!(
                "there is no computer player `{name}` here; the players are {known}",
                "il n'y a pas d'ordinateur «\u{a0}{name}\u{a0}» ici\u{a0}; les joueurs sont {known}"
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
            assert_eq!(text.parse::<BotKind>().map(|kind| kind.to_string()).as_deref(), Ok(text));
        }
        for text in ["0", "9", "10", "05", "1x"] {
            assert!(text.parse::<BotKind>().is_err(), "{text}");
        }
    }
}
