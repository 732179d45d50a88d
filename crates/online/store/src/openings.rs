//! Opening statistics, updated when games end.

use sha2::{Digest, Sha256};

use crate::db::{SqlRow, args};
use crate::writer::WriteOutcome;
use crate::{GameId, Store, StoreError};

/// Longest opening with recorded continuations, in plies.
pub const MAX_OPENING_PLIES: usize = 12;

/// Winner of a game, for the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameWinner {
    /// The first seat.
    First,
    /// The second seat.
    Second,
    /// Neither seat; a draw.
    Nobody,
}

/// A next ply and the results of the games that played it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The ply as text.
    pub ply: String,
    /// Games the first seat won.
    pub first: u64,
    /// Games the second seat won.
    pub second: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Continuation {
    fn from_row(row: &SqlRow) -> Result<Continuation, StoreError> {
        let count = |column| Ok::<_, StoreError>(row.get::<i64>(column)?.unsigned_abs());
        Ok(Continuation {
            ply: row.get("ply")?,
            first: count("first")?,
            second: count("second")?,
            draws: count("draws")?,
        })
    }
}

/// Key of the preceding plies: a hash, because set-ups are long.
fn prefix_key(plies: &[String]) -> String {
    let hash = Sha256::digest(plies.join(" ").as_bytes());
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

impl Store {
    /// Adds a game to the statistics; false if it was counted before.
    pub async fn add_opening(
        &self,
        game: &GameId,
        spec: &str,
        plies: Vec<String>,
        won: GameWinner,
    ) -> Result<bool, StoreError> {
        let (game, spec) = (game.clone(), spec.to_owned());
        self.write(move |tx| {
            Box::pin(async move {
                let once = "INSERT INTO openings_counted (game) VALUES ($1) ON CONFLICT DO NOTHING";
                if tx.execute(once, args![&game]).await? == 0 {
                    return Ok(WriteOutcome::Commit(false));
                }
                let [first, second, draws] =
                    [GameWinner::First, GameWinner::Second, GameWinner::Nobody]
                        .map(|one| one == won);
                // In ply order, so that concurrent writers lock rows in the same order and cannot
                // deadlock.
                for (at, ply) in plies.iter().enumerate().take(MAX_OPENING_PLIES + 1) {
                    let sql = "INSERT INTO openings (spec, prefix, ply, first, second, draws) \
                               VALUES ($1, $2, $3, $4, $5, $6) \
                               ON CONFLICT (spec, prefix, ply) DO UPDATE SET \
                               first = openings.first + excluded.first, \
                               second = openings.second + excluded.second, \
                               draws = openings.draws + excluded.draws";
                    let args = args![&spec, prefix_key(&plies[..at]), ply, first, second, draws];
                    tx.execute(sql, args).await?;
                }
                Ok(WriteOutcome::Commit(true))
            })
        })
        .await
    }

    /// Continuations after these plies, most played first.
    pub async fn continuations(
        &self,
        spec: &str,
        plies: &[String],
        limit: u32,
    ) -> Result<Vec<Continuation>, StoreError> {
        let sql = "SELECT ply, first, second, draws FROM openings WHERE spec = $1 AND prefix = $2 \
                   ORDER BY first + second + draws DESC, ply LIMIT $3";
        let rows = self.pools().fetch_all(sql, args![spec, prefix_key(plies), limit]).await?;
        rows.iter().map(Continuation::from_row).collect()
    }
}
