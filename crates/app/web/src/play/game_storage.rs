//! Local games in the browser's storage.

use std::cell::RefCell;

use abaque_client::LocalGame;
use abaque_client::local::LotEvidence;
use abaque_client::saved_games::{SavedGame, record_text};
use abaque_core::Message;

use crate::browser::{self, BrowserRandom};

const GAME_KEY_PREFIX: &str = "abaque.game.";
const NOTES_KEY_PREFIX: &str = "abaque.notes.";

thread_local! {
    /// The game just started. Its page needs no code that reads records: the main module has none.
    static STARTED_GAME: RefCell<Option<StartedGame>> = const { RefCell::new(None) };
}

/// A new game on its way from the form to its page.
pub(crate) struct StartedGame {
    pub(crate) id: u64,
    pub(crate) game: LocalGame,
    pub(crate) flipped: bool,
}

/// All games, newest first.
pub(crate) fn load_all() -> Vec<SavedGame> {
    let read = |key: String| serde_json::from_str(&browser::load(&key)?).ok();
    let mut games: Vec<SavedGame> =
        browser::keys_with_prefix(GAME_KEY_PREFIX).into_iter().filter_map(read).collect();
    games.sort_by_key(|game| std::cmp::Reverse((game.touched, game.id)));
    games
}

/// Loads a game.
pub(crate) fn load(id: u64) -> Option<SavedGame> {
    serde_json::from_str(&browser::load(&format!("{GAME_KEY_PREFIX}{id}"))?).ok()
}

/// Deletes a game.
pub(crate) fn remove(id: u64) {
    browser::remove(&format!("{GAME_KEY_PREFIX}{id}"));
    browser::remove(&format!("{NOTES_KEY_PREFIX}{id}"));
}

/// The study notes of a game, as a record.
pub(crate) fn load_notes(id: u64) -> Option<String> {
    browser::load(&format!("{NOTES_KEY_PREFIX}{id}"))
}

/// Stores the study notes of a game.
pub(crate) fn save_notes(id: u64, record: &str) -> bool {
    browser::store(&format!("{NOTES_KEY_PREFIX}{id}"), record)
}

/// Whether any game is stored.
pub(crate) fn has_games() -> bool {
    !browser::keys_with_prefix(GAME_KEY_PREFIX).is_empty()
}

/// An unused game id. It reads no games: the main module has no code for that.
pub(crate) fn unused_id() -> u64 {
    let keys = browser::keys_with_prefix(GAME_KEY_PREFIX);
    let ids = keys.iter().filter_map(|key| key.strip_prefix(GAME_KEY_PREFIX)?.parse::<u64>().ok());
    ids.max().unwrap_or(0) + 1
}

/// Stores a new game for [`take_started`]; returns its id.
pub(crate) fn start(game: LocalGame, flipped: bool) -> u64 {
    let id = unused_id();
    save(id, &game, flipped);
    STARTED_GAME.set(Some(StartedGame { id, game, flipped }));
    id
}

/// The game just started, once.
pub(crate) fn take_started(id: u64) -> Option<StartedGame> {
    STARTED_GAME.take().filter(|started| started.id == id)
}

/// Stores the current state of a game.
pub(crate) fn save(id: u64, game: &LocalGame, flipped: bool) -> bool {
    let Some(record) = record_text(game) else { return false };
    let saved = SavedGame { id, record, touched: browser::now().0, flipped };
    serde_json::to_string(&saved)
        .is_ok_and(|text| browser::store(&format!("{GAME_KEY_PREFIX}{id}"), &text))
}

/// Resumes a stored game or an imported record.
pub(crate) fn resume(record: &str) -> Result<LocalGame, Message> {
    LocalGame::resume(record, LotEvidence::generate("local", &mut BrowserRandom), browser::now())
}
