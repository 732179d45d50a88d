//! Dice statistics of a person, compared with expectation.

use abaque_protocol::rest::{DicePairCount, DiceStats};

/// From stored outcomes: a throw of both dice is `d` and its faces, higher first. Other
/// outcomes, such as the dice that decide who begins, are not a player's throws.
pub(super) fn dice_stats(stored: &[(String, u64)]) -> DiceStats {
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
        DicePairCount { high, low, count, expected: sample as f64 * ways / 36.0 }
    };
    DiceStats { sample, pairs: counted.into_iter().map(pair).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_pairs_are_counted_with_their_expectation() {
        let stored = [("d65", 70), ("d11", 2), ("f52", 9), ("d56", 5), ("", 1)];
        let throws = dice_stats(&stored.map(|(outcome, count)| (outcome.to_owned(), count)));
        assert_eq!((throws.sample, throws.pairs.len()), (72, 21));
        let expected: f64 = throws.pairs.iter().map(|pair| pair.expected).sum();
        assert!((expected - 72.0).abs() < 1e-9);
        assert_eq!(throws.pairs[0], DicePairCount { high: 1, low: 1, count: 2, expected: 2.0 });
        assert_eq!(throws.pairs[19], DicePairCount { high: 6, low: 5, count: 70, expected: 4.0 });
        assert_eq!(dice_stats(&[]).pairs[7].expected, 0.0);
    }
}
