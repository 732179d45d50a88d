//! The public lot log: commitments of server and players before each game, hash-chained so that
//! later changes or omissions are evident. `docs/lots.md` specifies the exact bytes.

use abaque_lots::SeedMode;
use sha2::{Digest, Sha256};

use crate::db::{SqlRow, Tx, args};
use crate::{GameId, LotKind, Store, StoreError};

/// Prefix of the hashed text of an entry. Entries of older servers begin with a hash instead, so
/// the two forms cannot be confused.
const CHAIN_PREFIX: &str = "abaque-log-2";

/// Commitments of the parties of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LotCommitments {
    /// Commitment of the table.
    pub table: String,
    /// Commitment of the creator's seed.
    pub a: String,
    /// Commitment of the joiner's seed, once known.
    pub b: Option<String>,
    /// How the seeds will be revealed.
    pub seeds: SeedMode,
}

/// An entry of the lot log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LotEntry {
    /// Sequence number, starting at 1 without gaps.
    pub seq: i64,
    /// Game of the entry.
    pub game: GameId,
    /// Time of the entry.
    pub at: i64,
    /// Event of the entry.
    pub kind: LotKind,
    /// Commitment of the table.
    pub commitment: String,
    /// Commitment of seed A; missing in older entries.
    pub a: Option<String>,
    /// Commitment of seed B, once a player joined.
    pub b: Option<String>,
    /// How the seeds are revealed; missing in older entries.
    pub seeds: Option<SeedMode>,
    /// SHA-256 in hex of the previous entry's `chain` and the fields of this one.
    pub chain: String,
}

/// Chain value before the first entry: the hash of the empty string.
pub fn first_chain() -> String {
    sha256_hex("")
}

impl LotEntry {
    /// Whether the entry follows one with this `chain`.
    pub fn follows(&self, previous: &str) -> bool {
        self.chain == self.chain_hash(previous)
    }

    fn chain_hash(&self, previous: &str) -> String {
        let (game, at, commitment) = (self.game.as_str(), self.at, &self.commitment);
        if self.kind == LotKind::Table {
            return sha256_hex(&format!("{previous}{game}{at}{commitment}"));
        }
        let kind = self.kind.as_str();
        let a = self.a.as_deref().unwrap_or_default();
        let b = self.b.as_deref().unwrap_or_default();
        let seeds = self.seeds.map_or("", SeedMode::as_str);
        sha256_hex(&format!(
            "{CHAIN_PREFIX}\n{previous}\n{game}\n{at}\n{kind}\n{commitment}\n{a}\n{b}\n{seeds}\n"
        ))
    }

    fn from_row(row: &SqlRow) -> Result<LotEntry, StoreError> {
        let seeds: Option<String> = row.get("seeds")?;
        Ok(LotEntry {
            seq: row.get("seq")?,
            game: GameId::from_stored(row.get("game")?)?,
            at: row.get("at")?,
            kind: LotKind::from_stored(row.get("kind")?)?,
            commitment: row.get("commitment")?,
            a: row.get("a")?,
            b: row.get("b")?,
            seeds: seeds.map(parse_seed_mode).transpose()?,
            chain: row.get("chain")?,
        })
    }
}

fn parse_seed_mode(text: String) -> Result<SeedMode, StoreError> {
    let mode = SeedMode::parse(&text);
    mode.ok_or(StoreError::Corrupt { what: "a way to open seeds", value: text })
}

fn sha256_hex(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

macro_rules! log {
    ($rest:literal) => {
        concat!("SELECT seq, game, at, kind, commitment, a, b, seeds, chain FROM lots_log ", $rest)
    };
}

/// Appends an entry within the transaction of the event it records.
pub(crate) async fn append_entry(
    tx: &mut Tx,
    game: &GameId,
    at: i64,
    kind: LotKind,
    lots: LotCommitments,
) -> Result<(), StoreError> {
    // Each entry hashes the previous one, so servers must take turns.
    let lock = "LOCK TABLE lots_log IN SHARE ROW EXCLUSIVE MODE";
    tx.execute(tx.sql_for("SELECT 1", lock), args![]).await?;
    let last = tx.fetch_optional(log!("ORDER BY seq DESC LIMIT 1"), args![]).await?;
    let (seq, previous) = match last.as_ref().map(LotEntry::from_row).transpose()? {
        Some(last) => (last.seq + 1, last.chain),
        None => (1, first_chain()),
    };
    let LotCommitments { table: commitment, a, b, seeds } = lots;
    let mut entry = LotEntry {
        seq,
        game: game.clone(),
        at,
        kind,
        commitment,
        a: Some(a),
        b,
        seeds: Some(seeds),
        chain: String::new(),
    };
    entry.chain = entry.chain_hash(&previous);
    let sql = "INSERT INTO lots_log (seq, game, at, kind, commitment, a, b, seeds, chain) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let LotEntry { seq, game, at, kind, commitment, a, b, seeds, chain } = entry;
    tx.execute(sql, args![seq, &game, at, kind, commitment, a, b, seeds, chain]).await?;
    Ok(())
}

impl Store {
    /// A page of the log: entries after a sequence number, in order.
    pub async fn lots_log(&self, after: i64, limit: u32) -> Result<Vec<LotEntry>, StoreError> {
        let sql = log!("WHERE seq > $1 ORDER BY seq LIMIT $2");
        self.pools()
            .fetch_all(sql, args![after, limit])
            .await?
            .iter()
            .map(LotEntry::from_row)
            .collect()
    }

    /// Entries of a game after a sequence number, in order: one at creation, one per join.
    pub async fn lots_of_game(
        &self,
        game: &GameId,
        after: i64,
        limit: u32,
    ) -> Result<Vec<LotEntry>, StoreError> {
        let sql = log!("WHERE game = $1 AND seq > $2 ORDER BY seq LIMIT $3");
        let found = self.pools().fetch_all(sql, args![game, after, limit]).await?;
        found.iter().map(LotEntry::from_row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lot_log_starts_from_the_hash_of_empty_input() {
        assert_eq!(
            first_chain(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    /// Expected values computed with Python's `hashlib` per `docs/lots.md`; published hashes must
    /// never change.
    #[test]
    fn both_forms_of_entries_are_hashed_as_documented() {
        let game = GameId::parse("k3m9x2p7qa").unwrap();
        let mut entry = LotEntry {
            seq: 1,
            game,
            at: 1_794_700_800_000,
            kind: LotKind::Table,
            commitment: "5c".repeat(32),
            a: None,
            b: None,
            seeds: None,
            chain: String::new(),
        };
        assert_eq!(entry.chain_hash(&first_chain()), OLD);
        entry.kind = LotKind::Join;
        (entry.a, entry.b) = (Some("aa".repeat(32)), Some("bb".repeat(32)));
        entry.seeds = Some(SeedMode::Deposited);
        assert_eq!(entry.chain_hash(OLD), NEW);
        let mut other = entry.clone();
        (other.a, other.b) = (entry.b.clone(), entry.a.clone());
        assert_ne!(other.chain_hash(OLD), NEW);
        other = entry.clone();
        other.seeds = Some(SeedMode::Live);
        assert_ne!(other.chain_hash(OLD), NEW);
    }

    const OLD: &str = "a877a8352a56d865b96b386944bd8769fad7acfc2a59dd422662aafb2d0c3f03";
    const NEW: &str = "4f3737314cede1a7ac4db1ab1ae89121ec3e0aa4e738ca288db6409cd0ca3ffb";
}
