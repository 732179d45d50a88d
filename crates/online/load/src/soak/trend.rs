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
    /// Half the 95% confidence interval of the growth.
    pub(super) margin: f64,
    /// Median of the values.
    pub(super) median: f64,
}

/// Parts into which samples are divided: neighbours depend on each other, means of long parts hardly.
const PARTS: usize = 12;

/// Student's t for 95% and [`PARTS`] means around a line.
const T_95: f64 = 2.228;

impl Trend {
    /// Fits a line; `None` for fewer than three samples.
    pub(super) fn fit(samples: &[SoakSample]) -> Option<Trend> {
        let (first, last) = (samples.first()?, samples.last()?);
        if samples.len() < 3 {
            return None;
        }
        let line = Line::fit(samples);
        let means: Vec<SoakSample> = parts(samples).map(mean).collect();
        let time = last.0 - first.0;
        let margin = if means.len() < PARTS { 0.0 } else { T_95 * Line::fit(&means).error(&means) };
        let mut values: Vec<f64> = samples.iter().map(|sample| sample.1).collect();
        values.sort_by(f64::total_cmp);
        Some(Trend {
            slope: line.slope,
            growth: line.slope * time,
            margin: margin * time,
            median: values[values.len() / 2],
        })
    }
}

/// The lowest sample of each part.
pub(super) fn low_water(samples: &[SoakSample]) -> Vec<SoakSample> {
    let lowest = |part: &[SoakSample]| part.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1));
    // The middle of the part as its time: where the lowest one was is chance.
    parts(samples).filter_map(|part| Some((mean(part).0, lowest(part)?.1))).collect()
}

fn parts(samples: &[SoakSample]) -> impl Iterator<Item = &[SoakSample]> {
    samples.chunks(samples.len().div_ceil(PARTS).max(1))
}

fn mean(samples: &[SoakSample]) -> SoakSample {
    let count = samples.len().max(1) as f64;
    let mean = |of: fn(&SoakSample) -> f64| samples.iter().map(of).sum::<f64>() / count;
    (mean(|sample| sample.0), mean(|sample| sample.1))
}

/// A straight line: its slope, and a point on it.
struct Line {
    slope: f64,
    middle: SoakSample,
    /// Sum of squared distances of the times from their mean.
    spread: f64,
}

impl Line {
    fn fit(samples: &[SoakSample]) -> Line {
        let middle = mean(samples);
        let spread: f64 = samples.iter().map(|sample| (sample.0 - middle.0).powi(2)).sum();
        let common: f64 =
            samples.iter().map(|sample| (sample.0 - middle.0) * (sample.1 - middle.1)).sum();
        Line { slope: if spread > 0.0 { common / spread } else { 0.0 }, middle, spread }
    }

    /// Standard error of the slope.
    fn error(&self, samples: &[SoakSample]) -> f64 {
        let expected = |at: f64| self.middle.1 + self.slope * (at - self.middle.0);
        let rest: f64 = samples.iter().map(|sample| (sample.1 - expected(sample.0)).powi(2)).sum();
        let freedom = samples.len().saturating_sub(2).max(1) as f64;
        if self.spread > 0.0 { (rest / freedom / self.spread).sqrt() } else { 0.0 }
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
        assert!(leak.margin < 1e-6, "{leak:?}");
    }

    #[test]
    fn slow_swings_widen_the_interval_and_leave_the_low_water_mark() {
        let swinging = samples(|at| 100.0 + 10.0 * (at / 9.0).sin());
        let trend = Trend::fit(&swinging).unwrap();
        assert!(trend.margin > trend.growth.abs() && trend.margin > 5.0, "{trend:?}");
        let steps = samples(|at| if at % 5.0 < 1.0 { 100.0 } else { 100.0 + at });
        assert!(low_water(&steps).iter().take(11).all(|sample| sample.1 <= 100.0 + 1e-9));
        assert_eq!(low_water(&[]), []);
    }

    #[test]
    fn sparklines_rise_with_the_values() {
        assert_eq!(sparkline(&samples(|at| at), 4), "▁▃▆█");
        assert_eq!(sparkline(&samples(|_| 5.0), 3), "▁▁▁");
        assert_eq!(sparkline(&[], 3), "");
    }
}
