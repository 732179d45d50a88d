//! Who is signed in.

use abaque_protocol::rest::OwnProfile;

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
