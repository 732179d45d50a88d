//! Trend detection in a time series.

/// A value at a time in seconds.
pub(super) type SoakSample = (f64, f64);

/// Least-squares line through samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Trend {
    /// Growth per second.
    pub(super) slope: f64,
    /// Growth of the line from the first sample to the last.
    pub(super) growth: f64,
    /// Median of the values.
    pub(super) median: f64,
}

impl Trend {
    /// Fits a line; `None` for fewer than three samples.
    pub(super) fn fit(samples: &[SoakSample]) -> Option<Trend> {
        let (first, last) = (samples.first()?, samples.last()?);
        if samples.len() < 3 {
            return None;
        }
        let count = samples.len() as f64;
        let mean = |of: fn(&SoakSample) -> f64| samples.iter().map(of).sum::<f64>() / count;
        let (at, value) = (mean(|sample| sample.0), mean(|sample| sample.1));
        let spread: f64 = samples.iter().map(|sample| (sample.0 - at).powi(2)).sum();
        let common: f64 = samples.iter().map(|sample| (sample.0 - at) * (sample.1 - value)).sum();
        let slope = if spread > 0.0 { common / spread } else { 0.0 };
        let mut values: Vec<f64> = samples.iter().map(|sample| sample.1).collect();
        values.sort_by(f64::total_cmp);
        Some(Trend { slope, growth: slope * (last.0 - first.0), median: values[values.len() / 2] })
    }
}

/// The samples as a row of block characters, scaled to their range.
pub(super) fn sparkline(samples: &[SoakSample], columns: usize) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let size = samples.len().div_ceil(columns.max(1)).max(1);
    let means: Vec<f64> = samples
        .chunks(size)
        .map(|part| part.iter().map(|sample| sample.1).sum::<f64>() / part.len() as f64)
        .collect();
    let low = means.iter().copied().fold(f64::INFINITY, f64::min);
    let high = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let level = |mean: &f64| match high - low {
        range if range > 0.0 => ((mean - low) / range * 7.0).round() as usize,
        _ => 0,
    };
    means.iter().map(|mean| BLOCKS[level(mean).min(7)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(value: impl Fn(f64) -> f64) -> Vec<SoakSample> {
        (0..100).map(|at| (f64::from(at), value(f64::from(at)))).collect()
    }

    #[test]
    fn a_trend_detects_growth_but_not_noise() {
        let leak = Trend::fit(&samples(|at| 50.0 + 0.5 * at)).unwrap();
        assert!((leak.slope - 0.5).abs() < 1e-9 && (leak.growth - 49.5).abs() < 1e-6);
        let noise = Trend::fit(&samples(|at| 50.0 + (at * 7.0) % 3.0)).unwrap();
        assert!(noise.growth.abs() < 0.5, "{noise:?}");
        assert_eq!(Trend::fit(&[(0.0, 1.0), (1.0, 9.0)]), None);
    }

    #[test]
    fn sparklines_rise_with_the_values() {
        assert_eq!(sparkline(&samples(|at| at), 4), "▁▃▆█");
        assert_eq!(sparkline(&samples(|_| 5.0), 3), "▁▁▁");
        assert_eq!(sparkline(&[], 3), "");
    }
}
