//! What the dice gave somebody, beside what they should give.

use serde::Serialize;
use utoipa::ToSchema;

/// How often two dice showed a pair of faces.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Pair {
    /// The larger face.
    high: u8,
    /// The other one, possibly equal.
    low: u8,
    /// How often it was thrown.
    count: u64,
    /// How often one expects it among so many throws: one in 36 for a double, two for any other.
    expected: f64,
}

/// All throws of somebody, at all games counted.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Throws {
    /// How many there were: few say little.
    sample: u64,
    /// The 21 pairs of faces.
    pairs: Vec<Pair>,
}

impl Throws {
    /// From outcomes as games write them: a throw of both dice is `d` and its faces, the larger first. Others, such as
    /// the dice that decide who begins, are not throws of a player.
    pub(crate) fn new(stored: &[(String, u64)]) -> Throws {
        let count = |high: u8, low: u8| {
            let name = format!("d{high}{low}");
            stored.iter().filter(|(outcome, _)| *outcome == name).map(|(_, count)| count).sum()
        };
        let faces = (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low)));
        let counted: Vec<(u8, u8, u64)> =
            faces.map(|(high, low)| (high, low, count(high, low))).collect();
        let sample = counted.iter().map(|(.., count)| count).sum();
        let pair = |(high, low, count): (u8, u8, u64)| {
            let ways = if high == low { 1.0 } else { 2.0 };
            Pair { high, low, count, expected: sample as f64 * ways / 36.0 }
        };
        Throws { sample, pairs: counted.into_iter().map(pair).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_and_expected() {
        let stored = [("d65", 70), ("d11", 2), ("f52", 9), ("d56", 5), ("", 1)];
        let throws = Throws::new(&stored.map(|(outcome, count)| (outcome.to_owned(), count)));
        assert_eq!((throws.sample, throws.pairs.len()), (72, 21));
        let expected: f64 = throws.pairs.iter().map(|pair| pair.expected).sum();
        assert!((expected - 72.0).abs() < 1e-9);
        assert_eq!(throws.pairs[0], Pair { high: 1, low: 1, count: 2, expected: 2.0 });
        assert_eq!(throws.pairs[19], Pair { high: 6, low: 5, count: 70, expected: 4.0 });
        assert_eq!(Throws::new(&[]).pairs[7].expected, 0.0);
    }
}
