//! What a position without secrets is worth.
//!
//! The weights (`eval.txt`) were made by `abaque-train blocs-tune --games 2000 --nodes 1000 --seed 31`, from 106,677
//! positions of games between players who judged blocks alike wherever they stood and looked two turns
//! ahead. Against those weights they won 61.9 % ± 8.8 of 80 games in which nothing was hidden.

use std::sync::LazyLock;

use abaque_blocs::{Blocs, Colour, Field};
use abaque_core::Seat;

/// The kinds of blocks, up to exchanging the colours: the colour shown, shown on a rod of the other size,
/// and on top. The first of them that is not neutral says whose the kind is.
pub const KINDS: [&str; 13] = [
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
];

/// The fields of the left half, as whoever owns the kind sees them; the right half counts the same.
pub const PLACES: usize = 22;

/// What counts beside the blocks and their places.
pub const WHOLE: [&str; 10] = [
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

/// How many weights there are: for each kind its places, then those for the whole board.
pub const WEIGHTS: usize = BLOCKS + WHOLE.len();

const BLOCKS: usize = KINDS.len() * PLACES;

/// What the pieces of a position are worth, in hundredths of a block.
pub struct Eval {
    /// For each block's stance (see `Blocs::stance`) its kind: 0 for none, Blue's from 1, Red's behind.
    kinds: [u8; 256],
    /// For each field and kind its worth to Blue, in hundredths of a block.
    worths: [[i16; 1 + 2 * KINDS.len()]; 64],
    whole: [f32; WHOLE.len()],
    /// Log-odds of winning for one hundredth of a block.
    odds: f64,
}

/// The weights in the repository.
pub static EVAL: LazyLock<Eval> = LazyLock::new(|| Eval::read(include_str!("eval.txt")));

impl Eval {
    /// Reads lines `name value…`, for a kind of blocks a value for each place, row after row from the
    /// nearest, each from the edge to the middle; what is missing counts nothing. `odds` is the log-odds
    /// of winning a block's lead gives.
    pub fn read(text: &str) -> Eval {
        let mut weights = [0.0; WEIGHTS];
        let mut odds = 1.0;
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let Some(name) = words.next() else { continue };
            let mut values = words.filter_map(|word| word.parse::<f32>().ok());
            if let Some(n) = KINDS.iter().position(|known| *known == name) {
                weights[n * PLACES..][..PLACES].iter_mut().zip(values).for_each(|(w, v)| *w = v);
            } else if let Some(n) = WHOLE.iter().position(|known| *known == name) {
                weights[BLOCKS + n] = values.next().unwrap_or(0.0);
            } else if name == "odds" {
                odds = values.next().map_or(odds, f64::from);
            }
        }
        Eval::new(&weights, odds)
    }

    /// Weights in hundredths of a block, and the log-odds of winning one whole block gives.
    pub fn new(weights: &[f32; WEIGHTS], odds: f64) -> Eval {
        let kinds = std::array::from_fn(|stance| match kind(stance) {
            None => 0,
            Some((n, Seat::First)) => 1 + n as u8,
            Some((n, Seat::Second)) => (1 + KINDS.len() + n) as u8,
        });
        let mut worths = [[0; 1 + 2 * KINDS.len()]; 64];
        for field in Field::ALL {
            let worths = &mut worths[number(field)];
            for n in 0..KINDS.len() {
                let worth = |seat| weights[n * PLACES + place(field, seat)].round() as i16;
                worths[1 + n] = worth(Seat::First);
                worths[1 + KINDS.len() + n] = -worth(Seat::Second);
            }
        }
        let whole = std::array::from_fn(|n| weights[BLOCKS + n]);
        Eval { kinds, worths, whole, odds: odds / 100.0 }
    }

    /// What a position at rest is worth to Blue, in hundredths of a block.
    pub fn value(&self, game: &Blocs, to_move: Seat) -> i32 {
        let worth =
            |id| self.worths[number(game.place(id))][usize::from(self.kinds[game.stance(id)])];
        let blocks: i32 = (0..24).map(|id| i32::from(worth(id))).sum();
        let sum: f32 = self.whole.iter().zip(whole_board(game, to_move)).map(|(w, n)| w * n).sum();
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

/// What a position has of each thing that counts, for Blue: the number of its weight and how much.
pub fn features(game: &Blocs, to_move: Seat, mut each: impl FnMut(usize, f32)) {
    for id in 0..24 {
        if let Some((n, seat)) = kind(game.stance(id)) {
            let sign = if seat == Seat::First { 1.0 } else { -1.0 };
            each(n * PLACES + place(game.place(id), seat), sign);
        }
    }
    for (n, found) in whole_board(game, to_move).into_iter().enumerate() {
        each(BLOCKS + n, found);
    }
}

/// A field's number of 64.
fn number(field: Field) -> usize {
    usize::from(8 * field.row() + field.column())
}

/// The place of a field as a player sees it: rows from the nearest, each from the edge to the middle.
fn place(field: Field, seat: Seat) -> usize {
    // Before each row; and the first column of each that exists.
    const BEFORE: [usize; 8] = [0, 1, 4, 7, 11, 15, 18, 21];
    const FIRST: [u8; 8] = [3, 1, 1, 0, 0, 1, 1, 3];
    let row = usize::from(if seat == Seat::First { field.row() } else { 7 - field.row() });
    let column = field.column().min(7 - field.column());
    BEFORE[row] + usize::from(column.saturating_sub(FIRST[row]))
}

/// The kind of a block by its stance and whose it is; nothing for a
/// block that is neutral throughout, or equally good for both.
fn kind(stance: usize) -> Option<(usize, Seat)> {
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
    let seat = if first == Colour::Blue as usize { Seat::First } else { Seat::Second };
    let n = match (side(shown), side(other), side(top)) {
        (0, other, top) => 3 * other + top,
        (_, 0, top) => 9 + top,
        _ => 12,
    };
    Some((n, seat))
}

fn whole_board(game: &Blocs, to_move: Seat) -> [f32; WHOLE.len()] {
    let mut out = [0.0; WHOLE.len()];
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
    out
}
