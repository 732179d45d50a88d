//! Synchronises settings between a user's browsers.

use abaque_client::Prefs;

/// What to do with this browser's settings after sign-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PrefsSync {
    /// The server's settings are newer: apply them.
    Take(Prefs),
    /// This browser's settings are newer: upload them.
    Send,
    /// Both are the same.
    Same,
}

/// Decides between local and stored settings. `unsent` is true if settings were changed here
/// without reaching the server, for example offline.
pub fn resolve_prefs(here: &Prefs, unsent: bool, there: &str) -> PrefsSync {
    if unsent || there.trim().is_empty() {
        return PrefsSync::Send;
    }
    match Prefs::parse(there) {
        theirs if theirs == *here => PrefsSync::Same,
        theirs => PrefsSync::Take(theirs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_preferences_win() {
        let here = Prefs { sound: false, ..Prefs::default() };
        let there = Prefs { lang: Some("fr".into()), ..Prefs::default() };
        assert_eq!(resolve_prefs(&here, false, &there.to_text()), PrefsSync::Take(there.clone()));
        assert_eq!(resolve_prefs(&here, true, &there.to_text()), PrefsSync::Send);
        assert_eq!(resolve_prefs(&here, false, ""), PrefsSync::Send);
        assert_eq!(resolve_prefs(&here, false, &here.to_text()), PrefsSync::Same);
    }
}
