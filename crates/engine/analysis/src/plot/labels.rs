//! Label placement: each label near its dot, clear of other labels and dots, inside the frame.

use abaque_chart::Point;
use abaque_core::Seat;

use super::CHANCES;
use crate::MistakeGrade;

/// Dot of a marked move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkDot {
    pub(super) at: Point,
    pub(super) mark: MistakeGrade,
    pub(super) seat: Seat,
}

impl MarkDot {
    pub(super) fn radius(&self) -> f64 {
        if self.mark == MistakeGrade::Inaccuracy { 3.5 } else { 5.0 }
    }

    fn bounding_box(&self) -> LabelBox {
        // Half a unit for the outline.
        let side = 2.0 * self.radius() + 1.0;
        LabelBox::around(self.at, (side, side))
    }
}

/// A placed label.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkLabel {
    pub(super) mark: MistakeGrade,
    /// Middle of its baseline.
    pub(super) foot: Point,
    /// Leader line from the dot, if the label is apart from it.
    pub(super) leader: Option<(Point, Point)>,
    bounds: LabelBox,
}

/// An axis-aligned rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelBox {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// Labels stay inside the chance plot.
const PLOT_AREA: LabelBox = LabelBox {
    left: CHANCES.left + 1.0,
    top: CHANCES.top + 1.0,
    right: CHANCES.right(),
    bottom: CHANCES.bottom() - 1.0,
};
/// Label height, and an upper bound on the character width in common fonts.
const LABEL_HEIGHT: f64 = 11.0;
const LETTER_WIDTH: f64 = 9.0;
/// Maximum distance of a label from its dot.
const MAX_LABEL_DISTANCE: f64 = 64.0;

impl LabelBox {
    pub(super) fn new(left: f64, top: f64, wide: f64, high: f64) -> LabelBox {
        LabelBox { left, top, right: left + wide, bottom: top + high }
    }

    fn around((x, y): Point, (wide, high): (f64, f64)) -> LabelBox {
        LabelBox::new(x - wide / 2.0, y - high / 2.0, wide, high)
    }

    fn overlaps(&self, other: &LabelBox) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn is_inside(&self, other: &LabelBox) -> bool {
        self.left >= other.left
            && self.right <= other.right
            && self.top >= other.top
            && self.bottom <= other.bottom
    }

