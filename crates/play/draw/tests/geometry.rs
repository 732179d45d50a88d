//! Every square has its own place inside the picture.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_draw::geometry::{BoardSpot, SpotShape, UnitPoint};
use abaque_draw::spots;

#[test]
fn squares_are_distinct_and_inside_the_picture() {
    for sample in common::samples() {
        // The start of the player to act has two names: `s` and the one with its colour.
        let named: Vec<(String, BoardSpot)> = spots(&sample.spec, &sample.view)
            .unwrap()
            .into_iter()
            .filter(|(name, _)| name != "s")
            .collect();
        for (i, (name, spot)) in named.iter().enumerate() {
            for place in spot.outline() {
                assert!((0.0..=1.0).contains(&place.x) && (0.0..=1.0).contains(&place.y), "{name}");
            }
            assert!(spot.contains(spot.at));
            for (other, there) in &named[i + 1..] {
                assert_ne!(name, other);
                assert!(spot.at.distance(there.at) > 0.03, "{name} {other}");
                assert!(!spot.contains(there.at), "{name} {other}");
            }
        }
    }
}

#[test]
fn boards_have_all_their_squares() {
    let count = |spec: &str, view: &str| spots(spec, view).unwrap().len();
    assert_eq!(count("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -"), 61);
    // 64 holes and four rim corners.
    assert_eq!(count("abraxas", "8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner"), 68);
    // 32 squares, the starts, the pond, the chief's place.
    assert_eq!(count("abagio", "- 6-6 0-0 - first"), 37);
    // 44 fields and two handles.
    assert_eq!(count("blocs", &common::blocs().to_string()), 46);
}

#[test]
fn holes_move_with_the_plate() {
    let hole = |corner: &str| {
        let view = format!("8/8/8/8/8/8/8/8 {corner} 1 24 0-0 3-3 place");
        let named = spots("abraxas", &view).unwrap();
        named.into_iter().find(|(name, _)| name == "a1").unwrap().1.at
    };
    let (sw, se, ne) = (hole("sw"), hole("se"), hole("ne"));
    let pitch = 0.86 / 9.0;
    assert!((se.x - sw.x - pitch).abs() < 1e-9 && se.y == sw.y);
    assert!((se.y - ne.y - pitch).abs() < 1e-9 && ne.x == se.x);
}

#[test]
fn spots_contain_the_points_of_their_shape() {
    let corner = UnitPoint::new(0.58, 0.58);
    for (form, inside) in
        [(SpotShape::Square, true), (SpotShape::Round, false), (SpotShape::Diamond, false)]
    {
        let spot = BoardSpot::new(UnitPoint::new(0.5, 0.5), 0.1, form);
        assert_eq!(spot.contains(corner), inside, "{form:?}");
        assert_eq!(spot.flipped().flipped(), spot);
    }
}
