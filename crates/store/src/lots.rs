//! The public log of lots: what the server bound itself to before each game, chained so that nothing can be changed
//! or left out afterwards without everybody seeing it.

use sha2::{Digest, Sha256};

use crate::db::{Row, args};
use crate::writer::Verdict;
use crate::{GameId, Store, StoreError};

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LotEntry {
    /// Its place; the first is 1, and none is missing.
    pub seq: i64,
    /// Which game.
    pub game: GameId,
    /// When.
    pub at: i64,
    /// What the server bound itself to.
    pub commitment: String,
    /// SHA-256 in hex of the previous entry's `chain`, `game`, `at` in decimal and `commitment`, one after the other.
    pub chain: String,
}

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Logged {
    /// It is in the log now.
    Done(LotEntry),
    /// The game was in the log before, as this says.
    Before(LotEntry),
}

/// What the first entry is chained to: the hash of nothing.
pub fn first_chain() -> String {
    hash(&[])
}

impl LotEntry {
    /// Whether the entry follows one with that `chain`.
    pub fn follows(&self, previous: &str) -> bool {
        self.chain == chain(previous, &self.game, self.at, &self.commitment)
    }

    fn read(row: &Row) -> Result<LotEntry, StoreError> {
        Ok(LotEntry {
            seq: row.get("seq")?,
            game: GameId::stored(row.get("game")?)?,
            at: row.get("at")?,
            commitment: row.get("commitment")?,
            chain: row.get("chain")?,
        })
    }
}

fn chain(previous: &str, game: &GameId, at: i64, commitment: &str) -> String {
    hash(&[previous, game.as_str(), &at.to_string(), commitment])
}

fn hash(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

macro_rules! log {
    ($rest:literal) => {
        concat!("SELECT seq, game, at, commitment, chain FROM lots_log ", $rest)
    };
}

impl Store {
    /// Adds a game to the log, once.
    pub async fn log_lots(
        &self,
        game: &GameId,
        at: i64,
        commitment: &str,
    ) -> Result<Logged, StoreError> {
        let (game, commitment) = (game.clone(), commitment.to_owned());
        self.write(move |tx| {
            Box::pin(async move {
                // Each entry needs the one before it: one server at a time.
                let lock = "LOCK TABLE lots_log IN SHARE ROW EXCLUSIVE MODE";
                tx.run(tx.pick("SELECT 1", lock), args![]).await?;
                if let Some(row) = tx.one(log!("WHERE game = $1"), args![&game]).await? {
                    return Ok(Verdict::Keep(Logged::Before(LotEntry::read(&row)?)));
                }
                let last = tx.one(log!("ORDER BY seq DESC LIMIT 1"), args![]).await?;
                let (seq, previous) = match last.as_ref().map(LotEntry::read).transpose()? {
                    Some(last) => (last.seq + 1, last.chain),
                    None => (1, first_chain()),
                };
                let chain = chain(&previous, &game, at, &commitment);
                let sql = "INSERT INTO lots_log (seq, game, at, commitment, chain) \
                           VALUES ($1, $2, $3, $4, $5)";
                tx.run(sql, args![seq, &game, at, &commitment, &chain]).await?;
                Ok(Verdict::Keep(Logged::Done(LotEntry { seq, game, at, commitment, chain })))
            })
        })
        .await
    }

    /// A page of the log: what comes after that place, in order.
    pub async fn lots_log(&self, after: i64, limit: u32) -> Result<Vec<LotEntry>, StoreError> {
        let sql = log!("WHERE seq > $1 ORDER BY seq LIMIT $2");
        self.pools().all(sql, args![after, limit]).await?.iter().map(LotEntry::read).collect()
    }

    /// The entry of a game.
    pub async fn lots_of(&self, game: &GameId) -> Result<Option<LotEntry>, StoreError> {
        let row = self.pools().one(log!("WHERE game = $1"), args![game]).await?;
        row.as_ref().map(LotEntry::read).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_begins_with_the_hash_of_nothing() {
        assert_eq!(
            first_chain(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
