use std::fmt::Write;

/// Coordinates in a document: right and down.
pub type Point = (f64, f64);

/// A line through the points, as the `d` of an SVG path; empty without points.
pub fn line_path(points: impl IntoIterator<Item = Point>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let command = if path.is_empty() { 'M' } else { 'L' };
        // Writing to a `String` cannot fail.
        let _ = write!(path, "{command}{x:.1} {y:.1}");
    }
    path
}

/// The area between a line and a horizontal base.
pub fn area_path(points: &[Point], base: f64) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let corners = [(last.0, base), (first.0, base)];
    closed(line_path(points.iter().copied().chain(corners)))
}

/// The area between an upper and a lower line over the same places.
pub fn band_path(upper: &[Point], lower: &[Point]) -> String {
    closed(line_path(upper.iter().chain(lower.iter().rev()).copied()))
}

/// A bar that stands on a base (or hangs from it, with a negative height), `middle` its horizontal
/// centre.
pub fn bar_path(middle: f64, base: f64, width: f64, height: f64) -> String {
    let (left, up) = (middle - width / 2.0, -height);
    format!("M{left:.1} {base:.1}h{width:.1}v{up:.1}h-{width:.1}z")
}

fn closed(mut path: String) -> String {
    if !path.is_empty() {
        path.push('Z');
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_lines_areas_bands_and_bars() {
        let points = [(1.0, 2.0), (3.0, 4.25)];
        assert_eq!(line_path(points), "M1.0 2.0L3.0 4.2");
        assert_eq!(area_path(&points, 9.0), "M1.0 2.0L3.0 4.2L3.0 9.0L1.0 9.0Z");
        assert_eq!(
            band_path(&points, &[(1.0, 5.0), (3.0, 6.0)]),
            "M1.0 2.0L3.0 4.2L3.0 6.0L1.0 5.0Z"
        );
        assert_eq!(bar_path(5.0, 10.0, 2.0, 3.0), "M4.0 10.0h2.0v-3.0h-2.0z");
        assert_eq!((line_path([]), area_path(&[], 1.0), band_path(&[], &[])), Default::default());
    }
}
