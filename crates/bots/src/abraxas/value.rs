//! What a position is worth: what was taken, and who can use which windows first.
//!
//! The weights (`weights.txt`) were made by `abaque-train abraxas-tune --games 900 --nodes 400`. The fit explains the
//! games it was made from better than the weights set by hand did (log-loss 0.536 for 0.627); the two were
//! not played against each other.

use std::sync::OnceLock;

use abaque_abraxas::Phase;
use abaque_core::Game;

use super::position::Position;

/// How many things a position is judged by.
pub const FEATURES: usize = NAMES.len();

/// What they are, each seen from the player to act. "First" to "fourth" are the coming pushes: the
/// first and the third are one's own if both players put one pawn a turn.
pub const NAMES: [&str; 22] = [
    "to act",
    "lead in pawns",
    "lead, the nearer the end the more",
    "lead in stop pawns",
    "has a stop pawn when the other has none",
    "has none when the other has one",
    "line to make at the first push",
    "second way to make one there",
    "line at the first, other without stop pawns",
    "line to make at the second push",
    "second way to make one there (second)",
    "line at the second, nothing at the first",
    "line at the second, without stop pawns",
    "line to make at the third push",
    "line to make at the fourth push",
    "windows lacking two at the first push",
    "windows lacking two at the second push",
    "windows lacking two at the third push",
    "windows lacking two at the fourth push",
    "playing again",
    "line at the first when playing again",
    "no stop pawn allowed now",
];

/// The features of a position in which a pawn is put.
pub fn features(position: &Position) -> [f32; FEATURES] {
    let game = position.game();
    let (us, them) = (game.side(), game.side().other());
    let seen = [1, 2, 3, 4].map(|pushes| position.ahead(pushes));
    let target = f32::from(game.options().target);
    let (own, other) = (f32::from(game.score(us)), f32::from(game.score(them)));
    let (stops, their_stops) = (game.stops_left(us), game.stops_left(them));
    let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
    let has = seen.map(|seen| seen.makers != 0);
    let several = |i: usize| flag(seen[i].makers.count_ones() > 1);
    let twos = |i: usize| (seen[i].twos as f32 / 10.0).min(4.0);
    let again = game.phase() == Phase::Again;
    [
        1.0,
        own - other,
        (own - other) * own.max(other) / target,
        f32::from(stops) - f32::from(their_stops),
        flag(stops > 0 && their_stops == 0),
        flag(stops == 0 && their_stops > 0),
        flag(has[0]),
        several(0),
        flag(has[0] && their_stops == 0),
        flag(has[1]),
        several(1),
        flag(has[1] && !has[0]),
        flag(has[1] && stops == 0),
        flag(has[2]),
        flag(has[3]),
        twos(0),
        twos(1),
        twos(2),
        twos(3),
        flag(again),
        flag(again && has[0]),
        flag(game.phase() == Phase::PlaceNoStop),
    ]
}

/// The fitted numbers, as `abaque-train abraxas-tune --games 900 --nodes 400` wrote them.
const FILE: &str = include_str!("weights.txt");

/// How features become a value, and values a chance to win.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Hundredths of a pawn a feature is worth.
    pub worth: [f32; FEATURES],
    /// What a value of one pawn, found by search, adds to the logarithm of the odds to win.
    pub slope: f32,
}

impl Weights {
    /// Reads `NUMBER NAME` lines: the slope first, then every feature in order.
    pub fn read(text: &str) -> Option<Weights> {
        let mut numbers = text.lines().map(|line| line.split(' ').next()?.parse::<f32>().ok());
        let slope = numbers.next()??;
        let mut worth = [0.0; FEATURES];
        for weight in &mut worth {
            *weight = numbers.next()??;
        }
        Some(Weights { worth, slope })
    }

    /// The same as text.
    pub fn write(&self) -> String {
        let mut text = format!("{:.4} slope\n", self.slope);
        for (worth, name) in self.worth.iter().zip(NAMES) {
            text += &format!("{worth:.2} {name}\n");
        }
        text
    }

    /// The value of some features.
    pub fn value(&self, features: &[f32; FEATURES]) -> f32 {
        self.worth.iter().zip(features).map(|(worth, feature)| worth * feature).sum()
    }
}

/// The weights in use.
pub fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    // The file is checked by a test; without it a pawn is a pawn.
    WEIGHTS.get_or_init(|| {
        Weights::read(FILE).unwrap_or_else(|| {
            let mut worth = [0.0; FEATURES];
            worth[1] = 100.0;
            Weights { worth, slope: 0.5 }
        })
    })
}

/// What a position is worth to the player to act, in hundredths of a pawn.
pub(super) fn at_rest(position: &Position) -> i32 {
    let game = position.game();
    match game.phase() {
        Phase::Place | Phase::PlaceNoStop | Phase::Again => {
            (weights().value(&features(position)) as i32).clamp(-9_000, 9_000)
        }
        _ => {
            let lead =
                i32::from(game.score(game.side())) - i32::from(game.score(game.side().other()));
            100 * lead
        }
    }
}

/// The chance to win of a position found to be worth so many hundredths of a pawn.
pub fn chance(value: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(weights().slope) * f64::from(value) / 100.0).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_read_and_written_alike() {
        let read = Weights::read(FILE).unwrap();
        assert_eq!(read.write(), FILE);
        assert!(read.slope > 0.0 && read.worth[3] > 0.0, "stop pawns are worth having");
    }
}
