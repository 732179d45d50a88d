//! A board in layers equals the whole board, and its pieces follow their motion.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{HashMap, HashSet};

use abaque_core::{Observer, Seat, SplitMix, Turn};
use abaque_draw::geometry::UnitPoint;
use abaque_draw::{BoardLayers, DrawOptions, Motion, Piece, board_layers, motion, svg};

fn all(stage: &BoardLayers) -> impl Iterator<Item = &Piece> {
    stage.floor.iter().chain(&stage.pieces)
}

#[test]
fn board_layers_are_the_parts_of_the_picture() {
    for sample in common::samples() {
        for flip in [false, true] {
            let options = DrawOptions { flip, panels: false, ..DrawOptions::default() };
            let picture = svg(&sample.spec, &sample.view, &options).unwrap();
            let stage = board_layers(&sample.spec, &sample.view, &options).unwrap();
            assert!(picture.contains(&stage.defs));
            assert!(picture.contains(&stage.ground) && picture.contains(&stage.labels));
            assert!(picture.contains(&stage.over));
            let uses = |text: &str| text.matches("<use ").count();
            let parts: usize = all(&stage).map(|piece| uses(&piece.svg)).sum();
            let rest = [&stage.defs, &stage.ground, &stage.labels, &stage.over];
            assert_eq!(uses(&picture), parts + rest.map(|part| uses(part)).iter().sum::<usize>());
            let slots: HashSet<&String> = all(&stage).map(|piece| &piece.slot).collect();
            assert_eq!(slots.len(), all(&stage).count(), "slots are unique");
            for piece in all(&stage) {
                assert!((0.0..=1.0).contains(&piece.at.x) && (0.0..=1.0).contains(&piece.at.y));
            }
        }
    }
}

/// Tracks every piece through random games: moved and unmoved pieces keep their kind.
fn follow(spec: &str, games: u64, plies: u32) {
    for seed in 0..games {
        let mut source = SplitMix(seed);
        let mut game = abaque_catalog::open(spec).unwrap();
        for _ in 0..plies {
            let Some(ply) = common::random_ply(&*game, &mut source) else { break };
            // Uses the mover's view: no view may lose a piece that stays on the board.
            let mover = match game.turn() {
                Turn::Of(seat) => seat,
                _ => Seat::First,
            };
            let by = Observer::Player(mover);
            let before = game.view(by);
            game.play(&ply).unwrap();
            let after = game.view(by);
            let [one, two] = [&before, &after]
                .map(|view| board_layers(spec, view, &DrawOptions::default()).unwrap());
            let motion = motion(spec, &before, &ply).unwrap();
            compare(&one, &two, &motion, &format!("{spec} {before} {ply}"));
        }
    }
}

fn compare(one: &BoardLayers, two: &BoardLayers, motion: &Motion, case: &str) {
    let after: HashMap<&str, &Piece> = all(two).map(|piece| (&*piece.slot, piece)).collect();
    let moved: HashMap<&str, &str> = motion.moved.iter().map(|(a, b)| (&**a, &**b)).collect();
    let left: HashMap<&str, UnitPoint> =
        motion.removed.iter().map(|(slot, at)| (&**slot, *at)).collect();
    let mut taken = HashSet::new();
    for piece in all(one) {
        if left.contains_key(&*piece.slot) {
            continue;
        }
        let to = moved.get(&*piece.slot).copied().unwrap_or(&piece.slot);
        let Some(then) = after.get(to) else {
            assert!(matches!(piece.class, "rod" | "chief"), "{} is lost: {case}", piece.slot);
            continue;
        };
        assert_eq!(piece.class, then.class, "{}: {case}", piece.slot);
        assert!(taken.insert(to), "two pieces in {to}: {case}");
    }
    // A slot that was left stays empty unless another piece arrives, or one of another kind is new.
    for piece in all(one).filter(|piece| left.contains_key(&*piece.slot)) {
        let slot = &*piece.slot;
        let is_new = after.get(slot).is_none_or(|then| then.class != piece.class);
        assert!(is_new || taken.contains(slot), "{slot} left: {case}");
    }
}

#[test]
fn pieces_go_where_their_motion_says() {
    for spec in common::specs() {
        follow(spec, 4, 200);
    }
}

#[test]
fn a_ball_pushed_off_goes_over_the_rim() {
    let view = "5/6/7/8/6bbw/8/7/6/5 b 12-13 -";
    let motion = motion("abalone:target=14", view, "e7e8").unwrap();
    assert_eq!(motion.moved.len(), 2);
    let [(slot, at)] = &motion.removed[..] else { panic!("{motion:?}") };
    assert_eq!(slot, "e9");
    assert!(at.x > 0.9 && (at.y - 0.5).abs() < 1e-9, "{at:?}");
}

#[test]
fn a_lot_moves_nothing_and_nonsense_is_refused() {
    let start = abaque_catalog::open("abagio").unwrap().position();
    assert_eq!(motion("abagio", &start, "d31").unwrap(), Motion::default());
    assert!(motion("abagio", &start, "zz").is_err());
    assert!(motion("abalone", "nonsense", "a1b1").is_err());
    assert!(board_layers("chess", "", &DrawOptions::default()).is_err());
}
