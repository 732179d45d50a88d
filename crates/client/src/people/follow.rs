//! Settings that follow their owner from browser to browser.

use crate::Prefs;

/// What becomes of this browser's settings when its owner is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settled {
    /// The server's are newer: take them.
    Take(Prefs),
    /// This browser's are: hand them over.
    Send,
    /// Both are the same.
    Same,
}

/// Decides between what this browser has and what the server keeps. `unsent` says whether something was changed here that
/// the server has not heard of: without a network, or while nobody had answered yet.
pub fn settle(here: &Prefs, unsent: bool, there: &str) -> Settled {
    if unsent || there.trim().is_empty() {
        return Settled::Send;
    }
    match Prefs::read(there) {
        theirs if theirs == *here => Settled::Same,
        theirs => Settled::Take(theirs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_keeps_what_they_chose_last() {
        let here = Prefs { sound: false, ..Prefs::default() };
        let there = Prefs { lang: Some("fr".into()), ..Prefs::default() };
        assert_eq!(settle(&here, false, &there.text()), Settled::Take(there.clone()));
        assert_eq!(settle(&here, true, &there.text()), Settled::Send);
        assert_eq!(settle(&here, false, ""), Settled::Send);
        assert_eq!(settle(&here, false, &here.text()), Settled::Same);
    }
}
