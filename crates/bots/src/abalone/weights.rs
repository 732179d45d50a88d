use super::value::Weights;

/// The weights play uses.
#[rustfmt::skip]
pub static WEIGHTS: Weights = Weights([
    [150, 150], [125, 125], [115, 115], [105, 105], [100, 100], [100, 100], [100, 100], [100, 100],
    [26, 20], [23, 18], [17, 14], [9, 8], [-6, -6],
    [-14, -14], [-6, -6], [0, 0], [4, 4], [8, 8], [11, 11], [14, 14],
    [2, 2], [0, 0], [4, 4], [-10, -10], [4, 4],
    [4, 4], [5, 5], [25, 25], [50, 50], [5, 5],
]);

/// A value of so many hundredths of a ball wins e to 1.
pub(super) const SCALE: f64 = 150.0;
