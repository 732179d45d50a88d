//! Identities and the few words the store itself understands.

use std::fmt;

use crate::StoreError;
use crate::db::{Value, values};

/// Letters and digits that nobody takes for one another when reading aloud or copying by hand.
const LETTERS: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// How many of them name a game: 31^10 are too many to guess.
const LENGTH: usize = 10;

/// What a game is called in addresses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(String);

impl GameId {
    /// A new one, from the system's random numbers.
    pub fn random() -> GameId {
        GameId(random_letters())
    }

    /// Reads text from outside; anything but ten of our letters is none.
    pub fn parse(text: &str) -> Option<GameId> {
        let ours = text.len() == LENGTH && text.bytes().all(|letter| LETTERS.contains(&letter));
        ours.then(|| GameId(text.to_owned()))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn stored(text: String) -> Result<GameId, StoreError> {
        GameId::parse(&text).ok_or(StoreError::Corrupt { what: "the name of a game", value: text })
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) fn random_letters() -> String {
    let mut text = String::with_capacity(LENGTH);
    while text.len() < LENGTH {
        let mut bytes = [0; 2 * LENGTH];
        getrandom::fill(&mut bytes).expect("the system gives random numbers");
        // One of 32 values has no letter; leaving it out keeps the others equally likely.
        let letters = bytes.iter().filter_map(|byte| LETTERS.get(usize::from(byte & 31)));
        text.extend(letters.take(LENGTH - text.len()).map(|&letter| char::from(letter)));
    }
    text
}

/// Who somebody is, whatever the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PersonId(pub i64);

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

values! {
    &GameId => id => Value::Text(Some(id.0.clone()));
    Option<&GameId> => id => Value::Text(id.map(|id| id.0.clone()));
    PersonId => id => Value::Int(Some(id.0));
    Option<PersonId> => id => Value::Int(id.map(|id| id.0));
    ToAct => who => Value::Int(Some(who as i64));
}

/// An enum stored as words.
macro_rules! words {
    ($(#[$about:meta])* $name:ident, $what:literal { $($(#[$doc:meta])* $case:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $case,)* }

        impl $name {
            /// The word it is stored as.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$case => $word,)* }
            }

            /// Reads that word.
            pub fn parse(text: &str) -> Option<$name> {
                match text { $($word => Some($name::$case),)* _ => None }
            }

            pub(crate) fn stored(text: String) -> Result<$name, StoreError> {
                $name::parse(&text).ok_or(StoreError::Corrupt { what: $what, value: text })
            }
        }

        values! {
            $name => word => Value::Text(Some(word.as_str().to_owned()));
            Option<$name> => word => Value::Text(word.map(|word| word.as_str().to_owned()));
        }
    };
}

words! {
    /// What somebody may do.
    Role, "a role" {
        /// Play.
        Player = "player",
        /// Look after the server as well.
        Admin = "admin",
    }
}

words! {
    /// How far a game is.
    Status, "a status" {
        /// Waiting for somebody to sit down.
        Open = "open",
        /// Under way.
        Playing = "playing",
        /// Ended with a result.
        Over = "over",
        /// Ended without one.
        Aborted = "aborted",
    }
}

words! {
    /// Who reads a line of chat.
    Room, "a room" {
        /// The players.
        Players = "players",
        /// Those who watch.
        Watchers = "watchers",
    }
}

/// For whom a game waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToAct {
    /// For nobody.
    Nobody = 0,
    /// For the first player.
    First = 1,
    /// For the second player.
    Second = 2,
    /// For both at once.
    Both = 3,
}

impl ToAct {
    pub(crate) fn stored(number: i64) -> Result<ToAct, StoreError> {
        match number {
            0 => Ok(ToAct::Nobody),
            1 => Ok(ToAct::First),
            2 => Ok(ToAct::Second),
            3 => Ok(ToAct::Both),
            _ => Err(StoreError::Corrupt { what: "who is to act", value: number.to_string() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_read_back_and_nothing_else_does() {
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
