//! Accounts, sessions, profiles and ratings, as the server's API sends them.

mod dice;
mod filter;
mod formatting;
mod plot;
mod prefs_sync;
mod route;

use abaque_protocol::GameSummary;
use serde::{Deserialize, Serialize};

pub use dice::{DiceBar, count_doubles, dice_bars};
pub use filter::GameFilter;
pub use formatting::{format_number, format_rating_change, game_result_text};
pub use plot::{AxisTick, PLOT_HEIGHT, PLOT_WIDTH, RatingPlot};
pub use prefs_sync::{PrefsSync, resolve_prefs};
pub use route::PeopleRoute;

/// The signed-in user's own profile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnProfile {
    /// User id; survives a change of name.
    pub id: i64,
    /// The name.
    pub name: String,
    /// Whether the user has no account.
    pub guest: bool,
    /// Whether the user is an administrator.
    pub admin: bool,
    /// Creation time, in milliseconds since 1970.
    pub created: i64,
}

/// Response of the `me` request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhoAmI {
    /// The user; `None` if not signed in.
    pub person: Option<OwnProfile>,
}

/// Who is signed in in this browser.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum SignInState {
    /// Not answered yet, or no server.
    #[default]
    Unknown,
    /// Not signed in.
    Nobody,
    /// A guest: a name without a way to sign in elsewhere.
    Guest(OwnProfile),
    /// A user with an account.
    Account(OwnProfile),
}

impl From<Option<OwnProfile>> for SignInState {
    fn from(person: Option<OwnProfile>) -> SignInState {
        match person {
            None => SignInState::Nobody,
            Some(person) if person.guest => SignInState::Guest(person),
            Some(person) => SignInState::Account(person),
        }
    }
}

impl SignInState {
    /// The profile, guest or not.
    pub fn person(&self) -> Option<&OwnProfile> {
        match self {
            SignInState::Unknown | SignInState::Nobody => None,
            SignInState::Guest(person) | SignInState::Account(person) => Some(person),
        }
    }

    /// Whether this is the user's own name.
    pub fn is_called(&self, name: &str) -> bool {
        self.person().is_some_and(|person| person.name.to_lowercase() == name.to_lowercase())
    }
}

/// Name and password.
#[derive(Clone, Serialize)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// A change of password.
#[derive(Clone, Serialize)]
pub struct NewPassword {
    /// The current password.
    pub old: String,
    /// The new password.
    pub new: String,
}

/// Password confirmation for sensitive actions; empty for guests.
#[derive(Clone, Serialize)]
pub struct ConfirmPassword {
    /// The password.
    pub password: String,
}

/// Resets the password with a recovery code.
#[derive(Clone, Serialize)]
pub struct RecoverByCode {
    /// The account's name.
    pub name: String,
    /// One of its recovery codes.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// Recovery codes, shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecoveryCodes {
    /// Each works once.
    pub codes: Vec<String>,
}

/// The number of recovery codes left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CodesLeft {
    /// Unused codes.
    pub left: usize,
}

/// A signed-in browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SessionInfo {
    /// The id for ending the session.
    pub id: String,
    /// Sign-in time, in milliseconds since 1970.
    pub created: i64,
    /// Last use, to the hour.
    pub seen: i64,
    /// The browser's user agent.
    pub agent: String,
    /// Whether it is the session of this request.
    pub here: bool,
}

/// All sessions of the user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SessionList {
    /// Most recently used first.
    pub sessions: Vec<SessionInfo>,
}

/// Response to ending sessions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndedSessions {
    /// How many were ended.
    pub ended: u64,
}

/// An API token, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenInfo {
    /// Its number.
    pub id: i64,
    /// The name its owner gave it.
    pub name: String,
    /// Its scopes: `read`, `play`.
    pub scopes: Vec<String>,
    /// Creation time, in milliseconds since 1970.
    pub created: i64,
    /// Last use, to the hour.
    pub used: Option<i64>,
}

/// All tokens of the user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenList {
    /// Oldest first.
    pub tokens: Vec<TokenInfo>,
}

/// Request for a new token.
#[derive(Clone, Serialize)]
pub struct TokenRequest {
    /// Its name.
    pub name: String,
    /// Its scopes.
    pub scopes: Vec<&'static str>,
}

/// A token with its secret, shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CreatedToken {
    /// Its number.
    pub id: i64,
    /// The secret that programs send.
    pub token: String,
}

/// The players the user blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockList {
    /// Their names.
    pub names: Vec<String>,
}

/// A report about a player, to the administrators.
#[derive(Clone, Serialize)]
pub struct ReportRequest {
    /// What the player did.
    pub text: String,
}

/// Response to a filed report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FiledReport {
    /// Its number.
    pub id: i64,
}

/// A player's rating in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRating {
    /// The game.
    pub kind: String,
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// Rated games played.
    pub games: u32,
}

impl GameRating {
    /// Whether the deviation is still too large for comparison.
    pub fn is_provisional(&self) -> bool {
        self.deviation > abaque_rating::PROVISIONAL_DEVIATION
    }
}

/// A row of a game's leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeaderboardRow {
    /// The player's name.
    pub name: String,
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// Rated games played.
    pub games: u32,
}

/// A player's results in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultCounts {
    /// The game.
    pub kind: String,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
}

/// How often a pair of dice faces was thrown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DicePair {
    /// The larger face.
    pub high: u8,
    /// The smaller face, possibly equal.
    pub low: u8,
    /// Times thrown.
    pub count: u64,
    /// Expected number for this sample.
    pub expected: f64,
}

/// All throws of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Throws {
    /// Number of throws.
    pub sample: u64,
    /// The 21 pairs of faces.
    pub pairs: Vec<DicePair>,
}

/// A player's public profile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The name as its owner spells it.
    pub name: String,
    /// Whether the player has no account.
    pub guest: bool,
    /// Whether the player is an administrator.
    pub admin: bool,
    /// Member since, in milliseconds since 1970.
    pub since: i64,
    /// Number of games.
    pub games: u64,
    /// Ratings by game.
    pub ratings: Vec<GameRating>,
    /// Results against other people, by game.
    pub results: Vec<ResultCounts>,
    /// The player's dice throws.
    pub throws: Throws,
}

/// A point of a rating's history.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatingPoint {
    /// The game that led to it.
    pub game: String,
    /// Time, in milliseconds since 1970.
    pub at: i64,
    /// The rating after the game.
    pub rating: f64,
    /// The deviation after the game.
    pub deviation: f64,
    /// The change by the game.
    pub delta: f64,
}

/// The history of a rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatingHistory {
    /// Oldest first.
    pub points: Vec<RatingPoint>,
}

/// A page of a player's games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GamesPage {
    /// The games, latest first.
    pub games: Vec<GameSummary>,
    /// Cursor of the next page; `None` on the last.
    pub next: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_somebody_or_not() {
        let person =
            |guest| OwnProfile { id: 1, name: "Zoë".into(), guest, admin: false, created: 0 };
        assert_eq!(SignInState::from(None), SignInState::Nobody);
        assert!(matches!(SignInState::from(Some(person(true))), SignInState::Guest(_)));
        let me = SignInState::from(Some(person(false)));
        assert!(
            matches!(me, SignInState::Account(_)) && me.is_called("ZOË") && !me.is_called("Zoe")
        );
        assert!(!SignInState::Unknown.is_called(""));
    }
}
