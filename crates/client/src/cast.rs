use std::collections::HashMap;

use abaque_draw::geometry::At;
use abaque_draw::{Motion, Piece, Stage};

/// A piece that keeps its identity while it moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// The same number as long as it is the same piece.
    pub id: u32,
    /// How it looks now and where.
    pub piece: Piece,
    /// Whether it lies under the marks.
    pub floor: bool,
}

/// Everything that moves on a board, told apart from view to view: what a front end needs to let
/// pieces glide instead of jumping.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    next: u32,
    members: Vec<Member>,
    /// Pieces that just left, where they go to.
    leaving: Vec<(Member, At)>,
}

impl Cast {
    /// The pieces of a first view.
    pub fn new(stage: &Stage) -> Cast {
        let mut cast = Cast::default();
        cast.follow(stage, &Motion::default());
        cast
    }

    /// Those on the board, the farthest first.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Those that left with the last step, and where to.
    pub fn leaving(&self) -> &[(Member, At)] {
        &self.leaving
    }

    /// Goes over to the next view.
    pub fn follow(&mut self, stage: &Stage, motion: &Motion) {
        let moved: HashMap<&str, &str> =
            motion.moved.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        let left: HashMap<&str, At> =
            motion.left.iter().map(|(slot, at)| (slot.as_str(), *at)).collect();
        let mut known: HashMap<String, Member> = HashMap::new();
        self.leaving.clear();
        for member in std::mem::take(&mut self.members) {
            let slot = member.piece.slot.as_str();
            match left.get(slot) {
                Some(&to) => self.leaving.push((member, to)),
                None => {
                    let to = moved.get(slot).copied().unwrap_or(slot).to_owned();
                    known.insert(to, member);
                }
            }
        }
        let floor = stage.floor.iter().map(|piece| (piece, true));
        for (piece, floor) in floor.chain(stage.pieces.iter().map(|piece| (piece, false))) {
            // Where something else stands now, what stood there is gone.
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
            self.members.push(Member { id, piece: piece.clone(), floor });
        }
        // What is gone without a word fades where it stood.
        let mut gone: Vec<Member> = known.into_values().collect();
        gone.sort_by_key(|member| member.id);
        self.leaving.extend(gone.into_iter().map(|member| {
            let at = member.piece.at;
            (member, at)
        }));
    }
}

#[cfg(test)]
mod tests {
    use abaque_draw::{Options, motion, stage};

    use super::*;

    fn id(cast: &Cast, slot: &str) -> Option<u32> {
        let member = cast.members().iter().find(|member| member.piece.slot == slot);
        member.map(|member| member.id)
    }

    fn step(cast: &mut Cast, game: &mut Box<dyn abaque_catalog::AnyGame>, ply: &str) {
        let (spec, before) = (game.spec(), game.position());
        game.play(ply).unwrap();
        let after = stage(&spec, &game.position(), &Options::default()).unwrap();
        cast.follow(&after, &motion(&spec, &before, ply).unwrap());
    }

    #[test]
    fn a_pushed_ball_is_the_same_ball() {
        let position = "5/6/7/8/bbbww4/8/7/6/5 b 11-12 -";
        let mut game = abaque_catalog::open_at("abalone:target=14", position).unwrap();
        let first = stage(&game.spec(), position, &Options::default()).unwrap();
        let mut cast = Cast::new(&first);
        let ids = ["e1", "e2", "e3", "e4", "e5"].map(|slot| id(&cast, slot).unwrap());
        step(&mut cast, &mut game, "e1e2");
        assert_eq!(["e2", "e3", "e4", "e5", "e6"].map(|slot| id(&cast, slot).unwrap()), ids);
        assert_eq!(id(&cast, "e1"), None);
        assert!(cast.leaving().is_empty());
    }

    #[test]
    fn an_ejected_ball_leaves() {
        let position = "5/6/7/8/6bbw/8/7/6/5 b 12-13 -";
        let mut game = abaque_catalog::open_at("abalone:target=14", position).unwrap();
        let first = stage(&game.spec(), position, &Options::default()).unwrap();
        let mut cast = Cast::new(&first);
        let ball = id(&cast, "e9").unwrap();
        step(&mut cast, &mut game, "e7e8");
        let [(member, to)] = cast.leaving() else { panic!("{:?}", cast.leaving()) };
        assert_eq!(member.id, ball);
        assert!(to.x > member.piece.at.x);
        assert_eq!(cast.members().len(), 2);
    }

    /// Whatever happens, every piece is on the board or has just left: nothing is forgotten on a screen.
    #[test]
    fn nobody_gets_lost() {
        for entry in abaque_catalog::GAMES {
            let mut game = abaque_catalog::open((entry.info)().name).unwrap();
            let mut source = abaque_core::SplitMix(5);
            let first = stage(&game.spec(), &game.position(), &Options::default()).unwrap();
            let mut cast = Cast::new(&first);
            for _ in 0..200 {
                let ply = match game.turn() {
                    abaque_core::Turn::Over(_) => break,
                    abaque_core::Turn::Chance => game.rolls()[0].0.clone(),
                    abaque_core::Turn::Of(_) => game.random_action(&mut source).unwrap(),
                };
                let before: Vec<u32> = cast.members().iter().map(|member| member.id).collect();
                step(&mut cast, &mut game, &ply);
                let on = |id: &u32| cast.members().iter().any(|member| member.id == *id);
                let left = |id: &u32| cast.leaving().iter().any(|(member, _)| member.id == *id);
                assert!(before.iter().all(|id| on(id) != left(id)), "{} {ply}", game.spec());
            }
        }
    }

    #[test]
    fn a_plate_carries_its_pawns() {
        let position = "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 push";
        let mut game = abaque_catalog::open_at("abraxas:sheet=2", position).unwrap();
        let first = stage(&game.spec(), position, &Options::default()).unwrap();
        let mut cast = Cast::new(&first);
        let before: Vec<u32> = cast.members().iter().map(|member| member.id).collect();
        let places: Vec<At> = cast.members().iter().map(|member| member.piece.at).collect();
        step(&mut cast, &mut game, ">se");
        let after: Vec<u32> = cast.members().iter().map(|member| member.id).collect();
        assert_eq!(before, after);
        assert!(cast.members().iter().zip(places).all(|(now, then)| now.piece.at != then));
    }
}