    /// Whether a segment crosses the box (clips it against all four sides).
    fn is_crossed_by(&self, ((x, y), (to_x, to_y)): (Point, Point)) -> bool {
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

/// Places labels for the mistakes and blunders, worst first, each at the nearest free position. If
/// none is within reach, the dot's colour must suffice.
pub(super) fn place_labels(
    dots: &[MarkDot],
    curves: &[Vec<Point>],
    captions: &[LabelBox],
) -> Vec<MarkLabel> {
    let mut signs: Vec<MarkLabel> = Vec::new();
    for wanted in [MistakeGrade::Blunder, MistakeGrade::Mistake] {
        for (i, dot) in dots.iter().enumerate().filter(|(_, dot)| dot.mark == wanted) {
            let reach = MAX_LABEL_DISTANCE + 20.0;
            let near = |at: &Point| (at.0 - dot.at.0).abs() < reach;
            let others = dots.iter().enumerate().filter(|(j, other)| *j != i && near(&other.at));
            let others: Vec<LabelBox> = others.map(|(_, other)| other.bounding_box()).collect();
            let steps = curves.iter().flat_map(|curve| curve.windows(2));
            let steps = steps.map(|step| (step[0], step[1]));
            let curve: Vec<_> = steps.filter(|(from, to)| near(from) || near(to)).collect();
            let fits = |sign: &MarkLabel| {
                let clear = |line| !others.iter().any(|room| room.is_crossed_by(line));
                sign.bounds.is_inside(&PLOT_AREA)
                    && !sign.bounds.overlaps(&dot.bounding_box())
                    && !others.iter().chain(captions).any(|room| room.overlaps(&sign.bounds))
                    && sign.leader.is_none_or(clear)
                    && signs.iter().all(|other| are_apart(sign, other))
            };
            // Prefer a little more distance to covering the curve.
            let cost = |sign: &MarkLabel, far: f64| {
                far + if curve.iter().any(|&step| sign.bounds.is_crossed_by(step)) {
                    9.0
                } else {
                    0.0
                }
            };
            let free = candidate_labels(dot).into_iter().filter(|(sign, _)| fits(sign));
            let best =
                free.min_by(|(a, far), (b, farther)| cost(a, *far).total_cmp(&cost(b, *farther)));
            signs.extend(best.map(|(sign, _)| sign));
        }
    }
    signs
}

fn are_apart(one: &MarkLabel, other: &MarkLabel) -> bool {
    let over = |sign: &MarkLabel, room: &LabelBox| {
        sign.leader.is_some_and(|line| room.is_crossed_by(line))
    };
    !one.bounds.overlaps(&other.bounds) && !over(one, &other.bounds) && !over(other, &one.bounds)
}

/// Candidate positions with their distance; the side the curve comes from first.
fn candidate_labels(dot: &MarkDot) -> Vec<(MarkLabel, f64)> {
    let wide = LETTER_WIDTH * dot.mark.symbol().len() as f64;
    let own = if dot.seat == Seat::Second { 1.0 } else { -1.0 };
    let least = dot.radius() + 2.0 + LABEL_HEIGHT / 2.0;
    let mut places = Vec::new();
    for side in [own, -own] {
        let mut away = 0.0;
        while away < MAX_LABEL_DISTANCE {
            for across in [0.0, 7.0, -7.0, 14.0, -14.0, 22.0, -22.0_f64] {
                let middle = (dot.at.0 + across, dot.at.1 + side * (least + away));
                let room = LabelBox::around(middle, (wide, LABEL_HEIGHT));
                let foot = (middle.0, room.bottom - 1.0);
                // A leader line is needed where the label could be read as another dot's.
                let apart = away > 2.0 || across.abs() > 10.0;
                let end = (middle.0, middle.1 - side * LABEL_HEIGHT / 2.0);
                let leader = apart.then_some((dot.at, end));
                let far = away + across.abs() + if side == own { 0.0 } else { 4.0 };
                places.push((MarkLabel { mark: dot.mark, foot, leader, bounds: room }, far));
            }
            away += 6.0;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use abaque_core::{RandomSource, SplitMix};

    use super::*;

    fn assert_readable(dots: &[MarkDot], captions: &[LabelBox], signs: &[MarkLabel]) {
        for (i, sign) in signs.iter().enumerate() {
            assert!(sign.bounds.is_inside(&PLOT_AREA), "{sign:?} leaves the frame");
            assert!(
                dots.iter().all(|dot| !dot.bounding_box().overlaps(&sign.bounds)),
                "{sign:?} on a dot"
            );
            assert!(
                captions.iter().all(|room| !room.overlaps(&sign.bounds)),
                "{sign:?} on a caption"
            );
            assert!(signs[..i].iter().all(|other| are_apart(sign, other)), "{sign:?} on a sign");
        }
    }

    #[test]
    fn neighbouring_dots_get_a_label_each() {
        let dot = |at, mark, seat| MarkDot { at, mark, seat };
        let dots = [
            dot((111.9, 188.1), MistakeGrade::Blunder, Seat::Second),
            dot((121.5, 201.9), MistakeGrade::Mistake, Seat::First),
            dot((131.1, 205.0), MistakeGrade::Mistake, Seat::Second),
        ];
        let curve = dots.map(|dot| dot.at).to_vec();
        let signs = place_labels(&dots, &[curve], &[]);
        assert_eq!(signs.len(), 3);
        assert_readable(&dots, &[], &signs);
    }

    #[test]
    fn a_label_in_a_corner_stays_inside() {
        let captions = [
            LabelBox::new(CHANCES.left, CHANCES.top, 80.0, 20.0),
            LabelBox::new(CHANCES.left, CHANCES.bottom() - 20.0, 80.0, 20.0),
        ];
        for (x, y) in [
            (CHANCES.left, CHANCES.top),
            (CHANCES.right(), CHANCES.top),
            (CHANCES.left, CHANCES.bottom()),
            (CHANCES.right(), CHANCES.bottom()),
        ] {
            for seat in Seat::ALL {
                let dots = [MarkDot { at: (x, y), mark: MistakeGrade::Blunder, seat }];
                let signs = place_labels(&dots, &[], &captions);
                assert_eq!(signs.len(), 1, "{x} {y}");
                assert_readable(&dots, &captions, &signs);
            }
        }
    }

    #[test]
    fn crowded_labels_do_not_overlap() {
        let captions = [LabelBox::new(CHANCES.left, CHANCES.top, 80.0, 20.0)];
        let mut source = SplitMix(7);
        for spacing in [0.0, 2.0, 5.0, 10.0, 20.0] {
            let dots: Vec<MarkDot> = (0..40)
                .map(|i| MarkDot {
                    at: (
                        CHANCES.left + f64::from(i) * spacing,
                        CHANCES.top + source.below(CHANCES.height as u64 + 1) as f64,
                    ),
                    mark: MistakeGrade::ALL[source.below(3) as usize],
                    seat: Seat::ALL[source.below(2) as usize],
                })
                .collect();
            let curve: Vec<Point> = dots.iter().map(|dot| dot.at).collect();
            let signs = place_labels(&dots, &[curve], &captions);
            assert_readable(&dots, &captions, &signs);
            let wanted = dots.iter().filter(|dot| dot.mark != MistakeGrade::Inaccuracy).count();
            assert!(signs.len() <= wanted);
            if spacing >= 10.0 {
                assert_eq!(signs.len(), wanted, "there is room for all");
            }
        }
    }
}
