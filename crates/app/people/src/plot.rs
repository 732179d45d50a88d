//! Layout of a rating plot: coordinates only, no styling.

use abaque_chart::{Panel, Ticks, band_path, line_path};
use abaque_protocol::rest::{PlayerRating, RatingPoint};

/// Plot width, in SVG units.
pub const PLOT_WIDTH: f64 = 640.0;
/// Plot height, in SVG units.
pub const PLOT_HEIGHT: f64 = 260.0;
/// Where the curve is drawn: ratings stand at its left, dates below.
pub const PLOT_PANEL: Panel = Panel { left: 62.0, top: 14.0, width: 560.0, height: 208.0 };

/// Maximum number of grid lines, besides the lowest.
const MAX_GRID_LINES: u32 = 6;
/// A shorter range of ratings is not magnified further.
const MIN_RATING_RANGE: f64 = 60.0;

/// A value on an axis and its coordinate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AxisTick<T> {
    /// The value.
    pub value: T,
    /// Its coordinate on the axis.
    pub place: f64,
}

/// The plot of a rating history.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RatingPlot {
    /// The coordinates of each point.
    pub dots: Vec<(f64, f64)>,
    /// The line through the points, as an SVG path.
    pub line: String,
    /// The deviation band around the line, as an SVG path.
    pub band: String,
    /// Ratings along the left.
    pub rows: Vec<AxisTick<f64>>,
    /// Times along the bottom: first, middle, last.
    pub columns: Vec<AxisTick<i64>>,
}

impl RatingPlot {
    /// Lays out a history, oldest point first.
    pub fn new(points: &[RatingPoint]) -> RatingPlot {
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            return RatingPlot::default();
        };
        let low =
            points.iter().fold(f64::MAX, |low, point| low.min(point.rating - point.deviation));
        let high =
            points.iter().fold(f64::MIN, |high, point| high.max(point.rating + point.deviation));
        let margin = ((MIN_RATING_RANGE - (high - low)) / 2.0).max(0.0);
        let rows = Ticks::covering((low - margin, high + margin), MAX_GRID_LINES);
        let y = PLOT_PANEL.y_scale(rows.domain());
        // Relative to the first time, where a float is exact.
        let span = last.at - first.at;
        let scale = PLOT_PANEL.x_scale((0.0, span as f64));
        let x = |at: i64| scale.place((at - first.at) as f64);
        let curve = |rating: fn(&RatingPoint) -> f64| -> Vec<(f64, f64)> {
            points.iter().map(|point| (x(point.at), y.place(rating(point)))).collect()
        };
        let dots = curve(|point| point.rating);
        let upper = curve(|point| point.rating + point.deviation);
        let lower = curve(|point| point.rating - point.deviation);
        let moments = match span > 0 {
            true => vec![first.at, first.at + span / 2, last.at],
            false => vec![first.at],
        };
        RatingPlot {
            line: line_path(dots.iter().copied()),
            band: band_path(&upper, &lower),
            rows: rows.values().map(|value| AxisTick { value, place: y.place(value) }).collect(),
            columns: moments.into_iter().map(|value| AxisTick { value, place: x(value) }).collect(),
            dots,
        }
    }

    /// The point nearest to an x coordinate.
    pub fn nearest(&self, x: f64) -> Option<usize> {
        let far = |n: usize| (self.dots[n].0 - x).abs();
        (0..self.dots.len()).min_by(|&one, &other| far(one).total_cmp(&far(other)))
    }
}

/// Whether a rating's deviation is still too large for comparison.
pub fn is_provisional(rating: &PlayerRating) -> bool {
    rating.deviation > abaque_rating::PROVISIONAL_DEVIATION
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(at: i64, rating: f64, deviation: f64) -> RatingPoint {
        RatingPoint { game: String::new(), at, rating, deviation, delta: 0.0 }
    }

    #[test]
    fn every_point_lies_inside_the_plot() {
        let points = [point(0, 1500.0, 350.0), point(50, 1620.0, 200.0), point(400, 1310.0, 90.0)];
        let plot = RatingPlot::new(&points);
        let inside = |(x, y): &(f64, f64)| {
            (PLOT_PANEL.left..=PLOT_PANEL.right()).contains(x)
                && (PLOT_PANEL.top..=PLOT_PANEL.bottom()).contains(y)
        };
        assert!(plot.dots.iter().all(inside), "{plot:?}");
        assert!(plot.dots[1].1 < plot.dots[0].1 && plot.dots[2].1 > plot.dots[0].1);
        assert!((2..=8).contains(&plot.rows.len()), "{:?}", plot.rows);
        assert_eq!(plot.columns.iter().map(|mark| mark.value).collect::<Vec<_>>(), [0, 200, 400]);
        assert_eq!(plot.band.matches(['M', 'L']).count(), 6);
    }

    #[test]
    fn plots_of_one_and_of_no_game_are_valid() {
        let plot = RatingPlot::new(&[point(7, 1500.0, 0.0)]);
        assert_eq!((plot.columns.len(), plot.dots.len()), (1, 1));
        assert!(plot.rows.len() >= 2 && plot.dots[0].1.is_finite());
        assert_eq!(RatingPlot::new(&[]), RatingPlot::default());
        assert_eq!(RatingPlot::default().nearest(3.0), None);
    }

    #[test]
    fn the_nearest_point_is_found() {
        let plot = RatingPlot::new(&[
            point(0, 1500.0, 9.0),
            point(1, 1500.0, 9.0),
            point(10, 1500.0, 9.0),
        ]);
        assert_eq!(plot.nearest(0.0), Some(0));
        assert_eq!(plot.nearest(PLOT_WIDTH), Some(2));
        assert_eq!(plot.nearest(plot.dots[1].0 + 1.0), Some(1));
    }
}
