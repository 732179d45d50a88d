//! Tells: what the opponent's moves reveal about hidden pawns.
//!
//! Players know their own pawns and show the good ones first. A block still on its first rod late
//! in the game, or one that has moved without showing some pawn, is therefore likelier to be worse
//! than chance. The factors were measured in games from random set-ups (`tells.txt`, made by
//! `abaque-train blocs-tells --games 120`). There is one factor per block, so the belief stays
//! exact, and it uses only what the view shows.

use std::sync::LazyLock;

use abaque_blocs::{BlockKnowledge, Colour, Rod};
use abaque_core::Seat;

use super::style::relative_colour;

/// Stages of a game, by the number of a player's rods that are still secret.
pub const STAGES: usize = 4;

/// Unseen pawns, by what was seen: of a block on its secret first rod, the low pawn outside the
/// window and the top one; the same of a block that has shown only one low pawn; the top one of a
/// block that has shown both low ones; the low one of a block that has shown its top.
const UNSEEN_PAWNS: [&str; 6] =
    ["still low", "still top", "moved low", "moved top", "shown top", "turned low"];

/// Colours of a pawn relative to its builder.
const COLOURS: [&str; 3] = ["own", "opposing", "neutral"];

/// Number of factors.
pub const TELL_COUNT: usize = STAGES * UNSEEN_PAWNS.len() * COLOURS.len();

/// Share of a measured log factor that is applied, because opponents differ.
const MEASURED_WEIGHT: f64 = 0.8;

/// The shipped factors.
pub static TELLS_TEXT: &str = include_str!("tells.txt");

static MEASURED: LazyLock<Tells> = LazyLock::new(|| {
    let mut tells = Tells::parse(TELLS_TEXT);
    tells.0.iter_mut().for_each(|factor| *factor *= MEASURED_WEIGHT);
    tells
});

/// Log likelihood factors of block contents relative to counting alone.
#[derive(Clone, Debug)]
pub struct Tells(Vec<f64>);

impl Tells {
    /// Creates tells from [`TELL_COUNT`] log factors.
    pub fn new(factors: Vec<f64>) -> Tells {
        Tells(factors)
    }

    /// The shipped tells.
    pub fn measured() -> &'static Tells {
        &MEASURED
    }

    /// Reads lines of a [`tell_name`] and its log factor.
    pub fn parse(text: &str) -> Tells {
        let mut factors = vec![0.0; TELL_COUNT];
        for line in text.lines() {
            let Some((line, value)) = line.rsplit_once(' ') else { continue };
            let known = (0..TELL_COUNT).find(|&n| tell_name(n) == line);
            if let (Some(n), Ok(value)) = (known, value.parse()) {
                factors[n] = value;
            }
        }
        Tells(factors)
    }

    /// Likelihood factor of a block's contents, given how many of its builder's rods are secret.
    pub fn likelihood_factor(
        &self,
        seat: Seat,
        secret: usize,
        block: &BlockKnowledge,
        possible: BlockContents,
    ) -> f64 {
        tell_indices(seat, secret, block, possible).map(|n| self.0[n]).sum::<f64>().exp()
    }
}

/// Possible contents of a block: its current rod and its pawns as built.
pub type BlockContents = (Rod, [Colour; 3]);

/// Indices of the factors that apply to a block's contents.
pub fn tell_indices(
    seat: Seat,
    secret: usize,
    block: &BlockKnowledge,
    (rod, pawns): BlockContents,
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
        (stage(secret) * UNSEEN_PAWNS.len() + unseen) * COLOURS.len()
            + relative_colour(seat, pawns[slot])
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

/// Name of a factor: the stage, which pawn, its colour (`3 moved low own`).
pub fn tell_name(n: usize) -> String {
    let (rest, colour) = (n / COLOURS.len(), COLOURS[n % COLOURS.len()]);
    format!("{} {} {colour}", rest / UNSEEN_PAWNS.len(), UNSEEN_PAWNS[rest % UNSEEN_PAWNS.len()])
}
