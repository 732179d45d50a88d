use std::fmt;

use super::GameFilter;
use crate::address::{escape, unescape};

/// A page about people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleRoute {
    /// Sign in with name and password, or as a guest.
    SignIn,
    /// Create an account.
    Register,
    /// Reset the password with a recovery code.
    Recover,
    /// The user's account: password, sessions, tokens, blocks, data.
    Account,
    /// Leaderboards and player search.
    Players,
    /// A player's public profile.
    Profile(String),
    /// A player's games.
    Games(String, GameFilter),
}

impl PeopleRoute {
    /// Parses the segments of an address and its query.
    pub fn parse(parts: &[&str], query: &str) -> Option<PeopleRoute> {
        let name = |part: &str| unescape(part.strip_prefix('@')?).filter(|name| !name.is_empty());
        match *parts {
            ["sign-in"] => Some(PeopleRoute::SignIn),
            ["register"] => Some(PeopleRoute::Register),
            ["recover"] => Some(PeopleRoute::Recover),
            ["account"] => Some(PeopleRoute::Account),
            ["players"] => Some(PeopleRoute::Players),
            [person] => name(person).map(PeopleRoute::Profile),
            [person, "games"] => {
                Some(PeopleRoute::Games(name(person)?, GameFilter::from_query(query)))
            }
            _ => None,
        }
    }

    /// Whether this is a sign-in page: signed-in users are sent back to where they came from.
    pub fn is_sign_in(&self) -> bool {
        matches!(self, PeopleRoute::SignIn | PeopleRoute::Register | PeopleRoute::Recover)
    }
}

/// Writes the address.
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
                write!(f, "/@{}/games{}", escape(name), filter.to_query())
            }
        }
    }
}
