//! Games kept by the browser.

use abaque_client::Sitting;
use abaque_client::local::Proof;
use abaque_client::shelf::{Kept, record_text};
use abaque_core::Said;

use crate::browser::{self, Chance};

const GAME: &str = "abaque.game.";
const NOTES: &str = "abaque.notes.";

/// All games, the latest first.
pub(crate) fn all() -> Vec<Kept> {
    let read = |key: String| serde_json::from_str(&browser::load(&key)?).ok();
    let mut games: Vec<Kept> = browser::keys(GAME).into_iter().filter_map(read).collect();
    games.sort_by_key(|game| std::cmp::Reverse((game.touched, game.id)));
    games
}

/// One game.
pub(crate) fn load(id: u64) -> Option<Kept> {
    serde_json::from_str(&browser::load(&format!("{GAME}{id}"))?).ok()
}

/// Forgets a game.
pub(crate) fn remove(id: u64) {
    browser::forget(&format!("{GAME}{id}"));
    browser::forget(&format!("{NOTES}{id}"));
}

/// What was noted about a game when it was studied, as a record.
pub(crate) fn notes(id: u64) -> Option<String> {
    browser::load(&format!("{NOTES}{id}"))
}

/// Keeps what was noted about a game.
pub(crate) fn keep_notes(id: u64, record: &str) -> bool {
    browser::store(&format!("{NOTES}{id}"), record)
}

/// A number no game here has.
pub(crate) fn fresh_id() -> u64 {
    all().iter().map(|game| game.id).max().unwrap_or(0) + 1
}

/// Keeps a game as it stands.
pub(crate) fn keep(id: u64, sitting: &Sitting, flipped: bool) -> bool {
    let Some(record) = record_text(sitting) else { return false };
    let kept = Kept { id, record, touched: browser::now().0, flipped };
    serde_json::to_string(&kept).is_ok_and(|text| browser::store(&format!("{GAME}{id}"), &text))
}

/// Sits down again at a kept game, or at a record from anywhere.
pub(crate) fn resume(record: &str) -> Result<Sitting, Said> {
    Sitting::resume(record, Proof::fresh("local", &mut Chance), browser::now())
}
