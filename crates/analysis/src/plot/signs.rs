//! Where the signs of marked moves stand: near their dots, over no other sign and no dot, inside the frame.

use abaque_core::Seat;

use super::{LEFT, RIGHT, TALL, TOP, WIDTH};
use crate::Mark;

type Point = (f64, f64);

/// A marked move on the curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    pub(super) at: Point,
    pub(super) mark: Mark,
    pub(super) seat: Seat,
}

impl Dot {
    pub(super) fn radius(&self) -> f64 {
        if self.mark == Mark::Inaccuracy { 3.5 } else { 5.0 }
    }

    fn room(&self) -> Room {
        // Half a unit for the rim.
        let side = 2.0 * self.radius() + 1.0;
        Room::around(self.at, (side, side))
    }
}

/// A sign and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign {
    pub(super) mark: Mark,
    /// The middle of its foot.
    pub(super) foot: Point,
    /// A line from its dot, where it stands away from it.
    pub(super) leader: Option<(Point, Point)>,
    room: Room,
}

/// A part of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// Signs stay inside the chances.
const FRAME: Room =
    Room { left: LEFT + 1.0, top: TOP + 1.0, right: WIDTH - RIGHT, bottom: TOP + TALL - 1.0 };
/// The height of a sign in its size, and how wide one letter is at most in any common font.
const HIGH: f64 = 11.0;
const LETTER: f64 = 9.0;
/// How far from its dot a sign may go.
const FARTHEST: f64 = 64.0;

impl Room {
    pub(super) fn new(left: f64, top: f64, wide: f64, high: f64) -> Room {
        Room { left, top, right: left + wide, bottom: top + high }
    }

    fn around((x, y): Point, (wide, high): (f64, f64)) -> Room {
        Room::new(x - wide / 2.0, y - high / 2.0, wide, high)
    }

    fn meets(&self, other: &Room) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn lies_in(&self, other: &Room) -> bool {
        self.left >= other.left
            && self.right <= other.right
            && self.top >= other.top
            && self.bottom <= other.bottom
    }

    /// Whether a straight line goes through it: whether some part of the line is between all four sides.
    fn is_crossed(&self, ((x, y), (to_x, to_y)): (Point, Point)) -> bool {
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (start, step, low, high) in
            [(x, to_x - x, self.left, self.right), (y, to_y - y, self.top, self.bottom)]
        {
            if step.abs() < 1e-9 {
                if start <= low || start >= high {
                    return false;
                }
                continue;
            }
            let (one, other) = ((low - start) / step, (high - start) / step);
            from = from.max(one.min(other));
            to = to.min(one.max(other));
        }
        from < to
    }
}

/// Signs for the mistakes and blunders among the dots, the worst first. Each takes the nearest place that
/// is free; where there is none within reach the colour of the dot must do.
pub(super) fn layout(dots: &[Dot], curves: &[Vec<Point>], captions: &[Room]) -> Vec<Sign> {
    let mut signs: Vec<Sign> = Vec::new();
    for wanted in [Mark::Blunder, Mark::Mistake] {
        for (i, dot) in dots.iter().enumerate().filter(|(_, dot)| dot.mark == wanted) {
            let reach = FARTHEST + 20.0;
            let near = |at: &Point| (at.0 - dot.at.0).abs() < reach;
            let others = dots.iter().enumerate().filter(|(j, other)| *j != i && near(&other.at));
            let others: Vec<Room> = others.map(|(_, other)| other.room()).collect();
            let steps = curves.iter().flat_map(|curve| curve.windows(2));
            let steps = steps.map(|step| (step[0], step[1]));
            let curve: Vec<_> = steps.filter(|(from, to)| near(from) || near(to)).collect();
            let fits = |sign: &Sign| {
                let clear = |line| !others.iter().any(|room| room.is_crossed(line));
                sign.room.lies_in(&FRAME)
                    && !sign.room.meets(&dot.room())
                    && !others.iter().chain(captions).any(|room| room.meets(&sign.room))
                    && sign.leader.is_none_or(clear)
                    && signs.iter().all(|other| keep_apart(sign, other))
            };
            // Better a little farther than over the curve.
            let cost = |sign: &Sign, far: f64| {
                far + if curve.iter().any(|&step| sign.room.is_crossed(step)) { 9.0 } else { 0.0 }
            };
            let free = places(dot).into_iter().filter(|(sign, _)| fits(sign));
            let best =
                free.min_by(|(a, far), (b, farther)| cost(a, *far).total_cmp(&cost(b, *farther)));
            signs.extend(best.map(|(sign, _)| sign));
        }
    }
    signs
}

