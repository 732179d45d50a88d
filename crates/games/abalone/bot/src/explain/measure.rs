//! How the balls stand, in numbers: for moves that win or lose no ball at once.

use abaque_abalone::{Abalone, Action, Direction, Point, PointSet};
use abaque_core::Seat;

use super::{Fact, Told};

/// Something to count in a position, for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Steps from the centre, summed over the own balls; fewer are better.
    Centre,
    /// Pairs of own balls that touch; more are better.
    Cohesion,
    /// Balls in the largest connected group of own balls; more are better.
    LargestGroup,
    /// Own balls on the edge; fewer are better.
    Edge,
    /// Steps from the centre, summed over the opposing balls; more are better.
    OpposingCentre,
    /// Pairs of opposing balls that touch; fewer are better.
    OpposingCohesion,
}

impl Measure {
    /// Every measure.
    pub const ALL: [Measure; 6] = [
        Measure::Centre,
        Measure::Cohesion,
        Measure::LargestGroup,
        Measure::Edge,
        Measure::OpposingCentre,
        Measure::OpposingCohesion,
    ];

    /// The count for a player.
    pub fn count(self, game: &Abalone, seat: Seat) -> u32 {
        let (own, opposing) = (game.balls(seat), game.balls(seat.other()));
        match self {
            Measure::Centre => steps_from_centre(own),
            Measure::OpposingCentre => steps_from_centre(opposing),
            Measure::Cohesion => touching_pairs(own),
            Measure::OpposingCohesion => touching_pairs(opposing),
            Measure::LargestGroup => largest_group(own),
            Measure::Edge => own.into_iter().filter(|&point| ring(point) == 4).count() as u32,
        }
    }

    /// How much better `best` is than `other`, in units that one move typically changes.
    fn advantage(self, best: u32, other: u32) -> f64 {
        let more = f64::from(best) - f64::from(other);
        match self {
            Measure::Centre => -more / 2.0,
            Measure::Cohesion => more / 3.0,
            Measure::LargestGroup => more / 2.0,
            Measure::Edge => -more,
            Measure::OpposingCentre => more / 1.5,
            Measure::OpposingCohesion => -more / 2.5,
        }
    }
}

/// The measure in which the best move is farthest ahead, if it is in any.
pub(super) fn difference(
    seat: Seat,
    other: &Abalone,
    best: &Abalone,
    action: Action,
    told: Told,
) -> Option<Fact> {
    // An ejection changes the sums, and says more by itself.
    if Seat::ALL.into_iter().any(|seat| other.lost(seat) != best.lost(seat)) {
        return None;
    }
    let counted = Measure::ALL.map(|measure| {
        let [best, other] = [best, other].map(|game| measure.count(game, seat));
        (measure.advantage(best, other), Fact::Stands { seat, measure, best, other, action, told })
    });
    let ahead = counted.into_iter().filter(|(advantage, _)| *advantage > 0.0);
    ahead.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, fact)| fact)
}

fn ring(point: Point) -> u32 {
    let (row, number) = (i32::from(point.row()) - 4, i32::from(point.number()) - 5);
    row.unsigned_abs().max(number.unsigned_abs()).max((row - number).unsigned_abs())
}

fn steps_from_centre(balls: PointSet) -> u32 {
    balls.into_iter().map(ring).sum()
}

fn touching_pairs(balls: PointSet) -> u32 {
    let touches = |point: Point| {
        let near = Direction::ALL[..3].iter().filter_map(move |&toward| point.step(toward));
        near.filter(|&next| balls.contains(next)).count() as u32
    };
    balls.into_iter().map(touches).sum()
}

fn largest_group(balls: PointSet) -> u32 {
    let (mut left, mut largest) = (balls, 0);
    while let Some(start) = left.into_iter().next() {
        let (mut group, mut open) = (0, vec![start]);
        left = left.without(start);
        while let Some(point) = open.pop() {
            group += 1;
            let near = Direction::ALL.into_iter().filter_map(|toward| point.step(toward));
            for next in near.filter(|&next| left.contains(next)).collect::<Vec<_>>() {
                left = left.without(next);
                open.push(next);
            }
        }
        largest = largest.max(group);
    }
    largest
}
