//! The twelve board symmetries, for detecting similar positions.

use abaque_abalone::{Abalone, Point, PointSet};

/// The solver's and the opponent's balls under each symmetry.
pub(super) fn all_images(game: &Abalone) -> Vec<[u64; 2]> {
    let sides = [game.balls(game.side()), game.balls(game.side().other())];
    (0..12).map(|way| sides.map(|balls| points_image(balls, way).bits())).collect()
}

fn points_image(balls: PointSet, way: usize) -> PointSet {
    balls.into_iter().filter_map(|point| point_image(point, way)).collect()
}

/// By symmetry and index of a point: the index of its image.
pub(super) fn permutations() -> Vec<[u8; 61]> {
    (0..12)
        .map(|way| {
            let mut images = [0; 61];
            for point in Point::all() {
                if let Some(image) = point_image(point, way) {
                    images[point.index()] = image.index() as u8;
                }
            }
            images
        })
        .collect()
}

/// Image of a point under rotation by `way % 6` sixths, mirrored for the upper half of `way`.
fn point_image(point: Point, way: usize) -> Option<Point> {
    let (mut row, mut number) = (i32::from(point.row()) - 4, i32::from(point.number()) - 5);
    for _ in 0..way % 6 {
        (row, number) = (number, number - row);
    }
    if way >= 6 {
        (row, number) = (number, row);
    }
    Point::new(u8::try_from(row + 4).ok()?, u8::try_from(number + 5).ok()?)
}

/// Number of points in which two positions differ.
pub(super) fn distance(one: [u64; 2], other: [u64; 2]) -> u32 {
    (one[0] ^ other[0]).count_ones() + (one[1] ^ other[1]).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twelve_symmetries_are_different_permutations() {
        let all: Vec<Vec<Point>> =
            (0..12).map(|way| Point::all().filter_map(|p| point_image(p, way)).collect()).collect();
        for (i, images) in all.iter().enumerate() {
            assert_eq!(images.iter().copied().collect::<PointSet>(), PointSet::ALL);
            assert!(!all[..i].contains(images));
        }
    }
}
