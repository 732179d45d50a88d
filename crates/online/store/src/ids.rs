//! Identifiers and the enums the store itself understands.

use std::fmt;

use abaque_lots::SeedMode;

use crate::StoreError;
use crate::db::{SqlValue, values};

/// Alphabet of ids, without characters that are easily confused.
const ID_LETTERS: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Length of a game id: 31^10 ids cannot be guessed.
const ID_LENGTH: usize = 10;

/// Public id of a game, used in URLs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(String);

impl GameId {
    /// A new id from the system's random source.
    pub fn random() -> GameId {
        GameId(random_letters())
    }

    /// Parses text from outside; `None` unless it is ten letters of the alphabet.
    pub fn parse(text: &str) -> Option<GameId> {
        let ours =
            text.len() == ID_LENGTH && text.bytes().all(|letter| ID_LETTERS.contains(&letter));
        ours.then(|| GameId(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn from_stored(text: String) -> Result<GameId, StoreError> {
        GameId::parse(&text).ok_or(StoreError::Corrupt { what: "the name of a game", value: text })
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Number of an act in its game: the first has 1. A game's own version is that of its newest act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version(pub u32);

impl Version {
    /// Of a game without acts.
    pub const NONE: Version = Version(0);
    /// Of a game's first act.
    pub const FIRST: Version = Version(1);

    /// The version of the next act.
    #[must_use]
    pub fn next(self) -> Version {
        Version(self.0.saturating_add(1))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

pub(crate) fn random_letters() -> String {
    let mut text = String::with_capacity(ID_LENGTH);
    while text.len() < ID_LENGTH {
        let mut bytes = [0; 2 * ID_LENGTH];
        getrandom::fill(&mut bytes).expect("the system gives random numbers");
        // Of 32 values one has no letter; skipping it keeps the others equally likely.
        let letters = bytes.iter().filter_map(|byte| ID_LETTERS.get(usize::from(byte & 31)));
        text.extend(letters.take(ID_LENGTH - text.len()).map(|&letter| char::from(letter)));
    }
    text
}

/// Database id of a person; independent of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PersonId(pub i64);

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

values! {
    &GameId => id => SqlValue::Text(Some(id.0.clone()));
    Option<&GameId> => id => SqlValue::Text(id.map(|id| id.0.clone()));
    PersonId => id => SqlValue::Int(Some(id.0));
    Option<PersonId> => id => SqlValue::Int(id.map(|id| id.0));
    SeatsToAct => seats => SqlValue::Int(Some(seats as i64));
    SeedMode => mode => SqlValue::Text(Some(mode.as_str().to_owned()));
    Option<SeedMode> => mode => SqlValue::Text(mode.map(|mode| mode.as_str().to_owned()));
}

/// An enum stored as text.
macro_rules! word_enum {
    ($(#[$about:meta])* $name:ident, $what:literal { $($(#[$doc:meta])* $case:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $case,)* }

        impl $name {
            /// The stored text.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$case => $word,)* }
            }

            /// Parses the stored text.
            pub fn parse(text: &str) -> Option<$name> {
                match text { $($word => Some($name::$case),)* _ => None }
            }

            pub(crate) fn from_stored(text: String) -> Result<$name, StoreError> {
                $name::parse(&text).ok_or(StoreError::Corrupt { what: $what, value: text })
            }
        }

        values! {
            $name => word => SqlValue::Text(Some(word.as_str().to_owned()));
            Option<$name> => word => SqlValue::Text(word.map(|word| word.as_str().to_owned()));
        }
    };
}

word_enum! {
    /// Permissions of a person.
    Role, "a role" {
        /// Plays.
        Player = "player",
        /// Administers the server as well.
        Admin = "admin",
    }
}

word_enum! {
    /// State of a game.
    GameStatus, "a status" {
        /// Waiting for a player.
        Open = "open",
        /// In progress.
        Playing = "playing",
        /// Ended with a result.
        Over = "over",
        /// Ended without a result.
        Aborted = "aborted",
    }
}

word_enum! {
    /// Event of a lot log entry.
    LotKind, "a kind of entry in the log of lots" {
        /// Table commitment only: entries written by older servers.
        Table = "table",
        /// A game was created.
        Open = "open",
        /// A player joined.
        Join = "join",
    }
}

word_enum! {
    /// Audience of a chat line.
    ChatRoom, "a room" {
        /// The players.
        Players = "players",
        /// The spectators.
        Watchers = "watchers",
    }
}

/// Seats whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatsToAct {
    /// No seat.
    Nobody = 0,
    /// The first seat.
    First = 1,
    /// The second seat.
    Second = 2,
    /// Both seats at once.
    Both = 3,
}

impl SeatsToAct {
    pub(crate) fn from_stored(number: i64) -> Result<SeatsToAct, StoreError> {
        match number {
            0 => Ok(SeatsToAct::Nobody),
            1 => Ok(SeatsToAct::First),
            2 => Ok(SeatsToAct::Second),
            3 => Ok(SeatsToAct::Both),
            _ => Err(StoreError::Corrupt { what: "who is to act", value: number.to_string() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_ids_round_trip_and_malformed_ones_are_refused() {
        for _ in 0..200 {
            let id = GameId::random();
            assert_eq!(GameId::parse(id.as_str()), Some(id));
        }
        for bad in
            ["", "abcdefghj", "abcdefghjkm", "ABCDEFGHJK", "abcdefghj0", "abcdefgh'k", "äbcdefghj"]
        {
            assert_eq!(GameId::parse(bad), None, "{bad}");
        }
    }
}
