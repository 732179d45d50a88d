//! What the way an opponent moves tells of what stays hidden.
//!
//! A player knows the own pawns and shows the good ones first: what still stands on its first rod late in
//! the game, and what has moved but never shown one of its pawns, is likelier to be worse than chance says.
//! How much likelier was measured in games from random set-ups (`tells.txt`, made by
//! `abaque-train blocs-tells --games 120`). It is one factor a block, so that the belief stays exact, and it asks for
//! nothing that the view does not show.

use std::sync::LazyLock;

use abaque_blocs::{Built, Colour, Rod};
use abaque_core::Seat;

use super::style::relative;

/// Stages of a game, by how many of a player's rods are still secret.
pub const STAGES: usize = 4;

/// Pawns that were not seen, by what was: of a block still on its secret first rod the low one out of the
/// window and the top one; the same of a block that has shown one low pawn only; the top one of a block that
/// has shown both low ones; and the low one of a block that has shown its top.
const UNSEEN: [&str; 6] =
    ["still low", "still top", "moved low", "moved top", "shown top", "turned low"];

/// The colours of a pawn, seen by who built it.
const COLOURS: [&str; 3] = ["own", "opposing", "neutral"];

/// How many factors there are.
pub const TELLS: usize = STAGES * UNSEEN.len() * COLOURS.len();

/// The part of a measured factor's logarithm that is believed: opponents differ.
const TRUST: f64 = 0.8;

/// The factors in the repository.
pub static TELLS_TEXT: &str = include_str!("tells.txt");

static MEASURED: LazyLock<Tells> = LazyLock::new(|| {
    let mut tells = Tells::read(TELLS_TEXT);
    tells.0.iter_mut().for_each(|factor| *factor *= TRUST);
    tells
});

/// How much likelier a block is to be something than counting alone says, as logarithms.
#[derive(Clone, Debug)]
pub struct Tells(Vec<f64>);

impl Tells {
    /// Factors as logarithms, [`TELLS`] of them.
    pub fn new(factors: Vec<f64>) -> Tells {
        Tells(factors)
    }

    /// Those in the repository.
    pub fn measured() -> &'static Tells {
        &MEASURED
    }

    /// Reads lines as [`name`] has them, each with its logarithm.
    pub fn read(text: &str) -> Tells {
        let mut factors = vec![0.0; TELLS];
        for line in text.lines() {
            let Some((line, value)) = line.rsplit_once(' ') else { continue };
            let known = (0..TELLS).find(|&n| name(n) == line);
            if let (Some(n), Ok(value)) = (known, value.parse()) {
                factors[n] = value;
            }
        }
        Tells(factors)
    }

    /// The factor of a block being this, where so many of its builder's rods are secret.
    pub fn factor(&self, seat: Seat, secret: usize, block: &Built, possible: Possible) -> f64 {
        told_by(seat, secret, block, possible).map(|n| self.0[n]).sum::<f64>().exp()
    }
}

/// What a block may be: its rod now and its pawns as built.
pub type Possible = (Rod, [Colour; 3]);

/// Which factors count for a block being this.
pub fn told_by(
    seat: Seat,
    secret: usize,
    block: &Built,
    (rod, pawns): Possible,
) -> impl Iterator<Item = usize> {
    let still = block.rod.is_none();
    let open = |slot: usize| block.pawns[slot].is_none();
    let low = match rod {
        Rod::Small if still => Some(0),
        Rod::Large if still => Some(1),
        _ => (0..2).find(|&slot| open(slot)),
    };
    let (lower, upper) = match (still, open(2)) {
        (true, _) => (0, 1),
        (false, false) => (5, 5),
        (false, true) if low.is_some() => (2, 3),
        (false, true) => (4, 4),
    };
    let factor = move |(unseen, slot): (usize, usize)| {
        (stage(secret) * UNSEEN.len() + unseen) * COLOURS.len() + relative(seat, pawns[slot])
    };
    let low = low.map(|slot| (lower, slot));
    let top = open(2).then_some((upper, 2));
    low.into_iter().chain(top).map(factor)
}

fn stage(secret: usize) -> usize {
    match secret {
        7.. => 0,
        5 | 6 => 1,
        3 | 4 => 2,
        _ => 3,
    }
}

/// What a factor is about: the stage, which pawn, its colour: `3 moved low own`.
pub fn name(n: usize) -> String {
    let (rest, colour) = (n / COLOURS.len(), COLOURS[n % COLOURS.len()]);
    format!("{} {} {colour}", rest / UNSEEN.len(), UNSEEN[rest % UNSEEN.len()])
}
