//! Walking over a board with the arrow keys.

use abaque_draw::geometry::{At, Spot, Spots};

/// Where an arrow key points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrow {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Arrow {
    /// The arrow of a key's name.
    pub fn of_key(key: &str) -> Option<Arrow> {
        Some(match key {
            "ArrowUp" => Arrow::Up,
            "ArrowDown" => Arrow::Down,
            "ArrowLeft" => Arrow::Left,
            "ArrowRight" => Arrow::Right,
            _ => return None,
        })
    }

    /// How far `to` lies in this direction and beside it.
    fn apart(self, from: At, to: At) -> (f64, f64) {
        let (x, y) = (to.x - from.x, to.y - from.y);
        match self {
            Arrow::Up => (-y, x.abs()),
            Arrow::Down => (y, x.abs()),
            Arrow::Left => (-x, y.abs()),
            Arrow::Right => (x, y.abs()),
        }
    }
}

/// Every place once, under the last of its names: what comes before is another way to write it, and only the last is what
/// actions touch.
pub fn places(spots: &[(String, Spot)]) -> Spots {
    let mut places: Spots = Vec::new();
    for (name, spot) in spots {
        match places.iter_mut().find(|(_, known)| known.at == spot.at) {
            Some((known, _)) => name.clone_into(known),
            None => places.push((name.clone(), *spot)),
        }
    }
    places
}

/// The square one comes to from a place: the nearest within a right angle, straight ones before slanted ones, but no row
/// of a hexagon is passed over.
pub fn next(spots: &[(String, Spot)], from: At, arrow: Arrow) -> Option<&str> {
    let ahead = spots.iter().filter_map(|(name, spot)| {
        let (along, beside) = arrow.apart(from, spot.at);
        (along > 1e-6 && beside <= along * 1.8).then_some((name, along + 1.5 * beside))
    });
    ahead.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name.as_str())
}

/// The square under a pointer: the one it lies in, else the nearest within reach.
pub fn under(spots: &[(String, Spot)], place: At) -> Option<&str> {
    let distance = |spot: &Spot| spot.at.distance(place);
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

    /// Every square of every game can be reached from every other one.
    #[test]
    fn rows_of_a_hexagon_follow_each_other() {
        let start = abaque_catalog::open("abalone").unwrap().position();
        let spots = abaque_draw::spots("abalone", &start).unwrap();
        let mut here = "a3".to_owned();
        for row in 'b'..='i' {
            let at = spots.iter().find(|(name, _)| *name == here).unwrap().1.at;
            here = next(&spots, at, Arrow::Up).unwrap().to_owned();
            assert!(here.starts_with(row), "{here}");
        }
    }

    #[test]
    fn the_keys_reach_every_square() {
        for entry in abaque_catalog::GAMES {
            let game = abaque_catalog::open((entry.info)().name).unwrap();
            let view = game.view(abaque_core::Observer::Spectator);
            let spots = abaque_draw::spots(&game.spec(), &view).unwrap();
            let mut seen = BTreeSet::from([spots[0].0.as_str()]);
            let mut todo = vec![spots[0].0.as_str()];
            while let Some(name) = todo.pop() {
                let from = spots.iter().find(|(known, _)| known == name).unwrap().1.at;
                for arrow in [Arrow::Up, Arrow::Down, Arrow::Left, Arrow::Right] {
                    if let Some(to) = next(&spots, from, arrow)
                        && seen.insert(to)
                    {
                        todo.push(to);
                    }
                }
            }
            // One place may have several names.
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
        assert_eq!(under(&spots, at.shifted(0.01, -0.01)), Some("e5"));
        assert_eq!(under(&spots, At::new(0.0, 0.0)), None);
    }
}
