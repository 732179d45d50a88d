//! People of a server as its interface tells of them, and what pages make of that.

mod dice;
mod filter;
mod follow;
mod plot;
mod route;
mod telling;

use abaque_protocol::GameInfo;
use serde::{Deserialize, Serialize};

pub use dice::{Bar, bars, doubles};
pub use filter::Filter;
pub use follow::{Settled, settle};
pub use plot::{HEIGHT, Mark, Plot, WIDTH};
pub use route::PeopleRoute;
pub use telling::{change, number, result};

/// Somebody as they see themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// Which person, whatever the name.
    pub id: i64,
    /// The name.
    pub name: String,
    /// Whether without an account.
    pub guest: bool,
    /// Whether they look after the server.
    pub admin: bool,
    /// Since when, in milliseconds since 1970.
    pub created: i64,
}

/// The answer to the question who one is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhoAmI {
    /// The person; none if nobody is signed in.
    pub person: Option<Person>,
}

/// Who one is here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Me {
    /// No server has said yet, or there is none.
    #[default]
    Unknown,
    /// Nobody the server knows.
    Nobody,
    /// A guest: a name, but nothing to come back with from elsewhere.
    Guest(Person),
    /// Somebody with an account.
    Account(Person),
}

impl From<Option<Person>> for Me {
    fn from(person: Option<Person>) -> Me {
        match person {
            None => Me::Nobody,
            Some(person) if person.guest => Me::Guest(person),
            Some(person) => Me::Account(person),
        }
    }
}

impl Me {
    /// The person, guest or not.
    pub fn person(&self) -> Option<&Person> {
        match self {
            Me::Unknown | Me::Nobody => None,
            Me::Guest(person) | Me::Account(person) => Some(person),
        }
    }

    /// Whether this is one's own name.
    pub fn is_called(&self, name: &str) -> bool {
        self.person().is_some_and(|person| person.name.to_lowercase() == name.to_lowercase())
    }
}

/// A name and a password.
#[derive(Clone, Serialize)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// The password there is and the one there shall be.
#[derive(Clone, Serialize)]
pub struct NewPassword {
    /// The one there is.
    pub old: String,
    /// The one there shall be.
    pub new: String,
}

/// The password, asked again where much depends on it; guests leave it empty.
#[derive(Clone, Serialize)]
pub struct Again {
    /// The password.
    pub password: String,
}

/// A recovery code and the password there shall be.
#[derive(Clone, Serialize)]
pub struct Recover {
    /// The name of the account.
    pub name: String,
    /// One of its recovery codes.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// Recovery codes, shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Codes {
    /// Each works once.
    pub codes: Vec<String>,
}

/// How many recovery codes are left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Left {
    /// Codes not used yet.
    pub left: usize,
}

/// A browser that is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Session {
    /// What to call it when ending it.
    pub id: String,
    /// Since when, in milliseconds since 1970.
    pub created: i64,
    /// Last used, to the hour.
    pub seen: i64,
    /// What the browser calls itself.
    pub agent: String,
    /// Whether it is the one that asks.
    pub here: bool,
}

/// All browsers signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sessions {
    /// Last used first.
    pub sessions: Vec<Session>,
}

/// How many sessions ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ended {
    /// How many.
    pub ended: u64,
}

/// A token, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Token {
    /// Its number.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// What it may do: `read`, `play`.
    pub scopes: Vec<String>,
    /// Since when, in milliseconds since 1970.
    pub created: i64,
    /// Last used, to the hour.
    pub used: Option<i64>,
}

/// All tokens of somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tokens {
    /// Oldest first.
    pub tokens: Vec<Token>,
}

/// A token to make.
#[derive(Clone, Serialize)]
pub struct NewToken {
    /// What to call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<&'static str>,
}

/// A token with its secret, shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MadeToken {
    /// Its number.
    pub id: i64,
    /// What programs send.
    pub token: String,
}

/// Whom one blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blocks {
    /// Their names.
    pub names: Vec<String>,
}

/// What to tell whoever runs the server about somebody.
#[derive(Clone, Serialize)]
pub struct Told {
    /// What they did.
    pub text: String,
}

/// A report that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Filed {
    /// Its number.
    pub id: i64,
}

/// How strong somebody is at one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Strength {
    /// The game.
    pub kind: String,
    /// The estimate.
    pub rating: f64,
    /// How unsure it is.
    pub deviation: f64,
    /// Games it comes from.
    pub games: u32,
}

impl Strength {
    /// Whether the rating is still too unsure to be compared with others.
    pub fn is_provisional(&self) -> bool {
        self.deviation > abaque_rating::PROVISIONAL
    }
}

/// A line of the list of the best at a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Best {
    /// The name.
    pub name: String,
    /// The estimate.
    pub rating: f64,
    /// How unsure it is.
    pub deviation: f64,
    /// Games it comes from.
    pub games: u32,
}

/// How somebody's finished games of one kind went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// The game.
    pub kind: String,
    /// How many were won.
    pub won: u64,
    /// How many were lost.
    pub lost: u64,
    /// How many were drawn.
    pub drawn: u64,
}

/// How often two dice showed a pair of faces.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The larger face.
    pub high: u8,
    /// The other one, possibly equal.
    pub low: u8,
    /// How often it was thrown.
    pub count: u64,
    /// How often one expects it among so many throws.
    pub expected: f64,
}

/// All throws of somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Throws {
    /// How many there were.
    pub sample: u64,
    /// The 21 pairs of faces.
    pub pairs: Vec<Pair>,
}

/// What everybody sees of somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The name as they write it.
    pub name: String,
    /// Whether without an account.
    pub guest: bool,
    /// Whether they look after the server.
    pub admin: bool,
    /// Member since, in milliseconds since 1970.
    pub since: i64,
    /// Games they sat at.
    pub games: u64,
    /// How strong they are, by game.
    pub ratings: Vec<Strength>,
    /// How their finished games against others went, by game.
    pub results: Vec<Tally>,
    /// What the dice gave them.
    pub throws: Throws,
}

/// A point of a rating's history.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// The game that led there.
    pub game: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The rating after it.
    pub rating: f64,
    /// How unsure it was.
    pub deviation: f64,
    /// What the game changed.
    pub delta: f64,
}

/// How a rating went.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct History {
    /// Oldest first.
    pub points: Vec<Point>,
}

/// Some of somebody's games, and where the next ones begin.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GamesPage {
    /// The games, the latest first.
    pub games: Vec<GameInfo>,
    /// What to ask for next; nothing on the last page.
    pub next: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_somebody_or_not() {
        let person = |guest| Person { id: 1, name: "Zoë".into(), guest, admin: false, created: 0 };
        assert_eq!(Me::from(None), Me::Nobody);
        assert!(matches!(Me::from(Some(person(true))), Me::Guest(_)));
        let me = Me::from(Some(person(false)));
        assert!(matches!(me, Me::Account(_)) && me.is_called("ZOË") && !me.is_called("Zoe"));
        assert!(!Me::Unknown.is_called(""));
    }
}
