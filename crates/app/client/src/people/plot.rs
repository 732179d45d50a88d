//! Layout of a rating plot: coordinates only, no styling.

use std::fmt::Write;

use abaque_protocol::rest::RatingPoint;

/// Plot width, in SVG units.
pub const PLOT_WIDTH: f64 = 640.0;
/// Plot height, in SVG units.
pub const PLOT_HEIGHT: f64 = 260.0;

/// Space for the numbers at the left, and margins.
const LEFT_MARGIN: f64 = 62.0;
const RIGHT_MARGIN: f64 = 18.0;
const TOP_MARGIN: f64 = 14.0;
const BOTTOM_MARGIN: f64 = 38.0;

/// Round distances between grid lines.
const GRID_STEPS: [f64; 8] = [10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 250.0, 500.0];
/// Maximum number of grid lines.
const MAX_GRID_LINES: f64 = 6.0;

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
    /// The line through the points, as an SVG `points` list.
    pub line: String,
    /// The deviation band around the line, as an SVG `points` list.
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
        let step = grid_step(high - low);
        let (low, high) =
            ((low / step).floor() * step, ((high / step).ceil() * step).max(low + step));
        let y = |rating: f64| {
            TOP_MARGIN + (high - rating) / (high - low) * (PLOT_HEIGHT - TOP_MARGIN - BOTTOM_MARGIN)
        };
        let span = (last.at - first.at) as f64;
        let x = |at: i64| {
            let share = if span > 0.0 { (at - first.at) as f64 / span } else { 0.5 };
            LEFT_MARGIN + share * (PLOT_WIDTH - LEFT_MARGIN - RIGHT_MARGIN)
        };
        let dots: Vec<_> = points.iter().map(|point| (x(point.at), y(point.rating))).collect();
        let upper = points.iter().map(|point| (x(point.at), y(point.rating + point.deviation)));
        let lower = points.iter().map(|point| (x(point.at), y(point.rating - point.deviation)));
        let count = ((high - low) / step).round() as u32;
        let rows = (0..=count).map(|n| low + f64::from(n) * step);
        let moments = match span > 0.0 {
            true => vec![first.at, first.at + (last.at - first.at) / 2, last.at],
            false => vec![first.at],
        };
        RatingPlot {
            line: svg_points(dots.iter().copied()),
            band: svg_points(upper.chain(lower.rev())),
            rows: rows.map(|value| AxisTick { value, place: y(value) }).collect(),
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

fn grid_step(range: f64) -> f64 {
    let fits = GRID_STEPS.into_iter().find(|step| range / step <= MAX_GRID_LINES);
    fits.unwrap_or_else(|| (range / MAX_GRID_LINES / 1000.0).ceil().max(1.0) * 1000.0)
}

fn svg_points(places: impl Iterator<Item = (f64, f64)>) -> String {
    places.fold(String::new(), |mut text, (x, y)| {
        let _ = write!(text, "{x:.1},{y:.1} ");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(at: i64, rating: f64, deviation: f64) -> RatingPoint {
        RatingPoint { game: String::new(), at, rating, deviation, delta: 0.0 }
    }

    #[test]
    fn everything_stands_inside() {
        let points = [point(0, 1500.0, 350.0), point(50, 1620.0, 200.0), point(400, 1310.0, 90.0)];
        let plot = RatingPlot::new(&points);
        let inside = |(x, y): &(f64, f64)| {
            (LEFT_MARGIN..=PLOT_WIDTH - RIGHT_MARGIN).contains(x)
                && (TOP_MARGIN..=PLOT_HEIGHT - BOTTOM_MARGIN).contains(y)
        };
        assert!(plot.dots.iter().all(inside), "{plot:?}");
        assert!(plot.dots[1].1 < plot.dots[0].1 && plot.dots[2].1 > plot.dots[0].1);
        assert!((2..=8).contains(&plot.rows.len()), "{:?}", plot.rows);
        assert_eq!(plot.columns.iter().map(|mark| mark.value).collect::<Vec<_>>(), [0, 200, 400]);
        assert_eq!(plot.band.split_whitespace().count(), 6);
    }

    #[test]
    fn one_game_stands_in_the_middle_and_none_nowhere() {
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
