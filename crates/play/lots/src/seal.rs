use sha2::{Digest, Sha256};

use crate::{Bytes32, SCHEME_VERSION};

/// The commitment to a secret set-up: SHA-256(version ⏎ game id ⏎ "seal" ⏎ player ⏎ nonce ‖ set-up).
/// Published when the set-up is submitted, opened (nonce and set-up) when the game is over.
pub fn seal(game_id: &str, player: char, nonce: &Bytes32, setup: &str) -> Bytes32 {
    let mut hash = Sha256::new();
    hash.update(format!("{SCHEME_VERSION}\n{game_id}\nseal\n{player}\n"));
    hash.update(nonce);
    hash.update(setup);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_binds_player_nonce_and_setup() {
        let one = seal("g", 'b', &[1; 32], "setup:x");
        assert_eq!(one, seal("g", 'b', &[1; 32], "setup:x"));
        assert_ne!(one, seal("g", 'r', &[1; 32], "setup:x"));
        assert_ne!(one, seal("g", 'b', &[2; 32], "setup:x"));
        assert_ne!(one, seal("g", 'b', &[1; 32], "setup:y"));
        assert_ne!(one, seal("h", 'b', &[1; 32], "setup:x"));
    }
}
