//! How games began, counted when they end.

use sha2::{Digest, Sha256};

use crate::db::{Row, args};
use crate::writer::Verdict;
use crate::{GameId, Store, StoreError};

/// After how many plies it is still counted what comes next.
pub const OPENING: usize = 12;

/// How a game ended, for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Won {
    /// By the first seat.
    First,
    /// By the second.
    Second,
    /// By nobody.
    Nobody,
}

/// A ply that came next, and how the games ended in which it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The ply.
    pub ply: String,
    /// Games the first seat won.
    pub first: u64,
    /// Games the second seat won.
    pub second: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Continuation {
    fn read(row: &Row) -> Result<Continuation, StoreError> {
        let count = |column| Ok::<_, StoreError>(row.get::<i64>(column)?.unsigned_abs());
        Ok(Continuation {
            ply: row.get("ply")?,
            first: count("first")?,
            second: count("second")?,
            draws: count("draws")?,
        })
    }
}

/// The key of the plies before: set-ups are long, keys are not.
fn key(plies: &[String]) -> String {
    let hash = Sha256::digest(plies.join(" ").as_bytes());
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

impl Store {
    /// Counts how a game began and ended; false if it was counted before.
    pub async fn add_opening(
        &self,
        game: &GameId,
        spec: &str,
        plies: Vec<String>,
        won: Won,
    ) -> Result<bool, StoreError> {
        let (game, spec) = (game.clone(), spec.to_owned());
        self.write(move |tx| {
            Box::pin(async move {
                let once = "INSERT INTO openings_counted (game) VALUES ($1) ON CONFLICT DO NOTHING";
                if tx.run(once, args![&game]).await? == 0 {
                    return Ok(Verdict::Keep(false));
                }
                let [first, second, draws] =
                    [Won::First, Won::Second, Won::Nobody].map(|one| one == won);
                // From the start on, so that of two who count one waits for the other and not both for each other.
                for (at, ply) in plies.iter().enumerate().take(OPENING + 1) {
                    let sql = "INSERT INTO openings (spec, prefix, ply, first, second, draws) \
                               VALUES ($1, $2, $3, $4, $5, $6) \
                               ON CONFLICT (spec, prefix, ply) DO UPDATE SET \
                               first = openings.first + excluded.first, \
                               second = openings.second + excluded.second, \
                               draws = openings.draws + excluded.draws";
                    let args = args![&spec, key(&plies[..at]), ply, first, second, draws];
                    tx.run(sql, args).await?;
                }
                Ok(Verdict::Keep(true))
            })
        })
        .await
    }

    /// What came next after these plies, the most played first.
    pub async fn continuations(
        &self,
        spec: &str,
        plies: &[String],
        limit: u32,
    ) -> Result<Vec<Continuation>, StoreError> {
        let sql = "SELECT ply, first, second, draws FROM openings WHERE spec = $1 AND prefix = $2 \
                   ORDER BY first + second + draws DESC, ply LIMIT $3";
        let rows = self.pools().all(sql, args![spec, key(plies), limit]).await?;
        rows.iter().map(Continuation::read).collect()
    }
}
