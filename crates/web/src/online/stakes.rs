//! What this browser put into the lots of its games, until it is opened.

use abaque_client::online::Stake;

use crate::browser;

const STAKE: &str = "abaque.stake.";
/// How many are kept: games that never began leave theirs behind.
const MOST: usize = 60;

/// What was put into a game.
pub(crate) fn load(game: &str) -> Option<Stake> {
    Stake::read(&browser::load(&format!("{STAKE}{game}"))?)
}

/// Keeps it.
pub(crate) fn keep(stake: &Stake) {
    let keys = browser::keys(STAKE);
    let over = keys.len().saturating_sub(MOST);
    keys.iter().take(over).for_each(|key| browser::forget(key));
    browser::store(&format!("{STAKE}{}", stake.game), &stake.text());
}

/// It was opened: nobody needs it any more.
pub(crate) fn forget(game: &str) {
    browser::forget(&format!("{STAKE}{game}"));
}
