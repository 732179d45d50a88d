//! The twelve ways to look at the board, for telling similar positions.

use abaque_abalone::{Abalone, Point, Points};

/// The solver's balls and the others, seen in each of the twelve ways.
pub(super) fn seen(game: &Abalone) -> Vec<[u64; 2]> {
    let sides = [game.balls(game.side()), game.balls(game.side().other())];
    (0..12).map(|way| sides.map(|balls| moved(balls, way).bits())).collect()
}

fn moved(balls: Points, way: usize) -> Points {
    balls.into_iter().filter_map(|point| image(point, way)).collect()
}

/// Where a point goes when the board is turned by `way % 6` sixths and perhaps mirrored.
fn image(point: Point, way: usize) -> Option<Point> {
    let (mut row, mut number) = (i32::from(point.row()) - 4, i32::from(point.number()) - 5);
    for _ in 0..way % 6 {
        (row, number) = (number, number - row);
    }
    if way >= 6 {
        (row, number) = (number, row);
    }
    Point::new(u8::try_from(row + 4).ok()?, u8::try_from(number + 5).ok()?)
}

/// In how many points two positions differ.
pub(super) fn distance(one: [u64; 2], other: [u64; 2]) -> u32 {
    (one[0] ^ other[0]).count_ones() + (one[1] ^ other[1]).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_a_different_permutation() {
        let all: Vec<Vec<Point>> =
            (0..12).map(|way| Point::all().filter_map(|p| image(p, way)).collect()).collect();
        for (i, images) in all.iter().enumerate() {
            assert_eq!(images.iter().copied().collect::<Points>(), Points::ALL);
            assert!(!all[..i].contains(images));
        }
    }
}
