//! The seeds this browser contributed to games with chance events. Each is stored, by game and
//! account, until its owner has seen the game start.

use abaque_online_client::SeedCommitment;
use serde::de::IgnoredAny;

use crate::api::{self, Method};
use crate::browser;

const SEED_KEY_PREFIX: &str = "abaque.stake.";
/// Maximum number of stored seeds: games that never start leave theirs behind.
const MAX_STORED_SEEDS: usize = 60;

/// Storage key of a game and account. Two accounts of one browser may sit at the same table.
fn storage_key(game: &str, owner: i64) -> String {
    format!("{SEED_KEY_PREFIX}{game}.{owner}")
}

/// The game of a storage key, if the key is this account's. Older keys name no account.
pub(crate) fn game_of_key(key: &str, owner: i64) -> Option<String> {
    let rest = key.strip_prefix(SEED_KEY_PREFIX)?;
    let (game, key_owner) = rest.split_once('.').unwrap_or((rest, ""));
    (key_owner.is_empty() || key_owner.parse() == Ok(owner)).then(|| game.to_owned())
}

/// The account's seed for a game.
pub(crate) fn load(game: &str, owner: i64) -> Option<SeedCommitment> {
    let stored = browser::load(&storage_key(game, owner))
        .or_else(|| browser::load(&format!("{SEED_KEY_PREFIX}{game}")));
    SeedCommitment::parse(&stored?).filter(|seed| seed.may_belong_to(owner))
}

/// All seeds of an account.
pub(crate) fn load_all(owner: i64) -> Vec<SeedCommitment> {
    let keys = browser::keys_with_prefix(SEED_KEY_PREFIX);
    let games = keys.iter().filter_map(|key| game_of_key(key, owner));
    games.filter_map(|game| load(&game, owner)).collect()
}

/// Stores a seed and drops the oldest beyond the limit.
pub(crate) fn save(seed: &SeedCommitment, owner: i64) {
    let made = |key: &String| {
        browser::load(key).and_then(|text| SeedCommitment::parse(&text)).map_or(0, |seed| seed.made)
    };
    let mut keys = browser::keys_with_prefix(SEED_KEY_PREFIX);
    keys.sort_by_key(made);
    let over = (keys.len() + 1).saturating_sub(MAX_STORED_SEEDS);
    keys.iter().take(over).for_each(|key| browser::remove(key));
    let seed = seed.clone().with_owner(Some(owner), browser::now().0);
    browser::store(&storage_key(&seed.game, owner), &seed.to_text());
}

/// Removes a seed: the player has seen the game start, or it never will.
pub(crate) fn remove(game: &str, owner: i64) {
    browser::remove(&storage_key(game, owner));
    browser::remove(&format!("{SEED_KEY_PREFIX}{game}"));
}

/// Reveals a seed. The server refuses a seed that is not due or already known; ignore that.
pub(crate) async fn reveal(seed: &SeedCommitment) {
    let path = format!("/games/{}/act", seed.game);
    drop(api::send::<IgnoredAny>(Method::Post, &path, &seed.reveal_request()).await);
}
