//! `arbitrary` support for fuzzing: every value can be spelled, few are legal.

use crate::{Action, Corner, Hole, HoleSet};
use arbitrary::{Arbitrary, Result, Unstructured};

impl<'a> Arbitrary<'a> for Hole {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Hole> {
        u.int_in_range(0..=63).map(Hole::from_bit)
    }
}

impl<'a> Arbitrary<'a> for HoleSet {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<HoleSet> {
        u.arbitrary().map(HoleSet)
    }
}

impl<'a> Arbitrary<'a> for Corner {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Corner> {
        u.choose(&Corner::ALL).copied()
    }
}

impl<'a> Arbitrary<'a> for Action {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Action> {
        Ok(match u.choose_index(9)? {
            0 => Action::Lay(u.arbitrary()?),
            1 => Action::Put(u.arbitrary()?),
            2 => Action::Move { from: u.arbitrary()?, to: u.arbitrary()? },
            3 => Action::Stop(u.arbitrary()?),
            4 => Action::Push(u.arbitrary()?),
            5 => Action::Stay,
            6 => Action::Go,
            // A taking names at least one pawn.
            7 => Action::Take(HoleSet(u.int_in_range(1..=u64::MAX)?)),
            _ => Action::End,
        })
    }
}
