//! A rating's history as a picture: where everything stands, not how it looks.

use std::fmt::Write;

use super::Point;

/// The picture's width, in its own units.
pub const WIDTH: f64 = 640.0;
/// The picture's height.
pub const HEIGHT: f64 = 260.0;

/// Room for the numbers at the left, and around the rest.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 38.0;

/// Steps between lines across that people can count in.
const STEPS: [f64; 8] = [10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 250.0, 500.0];
/// Lines across at most.
const LINES: f64 = 6.0;

/// A value on an axis and where it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark<T> {
    /// The value.
    pub value: T,
    /// Its place on the axis.
    pub place: f64,
}

/// A history as a picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plot {
    /// Where each point stands.
    pub dots: Vec<(f64, f64)>,
    /// The line through them, as SVG writes points.
    pub line: String,
    /// The area between rating and deviation up and down, the same way.
    pub band: String,
    /// Ratings along the left.
    pub rows: Vec<Mark<f64>>,
    /// Moments along the foot: the first, one in the middle, the last.
    pub columns: Vec<Mark<i64>>,
}

impl Plot {
    /// The picture of a history, oldest first.
    pub fn new(points: &[Point]) -> Plot {
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            return Plot::default();
        };
        let low =
            points.iter().fold(f64::MAX, |low, point| low.min(point.rating - point.deviation));
        let high =
            points.iter().fold(f64::MIN, |high, point| high.max(point.rating + point.deviation));
        let step = step(high - low);
        let (low, high) =
            ((low / step).floor() * step, ((high / step).ceil() * step).max(low + step));
        let y = |rating: f64| TOP + (high - rating) / (high - low) * (HEIGHT - TOP - BOTTOM);
        let span = (last.at - first.at) as f64;
        let x = |at: i64| {
            let share = if span > 0.0 { (at - first.at) as f64 / span } else { 0.5 };
            LEFT + share * (WIDTH - LEFT - RIGHT)
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
        Plot {
            line: written(dots.iter().copied()),
            band: written(upper.chain(lower.rev())),
            rows: rows.map(|value| Mark { value, place: y(value) }).collect(),
            columns: moments.into_iter().map(|value| Mark { value, place: x(value) }).collect(),
            dots,
        }
    }

    /// The point nearest to a place along the foot.
    pub fn nearest(&self, x: f64) -> Option<usize> {
        let far = |n: usize| (self.dots[n].0 - x).abs();
        (0..self.dots.len()).min_by(|&one, &other| far(one).total_cmp(&far(other)))
    }
}

fn step(range: f64) -> f64 {
    let fits = STEPS.into_iter().find(|step| range / step <= LINES);
    fits.unwrap_or_else(|| (range / LINES / 1000.0).ceil().max(1.0) * 1000.0)
}

fn written(places: impl Iterator<Item = (f64, f64)>) -> String {
    places.fold(String::new(), |mut text, (x, y)| {
        let _ = write!(text, "{x:.1},{y:.1} ");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(at: i64, rating: f64, deviation: f64) -> Point {
        Point { game: String::new(), at, rating, deviation, delta: 0.0 }
    }

    #[test]
    fn everything_stands_inside() {
        let points = [point(0, 1500.0, 350.0), point(50, 1620.0, 200.0), point(400, 1310.0, 90.0)];
        let plot = Plot::new(&points);
        let inside = |(x, y): &(f64, f64)| {
            (LEFT..=WIDTH - RIGHT).contains(x) && (TOP..=HEIGHT - BOTTOM).contains(y)
        };
        assert!(plot.dots.iter().all(inside), "{plot:?}");
        assert!(plot.dots[1].1 < plot.dots[0].1 && plot.dots[2].1 > plot.dots[0].1);
        assert!((2..=8).contains(&plot.rows.len()), "{:?}", plot.rows);
        assert_eq!(plot.columns.iter().map(|mark| mark.value).collect::<Vec<_>>(), [0, 200, 400]);
        assert_eq!(plot.band.split_whitespace().count(), 6);
    }

    #[test]
    fn one_game_stands_in_the_middle_and_none_nowhere() {
        let plot = Plot::new(&[point(7, 1500.0, 0.0)]);
        assert_eq!((plot.columns.len(), plot.dots.len()), (1, 1));
        assert!(plot.rows.len() >= 2 && plot.dots[0].1.is_finite());
        assert_eq!(Plot::new(&[]), Plot::default());
        assert_eq!(Plot::default().nearest(3.0), None);
    }

    #[test]
    fn the_nearest_point_is_found() {
        let plot =
            Plot::new(&[point(0, 1500.0, 9.0), point(1, 1500.0, 9.0), point(10, 1500.0, 9.0)]);
        assert_eq!(plot.nearest(0.0), Some(0));
        assert_eq!(plot.nearest(WIDTH), Some(2));
        assert_eq!(plot.nearest(plot.dots[1].0 + 1.0), Some(1));
    }
}
