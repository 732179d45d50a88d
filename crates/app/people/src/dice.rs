//! Dice statistics as bars.

use abaque_protocol::rest::{DicePairCount, DiceStats};

/// The bar of a pair of faces; lengths are relative to the longest.
#[derive(Clone, PartialEq, Debug)]
pub struct DiceBar {
    /// The faces: `6-5`.
    pub name: String,
    /// Times thrown.
    pub count: u64,
    /// Expected number of throws.
    pub expected: f64,
    /// The bar's length, 0 to 1.
    pub length: f64,
    /// Position of the mark for the expected number, 0 to 1.
    pub mark: f64,
}

/// The bars of all pairs, on one scale.
pub fn dice_bars(throws: &DiceStats) -> Vec<DiceBar> {
    let larger = |most: f64, pair: &DicePairCount| most.max(pair.count as f64).max(pair.expected);
    let most = throws.pairs.iter().fold(1.0, larger);
    let bar = |pair: &DicePairCount| DiceBar {
        name: format!("{}-{}", pair.high, pair.low),
        count: pair.count,
        expected: pair.expected,
        length: pair.count as f64 / most,
        mark: pair.expected / most,
    };
    throws.pairs.iter().map(bar).collect()
}

/// Doubles thrown and expected.
pub fn count_doubles(throws: &DiceStats) -> (u64, f64) {
    let doubles = throws.pairs.iter().filter(|pair| pair.high == pair.low);
    doubles.fold((0, 0.0), |(count, expected), pair| (count + pair.count, expected + pair.expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throws(count: impl Fn(u8, u8) -> u64) -> DiceStats {
        let faces = (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low)));
        let counted: Vec<_> = faces.map(|(high, low)| (high, low, count(high, low))).collect();
        let sample = counted.iter().map(|(.., count)| count).sum();
        let ways = |high, low| if high == low { 1.0 } else { 2.0 };
        let pair = |(high, low, count)| DicePairCount {
            high,
            low,
            count,
            expected: sample as f64 * ways(high, low) / 36.0,
        };
        DiceStats { sample, pairs: counted.into_iter().map(pair).collect() }
    }

    #[test]
    fn the_longest_bar_fills_the_scale() {
        let bars = dice_bars(&throws(|high, low| u64::from(high + low)));
        assert_eq!(bars.len(), 21);
        assert_eq!(bars[19].name, "6-5");
        assert!(bars.iter().all(|bar| (0.0..=1.0).contains(&bar.length) && bar.mark <= 1.0));
        assert!(bars.iter().any(|bar| bar.length == 1.0 || bar.mark == 1.0));
    }

    #[test]
    fn no_throws_draw_no_bars() {
        assert!(
            dice_bars(&throws(|_, _| 0)).iter().all(|bar| bar.length == 0.0 && bar.mark == 0.0)
        );
    }

    #[test]
    fn one_throw_in_six_is_a_double() {
        let (count, expected) =
            count_doubles(&throws(|high, low| if high == low { 6 } else { 12 }));
        assert_eq!(count, 36);
        assert!((expected - 36.0).abs() < 1e-9);
    }
}
