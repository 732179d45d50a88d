use abaque_catalog::AnyGame;
use abaque_core::{BadText, Turn};

use crate::stats::Sprt;
use crate::{Clock, Player};

/// What a match is about.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The game.
    pub spec: String,
    /// Where every game begins; the start position if nothing is said.
    pub position: Option<String>,
    /// Who plays.
    pub players: [Player; 2],
    /// How many games at most; an odd number is rounded up, as openings are played from both sides.
    pub games: u64,
    /// Where all chance starts from.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
    /// How many random plies open each pair.
    pub opening_plies: u32,
    /// Time for whole games instead of the players' own limits.
    pub clock: Option<Clock>,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Games that last longer are called drawn.
    pub max_plies: usize,
}

/// How many random plies open a pair where neither dice nor secret set-ups make games differ.
const PLIES: u32 = 6;

impl Terms {
    /// A match of 100 games, one at a time.
    pub fn new(spec: &str, players: [&str; 2]) -> Result<Terms, BadText> {
        let [first, second] = players;
        let players = [first.parse()?, second.parse()?];
        let game = abaque_catalog::open(spec)?;
        Ok(Terms {
            spec: game.spec(),
            position: None,
            players,
            games: 100,
            seed: 1,
            threads: 1,
            opening_plies: usual_plies(&*game),
            clock: None,
            sprt: None,
            max_plies: 2000,
        })
    }

    /// The position every game begins with.
    pub fn open(&self) -> Result<Box<dyn AnyGame>, BadText> {
        match &self.position {
            Some(position) => abaque_catalog::open_at(&self.spec, position),
            None => abaque_catalog::open(&self.spec),
        }
    }

    /// How many pairs are played at most.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }
}

/// Dice and secret set-ups make games differ by themselves.
fn usual_plies(start: &dyn AnyGame) -> u32 {
    if start.sealed() || start.turn() == Turn::Chance { 0 } else { PLIES }
}
