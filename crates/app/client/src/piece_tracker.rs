use std::collections::HashMap;

use abaque_draw::geometry::UnitPoint;
use abaque_draw::{BoardLayers, Motion, Piece};

/// A piece that keeps its identity while it moves.
#[derive(Clone, PartialEq, Debug)]
pub struct TrackedPiece {
    /// Stable while it is the same piece.
    pub id: u32,
    /// Its current look and place.
    pub piece: Piece,
    /// Whether it lies under the marks.
    pub floor: bool,
}

/// Matches pieces from view to view, so that a front end can animate their moves.
#[derive(Clone, Debug, Default)]
pub struct PieceTracker {
    next: u32,
    pieces: Vec<TrackedPiece>,
    /// Pieces that just left, with their destination.
    leaving: Vec<(TrackedPiece, UnitPoint)>,
}

impl PieceTracker {
    /// Starts with the pieces of a first view.
    pub fn new(stage: &BoardLayers) -> PieceTracker {
        let mut tracker = PieceTracker::default();
        tracker.update(stage, &Motion::default());
        tracker
    }

    /// The pieces on the board, the farthest first.
    pub fn pieces(&self) -> &[TrackedPiece] {
        &self.pieces
    }

    /// The pieces that left with the last update, with their destination.
    pub fn leaving(&self) -> &[(TrackedPiece, UnitPoint)] {
        &self.leaving
    }

    /// Moves on to the next view.
    pub fn update(&mut self, stage: &BoardLayers, motion: &Motion) {
        let moved: HashMap<&str, &str> =
            motion.moved.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        let left: HashMap<&str, UnitPoint> =
            motion.removed.iter().map(|(slot, at)| (slot.as_str(), *at)).collect();
        let mut known: HashMap<String, TrackedPiece> = HashMap::new();
        self.leaving.clear();
        for tracked in std::mem::take(&mut self.pieces) {
            let slot = tracked.piece.slot.as_str();
            match left.get(slot) {
                Some(&to) => self.leaving.push((tracked, to)),
                None => {
                    let to = moved.get(slot).copied().unwrap_or(slot).to_owned();
                    known.insert(to, tracked);
                }
            }
        }
        let floor = stage.floor.iter().map(|piece| (piece, true));
        for (piece, floor) in floor.chain(stage.pieces.iter().map(|piece| (piece, false))) {
            // A different piece on its square means that the old piece is gone.
            let same = known
                .get(&piece.slot)
                .is_some_and(|old| old.piece.class == piece.class)
                .then(|| known.remove(&piece.slot))
                .flatten();
            let id = same.map_or_else(
                || {
                    self.next += 1;
                    self.next
                },
                |old| old.id,
            );
            self.pieces.push(TrackedPiece { id, piece: piece.clone(), floor });
        }
        // Pieces without a destination fade out where they stood.
        let mut gone: Vec<TrackedPiece> = known.into_values().collect();
        gone.sort_by_key(|tracked| tracked.id);
        self.leaving.extend(gone.into_iter().map(|tracked| {
            let at = tracked.piece.at;
            (tracked, at)
        }));
    }
}

#[cfg(test)]
mod tests {
    use abaque_draw::{DrawOptions, board_layers, motion};

    use super::*;

    fn id(tracker: &PieceTracker, slot: &str) -> Option<u32> {
        let tracked = tracker.pieces().iter().find(|tracked| tracked.piece.slot == slot);
        tracked.map(|tracked| tracked.id)
    }

    fn step(tracker: &mut PieceTracker, game: &mut Box<dyn abaque_catalog::AnyGame>, ply: &str) {
        let (spec, before) = (game.spec(), game.position());
        game.play(ply).unwrap();
        let after = board_layers(&spec, &game.position(), &DrawOptions::default()).unwrap();
        tracker.update(&after, &motion(&spec, &before, ply).unwrap());
    }

    #[test]
    fn a_pushed_ball_keeps_its_identity() {
        let position = "5/6/7/8/bbbww4/8/7/6/5 b 11-12 -";
        let mut game = abaque_catalog::open_at("abalone:target=14", position).unwrap();
        let first = board_layers(&game.spec(), position, &DrawOptions::default()).unwrap();
        let mut tracker = PieceTracker::new(&first);
        let ids = ["e1", "e2", "e3", "e4", "e5"].map(|slot| id(&tracker, slot).unwrap());
        step(&mut tracker, &mut game, "e1e2");
        assert_eq!(["e2", "e3", "e4", "e5", "e6"].map(|slot| id(&tracker, slot).unwrap()), ids);
        assert_eq!(id(&tracker, "e1"), None);
        assert!(tracker.leaving().is_empty());
    }

    #[test]
    fn an_ejected_ball_is_no_longer_tracked() {
        let position = "5/6/7/8/6bbw/8/7/6/5 b 12-13 -";
        let mut game = abaque_catalog::open_at("abalone:target=14", position).unwrap();
        let first = board_layers(&game.spec(), position, &DrawOptions::default()).unwrap();
        let mut tracker = PieceTracker::new(&first);
        let ball = id(&tracker, "e9").unwrap();
        step(&mut tracker, &mut game, "e7e8");
        let [(tracked, to)] = tracker.leaving() else { panic!("{:?}", tracker.leaving()) };
        assert_eq!(tracked.id, ball);
        assert!(to.x > tracked.piece.at.x);
        assert_eq!(tracker.pieces().len(), 2);
    }

    /// After any ply, every piece is on the board or has just left.
    #[test]
    fn no_piece_is_lost_from_tracking() {
        for entry in abaque_catalog::GAMES {
            let mut game = abaque_catalog::open((entry.description)().name).unwrap();
            let mut source = abaque_core::SplitMix(5);
            let first =
                board_layers(&game.spec(), &game.position(), &DrawOptions::default()).unwrap();
            let mut tracker = PieceTracker::new(&first);
            for _ in 0..200 {
                let ply = match game.turn() {
                    abaque_core::Turn::Over(_) => break,
                    abaque_core::Turn::Chance => game.rolls()[0].0.clone(),
                    abaque_core::Turn::Of(_) => game.random_action(&mut source).unwrap(),
                };
                let before: Vec<u32> = tracker.pieces().iter().map(|tracked| tracked.id).collect();
                step(&mut tracker, &mut game, &ply);
                let on = |id: &u32| tracker.pieces().iter().any(|tracked| tracked.id == *id);
                let left =
                    |id: &u32| tracker.leaving().iter().any(|(tracked, _)| tracked.id == *id);
                assert!(before.iter().all(|id| on(id) != left(id)), "{} {ply}", game.spec());
            }
        }
    }

    #[test]
    fn pawns_move_with_the_plate() {
        let position = "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 push";
        let mut game = abaque_catalog::open_at("abraxas:sheet=2", position).unwrap();
        let first = board_layers(&game.spec(), position, &DrawOptions::default()).unwrap();
        let mut tracker = PieceTracker::new(&first);
        let before: Vec<u32> = tracker.pieces().iter().map(|tracked| tracked.id).collect();
        let places: Vec<UnitPoint> =
            tracker.pieces().iter().map(|tracked| tracked.piece.at).collect();
        step(&mut tracker, &mut game, ">se");
        let after: Vec<u32> = tracker.pieces().iter().map(|tracked| tracked.id).collect();
        assert_eq!(before, after);
        assert!(tracker.pieces().iter().zip(places).all(|(now, then)| now.piece.at != then));
    }
}
