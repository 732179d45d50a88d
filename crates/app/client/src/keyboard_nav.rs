//! Moving between squares with the arrow keys.

use abaque_draw::geometry::{BoardSpot, NamedSpots, UnitPoint};

/// An arrow key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrowKey {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

impl ArrowKey {
    /// Parses a DOM key name.
    pub fn from_key(key: &str) -> Option<ArrowKey> {
        Some(match key {
            "ArrowUp" => ArrowKey::Up,
            "ArrowDown" => ArrowKey::Down,
            "ArrowLeft" => ArrowKey::Left,
            "ArrowRight" => ArrowKey::Right,
            _ => return None,
        })
    }

    /// Distance to `to` along this direction and across it.
    fn offsets(self, from: UnitPoint, to: UnitPoint) -> (f64, f64) {
        let (x, y) = (to.x - from.x, to.y - from.y);
        match self {
            ArrowKey::Up => (-y, x.abs()),
            ArrowKey::Down => (y, x.abs()),
            ArrowKey::Left => (-x, y.abs()),
            ArrowKey::Right => (x, y.abs()),
        }
    }
}

/// Each spot once, under the last of its names: the earlier ones are aliases, and actions use only
/// the last.
pub fn distinct_spots(spots: &[(String, BoardSpot)]) -> NamedSpots {
    let mut places: NamedSpots = Vec::new();
    for (name, spot) in spots {
        match places.iter_mut().find(|(_, known)| known.at == spot.at) {
            Some((known, _)) => name.clone_into(known),
            None => places.push((name.clone(), *spot)),
        }
    }
    places
}

/// The square an arrow key leads to: the nearest within a right angle, straight before slanted,
/// without skipping a row of a hexagon.
pub fn next_square(
    spots: &[(String, BoardSpot)],
    from: UnitPoint,
    arrow: ArrowKey,
) -> Option<&str> {
    let ahead = spots.iter().filter_map(|(name, spot)| {
        let (along, beside) = arrow.offsets(from, spot.at);
        (along > 1e-6 && beside <= along * 1.8).then_some((name, along + 1.5 * beside))
    });
    ahead.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name.as_str())
}

