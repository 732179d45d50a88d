//! Ids of games and people in messages between nodes.

use abaque_store::{GameId, PersonId};
use serde::{Deserialize, Serialize};

/// A game's id on the wire.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct WireGame(pub(crate) GameId);

impl TryFrom<String> for WireGame {
    type Error = &'static str;

    fn try_from(text: String) -> Result<WireGame, &'static str> {
        GameId::parse(&text).map(WireGame).ok_or("not the id of a game")
    }
}

impl From<WireGame> for String {
    fn from(game: WireGame) -> String {
        game.0.as_str().to_owned()
    }
}

impl From<&GameId> for WireGame {
    fn from(game: &GameId) -> WireGame {
        WireGame(game.clone())
    }
}

/// A person's id on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct WirePerson(i64);

impl From<PersonId> for WirePerson {
    fn from(person: PersonId) -> WirePerson {
        WirePerson(person.0)
    }
}

impl From<WirePerson> for PersonId {
    fn from(person: WirePerson) -> PersonId {
        PersonId(person.0)
    }
}
