use abaque_catalog::AnyGame;
use abaque_core::{ParseError, Turn};

use crate::stats::Sprt;
use crate::{PlayerSpec, TimeControl};

/// Terms of a match.
#[derive(Clone, Debug)]
pub struct MatchTerms {
    /// The game spec.
    pub spec: String,
    /// Start position of every game; `None` for the spec's own.
    pub position: Option<String>,
    /// The two players.
    pub players: [PlayerSpec; 2],
    /// Maximum number of games; odd numbers are rounded up, because openings are played from both
    /// sides.
    pub games: u64,
    /// Master random seed.
    pub seed: u64,
    /// Games played in parallel.
    pub threads: usize,
    /// Random opening plies per pair.
    pub opening_plies: u32,
    /// Time control for whole games, instead of the players' own limits.
    pub clock: Option<TimeControl>,
    /// Test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Longer games are declared drawn.
    pub max_plies: usize,
}

/// Default opening plies where neither dice nor secret set-ups vary the games.
const DEFAULT_OPENING_PLIES: u32 = 6;

impl MatchTerms {
    /// A match of 100 games on one thread.
    pub fn new(spec: &str, players: [&str; 2]) -> Result<MatchTerms, ParseError> {
        let [first, second] = players;
        let players = [first.parse()?, second.parse()?];
        let game = abaque_catalog::open(spec)?;
        Ok(MatchTerms {
            spec: game.spec(),
            position: None,
            players,
            games: 100,
            seed: 1,
            threads: 1,
            opening_plies: default_opening_plies(&*game),
            clock: None,
            sprt: None,
            max_plies: 2000,
        })
    }

    /// Opens the start position of every game.
    pub fn open_start(&self) -> Result<Box<dyn AnyGame>, ParseError> {
        match &self.position {
            Some(position) => abaque_catalog::open_at(&self.spec, position),
            None => abaque_catalog::open(&self.spec),
        }
    }

    /// Maximum number of pairs.
    pub fn max_pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }
}

/// Dice and secret set-ups vary the games by themselves.
fn default_opening_plies(start: &dyn AnyGame) -> u32 {
    if start.is_sealed() || start.turn() == Turn::Chance { 0 } else { DEFAULT_OPENING_PLIES }
}
