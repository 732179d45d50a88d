//! Accounts, profiles and ratings, as the app shows them.

mod dice;
mod filter;
mod formatting;
mod plot;
mod prefs_sync;
mod route;
mod user_agent;

use abaque_protocol::rest::{OwnProfile, PlayerRating};

pub use dice::{DiceBar, count_doubles, dice_bars};
pub use filter::GameFilter;
pub use formatting::{format_number, format_rating_change, game_result_text};
pub use plot::{AxisTick, PLOT_HEIGHT, PLOT_PANEL, PLOT_WIDTH, RatingPlot};
pub use prefs_sync::{PrefsSync, resolve_prefs};
pub use route::PeopleRoute;
pub use user_agent::browser_name;

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

/// Whether a rating's deviation is still too large for comparison.
pub fn is_provisional(rating: &PlayerRating) -> bool {
    rating.deviation > abaque_rating::PROVISIONAL_DEVIATION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_give_guest_account_or_nobody() {
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
