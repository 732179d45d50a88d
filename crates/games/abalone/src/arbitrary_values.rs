//! `arbitrary` support for fuzzing: every value can be spelled, few are legal.

use arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::{Action, ArrowMove, Direction, LineMove, Point};

impl<'a> Arbitrary<'a> for Point {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Point> {
        Point::from_index(u.choose_index(61)?).ok_or(Error::IncorrectFormat)
    }
}

impl<'a> Arbitrary<'a> for Direction {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Direction> {
        u.choose(&Direction::ALL).copied()
    }
}

impl<'a> Arbitrary<'a> for LineMove {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<LineMove> {
        let (rear, toward): (Point, Direction) = u.arbitrary()?;
        (0..6)
            .find_map(|sixths| LineMove::new(rear, toward.rotated(sixths)))
            .ok_or(Error::IncorrectFormat)
    }
}

impl<'a> Arbitrary<'a> for ArrowMove {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<ArrowMove> {
        let (one, along, toward): (Point, Direction, Direction) = u.arbitrary()?;
        let balls = u.int_in_range(2..=3)?;
        (0..36)
            .find_map(|i| {
                let (along, toward) = (along.rotated(i / 6), toward.rotated(i % 6));
                let other = (1..balls).try_fold(one, |point, _| point.step(along))?;
                ArrowMove::new(one, other, toward).ok()
            })
            .ok_or(Error::IncorrectFormat)
    }
}

impl<'a> Arbitrary<'a> for Action {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Action> {
        Ok(match u.choose_index(3)? {
            0 => Action::Line(u.arbitrary()?),
            1 => Action::Arrow(u.arbitrary()?),
            _ => Action::Place(u.arbitrary()?),
        })
    }
}
