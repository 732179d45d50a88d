#![doc = include_str!("../README.md")]

mod hex;
mod seal;
mod seed_mode;

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

pub use hex::{from_hex, to_hex};
pub use seal::seal;
pub use seed_mode::SeedMode;

/// The version of this scheme; part of every hashed text.
pub const SCHEME_VERSION: &str = "abaque-lots-1";

/// 32 bytes: a seed, a key or a hash.
pub type Bytes32 = [u8; 32];

/// The secret seeds of the three parties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeds {
    /// *S*, the table's seed.
    pub table: Bytes32,
    /// *A* and *B*, the players' seeds, in the order the players joined.
    pub players: [Bytes32; 2],
}

/// The owner of a committed seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The table.
    Table,
    /// The player who joined first.
    A,
    /// The player who joined second.
    B,
}

impl Party {
    fn as_str(self) -> &'static str {
        match self {
            Party::Table => "S",
            Party::A => "A",
            Party::B => "B",
        }
    }
}

/// The commitment to a seed: SHA-256(version ⏎ game id ⏎ party ⏎ seed).
pub fn commitment(game_id: &str, party: Party, seed: &Bytes32) -> Bytes32 {
    let mut hash = Sha256::new();
    hash.update(format!("{SCHEME_VERSION}\n{game_id}\n{}\n", party.as_str()));
    hash.update(seed);
    hash.finalize().into()
}

/// Derives all lots of one game.
#[derive(Clone)]
pub struct LotGenerator {
    key: Bytes32,
}

impl LotGenerator {
    /// The generator for a game with the spec `rules`.
    pub fn new(game_id: &str, rules: &str, seeds: &Seeds) -> LotGenerator {
        let salt = seeds.players.concat();
        let info = format!("{SCHEME_VERSION}\n{game_id}\n{rules}");
        let mut key = [0; 32];
        // 32 bytes is one block of HKDF output, far below its limit of 255 blocks.
        let expanded =
            Hkdf::<Sha256>::new(Some(&salt), &seeds.table).expand(info.as_bytes(), &mut key);
        debug_assert!(expanded.is_ok());
        LotGenerator { key }
    }

    /// A uniform number from 0 to `n − 1`. For try 0, 1, … takes the first eight bytes (big-endian)
    /// of HMAC(K, purpose ⏎ counter ⏎ try), until they lie below the largest multiple of `n`; the
    /// lot is their remainder modulo `n`.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn draw(&self, purpose: &str, counter: u64, n: u64) -> u64 {
        assert!(n > 0, "nothing to draw from");
        let whole = u128::from(u64::MAX) + 1;
        let limit = whole - whole % u128::from(n);
        (0u64..)
            .map(|attempt| self.hash_bits(purpose, counter, attempt))
            .find(|&bits| u128::from(bits) < limit)
            .map_or(0, |bits| bits % n)
    }

    /// Draws a weighted outcome and returns its index.
    ///
    /// # Panics
    /// If all weights are 0.
    pub fn draw_weighted(&self, purpose: &str, counter: u64, weights: &[u32]) -> usize {
        let total: u64 = weights.iter().copied().map(u64::from).sum();
        pick_weighted(weights, self.draw(purpose, counter, total))
    }

    fn hash_bits(&self, purpose: &str, counter: u64, attempt: u64) -> u64 {
        // HMAC accepts keys of any length.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.key) else { return 0 };
        mac.update(format!("{purpose}\n{counter}\n{attempt}").as_bytes());
        let bytes = mac.finalize().into_bytes();
        bytes.iter().take(8).fold(0, |bits, &byte| (bits << 8) | u64::from(byte))
    }
}

/// Maps a number below the sum of the weights to an outcome index.
pub fn pick_weighted(weights: &[u32], mut drawn: u64) -> usize {
    for (i, &weight) in weights.iter().enumerate() {
        if drawn < u64::from(weight) {
            return i;
        }
        drawn -= u64::from(weight);
    }
    weights.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds() -> Seeds {
        Seeds { table: [7; 32], players: [[8; 32], [9; 32]] }
    }

    #[test]
    fn com_05_lots_depend_on_every_party_game_and_purpose() {
        let base = |id: &str, rules: &str, seeds: &Seeds, purpose: &str| {
            let lots = LotGenerator::new(id, rules, seeds);
            (0..40).map(|i| lots.draw(purpose, i, 1_000_000)).collect::<Vec<_>>()
        };
        let first = base("g", "abagio", &seeds(), "ply");
        assert_eq!(first, base("g", "abagio", &seeds(), "ply"));
        let mut others = vec![
            base("h", "abagio", &seeds(), "ply"),
            base("g", "abagio:first=r", &seeds(), "ply"),
            base("g", "abagio", &seeds(), "sides"),
        ];
        for party in 0..3 {
            let mut changed = seeds();
            match party {
                0 => changed.table[31] ^= 1,
                i => changed.players[i - 1][0] ^= 1,
            }
            others.push(base("g", "abagio", &changed, "ply"));
        }
        assert!(others.iter().all(|other| *other != first));
    }

    /// Expected values from a ten-line Python script (`hmac`, `hashlib`); see docs/lots.md.
    #[test]
    fn draws_match_the_documented_python_script() {
        let lots = LotGenerator::new("g", "abagio", &seeds());
        let drawn: Vec<u64> = (0..8).map(|i| lots.draw("ply", i, 36)).collect();
        assert_eq!(drawn, PYTHON_DRAWS);
        assert_eq!(to_hex(&commitment("g", Party::Table, &[7; 32])), PYTHON_COMMITMENT);
    }

    const PYTHON_DRAWS: [u64; 8] = [7, 15, 32, 5, 25, 18, 17, 16];
    const PYTHON_COMMITMENT: &str =
        "5ce55ec7d47052d86f143ac10164a2d5d67c7acdbbd2635c8deefef04f926b71";

    #[test]
    fn com_05_dice_are_fair() {
        let lots = LotGenerator::new("fair", "abagio", &seeds());
        let mut count = [0u32; 36];
        for i in 0..36_000 {
            count[lots.draw("ply", i, 36) as usize] += 1;
        }
        // Chi-square with 35 degrees of freedom: 66.6 is the 0.1 % point.
        let chi: f64 = count.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 66.6, "{chi}");
    }

    #[test]
    fn weighted_lots_follow_the_order_of_weights() {
        assert_eq!((0..4).map(|i| pick_weighted(&[1, 2, 1], i)).collect::<Vec<_>>(), [0, 1, 1, 2]);
    }
}