/// The square under a pointer. A usable square that contains it comes first, then any other that
/// does; else the nearest usable one whose target, at least `reach` in every direction, contains it,
/// else the nearest one just beyond its edge.
pub fn square_at(
    spots: &[(String, BoardSpot)],
    place: UnitPoint,
    reach: f64,
    is_usable: impl Fn(&str) -> bool,
) -> Option<&str> {
    let nearest = |fits: &dyn Fn(&str, &BoardSpot) -> bool| {
        let fitting = spots.iter().filter(|(name, spot)| fits(name, spot));
        let by = |spot: &BoardSpot| (spot.distance_beyond(place, 0.0), spot.at.distance(place));
        fitting
            .min_by(|a, b| {
                let ((edge_a, centre_a), (edge_b, centre_b)) = (by(&a.1), by(&b.1));
                edge_a.total_cmp(&edge_b).then(centre_a.total_cmp(&centre_b))
            })
            .map(|(name, _)| name.as_str())
    };
    nearest(&|name, spot| spot.contains(place) && is_usable(name))
        .or_else(|| nearest(&|_, spot| spot.contains(place)))
        .or_else(|| {
            nearest(&|name, spot| spot.distance_beyond(place, reach) == 0.0 && is_usable(name))
        })
        .or_else(|| nearest(&|_, spot| spot.distance_beyond(place, spot.half * 1.25) == 0.0))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Arrow keys reach every square of every game from every other one.
    #[test]
    fn arrow_keys_follow_the_rows_of_a_hexagon() {
        let start = abaque_catalog::open("abalone").unwrap().position();
        let spots = abaque_draw::spots("abalone", &start).unwrap();
        let mut here = "a3".to_owned();
        for row in 'b'..='i' {
            let at = spots.iter().find(|(name, _)| *name == here).unwrap().1.at;
            here = next_square(&spots, at, ArrowKey::Up).unwrap().to_owned();
            assert!(here.starts_with(row), "{here}");
        }
    }

    #[test]
    fn arrow_keys_reach_every_square() {
        for entry in abaque_catalog::GAMES {
            let game = abaque_catalog::open((entry.description)().name).unwrap();
            let view = game.view(abaque_core::Observer::Spectator);
            let spots = abaque_draw::spots(&game.spec(), &view).unwrap();
            let mut seen = BTreeSet::from([spots[0].0.as_str()]);
            let mut todo = vec![spots[0].0.as_str()];
            while let Some(name) = todo.pop() {
                let from = spots.iter().find(|(known, _)| known == name).unwrap().1.at;
                for arrow in [ArrowKey::Up, ArrowKey::Down, ArrowKey::Left, ArrowKey::Right] {
                    if let Some(to) = next_square(&spots, from, arrow)
                        && seen.insert(to)
                    {
                        todo.push(to);
                    }
                }
            }
            // One spot may have several names.
            let place =
                |name: &str| spots.iter().find(|(known, _)| known == name).map(|(_, spot)| spot.at);
            let places: Vec<_> = seen.iter().filter_map(|name| place(name)).collect();
            let missed: Vec<&String> = spots
                .iter()
                .filter(|(_, spot)| !places.contains(&spot.at))
                .map(|(name, _)| name)
                .collect();
            assert!(missed.is_empty(), "{}: {missed:?}", game.spec());
        }
    }

    #[test]
    fn a_pointer_finds_the_nearest_square() {
        let game = abaque_catalog::open("abalone").unwrap();
        let spots = abaque_draw::spots("abalone", &game.position()).unwrap();
        let at = spots.iter().find(|(name, _)| name == "e5").unwrap().1.at;
        let find = |place| square_at(&spots, place, 0.0, |_| true);
        assert_eq!(find(at.shifted(0.01, -0.01)), Some("e5"));
        assert_eq!(find(UnitPoint::new(0.0, 0.0)), None);
    }

    /// On a phone the board is 374 pixels wide; a finger needs 44.
    #[test]
    fn abr_03_a_press_on_or_near_an_arrow_pushes() {
        let view = "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 push";
        let game = abaque_catalog::open_at("abraxas:sheet=2", view).unwrap();
        let input = crate::MoveInput::new("abraxas:sheet=2", view, &game.offered_plies()).unwrap();
        let spots = abaque_draw::spots("abraxas:sheet=2", view).unwrap();
        let reach = 22.0 / 374.0;
        let find =
            |x, y| square_at(&spots, UnitPoint::new(x, y), reach, |square| input.is_usable(square));
        for x in [0.36, 0.45, 0.5, 0.55, 0.64] {
            for y in [0.92, 0.93, 0.956, 0.98, 0.999] {
                assert_eq!(find(x, y), Some("se"), "{x} {y}");
            }
        }
        assert_eq!(find(0.956, 0.5), None, "the arrow on the right leads nowhere now");
    }

    #[test]
    fn a_touch_between_squares_means_the_usable_one() {
        let game = abaque_catalog::open("abalone").unwrap();
        let spots = abaque_draw::spots("abalone", &game.position()).unwrap();
        let at = |name: &str| spots.iter().find(|(known, _)| known == name).unwrap().1;
        let (e5, e6) = (at("e5"), at("e6"));
        let edge = UnitPoint::new(e5.at.x + e5.half + 0.001, e5.at.y);
        assert!(edge.x < e6.at.x - e6.half, "between the two");
        assert_eq!(square_at(&spots, edge, 0.06, |square| square == "e6"), Some("e6"));
        assert_eq!(square_at(&spots, e5.at, 0.06, |square| square == "e6"), Some("e5"));
    }
}
