//! `arbitrary` support for fuzzing: every value can be spelled, few are legal.

use arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::{Action, LeapOrigin, Roll, Square};

impl<'a> Arbitrary<'a> for Square {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Square> {
        Square::new(u.int_in_range(0..=Square::COUNT as u8 - 1)?).ok_or(Error::IncorrectFormat)
    }
}

impl<'a> Arbitrary<'a> for LeapOrigin {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<LeapOrigin> {
        let square: Option<Square> = u.arbitrary()?;
        Ok(square.map_or(LeapOrigin::Start, LeapOrigin::On))
    }
}

impl<'a> Arbitrary<'a> for Action {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Action> {
        Ok(if u.arbitrary()? {
            Action::Leap { from: u.arbitrary()?, number: u.int_in_range(1..=6)? }
        } else {
            Action::Chief(u.arbitrary()?)
        })
    }
}

impl<'a> Arbitrary<'a> for Roll {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Roll> {
        if u.arbitrary()? {
            return Ok(Roll::throw(u.int_in_range(1..=6)?, u.int_in_range(1..=6)?));
        }
        let (red, further) = (u.int_in_range(1..=6)?, u.int_in_range(1..=5)?);
        // Never equal: ties are thrown again.
        Ok(Roll::First { red, purple: (red - 1 + further) % 6 + 1 })
    }
}
