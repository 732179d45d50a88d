//! `arbitrary` support for fuzzing: every value can be spelled, few are legal.

use alloc::vec::Vec;

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{Action, Roll, Square};

impl<'a> Arbitrary<'a> for Square {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Square> {
        u.choose_iter(Square::all().collect::<Vec<_>>())
    }
}

impl<'a> Arbitrary<'a> for Action {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Action> {
        Ok(Action { from: u.arbitrary()?, number: u.int_in_range(1..=4)? })
    }
}

impl<'a> Arbitrary<'a> for Roll {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Roll> {
        u.choose_iter(Roll::throws().chain(Roll::deciding_rolls()).collect::<Vec<_>>())
    }
}
