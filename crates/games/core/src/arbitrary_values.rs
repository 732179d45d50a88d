//! `arbitrary` support for fuzzing.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{EndReason, Lang, Millis, Outcome, Seat};

impl<'a> Arbitrary<'a> for Seat {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Seat> {
        u.choose(&Seat::ALL).copied()
    }
}

/// An ending at the table; those on the board belong to a game.
impl<'a> Arbitrary<'a> for EndReason {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<EndReason> {
        u.choose(&EndReason::TABLE).copied()
    }
}

impl<'a> Arbitrary<'a> for Outcome {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Outcome> {
        let reason = u.arbitrary()?;
        Ok(if u.arbitrary()? {
            Outcome::Draw(reason)
        } else {
            Outcome::Win(u.arbitrary()?, reason)
        })
    }
}

impl<'a> Arbitrary<'a> for Lang {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Lang> {
        u.choose(&Lang::ALL).copied()
    }
}

impl<'a> Arbitrary<'a> for Millis {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Millis> {
        u.arbitrary().map(Millis)
    }
}
