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

/// The square under a pointer: the one containing it, else the nearest within reach.
pub fn square_at(spots: &[(String, BoardSpot)], place: UnitPoint) -> Option<&str> {
    let distance = |spot: &BoardSpot| spot.at.distance(place);
    let inside = spots.iter().filter(|(_, spot)| spot.contains(place));
    let inside = inside.min_by(|a, b| distance(&a.1).total_cmp(&distance(&b.1)));
    let near = || {
        let all = spots.iter().filter(|(_, spot)| distance(spot) <= spot.half * 1.25);
        all.min_by(|a, b| distance(&a.1).total_cmp(&distance(&b.1)))
    };
    inside.or_else(near).map(|(name, _)| name.as_str())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Arrow keys reach every square of every game from every other one.
    #[test]
    fn rows_of_a_hexagon_follow_each_other() {
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
    fn the_keys_reach_every_square() {
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
    fn pointers_find_squares() {
        let game = abaque_catalog::open("abalone").unwrap();
        let spots = abaque_draw::spots("abalone", &game.position()).unwrap();
        let at = spots.iter().find(|(name, _)| name == "e5").unwrap().1.at;
        assert_eq!(square_at(&spots, at.shifted(0.01, -0.01)), Some("e5"));
        assert_eq!(square_at(&spots, UnitPoint::new(0.0, 0.0)), None);
    }
}
