//! Static evaluation of a position without hidden information.
//!
//! The weights (`eval.txt`) were made by `abaque-train blocs-tune --games 2000 --nodes 1000 --seed
//! 31`, from 106,677 positions of games between bots that searched two turns ahead and ignored
//! where blocks stand. Against those bots' weights they won 61.9 % ± 8.8 of 80 games with open
//! information.

use std::sync::LazyLock;

use abaque_blocs::{Blocs, Colour, Field};
use abaque_core::Seat;

/// Kinds of blocks, up to exchanging the colours: the colour shown, the colour shown on a rod of
/// the other size, and the top colour. The first non-neutral one determines the owner.
pub const BLOCK_KINDS: [&str; 13] = [
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

/// Fields of the left half from the owner's side; the right half mirrors them.
pub const PLACES: usize = 22;

/// Features other than blocks and their places.
pub const BOARD_FEATURES: [&str; 10] = [
    // Lead in blocks, by blocks to go; worth more near the end.
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

/// Number of weights: each kind's places, then the board features.
pub const WEIGHT_COUNT: usize = BLOCK_WEIGHT_COUNT + BOARD_FEATURES.len();

const BLOCK_WEIGHT_COUNT: usize = BLOCK_KINDS.len() * PLACES;

/// Evaluation weights, in hundredths of a block.
pub struct Evaluator {
    /// Kind by block state (see `Blocs::block_state_index`): 0 for none, Blue's from 1, then Red's.
    kinds: [u8; 256],
    /// Value to Blue by field and kind, in hundredths of a block.
    block_values: [[i16; 1 + 2 * BLOCK_KINDS.len()]; 64],
    board_weights: [f32; BOARD_FEATURES.len()],
    /// Log odds of winning per hundredth of a block.
    log_odds_per_point: f64,
}

/// The shipped weights.
pub static EVALUATOR: LazyLock<Evaluator> =
    LazyLock::new(|| Evaluator::parse(include_str!("eval.txt")));

impl Evaluator {
    /// Reads lines `name value…`; a kind of block has one value per place, row by row from the
    /// nearest, each from the edge to the middle. Missing names weigh 0. `odds` is the log odds of
    /// winning per block of lead.
    pub fn parse(text: &str) -> Evaluator {
        let mut weights = [0.0; WEIGHT_COUNT];
        let mut odds = 1.0;
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let Some(name) = words.next() else { continue };
            let mut values = words.filter_map(|word| word.parse::<f32>().ok());
            if let Some(n) = BLOCK_KINDS.iter().position(|known| *known == name) {
                weights[n * PLACES..][..PLACES].iter_mut().zip(values).for_each(|(w, v)| *w = v);
            } else if let Some(n) = BOARD_FEATURES.iter().position(|known| *known == name) {
                weights[BLOCK_WEIGHT_COUNT + n] = values.next().unwrap_or(0.0);
            } else if name == "odds" {
                odds = values.next().map_or(odds, f64::from);
            }
        }
        Evaluator::new(&weights, odds)
    }

    /// Builds an evaluator from weights in hundredths of a block and the log odds per block.
    pub fn new(weights: &[f32; WEIGHT_COUNT], odds: f64) -> Evaluator {
        let kinds = std::array::from_fn(|stance| match block_kind(stance) {
            None => 0,
            Some((n, Seat::First)) => 1 + n as u8,
            Some((n, Seat::Second)) => (1 + BLOCK_KINDS.len() + n) as u8,
        });
        let mut worths = [[0; 1 + 2 * BLOCK_KINDS.len()]; 64];
        for field in Field::ALL {
            let worths = &mut worths[field_index(field)];
            for n in 0..BLOCK_KINDS.len() {
                let worth = |seat| weights[n * PLACES + place_index(field, seat)].round() as i16;
                worths[1 + n] = worth(Seat::First);
                worths[1 + BLOCK_KINDS.len() + n] = -worth(Seat::Second);
            }
        }
        let whole = std::array::from_fn(|n| weights[BLOCK_WEIGHT_COUNT + n]);
        Evaluator {
            kinds,
            block_values: worths,
            board_weights: whole,
            log_odds_per_point: odds / 100.0,
        }
    }

    /// Static evaluation for Blue, in hundredths of a block.
    pub fn evaluate(&self, game: &Blocs, to_move: Seat) -> i32 {
        let worth = |id| {
            self.block_values[field_index(game.block_field(id))]
                [usize::from(self.kinds[game.block_state_index(id)])]
        };
        let blocks: i32 = (0..24).map(|id| i32::from(worth(id))).sum();
        let sum: f32 =
            self.board_weights.iter().zip(board_features(game, to_move)).map(|(w, n)| w * n).sum();
        blocks + sum as i32
    }

    /// Winning chance of a value.
    pub fn win_chance(&self, value: f64) -> f64 {
        1.0 / (1.0 + (-value * self.log_odds_per_point).exp())
    }

    /// Value of a winning chance.
    pub fn value_from_chance(&self, chance: f64) -> f64 {
        let chance = chance.clamp(1e-4, 1.0 - 1e-4);
        (chance / (1.0 - chance)).ln() / self.log_odds_per_point
    }
}

/// Calls `each` with the index and amount of every feature of a position, from Blue's side.
pub fn features(game: &Blocs, to_move: Seat, mut each: impl FnMut(usize, f32)) {
    for id in 0..24 {
        if let Some((n, seat)) = block_kind(game.block_state_index(id)) {
            let sign = if seat == Seat::First { 1.0 } else { -1.0 };
            each(n * PLACES + place_index(game.block_field(id), seat), sign);
        }
    }
    for (n, found) in board_features(game, to_move).into_iter().enumerate() {
        each(BLOCK_WEIGHT_COUNT + n, found);
    }
}

/// Index of a field, 0 to 63.
fn field_index(field: Field) -> usize {
    usize::from(8 * field.row() + field.column())
}

/// Place of a field seen by a player: rows from the nearest, each from the edge to the middle.
fn place_index(field: Field, seat: Seat) -> usize {
    // Places before each row, and the first existing column of each.
    const BEFORE: [usize; 8] = [0, 1, 4, 7, 11, 15, 18, 21];
    const FIRST: [u8; 8] = [3, 1, 1, 0, 0, 1, 1, 3];
    let row = usize::from(if seat == Seat::First { field.row() } else { 7 - field.row() });
    let column = field.column().min(7 - field.column());
    BEFORE[row] + usize::from(column.saturating_sub(FIRST[row]))
}

/// Kind and owner of a block state; `None` if it is all neutral or equally good for both.
fn block_kind(stance: usize) -> Option<(usize, Seat)> {
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

fn board_features(game: &Blocs, to_move: Seat) -> [f32; BOARD_FEATURES.len()] {
    let mut out = [0.0; BOARD_FEATURES.len()];
    let [blue, red, neutral] = game.shown_counts().map(f32::from);
    let to_go = (blue - 7.0).min(red - 7.0).min(7.0 - neutral);
    let lead = blue - red;
    out[0] = if to_go < 1.5 { lead } else { 0.0 };
    out[1] = if to_go > 1.5 && to_go < 2.5 { lead } else { 0.0 };
    out[2] = if to_go > 2.5 { lead } else { 0.0 };
    let [ours, theirs] = Seat::ALL.map(|seat| game.mobility(seat));
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
