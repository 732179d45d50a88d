//! Static evaluation: pawns taken, and who can use which windows first.

use abaque_abraxas::{Abraxas, Phase};
use abaque_core::Game;

use super::node::AbraxasNode;

/// A pattern is a bit set of the coming four pushes that can make a line: 1 for the first, 2 for
/// the second, 4 for the third, 8 for the fourth. If both players place one pawn per turn, the
/// first and third belong to the player to act; a run of lines starting with the first does in any
/// case.
const PATTERN_COUNT: usize = 16;

/// Conditions each pattern is combined with.
const PATTERN_GROUPS: [&str; 4] =
    ["", ", playing again", ", the other without stop pawns", ", without stop pawns"];

/// Features other than patterns, each from the player to act.
const PLAIN_FEATURES: [&str; 23] = [
    "to act",
    "lead in pawns",
    "lead, the nearer the end the more",
    "one pawn from the end",
    "two pawns from the end",
    "three pawns from the end",
    "a stop pawn",
    "two stop pawns",
    "three stop pawns",
    "has a stop pawn when the other has none",
    "has none when the other has one",
    "second way at the first push",
    "second way at the second push",
    "second way at the third push",
    "second way at the fourth push",
    "windows lacking two at the first push",
    "windows lacking two at the second push",
    "windows lacking two at the third push",
    "windows lacking two at the fourth push",
    "playing again",
    "no stop pawn allowed now",
    "pawns on the plate",
    "empty reserve",
];

/// Number of features.
pub const FEATURES: usize = PLAIN_FEATURES.len() + PATTERN_GROUPS.len() * (PATTERN_COUNT - 1);

/// Feature names, in weight order.
pub fn feature_names() -> Vec<String> {
    let mut names: Vec<String> = PLAIN_FEATURES.iter().map(|&name| name.to_owned()).collect();
    for group in PATTERN_GROUPS {
        names.extend((1..PATTERN_COUNT).map(|pattern| {
            let sign = |push: usize| if pattern >> push & 1 == 1 { 'x' } else { '-' };
            let signs: String = (0..4).map(sign).collect();
            format!("lines at {signs}{group}")
        }));
    }
    names
}

fn flag(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

/// Features of a position in which a pawn is to be placed.
pub fn features(position: &AbraxasNode) -> [f32; FEATURES] {
    let game = position.game();
    let (us, them) = (game.side(), game.side().other());
    let seen = [1, 2, 3, 4].map(|pushes| position.prospects_after(pushes));
    let target = game.options().target;
    let (own, other) = (game.score(us), game.score(them));
    let lead = f32::from(own) - f32::from(other);
    let near = |n: u8| flag(own + n >= target) - flag(other + n >= target);
    let (stops, their_stops) = (game.stops_left(us), game.stops_left(them));
    let holds = |n: u8| flag(stops >= n) - flag(their_stops >= n);
    let several = |i: usize| flag(seen[i].makers.count_ones() > 1);
    let twos = |i: usize| (seen[i].twos as f32 / 10.0).min(4.0);
    let again = game.phase() == Phase::Again;
    let plain: [f32; PLAIN_FEATURES.len()] = [
        1.0,
        lead,
        lead * f32::from(own.max(other)) / f32::from(target),
        near(1),
        near(2),
        near(3),
        holds(1),
        holds(2),
        holds(3),
        flag(stops > 0 && their_stops == 0),
        flag(stops == 0 && their_stops > 0),
        several(0),
        several(1),
        several(2),
        several(3),
        twos(0),
        twos(1),
        twos(2),
        twos(3),
        flag(again),
        flag(game.phase() == Phase::PlaceNoStop),
        game.red_pawns().len() as f32 / 10.0,
        flag(game.reserve() == 0),
    ];
    let mut all = [0.0; FEATURES];
    all[..PLAIN_FEATURES.len()].copy_from_slice(&plain);
    let pattern: usize = (0..4).map(|i| usize::from(seen[i].makers != 0) << i).sum();
    if pattern > 0 {
        for (group, holds) in (0..).zip([true, again, their_stops == 0, stops == 0]) {
            all[PLAIN_FEATURES.len() + group * (PATTERN_COUNT - 1) + pattern - 1] = flag(holds);
        }
    }
    all
}

/// Static evaluation for the player to act, in hundredths of a pawn.
pub(super) fn evaluate(position: &AbraxasNode) -> i32 {
    let game = position.game();
    if game.phase().is_placing() {
        (position.weights.value(&features(position)) as i32).clamp(-9_000, 9_000)
    } else {
        100 * lead(game)
    }
}

fn lead(game: &Abraxas) -> i32 {
    i32::from(game.score(game.side())) - i32::from(game.score(game.side().other()))
}
