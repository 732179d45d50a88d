//! `arbitrary` support for fuzzing: every value can be spelled, few are legal.

use crate::{Action, Colour, Field, QuarterTurn, Rod, Roll, Setup, SetupItem};
use arbitrary::{Arbitrary, Result, Unstructured};

impl<'a> Arbitrary<'a> for Field {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Field> {
        u.choose(&Field::ALL).copied()
    }
}

impl<'a> Arbitrary<'a> for Colour {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Colour> {
        u.choose(&Colour::ALL).copied()
    }
}

impl<'a> Arbitrary<'a> for Rod {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Rod> {
        u.choose(&[Rod::Small, Rod::Large]).copied()
    }
}

impl<'a> Arbitrary<'a> for QuarterTurn {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<QuarterTurn> {
        u.choose(&QuarterTurn::ALL).copied()
    }
}

impl<'a> Arbitrary<'a> for SetupItem {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<SetupItem> {
        Ok(SetupItem::new(u.arbitrary()?, u.arbitrary()?))
    }
}

impl<'a> Arbitrary<'a> for Setup {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Setup> {
        u.arbitrary().map(Setup::new)
    }
}

impl<'a> Arbitrary<'a> for Action {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Action> {
        Ok(match u.choose_index(5)? {
            0 => Action::Setup(u.arbitrary()?),
            1 => Action::Move { from: u.arbitrary()?, to: u.arbitrary()? },
            2 => Action::Take(u.arbitrary()?),
            3 => Action::Turn(u.arbitrary()?),
            _ => Action::Pass,
        })
    }
}

impl<'a> Arbitrary<'a> for Roll {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Roll> {
        u.arbitrary().map(Roll)
    }
}
