//! What a position without secrets is worth.
//!
//! The weights (`eval.txt`) were made by `abaque-train blocs-tune --games 2000 --nodes 800`, begun from
//! weights set by hand, on 170,636 positions.

use std::sync::LazyLock;

use abaque_blocs::{Blocs, Colour};
use abaque_core::Seat;

/// How many weights there are.
pub const WEIGHTS: usize = BLOCK + 3 + 4 + 1 + 2;

/// The kinds of blocks, up to exchanging the colours.
const BLOCK: usize = 13;

/// What each weight is for, in the order of [`features`].
pub const NAMES: [&str; WEIGHTS] = [
    // Shown, shown on a rod of the other size, top of the block.
    "own-own-own",
    "own-own-opposing",
    "own-own-neutral",
    "own-opposing-own",
    "own-opposing-opposing",
    "own-opposing-neutral",
    "own-neutral-own",
    "own-neutral-opposing",
    "own-neutral-neutral",
    "neutral-own-own",
    "neutral-own-opposing",
    "neutral-own-neutral",
    "neutral-neutral-own",
    // The lead in blocks, the more of it the nearer the end.
    "lead-one-to-go",
    "lead-two-to-go",
    "lead-three-to-go",
    "far",
    "near",
    "takes",
    "neutral-takes",
    "room",
    // The move, alone and with one block to go.
    "tempo",
    "tempo-one-to-go",
];

/// What the pieces of a position are worth, in hundredths of a block.
pub struct Eval {
    /// For each block's stance (see `Blocs::stance`) its worth to Blue, in hundredths of a block.
    stance: [i16; 256],
    weights: [f32; WEIGHTS],
    /// Log-odds of winning for one hundredth of a block.
    odds: f64,
}

/// The weights in the repository.
pub static EVAL: LazyLock<Eval> = LazyLock::new(|| Eval::read(include_str!("eval.txt")));

impl Eval {
    /// Reads lines `name value`; names that are missing count nothing. `odds` is the log-odds of
    /// winning a block's lead gives.
    pub fn read(text: &str) -> Eval {
        let mut weights = [0.0; WEIGHTS];
        let mut odds = 1.0;
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let (Some(name), Some(Ok(value))) = (words.next(), words.next().map(str::parse::<f64>))
            else {
                continue;
            };
            if let Some(n) = NAMES.iter().position(|known| *known == name) {
                weights[n] = value as f32;
            } else if name == "odds" {
                odds = value;
            }
        }
        Eval::new(weights, odds)
    }

    /// Weights in hundredths of a block, and the log-odds of winning one whole block gives.
    pub fn new(weights: [f32; WEIGHTS], odds: f64) -> Eval {
        let stance = std::array::from_fn(|stance| {
            kind(stance).map_or(0, |(n, sign)| (f32::from(sign) * weights[n]).round() as i16)
        });
        Eval { stance, weights, odds: odds / 100.0 }
    }

    /// What a position at rest is worth to Blue, in hundredths of a block.
    pub fn value(&self, game: &Blocs, to_move: Seat) -> i32 {
        let blocks: i32 = (0..24).map(|id| i32::from(self.stance[game.stance(id)])).sum();
        let mut sum = 0.0;
        let mut rest = [0.0; WEIGHTS - BLOCK];
        whole_board(game, to_move, &mut rest);
        for (weight, found) in self.weights[BLOCK..].iter().zip(rest) {
            sum += weight * found;
        }
        blocks + sum as i32
    }

    /// The chance to win that a value stands for.
    pub fn chance(&self, value: f64) -> f64 {
        1.0 / (1.0 + (-value * self.odds).exp())
    }

    /// The value that a chance to win stands for.
    pub fn value_of(&self, chance: f64) -> f64 {
        let chance = chance.clamp(1e-4, 1.0 - 1e-4);
        (chance / (1.0 - chance)).ln() / self.odds
    }
}

/// What a position has of each thing that counts, for Blue.
pub fn features(game: &Blocs, to_move: Seat) -> [f32; WEIGHTS] {
    let mut found = [0.0; WEIGHTS];
    for (n, sign) in (0..24).filter_map(|id| kind(game.stance(id))) {
        found[n] += f32::from(sign);
    }
    whole_board(game, to_move, &mut found[BLOCK..]);
    found
}

/// The kind of a block by its stance and whether it counts for Blue (1) or Red (−1); nothing for a
/// block that is neutral throughout, or equally good for both.
fn kind(stance: usize) -> Option<(usize, i8)> {
    let pawn = |slot: usize| stance >> (2 * slot) & 3;
    let (bottom, middle, top) =
        if stance & 64 == 0 { (pawn(0), pawn(1), pawn(2)) } else { (pawn(2), pawn(1), pawn(0)) };
    let (shown, other) = if stance & 128 == 0 { (middle, bottom) } else { (bottom, middle) };
    if [shown, other, top].contains(&3) {
        return None;
    }
    let neutral = Colour::Neutral as usize;
    let first = [shown, other, top].into_iter().find(|&pawn| pawn != neutral)?;
    let side = |pawn: usize| match pawn {
        _ if pawn == neutral => 2,
        _ if pawn == first => 0,
        _ => 1,
    };
    let sign = if first == Colour::Blue as usize { 1 } else { -1 };
    let n = match (side(shown), side(other), side(top)) {
        (0, other, top) => 3 * other + top,
        (_, 0, top) => 9 + top,
        _ => 12,
    };
    Some((n, sign))
}

fn whole_board(game: &Blocs, to_move: Seat, out: &mut [f32]) {
    let [blue, red, neutral] = game.counts().map(f32::from);
    let to_go = (blue - 7.0).min(red - 7.0).min(7.0 - neutral);
    let lead = blue - red;
    out[0] = if to_go < 1.5 { lead } else { 0.0 };
    out[1] = if to_go > 1.5 && to_go < 2.5 { lead } else { 0.0 };
    out[2] = if to_go > 2.5 { lead } else { 0.0 };
    let [ours, theirs] = Seat::ALL.map(|seat| game.reach(seat));
    let more = |ours: u8, theirs: u8| f32::from(ours) - f32::from(theirs);
    out[3] = more(ours.far, theirs.far);
    out[4] = more(ours.near, theirs.near);
    out[5] = more(ours.takes, theirs.takes);
    out[6] = more(ours.neutral, theirs.neutral);
    let room = Seat::ALL.map(|seat| game.room_ahead(seat) as f32);
    out[7] = room[0] - room[1];
    out[8] = if to_move == Seat::First { 1.0 } else { -1.0 };
    out[9] = if to_go < 1.5 { out[8] } else { 0.0 };
}