fn keep_apart(one: &Sign, other: &Sign) -> bool {
    let over = |sign: &Sign, room: &Room| sign.leader.is_some_and(|line| room.is_crossed(line));
    !one.room.meets(&other.room) && !over(one, &other.room) && !over(other, &one.room)
}

/// Every place a sign may take, with how far that is. First comes the side the curve came from.
fn places(dot: &Dot) -> Vec<(Sign, f64)> {
    let wide = LETTER * dot.mark.sign().len() as f64;
    let own = if dot.seat == Seat::Second { 1.0 } else { -1.0 };
    let least = dot.radius() + 2.0 + HIGH / 2.0;
    let mut places = Vec::new();
    for side in [own, -own] {
        let mut away = 0.0;
        while away < FARTHEST {
            for across in [0.0, 7.0, -7.0, 14.0, -14.0, 22.0, -22.0_f64] {
                let middle = (dot.at.0 + across, dot.at.1 + side * (least + away));
                let room = Room::around(middle, (wide, HIGH));
                let foot = (middle.0, room.bottom - 1.0);
                // A line is needed where the eye might take another dot for its own.
                let apart = away > 2.0 || across.abs() > 10.0;
                let end = (middle.0, middle.1 - side * HIGH / 2.0);
                let leader = apart.then_some((dot.at, end));
                let far = away + across.abs() + if side == own { 0.0 } else { 4.0 };
                places.push((Sign { mark: dot.mark, foot, leader, room }, far));
            }
            away += 6.0;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use abaque_core::{Source, SplitMix};

    use super::*;

    fn right(dots: &[Dot], captions: &[Room], signs: &[Sign]) {
        for (i, sign) in signs.iter().enumerate() {
            assert!(sign.room.lies_in(&FRAME), "{sign:?} leaves the frame");
            assert!(dots.iter().all(|dot| !dot.room().meets(&sign.room)), "{sign:?} on a dot");
            assert!(captions.iter().all(|room| !room.meets(&sign.room)), "{sign:?} on a caption");
            assert!(signs[..i].iter().all(|other| keep_apart(sign, other)), "{sign:?} on a sign");
        }
    }

    #[test]
    fn neighbours_have_a_sign_each() {
        let dot = |at, mark, seat| Dot { at, mark, seat };
        let dots = [
            dot((111.9, 188.1), Mark::Blunder, Seat::Second),
            dot((121.5, 201.9), Mark::Mistake, Seat::First),
            dot((131.1, 205.0), Mark::Mistake, Seat::Second),
        ];
        let curve = dots.map(|dot| dot.at).to_vec();
        let signs = layout(&dots, &[curve], &[]);
        assert_eq!(signs.len(), 3);
        right(&dots, &[], &signs);
    }

    #[test]
    fn one_in_a_corner_stays_inside() {
        let captions =
            [Room::new(LEFT, TOP, 80.0, 20.0), Room::new(LEFT, TOP + TALL - 20.0, 80.0, 20.0)];
        for (x, y) in
            [(LEFT, TOP), (WIDTH - RIGHT, TOP), (LEFT, TOP + TALL), (WIDTH - RIGHT, TOP + TALL)]
        {
            for seat in Seat::ALL {
                let dots = [Dot { at: (x, y), mark: Mark::Blunder, seat }];
                let signs = layout(&dots, &[], &captions);
                assert_eq!(signs.len(), 1, "{x} {y}");
                right(&dots, &captions, &signs);
            }
        }
    }

    #[test]
    fn nothing_overlaps_however_crowded() {
        let captions = [Room::new(LEFT, TOP, 80.0, 20.0)];
        let mut source = SplitMix(7);
        for spacing in [0.0, 2.0, 5.0, 10.0, 20.0] {
            let dots: Vec<Dot> = (0..40)
                .map(|i| Dot {
                    at: (LEFT + f64::from(i) * spacing, TOP + source.below(TALL as u64 + 1) as f64),
                    mark: Mark::ALL[source.below(3) as usize],
                    seat: Seat::ALL[source.below(2) as usize],
                })
                .collect();
            let curve: Vec<Point> = dots.iter().map(|dot| dot.at).collect();
            let signs = layout(&dots, &[curve], &captions);
            right(&dots, &captions, &signs);
            let wanted = dots.iter().filter(|dot| dot.mark != Mark::Inaccuracy).count();
            assert!(signs.len() <= wanted);
            if spacing >= 10.0 {
                assert_eq!(signs.len(), wanted, "there is room for all");
            }
        }
    }
}
