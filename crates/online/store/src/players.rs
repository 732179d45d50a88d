//! Names and ratings of several people at once, for lists of games.

use std::collections::HashMap;

use crate::db::{Pools, args};
use crate::{PersonId, Rating, Store, StoreError};

macro_rules! cards_sql {
    ($ids:literal) => {
        concat!(
            "SELECT people.id AS id, name, kind, rating, deviation, volatility, games FROM people \
             LEFT JOIN ratings ON ratings.person = people.id WHERE people.id ",
            $ids
        )
    };
}

/// Names and ratings of some people.
#[derive(Clone, Debug, Default)]
pub struct PlayerCards {
    names: HashMap<PersonId, String>,
    ratings: HashMap<PersonId, HashMap<String, Rating>>,
}

impl PlayerCards {
    /// Name of a person; none for an unknown one.
    pub fn name(&self, person: PersonId) -> Option<&str> {
        self.names.get(&person).map(String::as_str)
    }

    /// Rating of a person at a kind of game.
    pub fn rating(&self, person: PersonId, kind: &str) -> Option<&Rating> {
        self.ratings.get(&person)?.get(kind)
    }
}

impl Store {
    /// Names and ratings of these people, in one query.
    pub async fn player_cards(&self, people: &[PersonId]) -> Result<PlayerCards, StoreError> {
        let mut cards = PlayerCards::default();
        if people.is_empty() {
            return Ok(cards);
        }
        let list = people.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let (sql, list) = match self.pools() {
            Pools::Sqlite { .. } => {
                (cards_sql!("IN (SELECT value FROM json_each($1))"), format!("[{list}]"))
            }
            Pools::Pg(_) => (cards_sql!("= ANY(string_to_array($1, ',')::BIGINT[])"), list),
        };
        for row in self.pools().fetch_all(sql, args![list]).await? {
            let person = PersonId(row.get("id")?);
            if let Some(kind) = row.get::<Option<String>>("kind")? {
                cards.ratings.entry(person).or_default().insert(kind, Rating::from_row(&row)?);
            }
            cards.names.insert(person, row.get("name")?);
        }
        Ok(cards)
    }
}
