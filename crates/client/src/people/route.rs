use std::fmt;

use super::Filter;
use crate::address::{escape, unescape};

/// A page about people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleRoute {
    /// Come in with name and password, or as a guest.
    SignIn,
    /// Open an account.
    Register,
    /// A new password by a recovery code.
    Recover,
    /// What is one's own: password, sessions, tokens, blocks, data.
    Account,
    /// The best at each game, and a way to find somebody.
    Players,
    /// What everybody sees of somebody.
    Profile(String),
    /// Somebody's games.
    Games(String, Filter),
}

impl PeopleRoute {
    /// The page with these parts of an address and this query.
    pub fn of(parts: &[&str], query: &str) -> Option<PeopleRoute> {
        let name = |part: &str| unescape(part.strip_prefix('@')?).filter(|name| !name.is_empty());
        match *parts {
            ["sign-in"] => Some(PeopleRoute::SignIn),
            ["register"] => Some(PeopleRoute::Register),
            ["recover"] => Some(PeopleRoute::Recover),
            ["account"] => Some(PeopleRoute::Account),
            ["players"] => Some(PeopleRoute::Players),
            [person] => name(person).map(PeopleRoute::Profile),
            [person, "games"] => Some(PeopleRoute::Games(name(person)?, Filter::of_query(query))),
            _ => None,
        }
    }

    /// Whether it is a way in: whoever is in goes back to where they came from.
    pub fn is_door(&self) -> bool {
        matches!(self, PeopleRoute::SignIn | PeopleRoute::Register | PeopleRoute::Recover)
    }
}

/// The address.
impl fmt::Display for PeopleRoute {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PeopleRoute::SignIn => f.write_str("/sign-in"),
            PeopleRoute::Register => f.write_str("/register"),
            PeopleRoute::Recover => f.write_str("/recover"),
            PeopleRoute::Account => f.write_str("/account"),
            PeopleRoute::Players => f.write_str("/players"),
            PeopleRoute::Profile(name) => write!(f, "/@{}", escape(name)),
            PeopleRoute::Games(name, filter) => {
                write!(f, "/@{}/games{}", escape(name), filter.query())
            }
        }
    }
}
